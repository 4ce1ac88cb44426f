/** A project on the disk for a test, and what the plugin says of its files. */
import * as parser from '@typescript-eslint/parser'
import { Linter } from 'eslint'
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach } from 'vitest'
import plugin from '../../src/index.ts'

const folders: string[] = []

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

export function project(files: Readonly<Record<string, string>>): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'pg-advisory-lock-modules-')))
  folders.push(folder)
  for (const [name, text] of Object.entries(files)) write(folder, name, text)
  return folder
}

export function write(folder: string, name: string, text: string): void {
  mkdirSync(dirname(join(folder, name)), { recursive: true })
  writeFileSync(join(folder, name), text)
}

/** `line rule messageId` of each finding; `text` instead of what is on the disk. */
export function lintIn(
  folder: string,
  name: string,
  text = readFileSync(join(folder, name), 'utf8'),
  settings: object = {},
): string[] {
  return verify(folder, name, text, settings).map(
    ({ line, ruleId, messageId, message }) => `${line} ${ruleId?.slice(17) ?? message} ${messageId ?? ''}`,
  )
}

/** As `lintIn`, with the messages. */
export function messagesIn(folder: string, name: string, settings: object = {}): string[] {
  return verify(folder, name, readFileSync(join(folder, name), 'utf8'), settings).map(({ message }) => message)
}

function verify(folder: string, name: string, text: string, settings: object): Linter.LintMessage[] {
  const own = { files: ['**/*.{ts,js,mjs}'], languageOptions: { parser }, settings: { 'pg-advisory-lock': settings } }
  return new Linter({ configType: 'flat', cwd: folder }).verify(
    text,
    [own, ...plugin.configs.recommended],
    join(folder, name),
  )
}

/** A wrapper that runs a callback under a lock. */
export const WRAPPER = `import { pool } from './db'
export async function withLock<T>(id: number, work: () => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    await client.query('SELECT pg_advisory_lock($1)', [id])
    try {
      return await work()
    } finally {
      await client.query('SELECT pg_advisory_unlock($1)', [id])
    }
  } finally {
    client.release()
  }
}
`

export const DB = `import { Pool } from 'pg'
export const pool = new Pool()
`

/** A caller that waits for a request under the lock; `from` is where the wrapper comes from. */
export const caller = (from: string, name = 'withLock'): string => `import { ${name} } from '${from}'
export const refresh = (id: number) =>
  ${name}(id, async () => {
    await fetch('https://rates.test/')
  })
`

export const FOUND = ['4 no-network-call-while-locked callback']
