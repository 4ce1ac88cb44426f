/** The packed plugin in oxlint, as a JS plugin: it finds what it finds in ESLint. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import plugin from '../../src/index.ts'
import { settingsKey } from '../../src/settings/index.ts'
import { fixturesIn, fixturesWithLocks, settingsOf } from '../fixtures/lint.ts'
import { eslintResults, findingsOfEslint, findingsOfOxlint, oxlintReport } from './findings.ts'
import { makeProject, type Project, type Ran } from './project.ts'

const everyRule = Object.fromEntries(Object.keys(plugin.rules).map((name) => [`${settingsKey}/${name}`, 'error']))

let project: Project
const eslint = (...args: string[]): Promise<Ran> => project.run('eslint', 'eslint', args)
const oxlint = (...args: string[]): Promise<Ran> => project.run('oxlint', 'oxlint', args)

beforeAll(() => {
  project = makeProject(['eslint-10', 'oxlint', '@typescript-eslint/parser', 'typescript'])
  project.copy('fixtures', 'fixtures')
})
afterAll(() => project.remove())

/** Both hosts alike: every rule, with these settings and options. */
function configure(shared: unknown = {}, options: object = {}): void {
  const settings = { [settingsKey]: shared }
  const rules = { ...everyRule, ...options }
  const jsPlugins = ['eslint-plugin-pg-advisory-lock']
  const categories = { correctness: 'off' }
  project.write('.oxlintrc.json', JSON.stringify({ plugins: [], categories, jsPlugins, settings, rules }))
  project.write(
    'eslint.config.mjs',
    `import plugin from 'eslint-plugin-pg-advisory-lock'
    import * as parser from '@typescript-eslint/parser'
    export default [
      { files: ['**/*'], plugins: { '${settingsKey}': plugin }, ...${JSON.stringify({ settings, rules })} },
      { files: ['**/*.{ts,tsx}'], languageOptions: { parser } },
    ]`,
  )
}

/** What both hosts find in a folder or file. */
async function found(path: string): Promise<{ inEslint: string[]; inOxlint: string[]; files: number }> {
  const ran = await oxlint('--format', 'json', path)
  return {
    inEslint: findingsOfEslint(await eslint('--format', 'json', path), project),
    inOxlint: findingsOfOxlint(ran),
    files: oxlintReport(ran).number_of_files,
  }
}

describe('the same as in ESLint', () => {
  it('are the findings of every rule in all fixtures', async () => {
    configure()
    const { inEslint, inOxlint, files } = await found('fixtures')
    expect(inOxlint).toEqual(inEslint)
    expect(files).toBe(fixturesIn('.').length)
    for (const rule of Object.keys(everyRule)) expect(inOxlint.join('\n')).toContain(` ${rule} `)
  })

  // One by one: settings hold for a whole run of oxlint, its `overrides` take none.
  const withSettings = fixturesWithLocks().flatMap(({ name, text }) => {
    const settings = settingsOf(text)
    return settings === undefined ? [] : [{ name, settings }]
  })

  it.each(withSettings)('are the findings in $name, with its settings', async ({ name, settings }) => {
    configure(settings)
    const { inEslint, inOxlint } = await found(`fixtures/${name}`)
    expect(inOxlint).toEqual(inEslint)
    expect(inOxlint).not.toEqual([])
  })

  it('are the suggestions', async () => {
    configure()
    const results = eslintResults(await eslint('--format', 'json', 'fixtures'))
    // Where there is one in the file, it is clear what a file looks like with all of them.
    const suggested = results.flatMap(({ filePath, messages }) => {
      const [only, ...more] = messages.flatMap(({ suggestions }) => suggestions ?? [])
      return only && more.length === 0 ? [{ path: filePath.slice(project.folder.length + 1), fix: only.fix }] : []
    })
    expect(suggested.length).toBeGreaterThan(10)
    // With the modules that they import, which stay as they are.
    project.copy('fixtures', 'edited/fixtures')
    const wanted = suggested.map(({ path, fix }) => {
      const text = project.read(path)
      return text.slice(0, fix.range[0]) + fix.text + text.slice(fix.range[1])
    })
    await oxlint('--fix-suggestions', ...suggested.map(({ path }) => `edited/${path}`))
    expect(suggested.map(({ path }) => project.read(`edited/${path}`))).toEqual(wanted)
  })

  it('are settings, options, and comments that let a place pass', async () => {
    const network = [{ name: 'renderPdf', reason: 'It waits for the printer.' }]
    configure(
      { network, lockTimeout: 'external' },
      { [`${settingsKey}/no-constant-key`]: ['error', { allowMagic: true }] },
    )
    project.write(
      'hosts/passes.js',
      `import { Pool } from 'pg'
      const pool = new Pool()
      export async function print(tx, month) {
        await tx.query('SELECT pg_advisory_xact_lock($1)', [7])
        const größe = 'zwölf'; await renderPdf(month)
      }
      export async function close(month) {
        // eslint-disable-next-line pg-advisory-lock/require-dedicated-connection -- a pool of one
        await pool.query('SELECT pg_advisory_lock($1)', [month])
        await pool.query('SELECT pg_advisory_unlock($1)', [month])
      }`,
    )
    const { inEslint, inOxlint } = await found('hosts/passes.js')
    expect(inOxlint).toEqual(inEslint)
    expect(inOxlint).toEqual([expect.stringContaining('It waits for the printer.')])
  })

  it('is that a wrong setting ends the run with an error that names the key', async () => {
    configure({ networks: [] })
    const { code, stdout, stderr } = await oxlint('fixtures/swarm')
    expect(code).toBe(1)
    expect(stdout + stderr).toContain('settings["pg-advisory-lock"].networks: unknown key; allowed: ')
  })
})

// Where one of these fails, oxlint has learnt it: the README says that it can't.
describe('other than in ESLint', () => {
  it('are comments that configure a rule: they are not read', async () => {
    configure()
    project.write(
      'hosts/configured.js',
      `/* eslint pg-advisory-lock/require-dedicated-connection: "off" */
      import { Pool } from 'pg'
      await new Pool().query('SELECT pg_advisory_lock($1)', [id])`,
    )
    const { inEslint, inOxlint } = await found('hosts/configured.js')
    const pooled = ` ${settingsKey}/require-dedicated-connection `
    expect(inOxlint.filter((one) => !inEslint.includes(one))).toEqual([expect.stringContaining(pooled)])
  })

  it('are the presets: a configuration can not extend those of a plugin', async () => {
    const recommended = `plugin:${settingsKey}/recommended`
    project.write(
      'extends.json',
      JSON.stringify({ jsPlugins: ['eslint-plugin-pg-advisory-lock'], extends: [recommended] }),
    )
    const { code, stdout } = await oxlint('--config', 'extends.json', 'hosts')
    expect(code).toBe(1)
    expect(stdout).toContain('Failed to parse oxlint configuration file.')
  })
})
