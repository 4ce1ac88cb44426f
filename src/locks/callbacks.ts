/** Callbacks that get the result of a driver's call, instead of its caller or before it. */
import type { EffectOf } from '../effects/effect.ts'
import { type Value, constant, placed, promise, UNDEFINED } from '../origins/value.ts'
import type { Node } from '../syntax/ast.ts'
import { type Machine, next, type Outcome } from './machine.ts'
import { anError } from './promises.ts'
import type { Frame } from './state.ts'
import { certainAfter, settle } from './waiting.ts'

/** Runs a `(error, result) =>` callback with each outcome; what it throws is nobody's. */
export function callBack(
  outcomes: readonly Outcome[],
  callback: Value,
  node: Node,
  frame: Frame,
  machine: Machine,
  extra: readonly Value[] = [],
): Outcome[] {
  const after: Outcome[] = []
  for (const outcome of outcomes) {
    const settled = settle(outcome.value, placed(`result ${String(node.range[0])}`))
    const runs: [Value, ...Value[]][] = []
    if (settled.value) runs.push([constant(null), settled.value, ...extra])
    if (settled.rejects) runs.push([anError(node), UNDEFINED, ...extra])
    for (const args of runs) {
      if (callback.kind !== 'function') after.push(next(outcome.state, UNDEFINED))
      else {
        for (const end of machine.invoke(callback, args, certainAfter(outcome.value, outcome.state), {
          node,
          frame,
          via: 'callback',
        }))
          after.push(next(end.state, UNDEFINED))
      }
    }
  }
  return after
}

/** Gives the result to a function that makes something else of it. */
export function mapped(
  effect: EffectOf<'send'>,
  outcomes: Outcome[],
  node: Node,
  frame: Frame,
  machine: Machine,
): Outcome[] {
  const { mapper } = effect
  if (mapper?.kind !== 'function') return outcomes
  return outcomes.flatMap((outcome) => {
    const { value } = outcome
    if (value.kind !== 'promise' || !value.value) return [outcome]
    return machine
      .invoke(mapper, [value.value], outcome.state, { node, frame, via: 'callback' })
      .map((end) =>
        next(
          end.state,
          end.ends === 'throw' ? promise(undefined, true) : promise(end.value, value.rejects, value.network, node),
        ),
      )
  })
}
