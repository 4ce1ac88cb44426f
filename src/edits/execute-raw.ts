/** Suggestion: run a statement with Prisma's `$executeRaw`, which reads no columns. */
import { type Node, type Program, type TSESTree, unwrap } from '../syntax/ast.ts'
import { pathTo } from '../syntax/walk.ts'
import type { Suggestion } from './suggestion.ts'

const EXECUTE: ReadonlyMap<string, string> = new Map([
  ['$queryRaw', '$executeRaw'],
  ['$queryRawUnsafe', '$executeRawUnsafe'],
])

/** Whether a call reads rows by one of Prisma's raw methods. */
export function readsRaw(call: Node): boolean {
  return methodOf(call) !== undefined
}

function methodOf(call: Node): TSESTree.Identifier | undefined {
  const callee = unwrap(
    call.type === 'TaggedTemplateExpression' ? call.tag : call.type === 'CallExpression' ? call.callee : call,
  )
  if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier' || callee.computed) return undefined
  return EXECUTE.has(callee.property.name) ? callee.property : undefined
}

/** Only where nobody uses what comes back: the number of rows is something else than the rows. */
export function useExecuteRaw(call: Node, program: Program): Suggestion[] {
  const around = pathTo(program, call).slice(0, -1)
  while (around.at(-1)?.type === 'AwaitExpression') around.pop()
  if (around.at(-1)?.type !== 'ExpressionStatement') return []
  const method = methodOf(call)
  const text = method && EXECUTE.get(method.name)
  return !method || text === undefined ? [] : [{ messageId: 'useExecuteRaw', edits: [{ range: method.range, text }] }]
}
