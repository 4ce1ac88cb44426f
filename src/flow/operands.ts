/** Which children of an expression or a pattern are evaluated in its place, in which order, and whether one makes a point. */
import { MAX_DEPTH } from './draft.ts'
import type { Node, TSESTree } from '../syntax/ast.ts'

type Children = readonly (Node | null | undefined)[]

/** Nodes that are no expression: they are evaluated elsewhere, or never. */
type Silent = Extract<Node, { type: SilentType }>
type SilentType =
  | Extract<`${Node['type']}`, `TS${string}` | `${string}Statement` | `Import${string}` | `Export${string}`>
  | 'ArrowFunctionExpression'
  | 'CatchClause'
  | 'ClassBody'
  | 'FunctionDeclaration'
  | 'FunctionExpression'
  | 'Identifier'
  | 'JSXClosingElement'
  | 'JSXClosingFragment'
  | 'JSXEmptyExpression'
  | 'JSXIdentifier'
  | 'JSXMemberExpression'
  | 'JSXNamespacedName'
  | 'JSXOpeningFragment'
  | 'JSXText'
  | 'Literal'
  | 'MetaProperty'
  | 'MethodDefinition'
  | 'PrivateIdentifier'
  | 'Program'
  | 'StaticBlock'
  | 'Super'
  | 'SwitchCase'
  | 'TemplateElement'
  | 'ThisExpression'
  | 'VariableDeclaration'
  | 'VariableDeclarator'

const none: Children = []

/** The children that are evaluated when the node is. A function, method or instance field is a value: none. */
export function operands(node: Node): Children {
  switch (node.type) {
    case 'CallExpression':
    case 'NewExpression':
      return [node.callee, ...node.arguments]
    case 'TaggedTemplateExpression':
      return [node.tag, node.quasi]
    case 'ImportExpression':
      return [node.source, node.options]
    case 'AwaitExpression':
    case 'SpreadElement':
    case 'RestElement':
    case 'UnaryExpression':
    case 'UpdateExpression':
    case 'YieldExpression':
    case 'JSXSpreadAttribute':
      return [node.argument]
    case 'MemberExpression':
      return node.computed ? [node.object, node.property] : [node.object]
    case 'ChainExpression':
    case 'TSAsExpression':
    case 'TSInstantiationExpression':
    case 'TSNonNullExpression':
    case 'TSSatisfiesExpression':
    case 'TSTypeAssertion':
    case 'JSXExpressionContainer':
    case 'JSXSpreadChild':
    case 'Decorator':
      return [node.expression]
    case 'BinaryExpression':
      return binaryOperands(node)
    case 'AssignmentExpression':
    case 'AssignmentPattern':
    case 'LogicalExpression':
      return [node.left, node.right]
    case 'ConditionalExpression':
      return [node.test, node.consequent, node.alternate]
    case 'SequenceExpression':
    case 'TemplateLiteral':
      return node.expressions
    case 'ArrayExpression':
    case 'ArrayPattern':
      return node.elements
    case 'ObjectExpression':
    case 'ObjectPattern':
      return node.properties
    case 'Property':
      return node.computed ? [node.key, node.value] : [node.value]
    case 'ClassDeclaration':
    case 'ClassExpression':
      return classOperands(node)
    case 'AccessorProperty':
    case 'PropertyDefinition':
      return [node.value]
    case 'JSXElement':
      return [node.openingElement, ...node.children]
    case 'JSXFragment':
      return node.children
    case 'JSXOpeningElement':
      return node.attributes
    case 'JSXAttribute':
      return [node.value]
    case 'TSEnumDeclaration':
      return node.body.members
    case 'TSEnumMember':
      return [node.initializer]
    default:
      return unlisted(node)
  }
}

/** Parentheses, which some parsers keep, are in no type. The parameter's type proves that no expression was forgotten. */
function unlisted(node: Silent): Children {
  return (node.type as string) === 'ParenthesizedExpression'
    ? [(node as unknown as TSESTree.TSAsExpression).expression]
    : none
}

/** The operands of `a + b + c`, without recursion: a text put together from a thousand lines isn't nested. */
function binaryOperands(node: TSESTree.BinaryExpression): Children {
  const reversed: Node[] = []
  let left: Node = node
  for (; left.type === 'BinaryExpression'; left = left.left) reversed.push(left.right)
  reversed.push(left)
  return reversed.reverse()
}

/** Decorators, the base class and the keys come first, then static fields and blocks in order. */
function classOperands(node: TSESTree.ClassDeclaration | TSESTree.ClassExpression): Children {
  const keys: (Node | null | undefined)[] = [...decorators(node), node.superClass]
  const statics: Node[] = []
  for (const member of node.body.body) {
    if (member.type === 'StaticBlock') statics.push(member)
    if (!('key' in member)) continue
    keys.push(...decorators(member))
    if (member.computed) keys.push(member.key)
    if (member.static && (member.type === 'PropertyDefinition' || member.type === 'AccessorProperty'))
      statics.push(member)
  }
  return [...keys, ...statics]
}

/** Only some parsers write the key where there is no decorator. */
function decorators(node: { decorators?: Children | null }): Children {
  return node.decorators ?? none
}

/** Whether evaluating the node makes a point. A tree that is too deep counts: the graph is given up when it is drawn. */
export function containsPoint(node: Node | null | undefined, depth = 0): boolean {
  if (node === null || node === undefined) return false
  if (depth > MAX_DEPTH) return true
  switch (node.type) {
    case 'AssignmentExpression':
    case 'AwaitExpression':
    case 'CallExpression':
    case 'ImportExpression':
    case 'NewExpression':
    case 'TaggedTemplateExpression':
    case 'UpdateExpression':
    case 'YieldExpression':
      return true
    case 'StaticBlock':
      return node.body.length > 0
    default:
      return operands(node).some((operand) => containsPoint(operand, depth + 1))
  }
}
