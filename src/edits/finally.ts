/** Suggestion: put what runs under the lock into a `try`, and the unlock into its `finally`. */
import type { Node, Program, TSESTree } from '../syntax/ast.ts'
import { covers, pathTo } from '../syntax/walk.ts'
import type { Suggestion } from '../verdicts/fault.ts'

/**
 * When acquisition and unlock are statements of one block, the statements between them go into `try` and the unlock into
 * `finally`. A declaration between them that is used behind the unlock would leave its scope: then there is none.
 */
export function moveIntoFinally(
  acquisition: Node,
  unlock: Node | undefined,
  program: Program,
  text: string,
): Suggestion[] {
  if (!unlock) return []
  const block = commonBlock(program, acquisition, unlock)
  if (!block) return []
  const first = block.findIndex((statement) => covers(statement, acquisition))
  const last = block.findIndex((statement) => covers(statement, unlock))
  const unlocking = block[last]
  if (first < 0 || last <= first + 1 || unlocking?.type !== 'ExpressionStatement') return []
  const between = block.slice(first + 1, last)
  const [from, to] = [between[0], between.at(-1)]
  if (!from || !to || between.some((statement) => declares(statement) && usedAfter(statement, unlocking, block, text)))
    return []
  const indent = indentOf(text, from.range[0])
  const body = text.slice(from.range[0], to.range[1])
  const inside = body
    .split('\n')
    .map((line, index) => (index === 0 || line.trim() === '' ? line : `  ${line}`))
    .join('\n')
  const unlockText = text.slice(unlocking.range[0], unlocking.range[1])
  const replaced = `try {\n${indent}  ${inside}\n${indent}} finally {\n${indent}  ${unlockText}\n${indent}}`
  return [{ messageId: 'moveIntoFinally', edits: [{ range: [from.range[0], unlocking.range[1]], text: replaced }] }]
}

function indentOf(text: string, at: number): string {
  const start = text.lastIndexOf('\n', at - 1) + 1
  return /^[ \t]*/.exec(text.slice(start, at))?.[0] ?? ''
}

function declares(statement: Node): boolean {
  return (
    statement.type === 'VariableDeclaration' ||
    statement.type === 'FunctionDeclaration' ||
    statement.type === 'ClassDeclaration'
  )
}

function usedAfter(statement: Node, unlocking: Node, block: readonly TSESTree.Statement[], text: string): boolean {
  const end = block.at(-1)?.range[1] ?? unlocking.range[1]
  const after = text.slice(unlocking.range[1], end)
  const names =
    statement.type === 'VariableDeclaration'
      ? text.slice(statement.range[0], statement.range[1]).match(/[A-Za-z_$][\w$]*/g)
      : null
  return (names ?? ['']).some((name) => name !== '' && new RegExp(`\\b${name.replaceAll('$', '\\$')}\\b`).test(after))
}

/** The statements of the innermost block in which both stand. */
function commonBlock(program: Program, a: Node, b: Node): readonly TSESTree.Statement[] | undefined {
  const block = pathTo(program, a).findLast((node) => (node.type === 'BlockStatement' || node.type === 'Program') && covers(node, b))
  return block?.type === 'BlockStatement' || block?.type === 'Program' ? (block.body as TSESTree.Statement[]) : undefined
}
