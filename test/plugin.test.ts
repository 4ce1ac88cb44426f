/** The plugin object, and that rules, table, pages, tests and configs agree. */
import { readdirSync, readFileSync } from 'node:fs'
import { ESLint, Linter, type Rule } from 'eslint'
import { describe, expect, it } from 'vitest'
import { rules } from '../rules/index.ts'
import plugin from '../src/index.ts'

const namespace = 'pg-advisory-lock'
const table = Object.entries<Rule.RuleModule>(rules)
const names = table.map(([name]) => name)

function namesIn(folder: string, ending: string): string[] {
  return readdirSync(new URL(`../${folder}/`, import.meta.url))
    .filter((file) => file.endsWith(ending))
    .map((file) => file.slice(0, -ending.length))
}

describe('the plugin', () => {
  it('says who it is', () => {
    const { name, version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
      name: string
      version: string
    }
    expect(plugin.meta).toEqual({ name, version, namespace })
  })

  it('has the rules of the table', () => {
    expect(plugin.rules).toBe(rules)
    expect(names).toEqual(names.toSorted())
  })

  it('has a file, a page and a test for each rule, and no others', () => {
    expect(namesIn('rules', '.ts').filter((name) => name !== 'index')).toEqual(names)
    expect(namesIn('docs/rules', '.md')).toEqual(names)
    expect(namesIn('test/rules', '.test.ts')).toEqual(names)
  })
})

/** The rules that a preset puts on for a file, whatever else is configured. */
async function rulesFor(filename: string, preset: Linter.Config[] = plugin.configs.recommended): Promise<string[]> {
  const overrideConfig = [{ files: ['**/*.{js,ts,tsx,mts}'] }, ...preset]
  const eslint = new ESLint({ overrideConfigFile: true, overrideConfig })
  const config = (await eslint.calculateConfigForFile(filename)) as { rules: Record<string, [severity: number]> }
  const on = Object.entries(config.rules).filter(([, [severity]]) => severity === 2)
  return on.map(([name]) => name.slice(`${namespace}/`.length)).toSorted()
}

describe('configs.strict', () => {
  it('has every rule, as error', async () => {
    expect(await rulesFor('src/job.ts', plugin.configs.strict)).toEqual(names)
  })

  it('adds nothing to recommended in tests', async () => {
    expect(await rulesFor('src/job.test.ts', plugin.configs.strict)).toEqual(await rulesFor('src/job.test.ts'))
  })
})

describe('configs.recommended', () => {
  it('has, as errors, the rules that say so', async () => {
    const recommended = names.filter((name) => plugin.rules[name as keyof typeof rules].meta?.docs?.recommended)
    expect(await rulesFor('src/job.ts')).toEqual(recommended)
  })

  it.each(['src/job.test.ts', 'src/job.spec.mts', 'src/__tests__/job.js', '__tests__/deep/job.tsx'])(
    'leaves network calls and constant keys alone in %s',
    async (filename) => {
      const everywhere = await rulesFor('src/job.ts')
      const off = ['no-network-call-while-locked', 'no-constant-key']
      expect(await rulesFor(filename)).toEqual(everywhere.filter((name) => !off.includes(name)))
    },
  )

  it('makes ESLint lint no file that it would not lint without', () => {
    for (const config of plugin.configs.recommended) expect(config.files).toBeUndefined()
  })

  it('names its parts and its plugin', () => {
    expect(plugin.configs.recommended.map(({ name }) => name)).toEqual([
      `${namespace}/recommended`,
      `${namespace}/recommended/not-tests`,
    ])
    expect(plugin.configs.recommended[0]?.plugins).toEqual({ [namespace]: plugin })
  })
})

/** What a message is usually filled with. */
const TYPICAL: Readonly<Record<string, string>> = {
  harm: 'Everyone who wants the lock waits for it too',
  claim: ', or claim the work by a row that expires',
  key: "hashtext('tenant:' || tenantId)",
  line: '131',
  taken: '128',
  work: '135',
  thrower: '`client.query()` (line 131)',
  unlock: 'line 134',
  also: ' The same number is used at line 12, line 34, line 56 and 2 more.',
  entity: 'tenantId',
  better: "pg_advisory_xact_lock(hashtextextended('…:' || tenantId, 0))",
  name: 'openai.responses.create',
  kind: 'model API',
  chain: 'refresh → loadRates → fetch',
  others: ' Also `redis.del` (line 14), `mail.send` (line 15), `fetch` (line 16) and 1 more.',
  reason: ' It waits for the bank.',
  part: 'the number of rows',
  column: 'pg_try_advisory_xact_lock',
  read: 'rows[0].acquired',
  mode: 'transaction',
  pin: 'take one connection with `connect()` for all of it, or pg_advisory_xact_lock in a transaction',
  instead: 'take pg_advisory_xact_lock in a transaction, or connect around the pooler',
  lock: 'pg_advisory_xact_lock',
  clause: 'a select list',
  stays: ' and the lock stays held',
  each: 'in each process',
  answer: 'gives no sign, and what follows runs unlocked',
  type: 'bigint',
  other: 'hashtext($1)',
  failed: '131',
  call: 'mergeTranscripts()',
  why: "isn't awaited",
  does: 'takes',
  effect: 'if it fails, the work runs without the lock',
  ms: '250',
}
/** A bare number is short. */
const OTHERWISE: Readonly<Record<string, Readonly<Record<string, string>>>> = { magic: { key: '(4102, 73)' } }

describe.each(table)('%s', (name, { meta }) => {
  it('has a description and the address of its page', () => {
    expect(meta?.type).toBe('problem')
    expect(meta?.docs?.description).toMatch(/^(Require|Disallow) .*[^.]$/)
    expect(meta?.docs?.url).toMatch(new RegExp(`^https://.*/docs/rules/${name}\\.md$`))
  })

  it('knows its options, with a description of each, and a default for each', () => {
    const [schema, ...more] = meta?.schema as { properties: Record<string, object>; additionalProperties: boolean }[]
    expect(more).toEqual([])
    if (!schema) return
    expect(schema.additionalProperties).toBe(false)
    for (const property of Object.values(schema.properties)) expect(property).toHaveProperty('description')
    const [defaults] = meta?.defaultOptions as [object]
    expect(Object.keys(defaults)).toEqual(Object.keys(schema.properties))
  })

  it('has a test for each message and each option', () => {
    const tests = readFileSync(new URL(`rules/${name}.test.ts`, import.meta.url), 'utf8')
    const [schema] = meta?.schema as { properties?: object }[]
    for (const id of Object.keys(meta?.messages ?? {})) expect(tests).toContain(`'${id}'`)
    for (const option of Object.keys(schema?.properties ?? {}))
      expect(tests).toMatch(new RegExp(`options: .*\\b${option}\\b`))
  })

  it.each(Object.entries(meta?.messages ?? {}))('has a message %s of whole sentences', (id, text) => {
    const filled = text.replace(/\{\{\s*(\w+)\s*\}\}/g, (_, word: string) => {
      const value = OTHERWISE[id]?.[word] ?? TYPICAL[word]
      if (value === undefined) throw new Error(`no typical value for ${word}`)
      return value
    })
    expect(filled).toMatch(/^[A-Z`].*\.$/)
    expect(filled).not.toMatch(/ {2}|[.:;,]{2}| [.,]/)
    const [first = ''] = filled.split(/(?<=\.)\s/)
    expect(first.length, first).toBeLessThanOrEqual(120)
  })
})

describe('a wrong option', () => {
  const lint = (rule: string, ...options: unknown[]): unknown =>
    new Linter({ configType: 'flat' }).verify('', {
      plugins: { [namespace]: plugin },
      rules: { [`${namespace}/${rule}`]: ['error', ...options] },
    })

  it.each([
    ['no-constant-key', { allowMagics: true }, ['allowMagics', 'allowMagic', 'allowNames']],
    ['no-constant-key', { allowMagic: 'yes' }, ['no-constant-key', 'yes', 'boolean']],
    ['no-constant-key', { allowNames: 'saveProfile' }, ['no-constant-key', 'saveProfile', 'array']],
    ['no-network-call-while-locked', { ignored: [] }, ['ignored', 'ignore', 'sleep']],
    ['no-network-call-while-locked', { sleep: 1 }, ['no-network-call-while-locked', '1', 'boolean']],
    ['no-network-call-while-locked', { ignore: [{ reason: 'none' }] }, ['name']],
    ['no-retry-without-backoff', { allowConstants: true }, ['allowConstants', 'allowConstant']],
    ['no-retry-without-backoff', { allowConstant: 1 }, ['no-retry-without-backoff', '1', 'boolean']],
    ['require-lock-timeout', { timeout: 5 }, ['require-lock-timeout']],
    ['require-unlock', { strict: true }, ['require-unlock']],
    ['no-unchecked-try-lock', { strict: true }, ['no-unchecked-try-lock']],
  ])('%s with %j is an error that says what and where', (rule, options, words) => {
    expect(() => lint(rule, options)).toThrow()
    try {
      lint(rule, options)
    } catch (error) {
      for (const word of words) expect(String(error)).toContain(word)
    }
  })
})

describe('a wrong setting', () => {
  const lint = (settings: Record<string, unknown>): unknown =>
    new Linter({ configType: 'flat' }).verify('', [...plugin.configs.recommended, { settings }])

  it('is one error that names the key and the allowed ones', () => {
    expect(() => lint({ [namespace]: { networks: [] } })).toThrow(
      `settings["${namespace}"].networks: unknown key; allowed: `,
    )
    expect(() => lint({ [namespace]: { network: 'fetch' } })).toThrow(
      `settings["${namespace}"].network: must be an array of names or of { name, reason }, is the string "fetch"`,
    )
  })

  it('is none where the settings are right, or another plugin owns them', () => {
    expect(lint({ [namespace]: { network: ['askOracle'] } })).toEqual([])
    expect(lint({ import: { networks: [] } })).toEqual([])
  })
})
