/** The packed plugin, installed into projects of its own: in each ESLint that it promises to work in, and by its command. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { settingsKey } from '../../src/settings/index.ts'
import { expectationsOf, fixturesIn } from '../fixtures/lint.ts'
import { eslintResults } from './findings.ts'
import { makeProject, type Project, type Ran } from './project.ts'

const SERVICE = 'swarm/src'
/** Programs that ESLint's own parser reads. */
const JAVASCRIPT = ['cases/lifetime/commonjs-early-return.cjs', 'cases/holder/modules-javascript-pooled-lock.mjs']

/** A program without fault. */
const CLEAN = `
export async function close(tx, month) {
  await tx.query('SELECT pg_advisory_xact_lock($1)', [month])
  await tx.query('UPDATE months SET closed = true WHERE month = $1', [month])
}
`

const LOADED = {
  'eslint.config.mjs': `
    import plugin from 'eslint-plugin-pg-advisory-lock'
    import * as parser from '@typescript-eslint/parser'
    export default [`,
  'eslint.config.cjs': `
    const plugin = require('eslint-plugin-pg-advisory-lock')
    const parser = require('@typescript-eslint/parser')
    module.exports = [`,
}
/** Seen by `tsc`. ESLint 9.15 has no `defineConfig`. */
const TYPED = `
  import type { Linter } from 'eslint'
  import plugin from 'eslint-plugin-pg-advisory-lock'
  export const config: Linter.Config[] = [...plugin.configs.recommended, { plugins: { locks: plugin } }]
`
const DEFINED = `
  import { defineConfig } from 'eslint/config'
  import plugin from 'eslint-plugin-pg-advisory-lock'
  export default defineConfig([plugin.configs.recommended, { plugins: { locks: plugin }, extends: [plugin.configs.strict] }])
`
const PARTS = `
  ...plugin.configs.recommended,
  { files: ['**/*.ts'], languageOptions: { parser } },
`

/** `file:line rule messageId`, as the comments of the fixtures say. */
function expected(): string[] {
  const programs = fixturesIn('.').filter(({ name }) => name.startsWith(`${SERVICE}/`) || JAVASCRIPT.includes(name))
  const lines = programs.flatMap(({ name, text }) =>
    expectationsOf(text).map(({ rule, messageId, line }) => `${name}:${line} ${rule} ${messageId ?? ''}`),
  )
  return lines.toSorted()
}

/** The same of what was found. */
function reported(ran: Ran, { folder }: Project): string[] {
  const lines = eslintResults(ran).flatMap(({ filePath, messages }) =>
    messages.map(({ line, ruleId, messageId, message }) => {
      const rule = ruleId?.replace(`${settingsKey}/`, '') ?? message
      return `${filePath.slice(folder.length + 1).replaceAll('\\', '/')}:${line} ${rule} ${messageId ?? ''}`
    }),
  )
  return lines.toSorted()
}

function copyPrograms(project: Project): void {
  for (const name of [SERVICE, ...JAVASCRIPT]) project.copy(`fixtures/${name}`, name)
}

describe.each(['eslint-9.15', 'eslint-9.39', 'eslint-10'])('in %s', (host) => {
  let project: Project
  const lint = (...args: string[]): Promise<Ran> => project.run('eslint', 'eslint', args)

  beforeAll(() => {
    project = makeProject([host, '@typescript-eslint/parser', 'typescript'])
    copyPrograms(project)
    project.write('clean/months.js', CLEAN)
    for (const [file, opening] of Object.entries(LOADED)) project.write(file, `${opening}${PARTS}]`)
    const wrong = `{ settings: { '${settingsKey}': { networks: [] } } }`
    project.write('wrong-setting.config.mjs', `${LOADED['eslint.config.mjs']}${PARTS}${wrong}]`)
  })
  afterAll(() => project.remove())

  it.each(Object.keys(LOADED))('finds with %s what the comments say, in TypeScript and in JavaScript', async (file) => {
    const ran = await lint('--config', file, '--format', 'json', SERVICE, ...JAVASCRIPT)
    expect(reported(ran, project)).toEqual(expected())
    expect(ran.code).toBe(1)
  })

  it('has types that fit', async () => {
    const compilerOptions = { noEmit: true, strict: true, module: 'nodenext', target: 'es2022', types: [] }
    project.write('tsconfig.json', JSON.stringify({ compilerOptions, include: ['*.mts'] }))
    project.write('typed.mts', TYPED)
    if (host !== 'eslint-9.15') project.write('defined.mts', DEFINED)
    expect(await project.run('typescript', 'tsc', [])).toEqual({ code: 0, stdout: '', stderr: '' })
  })

  it('ends with 0 where nothing is found', async () => {
    expect(await lint('clean')).toEqual({ code: 0, stdout: '', stderr: '' })
  })

  it('ends with 2 and the name of the key at a wrong setting', async () => {
    const { code, stderr } = await lint('--config', 'wrong-setting.config.mjs', 'clean')
    expect(code).toBe(2)
    expect(stderr).toContain('settings["pg-advisory-lock"].networks: unknown key; allowed: ')
  })
})

describe('the command', () => {
  let project: Project

  beforeAll(() => {
    project = makeProject(['eslint-10'], 'module')
    copyPrograms(project)
  })
  afterAll(() => project.remove())

  it('finds the same beside ESLint alone, without a parser and without TypeScript', async () => {
    const ran = await project.run('eslint-plugin-pg-advisory-lock', 'eslint-plugin-pg-advisory-lock', [
      '--format',
      'json',
      SERVICE,
      ...JAVASCRIPT,
    ])
    expect(reported(ran, project)).toEqual(expected())
    expect(ran.code).toBe(1)
  })
})
