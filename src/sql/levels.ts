/** What the scanner collects about one query level while it reads the level's tokens. */

import type { Clause, FromItem, LevelRole, QueryLevel } from './types.ts'

/** Token indexes, end exclusive. */
export type Range = readonly [number, number]

/** An entry of FROM as seen by the scanner. */
export interface FromEntry {
  kind: FromItem['kind']
  name: string | undefined
  alias: string | undefined
  /** First name of a column list behind the alias: `f(1) AS t(got)`. */
  column: string | undefined
  /** Token of the last word of its name; the entry's own call of a lock function is found by it. */
  nameToken: number
  hole: number
  /** The level inside, for a sub-query. */
  level: Level | undefined
}

/** A common table expression. */
export interface Cte {
  readonly name: string | undefined
  materialized: boolean
  /** Its own level changes data, so it runs whether or not it is read. */
  changes: boolean
  /** It reads itself, so that the server never looks through it. */
  recursive: boolean
  referenced: 'yes' | 'no' | 'unknown'
  /** Levels that name it in FROM. */
  readonly readers: Level[]
  /** Set when its bracket closes. */
  level: Level | undefined
}

/** Where a level reads columns by their bare names. */
export interface ColumnReads {
  /** Items that are just the column. */
  readonly items: ReadonlyMap<string, number>
  /** First token in WHERE with the name. */
  readonly where: ReadonlyMap<string, number>
  /** Index of the first `*`, or -1. */
  readonly star: number
}

export interface Level {
  role: LevelRole['kind']
  verb: QueryLevel['verb']
  outer: Level | undefined
  outerClause: Clause
  /** Item of the outer select list in which the level stands. */
  outerItem: number | undefined
  /** Its brackets; -1 for a level without brackets of its own. */
  open: number
  close: number
  /** Index of the level's first token. */
  start: number

  clause: Clause | 'start'
  /** First token of the item, key or condition that is being read. */
  mark: number
  /** Select list, or RETURNING list. */
  readonly items: Range[]
  readonly from: FromEntry[]
  expectsFrom: boolean
  lateral: boolean
  where: Range | undefined
  distinct: QueryLevel['distinct']
  groupBy: boolean
  aggregate: boolean
  having: Range | undefined
  readonly sortKeys: Range[]
  limit: boolean
  offset: boolean
  fence: boolean
  rowLock: boolean
  /** SELECT … INTO. */
  into: boolean
  setOperation: boolean
  hole: boolean

  /** Levels of the level's CTEs, and the name of the next one. */
  readonly ctes: Level[]
  cteName: string | undefined
  /** The CTE that the level is (role `cte`) or stands in. */
  cte: Cte | undefined
  firstArm: Level | undefined

  /** Set when the level ends: name of each item, and of each result column (`*` followed where it can be). */
  itemNames: readonly (string | undefined)[]
  columns: readonly (string | undefined)[]
  readsTables: boolean
  /** It reads tables without a LIMIT, at some depth. */
  unlimited: boolean
  /** Made when it is asked for, after the level's end. */
  reads: ColumnReads | undefined
}

/** A level that starts at a token. */
export function newLevel(role: Level['role'], outer: Level | undefined, start: number): Level {
  const list = outer?.clause === 'select-list' || outer?.clause === 'returning'
  return {
    role,
    verb: 'expression',
    outer,
    outerClause: outer === undefined || outer.clause === 'start' ? 'other' : outer.clause,
    outerItem: list ? outer.items.length : undefined,
    open: -1,
    close: -1,
    start,
    clause: 'start',
    mark: start,
    items: [],
    from: [],
    expectsFrom: false,
    lateral: false,
    where: undefined,
    distinct: 'none',
    groupBy: false,
    aggregate: false,
    having: undefined,
    sortKeys: [],
    limit: false,
    offset: false,
    fence: false,
    rowLock: false,
    into: false,
    setOperation: false,
    hole: false,
    ctes: [],
    cteName: undefined,
    cte: outer?.cte,
    firstArm: undefined,
    itemNames: [],
    columns: [],
    readsTables: false,
    unlimited: false,
    reads: undefined,
  }
}

/** A level that stands around `arm` in its place, when UNION shows that `arm` is only an arm. */
export function wrapArm(arm: Level): Level {
  const union = newLevel(arm.role, arm.outer, arm.start)
  union.verb = 'select'
  union.outerClause = arm.outerClause
  union.outerItem = arm.outerItem
  union.open = arm.open
  union.close = arm.close
  union.cte = arm.cte
  union.lateral = arm.lateral
  union.setOperation = true
  union.firstArm = arm
  union.ctes.push(...arm.ctes.splice(0))
  for (const cte of union.ctes) cte.outer = union
  arm.role = 'set-operand'
  arm.outer = union
  arm.outerClause = 'other'
  arm.outerItem = undefined
  arm.open = -1
  return union
}
