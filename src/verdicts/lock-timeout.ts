/** `require-lock-timeout`: a function that waits for a lock, on a path where nothing ends the wait. */
import type { LockSite } from '../locks/facts.ts'
import type { Frame } from '../locks/state.ts'
import type { Node } from '../syntax/ast.ts'
import { covers, descendantsOf, pathTo } from '../syntax/walk.ts'
import { isTransactionMethod } from '../vocabulary.ts'
import { isRoutedByContext } from './context.ts'
import type { Fault } from './fault.ts'
import type { FileAnalysis } from './file.ts'
import { type Place, shownKey, writtenPlace } from './places.ts'

export function lockTimeoutFaults(file: FileAnalysis): Fault[] {
  if (file.settings.lockTimeout === 'external' || file.facts.lastingBound) return []
  const waits = [...file.facts.sites].filter(([, site]) => isWait(site))
  const sites = waits.map(([, site]) => site)
  return waits
    .filter(([id, site]) => !isGivenUp(id, site, file) && isUnbounded(site, file))
    .map(([, site]) => faultAt(site, sites, file))
}

/** Who holds a lock gets it again at once. */
function isWait({ call, again }: LockSite): boolean {
  return call.action === 'lock' && call.wait && !call.inBody && !call.untaken && !again
}

function isUnbounded(site: LockSite, file: FileAnalysis): boolean {
  // An embedded engine has one session: nobody else holds the lock.
  if (site.session?.holder === 'single' || isPrepared(site, file)) return false
  if (isSetElsewhere(site, file)) return false
  const before = file.facts.batches.get(site.node)
  if (before) return !before.some((node) => file.facts.bounding.has(node))
  return site.bounds.has('none') || site.bounds.has('ignored')
}

function faultAt(site: LockSite, waits: readonly LockSite[], file: FileAnalysis): Fault {
  return {
    rule: 'require-lock-timeout',
    messageId: messageOf(site, file),
    ...placeOf(site, waits, file),
    data: { key: shownKey(site.key), lock: site.call.name },
    trace: [],
    suggestions: [],
  }
}

function messageOf(site: LockSite, file: FileAnalysis): string {
  if (site.bounds.has('ignored') && !file.facts.batches.has(site.node)) return 'localOutsideTransaction'
  return isOnBudget(site, file) ? 'budget' : 'unbounded'
}

/** The driver does something with each new connection before anybody gets it. */
function isPrepared({ session }: LockSite, { facts }: FileAnalysis): boolean {
  return session !== undefined && (facts.prepared.has(session.key) || facts.prepared.has(session.pool?.key ?? ''))
}

/** The program itself stops waiting: what becomes of the lock then is another rule's subject. */
function isGivenUp(id: string, site: LockSite, { facts, around }: FileAnalysis): boolean {
  if (facts.acquisitions.get(id)?.raced) return true
  for (let at = around(site.node); at; at = around(at))
    if (at.type === 'MemberExpression' && isNamed(at.property, 'timeout')) return true
  return isCancelled(site)
}

/** `const query = …; setTimeout(() => query.cancel(), 5000)`. */
function isCancelled({ node, frame }: LockSite): boolean {
  const holder = pathTo(frame.fn, node).at(-2)
  const name = holder?.type === 'VariableDeclarator' && holder.id.type === 'Identifier' ? holder.id.name : undefined
  if (name === undefined) return false
  for (const one of descendantsOf(frame.fn))
    if (one.type === 'MemberExpression' && isNamed(one.object, name) && isNamed(one.property, 'cancel')) return true
  return false
}

function isNamed(node: Node, name: string): boolean {
  return node.type === 'Identifier' && node.name === name
}

// ------------------------------------------------------------------ whose matter it is

/** A transaction, or a connection, that code out of sight opened for this: it may have bounded the wait. */
function isSetElsewhere(site: LockSite, file: FileAnalysis): boolean {
  const { call, session, begun } = site
  if (begun || session?.owned) return false
  const giver = giverOf(site, file)
  if (call.scope === 'session') return giver !== undefined && !giver.includes('.')
  if (session?.holder === 'pool') return isRoutedByContext(site, file)
  return giver === undefined || !isTransactionMethod(lastOf(giver))
}

/** What is called with the callback in which a connection out of sight is used: `db.transaction`, `withClient`. */
function giverOf({ frame }: LockSite, { infoOf }: FileAnalysis): string | undefined {
  let at: Frame = frame
  while (at.parent) at = at.parent
  const info = infoOf(at.fn)
  return info && info.fn.params.length > 0 ? info.given[0] : undefined
}

function lastOf(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1)
}

/** An interactive transaction of Prisma ends after its `timeout`, waits included. */
function isOnBudget(site: LockSite, file: FileAnalysis): boolean {
  const { on, session, begun } = site
  if (on.kind === 'handle' && on.ref.driver.name === 'prisma') return begun && session?.holder === 'transaction'
  return site.session === undefined && lastOf(giverOf(site, file) ?? '') === '$transaction'
}

// ------------------------------------------------------------------ where it stands

/** A helper that one caller gives a bound, and another none, isn't to blame: the other is. */
function placeOf(site: LockSite, waits: readonly LockSite[], file: FileAnalysis): Place {
  const place = writtenPlace(site, file)
  const others = waits.filter((one) => one.node === site.node && covers(one.frame.fn, site.node))
  if (others.every((one) => !one.bounds.has('bounded'))) return place
  const { via, parent, call } = place.frame
  return via === 'call' && parent && call ? { node: call, frame: parent } : place
}
