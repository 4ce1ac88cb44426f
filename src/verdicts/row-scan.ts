/**
 * `no-lock-in-row-scan`: a lock function that runs for other rows than those that the statement returns.
 *
 * The order in which the server works, measured on PostgreSQL 15 (docs/rules/no-lock-in-row-scan.md): conditions that
 * cost nothing, dearer ones and the lock function by their cost, sorting, the columns with a volatile function, OFFSET
 * and LIMIT. Conditions around a sub-query are tested inside it, those around a CTE behind it; either gives its rows
 * one by one, so that LIMIT alone stops the scan.
 */
import type { LockSite } from '../locks/facts.ts'
import { AGGREGATES } from '../sql/keywords.ts'
import type { Clause, ConditionFacts, LockCall, QueryLevel } from '../sql/types.ts'
import { isPrimaryKeyName } from '../vocabulary.ts'
import type { Fault } from './fault.ts'
import type { FileAnalysis } from './file.ts'
import { shownKey } from './places.ts'
import { type KeyColumns, keyColumns, scansTable } from './row-key.ts'

type Verdict = 'moreRows' | 'notPromised' | undefined

export function rowScanFaults(file: FileAnalysis): Fault[] {
  const faults: Fault[] = []
  for (const site of file.facts.sites.values()) {
    const { call } = site
    if (call.action !== 'lock' || call.inBody || site.statement.hole) continue
    const messageId = neverRuns(call) ? 'neverRuns' : rowsLocked(call)
    if (messageId === undefined) continue
    faults.push({
      rule: 'no-lock-in-row-scan',
      messageId,
      node: site.node,
      frame: site.frame,
      data: { key: shownKey(site.key), lock: call.name, clause: clauseName(site) },
      trace: [],
      suggestions: [],
    })
  }
  return faults
}

/** The server drops what nobody reads (facts-postgresql, F31). */
function neverRuns(call: LockCall): boolean {
  if (call.untaken) return true
  let { level, clause } = call
  while (level.role.kind === 'scalar' && level.outer && clause === 'select-list') {
    clause = level.outerClause
    level = level.outer
  }
  if (level.role.kind === 'exists' && isDropped(clause) && isSimple(level)) return true
  for (let at: QueryLevel | undefined = call.level; at; at = at.outer)
    if (at.role.kind === 'cte' && at.role.referenced === 'no') return true
  return false
}

function isDropped(clause: Clause): boolean {
  return clause === 'select-list' || clause === 'distinct-on' || clause === 'order-by'
}

/** EXISTS runs its columns all the same where one of these stands (measured). */
function isSimple(level: QueryLevel): boolean {
  const { verb, setOperation, aggregate, having, limit, fence, rowLock } = level
  return verb === 'select' && !(setOperation || aggregate || having || limit || fence || rowLock)
}

/** A place at which the call runs once for each row of a level. */
interface Place {
  readonly level: QueryLevel
  readonly clause: Clause
  /** In a sub-query or CASE: dearer than any other condition, or guarded by its own. */
  readonly dear: boolean
}

/** A sub-query without FROM runs for each row of the level around it, if it reads the row. */
function placeOf({ level, clause, within }: LockCall, { paths }: KeyColumns): Place {
  let dear = within.includes('case')
  while (level.from.length === 0 && clause === 'select-list' && paths.length > 0 && level.outer) {
    if (level.role.kind !== 'scalar' && level.role.kind !== 'from') break
    clause = level.outerClause
    dear ||= level.role.kind === 'scalar'
    level = level.outer
  }
  return { level, clause, dear }
}

function rowsLocked(call: LockCall): Verdict {
  const columns = keyColumns(call)
  // Taken again and again by one transaction, it is one lock.
  if (call.scope === 'xact' && columns.paths.length === 0) return undefined
  const { level, clause, dear } = placeOf(call, columns)
  if (!scansTable(level, columns) || isOneRow(level)) return undefined
  switch (clause) {
    case 'where':
    case 'having': {
      const condition = clause === 'where' ? level.where : level.having
      if (!condition || condition.hole) return undefined
      if (!dear && !isLast(call, condition, columns)) return 'moreRows'
      if (clause === 'where' && !dear && level.from.some(isOpen)) return 'moreRows'
      return dropsAfter(level, clause) ? 'moreRows' : dropsOutside(level, call)
    }
    case 'on':
      return 'moreRows'
    case 'select-list':
    case 'distinct-on':
      if (level.aggregate && call.within.some((name) => AGGREGATES.has(name))) return 'moreRows'
      return dropsColumns(call, level) ? 'moreRows' : dropsOutside(level, call)
    case 'order-by':
      return level.limit || level.offset ? 'moreRows' : undefined
    case 'from':
      if (level.offset || level.distinct !== 'none' || (level.limit && level.orderBy.length > 0)) return 'moreRows'
      return dropsOutside(level, call)
    default:
      return undefined
  }
}

/** One row by its primary key, found by the index before anything else is looked at. */
function isOneRow({ where, from }: QueryLevel): boolean {
  const [item] = from
  const table = item?.kind === 'table' ? item.name : undefined
  return from.length === 1 && where !== undefined && where.equals.some((column) => isPrimaryKeyName(column, table))
}

/** Whether all other conditions are tested before the lock function: they cost nothing, or less than its key. */
function isLast({ gate }: LockCall, { conjuncts, free, cheap }: ConditionFacts, { computed }: KeyColumns): boolean {
  return gate !== 'refused' && conjuncts - free - (computed ? cheap : 0) <= 1
}

/** A sub-query whose own conditions the planner may test together with those around it. */
function isOpen(item: QueryLevel['from'][number]): boolean {
  return (item.kind === 'subquery' || item.kind === 'cte') && item.tables && !item.fenced
}

/** What throws rows away that have passed the condition. */
function dropsAfter(level: QueryLevel, clause: 'where' | 'having'): boolean {
  const joined = level.from.length > 1
  if (level.offset || level.distinct !== 'none' || (level.limit && level.orderBy.length > 0)) return true
  return clause === 'where' && (joined || level.groupBy || level.aggregate || level.having !== undefined)
}

/** A select list whose rows are dropped, or made one, after the function has run. */
function dropsColumns({ alias, column, level: inner }: LockCall, level: QueryLevel): boolean {
  if (level.distinct === 'all' || level.offset) return true
  if (level.distinct === 'on' && level.orderBy.length === 0) return true
  const own = [alias, column === undefined || level !== inner ? undefined : String(column + 1)]
  return level.limit && level.orderBy.some((key) => key !== undefined && own.includes(key))
}

/** What the levels around drop of the rows that a CTE, a sub-query or an arm gives; a LIMIT of its own comes first. */
function dropsOutside(level: QueryLevel, call: LockCall): Verdict {
  let at = level
  while (!at.limit && at.outer) {
    const { role } = at
    const outer = role.kind === 'cte' ? role.reader : at.outer
    if (!outer) break
    if (role.kind === 'cte') {
      if (filters(outer, call)) return 'moreRows'
    } else if (role.kind === 'from') {
      if (outer.where && call.gate === 'refused') return 'moreRows'
    } else if (role.kind !== 'set-operand') break
    const sorts = outer.orderBy.length > 0 || outer.groupBy || outer.from.length > 1
    if (outer.offset || outer.distinct !== 'none' || (outer.limit && sorts)) return 'moreRows'
    at = outer
  }
  return at.limit ? 'notPromised' : undefined
}

/** A condition on the rows of the CTE, other than that the lock was granted. A join may find a partner for every row. */
function filters({ where, from }: QueryLevel, { gate, clause }: LockCall): boolean {
  if (!where || where.hole || from.length > 1) return false
  return clause !== 'select-list' || gate !== 'granted' || where.conjuncts > 1
}

function clauseName({ call }: LockSite): string {
  switch (call.clause) {
    case 'where':
    case 'having':
    case 'on':
    case 'from':
      return call.clause.toUpperCase()
    case 'order-by':
      return 'ORDER BY'
    default:
      return call.level.role.kind === 'cte' ? 'a CTE' : 'a select list'
  }
}
