/** The syntax tree that every layer reads: ESTree with TypeScript nodes, of which only `type`, `range` and children are used. */
import type { TSESTree } from '@typescript-eslint/types'

export type Node = TSESTree.Node
export type Program = TSESTree.Program
export type FunctionNode = TSESTree.ArrowFunctionExpression | TSESTree.FunctionDeclaration | TSESTree.FunctionExpression
export type ClassNode = TSESTree.ClassDeclaration | TSESTree.ClassExpression
export type { TSESTree }

/** Whether a node is a function with a body of its own. */
export function isFunction(node: Node): node is FunctionNode {
  return (
    node.type === 'ArrowFunctionExpression' || node.type === 'FunctionDeclaration' || node.type === 'FunctionExpression'
  )
}

/** Whether a node is a class, declared or as an expression. */
export function isClass(node: Node): node is ClassNode {
  return node.type === 'ClassDeclaration' || node.type === 'ClassExpression'
}

/** The expression inside casts, non-null assertions, `satisfies` and parentheses that some parsers keep. */
export function unwrap(node: Node): Node {
  for (let inner = node; ;) {
    switch (inner.type as string) {
      case 'TSAsExpression':
      case 'TSNonNullExpression':
      case 'TSSatisfiesExpression':
      case 'TSTypeAssertion':
      case 'TSInstantiationExpression':
      case 'ParenthesizedExpression':
      case 'ChainExpression':
        inner = (inner as TSESTree.TSAsExpression).expression
        continue
      default:
        return inner
    }
  }
}
