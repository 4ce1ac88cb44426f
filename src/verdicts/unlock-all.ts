/** `no-unlock-all`: letting go of every lock of a session that others use, too. */
import type { LockSite } from '../locks/facts.ts'
import type { Fault } from './fault.ts'
import type { FileAnalysis } from './file.ts'

export function unlockAllFaults(file: FileAnalysis): Fault[] {
  const faults: Fault[] = []
  for (const site of file.facts.sites.values()) {
    if (site.call.action !== 'unlock-all' || site.call.inBody) continue
    const messageId = messageOf(site)
    if (messageId === undefined) continue
    faults.push({ rule: 'no-unlock-all', messageId, node: site.node, data: {}, trace: [], suggestions: [] })
  }
  return faults
}

function messageOf({ session, sessionKey }: LockSite): string | undefined {
  if (!session || session.holder === 'single') return undefined
  if (session.holder === 'pool') return 'pooled'
  // What the function got from its caller is the caller's; what it opened or keeps in a field is its own.
  return !session.owned && sessionKey.startsWith('param:') ? 'lent' : undefined
}
