/** Where a statement looks at everything there is: how many, the last one, whether there is any. */

import type { Expression, Whole } from './types.ts'
import { readExpression } from './expression.ts'
import { HOLE } from './flat-text.ts'
import type { Source } from './source.ts'
import type { StatementRange } from './statements.ts'

const AGGREGATES = /^(?:count|max|min|sum|avg|nextval)$/
/** No statement that anybody wrote has more; this bounds the work. */
const MOST_WHOLES = 16
const QUERIES = /^(?:select|with|values)$/

/** One for each aggregate, EXISTS, LIMIT 1 and counter that is raised and read, with what narrows the rows that it looks at. */
export function wholesOf(source: Source, range: StatementRange): Whole[] {
  const { tokens } = source
  const wholes: Whole[] = []
  const levels: StatementRange[] = [range]
  for (let i = range.start; i < range.end && wholes.length < MOST_WHOLES; i++) {
    while (levels.length > 1 && i >= (levels.at(-1)?.end ?? 0)) levels.pop()
    const token = tokens[i]
    const after = tokens[i + 1]
    if (token?.key === '(' && QUERIES.test(after?.key ?? '')) levels.push({ start: i + 1, end: token.match })
    if (token?.kind !== 'word') continue
    const level = levels.at(-1) ?? range
    if (after?.key === '(' && AGGREGATES.test(token.key)) {
      const close = after.match
      const filtered = tokens[close + 1]?.key === 'filter' ? (tokens[close + 2]?.match ?? close) : close
      wholes.push(wholeOf(source, range, level, [...conditionsOf(source, level), { start: i + 1, end: filtered }]))
    } else if (after?.key === '(' && token.key === 'exists') {
      const inside = { start: i + 2, end: after.match }
      wholes.push(wholeOf(source, range, inside, [inside]))
    } else if (token.key === 'limit' && after?.key === '1') {
      wholes.push(wholeOf(source, range, level, conditionsOf(source, level)))
    } else if (isRaised(source, i, level)) {
      wholes.push(wholeOf(source, range, level, [rowsOfUpdate(source, level)]))
    }
  }
  return wholes
}

/** `last = last + 1 … RETURNING`: the next number. */
function isRaised({ tokens }: Source, at: number, { end }: StatementRange): boolean {
  const [column, equals, same, plus] = tokens.slice(at, at + 4)
  if (equals?.key !== '=' || same?.key !== column?.key || plus?.key !== '+') return false
  return tokens.slice(at, end).some(({ key }) => key === 'returning')
}

/** What decides which rows an UPDATE changes: its WHERE; without one all of them. */
function rowsOfUpdate({ tokens }: Source, { start, end }: StatementRange): StatementRange {
  const where = tokens.slice(start, end).findIndex(({ key }) => key === 'where')
  return { start: where < 0 ? end : start + where, end }
}

function wholeOf(
  source: Source,
  statement: StatementRange,
  level: StatementRange,
  conditions: readonly StatementRange[],
): Whole {
  // The rows of a query that reads those around it are as many as theirs.
  const narrowing = level.start > statement.start && isCorrelated(source, level) ? [statement] : conditions
  return { narrowedBy: narrowing.flatMap((one) => valuesIn(source, one)) }
}

/** What decides which rows a query looks at: what stands before its SELECT and from its FROM on. Its columns don't. */
function conditionsOf({ tokens }: Source, level: StatementRange): StatementRange[] {
  let select: number | undefined
  for (let i = level.start; i < level.end; i++) {
    const token = tokens[i]
    if (token?.kind === 'punct' && token.match > i) i = token.match
    else if (token?.key === 'select') select = i
    else if (token?.key === 'from' && select !== undefined) {
      const withs = tokens[level.start]?.key === 'with' ? [{ start: level.start, end: select }] : []
      return [...withs, { start: i, end: level.end }]
    }
  }
  return [level]
}

/** A name before a dot that nothing inside the query has stands for a table outside it. */
function isCorrelated({ tokens }: Source, { start, end }: StatementRange): boolean {
  const inside = new Set<string>()
  const qualifiers = new Set<string>()
  for (let i = start; i < end; i++) {
    const token = tokens[i]
    if (token?.kind !== 'word' || tokens[i - 1]?.key === '.') continue
    if (tokens[i + 1]?.key !== '.') inside.add(token.key)
    else if (!/^(?:from|join|,)$/.test(tokens[i - 1]?.key ?? '')) qualifiers.add(token.key)
    // a schema, and the table that it holds
    else if (tokens[i + 2]?.kind === 'word') inside.add(tokens[i + 2]?.key ?? '')
  }
  return [...qualifiers].some((name) => !inside.has(name))
}

/** The placeholders and holes in a part of a statement, but for those that only leave one row out. */
function valuesIn(source: Source, { start, end }: StatementRange): Expression[] {
  const { tokens, text } = source
  const values: Expression[] = []
  for (let i = start; i < end; i++) {
    const token = tokens[i]
    if (!token || leavesOut(source, i)) continue
    const holds = token.kind === 'string' && text.slice(token.start, token.end).includes(HOLE)
    if (token.kind === 'hole' || token.kind === 'placeholder' || holds) values.push(readExpression(source, i, i + 1))
  }
  return values
}

/** `id <> $1`, `id NOT IN ($1)`, `id <> ALL ($1)`: everybody but one is still everybody. */
function leavesOut({ tokens }: Source, at: number): boolean {
  const key = (back: number): string => tokens[at - back]?.key ?? ''
  const differs = /^(?:<>|!=)$/
  if (differs.test(key(1))) return true
  if (key(1) === 'from' && key(2) === 'distinct') return key(3) === 'is'
  return key(1) === '(' && ((key(2) === 'in' && key(3) === 'not') || (key(2) === 'all' && differs.test(key(3))))
}
