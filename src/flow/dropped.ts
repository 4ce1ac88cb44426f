/** Calls in whose value an expression ends; where that goes nowhere, nobody can ever wait for a promise that they give. */
import { type Node, unwrap } from '../syntax/ast.ts'

/** `f()`, `void f()`, `ready && f()`, `ready ? f() : g()`. */
export function callsEnding(expression: Node): Node[] {
  const calls: Node[] = []
  const open: Node[] = [expression]
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
