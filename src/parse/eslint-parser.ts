/**
 * An ESLint parser over oxc: needs no TypeScript, so that the bin works in a project with any version of it or none.
 *
 * It gives no tokens: rules that are linted through it must not ask for any.
 */
import { visitorKeys } from '@typescript-eslint/visitor-keys'
import type { Linter } from 'eslint'
import { lineStarts, type Position, positionAt } from './lines.ts'
import { parseSource, type ParseFailure } from './oxc.ts'
import { scopesOf } from './scopes.ts'

/** What ESLint turns into a fatal message; `column` counts from 1 there. */
class ParseError extends Error {
  readonly lineNumber: number
  readonly column: number

  constructor({ message, line, column }: ParseFailure) {
    super(message)
    this.lineNumber = line
    this.column = column + 1
  }
}

function parseForESLint(text: string, { filePath = 'file.ts' }: { filePath?: string } = {}): Linter.ESLintParseResult {
  const parsed = parseSource(text, filePath)
  if (parsed.error !== undefined) throw new ParseError(parsed.error)
  const starts = lineStarts(text)
  try {
    const comments = parsed.comments.map((comment) => ({ ...comment, loc: locationOf(comment.range, starts) }))
    addLocations(parsed.ast, starts)
    const ast = Object.assign(parsed.ast, { comments, tokens: [] })
    return { ast, scopeManager: scopesOf(parsed), visitorKeys } as unknown as Linter.ESLintParseResult
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new ParseError({ why: 'nesting', message: 'Nested too deeply', line: 1, column: 0 })
  }
}

interface Located {
  readonly range: [number, number]
  loc?: { readonly start: Position; readonly end: Position }
}

/** Without recursion, since a chain of calls may be longer than the stack is deep. */
function addLocations(root: object, starts: readonly number[]): void {
  const pending: unknown[] = [root]
  for (let value = pending.pop(); value !== undefined; value = pending.pop()) {
    if (Array.isArray(value)) {
      for (const element of value) if (element !== null && typeof element === 'object') pending.push(element)
      continue
    }
    const node = value as Located
    // A `Literal` holds its RegExp, a quasi its two texts: only what has a range is a node.
    if (!Array.isArray(node.range)) continue
    node.loc = locationOf(node.range, starts)
    for (const key in node) {
      const child: unknown = node[key as keyof Located]
      if (child !== null && typeof child === 'object' && key !== 'range' && key !== 'loc') pending.push(child)
    }
  }
}

function locationOf([start, end]: readonly [number, number], starts: readonly number[]) {
  const first = positionAt(starts, start)
  return { start: first, end: positionAt(starts, end, first.line - 1) }
}

export const eslintParser = {
  meta: { name: 'eslint-plugin-pg-advisory-lock/oxc', version: '1' },
  parseForESLint,
}
