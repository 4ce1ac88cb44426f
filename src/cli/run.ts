/** One run of the bin, from the command line to the exit code: 0 clean, 1 errors, 2 wrong use or a crash. */
import type { ESLint } from 'eslint'
import { resolve } from 'node:path'
import { lockWords, lookFor } from '../modules/mentions.ts'
import { parserProblem } from '../parse/oxc.ts'
import { readSettings } from '../settings/index.ts'
import { commonFolder, selectFiles } from './files.ts'
import { github } from './github.ts'
import { binName, helpText, ownVersion } from './help.ts'
import type { Linted } from './lint.ts'
import { type Options, readOptions, UsageError } from './options.ts'
import { pretty, type PrettyOptions, summary, type TraceLookup } from './pretty.ts'
import { createProgress } from './progress.ts'
import { recount } from './results.ts'
import { scanFiles } from './scan.ts'
import { findSettings } from './settings-source.ts'
import { type Output, paintFor } from './terminal.ts'

export interface Surroundings {
  readonly cwd: string
  readonly stdout: Output
  readonly stderr: Output
  readonly env?: Readonly<Record<string, string | undefined>>
  /** Instead of our own, in tests. */
  readonly plugin?: ESLint.Plugin
  readonly traces?: TraceLookup
}

export async function run(argv: readonly string[], surroundings: Surroundings): Promise<number> {
  const { stderr } = surroundings
  try {
    const options = readOptions(argv)
    if (options.print === undefined) return await lintAll(options, surroundings)
    surroundings.stdout.write(options.print === 'help' ? helpText : `${ownVersion()}\n`)
    return 0
  } catch (error) {
    const isUsage = error instanceof UsageError
    const text = isUsage ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error)
    stderr.write(`${binName}: ${text}\n`)
    return 2
  }
}

async function lintAll(options: Options, surroundings: Surroundings): Promise<number> {
  const { cwd, stdout, stderr, env = process.env } = surroundings
  const note = (text: string) => void stderr.write(`${binName}: ${text}\n`)
  const debug = (text: string) => {
    if (options.debug)
      stderr.write(`debug: ${text}
`)
  }
  const elapsed = stopwatch()

  const settings = findSettings(options.settingsFile, cwd)
  debug(`settings from ${settings.from ?? 'nowhere'}`)
  const loadPlugin = async () => surroundings.plugin ?? (await (await import('./engine.ts')).loadPlugin(debug))
  if (options.rules.only.length + options.rules.severities.size > 0) {
    const { checkRuleNames } = await import('./lint.ts')
    checkRuleNames(await loadPlugin(), options.rules)
  }

  const patterns = options.paths.length === 0 ? ['.'] : options.paths
  const selection = selectFiles(patterns, cwd)
  for (const notice of selection.notices) note(notice)
  const [unmatched] = selection.unmatched
  if (unmatched !== undefined) throw new UsageError(`No files matching "${unmatched}" were found.`)
  debug(`${selection.files.length} files found in ${elapsed()}`)

  lookFor(readSettings(settings.raw).wrappers)
  // A file pays only if its text has one of these, or it imports one that has.
  const words = lockWords()
  const progress = createProgress(stderr)
  const total = selection.files.length
  const scan = scanFiles(selection.files, words, (done) => progress.show(`scanning ${done}/${total}`))
  for (const notice of scan.notices) note(notice)
  debug(`${scan.hits.length} with ${words.join(', ')}, scanned in ${elapsed()}`)

  let files: readonly string[] = scan.hits
  let linted: Linted | undefined
  if (scan.hits.length + selection.named.length > 0) {
    const { importersOf } = await import('./importers.ts')
    const importers = importersOf(selection.files, selection.named, scan.hits, cwd)
    files = [...scan.hits, ...importers].sort()
    debug(`${importers.length} that import such files, found in ${elapsed()}`)
  }
  if (files.length > 0) {
    const problem = parserProblem()
    if (problem !== undefined) throw new UsageError(`${problem} Reinstall without --omit=optional.`)
    const { lint } = await import('./lint.ts')
    const plugin = await loadPlugin()
    debug(`rules loaded in ${elapsed()}`)
    linted = await lint({
      files,
      cwd,
      plugin,
      rules: options.rules,
      settings: settings.raw,
      onFile: (file, index) => {
        progress.show(`linting ${index + 1}/${files.length} ${file}`)
        debug(`lint ${file}`)
      },
    })
    debug(`linted in ${elapsed()}`)
  }
  progress.clear()

  const counts = { filesScanned: total, filesWithLocks: scan.hits.length }
  stdout.write(await report(linted, counts, options, surroundings, env))
  for (const { file, error } of linted?.crashes ?? []) {
    note(`a rule failed on ${file}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
  }
  if ((linted?.crashes.length ?? 0) > 0) return 2

  const warnings = linted?.results.reduce((sum, { warningCount }) => sum + warningCount, 0) ?? 0
  const tooMany = warnings > options.maxWarnings
  if (tooMany) note(`too many warnings (${warnings}, maximum ${options.maxWarnings})`)
  return tooMany || linted?.results.some(({ errorCount }) => errorCount > 0) === true ? 1 : 0
}

async function report(
  linted: Linted | undefined,
  counts: Pick<PrettyOptions, 'filesScanned' | 'filesWithLocks'>,
  { format, quiet }: Options,
  { cwd, stdout, traces }: Surroundings,
  env: Readonly<Record<string, string | undefined>>,
): Promise<string> {
  const all = linted?.results ?? []
  const results = quiet ? all.map((result) => recount(result, result.messages.filter(isError))) : [...all]
  switch (format) {
    case 'pretty': {
      const lookup =
        traces ?? (linted === undefined ? () => new Map() : await (await import('./engine.ts')).loadTraces())
      return pretty(results, {
        ...counts,
        cwd,
        width: stdout.columns ?? 120,
        paint: paintFor(stdout, env),
        traces: lookup,
      })
    }
    case 'github': {
      const checkout = env['GITHUB_WORKSPACE']
      const root = checkout === undefined ? cwd : resolve(checkout)
      return `${github(results, commonFolder(root, [cwd]) === root ? root : cwd)}${summary(results, counts)}\n`
    }
    case 'stylish':
    case 'json': {
      if (linted === undefined) return format === 'json' ? '[]\n' : ''
      const formatter = await linted.eslint.loadFormatter(format)
      const text = await formatter.format(results)
      return text === '' ? '' : `${text}\n`
    }
  }
}

function isError({ severity }: { readonly severity: number }): boolean {
  return severity === 2
}

/** Each call answers the time since the one before. */
function stopwatch(): () => string {
  let last = performance.now()
  return () => {
    const since = performance.now() - last
    last = performance.now()
    return `${since.toFixed(0)} ms`
  }
}
