/** Calls that leave the process: a request, a sleep, a child process. */
import type { EffectOf } from '../effects/effect.ts'
import { type NetworkCall, type Value, importedResult, placed, promise } from '../origins/value.ts'
import type { Node } from '../syntax/ast.ts'
import { isGiven, mayEnd } from './duty.ts'
import { type Machine, next, type Outcome, thrown } from './machine.ts'
import type { Frame, State } from './state.ts'
import { waitFor } from './waiting.ts'

export function network(
  effect: EffectOf<'network'>,
  node: Node,
  state: State,
  frame: Frame,
  machine: Machine,
): Outcome[] {
  const call = networkCall(effect, node, state, frame)
  const at = String(node.range[0])
  const place = effect.result ? importedResult(effect.result, effect.args, at) : placed(at)
  const after = started([call], isGiven(effect.args, state) ? mayEnd(state) : state)
  if (effect.when === 'now') {
    const waited = waitFor([call], node, after, frame, machine)
    return [next(waited, place), thrown(state, place)]
  }
  const alwaysFulfilled = effect.service === 'sleep'
  return [next(after, promise(place, !alwaysFulfilled, [call], node))]
}

export function networkCall(
  effect: Pick<EffectOf<'network'>, 'name' | 'service' | 'reason' | 'lasts'>,
  node: Node,
  state: State,
  frame: Frame,
): NetworkCall {
  const under = state.tracked?.phase === 'held' ? state.tracked.acquisition.id : undefined
  const key = `${frame.id}@${String(node.range[0])}${under ?? ''}`
  const { name, service: kind, reason, lasts } = effect
  return { key, name, kind, reason, node, frame, under, lasts }
}

/** Where the calls stand that were started inside the executor that runs. */
export const STARTED = 'started'

/** Where it stands after how many milliseconds the timer ends that the executor started. */
export const TIMER = 'timer'

/** A timer is started. */
export function timed(lasts: Value | undefined, state: State): State {
  const known = state.env.places.has(STARTED) && lasts
  return known ? { ...state, env: state.env.set(TIMER, lasts) } : state
}

/** Calls that go on: the promise whose executor runs waits for them. */
export function started(network: readonly NetworkCall[], state: State): State {
  const known = state.env.places.get(STARTED)
  if (known?.kind !== 'promise' || network.length === 0) return state
  return { ...state, env: state.env.set(STARTED, promise(undefined, false, [...known.network, ...network])) }
}
