// Takes the times: of the rules beside the parser inside ESLint, and of whole commands.
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as parser from '@typescript-eslint/parser'
import { ESLint } from 'eslint'
import plugin from 'eslint-plugin-pg-advisory-lock'

/** The TypeScript and JavaScript files below a folder, sorted; without `node_modules` and hidden folders. */
export function sourcesOf(root) {
  const files = []
  for (const entry of readdirSync(root, { withFileTypes: true })) {
    if (entry.name.startsWith('.') || entry.name === 'node_modules') continue
    const path = join(root, entry.name)
    if (entry.isDirectory()) files.push(...sourcesOf(path))
    else if (/\.[mc]?[jt]sx?$/.test(entry.name) && !/\.d\.[mc]?ts$/.test(entry.name)) files.push(path)
  }
  return files.sort()
}

export const usesLocks = (file) => /advisory/i.test(readFileSync(file, 'utf8'))

/** ESLint with typescript-eslint's parser and all our rules, or none. */
export function eslintWith({ rules }) {
  const all = Object.assign({}, ...plugin.configs.recommended.map((config) => config.rules))
  return new ESLint({
    overrideConfigFile: true,
    overrideConfig: [
      {
        files: ['**/*.{js,cjs,mjs,jsx,ts,cts,mts,tsx}'],
        languageOptions: { parser },
        linterOptions: { reportUnusedDisableDirectives: 'off' },
        ...(rules ? { plugins: { 'pg-advisory-lock': plugin }, rules: all } : {}),
      },
    ],
    allowInlineConfig: false,
    stats: true,
    cwd: '/',
  })
}

/** Milliseconds that the parser and each rule took for one text, and what the rules found. */
export async function timesOf(eslint, text, filePath) {
  const [result] = await eslint.lintText(text, { filePath })
  const rules = new Map()
  let parse = 0
  for (const pass of result?.stats?.times.passes ?? []) {
    parse += pass.parse.total
    for (const [id, { total }] of Object.entries(pass.rules ?? {})) rules.set(id, (rules.get(id) ?? 0) + total)
  }
  return { parse, rules, messages: result?.messages ?? [] }
}

/** Runs a command a few times; its output is thrown away. Answers the median of its milliseconds. */
export function commandTime(runs, command, args, cwd) {
  return median(
    Array.from({ length: runs }, () => {
      const start = performance.now()
      const { error, status, stderr } = spawnSync(command, args, { cwd, stdio: ['ignore', 'ignore', 'pipe'] })
      if (error) throw error
      // 1: ESLint and the bin found something, grep found nothing.
      if (status !== 0 && status !== 1) throw new Error(`${command} ended with ${status}: ${stderr}`)
      return performance.now() - start
    }),
  )
}

export function median(numbers) {
  return numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0
}
