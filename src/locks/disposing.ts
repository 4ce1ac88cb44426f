/** The end of a block with `using`: what its declaration holds is disposed of. */
import type { Point } from '../flow/graph.ts'
import { type Value, type ValueOf, placed } from '../origins/value.ts'
import type { Node, TSESTree } from '../syntax/ast.ts'
import { leadsTo } from './holding.ts'
import type { Machine } from './machine.ts'
import { ended } from './sessions.ts'
import type { Frame, State } from './state.ts'
import { along, failedAt, type Step } from './steps.ts'
import { settle, waitFor } from './waiting.ts'

export function disposing(point: Point, state: State, frame: Frame, machine: Machine): Step[] {
  const { id } = point.node as TSESTree.VariableDeclarator
  const value = machine.origins.evaluate(id, state.env)
  const dispose = disposer(value, point.node, state, machine)
  if (dispose) {
    return machine
      .invoke(dispose, [], state, { node: point.node, frame, via: 'callback', self: value })
      .flatMap((outcome) => {
        if (outcome.ends === 'throw') return along(point, 'throw', failedAt(outcome.state, point.node))
        const settled = settle(outcome.value, placed(`dispose${String(point.node.range[0])}`))
        const after = waitFor(settled.network, point.node, outcome.state, frame, machine)
        return [
          ...(settled.value ? along(point, 'next', after) : []),
          ...(settled.rejects ? along(point, 'throw', failedAt(after, point.node)) : []),
        ]
      })
  }
  const ends = state.tracked && leadsTo(value, state.tracked.sessionKey, state.env)
  return along(point, 'next', ends ? ended(state, point.node, frame, machine) : state)
}

function disposer(value: Value, node: Node, state: State, machine: Machine): ValueOf<'function'> | undefined {
  for (const name of ['Symbol.asyncDispose', 'Symbol.dispose']) {
    const method =
      value.kind === 'record' || value.kind === 'instance'
        ? machine.origins.readMember(value, name, node, state.env)
        : undefined
    if (method?.kind === 'function') return method
  }
  return undefined
}
