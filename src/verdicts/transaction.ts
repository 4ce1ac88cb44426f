/** `require-transaction`: a transaction lock where no transaction is open ends with its own statement. */
import type { LockSite, Work } from '../locks/facts.ts'
import type { Frame } from '../locks/state.ts'
import type { Node } from '../syntax/ast.ts'
import type { Fault } from './fault.ts'
import type { FileAnalysis } from './file.ts'
import { shownKey, writtenPlace } from './places.ts'

export function transactionFaults(file: FileAnalysis): Fault[] {
  const faults: Fault[] = []
  for (const site of file.facts.sites.values()) {
    if (!endsAtOnce(site) || protectsItself(site) || !isFollowed(site, file.facts.works)) continue
    faults.push({
      rule: 'require-transaction',
      messageId: site.elsewhere.size > 0 ? 'outerHandle' : 'autocommit',
      node: writtenPlace(site, file.text).node,
      data: { key: shownKey(site.key), lock: site.call.name },
      trace: [],
      suggestions: [],
    })
  }
  return faults
}

/** On every path that was seen the session had no transaction open. */
function endsAtOnce({ call, session, transactions, text }: LockSite): boolean {
  if (call.action !== 'lock' || call.scope !== 'xact' || call.inBody || !session) return false
  // Several statements without values run as one transaction (facts-postgresql, F12).
  const several = text.sql.pieces.some((piece) => /;\s*\S/.test(piece))
  return !several && transactions.size === 1 && transactions.has('none')
}

/** The statement that takes the lock does the work as well. */
function protectsItself({ statement, call }: LockSite): boolean {
  if (statement.access === 'write') return true
  for (let level: LockSite['call']['level'] | undefined = call.level; level; level = level.outer)
    if (level.from.some((item) => item.kind === 'table' || item.kind === 'hole' || ('tables' in item && item.tables)))
      return true
  return false
}

/** Something follows that the lock would have to protect: without it the lock is a barrier or a probe. */
function isFollowed({ node, frame }: LockSite, works: readonly Work[]): boolean {
  let at: Node = node
  for (let outer: Frame | undefined = frame; outer; outer = outer.parent) {
    if (works.some((work) => isBehind(work, at, outer))) return true
    if (!outer.call) return false
    at = outer.call
  }
  return false
}

function isBehind(work: Work, node: Node, frame: Frame): boolean {
  if (work.kind !== 'statement') return false
  let at = work.node
  for (let outer: Frame | undefined = work.frame; outer; outer = outer.parent) {
    if (outer.id === frame.id) return at.range[0] > node.range[0]
    if (!outer.call) return false
    at = outer.call
  }
  return false
}
