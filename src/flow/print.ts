/**
 * Writes a graph as text, a line for each point, for tests and for the documentation.
 *
 *     3 call "lock()" -> 4, throw 9 (enters throw)
 *
 * An edge is written with its kind, unless it is `next`, the id of its target, then the completion that it resumes at
 * the end of a `finally`, how many it drops by leaving one early, and the one with which it enters the next.
 */
import type { Edge, Graph, Point } from './graph.ts'
import type { Node } from '../syntax/ast.ts'

const MAX_SNIPPET = 32

/** `text` is the source that the nodes' ranges point into. */
export function printGraph(graph: Graph, text: string): string {
  return graph.points.map((point) => printPoint(point, text)).join('\n')
}

/** One line: the point, its source and its edges. */
export function printPoint(point: Point, text: string): string {
  const edges = point.out.map(printEdge).join(', ')
  return `${point.id} ${printOperation(point, text)}${edges === '' ? '' : ` -> ${edges}`}`
}

function printEdge(edge: Edge): string {
  const kind = edge.kind === 'next' ? '' : `${edge.kind} `
  const completions: string[] = []
  if (edge.resumes !== undefined) completions.push(`resumes ${edge.resumes}`)
  if (edge.drops !== undefined) completions.push(`drops ${edge.drops}`)
  if (edge.enters !== undefined) completions.push(`enters ${edge.enters}`)
  return `${kind}${edge.to.id}${completions.length === 0 ? '' : ` (${completions.join(', ')})`}`
}

function printOperation(point: Point, text: string): string {
  switch (point.kind) {
    case 'entry':
    case 'exit':
    case 'throwExit':
      return point.kind
    case 'test':
      return `test ${point.how} ${snippet(point.node, text)}`
    case 'value': {
      const from = point.from === undefined ? 'undefined' : snippet(point.from, text)
      return `value ${snippet(point.node, text)} = ${from}`
    }
    default:
      return `${point.kind} ${snippet(point.node, text)}`
  }
}

/** The first line of a node's source, cut to a readable length. */
function snippet(node: Node, text: string): string {
  const source = text.slice(node.range[0], node.range[1])
  const line = source.split('\n', 1)[0]?.trimEnd() ?? ''
  const isCut = line.length > MAX_SNIPPET || line.length < source.length
  return `"${line.length > MAX_SNIPPET ? line.slice(0, MAX_SNIPPET).trimEnd() : line}${isCut ? '…' : ''}"`
}
