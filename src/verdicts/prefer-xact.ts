/** `prefer-xact-lock`: a session lock around nothing but statements of its own connection, which a transaction can hold. */
import type { Observations } from '../locks/facts.ts'
import { compareKeys } from '../locks/key.ts'
import type { Frame } from '../locks/state.ts'
import type { Node } from '../syntax/ast.ts'
import type { Fault } from './fault.ts'
import type { FileAnalysis } from './file.ts'
import { isAwaitedInside, loopsAround, placesOf } from './loops.ts'
import { lifetimePlace, type Lines, shownKey } from './places.ts'

/** `isClean`: no other rule found a fault in what becomes of the lock, nor in its holder. */
export function preferXactFaults(file: FileAnalysis, lines: Lines, isClean: (seen: Observations) => boolean): Fault[] {
  // Of a helper that is run for several callers all must be so.
  const byPlace = new Map<Node, Observations[]>()
  for (const seen of file.facts.acquisitions.values()) {
    if (seen.acquisition.call.scope !== 'session') continue
    const { node } = lifetimePlace(seen)
    byPlace.set(node, [...(byPlace.get(node) ?? []), seen])
  }
  const faults: Fault[] = []
  for (const [node, all] of byPlace) {
    const [first] = all
    if (first && all.every((seen) => isShort(seen, file) && isClean(seen))) faults.push(faultOf(node, first, lines))
  }
  return faults
}

function faultOf(node: Node, { acquisition, ends }: Observations, lines: Lines): Fault {
  const { wait, mode } = acquisition.call
  const normal = [...ends].filter(([, when]) => when === 'normal').map(([end]) => end)
  const last = normal.sort((a, b) => a.range[0] - b.range[0]).at(-1) ?? acquisition.node
  return {
    rule: 'prefer-xact-lock',
    messageId: wait ? 'waiting' : 'tried',
    node,
    frame: acquisition.frame,
    data: {
      key: shownKey(acquisition.key),
      unlock: `line ${lines.shown(last)}`,
      lock: `pg_${wait ? '' : 'try_'}advisory_xact_lock${mode === 'shared' ? '_shared' : ''}`,
    },
    trace: [],
    suggestions: [],
  }
}

/** Whether one transaction could hold all that runs under the lock. */
function isShort(seen: Observations, file: FileAnalysis): boolean {
  const { acquisition, content } = seen
  const { holder } = acquisition.session ?? {}
  if (holder === 'pool' || holder === 'single' || acquisition.chosen || file.settings.poolMode !== 'session')
    return false
  if (![...seen.ends.values()].includes('normal') || seen.deadEnds.length > 0 || content.isLeft) return false
  if (seen.handleGiven || seen.batched || seen.network.size > 0 || seen.abandoned.size > 0) return false
  if (content.others.size > 0 || content.runsAfterFailure || isGivenUp(acquisition.frame, file)) return false
  const works = [...seen.held.values()]
  if (works.length === 0) return false
  const isOwn = works.every(
    ({ kind, read, alone, outside, sessionKey }) =>
      kind === 'statement' && read && !alone && !outside && sessionKey === acquisition.sessionKey,
  )
  if (!isOwn || goesOnAfterFailure(seen) || isTakenTwice(seen, file)) return false
  return works.every((work) => isAwaitedInside(work, seen)) && isOneTransaction(seen, file)
}

/** In a transaction that a failure has aborted nothing runs any more. */
function goesOnAfterFailure({ content, held }: Observations): boolean {
  if (content.runsAfterFailure) return true
  return [...content.caught].some(([node, frame]) => {
    const handled = node.type === 'CatchClause' ? node : undefined
    if (handled && leaves(handled.body.body.at(-1))) return false
    const caught = placesOf({ node, frame })
    return [...held.values()].some((work) =>
      [...placesOf(work)].some(([id, at]) => at.range[0] >= (caught.get(id)?.range[1] ?? Infinity)),
    )
  })
}

function leaves(last: Node | undefined): boolean {
  return last !== undefined && /^(Throw|Return|Break|Continue)Statement$/.test(last.type)
}

/** What the section does is committed at once, or could be. */
function isOneTransaction(seen: Observations, file: FileAnalysis): boolean {
  const { transactions, committed } = seen.content
  if (transactions.size > 1) return false
  for (const begun of transactions.values()) {
    if (loopsAround(begun, seen).length > 0 || committed.size > 0) return false
  }
  // Each pass of a loop commits what it has done.
  const works = [...seen.held.values()].filter(({ node }) => committed.has(node))
  return works.every((work) => loopsAround(work, seen).length === 0) || isInTransaction(seen, file)
}

function isInTransaction({ acquisition }: Observations, { facts }: FileAnalysis): boolean {
  const transactions = facts.sites.get(acquisition.id)?.transactions
  return transactions?.size === 1 && transactions.has('open')
}

/** A lock that is taken twice is one of two holds, whichever of them is judged. */
function isTakenTwice(seen: Observations, { facts }: FileAnalysis): boolean {
  const { node, sessionKey, key, frame } = seen.acquisition
  return [...facts.sites.values()].some(
    (site) =>
      site.call.action === 'lock' &&
      site.call.scope === 'session' &&
      site.node !== node &&
      site.frame.fn === frame.fn &&
      site.sessionKey === sessionKey &&
      compareKeys(site.key, key) === 'same' &&
      facts.isReached(frame.fn, site.node, node),
  )
}

function isGivenUp(frame: Frame, { facts }: FileAnalysis): boolean {
  for (let at: Frame | undefined = frame; at; at = at.parent) if (facts.givenUp.has(at.fn)) return true
  return false
}
