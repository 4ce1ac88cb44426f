/** What may run behind a place of a function, if nothing throws on the way. */
import type { Graph, Point } from '../flow/graph.ts'
import type { Node } from '../syntax/ast.ts'

/** Whether a way leads from the call at `from` to the operation at `to`. */
export function mayFollow(graph: Graph | undefined, from: Node, to: Node): boolean {
  return mayReach(graph, ({ node, kind }) => node === from && kind === 'call', to)
}

/** Whether a way leads from an `await` of the function to the operation. */
export function mayFollowAwait(graph: Graph | undefined, to: Node): boolean {
  return mayReach(graph, ({ kind }) => kind === 'await', to)
}

/** Whether the function comes to the operation though nothing throws. */
export function mayRunUnhurt(graph: Graph | undefined, to: Node): boolean {
  return graph === undefined || graph.entry.node === to || mayReach(graph, (point) => point === graph.entry, to)
}

/** Whether a way leads to the operation from behind one of the points, without a throw. */
function mayReach(graph: Graph | undefined, isStart: (point: Point) => boolean, to: Node): boolean {
  const seen = new Set<Point>()
  const open = (graph?.points ?? []).filter(isStart)
  const leave = (point: Point): void => {
    for (const { kind, to: next, resumes } of point.out) if (kind !== 'throw' && resumes !== 'throw') open.push(next)
  }
  for (const start of open.splice(0)) leave(start)
  for (let point = open.pop(); point; point = open.pop()) {
    if (point.node === to) return true
    if (seen.has(point)) continue
    seen.add(point)
    leave(point)
  }
  return false
}
