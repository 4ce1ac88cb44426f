/** Points at which the program waits: `await`, the next element of a `for await`, an Effect that is yielded. */
import { remoteStream } from '../effects/remote.ts'
import type { Point } from '../flow/graph.ts'
import { type NetworkCall, type Value, type ValueOf, placed, UNDEFINED } from '../origins/value.ts'
import type { Node, TSESTree } from '../syntax/ast.ts'
import type { Machine } from './machine.ts'
import { slowed } from './retrying.ts'
import { contentOf } from './content.ts'
import { produce } from './sessions.ts'
import { madeFrom } from './sources.ts'
import type { Frame, State } from './state.ts'
import { sendBuilt } from './statements.ts'
import { along, failedAt, leaving, type Step } from './steps.ts'
import { certainAfter, observeAwaited, settle, type Settled, waitFor } from './waiting.ts'

export function awaiting(point: Point, state: State, frame: Frame, machine: Machine): Step[] {
  const { node } = point
  const isLoop = node.type === 'ForOfStatement'
  const awaited = isLoop ? node.right : (node as TSESTree.AwaitExpression).argument
  const value = machine.origins.evaluate(awaited, state.env)
  const [fresh] = produce(state, node, 'aw')
  if (value.kind === 'handle' && value.carries) {
    return sendBuilt(value, awaited, fresh, frame, machine).flatMap((run) =>
      settledBy(point, run.value, run.state, frame, machine),
    )
  }
  return settledBy(point, value, fresh, frame, machine)
}

/** Goes on from an `await` with what comes of the value. */
function settledBy(point: Point, value: Value, fresh: State, frame: Frame, machine: Machine): Step[] {
  const { node } = point
  const isLoop = node.type === 'ForOfStatement'
  const place = placed(`aw${String(node.range[0])}`)
  const slow = isLoop || isUnseen(value) ? slowed(fresh) : fresh
  const worked = observeAwaited(value, node, slow, frame, machine)
  const settled = settle(value, place)
  if (settled.value?.key === place.key) madeFrom(place, [value], machine)
  const stream = isLoop ? streamOf(value, node, fresh, frame) : []
  const after = waitFor([...settled.network, ...stream], node, certainAfter(value, worked), frame, machine)
  const steps: Step[] = []
  if (settled.value) {
    const env = isLoop ? after.env : after.env.setTemporary(node, settled.value)
    steps.push(...along(point, 'next', { ...after, env }))
  }
  if (settled.rejects) {
    const made = value.kind === 'promise' ? value.node : undefined
    const thrower = made ?? (isLoop ? node.right : (node as TSESTree.AwaitExpression).argument)
    // A promise that only rejects does so for a reason that is known.
    const known = after.thrower !== undefined && !settled.value
    steps.push(...along(point, 'throw', known ? after : failedAt(after, thrower)))
  }
  return steps
}

/** What a call that can't be seen gave: how long it takes nobody knows. */
function isUnseen(value: Value): boolean {
  if (value.kind === 'oneOf') return value.of.some(isUnseen)
  return (value.kind === 'opaque' && value.origin.from === 'call') || (value.kind === 'import' && value.instance)
}

/** Each element of a stream that a package gave is awaited from the other side. */
function streamOf(value: Value, node: Node, state: State, frame: Frame): NetworkCall[] {
  const remote = remoteStream(value)
  if (!remote) return []
  const under = state.tracked?.phase === 'held' ? state.tracked.acquisition.id : undefined
  const { right } = node as TSESTree.ForOfStatement
  return [
    {
      ...remote,
      key: `${frame.id}@${String(node.range[0])}${under ?? ''}`,
      reason: undefined,
      node: right,
      frame,
      under,
      lasts: undefined,
    },
  ]
}

export function yielding(point: Point, state: State, frame: Frame, machine: Machine): Step[] {
  const node = point.node as TSESTree.YieldExpression
  const value = node.argument ? machine.origins.evaluate(node.argument, state.env) : UNDEFINED
  const [made, place] = produce(state, node, 'yi')
  const fresh = slowed(made)
  if (!node.delegate) contentOf(state, machine)?.others.add(node)
  if (!node.delegate) {
    const env = fresh.env.setTemporary(node, place)
    return [...along(point, 'next', { ...fresh, env }), ...along(point, 'return', leaving(fresh, node, frame, machine))]
  }
  if (value.kind === 'function') return running(point, value, fresh, frame, machine)
  // `yield*` of an Effect is its await; of a generator it ends when the consumer stops, like any yield.
  const worked = observeAwaited(value, node, fresh, frame, machine)
  const settled = settle(value, place)
  const after = waitFor(settled.network, node, certainAfter(value, worked), frame, machine)
  return settledAs(settled, point, after)
}

function settledAs(settled: Settled, point: Point, after: State): Step[] {
  const steps: Step[] = []
  if (settled.value)
    steps.push(...along(point, 'next', { ...after, env: after.env.setTemporary(point.node, settled.value) }))
  if (settled.rejects) steps.push(...along(point, 'throw', failedAt(after, point.node)))
  return steps
}

/** An Effect that is a function of this file runs where it is yielded. */
function running(point: Point, effect: ValueOf<'function'>, state: State, frame: Frame, machine: Machine): Step[] {
  const { node } = point
  return machine.invoke(effect, [], state, { node, frame, via: 'callback' }).flatMap((run) => {
    if (run.ends === 'throw') return along(point, 'throw', failedAt(run.state, node))
    const worked = observeAwaited(run.value, node, run.state, frame, machine)
    const settled = settle(run.value, placed(`yi${String(node.range[0])}`))
    return settledAs(settled, point, waitFor(settled.network, node, certainAfter(run.value, worked), frame, machine))
  })
}
