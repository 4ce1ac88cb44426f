/**
 * Parses JavaScript and TypeScript text with oxc into our tree: ESTree with `range`, no `loc`, no `parent`, no tokens.
 *
 * Nothing here throws: what can't be parsed, and a platform without oxc's native binding, is answered as a failure.
 */
import { createRequire } from 'node:module'
import type { ParserOptions, ParseResult } from 'oxc-parser'
import type { Program } from '../syntax/ast.ts'
import { lineStarts, positionAt } from './lines.ts'
import { tooDeepAt } from './nesting.ts'

export interface Comment {
  readonly type: 'Line' | 'Block'
  /** The text without the comment marks. */
  readonly value: string
  readonly range: [number, number]
}

/** `line` counts from 1, `column` from 0. */
export interface ParseFailure {
  readonly why: 'syntax' | 'nesting' | 'no-parser'
  readonly message: string
  readonly line: number
  readonly column: number
}

export type SourceType = 'module' | 'commonjs'

export interface Parsed {
  readonly error?: undefined
  readonly ast: Program
  readonly comments: readonly Comment[]
  readonly sourceType: SourceType
}

export interface Unparsed {
  readonly error: ParseFailure
}

type ParseSync = (path: string, text: string, options: ParserOptions) => ParseResult

/** The files that the parser reads, by their ending. */
export const parsedExtensions = /\.[mc]?[jt]sx?$/

let loaded: ParseSync | Error | undefined

/** The import of oxc-parser itself throws where npm left its native binding out, so it comes on first use. */
function load(): ParseSync | Error {
  try {
    const oxc = createRequire(import.meta.url)('oxc-parser') as { parseSync: ParseSync }
    return oxc.parseSync
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

/** Why nothing can be parsed in this process, or undefined. */
export function parserProblem(): string | undefined {
  loaded ??= load()
  if (!(loaded instanceof Error)) return undefined
  const firstLine = loaded.message.split('\n', 1)[0] ?? ''
  return `oxc-parser has no native binding for ${process.platform}-${process.arch}: ${firstLine}`
}

/**
 * Offsets are those of `text`, a byte order mark included.
 *
 * An error that the parser recovers from with a whole tree (a `return` at top level, a `const` without value) is left to
 * the compiler, as typescript-eslint does.
 */
export function parseSource(text: string, path: string): Parsed | Unparsed {
  const problem = parserProblem()
  if (problem !== undefined) return { error: { why: 'no-parser', message: problem, line: 1, column: 0 } }
  const deep = tooDeepAt(text)
  if (deep !== undefined) return failure('nesting', 'Nested too deeply', text, deep)
  // oxc takes `#!` behind a byte order mark for an error.
  const source = text.startsWith('\uFEFF#!') ? `/// ${text.slice(4)}` : text
  let first: Unparsed | undefined
  for (const attempt of attemptsFor(path)) {
    const result = parseOnce(source, path, attempt)
    if (result.error === undefined) return result
    first ??= result
  }
  return first ?? failure('syntax', 'Not a JavaScript or TypeScript file', text, 0)
}

interface Attempt {
  readonly lang: 'jsx' | 'ts' | 'tsx'
  readonly sourceType: SourceType
}

/** JavaScript may hold JSX, types (Flow, or code that a bundler strips), and what only sloppy scripts may hold. */
function attemptsFor(path: string): readonly Attempt[] {
  if (/\.[mc]?ts$/.test(path)) return [{ lang: 'ts', sourceType: 'module' }]
  if (path.endsWith('.tsx')) return [{ lang: 'tsx', sourceType: 'module' }]
  const usual: SourceType = path.endsWith('.cjs') ? 'commonjs' : 'module'
  const other: SourceType = usual === 'module' ? 'commonjs' : 'module'
  return [
    { lang: 'jsx', sourceType: usual },
    { lang: 'tsx', sourceType: usual },
    { lang: 'jsx', sourceType: other },
  ]
}

function parseOnce(text: string, path: string, { lang, sourceType }: Attempt): Parsed | Unparsed {
  if (loaded === undefined || loaded instanceof Error) throw new TypeError('parserProblem() comes first')
  try {
    const result = loaded(path, text, { lang, sourceType, astType: 'ts', range: true, preserveParens: false })
    const ast = result.program as unknown as Program
    const error = result.errors.find(({ severity }) => (severity as string) === 'Error')
    // The parser gives up with an empty program; of an error that it recovers from, the program covers the text.
    if (error !== undefined && ast.body.length === 0 && ast.range[1] < text.length) {
      return failure('syntax', error.message, text, error.labels[0]?.start ?? 0)
    }
    const comments = result.comments.map(({ type, value, start, end }): Comment => ({
      type,
      value,
      range: [start, end],
    }))
    return { ast, comments, sourceType }
  } catch (error) {
    if (error instanceof RangeError) return failure('nesting', 'Nested too deeply', text, 0)
    return failure('syntax', error instanceof Error ? error.message : String(error), text, 0)
  }
}

function failure(why: ParseFailure['why'], message: string, text: string, offset: number): Unparsed {
  return { error: { why, message, ...positionAt(lineStarts(text), offset) } }
}
