/** A temporary project, a plugin with two simple rules, and a run of the bin over them. */
import type { ESLint, Rule } from 'eslint'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import { run, type Surroundings } from '../../src/cli/run.ts'

/** Writes the files into a new folder that is removed after the test. */
export function project(files: Readonly<Record<string, string>>): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'pg-advisory-lock-')))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  return folder
}

/** Reports each call of a function with this name. */
function callsOf(name: string, message: string): Rule.RuleModule {
  return {
    meta: { type: 'problem', messages: { call: message }, schema: [] },
    create: (context) => ({
      CallExpression(node) {
        if (node.callee.type === 'Identifier' && node.callee.name === name) context.report({ node, messageId: 'call' })
      },
    }),
  }
}

const rules = {
  'no-lock': callsOf('lock', 'Lock taken. Let it go.'),
  'no-wait': callsOf('wait', 'Waits for ever.'),
  'no-key': callsOf('key', 'Constant key.'),
  'always-fails': {
    meta: { type: 'problem', schema: [] },
    create: () => ({
      Program() {
        throw new Error('rule is broken')
      },
    }),
  } satisfies Rule.RuleModule,
  'prints-settings': {
    meta: { type: 'problem', schema: [] },
    create: (context) => ({
      Program: (node) =>
        context.report({ node, message: JSON.stringify(context.settings['pg-advisory-lock'] ?? null) }),
    }),
  } satisfies Rule.RuleModule,
}

export const plugin: ESLint.Plugin = { meta: { name: 'eslint-plugin-pg-advisory-lock', version: '0.0.0' }, rules }
plugin.configs = {
  recommended: [
    {
      plugins: { 'pg-advisory-lock': plugin },
      rules: { 'pg-advisory-lock/no-wait': 'warn' },
    },
    { ignores: ['**/*.test.*'], rules: { 'pg-advisory-lock/no-lock': 'error' } },
  ],
}

export interface Outcome {
  readonly code: number
  readonly out: string
  readonly err: string
}

export async function runIn(cwd: string, argv: readonly string[], more: Partial<Surroundings> = {}): Promise<Outcome> {
  let out = ''
  let err = ''
  const code = await run(argv, {
    cwd,
    stdout: { write: (text) => (out += text) },
    stderr: { write: (text) => (err += text) },
    env: {},
    plugin,
    traces: () => new Map(),
    ...more,
  })
  return { code, out, err }
}
