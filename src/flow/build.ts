/**
 * Builds the control-flow graph of a function, a module or a static block from its syntax tree alone.
 *
 * Points stand in evaluation order and all of them can be reached from the entry; statements after a `return`, or behind
 * a test of a literal, make none. Neither the body of a nested function nor the defaults of parameters belong to a graph:
 * the one has a graph of its own, the others are bound by whoever enters the function.
 */
import { decide, noValue } from './build-condition.ts'
import { expression, pattern } from './build-expression.ts'
import { doWhileLoop, elementLoop, forLoop, whileLoop } from './build-loop.ts'
import { tryStatement, usingScopes } from './build-try.ts'
import { Draft } from './draft.ts'
import { callsEnding } from './dropped.ts'
import type { Graph } from './graph.ts'
import { containsPoint } from './operands.ts'
import type { OpenEdge } from './targets.ts'
import { type FunctionNode, isFunction, type Node, type Program, type TSESTree } from '../syntax/ast.ts'

/** The graph; undefined if the tree is nested too deep for it. */
export function buildGraph(root: FunctionNode | Program | TSESTree.StaticBlock): Graph | undefined {
  const draft = new Draft(root)
  if (!isFunction(root)) statements(draft, root.body, root)
  else if (root.body.type === 'BlockStatement') statements(draft, root.body.body, root.body)
  else {
    expression(draft, root.body)
    draft.leave('return', root.body)
  }
  return draft.finish()
}

const switches = new WeakMap<TSESTree.SwitchCase, TSESTree.SwitchStatement>()

/** The statement of a case that has a `test` point: what its test is compared with stands there. */
export function switchOf(node: TSESTree.SwitchCase): TSESTree.SwitchStatement | undefined {
  return switches.get(node)
}

/** Draws a statement; `labels` are those that stand before it. */
export function statement(draft: Draft, node: Node | null | undefined, labels: readonly string[] = []): void {
  if (node !== null && node !== undefined) draft.nested(() => execute(draft, node, labels))
}

function execute(draft: Draft, node: Node, labels: readonly string[]): void {
  switch (node.type) {
    case 'BlockStatement':
      statements(draft, node.body, node)
      break
    case 'ExpressionStatement':
      for (const call of callsEnding(node.expression)) draft.dropped.add(call)
      ended(draft, node, () => expression(draft, node.expression))
      break
    case 'VariableDeclaration':
      ended(draft, node, () => {
        for (const each of node.declarations) declarator(draft, node, each)
      })
      break
    case 'IfStatement':
      ifStatement(draft, node)
      break
    case 'SwitchStatement':
      switchStatement(draft, node, labels)
      break
    case 'WhileStatement':
      whileLoop(draft, node, labels)
      break
    case 'DoWhileStatement':
      doWhileLoop(draft, node, labels)
      break
    case 'ForStatement':
      forLoop(draft, node, labels)
      break
    case 'ForInStatement':
    case 'ForOfStatement':
      elementLoop(draft, node, labels)
      break
    case 'LabeledStatement':
      labeled(draft, node, labels)
      break
    case 'BreakStatement':
      draft.jump('break', node.label?.name)
      break
    case 'ContinueStatement':
      draft.jump('continue', node.label?.name)
      break
    case 'ReturnStatement':
      expression(draft, node.argument)
      draft.leave('return', node)
      break
    case 'ThrowStatement':
      expression(draft, node.argument)
      draft.leave('throw', node)
      break
    case 'TryStatement':
      tryStatement(draft, node)
      break
    case 'WithStatement':
      ended(draft, node, () => expression(draft, node.object))
      statement(draft, node.body)
      break
    case 'ClassDeclaration':
    case 'TSEnumDeclaration':
      ended(draft, node, () => expression(draft, node))
      break
    case 'ExportNamedDeclaration':
      statement(draft, node.declaration)
      break
    case 'ExportDefaultDeclaration':
      ended(draft, node, () => expression(draft, node.declaration))
      break
    case 'TSExportAssignment':
      ended(draft, node, () => expression(draft, node.expression))
      break
    case 'TSModuleDeclaration':
      if (node.body?.type === 'TSModuleBlock') statements(draft, node.body.body, node.body)
      break
    default:
    // Nothing runs: imports, types, declared functions, empty statements.
  }
}

/** Draws the statements of a block; a `using` declaration makes those after it the body of a `try` that disposes. */
export function statements(draft: Draft, list: readonly Node[], block: Node): void {
  const scopes = usingScopes(draft, block)
  for (const node of list) {
    if (!draft.live) break
    if (node.type === 'VariableDeclaration' && (node.kind === 'using' || node.kind === 'await using')) {
      ended(draft, node, () => {
        for (const each of node.declarations) {
          declarator(draft, node, each)
          scopes.open(each)
        }
      })
    } else statement(draft, node)
  }
  scopes.closeAll()
}

/** Static blocks run in place where their class is evaluated. */
export function staticBlock(draft: Draft, node: TSESTree.StaticBlock): void {
  statements(draft, node.body, node)
}

/** Draws what makes up a statement and ends it, if there was anything. */
export function ended(draft: Draft, node: Node, draw: () => void): void {
  const before = draft.made
  draw()
  if (draft.made > before) draft.step('end', node)
}

function declarator(draft: Draft, declaration: TSESTree.VariableDeclaration, node: TSESTree.VariableDeclarator): void {
  expression(draft, node.init)
  pattern(draft, node.id)
  // Without a value it is undefined from here on, in each turn of a loop anew.
  if (node.init || (declaration.kind === 'let' && !declaration.declare)) draft.step('assign', node)
}

function ifStatement(draft: Draft, node: TSESTree.IfStatement): void {
  const ends = containsPoint(node.test)
  const branches = decide(draft, node.test, noValue)
  draft.open = branches.yes
  if (ends) draft.step('end', node)
  statement(draft, node.consequent)
  const first = draft.open
  draft.open = branches.no
  if (ends) draft.step('end', node)
  statement(draft, node.alternate)
  draft.join(first)
}

/** All tests come first, then the bodies: the one of a case is entered from its test and from the body before it. */
function switchStatement(draft: Draft, node: TSESTree.SwitchStatement, labels: readonly string[]): void {
  expression(draft, node.discriminant)
  const entries = new Map<TSESTree.SwitchCase, readonly OpenEdge[]>()
  for (const each of node.cases) {
    if (!each.test) continue
    switches.set(each, node)
    expression(draft, each.test)
    const branches = draft.test('case', each)
    entries.set(each, branches.yes)
    draft.open = branches.no
  }
  const otherwise = node.cases.find((each) => !each.test)
  const unmatched = draft.open
  if (otherwise !== undefined) entries.set(otherwise, unmatched)
  const ends = containsPoint(node.discriminant) || node.cases.some((each) => containsPoint(each.test))
  const target = draft.targets.enterJumpTarget('switch', labels)
  let fallsThrough: readonly OpenEdge[] = []
  for (const each of node.cases) {
    draft.open = entries.get(each) ?? []
    if (ends) draft.step('end', node)
    draft.join(fallsThrough)
    statements(draft, each.consequent, node)
    fallsThrough = draft.open
  }
  draft.targets.leave()
  draft.open = otherwise === undefined ? unmatched : []
  if (ends) draft.step('end', node)
  draft.join(fallsThrough)
  draft.join(target.breaks)
}

/** A label of a loop or a switch names its jump target; another statement is a target of its own. */
function labeled(draft: Draft, node: TSESTree.LabeledStatement, outer: readonly string[]): void {
  const labels = [...outer, node.label.name]
  switch (node.body.type) {
    case 'LabeledStatement':
    case 'WhileStatement':
    case 'DoWhileStatement':
    case 'ForStatement':
    case 'ForInStatement':
    case 'ForOfStatement':
    case 'SwitchStatement':
      statement(draft, node.body, labels)
      return
    default:
  }
  const target = draft.targets.enterJumpTarget('block', labels)
  statement(draft, node.body)
  draft.targets.leave()
  draft.join(target.breaks)
}
