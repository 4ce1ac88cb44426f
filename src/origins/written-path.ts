/** The path of a callee as the program writes it: for messages, and where the user or a table names it. */
import { type Node, unwrap } from '../syntax/ast.ts'
import { keyName } from './classes.ts'

/** The callee as written, without its arguments: `this.mailer.send`. */
export function writtenPath(node: Node): string {
  const inner = unwrap(node)
  switch (inner.type) {
    case 'Identifier':
      return inner.name
    case 'ThisExpression':
      return 'this'
    case 'MemberExpression': {
      const name = keyName(inner.property, inner.computed)
      const base = writtenPath(inner.object)
      return name === undefined ? base : base === '' ? name : `${base}.${name}`
    }
    case 'CallExpression':
      return writtenPath(inner.callee)
    case 'TaggedTemplateExpression':
      return writtenPath(inner.tag)
    case 'NewExpression':
      return `new ${writtenPath(inner.callee)}`
    case 'AwaitExpression':
      return writtenPath(inner.argument)
    default:
      return ''
  }
}
