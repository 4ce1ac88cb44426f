/** `require-dedicated-connection`: a session lock through something that picks a session for each call. */
import { pinningMember } from '../drivers/index.ts'
import type { LockSite, Observations } from '../locks/facts.ts'
import type { Value } from '../origins/value.ts'
import type { Fault } from './fault.ts'
import type { FileAnalysis } from './file.ts'
import { isOwnPool } from './own-pool.ts'
import { shownKey } from './places.ts'
import { isPinned, placeOf } from './pools.ts'

export function dedicatedFaults(file: FileAnalysis): Fault[] {
  const faults: Fault[] = []
  const mode = file.settings.poolMode
  for (const [id, site] of file.facts.sites) {
    if (site.call.action !== 'lock' || site.call.scope !== 'session' || site.call.inBody) continue
    const messageId = messageOf(site, file.facts.acquisitions.get(id), file)
    if (messageId === undefined) continue
    const { node, frame } = placeOf(site, file)
    faults.push({
      rule: 'require-dedicated-connection',
      messageId,
      node,
      frame,
      data: { key: shownKey(site.key), mode, pin: pinOf(site.on), instead: insteadOf(mode) },
      trace: [],
      suggestions: [],
    })
  }
  return faults
}

function messageOf(site: LockSite, seen: Observations | undefined, file: FileAnalysis): string | undefined {
  const { session } = site
  if (session?.holder === 'single' || isUnlockedAtOnce(site, seen, file)) return undefined
  if (file.settings.poolMode === 'statement') return 'transactionPooling'
  if (file.settings.poolMode === 'transaction')
    return isOverWithTransaction(site, seen, file) ? undefined : 'transactionPooling'
  if (session?.holder !== 'pool' || isPinned(site, file)) return undefined
  if (session.resets) return 'pooledReset'
  return isOwnPool(site, file) ? undefined : 'pooled'
}

/** The unlock is in the same text or the same array of statements, which one session runs. */
function isUnlockedAtOnce(site: LockSite, seen: Observations | undefined, file: FileAnalysis): boolean {
  return [...file.facts.sites.values()].some(
    ({ call, node, frame, sessionKey }) =>
      call.action !== 'lock' &&
      frame.id === site.frame.id &&
      sessionKey === site.sessionKey &&
      (node === site.node || seen?.batched !== undefined),
  )
}

/** Taken and let go within one transaction, for which a pooler keeps the session (measured). */
function isOverWithTransaction(site: LockSite, seen: Observations | undefined, { facts }: FileAnalysis): boolean {
  if (!seen || seen.ends.size === 0 || seen.deadEnds.length > 0 || !isInTransaction(site)) return false
  const sites = [...facts.sites.values()]
  return [...seen.ends.keys()].every((end) => sites.some((other) => other.node === end && isInTransaction(other)))
}

function isInTransaction({ transactions }: LockSite): boolean {
  return transactions.size === 1 && transactions.has('open')
}

/** What works behind a pooler; one that shares out single statements allows no transactions. */
function insteadOf(mode: string): string {
  const around = 'connect around the pooler'
  return mode === 'statement' ? around : `take pg_advisory_xact_lock in a transaction, or ${around}`
}

/** How this driver pins one connection, as its table says. */
function pinOf(on: Value): string {
  const pin = on.kind === 'handle' ? pinningMember(on.ref) : undefined
  if (pin?.transaction) return `take pg_advisory_xact_lock in \`${pin.name}()\` instead`
  if (pin) return `take one connection with \`${pin.name}()\` for all of it, or pg_advisory_xact_lock in a transaction`
  return 'keep one connection for all of it, or take pg_advisory_xact_lock in a transaction'
}
