/** Writes findings for a person: the place, the message, the code, and for a lock its path through the program. */
import type { ESLint, Linter } from 'eslint'
import { relative, sep } from 'node:path'
import { lineStarts, offsetAt } from '../parse/lines.ts'
import { codeFrame } from './frame.ts'
import { count, type Paint, printable } from './terminal.ts'

/** One step of the path: where the lock is taken, what runs under it, where it escapes. */
export interface TraceStep {
  readonly line: number
  /** The module, if it isn't the file. */
  readonly module?: string | undefined
  readonly what: string
}

/** The paths of the findings in a text, by `rule:start:end`, the rule without prefix and the offsets as in `range`. */
export type TraceLookup = (sourceText: string) => ReadonlyMap<string, readonly TraceStep[]>

export interface PrettyOptions {
  readonly cwd: string
  /** Columns of the terminal. */
  readonly width: number
  readonly paint: Paint
  readonly traces: TraceLookup
  readonly filesScanned: number
  readonly filesWithLocks: number
}

export function pretty(results: readonly ESLint.LintResult[], options: PrettyOptions): string {
  const blocks: string[] = []
  for (const { filePath, messages, source } of results) {
    if (messages.length === 0) continue
    const text = (source ?? '').replace(/^\uFEFF/, '')
    const starts = lineStarts(text)
    const traces = options.traces(text)
    const path = displayPath(filePath, options.cwd)
    for (const message of messages) {
      const steps = traces.get(traceKey(message, starts)) ?? []
      blocks.push(
        [...head(path, message, options.paint), ...frameOf(text, starts, message, options), ...pathOf(steps)].join(
          '\n',
        ),
      )
    }
  }
  return [...blocks, summary(results, options)].join('\n\n') + '\n'
}

/** Relative to `cwd` with `/`, unless it lies outside. */
export function displayPath(filePath: string, cwd: string): string {
  const inside = relative(cwd, filePath)
  return (inside === '' || inside.startsWith('..') ? filePath : inside).split(sep).join('/')
}

/** What stands behind the place: the rule without its prefix, or what kept the rules from running. */
export function titleOf({ ruleId, message }: Linter.LintMessage): string {
  if (ruleId !== null) return ruleId.slice(ruleId.indexOf('/') + 1)
  return parsingError.test(message) ? 'parse error' : 'failure'
}

const parsingError = /^Parsing error: /

/** The message without what the title says already. */
export function textOf({ message }: Linter.LintMessage): string {
  return message.replace(parsingError, '')
}

function head(path: string, message: Linter.LintMessage, paint: Paint): string[] {
  const { severity, line, column } = message
  const title = severity === 2 ? paint.error(titleOf(message)) : paint.warning(`${titleOf(message)} (warning)`)
  const text = textOf(message)
    .split('\n')
    .map((part) => `  ${printable(part)}`.trimEnd())
  return [`${paint.bold(printable(`${path}:${line}:${column}`))}  ${title}`, ...text]
}

function frameOf(
  text: string,
  starts: readonly number[],
  place: Linter.LintMessage,
  { width, paint }: PrettyOptions,
): string[] {
  if (text === '') return []
  return ['', ...codeFrame(text, place, { starts, width: width - 2, paint }).map((line) => `  ${line}`)]
}

function pathOf(steps: readonly TraceStep[]): string[] {
  if (steps.length === 0) return []
  const digits = Math.max(...steps.map(({ line }) => String(line).length))
  const lineOf = ({ line, module, what }: TraceStep): string => {
    const place = module === undefined ? '' : `of ${module}  `
    return `  line ${String(line).padStart(digits)}  ${printable(`${place}${what}`)}`
  }
  return ['', ...steps.map(lineOf)]
}

function traceKey(message: Linter.LintMessage, starts: readonly number[]): string {
  const { line, column, endLine, endColumn } = message
  const start = offsetAt(starts, { line, column: column - 1 })
  const end = offsetAt(starts, { line: endLine ?? line, column: (endColumn ?? column) - 1 })
  return `${titleOf(message)}:${start}:${end}`
}

export function summary(
  results: readonly ESLint.LintResult[],
  { filesScanned, filesWithLocks }: Pick<PrettyOptions, 'filesScanned' | 'filesWithLocks'>,
): string {
  const scanned = `${count(filesScanned, 'file')} scanned, ${filesWithLocks} with advisory locks`
  const withFindings = results.filter(({ messages }) => messages.length > 0)
  if (withFindings.length === 0) return `No findings; ${scanned}`
  const findings = withFindings.reduce((sum, { messages }) => sum + messages.length, 0)
  const warnings = withFindings.reduce((sum, { warningCount }) => sum + warningCount, 0)
  const ofThem = warnings === 0 ? '' : ` (${count(findings - warnings, 'error')}, ${count(warnings, 'warning')})`
  return `${count(findings, 'finding')}${ofThem} in ${count(withFindings.length, 'file')}; ${scanned}`
}
