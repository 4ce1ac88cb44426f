/**
 * Draws `try` and the disposal of `using` variables.
 *
 * The points of a `finally` stand once. Every edge into it says with which completion it enters, and its end has an edge
 * for each of them, which may enter the next `finally` in turn. A `finally` whose end isn't reached overrides them all.
 */
import { pattern } from './build-expression.ts'
import { statement } from './build.ts'
import type { Draft } from './draft.ts'
import type { Completion, EdgeKind } from './graph.ts'
import type { FinallyTarget, OpenEdge } from './targets.ts'
import type { Node, TSESTree } from '../syntax/ast.ts'

export function tryStatement(draft: Draft, node: TSESTree.TryStatement): void {
  const { block, handler, finalizer } = node
  const last = finalizer ? draft.targets.enterFinally() : undefined
  if (handler) {
    const target = draft.targets.enterCatch()
    statement(draft, block)
    draft.targets.leave()
    const completed = draft.open
    draft.open = target.throws
    draft.step('catch', handler)
    pattern(draft, handler.param)
    statement(draft, handler.body)
    draft.join(completed)
  } else statement(draft, block)
  if (last !== undefined) closeFinally(draft, last, node, () => statement(draft, finalizer))
}

/** The `using` variables of a block, each disposed of whatever happens after its initialisation, the last one first. */
export function usingScopes(
  draft: Draft,
  block: Node,
): { open: (variable: TSESTree.VariableDeclarator) => void; closeAll: () => void } {
  const opened: { variable: TSESTree.VariableDeclarator; scope: FinallyTarget }[] = []
  return {
    open: (variable) => opened.push({ variable, scope: draft.targets.enterFinally() }),
    closeAll: () => {
      for (const { variable, scope } of opened.reverse())
        closeFinally(draft, scope, block, () => draft.operation('dispose', variable))
    },
  }
}

/** Leaves the innermost scope, which is `scope`, and draws what runs when it is left. */
function closeFinally(draft: Draft, scope: FinallyTarget, node: Node, draw: () => void): void {
  draft.route(draft.open, 'next')
  draft.targets.leave()
  draft.open = scope.entering
  draft.step('finally', node)
  draft.targets.enterFinallyBody()
  draw()
  draft.targets.leave()
  const end = draft.point('finallyEnd', node)
  if (end === undefined) return
  const goesOn: OpenEdge[] = []
  for (const completion of scope.completions) {
    const edge = draft.edge(end, kindOf(completion), completion)
    if (completion === 'next') goesOn.push(edge)
    else draft.route([edge], completion)
  }
  draft.open = goesOn
}

function kindOf(completion: Completion): EdgeKind {
  return completion === 'throw' || completion === 'return' ? completion : 'next'
}
