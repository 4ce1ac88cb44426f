/** Promises: what awaiting a value gives, and the calls that leave the process which it waits for. */
import { type NetworkCall, type Value, promise } from '../origins/value.ts'
import type { Node } from '../syntax/ast.ts'
import type { Env } from './environment.ts'
import { observeAwaitedInside } from './content.ts'
import type { Machine } from './machine.ts'
import { paused } from './retrying.ts'
import { type Frame, type State, step } from './state.ts'
import { isCallersWork, observeBuilt, observeCall } from './work.ts'

/** What comes of a value that an `async` function returns: one that isn't told to be a promise is none. */
export function settleReturned(value: Value, place: Value): Settled {
  const plain = value.kind === 'opaque' && value.origin.from !== 'call'
  return plain ? { value, rejects: false, network: [] } : settle(value, place)
}

/** What comes of a value that is awaited. */
export interface Settled {
  /** Undefined: it is never fulfilled. */
  readonly value: Value | undefined
  readonly rejects: boolean
  readonly network: readonly NetworkCall[]
}

/** `place` stands for a result of which nothing else is known. */
export function settle(value: Value, place: Value): Settled {
  switch (value.kind) {
    case 'promise': {
      if (!value.value) return { value: undefined, rejects: value.rejects, network: value.network }
      const inner = value.value.kind === 'promise' ? settle(value.value, place) : undefined
      if (!inner) return { value: value.value, rejects: value.rejects, network: value.network }
      return {
        value: inner.value,
        rejects: value.rejects || inner.rejects,
        network: [...value.network, ...inner.network],
      }
    }
    case 'handle':
      return value.build ? { value: place, rejects: true, network: [] } : { value, rejects: false, network: [] }
    case 'opaque': {
      const { from } = value.origin
      const known = from === 'place' || from === 'operation' || (value.origin.from === 'call' && value.origin.plain)
      return { value: known ? value : place, rejects: !known, network: [] }
    }
    case 'import':
      if (value.module === 'error') return { value, rejects: false, network: [] }
      return { value: place, rejects: true, network: [] }
    case 'oneOf': {
      const all = value.of.map((one) => settle(one, place))
      const values = all.flatMap((one) => (one.value ? [one.value] : []))
      const rejects = all.some((one) => one.rejects)
      const network = all.flatMap((one) => one.network)
      return {
        value: values.length === 1 ? values[0] : values.length === 0 ? undefined : withoutPromises(value, place),
        rejects,
        network,
      }
    }
    default:
      return { value, rejects: false, network: [] }
  }
}

function withoutPromises(value: Value & { kind: 'oneOf' }, place: Value): Value {
  return value.of.some((one) => one.kind === 'promise') ? place : value
}

const NET = 'net'

/** The calls that were waited for in the frame that runs. */
export function waitedFor(env: Env): readonly NetworkCall[] {
  const value = env.places.get(NET)
  return value?.kind === 'promise' ? value.network : []
}

/** Always present, so that paths which wait for different calls are joined to what either waits for. */
export function withWaitedFor(env: Env, network: readonly NetworkCall[]): Env {
  return env.set(NET, promise(undefined, false, network))
}

const MOST_CALLS = 16

/** Here, in `frame`, the program waits for these calls: under the watched lock that is what others wait for too. */
export function waitFor(
  network: readonly NetworkCall[],
  node: Node,
  state: State,
  frame: Frame,
  machine: Machine,
): State {
  if (network.length === 0) return state
  const { tracked } = state
  let after = paused(network, state)
  if (tracked?.phase === 'held' && !tracked.maybe && isWithin(tracked.acquisition.frame, frame)) {
    const observations = machine.observed(tracked.acquisition)
    for (const call of network) {
      // What the same call did before it took the lock is over.
      if (
        call.under !== tracked.acquisition.id &&
        isOneCall(call.frame as Frame | undefined, tracked.acquisition.frame, frame)
      )
        continue
      if (!observations.network.has(call.key))
        observations.network.set(call.key, { call, awaited: node, frame, trace: state.trace })
    }
    const first = network[0]
    if (first) after = step(after, first.node, `waits for ${first.name} (${first.kind})`)
  }
  const known = new Map(waitedFor(after.env).map((call) => [call.key, call]))
  for (const call of network) if (known.size < MOST_CALLS) known.set(call.key, call)
  return { ...after, env: withWaitedFor(after.env, [...known.values()]) }
}

/** Whether two frames were reached by one and the same call of `outer`. */
function isOneCall(a: Frame | undefined, b: Frame, outer: Frame): boolean {
  const below = (frame: Frame | undefined): string | undefined => {
    let at = frame
    while (at?.parent && at.parent.id !== outer.id) at = at.parent
    return at?.parent ? at.id : undefined
  }
  const call = below(a)
  return call !== undefined && call === below(b)
}

/** Whether `inner` is `outer` or was called, at whatever depth, by it. */
export function isWithin(inner: Frame, outer: Frame): boolean {
  for (let at: Frame | undefined = inner; at; at = at.parent) if (at.id === outer.id) return true
  return false
}

/** A value is awaited (or handed to somebody who awaits it): what was built runs now, what can't be seen is work. */
export function observeAwaited(value: Value, node: Node, state: State, frame: Frame, machine: Machine): State {
  observeAwaitedInside(value, node, state, machine)
  if (value.kind === 'handle' && value.build) return observeBuilt(machine, state, node, frame, value)
  if (value.kind !== 'opaque' || value.origin.from !== 'call' || value.origin.plain) return state
  const { tracked } = state
  // Without a lock only what a caller has done here matters: a lock that was over at once should have been around it.
  const isUnseen = tracked
    ? machine.observed(tracked.acquisition).started.has(value.key)
    : isCallersWork(value.origin.callee)
  return isUnseen ? observeCall(machine, state, node, frame, value.origin) : state
}

/** A promise is waited for: if it is that of the watched acquisition, the lock is certain from here on. */
export function certainAfter(value: Value, state: State): State {
  const { tracked } = state
  if (!tracked || tracked.certain || value.kind !== 'promise' || value.node !== tracked.acquisition.node) return state
  return { ...state, tracked: { ...tracked, certain: true } }
}
