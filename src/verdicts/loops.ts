/** The loops of a section around a piece of its work. */
import type { LoopSeen } from '../locks/content.ts'
import type { Observations } from '../locks/facts.ts'
import type { Frame } from '../locks/state.ts'
import { isFunction, type Node, type TSESTree } from '../syntax/ast.ts'
import { around, covers } from '../syntax/walk.ts'
import type { Place } from './places.ts'

export type LoopStatement =
  | TSESTree.ForOfStatement
  | TSESTree.ForInStatement
  | TSESTree.ForStatement
  | TSESTree.WhileStatement
  | TSESTree.DoWhileStatement

function isLoop(node: Node): node is LoopStatement {
  return /^(For(Of|In)?|While|DoWhile)Statement$/.test(node.type)
}

/** Where something happened in each of the functions that were running, by the ids of their frames. */
export function placesOf(place: Place): ReadonlyMap<string, Node> {
  const places = new Map<string, Node>()
  let node: Node | undefined = place.node
  for (let at: Frame | undefined = place.frame; at && node; at = at.parent) {
    places.set(at.id, node)
    node = at.call
  }
  return places
}

/**
 * The statements and calls that repeat a piece of work while the lock is held, the innermost first. A loop around the
 * acquisition as well is none of its section.
 */
export function loopsAround({ node, frame }: Place, seen: Observations): (Place & { readonly node: Node })[] {
  const taken = placesOf(seen.acquisition)
  const loops: Place[] = []
  let inner = node
  for (let at: Frame | undefined = frame; at; at = at.parent) {
    const own = taken.get(at.id)
    const work = inner
    for (const loop of [...around(at.fn, inner)].filter(isLoop))
      if (isRepeated(loop, work) && !(own && covers(loop, own))) loops.push({ node: loop, frame: at })
    if (own || !at.call) break
    const outer: Frame | undefined = at.parent
    if (outer && seen.content.loops.has(at.call) && at.via === 'callback') {
      const places = taken.get(outer.id)
      if (!(places && covers(at.call, places))) loops.push({ node: at.call, frame: outer })
    }
    inner = at.call
  }
  return loops
}

/** Whether a node of a loop runs in each pass. */
function isRepeated(loop: LoopStatement, node: Node): boolean {
  if (covers(loop.body, node)) return true
  if (loop.type === 'ForStatement')
    return (loop.test !== null && covers(loop.test, node)) || (loop.update !== null && covers(loop.update, node))
  return (loop.type === 'WhileStatement' || loop.type === 'DoWhileStatement') && covers(loop.test, node)
}

/** What is known of the collection that a loop goes through. */
export function seenOf({ node, frame }: Place, { content }: Observations): LoopSeen | undefined {
  const direct = content.loops.get(node)
  if (direct || node.type !== 'ForStatement') return direct
  return [...content.loops.values()].find(
    (one) => one.frame.id === frame.id && node.test !== null && covers(node.test, one.node),
  )
}

/** Whether what happens at a place is waited for by those who hold the lock: no async function on the way runs alone. */
export function isAwaitedInside({ node, frame }: Place, { acquisition }: Observations): boolean {
  const outer = new Set<string>()
  for (let at: Frame | undefined = acquisition.frame; at; at = at.parent) outer.add(at.id)
  let inner = node
  let isAsync = true
  for (let at: Frame | undefined = frame; at; at = at.parent) {
    if (isAsync && isLeftAlone(inner, at)) return false
    if (outer.has(at.id) || !at.call) return true
    // A callback is waited for by whoever is given it.
    isAsync = at.via === 'call' && isFunction(at.fn) && at.fn.async
    inner = at.call
  }
  return true
}

/** `work()` as a statement of its own, or `void work()`. */
function isLeftAlone(call: Node, { fn }: Frame): boolean {
  if (call.type === 'AwaitExpression') return false
  const [parent] = around(fn, call)
  if (parent?.type === 'UnaryExpression') return parent.operator === 'void'
  return parent?.type === 'ExpressionStatement'
}
