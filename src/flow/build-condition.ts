/**
 * Draws an expression as the decision that is made by it: an edge for each way to its being true or not.
 *
 * `if (a && b())` thus leaves from the test of `a` and from the test of `b()`, not from a joined value of both.
 */
import type { Branches, Draft } from './draft.ts'
import { chainLinks, expression } from './build-expression.ts'
import { containsPoint } from './operands.ts'
import type { OpenEdge } from './targets.ts'
import type { Node, TSESTree } from '../syntax/ast.ts'

/** On which side of the decision the value of the node is read later, so that it must be stated there. */
interface Need {
  readonly yes: boolean
  readonly no: boolean
}

export const noValue: Need = { yes: false, no: false }
export const valueIfYes: Need = { yes: true, no: false }
export const valueIfNo: Need = { yes: false, no: true }

/** Draws whether `node` is truthy. The draft is dead afterwards until one of the branches is opened. */
export function decide(draft: Draft, node: Node, need: Need): Branches {
  let branches: Branches = { yes: [], no: [] }
  draft.nested(() => {
    branches = truthiness(draft, node, need)
  })
  return branches
}

function truthiness(draft: Draft, node: Node, need: Need): Branches {
  // Some parsers keep parentheses, for which there is no type.
  const type: string = node.type
  if (type === 'ParenthesizedExpression') return decide(draft, (node as TSESTree.TSAsExpression).expression, need)
  switch (node.type) {
    case 'TSAsExpression':
    case 'TSNonNullExpression':
    case 'TSSatisfiesExpression':
    case 'TSTypeAssertion':
      return decide(draft, node.expression, need)
    case 'Literal':
      return literal(draft, node)
    case 'UnaryExpression': {
      if (node.operator !== '!') break
      const inner = decide(draft, node.argument, { yes: need.no, no: need.yes })
      return { yes: inner.no, no: inner.yes }
    }
    case 'SequenceExpression': {
      const last = node.expressions.at(-1)
      if (last === undefined) break
      for (const each of node.expressions) if (each !== last) expression(draft, each)
      return decide(draft, last, need)
    }
    case 'LogicalExpression':
      return logical(draft, node, need)
    case 'ConditionalExpression':
      return conditional(draft, node, need)
    case 'ChainExpression':
      return chain(draft, node, 'truthy', need)
    default:
  }
  expression(draft, node)
  return draft.test('truthy', node)
}

/** Draws whether `node` is null or undefined. */
export function decideNullish(draft: Draft, node: Node, need: Need): Branches {
  if (node.type === 'ChainExpression') return chain(draft, node, 'nullish', need)
  expression(draft, node)
  return draft.test('nullish', node)
}

/** `while (true)` and `do … while (0)` decide nothing. */
function literal(draft: Draft, node: TSESTree.Literal): Branches {
  const { value } = node
  if (typeof value === 'object' || typeof value === 'bigint') return draft.test('truthy', node)
  const { open } = draft
  draft.open = []
  return value ? { yes: open, no: [] } : { yes: [], no: open }
}

function logical(draft: Draft, node: TSESTree.LogicalExpression, need: Need): Branches {
  const { left, right, operator } = node
  const states = containsPoint(right)
  // A value that isn't stated is read from its parts, the left one first.
  const reads = !states && (need.yes || need.no)
  if (operator === '??') {
    const first = decideNullish(draft, left, { yes: reads, no: true })
    draft.open = first.no
    const kept = settle(draft, draft.test('truthy', left), states ? need : noValue, node, left)
    draft.open = first.yes
    const second = settle(draft, decide(draft, right, need), states ? need : noValue, node, right)
    return { yes: [...kept.yes, ...second.yes], no: [...kept.no, ...second.no] }
  }
  const isAnd = operator === '&&'
  const first = decide(draft, left, isAnd ? { yes: reads, no: need.no } : { yes: need.yes, no: reads })
  const cut = isAnd ? first.no : first.yes
  const kept = states && (isAnd ? need.no : need.yes) ? stated(draft, cut, node, left) : cut
  draft.open = isAnd ? first.yes : first.no
  const second = settle(draft, decide(draft, right, need), states ? need : noValue, node, right)
  return isAnd ? { yes: second.yes, no: [...kept, ...second.no] } : { yes: [...kept, ...second.yes], no: second.no }
}

function conditional(draft: Draft, node: TSESTree.ConditionalExpression, need: Need): Branches {
  const states = containsPoint(node.consequent) || containsPoint(node.alternate)
  const reads = !states && (need.yes || need.no)
  const test = decide(draft, node.test, { yes: reads, no: reads })
  const side = (open: readonly OpenEdge[], result: Node) => {
    draft.open = open
    return settle(draft, decide(draft, result, need), states ? need : noValue, node, result)
  }
  const first = side(test.yes, node.consequent)
  const second = side(test.no, node.alternate)
  return { yes: [...first.yes, ...second.yes], no: [...first.no, ...second.no] }
}

/** A chain that is cut short is undefined: neither truthy nor anything but nullish. */
function chain(draft: Draft, node: TSESTree.ChainExpression, how: 'truthy' | 'nullish', need: Need): Branches {
  const cuts = chainLinks(draft, node)
  if (cuts.length === 0) return draft.test(how, node)
  const branches = settle(draft, draft.test(how, node.expression), need, node, node.expression)
  if (how === 'nullish')
    return { yes: [...branches.yes, ...(need.yes ? stated(draft, cuts, node, undefined) : cuts)], no: branches.no }
  return { yes: branches.yes, no: [...branches.no, ...(need.no ? stated(draft, cuts, node, undefined) : cuts)] }
}

/** States on the needed sides that the value of `node` is that of `from`. */
function settle(draft: Draft, branches: Branches, need: Need, node: Node, from: Node): Branches {
  return {
    yes: need.yes ? stated(draft, branches.yes, node, from) : branches.yes,
    no: need.no ? stated(draft, branches.no, node, from) : branches.no,
  }
}

/** Leads edges through a `value` point. */
export function stated(
  draft: Draft,
  edges: readonly OpenEdge[],
  node: Node,
  from: Node | undefined,
): readonly OpenEdge[] {
  const { open } = draft
  draft.open = edges
  draft.value(node, from)
  const after = draft.open
  draft.open = open
  return after
}
