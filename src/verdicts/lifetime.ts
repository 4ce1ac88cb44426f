/** `require-unlock`: a session lock that stays held on some path, a transaction that stays open. */
import { type DeadEnd, type Observations, unlocksIn } from '../locks/facts.ts'
import type { Frame } from '../locks/state.ts'
import { isWithin } from '../locks/waiting.ts'
import { membersOf } from '../origins/classes.ts'
import { moveIntoFinally } from '../edits/finally.ts'
import type { Node } from '../syntax/ast.ts'
import { hasCounterpart } from '../vocabulary.ts'
import type { Fault } from './fault.ts'
import { differingUnlock } from './guards.ts'
import { strayOf } from './unlocks.ts'
import type { FileAnalysis } from './file.ts'
import { lifetimePlace, type Lines, shownCall, shownKey, traceSteps } from './places.ts'

export function lifetimeFaults(seen: Observations, file: FileAnalysis, lines: Lines): Fault[] {
  const fault = seen.acquisition.call.scope === 'xact' ? openTransaction(seen, lines) : heldLock(seen, file, lines)
  return fault ? [fault] : []
}

function heldLock(seen: Observations, file: FileAnalysis, lines: Lines): Fault | undefined {
  const { acquisition } = seen
  const held = seen.deadEnds.filter((end) => end.phase === 'held' && end.kind !== 'open-transaction')
  if (held.length === 0) return undefined
  const certain = acquisition.session?.holder === 'pool' ? pooled(seen, held, file) : pinned(seen, held, file)
  // Those are `matching-unlock`'s to tell.
  if (certain.length === 0 || strayOf(seen, file) || differingUnlock(seen, file)) return undefined
  return describe(seen, certain, lines, file)
}

/** The function took the lock in a transaction of its own and gives the connection back with it open. */
function openTransaction(seen: Observations, lines: Lines): Fault | undefined {
  const end = seen.deadEnds.find((one) => one.kind === 'open-transaction')
  if (!end) return undefined
  return {
    rule: 'require-unlock',
    messageId: 'transactionLeftOpen',
    node: seen.acquisition.node,
    data: { key: shownKey(seen.acquisition.key), line: lines.shown(end.node) },
    trace: traceSteps(end.trace, lines),
    suggestions: [],
  }
}

/** Of a pool only the lock that nothing in sight ever unlocks; the rest is `require-dedicated-connection`'s to say. */
function pooled(seen: Observations, held: readonly DeadEnd[], file: FileAnalysis): readonly DeadEnd[] {
  if (seen.acquisition.session?.resets || unlocksIn(file.facts).size > 0 || seen.ends.size > 0) return []
  return isAcquirer(seen, file) ? [] : held
}

function pinned(seen: Observations, held: readonly DeadEnd[], file: FileAnalysis): readonly DeadEnd[] {
  const { acquisition } = seen
  const returned = held.filter((end) => end.kind === 'returned')
  const left = held.filter((end) => end.kind === 'left')
  if (left.length === 0) return returned
  if (isAcquirer(seen, file)) return returned
  if (seen.ends.size === 0) {
    // A connection that is nobody's to give back here may keep its lock: a leader, a helper that hands on. A client of a
    // pool that a function simply drops is nobody's any more, and so is its lock.
    const isDropped = acquisition.owned && acquisition.session?.holder === 'checked-out' && returned.length === 0
    return isDropped ? left.filter((end) => !end.thrower) : returned
  }
  if (!acquisition.owned && isLentByUnknown(acquisition, file)) return returned
  const endsNormally = [...seen.ends.values()].includes('normal')
  if (!acquisition.owned && !endsNormally) return returned
  return held
}

/** A callback that somebody out of sight gives a connection may count on them to destroy it when it throws. */
function isLentByUnknown({ sessionKey, frame }: Observations['acquisition'], file: FileAnalysis): boolean {
  let root = frame
  while (root.parent) root = root.parent
  const start = Number(/^param:(\d+)/.exec(sessionKey)?.[1] ?? -1)
  const info = file.infoOf(root.fn)
  return info !== undefined && info.name === undefined && root.fn.range[0] <= start && start < root.fn.range[1]
}

/**
 * A method `acquire` of a class that has `release`, or a function `lock` of a module that has `unlock`: the pair is used
 * by somebody who keeps the duty. Who uses it in this file is that somebody, unless it is a method of the same class.
 */
function isAcquirer(seen: Observations, file: FileAnalysis): boolean {
  const duty = lifetimePlace(seen).frame
  const dutyOwner = file.infoOf(duty.fn)?.owner
  for (let frame: Frame | undefined = seen.acquisition.frame; frame; frame = frame.parent) {
    const info = file.infoOf(frame.fn)
    if (info?.name === undefined) continue
    if (info.owner && info.method === 'public') {
      const { methods } = membersOf(info.owner)
      const visible = [...methods].filter(([, method]) => method.visible).map(([name]) => name)
      if (hasCounterpart(info.name, visible) && (dutyOwner === info.owner || isWithin(duty, frame))) return true
    } else if (!info.owner && isWithin(duty, frame) && hasCounterpart(info.name, file.outline.topNames)) return true
  }
  return false
}

function describe(seen: Observations, ends: readonly DeadEnd[], lines: Lines, file: FileAnalysis): Fault {
  const place = lifetimePlace(seen)
  const end = worst(ends)
  const messageId = messageOf(seen, end)
  const unlock = [...seen.ends.keys()].sort((a, b) => a.range[0] - b.range[0])[0]
  const held = { acquisition: place.node, unlock, tests: seen.acquisition.call.wait ? undefined : answerTests(seen) }
  return {
    rule: 'require-unlock',
    messageId,
    node: place.node,
    data: {
      key: shownKey(seen.acquisition.key),
      line: messageId === 'heldOnReturn' ? lines.wayOut(end) : lines.shown(end.node),
      thrower: end.thrower ? shownThrower(end.thrower, lines) : '',
      unlock: unlock ? `line ${lines.shown(unlock)}` : 'the unlock',
    },
    trace: traceSteps(end.trace, lines),
    // Behind a pooler that lends per transaction an unlock may reach another session: then it is no cure.
    suggestions: file.settings.poolMode === 'session' ? moveIntoFinally(held, file.outline.program, file.text) : [],
  }
}

function answerTests(seen: Observations): Node[] {
  return [...seen.tests.values()].filter(({ part }) => part === 'answer').map(({ node }) => node)
}

function shownThrower(node: Node, lines: Lines): string {
  const line = `line ${lines.shown(node)}`
  return node.type === 'ThrowStatement' ? line : `\`${shownCall(node)}\` (${line})`
}

/** The dead end that is told: the most certain, then the first in the source. */
function worst(ends: readonly DeadEnd[]): DeadEnd {
  const rank = (end: DeadEnd): number => (end.stacked ? 0 : end.thrower ? 2 : 1)
  const first = (end: DeadEnd): number => (end.thrower ?? end.node).range[0]
  const sorted = [...ends].sort((a, b) => rank(a) - rank(b) || first(a) - first(b))
  const worst = sorted[0]
  if (!worst) throw new Error('a fault without a dead end')
  return worst
}

function messageOf(seen: Observations, end: DeadEnd): string {
  if (end.stacked) return 'stacked'
  if (seen.ends.size === 0) return end.kind === 'returned' ? 'returnedToPool' : 'neverUnlocked'
  return end.thrower ? 'heldOnThrow' : 'heldOnReturn'
}
