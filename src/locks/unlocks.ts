/** A statement lets go of locks: one hold by its key, or all of the session. */
import type { EffectOf } from '../effects/effect.ts'
import type { Statementlike } from '../effects/sql-text.ts'
import type { LockCall } from '../sql/types.ts'
import type { Node } from '../syntax/ast.ts'
import { mayEnd } from './duty.ts'
import { compareKeys, keyOf } from './key.ts'
import type { Machine } from './machine.ts'
import { ended, observeEndIn, sessionKeyOf, sessionOf } from './sessions.ts'
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
  if (!tracked || tracked.phase !== 'held' || tracked.acquisition.call.scope !== 'session') return state
  const comparison = compareKeys(tracked.key, key)
  if (comparison === 'different') {
    machine.observed(tracked.acquisition).strays.set(node, key)
    return state
  }
  const other = sessionOf(effect.on)
  const own = tracked.acquisition.session
  const elsewhere =
    other && own && tracked.sessionKey !== session && !(own.holder === 'pool' && other.holder === 'pool')
  if (call.mode !== tracked.acquisition.call.mode || elsewhere) {
    // It releases nothing, which is matching-unlock's to say.
    machine.observed(tracked.acquisition).strays.set(node, key)
    return mayEnd(state)
  }
  if (tracked.count > 1 && comparison === 'same') {
    observeEndIn(frame, machine.observed(tracked.acquisition))
    return { ...state, tracked: { ...tracked, count: tracked.count - 1 } }
  }
  return ended(state, node, frame, machine)
}

export function endAll(state: State, session: string, node: Node, frame: Frame, machine: Machine): State {
  const { tracked } = state
  if (tracked?.phase !== 'held' || tracked.sessionKey !== session || tracked.acquisition.call.scope !== 'session')
    return state
  return ended(state, node, frame, machine)
}
