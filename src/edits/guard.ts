/** Suggestion: leave when the try-lock answered false. */
import type { Node, Program } from '../syntax/ast.ts'
import { pathTo } from '../syntax/walk.ts'
import type { Suggestion } from '../verdicts/fault.ts'

/** Only where the acquisition is a statement of its own, in plain node-postgres style, can the guard be written for sure. */
export function guardEdit(acquisition: Node, column: string, program: Program, text: string): Suggestion[] {
  const statement = statementOf(program, acquisition)
  if (statement?.type !== 'ExpressionStatement' || statement.expression.type !== 'AwaitExpression') return []
  if (statement.expression.argument.range[0] !== acquisition.range[0] || acquisition.type !== 'CallExpression')
    return []
  if (
    acquisition.callee.type !== 'MemberExpression' ||
    acquisition.callee.property.type !== 'Identifier' ||
    acquisition.callee.property.name !== 'query'
  )
    return []
  const call = text.slice(statement.expression.range[0], statement.expression.range[1])
  const start = text.lastIndexOf('\n', statement.range[0] - 1) + 1
  const indent = /^[ \t]*/.exec(text.slice(start, statement.range[0]))?.[0] ?? ''
  const semicolon = text.slice(statement.range[0], statement.range[1]).endsWith(';') ? ';' : ''
  const name = /^[A-Za-z_$][\w$]*$/.test(column) ? `.${column}` : `[${JSON.stringify(column)}]`
  const guarded = `const { rows: [answer] } = ${call}${semicolon}\n${indent}if (!answer${name}) throw new Error('the lock is held elsewhere')${semicolon}`
  return [{ messageId: 'insertGuard', edits: [{ range: [statement.range[0], statement.range[1]], text: guarded }] }]
}

function statementOf(program: Program, target: Node): Node | undefined {
  return pathTo(program, target).findLast((node) => node.type.endsWith('Statement') || node.type === 'VariableDeclaration')
}
