/**
 * Draws the operations of an expression, in the order in which they are evaluated.
 *
 * Where an operand that isn't always evaluated contains a point, the decision is drawn and `value` points state what the
 * expression came to; elsewhere its value can be computed from what is known of its operands, and nothing is drawn.
 */
import { decide, decideNullish, noValue, stated, valueIfNo, valueIfYes } from './build-condition.ts'
import { staticBlock } from './build.ts'
import type { Branches, Draft } from './draft.ts'
import { containsPoint, operands } from './operands.ts'
import type { OpenEdge } from './targets.ts'
import type { Node, TSESTree } from '../syntax/ast.ts'

export function expression(draft: Draft, node: Node | null | undefined): void {
  if (node === null || node === undefined) return
  draft.nested(() => evaluate(draft, node))
}

function evaluate(draft: Draft, node: Node): void {
  switch (node.type) {
    case 'CallExpression':
    case 'NewExpression':
    case 'TaggedTemplateExpression':
    case 'ImportExpression':
      each(draft, operands(node))
      draft.operation('call', node)
      break
    case 'AwaitExpression':
      expression(draft, node.argument)
      draft.operation('await', node)
      break
    case 'YieldExpression':
      expression(draft, node.argument)
      draft.operation('yield', node)
      break
    case 'UpdateExpression':
      expression(draft, node.argument)
      draft.step('assign', node)
      break
    case 'AssignmentExpression':
      assignment(draft, node)
      break
    case 'LogicalExpression':
      logical(draft, node)
      break
    case 'ConditionalExpression':
      conditional(draft, node)
      break
    case 'ChainExpression': {
      const cuts = chainLinks(draft, node)
      if (cuts.length === 0) break
      draft.value(node, node.expression)
      draft.join(stated(draft, cuts, node, undefined))
      break
    }
    case 'AssignmentPattern':
    case 'ArrayPattern':
    case 'ObjectPattern':
      pattern(draft, node)
      break
    case 'StaticBlock':
      staticBlock(draft, node)
      break
    default:
      each(draft, operands(node))
  }
}

function each(draft: Draft, nodes: readonly (Node | null | undefined)[]): void {
  for (const node of nodes) expression(draft, node)
}

function logical(draft: Draft, node: TSESTree.LogicalExpression): void {
  const { left, right } = node
  if (!containsPoint(right)) {
    expression(draft, left)
    return
  }
  const [cut, goesOn] = shortCircuit(draft, left, node.operator)
  const kept = stated(draft, cut, node, left)
  draft.open = goesOn
  expression(draft, right)
  draft.value(node, right)
  draft.join(kept)
}

/** The edges on which `left` is the result, and those on which the right side is evaluated. */
function shortCircuit(
  draft: Draft,
  left: Node,
  operator: '&&' | '||' | '??',
): [cut: readonly OpenEdge[], goesOn: readonly OpenEdge[]] {
  let branches: Branches
  switch (operator) {
    case '&&':
      branches = decide(draft, left, valueIfNo)
      return [branches.no, branches.yes]
    case '||':
      branches = decide(draft, left, valueIfYes)
      return [branches.yes, branches.no]
    case '??':
      branches = decideNullish(draft, left, valueIfNo)
      return [branches.no, branches.yes]
  }
}

function conditional(draft: Draft, node: TSESTree.ConditionalExpression): void {
  const { test, consequent, alternate } = node
  if (!containsPoint(consequent) && !containsPoint(alternate)) {
    expression(draft, test)
    return
  }
  const branches = decide(draft, test, noValue)
  draft.open = branches.yes
  expression(draft, consequent)
  draft.value(node, consequent)
  const first = draft.open
  draft.open = branches.no
  expression(draft, alternate)
  draft.value(node, alternate)
  draft.join(first)
}

function assignment(draft: Draft, node: TSESTree.AssignmentExpression): void {
  const { left, right, operator } = node
  const isLogical = operator === '&&=' || operator === '||=' || operator === '??='
  if (isLogical && containsPoint(right)) {
    const how = operator.slice(0, 2) as '&&' | '||' | '??'
    const [cut, goesOn] = shortCircuit(draft, left, how)
    const kept = stated(draft, cut, node, left)
    draft.open = goesOn
    expression(draft, right)
    draft.step('assign', node)
    draft.join(kept)
    return
  }
  const isPattern = left.type === 'ArrayPattern' || left.type === 'ObjectPattern'
  if (!isPattern) expression(draft, left)
  expression(draft, right)
  if (isPattern) pattern(draft, left)
  draft.step('assign', node)
}

/**
 * The operations inside a target: computed keys, objects of members, default values. The point of the assignment comes
 * after all of them, and states the value of none.
 */
export function pattern(draft: Draft, node: Node | null | undefined): void {
  if (node === null || node === undefined || !containsPoint(node)) return
  if (node.type === 'AssignmentPattern') {
    defaulted(draft, node)
    return
  }
  if (
    node.type === 'ArrayPattern' ||
    node.type === 'ObjectPattern' ||
    node.type === 'Property' ||
    node.type === 'RestElement'
  ) {
    draft.nested(() => {
      for (const part of operands(node)) pattern(draft, part)
    })
    return
  }
  expression(draft, node)
}

/** `{ a: target.of() = value() }`: a member is evaluated before its default value, a nested pattern after it. */
function defaulted(draft: Draft, node: TSESTree.AssignmentPattern): void {
  const isNested = node.left.type === 'ArrayPattern' || node.left.type === 'ObjectPattern'
  if (!isNested) pattern(draft, node.left)
  if (containsPoint(node.right)) {
    const branches = draft.test('nullish', node)
    draft.open = branches.yes
    expression(draft, node.right)
    draft.join(branches.no)
  }
  if (isNested) pattern(draft, node.left)
}

/** Draws the links of an optional chain. Answers the edges on which it is cut short and an operation after it is skipped. */
export function chainLinks(draft: Draft, node: TSESTree.ChainExpression): OpenEdge[] {
  const cuts: OpenEdge[] = []
  link(draft, node.expression, false, cuts)
  return cuts
}

/** `isFollowed`: an operation comes after this link, so that a cut here is a path of its own. */
function link(draft: Draft, node: Node, isFollowed: boolean, cuts: OpenEdge[]): void {
  switch (node.type) {
    case 'MemberExpression': {
      const isCut = isFollowed || (node.computed && containsPoint(node.property))
      draft.nested(() => {
        link(draft, node.object, isCut, cuts)
        if (node.optional && isCut) cut(draft, node.object, cuts)
        if (node.computed) expression(draft, node.property)
      })
      break
    }
    case 'CallExpression':
      draft.nested(() => {
        link(draft, node.callee, true, cuts)
        if (node.optional) cut(draft, node.callee, cuts)
        each(draft, node.arguments)
        draft.operation('call', node)
      })
      break
    case 'TSNonNullExpression':
      draft.nested(() => link(draft, node.expression, isFollowed, cuts))
      break
    default:
      expression(draft, node)
  }
}

function cut(draft: Draft, node: Node, cuts: OpenEdge[]): void {
  const branches = draft.test('nullish', node)
  cuts.push(...branches.yes)
  draft.open = branches.no
}
