import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { caller, DB, FOUND, lintIn, messagesIn, project, WRAPPER } from './project.ts'

describe('a wrapper in another module is found', () => {
  it.each([
    ['by its relative path', './lock', {}],
    ['by a path that ends in .js', './lock.js', {}],
    ['behind a barrel', './index', { 'index.ts': "export * from './lock'" }],
    [
      'behind two barrels, renamed',
      './index',
      {
        'index.ts': "export { w as withLock } from './barrel'",
        'barrel.ts': "import { withLock } from './lock'\nexport { withLock as w }",
      },
    ],
    [
      'by a path of tsconfig.json',
      '@app/lock',
      { 'tsconfig.json': '{"compilerOptions":{"paths":{"@app/*":["./*"]}}}' },
    ],
    ['by an import of package.json', '#lock', { 'package.json': '{"name":"app","imports":{"#lock":"./lock.ts"}}' }],
  ])('%s', (_, from, files) => {
    const folder = project({ 'db.ts': DB, 'lock.ts': WRAPPER, 'job.ts': caller(from), ...files })
    expect(lintIn(folder, 'job.ts')).toEqual(FOUND)
    expect(lintIn(folder, 'lock.ts')).toEqual([])
  })

  it('as the default export', () => {
    const folder = project({
      'db.ts': DB,
      'lock.ts': WRAPPER.replace('export async function', 'export default async function'),
      'job.ts': caller('./lock').replace('{ withLock }', 'withLock'),
    })
    expect(lintIn(folder, 'job.ts')).toEqual(FOUND)
  })

  it('in a namespace', () => {
    const folder = project({
      'db.ts': DB,
      'lock.ts': WRAPPER,
      'job.ts': caller('./lock').replace('{ withLock }', '* as locks').replace('withLock(id', 'locks.withLock(id'),
    })
    expect(lintIn(folder, 'job.ts')).toEqual(FOUND)
  })

  it('by require, from module.exports', () => {
    const folder = project({
      'db.js': "const { Pool } = require('pg')\nmodule.exports.pool = new Pool()",
      'lock.js': `${WRAPPER.replace("import { pool } from './db'", "const { pool } = require('./db')")
        .replace(/: (number|Promise<T>|\(\) => Promise<T>)/g, '')
        .replace('export async function withLock<T>', 'async function withLock')}module.exports = { withLock }`,
      'job.js': `const { withLock } = require('./lock')
exports.refresh = (id) =>
  withLock(id, async () => {
    await fetch('https://rates.test/')
  })
`,
    })
    expect(lintIn(folder, 'job.js')).toEqual(FOUND)
  })

  it('with its client, by require of what module.exports was set to', () => {
    const folder = project({
      'db.js': "const { Sequelize } = require('sequelize')\nmodule.exports = new Sequelize(process.env.URL)",
      'models.js': "const sequelize = require('./db')\nmodule.exports = { sequelize }",
      'job.js': `const { sequelize } = require('./models')
exports.job = async (id) => {
  await sequelize.query('SELECT pg_advisory_lock(:id)', { replacements: { id } })
  await sequelize.query('SELECT pg_advisory_unlock(:id)', { replacements: { id } })
}
`,
    })
    expect(lintIn(folder, 'job.js')).toEqual(['3 require-dedicated-connection pooled'])
  })

  it('in a package of the workspace, through its link', () => {
    const folder = project({
      'package.json': '{"workspaces":["packages/*"]}',
      'packages/locks/package.json': '{"name":"@app/locks","exports":"./src/lock.ts"}',
      'packages/locks/src/lock.ts': WRAPPER,
      'packages/locks/src/db.ts': DB,
      'packages/web/package.json': '{"name":"@app/web"}',
      'packages/web/job.ts': caller('@app/locks'),
    })
    mkdirSync(join(folder, 'node_modules/@app'), { recursive: true })
    symlinkSync(join(folder, 'packages/locks'), join(folder, 'node_modules/@app/locks'), 'dir')
    expect(lintIn(folder, 'packages/web/job.ts')).toEqual(FOUND)
  })

  it('as the method of an injected service', () => {
    const folder = project({
      'db.ts': DB,
      'lock.service.ts': `${DB}export class LockService {
  async run<T>(id: number, work: () => Promise<T>): Promise<T> {
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
}
`,
      'job.ts': `import type { LockService } from './lock.service'
export class Rates {
  constructor(private readonly locks: LockService) {}
  refresh = (id: number) => this.locks.run(id, async () => { await fetch('https://rates.test/') })
}
`,
    })
    expect(lintIn(folder, 'job.ts')).toEqual(['4 no-network-call-while-locked callback'])
  })
})

describe('what another module gives is known', () => {
  it('a pool', () => {
    const folder = project({
      'db.ts': DB,
      'job.ts': `import { pool } from './db'
export async function job(id: number) {
  await pool.query('SELECT pg_advisory_lock($1)', [id])
  await pool.query('UPDATE t SET a = 1 WHERE id = $1', [id])
  await pool.query('SELECT pg_advisory_unlock($1)', [id])
}
`,
    })
    expect(lintIn(folder, 'job.ts')).toEqual(['3 require-dedicated-connection pooled'])
  })

  it('SQL text, and a key', () => {
    const folder = project({
      'sql.ts':
        "export const SQL = { lock: 'SELECT pg_advisory_lock($1)', unlock: 'SELECT pg_advisory_unlock($1)' } as const\nexport enum Key { Jobs = 2 ** 60 + 1 }",
      'job.ts': `import type { PoolClient } from 'pg'
import { Key, SQL } from './sql'
export async function job(client: PoolClient) {
  await client.query(SQL.lock, [Key.Jobs])
  await client.query('UPDATE t SET a = 1')
  await client.query(SQL.unlock, [Key.Jobs])
}
`,
    })
    expect(lintIn(folder, 'job.ts')).toEqual(['4 require-unlock heldOnThrow', '4 valid-key imprecise'])
  })

  it('a request three modules away, named with the chain', () => {
    const folder = project({
      'http.ts': "export const get = (path: string) => fetch('https://rates.test/' + path)",
      'rates.ts': "import { get } from './http'\nexport async function loadRates() { return await get('all') }",
      'job.ts': `import type { PoolClient } from 'pg'
import { loadRates } from './rates'
export async function job(client: PoolClient, id: number) {
  await client.query('BEGIN')
  await client.query('SELECT pg_advisory_xact_lock($1)', [id])
  await loadRates()
  await client.query('COMMIT')
}
`,
    })
    expect(lintIn(folder, 'job.ts')).toEqual(['6 no-network-call-while-locked throughHelper'])
    expect(messagesIn(folder, 'job.ts')[0]).toContain('`loadRates → get → fetch (http.ts:1)`')
  })
})

describe('a finding stands where its cause is', () => {
  const helper = `import type { PoolClient } from 'pg'
export async function lockTenant(db: { query: PoolClient['query'] }, id: number) {
  await db.query('SELECT pg_advisory_xact_lock($1)', [id])
}
`

  it('at the caller that gives the root handle, not at the one that gives its transaction', () => {
    const folder = project({
      'db.ts': DB,
      'lock.ts': helper,
      'job.ts': `import { pool } from './db'
import { lockTenant } from './lock'
export async function wrong(id: number) {
  await lockTenant(pool, id)
  await pool.query('UPDATE t SET a = 1 WHERE id = $1', [id])
}
export async function right(id: number) {
  const client = await pool.connect()
  try {
    await client.query('BEGIN')
    await lockTenant(client, id)
    await client.query('UPDATE t SET a = 1 WHERE id = $1', [id])
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK')
    throw error
  } finally {
    client.release()
  }
}
`,
    })
    expect(lintIn(folder, 'lock.ts')).toEqual([])
    expect(lintIn(folder, 'job.ts')).toEqual(['4 require-transaction autocommit'])
  })

  it('at the helper that leaks the lock, once, and not at its callers', () => {
    const leaky = WRAPPER.replace('return await work()', 'return await work()').replace(
      /    try \{\n {6}return await work\(\)\n {4}\} finally \{\n {6}(.*)\n {4}\}\n/,
      '    const result = await work()\n    $1\n    return result\n',
    )
    const folder = project({
      'db.ts': DB,
      'lock.ts': leaky,
      'job.ts': "import { withLock } from './lock'\nexport const job = (id: number) => withLock(id, async () => 1)\n",
    })
    expect(lintIn(folder, 'lock.ts')).toEqual(['5 require-unlock heldOnThrow'])
    expect(lintIn(folder, 'job.ts')).toEqual([])
  })

  it('and names the lines of the other module', () => {
    const folder = project({
      'db.ts': DB,
      'src/lock.ts': WRAPPER.replace('./db', '../db'),
      'job.ts': caller('./src/lock'),
      'package.json': '{}',
    })
    expect(messagesIn(folder, 'job.ts')[0]).toContain('(line 5 of src/lock.ts)')
  })
})

describe('no module breaks the lint run', () => {
  const silent = (files: Readonly<Record<string, string>>, from = './lock'): void => {
    const folder = project({ 'db.ts': DB, 'job.ts': caller(from), ...files })
    expect(lintIn(folder, 'job.ts')).toEqual([])
  }

  it('that is missing', () => {
    silent({})
  })
  it('that has a syntax error', () => {
    silent({ 'lock.ts': `${WRAPPER}}` })
  })
  it('that is empty', () => {
    silent({ 'lock.ts': '' })
  })
  it('that is nested too deeply', () => {
    silent({ 'lock.ts': `${WRAPPER}${'['.repeat(10_000)}` })
  })
  it('that is too large', () => {
    silent({ 'lock.ts': `${WRAPPER}//${'x'.repeat(1_100_000)}` })
  })
  it('that exports itself', () => {
    silent({ 'lock.ts': "export * from './lock'\nexport { withLock } from './lock'\n// pg_advisory_lock" })
  })
  it('that is a folder', () => {
    silent({ 'lock.ts/inner.ts': WRAPPER })
  })

  it('that imports the one that imports it', () => {
    const folder = project({
      'db.ts': "export { withLock } from './lock'\nimport { Pool } from 'pg'\nexport const pool = new Pool()",
      'lock.ts': WRAPPER,
      'job.ts': caller('./db'),
    })
    expect(lintIn(folder, 'job.ts')).toEqual(FOUND)
  })

  it('that calls back into the file that is linted', () => {
    const folder = project({
      'db.ts': DB,
      'lock.ts': `import { key } from './job'\n${WRAPPER.replace('[id]', '[key(id)]')}`,
      'job.ts': `${caller('./lock')}export const key = (id: number) => id + 1`,
    })
    expect(lintIn(folder, 'job.ts')).toEqual(FOUND)
  })

  it('that lies outside of the project', () => {
    const outside = project({ 'lock.ts': WRAPPER, 'db.ts': DB })
    const folder = project({ 'package.json': '{}', 'job.ts': caller(join(outside, 'lock')) })
    expect(lintIn(folder, 'job.ts')).toEqual([])
    symlinkSync(join(outside, 'lock.ts'), join(folder, 'lock.ts'))
    writeFileSync(join(folder, 'other.ts'), caller('./lock'))
    expect(lintIn(folder, 'other.ts')).toEqual([])
  })

  it('that is a link to itself', () => {
    const folder = project({ 'job.ts': caller('./lock') })
    symlinkSync(join(folder, 'lock.ts'), join(folder, 'lock.ts'))
    expect(lintIn(folder, 'job.ts')).toEqual([])
  })
})

describe('a helper that works under its own lock', () => {
  const lock = `import { Client } from 'pg'
const client = new Client()
export async function tryLock(id: string): Promise<boolean> {
  const { rows } = await client.query('SELECT pg_try_advisory_lock(hashtext($1)) AS locked', [id])
  return rows[0].locked
}
export async function unlock(id: string) {
  await client.query('SELECT pg_advisory_unlock(hashtext($1))', [id])
}
`
  const runs = (notice: string): string => `import { pool } from './db'
import { tryLock, unlock } from './lock'
import { notify } from './notify'
export async function run(id: string) {
  if (!(await tryLock(id))) return false
  try {
    await pool.query('UPDATE jobs SET done = true WHERE id = $1', [id])
    ${notice}
  } finally {
    await unlock(id)
  }
  return true
}
`
  const notify = `export function notify(id: string): void {
  Promise.all([fetch('https://mail.test/' + id), fetch('https://chat.test/' + id)]).then(() => {})
}
`

  it('is no fault of one who runs it twice, though the first may have failed', () => {
    const folder = project({
      'db.ts': DB,
      'lock.ts': lock,
      'notify.ts': notify,
      'run.ts': runs(''),
      'job.ts': `import { run } from './run'
export async function all(ids: string[], again: string[]) {
  const errors: unknown[] = []
  for (const id of ids) {
    try {
      await run(id)
    } catch (error) {
      errors.push(error)
    }
  }
  for (const id of again) {
    try {
      await run(id)
    } catch (error) {
      errors.push(error)
    }
  }
  return errors
}
`,
    })
    expect(lintIn(folder, 'job.ts')).toEqual([])
  })

  it('may have another module send a notice that nobody waits for', () => {
    const folder = project({
      'db.ts': DB,
      'lock.ts': lock,
      'notify.ts': notify,
      'run.ts': runs('notify(id)'),
      'job.ts': "import { run } from './run'\nexport const job = () => run('a')\n",
    })
    expect(lintIn(folder, 'run.ts')).toEqual([])
    expect(lintIn(folder, 'job.ts')).toEqual([])
  })

  it('sends one itself: that is told where it does', () => {
    const folder = project({
      'db.ts': DB,
      'lock.ts': lock,
      'notify.ts': 'export {}',
      'run.ts': runs("void fetch('https://mail.test/' + id)").replace(/^import \{ notify.*\n/m, ''),
      'job.ts': "import { run } from './run'\nexport const job = () => run('a')\n",
    })
    expect(lintIn(folder, 'run.ts')).toEqual(['7 await-locked-work floating'])
    expect(lintIn(folder, 'job.ts')).toEqual([])
  })
})

describe('a test that puts something else in place of modules', () => {
  const test = `import { take } from './lock'
export async function check(id: number) {
  await take(id)
  if (id > 1) return
  await fetch('https://rates.test/')
}
`
  const files = {
    'lock.ts':
      "import { Client } from 'pg'\nexport async function take(id: number) {\n  const client = new Client()\n  await client.query('SELECT pg_advisory_lock($1)', [id])\n}\n",
  }

  it('says nothing of the locks in them', () => {
    const folder = project({ ...files, 'plain.ts': test, 'mocking.ts': `vi.mock('pg')\n${test}` })
    expect(lintIn(folder, 'plain.ts')).not.toEqual([])
    expect(lintIn(folder, 'mocking.ts')).toEqual([])
  })

  it('is judged for its own', () => {
    const own =
      "import { Pool } from 'pg'\nvi.mock('./lock')\nconst pool = new Pool()\nexport const lock = (key: number) => pool.query('SELECT pg_advisory_lock($1)', [key])\n"
    expect(lintIn(project({ ...files, 'own.ts': own }), 'own.ts')).toContain('4 require-dedicated-connection pooled')
  })
})
