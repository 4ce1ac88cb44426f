/** `no-void-result`: the waiting functions answer void, which is nothing to read or to test. */
import { readsRaw, useExecuteRaw } from '../edits/execute-raw.ts'
import type { LockSite } from '../locks/facts.ts'
import { readSql } from '../sql/sql.ts'
import type { QueryLevel } from '../sql/types.ts'
import type { Fault } from './fault.ts'
import type { FileAnalysis } from './file.ts'
import { type Lines, shownKey } from './places.ts'

export function voidResultFaults(file: FileAnalysis, lines: Lines): Fault[] {
  const faults: Fault[] = []
  const fault = (messageId: string, site: LockSite): Fault => ({
    rule: 'no-void-result',
    messageId,
    node: site.node,
    frame: site.frame,
    data: {
      key: shownKey(site.key),
      lock: site.call.name,
      line: lines.shown(site.node),
      stays: site.call.scope === 'session' ? ' and the lock stays held' : '',
    },
    trace: [],
    suggestions: messageId === 'undecodable' ? useExecuteRaw(site.node, file.outline.program) : [],
  })
  for (const site of file.facts.sites.values()) {
    const messageId = messageOf(site)
    if (messageId !== undefined) faults.push(fault(messageId, site))
  }
  for (const id of file.facts.voidTests.values()) {
    const site = file.facts.sites.get(id)
    if (site && messageOf(site) === undefined) faults.push(fault('tested', site))
  }
  return faults
}

/** Whether the driver can't read what the site answers, and rejects although the server did as it was told. */
export function isUnreadable(site: LockSite): boolean {
  return messageOf(site) !== undefined
}

function messageOf(site: LockSite): string | undefined {
  const { call, on } = site
  if (call.action !== 'lock' || !call.wait || call.inBody) return undefined
  // A method of this name is Prisma's, wherever its client comes from: a service, an untyped `tx`.
  const driver = on.kind === 'handle' ? on.ref.driver.name : readsRaw(site.node) ? 'prisma' : undefined
  if (driver === 'prisma') return isUndecodable(site) ? 'undecodable' : undefined
  return driver === 'pg-promise' && site.shape === 'nothing' && alwaysGivesRow(site) ? 'rowCame' : undefined
}

/** A column of the result is the void itself, which Prisma's adapter knows no type for. */
function isUndecodable({ call, on, shape }: LockSite): boolean {
  const rows = shape === 'rows' || (shape === 'unknown' && on.kind !== 'handle')
  return rows && call.alias !== undefined && call.wrapping === 'none'
}

/** A select without a table or condition gives a row, and `none` looks at the last statement of a text. */
function alwaysGivesRow({ call, statement, text }: LockSite): boolean {
  if (statement.kind !== 'select' || statement.hole) return false
  const last = readSql(text.sql).at(-1)
  if (last?.start.piece !== statement.start.piece || last.start.offset !== statement.start.offset) return false
  for (let level: QueryLevel | undefined = call.level; level; level = level.outer)
    if (!givesRow(level, call.name)) return false
  return true
}

function givesRow({ role, from, where, having, limit, offset, setOperation }: QueryLevel, lock: string): boolean {
  if (where || having || limit || offset || setOperation || role.kind === 'set-operand') return false
  return from.every((item) => {
    if (item.kind === 'function') return item.name === lock
    return (item.kind === 'subquery' || item.kind === 'cte') && !item.tables
  })
}
