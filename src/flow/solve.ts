/**
 * Finds the states that hold before each point of a graph, for any problem: the least fixpoint if the problem's
 * transfer is monotone and its joins end.
 *
 * The lowest point that has something new is taken next. Ids follow evaluation order, so that only the edge back to the
 * head of a loop leads to a lower one: a point runs after all that come before it, and an inner loop settles before what
 * follows it. The same graph and entry always give the same answer, in the same order.
 */
import type { Edge, Graph, Point } from './graph.ts'

/** What is asked about a graph; `S` is a state, which must not be changed once it was handed over. */
export interface Problem<S> {
  /** The part of a state that is never joined: states of one key become one at a point, others stay apart. */
  key(state: S): string
  /** A state with the same key that covers both; undefined if `old` does already. */
  join(old: S, next: S): S | undefined
  /** The edges that are taken from a point, each with the state that it leads on with. */
  transfer(point: Point, state: S): Iterable<{ readonly edge: Edge; readonly state: S }>
}

/** How much work is left; shared between runs it bounds them together. */
export interface Budget {
  steps: number
}

/** What holds before each exit that is reached, by key. */
type Solution<S> = Map<Point, Map<string, S>>

const MAX_KEYS = 256

/** The solution, or 'budget' if it takes more steps than are left, or more keys at one point than can be kept apart. */
export function solve<S>(
  graph: Graph,
  entry: readonly S[],
  problem: Problem<S>,
  budget: Budget,
): Solution<S> | 'budget' {
  const solution: Solution<S> = new Map()
  /** The keys at each point whose state was not passed on yet, by the point's id. */
  const pending: (Set<string> | undefined)[] = []
  let cursor = graph.entry.id
  const settled = settledBefore(graph)
  let dropped = 0

  /** Whether the state could be kept. */
  function arrive(point: Point, state: S): boolean {
    let states = solution.get(point)
    if (states === undefined) solution.set(point, (states = new Map<string, S>()))
    const key = problem.key(state)
    const old = states.get(key)
    const next = old === undefined ? state : problem.join(old, state)
    if (next === undefined) return true
    states.set(key, next)
    const keys = pending[point.id]
    if (keys === undefined) pending[point.id] = new Set([key])
    else keys.add(key)
    if (point.id < cursor) cursor = point.id
    return states.size <= MAX_KEYS
  }

  for (const state of entry) if (!arrive(graph.entry, state)) return 'budget'
  while (cursor < graph.points.length) {
    const point = graph.points[cursor]
    const keys = pending[cursor]
    pending[cursor] = undefined
    for (const until = settled[cursor] ?? 0; dropped < until; dropped++) {
      const over = graph.points[dropped]
      if (over && over.out.length > 0) solution.delete(over)
    }
    cursor++
    if (point === undefined || keys === undefined) continue
    for (const key of keys) {
      const state = solution.get(point)?.get(key)
      if (state === undefined) continue
      if (budget.steps <= 0) return 'budget'
      budget.steps--
      for (const { edge, state: next } of problem.transfer(point, state)) if (!arrive(edge.to, next)) return 'budget'
    }
  }
  return solution
}

const settledByGraph = new WeakMap<Graph, readonly number[]>()

/** By id of a point: the id below which no point is reached again once it is this point's turn. */
function settledBefore(graph: Graph): readonly number[] {
  const known = settledByGraph.get(graph)
  if (known) return known
  const { points } = graph
  const settled: number[] = []
  let lowest = Number.POSITIVE_INFINITY
  for (const point of points.toReversed()) {
    lowest = Math.min(lowest, point.id)
    for (const edge of point.out) lowest = Math.min(lowest, edge.to.id)
    settled[point.id] = lowest
  }
  settledByGraph.set(graph, settled)
  return settled
}
