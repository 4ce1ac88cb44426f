/** A statement lets go of locks: one hold by its key, or all of the session. */
import type { EffectOf } from '../effects/effect.ts'
import type { Statementlike } from '../effects/sql-text.ts'
import type { LockCall } from '../sql/types.ts'
import type { Node } from '../syntax/ast.ts'
import { mayEnd } from './duty.ts'
import { compareKeys, keyOf } from './key.ts'
import type { Machine } from './machine.ts'
import type { Inside, Stray } from './facts.ts'
import {
  ended,
  isRecovered,
  mayBeOlder,
  observeEndIn,
  sentInside,
  sessionKeyOf,
  sessionOf,
  transactionOf,
} from './sessions.ts'
import type { Frame, State } from './state.ts'

export function unlock(
  call: LockCall,
  text: Statementlike,
  effect: EffectOf<'send'>,
  node: Node,
  state: State,
  frame: Frame,
  machine: Machine,
): State {
  const session = sessionKeyOf(effect.on)
  if (call.action === 'unlock-all') return endAll(state, session, node, frame, machine)
  const key = keyOf(call, text)
  const { tracked } = state
  if (!tracked) return state
  const observations = machine.observed(tracked.acquisition)
  const comparison = compareKeys(tracked.key, key)
  const stray = (why: Stray['why']): void => void observations.strays.set(node, { key, call, frame, why })
  const isHere = tracked.sessionKey === session
  if (tracked.acquisition.call.scope === 'xact') {
    const isCertain = tracked.phase === 'over' || (tracked.phase === 'held' && !tracked.maybe)
    if (isCertain && isHere && comparison === 'same') stray('scope')
    return state
  }
  if (tracked.phase === 'lost') {
    const same = isHere && comparison === 'same' && call.mode === tracked.acquisition.call.mode
    if (same && !tracked.maybe) observations.lostUnlocks.add(node)
    return state
  }
  if (tracked.phase !== 'held') return state
  if (comparison === 'different') {
    stray('key')
    return state
  }
  // Nobody can tell whether it is this lock that ends.
  if (comparison !== 'same') observations.content.isLeft = true
  if (mayBeOlder(tracked.sessionKey, session))
    return comparison === 'same' ? ended(state, node, frame, machine) : mayEnd(state)
  const other = sessionOf(effect.on)
  const own = tracked.acquisition.session
  const elsewhere =
    other && own && tracked.sessionKey !== session && !(own.holder === 'pool' && other.holder === 'pool')
  if (call.mode !== tracked.acquisition.call.mode || elsewhere) {
    // It releases nothing, which is matching-unlock's to say.
    stray(elsewhere ? 'session' : 'mode')
    return mayEnd(state)
  }
  if (tracked.count > 1 && comparison === 'same') {
    observeEndIn(frame, observations)
    return { ...state, tracked: { ...tracked, count: tracked.count - 1 } }
  }
  const before = transactionOf(effect.on, state.env) === 'open' ? inside(state, session, node, machine) : state
  return ended(before, node, frame, machine)
}

/** It is sent inside an open transaction. */
function inside(state: State, session: string, node: Node, machine: Machine): State {
  const { tracked, thrower } = state
  if (!tracked) return state
  const seen = machine.observed(tracked.acquisition)
  const one: Inside = seen.unlocksInside.get(node) ?? { early: false, throwers: new Set(), fates: new Set() }
  seen.unlocksInside.set(node, one)
  if (!thrower && tracked.wrote) one.early = true
  if (thrower && !isRecovered(state, session)) one.throwers.add(thrower)
  return sentInside(state, session, node, one.fates)
}

export function endAll(state: State, session: string, node: Node, frame: Frame, machine: Machine): State {
  const { tracked } = state
  if (tracked?.phase !== 'held' || tracked.sessionKey !== session || tracked.acquisition.call.scope !== 'session')
    return state
  return ended(state, node, frame, machine)
}
