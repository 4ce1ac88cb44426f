// Compares the query levels with PostgreSQL's own parser on generated queries: clause, column, and what each level has.

import { loadModule, parseSync } from 'libpg-query'
import { beforeAll, expect, it } from 'vitest'
import { type QueryLevel, readSql, type Statement } from '../../src/sql/sql.ts'
import { random } from './random.ts'

beforeAll(async () => {
  await loadModule()
})

/** What both sides say about one call, as text. */
interface Seen {
  readonly offset: number
  readonly facts: string
}

// ---- the oracle's side: a walk over the syntax tree

type Tree = Record<string, unknown>

const CLAUSES: Record<string, string> = {
  targetList: 'select-list',
  fromClause: 'from',
  whereClause: 'where',
  groupClause: 'group-by',
  havingClause: 'having',
  sortClause: 'order-by',
  limitCount: 'limit',
  limitOffset: 'offset',
  distinctClause: 'distinct-on',
  quals: 'on',
  valuesLists: 'values',
  returningList: 'returning',
}
const STATEMENTS = new Set(['SelectStmt', 'InsertStmt', 'UpdateStmt', 'DeleteStmt'])

interface Context {
  readonly levels: readonly string[]
  readonly clause: string
  readonly item: string
  readonly arm?: boolean
}

function isTree(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function walk(value: unknown, context: Context, seen: Seen[]): void {
  if (Array.isArray(value)) for (const one of value) walk(one, context, seen)
  if (!isTree(value)) return
  for (const [key, child] of Object.entries(value)) {
    if (STATEMENTS.has(key) && isTree(child)) walkStatement(key, child, context, seen)
    else if (key === 'larg' || key === 'rarg') {
      if (isTree(child) && ('op' in child || 'limitOption' in child))
        walkStatement('SelectStmt', child, { ...context, arm: true }, seen)
      else walk(child, context, seen)
    } else if (key === 'FuncCall' && isTree(child)) {
      const name = (child['funcname'] as { String: { sval: string } }[]).at(-1)?.String.sval ?? ''
      if (name === LOCK) {
        const facts = [context.clause, context.item, ...context.levels].join(' < ')
        seen.push({ offset: Number(child['location'] ?? 0), facts })
      }
      walk(child, context, seen)
    } else if (key === 'quals') walk(child, { ...context, clause: 'on', item: '' }, seen)
    else walk(child, context, seen)
  }
}

function walkStatement(kind: string, node: Tree, outer: Context, seen: Seen[]): void {
  const list = (key: string): unknown[] => (node[key] as unknown[] | undefined) ?? []
  if (node['returningClause'] !== undefined)
    node = { ...node, returningList: (node['returningClause'] as Tree)['exprs'] }
  const union = node['op'] !== undefined && node['op'] !== 'SETOP_NONE'
  const sorts = list('sortClause').length
  const distinct = list('distinctClause')
  const facts = [
    kind === 'SelectStmt' ? (list('valuesLists').length > 0 ? 'values' : 'select') : kind.slice(0, -4).toLowerCase(),
    union && 'union',
    list('fromClause').length > 0 && `from${String(leaves(list('fromClause')))}`,
    node['whereClause'] !== undefined && 'where',
    list('groupClause').length > 0 && 'group',
    node['havingClause'] !== undefined && 'having',
    sorts > 0 && `sort${String(sorts)}`,
    node['limitCount'] !== undefined && 'limit',
    node['limitOffset'] !== undefined && 'offset',
    list('lockingClause').length > 0 && 'lock',
    distinct.length > 0 && (Object.keys(distinct[0] as object).length > 0 ? 'distinct-on' : 'distinct'),
  ].filter(Boolean)
  // `a UNION b UNION c` is a tree to the parser and flat to us
  const plain = union && sorts === 0 && node['limitCount'] === undefined && node['limitOffset'] === undefined
  const inner = plain && node['withClause'] === undefined && outer.arm
  const levels = inner ? outer.levels : [facts.join(' '), ...outer.levels]
  for (const [key, child] of Object.entries(node)) {
    if (key === 'returningClause') continue
    const clause = CLAUSES[key] ?? (kind === 'UpdateStmt' && key === 'targetList' ? 'set' : 'other')
    const named = key === 'targetList' || key === 'returningList'
    if (named && (kind !== 'UpdateStmt' || key === 'returningList')) {
      for (const [index, item] of list(key).entries()) {
        walk(item, { levels, clause: kind === 'SelectStmt' ? 'select-list' : 'returning', item: String(index) }, seen)
      }
    } else if (kind === 'UpdateStmt' && key === 'targetList') walk(child, { levels, clause: 'set', item: '' }, seen)
    else if (key === 'selectStmt') walk(child, { levels, clause: 'other', item: '' }, seen)
    else walk({ [key]: child }, { levels, clause, item: '' }, seen)
  }
}

/** Tables, functions and sub-queries among joins. */
function leaves(from: unknown[]): number {
  let count = 0
  for (const entry of from) {
    const join = (entry as { JoinExpr?: { larg: unknown; rarg: unknown } }).JoinExpr
    count += join === undefined ? 1 : leaves([join.larg]) + leaves([join.rarg])
  }
  return count
}

// ---- our side

function seenByUs(statement: Statement): Seen[] {
  return statement.calls.map((call) => {
    const item = call.column === undefined ? '' : String(call.column)
    return { offset: call.position.offset, facts: [call.clause, item, ...levelsOf(call.level)].join(' < ') }
  })
}

function levelsOf(level: QueryLevel): string[] {
  const levels: string[] = []
  let inside: QueryLevel | undefined
  for (let at: QueryLevel | undefined = level; at !== undefined; inside = at, at = at.outer) {
    // brackets around a whole query make a level of ours
    const brackets = inside?.role.kind === 'set-operand' && !at.setOperation
    const nested = at.role.kind === 'set-operand' && at.outer?.setOperation && factsOf(at) === 'select union'
    if (!brackets && !nested) levels.push(factsOf(at))
  }
  return levels
}

function factsOf(level: QueryLevel): string {
  const facts = [
    level.verb,
    level.setOperation && 'union',
    level.from.length > 0 && (level.verb === 'select' || level.verb === 'values') && `from${String(level.from.length)}`,
    level.where !== undefined && 'where',
    level.groupBy && 'group',
    level.having && 'having',
    level.orderBy.length > 0 && `sort${String(level.orderBy.length)}`,
    level.limit && 'limit',
    level.offset && 'offset',
    level.rowLock && 'lock',
    level.distinct !== 'none' && (level.distinct === 'on' ? 'distinct-on' : 'distinct'),
  ]
  return facts.filter(Boolean).join(' ')
}

// ---- generated queries

const LOCK = 'pg_try_advisory_lock'
const SEED = 20_261_130
const COUNT = 400

class Generator {
  private readonly next: () => number

  constructor(seed: number) {
    this.next = random(seed)
  }

  private maybe(share: number): boolean {
    return this.next() < share
  }

  private pick<T>(choices: readonly T[]): T {
    return choices[Math.floor(this.next() * choices.length)] as T
  }

  private list(make: () => string, max: number): string {
    return Array.from({ length: 1 + Math.floor(this.next() * max) }, make).join(', ')
  }

  statement(): string {
    switch (Math.floor(this.next() * 8)) {
      case 0:
        return `UPDATE t SET a = ${this.value(2)} WHERE ${this.condition(2)}${this.maybe(0.5) ? ` RETURNING ${this.items(2)}` : ''}`
      case 1:
        return `DELETE FROM t WHERE ${this.condition(2)}${this.maybe(0.5) ? ` RETURNING ${this.items(2)}` : ''}`
      case 2: {
        const conflict = this.maybe(0.5) ? ' ON CONFLICT DO NOTHING' : ''
        return `INSERT INTO t (a) ${this.query(2)}${conflict}${this.maybe(0.5) ? ` RETURNING ${this.items(2)}` : ''}`
      }
      default:
        return this.query(2)
    }
  }

  query(depth: number): string {
    const body = depth > 0 && this.maybe(0.25) ? this.union(depth) : this.simple(depth)
    return `${this.with(depth)}${body}${this.tail(depth)}`
  }

  private with(depth: number): string {
    if (depth === 0 || !this.maybe(0.2)) return ''
    const ctes = this.list(
      () =>
        `c${this.pick(['1', '2', '3'])}x AS ${this.pick(['', 'MATERIALIZED ', 'NOT MATERIALIZED '])}(${this.query(depth - 1)})`,
      2,
    )
    return `WITH ${ctes.replaceAll(/c(\d)x AS/g, () => `c${String(Math.floor(this.next() * 1e6))} AS`)} `
  }

  private tail(depth: number): string {
    let tail = ''
    if (this.maybe(0.3))
      tail += ` ORDER BY ${this.list(() => `${this.value(depth - 1)}${this.pick(['', ' DESC', ' ASC NULLS FIRST'])}`, 2)}`
    if (this.maybe(0.3)) tail += this.pick([' LIMIT 1', ' FETCH FIRST 2 ROWS ONLY', ' LIMIT $1'])
    if (this.maybe(0.2)) tail += ' OFFSET 5'
    return tail
  }

  private union(depth: number): string {
    const arms = Array.from({ length: 2 + Math.floor(this.next() * 2) }, () =>
      this.maybe(0.3) ? `(${this.simple(depth - 1)}${this.tail(0)})` : this.simple(depth - 1),
    )
    return arms.join(this.pick([' UNION ', ' UNION ALL ', ' EXCEPT ', ' INTERSECT ALL ']))
  }

  private simple(depth: number): string {
    if (this.maybe(0.05)) return `VALUES (${this.value(depth)}), (2)`
    let query = `SELECT ${this.pick(['', '', '', 'ALL ', 'DISTINCT ', `DISTINCT ON (${this.value(0)}) `])}${this.items(depth)}`
    if (this.maybe(0.7)) query += ` FROM ${this.list(() => this.source(depth), 2)}`
    if (this.maybe(0.5)) query += ` WHERE ${this.condition(depth)}`
    if (this.maybe(0.2)) query += ` GROUP BY ${this.value(0)}`
    if (this.maybe(0.15)) query += ` HAVING ${this.condition(depth - 1)}`
    return query
  }

  private items(depth: number): string {
    return this.list(() => `${this.value(depth)}${this.pick(['', ' AS n', ' m', ' "Q"'])}`, 3)
  }

  private source(depth: number): string {
    const one = this.pick(['t', 'a.t x', 'unnest(b) AS u(v)', `${LOCK}(1) AS g`, `ONLY t`, ''])
    const first = one === '' ? (depth > 0 ? `${this.pick(['', 'LATERAL '])}(${this.query(depth - 1)}) s` : 't') : one
    if (!this.maybe(0.3)) return first
    const kind = this.pick(['JOIN', 'LEFT JOIN', 'CROSS JOIN'])
    const joined = `${first} ${kind} k${kind === 'CROSS JOIN' ? '' : ` ON ${this.condition(depth - 1)}`}`
    return this.maybe(0.3) ? `(${joined})` : joined
  }

  private condition(depth: number): string {
    const one = this.value(depth)
    switch (Math.floor(this.next() * 9)) {
      case 0:
        return `${one} = 1 AND ${LOCK}(${this.value(depth - 1)})`
      case 1:
        return `NOT ${LOCK}(2)`
      case 2:
        return `a BETWEEN 1 AND ${this.value(depth - 1)}`
      case 3:
        return depth > 0 ? `a IN (${this.query(depth - 1)})` : 'a IN (1, 2)'
      case 4:
        return depth > 0 ? `EXISTS (${this.query(depth - 1)})` : 'true'
      case 5:
        return `a IS NOT DISTINCT FROM ${this.value(depth - 1)}`
      case 6:
        return `(${one} IS NULL OR ${LOCK}(3)) AND b = 'x'`
      default:
        return `a = ${one}`
    }
  }

  private value(depth: number): string {
    if (depth < 0) return this.pick(['a', '1', "'s;('", '"order"', 't.a', '$1', 'a::text'])
    switch (Math.floor(this.next() * 12)) {
      case 0:
      case 1:
        return `${LOCK}(${this.value(depth - 1)})`
      case 2:
        return `coalesce(${LOCK}(1), false)`
      case 3:
        return `CASE WHEN ${this.value(depth - 1)} THEN ${LOCK}(4) ELSE true END`
      case 4:
        return depth > 0 ? `(${this.query(depth - 1)})` : '(a)'
      case 5:
        return `(${this.value(depth - 1)})::text`
      case 6:
        return `substring(a FROM ${this.value(depth - 1)} FOR 2)`
      case 7:
        return `count(*) FILTER (WHERE ${LOCK}(5)) OVER (PARTITION BY a ORDER BY b)`
      case 8:
        return `ARRAY[${this.value(depth - 1)}, 2]`
      case 9:
        return `array_agg(a ORDER BY ${LOCK}(6))`
      default:
        return this.value(-1)
    }
  }
}

/** Names of the result columns as written; undefined where the server makes one up. */
function writtenColumns(tree: { stmts: { stmt: Tree }[] }): (string | undefined)[] {
  let node = Object.values(tree.stmts[0]?.stmt ?? {})[0] as Tree
  while (isTree(node['larg'])) node = node['larg']
  if (node['valuesLists'] !== undefined) return []
  const update = node['relation'] !== undefined
  const returning = (node['returningClause'] as Tree | undefined)?.['exprs']
  const list = ((update ? returning : node['targetList']) ?? []) as { ResTarget: { name?: string } }[]
  return list.map((item) => item.ResTarget.name)
}

it('sees clauses, columns and levels as the parser of PostgreSQL does', () => {
  const different: { text: string; ours: unknown; expected: unknown }[] = []
  const generator = new Generator(SEED)
  let calls = 0
  for (let i = 0; i < COUNT; i++) {
    const text = generator.statement()
    let tree: { stmts: { stmt: Tree }[] }
    try {
      tree = parseSync(text) as unknown as typeof tree
    } catch {
      continue
    }
    const expected: Seen[] = []
    walk(tree.stmts, { levels: [], clause: '', item: '' }, expected)
    expected.sort((a, b) => a.offset - b.offset)
    const [statement] = readSql({ pieces: [text] })
    const ours = statement === undefined ? [] : seenByUs(statement)
    calls += expected.length
    for (const [at, seen] of expected.entries()) {
      if (JSON.stringify(seen) === JSON.stringify(ours[at])) continue
      different.push({ text, ours: ours[at], expected: seen })
      break
    }
    if (ours.length > expected.length) different.push({ text, ours: ours.length, expected: expected.length })
    const written = writtenColumns(tree)
    const columns = statement?.columns ?? []
    if (written.some((name, at) => name !== undefined && columns[at] !== name)) {
      different.push({ text, ours: columns, expected: written })
    }
  }
  expect(different.slice(0, 3)).toEqual([])
  expect(calls).toBeGreaterThan(COUNT)
})
