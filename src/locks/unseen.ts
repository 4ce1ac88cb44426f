/** Calls that can't be seen: what they may do with what they are given. */
import type { EffectOf } from '../effects/effect.ts'
import { type Value, called, placed, promise } from '../origins/value.ts'
import type { Node } from '../syntax/ast.ts'
import { isCollectionVerb, isReleasing, isStateQuestion } from '../vocabulary.ts'
import { handedOn, isGiven, mayEnd } from './duty.ts'
import { OPEN } from './environment.ts'
import { sessionsIn } from './holding.ts'
import { type Machine, next, type Outcome, thrown } from './machine.ts'
import { slowed } from './retrying.ts'
import { perhapsBegun, unwatched } from './sessions.ts'
import type { Frame, State } from './state.ts'

export function unknown(
  effect: EffectOf<'unknown'>,
  node: Node,
  before: State,
  frame: Frame,
  machine: Machine,
): Outcome[] {
  const { args, self, name } = effect
  const place = String(node.range[0])
  const given = self ? [...args, self] : args
  const result = waiting(called(effect.callee, args, place), given, node)
  for (const arg of args) if (arg.kind === 'function') machine.defer(arg, { frame, name: undefined })
  const { tracked } = before
  const escaped = maybeBegun(given, escaping(args, blocks(effect) ? slowed(before) : before))
  // What is given the error may always throw.
  const state = tracked?.phase === 'failed' && args.some(isError) ? unwatched(escaped) : escaped
  if (tracked) machine.observed(tracked.acquisition).started.set(result.key, node)
  if (!tracked || tracked.phase !== 'held') return [next(state, result), thrown(state, placed(place))]
  let after = state
  if (isGiven(given, state)) {
    const keeps = isGiven(args.filter(mayBeKept), state)
    const collects = /^(push|unshift|set|add|enqueue|defer|register|use)$/.test(name)
    after = keeps || collects ? handedOn(state) : mayEnd(state)
  }
  if (self?.key === tracked.sessionKey && isStateQuestion(name)) return [next(after, result)]
  // `listeners.add(notify)`: whatever it is, it is a collection, and a promise that it gives is nobody's.
  if (machine.isDropped(node, frame) && isCollectionVerb(name)) return [next(after, result)]
  // A method that lets go and fails did what it could.
  const letsGo = self?.key === tracked.sessionKey && isReleasing(name)
  const mayHelp = letsGo || tracked.abandoned !== undefined
  return [next(after, result), thrown(mayHelp ? after : state, placed(place))]
}

/** `Atomics.wait(…)` sleeps where it stands. */
function blocks({ self }: EffectOf<'unknown'>): boolean {
  return self?.kind === 'opaque' && self.origin.from === 'global' && self.origin.name === 'Atomics'
}

function isError(value: Value): boolean {
  if (value.kind === 'record') return [...value.fields.values()].some(isError)
  return value.kind === 'import' && value.module === 'error'
}

/** A closure or an object may be run, or read, whenever its new owner likes. */
function mayBeKept(value: Value): boolean {
  return value.kind === 'function' || value.kind === 'record'
}

/** Who has a connection may begin a transaction on it; what is called on a pool begins one on some other session. */
export function maybeBegun(given: readonly Value[], state: State): State {
  let after = state
  for (const value of given)
    for (const session of sessionsIn(value, ({ holder }) => holder !== 'pool')) after = perhapsBegun(after, session)
  return after
}

/** A closure that somebody out of sight has may give its connection back whenever it likes. */
function escaping(args: readonly Value[], state: State): State {
  let { env } = state
  for (const arg of args) {
    if (!mayBeKept(arg)) continue
    for (const session of sessionsIn(arg)) env = env.setNote(`escaped:${session}`, OPEN)
  }
  return env === state.env ? state : { ...state, env }
}

/** What an unknown function makes of promises waits for what they wait for. */
function waiting(result: Value, args: readonly Value[], node: Node): Value {
  const network = args.flatMap((arg) => (arg.kind === 'promise' ? arg.network : []))
  return network.length > 0 ? promise(result, true, network, node) : result
}
