/** The one door: what is known of the advisory locks of a file, once per file and settings, computed when first asked. */
import { isAbsolute, relative, resolve as resolvePath } from 'node:path'
import { createClassify } from '../effects/classify.ts'
import { valueOfCall } from '../effects/value-of-call.ts'
import { type FunctionInfo, type Outline, outlineOf } from '../locks/outline.ts'
import { localsOf, rootsOf } from '../locks/roots.ts'
import { simulate } from '../locks/simulate.ts'
import { isModel, modelOfWrapper, nameOf } from '../models/index.ts'
import { noteLinted } from '../modules/files.ts'
import { type LinkedFile, linkedNames, linksOf } from '../modules/link.ts'
import type { LoadedModule } from '../modules/load.ts'
import { lookFor, mentionsLocks, ofWrappers } from '../modules/mentions.ts'
import { concernsLocks, leadingNames, usesLocksOf } from '../modules/relevant.ts'
import { rootOf } from '../modules/root.ts'
import { createOrigins } from '../origins/evaluate.ts'
import { valueOfExport } from '../origins/imports.ts'
import { namesOf, type ScopeManagerLike } from '../origins/names.ts'
import { parseSource } from '../parse/oxc.ts'
import { scopesOf } from '../parse/scopes.ts'
import { createReader } from '../sql/reader.ts'
import { readSettings, type Settings, settingsKey } from '../settings/index.ts'
import type { Node, Program } from '../syntax/ast.ts'
import type { Fault } from '../verdicts/fault.ts'
import type { FileAnalysis, OtherModule } from '../verdicts/file.ts'
import { judge } from '../verdicts/judge.ts'
import { isManifestIn } from './manifest.ts'
import { tellInternalError, tellLimits } from './notices.ts'
import { rememberTraces } from './traces.ts'

export { handleInternalErrors, handleLimits } from './notices.ts'
export { keepTraces, tracesFor } from './traces.ts'

/** What is used of ESLint's and oxlint's `SourceCode`. */
export interface SourceCodeLike {
  readonly text: string
  readonly ast: unknown
  readonly scopeManager: unknown
}

export interface ContextLike {
  readonly sourceCode: SourceCodeLike
  readonly settings: Readonly<Record<string, unknown>>
  /** Of the file that is linted; what isn't absolute is no path. */
  readonly filename?: string
  /** The folder in which the host runs. */
  readonly cwd?: string
}

const analyses = new WeakMap<object, Map<Settings, readonly Fault[]>>()
const NONE: readonly Fault[] = []

/** The faults of the file that is linted. A file that has nothing to do with locks costs a search in its text. */
export function analyze(context: ContextLike): readonly Fault[] {
  const settings = readSettings(context.settings[settingsKey])
  const { sourceCode } = context
  let bySettings = analyses.get(sourceCode)
  if (!bySettings) analyses.set(sourceCode, (bySettings = new Map<Settings, readonly Fault[]>()))
  let faults = bySettings.get(settings)
  if (!faults) {
    try {
      faults = faultsOf(sourceCode, settings, linkedFile(context))
    } catch (error) {
      tellInternalError(error)
      faults = NONE
    }
    rememberTraces(sourceCode.text, faults)
    bySettings.set(settings, faults)
  }
  return faults
}

function linkedFile({ filename, cwd, sourceCode }: ContextLike): LinkedFile | undefined {
  if (filename === undefined || !isAbsolute(filename)) return undefined
  const path = resolvePath(filename)
  noteLinted(path, sourceCode.text)
  return { path, root: rootOf(path, resolvePath(cwd ?? process.cwd())) }
}

function faultsOf(source: SourceCodeLike, settings: Settings, at: LinkedFile | undefined): readonly Fault[] {
  const { text } = source
  lookFor(settings.wrappers)
  if (!mentionsLocks(text) && !(at && usesLocksOf(at.path, text, at.root))) return NONE
  const file = analyzeFile(source, settings, at)
  return file ? judge(file) : NONE
}

function analyzeFile(
  { text, ast, scopeManager }: SourceCodeLike,
  settings: Settings,
  at: LinkedFile | undefined,
): FileAnalysis | undefined {
  const program = ast as Program
  const manager = scopeManager as ScopeManagerLike
  const links = linksOf(at)
  const outline = outlineOf(program, ({ range }) => text.slice(range[0], range[1]))
  const relevant = outline.relevantWith(at ? leadingNames(at.path, program, at.root) : ofWrappers())
  if (relevant.size === 0 && !mentionsLocks(text)) return undefined
  const outlineAt = (node: Node): Outline => links.moduleOf(node)?.outline ?? outline
  const infoOf = (fn: Node): FunctionInfo | undefined => outlineAt(fn).functions.get(fn)
  const around = (node: Node): Node | undefined => outlineAt(node).chains.get(node)
  const ownLocals = localsOf(manager, outline)
  const read = createReader()
  const classify = createClassify(settings, around, read, (wrapper, origins) => {
    const exported = links.ofModel(modelOfWrapper(wrapper), nameOf(wrapper))
    return exported && valueOfExport(exported, origins)
  })
  const origins = createOrigins(
    linkedNames(namesOf(manager), links),
    (node, env, self) => valueOfCall(classify, node, env, self),
    settings.connections,
    links,
  )
  const facts = simulate(rootsOf(outline, relevant, origins, text), {
    origins,
    classify,
    statementsOf: read,
    infoOf,
    isModel: (node) => isModel(links.moduleOf(node)?.path ?? ''),
    concernsLocks: (fn) => at === undefined || concernsLocks(fn, links.moduleOf(fn), at.root),
    localsOf: (fn) => links.moduleOf(fn)?.localsOf(fn) ?? ownLocals(fn),
  })
  const moduleOf = (node: Node): OtherModule | undefined => {
    const other = links.moduleOf(node)
    if (!other) return undefined
    const { path, text, base } = other
    return isModel(path)
      ? { name: path, isModel: true, text, base }
      : { name: relative(at?.root ?? '', path).replaceAll('\\', '/'), isModel: false, text, base }
  }
  const isManifest = (fault: Pick<Fault, 'rule' | 'node'>): boolean => {
    const other = links.moduleOf(fault.node)
    return other !== undefined && at !== undefined && isManifestIn(other, fault, settings, (one) => faultsIn(one, at))
  }
  const file: FileAnalysis = { text, settings, outline, origins, facts, infoOf, around, moduleOf, isManifest }
  tellLimits(file, links.left)
  return file

  function faultsIn({ text, path }: LoadedModule, { root }: LinkedFile): readonly Fault[] {
    const parsed = parseSource(text, path)
    if (parsed.error !== undefined) return NONE
    return faultsOf({ text, ast: parsed.ast, scopeManager: scopesOf(parsed) }, settings, { path, root })
  }
}
