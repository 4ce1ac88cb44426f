/**
 * Draws loops: each has a point to which it goes back, even if nothing in it does anything.
 *
 * An `end` point on the loop starts each pass whose test made points, or has none to make.
 */
import { decide, noValue } from './build-condition.ts'
import { expression, pattern } from './build-expression.ts'
import { usingScopes } from './build-try.ts'
import { ended, statement } from './build.ts'
import type { Branches, Draft } from './draft.ts'
import { containsPoint } from './operands.ts'
import type { Node, TSESTree } from '../syntax/ast.ts'

export function whileLoop(draft: Draft, node: TSESTree.WhileStatement, labels: readonly string[]): void {
  const head = draft.made
  const branches = decide(draft, node.test, noValue)
  pass(draft, node, labels, branches, head, node.test, () => {})
}

export function forLoop(draft: Draft, node: TSESTree.ForStatement, labels: readonly string[]): void {
  if (node.init?.type === 'VariableDeclaration') statement(draft, node.init)
  else ended(draft, node, () => expression(draft, node.init))
  const head = draft.made
  // Without a test the loop is only left by a jump.
  const branches = node.test ? decide(draft, node.test, noValue) : { yes: draft.open, no: [] }
  pass(draft, node, labels, branches, head, node.test, () => {
    expression(draft, node.update)
    if (containsPoint(node.update)) draft.step('end', node)
  })
}

/** The body of a loop that is tested before it, and what follows the loop. */
function pass(
  draft: Draft,
  node: TSESTree.WhileStatement | TSESTree.ForStatement,
  labels: readonly string[],
  branches: Branches,
  head: number,
  test: Node | null,
  update: () => void,
): void {
  const ends = containsPoint(test)
  draft.open = branches.yes
  if (ends || draft.made === head) draft.step('end', node)
  const target = draft.targets.enterJumpTarget('loop', labels)
  statement(draft, node.body)
  draft.targets.leave()
  draft.join(target.continues)
  update()
  draft.back(head)
  draft.open = branches.no
  if (ends) draft.step('end', node)
  draft.join(target.breaks)
}

export function doWhileLoop(draft: Draft, node: TSESTree.DoWhileStatement, labels: readonly string[]): void {
  const head = draft.made
  draft.step('end', node)
  const target = draft.targets.enterJumpTarget('loop', labels)
  statement(draft, node.body)
  draft.targets.leave()
  draft.join(target.continues)
  const branches = decide(draft, node.test, noValue)
  draft.open = branches.yes
  draft.back(head)
  draft.open = branches.no
  if (containsPoint(node.test)) draft.step('end', node)
  draft.join(target.breaks)
}

/**
 * `for…of` and `for…in`. What is iterated over is needed in each pass, so its `end` comes after the loop. That the
 * iterator's own code may throw, and that leaving the loop calls its `return`, isn't drawn.
 */
export function elementLoop(
  draft: Draft,
  node: TSESTree.ForOfStatement | TSESTree.ForInStatement,
  labels: readonly string[],
): void {
  expression(draft, node.right)
  const head = draft.made
  if (node.type === 'ForOfStatement' && node.await) draft.operation('await', node)
  const branches = draft.test('iterate', node)
  draft.open = branches.yes
  const declaration = node.left.type === 'VariableDeclaration' ? node.left : undefined
  const variable = declaration?.declarations[0]
  pattern(draft, variable?.id ?? node.left)
  draft.step('element', node)
  const target = draft.targets.enterJumpTarget('loop', labels)
  const scopes = usingScopes(draft, node)
  if (variable !== undefined && (declaration?.kind === 'using' || declaration?.kind === 'await using'))
    scopes.open(variable)
  statement(draft, node.body)
  scopes.closeAll()
  draft.targets.leave()
  draft.join(target.continues)
  draft.back(head)
  draft.open = branches.no
  draft.join(target.breaks)
  if (containsPoint(node.right)) draft.step('end', node)
}
