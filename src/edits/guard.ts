/** Suggestion: leave when the try-lock answered false. */
import { memberOf, type Shape } from '../drivers/index.ts'
import type { Acquisition } from '../locks/state.ts'
import type { Node, Program } from '../syntax/ast.ts'
import { pathTo } from '../syntax/walk.ts'
import type { Suggestion } from './suggestion.ts'

/** How the answer is taken out of a result. */
const PATTERNS: Partial<Record<Shape, (name: string) => string>> = {
  result: (name) => `{ rows: [${name}] }`,
  rows: (name) => `[${name}]`,
  row: (name) => name,
  value: (name) => name,
}

/** Only where the acquisition is a statement of its own, of a driver whose result is known, can it be written for sure. */
export function guardEdit(acquisition: Acquisition, program: Program, text: string): Suggestion[] {
  const { node, call } = acquisition
  const path = pathTo(program, node)
  const at = path.findLastIndex(({ type }) => type.endsWith('Statement') || type === 'VariableDeclaration')
  const [around, statement] = [path[at - 1], path[at]]
  if (statement?.type !== 'ExpressionStatement' || statement.expression.type !== 'AwaitExpression') return []
  if (around?.type !== 'BlockStatement' && around?.type !== 'Program') return []
  if (statement.expression.argument !== node) return []
  const shape = shapeOf(acquisition)
  const pattern = shape && PATTERNS[shape]
  if (!pattern) return []
  const name = unusedName(text)
  const column = call.alias ?? call.name
  const read = /^[A-Za-z_$][\w$]*$/.test(column) ? `${name}?.${column}` : `${name}?.[${JSON.stringify(column)}]`
  const indent = /[ \t]*$/.exec(text.slice(0, statement.range[0]))?.[0] ?? ''
  const end = text.slice(statement.range[0], statement.range[1]).endsWith(';') ? ';' : ''
  const newline = text.includes('\r\n') ? '\r\n' : '\n'
  const waited = text.slice(statement.expression.range[0], statement.expression.range[1])
  const taken = `const ${pattern(name)} = ${waited}${end}`
  const guard = `if (!${shape === 'value' ? name : read}) throw new Error('the lock is held elsewhere')${end}`
  const edits = [{ range: statement.range, text: `${taken}${newline}${indent}${guard}` }]
  return [{ messageId: 'insertGuard', edits }]
}

/** What the call gives, where its receiver is a handle on which the method always gives the same. */
function shapeOf({ node, on }: Acquisition): Shape | undefined {
  if (on.kind !== 'handle') return undefined
  const action = node.type === 'TaggedTemplateExpression' ? on.ref.role.tag : memberOf(on.ref, methodOf(node))
  return action?.do === 'send' && !action.shapes ? action.shape : undefined
}

function methodOf(node: Node): string {
  if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression' || node.callee.computed) return ''
  return node.callee.property.type === 'Identifier' ? node.callee.property.name : ''
}

function unusedName(text: string): string {
  const words = new Set(text.match(/[A-Za-z_$][\w$]*/g))
  for (let number = 1; ; number++) {
    const name = number === 1 ? 'answer' : `answer${String(number)}`
    if (!words.has(name)) return name
  }
}
