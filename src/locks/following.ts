/** What may run behind a place of a function, if nothing throws on the way. */
import type { Graph, Point } from '../flow/graph.ts'
import type { Node } from '../syntax/ast.ts'

/** Whether a way leads from the call at `from` to the operation at `to`, without a throw. */
export function mayFollow(graph: Graph | undefined, from: Node, to: Node): boolean {
  const seen = new Set<Point>()
  const open = (graph?.points ?? []).filter(({ node, kind }) => node === from && kind === 'call')
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
