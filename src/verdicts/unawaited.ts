/** `await-locked-work`: the lock ends before the work does, or nobody hears of the lock itself. */
import { awaitEdit } from '../edits/await.ts'
import type { Floating, LockFacts, LockSite, Observations, Work } from '../locks/facts.ts'
import type { Frame } from '../locks/state.ts'
import { isWithin } from '../locks/waiting.ts'
import { isCallersWork } from '../locks/work.ts'
import { isFunction, type Node } from '../syntax/ast.ts'
import { covers, descendantsOf, pathTo } from '../syntax/walk.ts'
import { isAside, isCancelName } from '../vocabulary.ts'
import type { Fault } from './fault.ts'
import type { FileAnalysis } from './file.ts'
import { type Lines, placeOf, shownCall, shownKey } from './places.ts'

export function floatingFaults(seen: Observations, file: FileAnalysis, lines: Lines): Fault[] {
  const faults: Fault[] = []
  for (const one of floatingIn(seen, file)) {
    const [end] = one.ends
    const { node, how, frame } = one
    // What a function of another module leaves behind is its own affair: a notice that is sent, a cache that is cleared.
    if (!end || file.moduleOf(node)) continue
    const call = shownCall(node)
    const data = { call, key: shownKey(seen.acquisition.key), line: lines.shown(end) }
    const isReturned = how === 'returned'
    faults.push({
      rule: 'await-locked-work',
      messageId: isReturned ? 'returnedPromise' : 'floating',
      node,
      frame,
      data: { ...data, why: how === 'raced' ? 'may lose its race' : "isn't awaited" },
      trace: [
        { ...placeOf(node, lines), what: `${call} starts under the lock` },
        { ...placeOf(end, lines), what: `${shownCall(end)} lets go of the lock, while ${call} may still run` },
      ],
      suggestions: isReturned && isFunction(frame.fn) && frame.fn.async ? awaitEdit(node, file.text) : [],
    })
  }
  return faults
}

/** Work that is seen to run on after the lock was let go. */
function floatingIn(seen: Observations, file: FileAnalysis): Floating[] {
  return [...seen.floating.values()].filter((one) => {
    const ends = [...one.ends].filter((end) => one.how !== 'raced' || !isGuarded(end, one.frame.fn))
    return ends.length > 0 && outlives(one, seen, file)
  })
}

/** Whether a test decides if something runs: it may ask whether the work is done. */
function isGuarded(end: Node, fn: Node): boolean {
  return pathTo(fn, end).some(({ type }) => /^(If|Conditional|Logical|SwitchCase)/.test(type))
}

/** Whether a call was made, at whatever depth, by work that runs on after the lock was let go. */
export function isAfloat(frame: Frame, node: Node, seen: Observations, file: FileAnalysis): boolean {
  return seen.floating.size > 0 && floatingIn(seen, file).some((one) => isUnder({ node, frame }, one))
}

/** Whether anything of it is left to do once the lock is let go. */
function outlives(one: Floating, seen: Observations, file: FileAnalysis): boolean {
  const { how, unseen } = one
  if (isSettling(one)) return false
  if (how !== 'returned' && [...namesIn(one, file)].some(isAside)) return false
  if (
    how === 'raced' &&
    [...descendantsOf(one.node)].some((node) => node.type === 'Identifier' && isCancelName(node.name))
  )
    return false
  if (
    unseen?.kind === 'opaque' &&
    unseen.origin.from === 'call' &&
    isCallersWork(unseen.origin.callee) &&
    how !== 'dropped'
  )
    return true
  const leaves = one.network.some(({ kind }) => kind !== 'sleep')
  if (leaves && (how === 'returned' || (how === 'dropped' && one.rejects))) return true
  return file.facts.works.some((work) => isUnder(work, one) && runsOn(work, one, seen, file.facts))
}

/** `new Promise((done) => { execFile(file, () => done()) })`: it is waited for by the promise that its callback settles. */
function isSettling({ node, frame }: Floating): boolean {
  const { call, via } = frame
  const isExecutor = via === 'callback' && call?.type === 'NewExpression' && isPromise(call.callee)
  return isExecutor && node.type === 'CallExpression' && node.arguments.some((argument) => isFunction(argument))
}

function isPromise(node: Node): boolean {
  return node.type === 'Identifier' && node.name === 'Promise'
}

/**
 * Statements of one connection run in the order in which they are sent, so one that is sent at once is done before the
 * unlock; one that waits for something else first is sent behind it.
 */
function runsOn(work: Work, one: Floating, { acquisition }: Observations, facts: LockFacts): boolean {
  if (work.kind === 'call')
    return work.callers !== undefined || (one.how === 'returned' && work.frame.id !== one.frame.id)
  if (work.sessionKey === acquisition.sessionKey) return isLate(work, one, facts)
  // Where its failure is dealt with, what runs beside on another connection was meant to.
  return work.sessionKey !== undefined && work.writes && one.rejects
}

function isLate(work: Work, one: Floating, facts: LockFacts): boolean {
  let { node } = work
  for (let at: Frame | undefined = work.frame; at && at.id !== one.frame.id; at = at.parent) {
    if (facts.isLate(at.fn, node) || isHandler(at)) return true
    if (at.call) node = at.call
  }
  return false
}

/** A function that runs once a promise is settled. */
function isHandler({ call, via }: Frame): boolean {
  if (via !== 'callback' || call?.type !== 'CallExpression' || call.callee.type !== 'MemberExpression') return false
  const { property } = call.callee
  return property.type === 'Identifier' && /^(then|catch|finally)$/.test(property.name)
}

/** Whether something was done by the call that floats. */
function isUnder({ node, frame }: { readonly node: Node; readonly frame: Frame }, one: Floating): boolean {
  let place = node
  for (let at: Frame | undefined = frame; at; at = at.parent) {
    if (at.id === one.frame.id) return covers(one.node, place)
    if (at.call) place = at.call
  }
  return false
}

/** The names of the functions that run in it, and of the call itself. */
function* namesIn({ node, frame, network }: Floating, { facts, infoOf }: FileAnalysis): Generator<string> {
  yield shownCall(node)
  for (const { frame: inner } of facts.works)
    for (let at: Frame | undefined = inner; at && at.id !== frame.id; at = at.parent)
      if (at.parent?.id === frame.id && at.call && covers(node, at.call)) yield infoOf(at.fn)?.name ?? ''
  for (const { name } of network) yield name
}

/** Lock and unlock calls whose promise nobody gets. */
export function unheardFaults(file: FileAnalysis): Fault[] {
  const faults: Fault[] = []
  for (const [id, site] of file.facts.sites) {
    const { call } = site
    // Of a try that nobody waits for the answer is missed first of all.
    if (call.inBody || (call.action === 'lock' && !call.wait)) continue
    const place = droppedPlace(site, file.facts.acquisitions.get(id), file)
    if (!place) continue
    const takes = call.action === 'lock'
    faults.push({
      rule: 'await-locked-work',
      messageId: 'lockNotAwaited',
      node: place.node,
      frame: site.frame,
      data: {
        does: takes ? 'takes' : 'frees',
        key: shownKey(site.key),
        effect: site.lazy ? 'the driver sends it only when it is awaited' : takes ? WITHOUT_LOCK : UNHEARD,
      },
      trace: [],
      suggestions: awaitEdit(place.node, file.text),
    })
  }
  return faults
}

const WITHOUT_LOCK = 'if it fails, the work runs without the lock'
const UNHEARD = 'if it fails, the lock stays held, or the unhandled rejection ends the process'

/** The call that nobody waits for, in a function that could: the statement, or a helper that does nothing but send it. */
function droppedPlace(
  site: LockSite,
  seen: Observations | undefined,
  { facts }: FileAnalysis,
): { readonly node: Node } | undefined {
  if (site.dropped) return canWait(site.frame) ? site : undefined
  let at = site.frame
  while (at.call && at.parent) {
    const { fn, call, parent } = at
    if (at.via !== 'call' || !isFunction(fn) || !fn.async) return undefined
    if (facts.isDropped(at)) return canWait(parent) && isOneSided(site, seen, at, facts) ? { node: call } : undefined
    at = parent
  }
  return undefined
}

function canWait({ fn }: Frame): boolean {
  return !isFunction(fn) || fn.async
}

/** Whether a helper only takes locks, or only lets go of them; one that does both holds them while it runs. */
function isOneSided(site: LockSite, seen: Observations | undefined, helper: Frame, facts: LockFacts): boolean {
  if ([...(seen?.endedIn ?? [])].some(({ id }) => id === helper.id)) return false
  const inside = [...facts.sites.values()].filter(({ frame }) => isWithin(frame, helper))
  return inside.every(
    ({ call }) => (call.action === 'lock') === (site.call.action === 'lock') && call.scope === 'session',
  )
}
