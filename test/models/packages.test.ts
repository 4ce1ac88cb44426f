import { describe, expect, it } from 'vitest'
import { packages } from '../../src/models/packages.ts'
import { lintIn, project } from '../modules/project.ts'

describe('the model of each package', () => {
  it.each(packages.map(({ name, text }) => [name, text]))('%s has no fault of its own', (_, text) => {
    expect(lintIn(project({ 'model.js': text }), 'model.js')).toEqual([])
  })
})

const lint = (text: string): string[] => lintIn(project({ 'job.ts': text }), 'job.ts')

describe('advisory-lock', () => {
  const use = (body: string): string[] =>
    lint(`import advisoryLock from 'advisory-lock'
const mutexFor = advisoryLock(process.env.DATABASE_URL)
export async function job(id: string) {
  const mutex = mutexFor(id)
${body}
}
`)

  it('withLock runs its callback under the lock', () => {
    expect(use("  await mutex.withLock(async () => {\n    await fetch('https://rates.test/')\n  })")).toEqual([
      '6 no-network-call-while-locked callback',
    ])
  })

  it.each([
    ['the function that lock gives', '  const unlock = await mutex.lock()\n  await work()\n  await unlock()'],
    ['unlock', '  await mutex.lock()\n  await work()\n  await mutex.unlock()'],
  ])('%s is skipped by a throw', (_, body) => {
    expect(use(body)).toEqual(['5 require-unlock heldOnThrow'])
  })

  it.each([
    [
      'the function that lock gives',
      '  const unlock = await mutex.lock()\n  try { await work() } finally { await unlock() }',
    ],
    ['unlock', '  await mutex.lock()\n  try { await work() } finally { await mutex.unlock() }'],
    [
      'the function that tryLock gives, if it does',
      '  const unlock = await mutex.tryLock()\n  if (!unlock) return\n  try { await work() } finally { await unlock() }',
    ],
    ['a leader that keeps it', '  const unlock = await mutex.tryLock()\n  if (unlock) await work()'],
  ])('%s is called in finally', (_, body) => {
    expect(use(body)).toEqual([])
  })
})

describe('pg-advisory-lock', () => {
  const use = (body: string): string[] =>
    lint(`import { createAdvisoryLockManager } from 'pg-advisory-lock'
const locks = createAdvisoryLockManager(process.env.DATABASE_URL)
export async function job(id: string) {
${body}
}
`)

  it.each([
    ['withLock', "  await locks.withLock(id, async () => {\n    await fetch('https://rates.test/')\n  })"],
    ['tryWithLock', "  await locks.tryWithLock(id, async () => {\n    await fetch('https://rates.test/')\n  })"],
    ['a mutex', "  await locks.createMutex(id).withLock(async () => {\n    await fetch('https://rates.test/')\n  })"],
  ])('%s runs its callback under the lock', (_, body) => {
    expect(use(body)).toEqual(['5 no-network-call-while-locked callback'])
  })

  it('the function that tryLock gives is skipped by a throw', () => {
    expect(
      use('  const unlock = await locks.tryLock(id)\n  if (!unlock) return\n  await work()\n  await unlock()'),
    ).toEqual(['4 require-unlock heldOnThrow'])
  })
})

describe('pg-advisory-locks', () => {
  const use = (body: string): string[] =>
    lint(`import { Pool } from 'pg'
import { lock, tryLock, unlock, withLock, xactLock } from 'pg-advisory-locks'
const pool = new Pool()
export async function job(id: string) {
${body}
}
`)

  it('lock and unlock on a pool reach two sessions', () => {
    expect(use('  await lock(pool, id)\n  try { await work() } finally { await unlock(pool, id) }')).toEqual([
      '5 require-dedicated-connection pooled',
    ])
  })

  it('so does withLock', () => {
    expect(use('  await withLock(pool, id, () => work())')).toEqual(['5 require-dedicated-connection pooled'])
  })

  it('the lock of a transaction ends with its statement on a pool', () => {
    expect(use("  await xactLock(pool, id)\n  await pool.query('UPDATE jobs SET done = true')")).toEqual([
      '5 require-transaction autocommit',
    ])
  })

  it('a boolean that is not looked at', () => {
    const body = `  const client = await pool.connect()
  try {
    await tryLock(client, id)
    await client.query('UPDATE jobs SET done = true')
  } finally {
    await unlock(client, id)
    client.release()
  }`
    expect(use(body)).toEqual(['7 no-unchecked-try-lock ignored'])
    const checked = body.replace('await tryLock(client, id)', 'if (!(await tryLock(client, id))) return')
    expect(use(checked)).toEqual(['10 matching-unlock notHeld'])
  })
})

describe('pg-mutex-lock', () => {
  const use = (body: string): string[] =>
    lint(`import PGMutexLock from 'pg-mutex-lock'
const mutex = new PGMutexLock({ database: {} })
export async function job(id: string) {
${body}
}
`)

  it('releaseLock is skipped by a throw', () => {
    expect(use('  await mutex.acquireLock(id)\n  await work()\n  await mutex.releaseLock(id)')).toEqual([
      '4 require-unlock heldOnThrow',
    ])
  })

  it('releaseLock in finally', () => {
    expect(
      use('  await mutex.acquireLock(id)\n  try { await work() } finally { await mutex.releaseLock(id) }'),
    ).toEqual([])
  })
})

describe('a package that is modelled', () => {
  it('is found through a module of the project', () => {
    const folder = project({
      'mutex.ts': "import advisoryLock from 'advisory-lock'\nexport const mutex = advisoryLock('')('nightly')\n",
      'job.ts':
        "import { mutex } from './mutex'\nexport const job = () =>\n  mutex.withLock(async () => {\n    await fetch('https://rates.test/')\n  })\n",
    })
    expect(lintIn(folder, 'job.ts')).toEqual(['4 no-network-call-while-locked callback'])
  })

  it("gives way to the project's own module of that name", () => {
    const folder = project({
      'tsconfig.json': '{"compilerOptions":{"paths":{"advisory-lock":["./own.ts"]}}}',
      'own.ts': 'export default () => () => ({ withLock: (run: () => Promise<void>) => run() })\n',
      'job.ts':
        "import advisoryLock from 'advisory-lock'\nexport const job = () =>\n  advisoryLock('')('a').withLock(async () => {\n    await fetch('https://rates.test/')\n  })\n",
    })
    expect(lintIn(folder, 'job.ts')).toEqual([])
  })
})
