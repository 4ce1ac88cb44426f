/** Runs ESLint's Node API over the files with our rules and our parser, whatever the project's own configuration says. */
import type { ESLint as ESLintClass, Linter } from 'eslint'
import { readFileSync } from 'node:fs'
import { mentionsLocks } from '../modules/mentions.ts'
import { eslintParser } from '../parse/eslint-parser.ts'
import { settingsKey } from '../settings/index.ts'
import { commonFolder } from './files.ts'
import { type Options, UsageError } from './options.ts'
import { failed, isOurs, onlyOurs } from './results.ts'

type Rules = Options['rules']

export interface LintRequest {
  readonly files: readonly string[]
  readonly cwd: string
  readonly plugin: ESLintClass.Plugin
  readonly rules: Rules
  /** Of `settings["pg-advisory-lock"]`. */
  readonly settings: unknown
  /** Called before each file. */
  readonly onFile: (file: string, index: number) => void
}

export interface Linted {
  readonly results: readonly ESLintClass.LintResult[]
  readonly eslint: ESLintClass
  /** Files on which a rule failed: their results say so. */
  readonly crashes: readonly { readonly file: string; readonly error: unknown }[]
}

export async function lint({ files, cwd, plugin, rules, settings, onFile }: LintRequest): Promise<Linted> {
  const { ESLint } = await loadEslint()
  const eslint = new ESLint({
    // ESLint takes no file outside of its folder.
    cwd: commonFolder(cwd, files),
    overrideConfigFile: true,
    overrideConfig: configFor(plugin, rules, settings),
    // Keeps rules that a comment of the project switches on from running.
    ruleFilter: ({ ruleId }) => isOurs(ruleId),
    warnIgnored: false,
  })
  const results: ESLintClass.LintResult[] = []
  const crashes: Linted['crashes'][number][] = []
  for (const [index, file] of files.entries()) {
    onFile(file, index)
    try {
      // One at a time: a rule that throws on one file must not take the findings of the others along.
      const text = readFileSync(file, 'utf8')
      const [result] = await eslint.lintText(text, { filePath: file })
      // A bundle that can't be parsed, and has only the word, is nobody's concern.
      const isOther = result?.messages.some(({ fatal }) => fatal === true) === true && !mentionsLocks(text)
      if (result !== undefined && !isOther) results.push(onlyOurs(result))
    } catch (error) {
      const isTooDeep = error instanceof RangeError && error.message.includes('call stack')
      if (!isTooDeep) crashes.push({ file, error })
      const [firstLine = ''] = (error instanceof Error ? error.message : String(error)).split('\n')
      results.push(failed(file, isTooDeep ? 'Nested too deeply.' : `A rule failed on this file: ${firstLine}`))
    }
  }
  return { results, eslint, crashes }
}

/** The names of the rules that may be given to --rule. */
export function checkRuleNames(plugin: ESLintClass.Plugin, { only, severities }: Rules): void {
  const known = Object.keys(plugin.rules ?? {})
  for (const name of [...only, ...severities.keys()]) {
    if (!known.includes(name)) throw new UsageError(`--rule: no rule "${name}"; the rules are ${known.join(', ')}`)
  }
}

async function loadEslint(): Promise<typeof import('eslint')> {
  try {
    return await import('eslint')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error
    throw new UsageError('ESLint is not installed: npm install --save-dev eslint')
  }
}

/**
 * `recommended` with what --rule says of its rules, each in its own entry, so that what is off in tests stays off there;
 * then the rules that are in none.
 */
function configFor(plugin: ESLintClass.Plugin, { only, severities }: Rules, settings: unknown): Linter.Config[] {
  const recommended = [plugin.configs?.['recommended'] ?? []].flat() as Linter.Config[]
  const wanted = new Map<string, Linter.RuleEntry>(only.map((name) => [`${settingsKey}/${name}`, 'error']))
  for (const [name, severity] of severities) wanted.set(`${settingsKey}/${name}`, severity)
  const others = new Map(wanted)
  const kept = recommended.map((config): Linter.Config => {
    const entries = Object.entries(config.rules ?? {}).flatMap(([id, entry]): [string, Linter.RuleEntry][] => {
      others.delete(id)
      const asked = wanted.get(id)
      if (asked !== undefined) return [[id, asked]]
      return only.length === 0 && entry !== undefined ? [[id, entry]] : []
    })
    return { ...config, rules: Object.fromEntries(entries) }
  })
  return [
    {
      files: ['**/*.{js,cjs,mjs,jsx,ts,cts,mts,tsx}'],
      languageOptions: { parser: eslintParser },
      // Of the user's directives only those for our rules mean anything here.
      linterOptions: { reportUnusedDisableDirectives: 'off' },
      plugins: { [settingsKey]: plugin },
      ...(settings === undefined ? {} : { settings: { [settingsKey]: settings } }),
    },
    // A file that was named is linted wherever it lies.
    { ignores: ['!**/node_modules/', '!**/.git/'] },
    ...kept,
    { rules: Object.fromEntries(others) },
  ]
}
