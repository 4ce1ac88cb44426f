/** Which columns the key of a lock call is made of: whether another row is another lock, and from where the rows come. */
import type { Expression, FromItem, LockCall, QueryLevel } from '../sql/types.ts'

export interface KeyColumns {
  /** Names as written, `['j', 'id']` for `j.id`. */
  readonly paths: readonly (readonly string[])[]
  /** Something in the key may be a column too. */
  readonly open: boolean
  /** A function or operator works on a column, which costs the planner more than comparing a column. */
  readonly computed: boolean
}

export function keyColumns({ args }: LockCall): KeyColumns {
  const paths: (readonly string[])[] = []
  let open = false
  let computed = false
  const read = (expression: Expression): void => {
    switch (expression.kind) {
      case 'name':
        paths.push(expression.path)
        return
      case 'placeholder':
        open ||= expression.placeholder.style === 'question' && expression.placeholder.identifier
        return
      case 'hole':
      case 'other':
        open = true
        return
      case 'cast':
        read(expression.operand)
        return
      case 'unary':
        read(expression.operand)
        return
      case 'call':
      case 'concat':
      case 'binary': {
        const before = paths.length
        partsOf(expression).forEach(read)
        computed ||= paths.length > before
        return
      }
      case 'number':
      case 'string':
      case 'constant':
        return
    }
  }
  args.forEach(read)
  return { paths, open, computed }
}

function partsOf(expression: Expression & { kind: 'call' | 'concat' | 'binary' }): readonly Expression[] {
  if (expression.kind === 'call') return expression.args
  return expression.kind === 'concat' ? expression.parts : [expression.left, expression.right]
}

/** Whether the rows for which the call runs come from a table that nothing inside the level has limited. */
export function scansTable({ from }: QueryLevel, { paths, open }: KeyColumns): boolean {
  const scanned = from.filter(isScanned)
  if (scanned.length === 0 || scanned.length === from.length) return scanned.length > 0 && readsOne(from, paths)
  if (paths.length === 0) return !open
  return paths.every((path) => path.length > 1) && readsOne(scanned, paths)
}

function isScanned(item: FromItem): boolean {
  return item.kind === 'table' || ((item.kind === 'subquery' || item.kind === 'cte') && item.tables && !item.limited)
}

/** Whether one of the columns may be of these entries: a qualifier that none of them has belongs to a level around. */
function readsOne(items: readonly FromItem[], paths: KeyColumns['paths']): boolean {
  const named = items.every((item) => nameOf(item) !== undefined)
  return (
    !named ||
    paths.length === 0 ||
    paths.some((path) => path.length < 2 || items.some((item) => nameOf(item) === path.at(-2)))
  )
}

function nameOf(item: FromItem): string | undefined {
  if (item.kind === 'table') return item.alias ?? item.name?.split('.').at(-1)
  return item.alias
}
