/** `new Promise(executor)`: how it settles, and the calls that it waits for. */
import type { EffectOf } from '../effects/effect.ts'
import { type Value, placed, promise, UNDEFINED } from '../origins/value.ts'
import type { Node } from '../syntax/ast.ts'
import { descendantsOf } from '../syntax/walk.ts'
import { networkCall, STARTED, TIMER } from './leaving.ts'
import { type Machine, next, type Outcome } from './machine.ts'
import { slowed } from './retrying.ts'
import type { Frame, State } from './state.ts'

/** The promise waits for what its executor starts: a timer, a request, a child process. */
export function executor(
  callback: Value | undefined,
  node: Node,
  state: State,
  frame: Frame,
  machine: Machine,
): Outcome[] {
  const at = String(node.range[0])
  const place = placed(at)
  if (callback?.kind !== 'function') return [next(state, promise(place, true, [], node))]
  const timer = startsTimer(callback.node)
  const rejects = callback.node.params.length > 1 || !timer
  const before = state.env.places.get(STARTED)
  const watching = { ...state, env: state.env.set(STARTED, promise(undefined, false)) }
  const settlers: Value[] = (['resolve', 'reject'] as const).map((does) => ({
    kind: 'native',
    key: `${does}@${at};`,
    does,
    on: undefined,
    name: at,
  }))
  return machine.invoke(callback, settlers, watching, { node, frame, via: 'callback' }).map((run) => {
    const started = run.state.env.places.get(STARTED)
    const lasts = run.state.env.places.get(TIMER)
    const sleep = { name: 'setTimeout', service: 'sleep', reason: undefined, lasts } as const
    const own = timer ? [networkCall(sleep, node, state, frame)] : []
    const network = [...own, ...(started?.kind === 'promise' ? started.network : [])]
    const outcome = run.state.env.places.get(settledAt(at))
    const cleaned = run.state.env.remove([settledAt(at), TIMER])
    const env = before ? cleaned.set(STARTED, before) : cleaned.remove([STARTED])
    // It settled before the executor was over, or by a callback that was followed; else either may come.
    if (outcome?.kind === 'promise')
      return next({ ...run.state, env }, promise(outcome.value, outcome.rejects, network, node))
    const after = network.length > 0 ? { ...run.state, env } : slowed({ ...run.state, env })
    return next(after, promise(place, rejects || run.ends === 'throw', network, node))
  })
}

/** Only the first call of `resolve` or `reject` counts. */
export function settled(effect: EffectOf<'settle'>, state: State): State {
  const place = settledAt(effect.place)
  if (state.env.places.has(place)) return state
  const value = effect.fulfils ? promise(effect.value ?? UNDEFINED, false) : promise(undefined, true)
  return { ...state, env: state.env.set(place, value) }
}

/** Where it stands how the promise made at `place` settled. */
function settledAt(place: string): string {
  return `settled ${place}`
}

function startsTimer(fn: Node): boolean {
  for (const node of descendantsOf(fn)) {
    if (node.type === 'CallExpression' && node.callee.type === 'Identifier' && node.callee.name === 'setTimeout')
      return true
  }
  return false
}
