/** `no-lock-in-row-scan`: a lock function that runs for other rows than those that the statement returns. */
import type { LockSite } from '../locks/facts.ts'
import type { LockCall, QueryLevel } from '../sql/types.ts'
import type { Fault } from './fault.ts'
import type { FileAnalysis } from './file.ts'
import { shownKey } from './places.ts'

export function rowScanFaults(file: FileAnalysis): Fault[] {
  const faults: Fault[] = []
  for (const site of file.facts.sites.values()) {
    const { call } = site
    if (call.action !== 'lock' || call.inBody || site.statement.hole) continue
    const messageId = neverRuns(call) ? 'neverRuns' : moreRows(call) ? 'moreRows' : limited(call)
    if (messageId === undefined) continue
    faults.push({
      rule: 'no-lock-in-row-scan',
      messageId,
      node: site.node,
      data: { key: shownKey(site.key), lock: call.name, clause: clauseName(site) },
      trace: [],
      suggestions: [],
    })
  }
  return faults
}

/** The server drops what nobody reads (facts-postgresql, F31). */
function neverRuns({ level, clause }: LockCall): boolean {
  if (level.role.kind === 'exists' && clause === 'select-list') return true
  for (let at: QueryLevel | undefined = level; at; at = at.outer)
    if (at.role.kind === 'cte' && at.role.referenced === 'no') return true
  return false
}

/** Measured, F14: the planner runs the function on the rows of the scan, whatever the written order. */
function moreRows(call: LockCall): boolean {
  const { level, clause } = call
  if (!readsTable(level)) return false
  switch (clause) {
    case 'where':
      if (isOneRow(level) || isExact(call)) return false
      return true
    case 'having':
    case 'on':
      return true
    case 'select-list':
    case 'distinct-on':
    case 'returning':
      return clause !== 'returning' && (dropsRows(call) || dropsOutside(level))
    default:
      return false
  }
}

/** Whether the level goes through rows that nothing inside it has limited. */
function readsTable(level: QueryLevel): boolean {
  return level.from.some(
    (item) =>
      item.kind === 'table' || ((item.kind === 'subquery' || item.kind === 'cte') && item.tables && !item.limited),
  )
}

/** One row by its primary key alone, found by the index before anything else is looked at. */
function isOneRow({ where, from }: QueryLevel): boolean {
  return from.length === 1 && where !== undefined && where.equals.some((column) => /^(id|uuid|pk)$/.test(column))
}

/** The try is the only condition and every row comes back: what isn't returned wasn't locked. */
function isExact({ level, gate }: LockCall): boolean {
  const { where, from, role } = level
  return (
    role.kind === 'statement' &&
    gate === 'granted' &&
    where?.conjuncts === 1 &&
    from.length === 1 &&
    !dropsAfterWhere(level)
  )
}

function dropsAfterWhere(level: QueryLevel): boolean {
  return (
    level.limit ||
    level.offset ||
    level.distinct !== 'none' ||
    level.groupBy ||
    level.having ||
    level.aggregate ||
    level.setOperation
  )
}

/** A select list whose rows are dropped, or made one, after the function has run. */
function dropsRows({ level, alias, column }: LockCall): boolean {
  if (level.distinct === 'all' || level.offset || (level.aggregate && !level.groupBy)) return true
  if (level.distinct === 'on' && level.orderBy.length === 0) return true
  const own = [alias, column === undefined ? undefined : String(column + 1)]
  return level.limit && level.orderBy.some((key) => key !== undefined && own.includes(key))
}

/** A level around it filters, sorts or limits what a CTE or sub-select without a limit of its own gives. */
function dropsOutside(level: QueryLevel): boolean {
  for (let at = level; at.outer; at = at.outer) {
    if (at.limit) return false
    if (!['cte', 'from', 'set-operand', 'in'].includes(at.role.kind)) return false
    if (at.role.kind === 'in') return true
    const { outer } = at
    if (dropsAfterWhere(outer) && !(outer.setOperation && !outer.limit && !outer.offset)) return true
    if (outer.where && at.role.kind !== 'set-operand') return true
  }
  return false
}

/** Exact where it was measured, but no promise of the manual: an option reports it. */
function limited(call: LockCall): string | undefined {
  return call.clause === 'select-list' && call.level.limit && readsTable(call.level) ? 'notPromised' : undefined
}

function clauseName({ call }: LockSite): string {
  if (call.clause === 'where' || call.clause === 'having' || call.clause === 'on') return call.clause.toUpperCase()
  return call.level.role.kind === 'cte' ? 'a CTE' : 'a select list'
}
