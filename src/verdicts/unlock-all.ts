/** `no-unlock-all`: letting go of every lock of a session that others use, too. */
import type { LockSite } from '../locks/facts.ts'
import { unwrap } from '../syntax/ast.ts'
import { descendantsOf } from '../syntax/walk.ts'
import type { Fault } from './fault.ts'
import type { FileAnalysis } from './file.ts'
import { isOwnPool } from './own-pool.ts'
import { isPinned, placeOf, receiverOf } from './pools.ts'

export function unlockAllFaults(file: FileAnalysis): Fault[] {
  const faults: Fault[] = []
  for (const site of file.facts.sites.values()) {
    if (site.call.action !== 'unlock-all' || site.call.inBody) continue
    const messageId = messageOf(site, file)
    if (messageId === undefined) continue
    const { node, frame } = placeOf(site, file)
    faults.push({ rule: 'no-unlock-all', messageId, node, frame, data: {}, trace: [], suggestions: [] })
  }
  return faults
}

function messageOf(site: LockSite, file: FileAnalysis): string | undefined {
  const { session, sessionKey } = site
  if (!session || session.holder === 'single') return undefined
  if (session.holder === 'pool') {
    // Where each connection is reset as it goes back, a pool has no locks that could be lost.
    return session.resets || isPinned(site, file) || isOwnPool(site, file) ? undefined : 'pooled'
  }
  // What the function got from its caller is the caller's; what it opened or keeps in a field is its own.
  return !session.owned && sessionKey.startsWith('param:') && !givesBack(site, file) ? 'lent' : undefined
}

/** A function that gives the connection back, or closes it, was handed it for good: its caller has no more locks on it. */
function givesBack({ node, frame, on }: LockSite, file: FileAnalysis): boolean {
  const lent = receiverOf(node, file)
  if (!lent || on.kind !== 'handle') return false
  const members = on.ref.role.members ?? {}
  return [...descendantsOf(frame.fn)].some((call) => {
    const callee = call.type === 'CallExpression' ? unwrap(call.callee) : undefined
    if (callee?.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return false
    const does = members[callee.property.name]?.do
    return (does === 'release' || does === 'close') && receiverOf(callee, file) === lent
  })
}
