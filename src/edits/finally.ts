/** Suggestion: put what runs under the lock into a `try`, and the unlock into its `finally`. */
import type { Node, Program, TSESTree } from '../syntax/ast.ts'
import { covers, descendantsOf, pathTo } from '../syntax/walk.ts'
import type { Suggestion } from './suggestion.ts'

export interface Held {
  readonly acquisition: Node
  readonly unlock: Node | undefined
  /** Where the answer of a try-lock is tested; undefined for a lock that was waited for. */
  readonly tests: readonly Node[] | undefined
}

/**
 * When acquisition and unlock are statements of one block, the statements between them go into `try` and the unlock into
 * `finally`. Of a try-lock only what stands behind the guard by which the loser leaves: nothing may be unlocked that was
 * not granted. A declaration that is used behind the unlock would leave its scope: then there is no suggestion.
 */
export function moveIntoFinally({ acquisition, unlock, tests }: Held, program: Program, text: string): Suggestion[] {
  if (!unlock) return []
  const block = commonBlock(program, acquisition, unlock)
  if (!block) return []
  const taken = block.findIndex((statement) => covers(statement, acquisition))
  const last = block.findIndex((statement) => covers(statement, unlock))
  const unlocking = block[last]
  if (taken < 0 || unlocking?.type !== 'ExpressionStatement') return []
  const first = tests ? block.findIndex((statement, index) => index > taken && isGuard(statement, tests)) : taken
  if (first < 0 || last <= first + 1) return []
  const between = block.slice(first + 1, last)
  const from = between[0]?.range[0]
  if (from === undefined || between.some((statement) => declaresForLater(statement, unlocking, block, text))) return []
  const newline = text.includes('\r\n') ? '\r\n' : '\n'
  const indent = indentOf(text, from)
  const work = indented(text, from, unlocking.range[0], between)
  const lines = ['try {', `${indent}  ${work}`, `${indent}} finally {`, `${indent}  ${textOf(unlocking, text)}`]
  const replaced = [...lines, `${indent}}`].join(newline)
  return [{ messageId: 'moveIntoFinally', edits: [{ range: [from, unlocking.range[1]], text: replaced }] }]
}

/** `if (!got) return`. */
function isGuard(statement: Node, tests: readonly Node[]): boolean {
  if (statement.type !== 'IfStatement' || statement.alternate) return false
  if (!tests.some((test) => covers(statement.test, test))) return false
  const { consequent } = statement
  const end = consequent.type === 'BlockStatement' ? consequent.body.at(-1) : consequent
  return end !== undefined && /^(Return|Throw|Break|Continue)Statement$/.test(end.type)
}

/** The statements and the comments between them one step further in; the lines of a template stay as they are. */
function indented(text: string, from: number, to: number, statements: readonly Node[]): string {
  const templates = statements
    .flatMap((one) => [...descendantsOf(one)])
    .filter(({ type }) => type === 'TemplateLiteral')
  let at = from
  return text
    .slice(from, to)
    .trimEnd()
    .split('\n')
    .map((line, index) => {
      const start = at
      at += line.length + 1
      const stays =
        index === 0 || line.trim() === '' || templates.some(({ range }) => range[0] < start && start <= range[1])
      return stays ? line : `  ${line}`
    })
    .join('\n')
}

function textOf(node: Node, text: string): string {
  return text.slice(node.range[0], node.range[1])
}

function indentOf(text: string, at: number): string {
  const start = text.lastIndexOf('\n', at - 1) + 1
  return /^[ \t]*/.exec(text.slice(start, at))?.[0] ?? ''
}

/** Whether it declares a name that the unlock, or the block behind it, uses. */
function declaresForLater(
  statement: Node,
  unlocking: Node,
  block: readonly TSESTree.Statement[],
  text: string,
): boolean {
  const after = text.slice(unlocking.range[0], block.at(-1)?.range[1])
  const used = new Set(after.match(/[A-Za-z_$][\w$]*/g))
  return declaredIn(statement).some((name) => used.has(name))
}

/** The names that a statement declares, or that a pattern binds. */
function declaredIn(node: Node | null): string[] {
  switch (node?.type) {
    case 'VariableDeclaration':
      return node.declarations.flatMap(({ id }) => declaredIn(id))
    case 'FunctionDeclaration':
    case 'ClassDeclaration':
    case 'TSEnumDeclaration':
      return declaredIn(node.id)
    case 'Identifier':
      return [node.name]
    case 'ObjectPattern':
      return node.properties.flatMap(declaredIn)
    case 'ArrayPattern':
      return node.elements.flatMap(declaredIn)
    case 'Property':
      return declaredIn(node.value)
    case 'AssignmentPattern':
      return declaredIn(node.left)
    case 'RestElement':
      return declaredIn(node.argument)
    default:
      return []
  }
}

/** The statements of the innermost block in which both stand. */
function commonBlock(program: Program, a: Node, b: Node): readonly TSESTree.Statement[] | undefined {
  const block = pathTo(program, a).findLast(
    (node) => covers(node, b) && (node.type === 'BlockStatement' || node.type === 'Program'),
  )
  return block && 'body' in block ? (block.body as TSESTree.Statement[]) : undefined
}
