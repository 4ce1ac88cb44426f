/** Calls whose value goes nowhere: nobody can ever wait for a promise that they give. */
import { type Node, type TSESTree, unwrap } from '../syntax/ast.ts'

/** The calls that an expression ends in, where its value isn't used: `f()`, `void f()`, `ready && f()`. */
export function droppedIn(statement: TSESTree.ExpressionStatement): Node[] {
  const calls: Node[] = []
  const open: Node[] = [statement.expression]
  for (let node = open.pop(); node; node = open.pop()) {
    const inner = unwrap(node)
    switch (inner.type) {
      case 'CallExpression':
      case 'TaggedTemplateExpression':
        calls.push(inner)
        break
      case 'UnaryExpression':
        if (inner.operator === 'void') open.push(inner.argument)
        break
      case 'ConditionalExpression':
        open.push(inner.consequent, inner.alternate)
        break
      case 'LogicalExpression':
        open.push(inner.right)
        break
      case 'SequenceExpression':
        open.push(...inner.expressions)
        break
      default:
      // What is awaited or assigned is used.
    }
  }
  return calls
}
