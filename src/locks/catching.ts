/** The failure of the call that takes a lock is caught: what runs from here on runs without the lock. */
import { writtenPath } from '../origins/written-path.ts'
import type { Value } from '../origins/value.ts'
import { isFunction, type Node, type TSESTree } from '../syntax/ast.ts'
import { childrenOf, covers, pathTo } from '../syntax/walk.ts'
import { isLogger } from '../vocabulary.ts'
import { unwatched } from './sessions.ts'
import type { Frame, State } from './state.ts'

/** Only where the call is what its `try` is about is it plain that the rest was meant to run under the lock. */
export function catching(clause: TSESTree.CatchClause, state: State, frame: Frame): State {
  const { tracked } = state
  if (tracked?.phase !== 'failed') return state
  const statement = pathTo(frame.fn, clause).at(-2)
  const call = callIn(frame, tracked.acquisition)
  const goesOn = statement?.type === 'TryStatement' && call && ignores(statement, call)
  return goesOn ? caughtAt(clause, state) : unwatched(state)
}

/** Whether the handler of a `try` lets the work behind it run, though the call in it failed. */
function ignores({ block, handler }: TSESTree.TryStatement, call: Node): boolean {
  const at = block.body.findIndex((one) => covers(one, call))
  return at >= 0 && block.body.slice(at + 1).every(isPlain) && handler !== null && !leaves(handler.body)
}

/**
 * Whether the failure of a call may be caught in a way that lets the work run: only then is it worth following. What is
 * awaited where it stands fails into the handlers around it, here and in the callers.
 */
export function mayBeIgnored(node: Node, frame: Frame): boolean {
  let call: Node | undefined = node
  for (let at: Frame | undefined = frame; at && call; at = at.parent) {
    const path = pathTo(at.fn, call)
    if (path.at(-2)?.type !== 'AwaitExpression') return true
    const own = call
    const around = path.findLast(
      (one): one is TSESTree.TryStatement =>
        one.type === 'TryStatement' && one.handler !== null && covers(one.block, own),
    )
    if (around) return ignores(around, own)
    call = at.call
  }
  return false
}

/** A handler of the promise ended normally; one that can't be seen may always throw. */
export function caughtIn(node: Node, handler: Value, state: State, frame: Frame): State {
  if (state.tracked?.phase !== 'failed') return state
  // What it gave is kept, to be tested in ways that can't all be followed.
  const isKept = pathTo(frame.fn, node).some(
    ({ type }) => type === 'VariableDeclarator' || type === 'AssignmentExpression',
  )
  if (isKept) return unwatched(state)
  if (handler.kind === 'function') return mayReject(handler.node.body) ? unwatched(state) : caughtAt(node, state)
  const given = node.type === 'CallExpression' ? (node.arguments.at(-1) as Node | undefined) : undefined
  const logs = given && writtenPath(given).split('.').some(isLogger)
  return logs ? caughtAt(node, state) : unwatched(state)
}

/** From here on it is known where the failure was caught; the outermost place counts. */
function caughtAt(node: Node, state: State): State {
  const { tracked } = state
  return tracked?.phase === 'failed' ? { ...state, tracked: { ...tracked, caught: node } } : state
}

/** A statement that only keeps what was answered, or logs it. */
function isPlain(statement: Node): boolean {
  if (statement.type !== 'VariableDeclaration' && statement.type !== 'ExpressionStatement') return false
  return every(
    statement,
    (node) =>
      node.type !== 'AwaitExpression' &&
      node.type !== 'NewExpression' &&
      node.type !== 'TaggedTemplateExpression' &&
      (node.type !== 'CallExpression' || writtenPath(node.callee).split('.').some(isLogger)),
  )
}

/** A clause that leaves on some failures has decided on which: the others are none to it. */
function leaves(body: Node): boolean {
  return !every(
    body,
    (node) =>
      node.type !== 'ThrowStatement' &&
      node.type !== 'ReturnStatement' &&
      node.type !== 'BreakStatement' &&
      node.type !== 'ContinueStatement' &&
      !collects(node),
  )
}

/** `failed.add(id)`: what went wrong is kept, and asked for later. */
function collects(node: Node): boolean {
  if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return false
  const { property } = node.callee
  return property.type === 'Identifier' && /^(set|add|push|unshift|delete)$/.test(property.name)
}

function mayReject(body: Node): boolean {
  return !every(
    body,
    (node) =>
      node.type !== 'ThrowStatement' &&
      !collects(node) &&
      (node.type !== 'CallExpression' || writtenPath(node.callee) !== 'Promise.reject'),
  )
}

/** Whether all that a function does itself is so. */
function every(node: Node, holds: (node: Node) => boolean): boolean {
  return holds(node) && childrenOf(node).every((child) => isFunction(child) || every(child, holds))
}

/** The call by which a frame came to take the lock. */
function callIn(frame: Frame, acquisition: { readonly node: Node; readonly frame: Frame }): Node | undefined {
  let node: Node | undefined = acquisition.node
  for (let at: Frame | undefined = acquisition.frame; at; at = at.parent) {
    if (at.id === frame.id) return node
    node = at.call
  }
  return undefined
}
