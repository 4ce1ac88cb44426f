/** Reads the command line into options; what it can't read is one error that names the flag. */
import { parseArgs } from 'node:util'

export const formats = ['pretty', 'stylish', 'json', 'github'] as const
export type Format = (typeof formats)[number]

export const severities = ['error', 'warn', 'off'] as const
export type Severity = (typeof severities)[number]

/** What is the user's to mend, not ours: printed as one line, without a stack. */
export class UsageError extends Error {}

export interface Options {
  /** Paths and globs; without one, the current folder. */
  readonly paths: readonly string[]
  /** `only` is what was named without a severity: when there is any, no other rule runs. */
  readonly rules: { readonly only: readonly string[]; readonly severities: ReadonlyMap<string, Severity> }
  readonly format: Format
  readonly maxWarnings: number
  readonly settingsFile: string | undefined
  readonly quiet: boolean
  readonly debug: boolean
  /** What to print instead of linting. */
  readonly print: 'help' | 'version' | undefined
}

const flags = {
  rule: { type: 'string', wants: 'the name of a rule, such as no-constant-key or no-constant-key=warn' },
  format: { type: 'string', wants: `one of ${formats.join(', ')}`, short: 'f' },
  'max-warnings': { type: 'string', wants: 'a whole number' },
  settings: { type: 'string', wants: 'a JSON file' },
  quiet: { type: 'boolean' },
  debug: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'v' },
} as const

export function readOptions(argv: readonly string[]): Options {
  // Not strict: the messages of parseArgs don't say what a flag wants, and differ between versions of Node.
  const { tokens, positionals } = parseArgs({
    args: [...argv],
    options: flags,
    strict: false,
    tokens: true,
    allowPositionals: true,
  })
  const values = new Map<string, string>()
  const only: string[] = []
  const severityOf = new Map<string, Severity>()
  for (const token of tokens) {
    if (token.kind !== 'option') continue
    const flag = Object.hasOwn(flags, token.name) ? flags[token.name as keyof typeof flags] : undefined
    if (flag === undefined) throw new UsageError(`${token.rawName}: unknown option; --help lists them`)
    if (flag.type === 'boolean') {
      if (token.value !== undefined) throw new UsageError(`--${token.name}: takes no value`)
      values.set(token.name, 'true')
      continue
    }
    // `--format --quiet`: the next flag is no value.
    if (token.value === undefined || token.value === '' || (!token.inlineValue && /^-\D/.test(token.value))) {
      throw new UsageError(`--${token.name}: needs ${flag.wants}`)
    }
    values.set(token.name, token.value)
    if (token.name === 'rule') readRules(token.value, only, severityOf)
  }
  return {
    paths: positionals,
    rules: { only, severities: severityOf },
    format: readFormat(values.get('format')),
    maxWarnings: readMaxWarnings(values.get('max-warnings')),
    settingsFile: values.get('settings'),
    quiet: values.has('quiet'),
    debug: values.has('debug'),
    print: values.has('help') ? 'help' : values.has('version') ? 'version' : undefined,
  }
}

/** `a,b=warn`, with or without the plugin's prefix. */
function readRules(value: string, only: string[], severityOf: Map<string, Severity>): void {
  for (const part of value.split(',')) {
    const [written = '', severity] = part.trim().split('=')
    const name = written.replace(/^pg-advisory-lock\//, '')
    if (name === '') throw new UsageError(`--rule: needs ${flags.rule.wants}`)
    if (severity === undefined) only.push(name)
    else if (isOneOf(severities, severity)) severityOf.set(name, severity)
    else throw new UsageError(`--rule: "${severity}" is no severity; allowed: ${severities.join(', ')}`)
  }
}

function readFormat(value: string | undefined): Format {
  if (value === undefined) return 'pretty'
  if (isOneOf(formats, value)) return value
  throw new UsageError(`--format: "${value}" is no format; allowed: ${formats.join(', ')}`)
}

function readMaxWarnings(value: string | undefined): number {
  if (value === undefined) return Infinity
  if (/^\d+$/.test(value)) return Number(value)
  throw new UsageError(`--max-warnings: "${value}" is no whole number`)
}

function isOneOf<T extends string>(allowed: readonly T[], value: string): value is T {
  return (allowed as readonly string[]).includes(value)
}
