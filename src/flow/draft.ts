/**
 * A graph while it is drawn: the points made so far, the edges that still look for their target, and what encloses the
 * place that is drawn.
 *
 * Every edge is made together with its point, so the order of `out` is fixed, and gets its target later: from the next
 * point, or from the jump target to which it was routed. Where no edge is open the place can't be reached and nothing is
 * made, so every point of a finished graph can be reached.
 */
import type { Completion, EdgeKind, Graph, Point, TestHow } from './graph.ts'
import { type OpenEdge, Targets } from './targets.ts'
import type { Node } from '../syntax/ast.ts'

/** The open edges on the two sides of a decision. */
export interface Branches {
  readonly yes: readonly OpenEdge[]
  readonly no: readonly OpenEdge[]
}

type Shape =
  | { readonly kind: Exclude<Point['kind'], 'test' | 'value'> }
  | { readonly kind: 'test'; readonly how: TestHow }
  | { readonly kind: 'value'; readonly from: Node | undefined }

type PlainKind = Exclude<Point['kind'], 'test' | 'value' | 'entry' | 'exit' | 'throwExit'>

/** Nesting from which the graph is given up: what walks the tree is recursive, and the stack of the host is unknown. */
export const MAX_DEPTH = 400

export class Draft {
  /** The edges that lead to the next point. */
  open: readonly OpenEdge[] = []
  /** Set once the tree is nested too deep; from then on nothing is reached. */
  gaveUp = false
  readonly targets = new Targets()
  readonly dropped: Set<Node> = new Set<Node>()
  readonly #root: Node
  readonly #points: Point[] = []
  #depth = 0

  constructor(root: Node) {
    this.#root = root
    this.open = [this.edge(this.#make({ kind: 'entry' }, root), 'next')]
  }

  /** Whether the place can be reached. */
  get live(): boolean {
    return this.open.length > 0
  }

  /** How many points there are; the id of the next one. */
  get made(): number {
    return this.#points.length
  }

  /** Draws something one level deeper, unless it is too deep or can't be reached. */
  nested(draw: () => void): void {
    if (!this.live) return
    if (this.#depth >= MAX_DEPTH) {
      this.gaveUp = true
      this.open = []
      return
    }
    this.#depth++
    draw()
    this.#depth--
  }

  #make(shape: Shape, node: Node): Point {
    const point: Point = { ...shape, id: this.#points.length, node, out: [] }
    this.#points.push(point)
    for (const edge of this.open) edge.to = point
    this.open = []
    return point
  }

  edge(from: Point, kind: EdgeKind, resumes?: Completion): OpenEdge {
    const edge: OpenEdge = { kind, to: from }
    if (resumes !== undefined) edge.resumes = resumes
    from.out.push(edge)
    return edge
  }

  /** A point without an edge yet; undefined where it can't be reached. */
  point(kind: PlainKind, node: Node): Point | undefined {
    return this.live ? this.#make({ kind }, node) : undefined
  }

  /** A point that does nothing but go on. */
  step(kind: PlainKind, node: Node): void {
    const point = this.point(kind, node)
    if (point !== undefined) this.open = [this.edge(point, 'next')]
  }

  /** A point that goes on or throws; a `yield` may also make the function return. */
  operation(kind: 'call' | 'await' | 'yield' | 'dispose', node: Node): void {
    const point = this.point(kind, node)
    if (point === undefined) return
    this.open = [this.edge(point, 'next')]
    this.route([this.edge(point, 'throw')], 'throw')
    if (kind === 'yield') this.route([this.edge(point, 'return')], 'return')
  }

  /** A decision; the place is dead after it until one of the branches is opened. */
  test(how: TestHow, node: Node): Branches {
    if (!this.live) return { yes: [], no: [] }
    const point = this.#make({ kind: 'test', how }, node)
    return { yes: [this.edge(point, 'true')], no: [this.edge(point, 'false')] }
  }

  /** The value of `node` is that of `from`. */
  value(node: Node, from: Node | undefined): void {
    if (this.live) this.open = [this.edge(this.#make({ kind: 'value', from }, node), 'next')]
  }

  /** A point that ends the function or the block by `return` or `throw`. */
  leave(kind: 'return' | 'throw', node: Node): void {
    const point = this.point(kind, node)
    if (point !== undefined) this.route([this.edge(point, kind)], kind)
  }

  /** Makes more edges lead to the next point. */
  join(edges: readonly OpenEdge[]): void {
    if (edges.length > 0) this.open = [...this.open, ...edges]
  }

  /** Leads the open edges back to the first point made since `made` was `mark`. */
  back(mark: number): void {
    const head = this.#points[mark]
    if (head !== undefined) for (const edge of this.open) edge.to = head
    this.open = []
  }

  /** Leads edges to where a completion goes from here. */
  route(edges: readonly OpenEdge[], completion: Completion): void {
    this.targets.route(edges, completion)
  }

  /** `break` or `continue` from here. */
  jump(kind: 'break' | 'continue', label: string | undefined): void {
    const completion = this.targets.completionOf(kind, label)
    if (completion === undefined) return
    this.route(this.open, completion)
    this.open = []
  }

  /** The finished graph; undefined if it was given up. */
  finish(): Graph | undefined {
    if (this.gaveUp) return undefined
    const entry = this.#points[0]
    if (entry === undefined) return undefined
    this.join(this.targets.returns)
    const exit = this.#end('exit')
    this.open = this.targets.throws
    const throwExit = this.#end('throwExit')
    return { entry, exit, throwExit, points: this.#points, dropped: this.dropped }
  }

  /** An exit that isn't reached has no place among the points and the id -1. */
  #end(kind: 'exit' | 'throwExit'): Point {
    return this.live ? this.#make({ kind }, this.#root) : { kind, id: -1, node: this.#root, out: [] }
  }
}
