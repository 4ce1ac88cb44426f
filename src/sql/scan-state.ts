/** The state of one pass over a statement: the open levels and brackets, and what was found so far. */

import type { Clause, LockFunction } from './types.ts'
import { nameLevel } from './columns.ts'
import { type Cte, type FromEntry, type Level, newLevel } from './levels.ts'
import type { Token } from './lexer.ts'
import type { Source } from './source.ts'
import type { StatementRange } from './statements.ts'

/** A call of a lock function, by the tokens of its name and brackets. */
export interface RawCall {
  readonly fn: LockFunction
  /** First token of the qualified name, the name's own token, the brackets. */
  readonly start: number
  readonly name: number
  readonly open: number
  readonly close: number
  readonly level: Level
  readonly clause: Clause
  readonly item: number | undefined
  /** The entry of FROM that the call is. */
  readonly entry: FromEntry | undefined
  readonly within: readonly string[]
}

/** All that one pass over a statement finds. */
export interface Scan {
  readonly root: Level
  readonly calls: readonly RawCall[]
  /** Tokens of the name of each call of `set_config`. */
  readonly setConfigs: readonly number[]
  readonly ctes: ReadonlyMap<string, Cte>
  /** Levels of sub-queries by the token of their opening bracket. */
  readonly brackets: ReadonlyMap<number, Level>
  /** Which CTE is read where: the CTE around the place, undefined outside any. */
  readonly references: (readonly [Cte | undefined, Cte])[]
  /** A hole stands where it may be a table or hold a query, so that it may read a CTE. */
  readonly mayRead: boolean
  readonly hole: boolean
  readonly openName: boolean
  /** A level changes data, or SELECT … INTO makes a table. */
  readonly changes: boolean
}

export interface Frame {
  readonly close: number
  readonly open: number
  /** `group`: brackets around a whole query or a join, transparent. */
  readonly kind: 'query' | 'group' | 'inner'
  /** The level to go back to. */
  readonly level: Level
  readonly depth: number
  /** Name in front of the brackets: a function, `in`, `any` … */
  readonly name: string
  readonly entry: FromEntry | undefined
  /** CASEs that are open inside. */
  cases: number
}

/** Verbs that change data. */
export const CHANGES: ReadonlySet<string> = new Set(['insert', 'update', 'delete', 'merge'])

export class ScanState implements Scan {
  root: Level
  readonly calls: RawCall[] = []
  readonly setConfigs: number[] = []
  readonly ctes = new Map<string, Cte>()
  readonly brackets = new Map<number, Level>()
  readonly references: (readonly [Cte | undefined, Cte])[] = []
  mayRead = false
  hole = false
  openName = false
  changes = false

  readonly source: Source
  readonly tokens: readonly Token[]
  readonly range: StatementRange
  readonly body: boolean
  /** The level and the place in it that are being read. */
  level: Level
  /** Brackets of kind `inner` around the token inside its level: clauses are looked for only at 0. */
  depth = 0
  cases = 0
  readonly frames: Frame[] = []
  entry: FromEntry | undefined

  constructor(source: Source, range: StatementRange, body: boolean) {
    this.source = source
    this.tokens = source.tokens
    this.range = range
    this.body = body
    this.root = newLevel('statement', undefined, range.start)
    this.level = this.root
  }

  /** Key of a token of the statement, empty outside it. */
  key(index: number): string {
    return index < this.range.end && index >= this.range.start ? (this.tokens[index]?.key ?? '') : ''
  }

  /** Ends the levels from the current one up to below `outer`; answers the uppermost of them. */
  finishUpTo(outer: Level | undefined, i: number): Level | undefined {
    let last: Level | undefined
    for (let level: Level | undefined = this.level; level !== undefined && level !== outer; level = level.outer) {
      this.leave(level, i)
      nameLevel(this.source, this, level)
      if (CHANGES.has(level.verb) || level.into) this.changes = true
      if (level.hole) this.hole = true
      last = level
    }
    return last
  }

  /** Ends the clause that is being read and starts another one, whose first token is `mark`. */
  enter(clause: Clause, at: number, mark: number): void {
    this.leave(this.level, at)
    this.level.clause = clause
    this.level.mark = mark
    this.level.expectsFrom = false
  }

  leave(level: Level, at: number): void {
    const range = [level.mark, at] as const
    switch (level.clause) {
      case 'select-list':
      case 'returning':
        if (at > level.mark) level.items.push(range)
        break
      case 'where':
        level.where = range
        break
      case 'having':
        level.having = range
        break
      case 'order-by':
        level.sortKeys.push(range)
        break
      case 'limit':
        level.limit ||= this.key(level.mark) !== 'all' && this.key(level.mark) !== 'null'
        break
      case 'offset':
        level.fence = true
        level.offset ||= !(this.key(level.mark) === '0' && at === level.mark + 1)
        break
      default:
    }
    level.mark = at + 1
  }

  /** Starts FROM, or an entry of it. */
  expectFrom(i: number): void {
    this.enter('from', i, i + 1)
    this.level.expectsFrom = true
    this.level.lateral = false
  }

  addEntry(entry: FromEntry): void {
    this.level.from.push(entry)
    this.level.expectsFrom = false
  }

  /** ORDER BY, LIMIT and the like behind the last arm of a union belong to the union. */
  leaveArm(i: number): void {
    const { level } = this
    if (level.role !== 'set-operand' || level.open !== -1 || level.outer === undefined) return
    this.finishUpTo(level.outer, i)
    this.level = level.outer
  }
}
