/** The one door: what is known of the advisory locks of a file, once per file and settings, computed when first asked. */
import { createClassify } from './effects/classify.ts'
import { outlineOf } from './locks/outline.ts'
import { localsOf, rootsOf } from './locks/roots.ts'
import { simulate } from './locks/simulate.ts'
import { createOrigins } from './origins/evaluate.ts'
import { namesOf, type ScopeManagerLike } from './origins/names.ts'
import { valueOfCall } from './effects/value-of-call.ts'
import { createReader } from './sql/reader.ts'
import { readSettings, type Settings, settingsKey } from './settings.ts'
import type { Program } from './syntax/ast.ts'
import type { Fault, TraceStep } from './verdicts/fault.ts'
import type { FileAnalysis } from './verdicts/file.ts'
import { judge } from './verdicts/judge.ts'

/** What is used of ESLint's and oxlint's `SourceCode`. */
export interface SourceCodeLike {
  readonly text: string
  readonly ast: unknown
  readonly scopeManager: unknown
}

export interface ContextLike {
  readonly sourceCode: SourceCodeLike
  readonly settings: Readonly<Record<string, unknown>>
}

const analyses = new WeakMap<object, Map<Settings, readonly Fault[]>>()
const NONE: readonly Fault[] = []

/** The faults of the file that is linted. Files that don't mention advisory locks cost one search in their text. */
export function analyze(context: ContextLike): readonly Fault[] {
  const settings = readSettings(context.settings[settingsKey])
  const { sourceCode } = context
  if (!mentionsLocks(sourceCode.text)) return NONE
  let bySettings = analyses.get(sourceCode)
  if (!bySettings) analyses.set(sourceCode, (bySettings = new Map<Settings, readonly Fault[]>()))
  let faults = bySettings.get(settings)
  if (!faults) {
    try {
      faults = judge(analyzeFile(sourceCode, settings))
    } catch (error) {
      onInternalError(error)
      faults = NONE
    }
    rememberTraces(sourceCode.text, faults)
    bySettings.set(settings, faults)
  }
  return faults
}

/** A mistake of the analysis itself must not break a lint run: the file has no findings then, and nothing is thrown. */
let onInternalError: (error: unknown) => void = () => undefined

/** Says what to do with such a mistake: tests throw it, the bin tells it with `--debug`. */
export function handleInternalErrors(handler: (error: unknown) => void): void {
  onInternalError = handler
}

function mentionsLocks(text: string): boolean {
  return /_advisory|advisory_/i.test(text)
}

function analyzeFile({ text, ast, scopeManager }: SourceCodeLike, settings: Settings): FileAnalysis {
  const program = ast as Program
  const manager = scopeManager as ScopeManagerLike
  const outline = outlineOf(program, text)
  const read = createReader()
  const classify = createClassify(settings, outline.chains, read)
  const origins = createOrigins(
    namesOf(manager),
    (node, env, self) => valueOfCall(classify, node, env, self),
    settings.connections,
  )
  const facts = simulate(rootsOf(outline, origins, text), {
    origins,
    classify,
    statementsOf: read,
    infoOf: (fn) => outline.functions.get(fn),
    localsOf: localsOf(manager, outline),
  })
  return { text, settings, outline, origins, facts }
}

/** Paths of the faults by text of the file, kept only for a process that asked for them: its own bin. */
let kept: Map<string, ReadonlyMap<string, readonly TraceStep[]>> | undefined

/** From now on the paths of all faults are kept, for `tracesFor`. */
export function keepTraces(): void {
  kept ??= new Map()
}

/** The paths of a file's faults by `rule:start:end`; empty unless `keepTraces` was called before it was analysed. */
export function tracesFor(text: string): ReadonlyMap<string, readonly TraceStep[]> {
  return kept?.get(text) ?? new Map<string, readonly TraceStep[]>()
}

function rememberTraces(text: string, faults: readonly Fault[]): void {
  if (!kept) return
  kept.set(
    text,
    new Map(
      faults.map(({ rule, node, trace }) => [`${rule}:${String(node.range[0])}:${String(node.range[1])}`, trace]),
    ),
  )
}
