/** The children of a node, and walks over them, whichever parser made the tree. */
import { visitorKeys } from '@typescript-eslint/visitor-keys'
import type { Node } from './ast.ts'

const NO_CHILDREN = new Set(['parent', 'loc', 'range', 'tokens', 'comments'])

/** The child nodes in the order of their keys; of a kind of node that no standard knows, all nodes that it holds. */
export function childrenOf(node: Node): Node[] {
  const children: Node[] = []
  for (const key of visitorKeys[node.type] ?? Object.keys(node).filter((key) => !NO_CHILDREN.has(key))) {
    const value: unknown = node[key as keyof Node]
    if (Array.isArray(value)) {
      for (const child of value as unknown[]) if (isNode(child)) children.push(child)
    } else if (isNode(value)) children.push(value)
  }
  return children
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'
}

/** All nodes below a node and itself, parents first; an explicit stack, so that deep trees don't overflow. */
export function* descendantsOf(root: Node): Generator<Node> {
  const stack = [root]
  for (let node = stack.pop(); node; node = stack.pop()) {
    yield node
    stack.push(...childrenOf(node).reverse())
  }
}

/** The nodes from `root` down to the innermost one that covers the place of `target`. */
export function pathTo(root: Node, target: Node): Node[] {
  const path: Node[] = []
  for (let node: Node | undefined = root; node;) {
    path.push(node)
    if (node === target) break
    node = childrenOf(node).find((child) => covers(child, target))
  }
  return path
}

export function covers(outer: Node, inner: Node): boolean {
  return outer.range[0] <= inner.range[0] && inner.range[1] <= outer.range[1]
}

const parents = new WeakMap<Node, ReadonlyMap<Node, Node>>()

/** The nodes around one that stands below `root`, the innermost first; read once for each root. */
export function* around(root: Node, node: Node): Generator<Node> {
  let known = parents.get(root)
  if (!known) parents.set(root, (known = parentsIn(root)))
  for (let at = known.get(node); at; at = known.get(at)) yield at
}

function parentsIn(root: Node): ReadonlyMap<Node, Node> {
  const found = new Map<Node, Node>()
  const stack = [root]
  for (let node = stack.pop(); node; node = stack.pop()) {
    for (const child of childrenOf(node)) {
      found.set(child, node)
      stack.push(child)
    }
  }
  return found
}
