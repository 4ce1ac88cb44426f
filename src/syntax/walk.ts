/** The children of a node, and walks over them, whichever parser made the tree. */
import type { Node } from './ast.ts'

const NO_CHILDREN = new Set(['parent', 'loc', 'range', 'tokens', 'comments'])

/** The child nodes in source order of their keys. */
export function childrenOf(node: Node): Node[] {
  const children: Node[] = []
  for (const [key, value] of Object.entries(node)) {
    if (NO_CHILDREN.has(key) || value === null || typeof value !== 'object') continue
    for (const child of Array.isArray(value) ? (value as unknown[]) : [value]) {
      if (child !== null && typeof child === 'object' && typeof (child as Node).type === 'string')
        children.push(child as Node)
    }
  }
  return children
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
