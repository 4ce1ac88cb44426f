/** What may run behind a place of a function, if nothing throws on the way. */
import type { Graph, Point } from '../flow/graph.ts'
import type { Node } from '../syntax/ast.ts'
import { covers } from '../syntax/walk.ts'

/** Whether a way leads from the operation at `from` to the one at `to`, without a throw. */
export function mayFollow(graph: Graph | undefined, from: Node, to: Node): boolean {
  if (!graph) return false
  const seen = new Set<Point>()
  const open: Point[] = graph.points.filter(({ node, kind }) => node === from && kind === 'call')
  const isThere = ({ node, kind }: Point): boolean =>
    node === to && (kind === 'call' || kind === 'await' || kind === 'return' || kind === 'end')
  const start = new Set(open)
  for (let point = open.pop(); point; point = open.pop()) {
    if (isThere(point) && (!start.has(point) || seen.has(point))) return true
    if (seen.has(point)) continue
    seen.add(point)
    for (const { kind, to: next, resumes } of point.out)
      if (kind !== 'throw' && resumes !== 'throw' && !(kind === 'next' && isUnreachable(next))) open.push(next)
  }
  return false

  function isUnreachable(point: Point): boolean {
    return point.kind === 'throwExit'
  }
}
