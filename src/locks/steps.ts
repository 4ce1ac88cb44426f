/** The ways on from a point: which edges are taken, and what the state remembers of why. */
import type { Completion, Edge, EdgeKind, Point } from '../flow/graph.ts'
import { placed } from '../origins/value.ts'
import type { Node } from '../syntax/ast.ts'
import type { Machine } from './machine.ts'
import { type Frame, type State, step, withEnv } from './state.ts'
import { isWithin } from './waiting.ts'

export interface Step {
  readonly edge: Edge
  readonly state: State
}

export function along(point: Point, kind: EdgeKind, state: State): Step[] {
  const steps: Step[] = []
  for (const edge of point.out) {
    if (edge.kind === kind) steps.push(...arriving(edge, crossed(edge, state)))
  }
  return steps
}

/** The end of a statement only forgets: paths that meet there are joined behind it, where less is left to join. */
function arriving(edge: Edge, state: State): Step[] {
  return edge.to.kind === 'end'
    ? along(edge.to, 'next', withEnv(state, state.env.after(edge.to.node)))
    : [{ edge, state }]
}

/** Leaving a `finally` before its end forgets how it was entered; entering one remembers it. */
function crossed(edge: Edge, state: State): State {
  const { enters, drops = 0 } = edge
  if (enters === undefined && drops === 0) return state
  const kept = state.pending.slice(0, state.pending.length - drops)
  return { ...state, pending: enters === undefined ? kept : [...kept, enters] }
}

/** Goes on from the end of a `finally` as it was entered. */
export function resume(point: Point, state: State): Step[] {
  const completion: Completion = state.pending.at(-1) ?? 'next'
  const popped = { ...state, pending: state.pending.slice(0, -1) }
  const steps: Step[] = []
  for (const edge of point.out) {
    if (edge.resumes === completion) steps.push(...arriving(edge, crossed(edge, popped)))
  }
  return steps
}

/** Remembers which call threw. */
export function failedAt(state: State, node: Node): State {
  if (!state.tracked) return state
  // It throws beside an acquisition that nobody waited for yet: whether that is granted can't be told.
  if (!state.tracked.certain) return { ...state, thrower: node, tracked: { ...state.tracked, maybe: true } }
  // A call that throws later on the path is what keeps the lock held; a `throw` passes an earlier one on.
  if (state.thrower && node.type === 'ThrowStatement') return state
  return step({ ...state, thrower: node }, node, 'may throw')
}

/** Remembers by which statement the function is left. */
export function leaving(state: State, node: Node, frame: Frame, machine: Machine): State {
  // What a helper does under the lock is no way out of the function that holds it.
  if (!state.tracked || !isWithin(state.tracked.acquisition.frame, frame)) return state
  const place = placed(`leave${String(node.range[0])}`)
  machine.leaves.set(place.key, node)
  return step({ ...state, env: state.env.set('leave', place) }, node, 'leaves the function')
}
