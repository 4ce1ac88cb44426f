/** The packed plugin in an ESLint language server: what somebody sees who edits a helper and its caller. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { caller, DB, WRAPPER } from '../modules/project.ts'
import { type LanguageServer, startServer } from './language-server.ts'
import { makeProject, type Project } from './project.ts'

const CONFIG = `
  import plugin from 'eslint-plugin-pg-advisory-lock'
  import * as parser from '@typescript-eslint/parser'
  export default [
    ...plugin.configs.recommended,
    { files: ['**/*.ts'], languageOptions: { parser } },
  ]
`
const SKIPPED = `import { Pool } from 'pg'
const pool = new Pool()
export async function close(month: string) {
  const client = await pool.connect()
  await client.query('SELECT pg_advisory_lock(hashtext($1))', [month])
  await client.query('UPDATE months SET closed = true WHERE month = $1', [month])
  await client.query('SELECT pg_advisory_unlock(hashtext($1))', [month])
  client.release()
}
`
/** The wrapper without its lock. */
const UNLOCKED = WRAPPER.replace(/.*pg_advisory_(un)?lock.*\n/g, '')

describe.each(['eslint-9.39', 'eslint-10'])('in a language server with %s', (eslint) => {
  let project: Project
  let server: LanguageServer

  beforeAll(async () => {
    project = makeProject([eslint, '@typescript-eslint/parser', 'typescript'], 'module')
    project.write('eslint.config.mjs', CONFIG)
    project.write('src/db.ts', DB)
    project.write('src/lock.ts', WRAPPER)
    project.write('src/job.ts', caller('./lock'))
    project.write('src/close.ts', SKIPPED)
    server = await startServer(project.folder)
  })
  afterAll(async () => {
    await server.stop()
    project.remove()
  })

  const codes = async (name: string): Promise<readonly string[]> =>
    (await server.diagnostics(name)).map(({ code, range }) => `${String(range.start.line + 1)} ${code}`)
  /** The server looks at a file again when its own buffer changes. */
  let edits = 0
  const again = async (): Promise<readonly string[]> => {
    server.change('src/job.ts', `${caller('./lock')}${'\n'.repeat(++edits)}`)
    return codes('src/job.ts')
  }
  const FOUND = ['4 pg-advisory-lock/no-network-call-while-locked']

  it('a finding is shown, its suggestion offered and applied', async () => {
    server.open('src/close.ts')
    const [diagnostic] = await server.diagnostics('src/close.ts')
    if (!diagnostic) throw new Error('no diagnostic')
    expect(diagnostic).toMatchObject({ code: 'pg-advisory-lock/require-unlock', range: { start: { line: 4 } } })
    expect(await server.actions('src/close.ts', diagnostic)).toContainEqual(expect.stringContaining('finally'))
    const edited = await server.apply('src/close.ts', diagnostic, 'Move')
    expect(edited.join('')).toContain('finally')
  })

  it('the helper is changed on the disk', async () => {
    server.open('src/job.ts')
    expect(await codes('src/job.ts')).toEqual(FOUND)
    project.write('src/lock.ts', UNLOCKED)
    await anew()
    expect(await again()).toEqual([])
    project.write('src/lock.ts', WRAPPER)
    await anew()
    expect(await again()).toEqual(FOUND)
  })

  it('the helper is changed in a buffer that is not saved', async () => {
    server.open('src/lock.ts')
    server.change('src/lock.ts', UNLOCKED)
    await server.diagnostics('src/lock.ts')
    await anew()
    expect(await again()).toEqual([])
    server.change('src/lock.ts', WRAPPER)
    await server.diagnostics('src/lock.ts')
    await anew()
    expect(await again()).toEqual(FOUND)
  })
})

/** What was found out about modules is trusted for a second. */
function anew(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 1100))
}
