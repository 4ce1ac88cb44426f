import { describe, expect, it } from 'vitest'
import { textOfWrapper } from '../../src/models/wrappers.ts'
import { readSettings } from '../../src/settings/index.ts'
import { lintIn, messagesIn, project } from '../modules/project.ts'

/** What is found in `text`, `line rule messageId`, where the settings list `wrappers`. */
const lint = (wrappers: readonly object[], text: string): string[] =>
  lintIn(project({ 'job.ts': text }), 'job.ts', undefined, { wrappers })

describe('the model of a wrapper has no fault of its own', () => {
  const all = [{ scope: 'session' }, { scope: 'xact' }]
    .flatMap((one) => [one, { ...one, wait: 'try' }])
    .flatMap((one) => [one, { ...one, key: 0 }, { ...one, key: [0, 1] }])
    .flatMap((one) => [one, { ...one, connection: 2 }])
    .flatMap((one) => [one, { ...one, callback: 3 }, { ...one, callback: 3, lends: true }])
  it.each(all.map((one) => [JSON.stringify(one), one]))('%s', (_, one) => {
    const [wrapper] = readSettings({ wrappers: [{ name: 'locks.use', ...one }] }).wrappers
    if (!wrapper) throw new Error('no wrapper')
    expect(lintIn(project({ 'model.js': textOfWrapper(wrapper) }), 'model.js')).toEqual([])
  })
})

describe('a wrapper that runs a callback', () => {
  const text = `import { withLock } from '@acme/locks'
export const job = (id: string) =>
  withLock(id, async () => {
    await fetch('https://rates.test/')
  })
`

  it.each([
    ['by its name', { name: 'withLock', key: 0, callback: 1 }],
    ['by its module', { name: 'withLock', module: '@acme/locks', key: 0, callback: 1 }],
    ['of a transaction', { name: 'withLock', key: 0, callback: 1, scope: 'xact' }],
    ['only if the lock is free', { name: 'withLock', key: 0, callback: 1, wait: 'try' }],
  ])('%s', (_, wrapper) => {
    expect(lint([wrapper], text)).toEqual(['4 no-network-call-while-locked callback'])
  })

  it.each([
    ['of another module', { name: 'withLock', module: '@acme/other', key: 0, callback: 1 }],
    ['of another name', { name: 'locked', key: 0, callback: 1 }],
    ['whose callback is another argument', { name: 'withLock', key: 0, callback: 2 }],
  ])('is not meant by one %s', (_, wrapper) => {
    expect(lint([wrapper], text)).toEqual([])
  })

  it('is told at its call', () => {
    const folder = project({ 'job.ts': text })
    expect(messagesIn(folder, 'job.ts', { wrappers: [{ name: 'withLock', key: 0, callback: 1 }] })).toEqual([
      expect.stringContaining('Under lock id (line 3), this callback waits for `fetch` (HTTP).'),
    ])
  })

  it('lends the transaction that it begins', () => {
    const lends = { name: 'inLocked', key: 0, callback: 1, scope: 'xact', lends: true }
    const body = `import { PrismaClient } from '@prisma/client'
const prisma = new PrismaClient()
export const job = (id: string) =>
  inLocked(id, async (tx) => {
    await tx.query('SELECT pg_advisory_unlock(1)')
    await tx.query('UPDATE jobs SET done = true')
  })
`
    expect(lint([lends], body)).toEqual([])
  })
})

describe('a wrapper that takes a lock', () => {
  it('and one that ends it, skipped by a throw', () => {
    const wrappers = [
      { name: 'locks.take', key: 0 },
      { name: 'locks.drop', key: 0, releases: true },
    ]
    const body = `export class Job {
  constructor(private readonly locks: Locks) {}
  async run(id: string) {
    await this.locks.take(id)
    await work()
    await this.locks.drop(id)
  }
}
`
    expect(lint(wrappers, body)).toEqual(['4 require-unlock heldOnThrow'])
    expect(
      lint(
        wrappers,
        body.replace('await work()\n', 'try { await work() } finally {\n').replace(/drop\(id\)\n/, 'drop(id) }\n'),
      ),
    ).toEqual([])
  })

  it('ends another key than the one that was taken', () => {
    const wrappers = [
      { name: 'take', key: [0, 1] },
      { name: 'drop', key: [0, 1], releases: true },
    ]
    const body = `export async function run(a: number, b: number) {
  await take(1, a)
  try { await work() } finally { await drop(2, a) }
}
`
    expect(lint(wrappers, body)).toEqual(['3 matching-unlock wrongKey'])
  })

  it.each([
    ['a function', 'release', 'await lock()'],
    ['a handle', 'handle', 'await lock.release()'],
    ['a handle whose method is unlock', 'handle', 'await lock.unlock()'],
  ])('gives %s that ends it', (_, returns, end) => {
    const wrappers = [{ name: 'take', key: 0, returns }]
    const body = (rest: string): string =>
      `export async function run(id: string) {\n  const lock = await take(id)\n${rest}}\n`
    expect(lint(wrappers, body(`  await work()\n  ${end}\n`))).toEqual(['2 require-unlock heldOnThrow'])
    expect(lint(wrappers, body(`  try { await work() } finally { ${end} }\n`))).toEqual([])
  })

  it('gives a handle that the block disposes of', () => {
    const wrappers = [{ name: 'take', key: 0, returns: 'handle' }]
    expect(
      lint(
        wrappers,
        'export async function run(id: string) {\n  await using lock = await take(id)\n  await work()\n}\n',
      ),
    ).toEqual([])
  })

  it('throws when it is refused', () => {
    const wrappers = [{ name: 'take', key: 0, wait: 'try', returns: 'nothing' }]
    const body =
      "export async function run(id: string) {\n  await take(id)\n  await db.query('UPDATE jobs SET done = true')\n}\n"
    expect(lint(wrappers, body)).toEqual([])
  })

  it('answers whether it was granted', () => {
    const wrappers = [{ name: 'take', key: 0, wait: 'try' }]
    const body =
      "export async function run(id: string) {\n  await take(id)\n  await db.query('UPDATE jobs SET done = true')\n}\n"
    expect(lint(wrappers, body)).toEqual(['2 no-unchecked-try-lock ignored'])
  })

  it('on a connection that it is given', () => {
    const wrappers = [{ name: 'lockTenant', connection: 0, key: 1, scope: 'xact' }]
    const body = (db: string): string => `import { PrismaClient } from '@prisma/client'
const prisma = new PrismaClient()
export const run = (id: string) =>
  prisma.$transaction(async (tx) => {
    await lockTenant(${db}, id)
    await tx.job.update({ where: { id }, data: { done: true } })
  })
`
    expect(lint(wrappers, body('tx'))).toEqual([])
    expect(lint(wrappers, body('prisma'))).toEqual(['5 require-transaction outerHandle'])
  })
})

it('a wrapper is found through a module of the project', () => {
  const folder = project({
    'run.ts':
      "import { withLock } from '@acme/locks'\nexport const run = (work: () => Promise<void>) => withLock('a', work)\n",
    'job.ts':
      "import { run } from './run'\nexport const job = () =>\n  run(async () => {\n    await fetch('https://rates.test/')\n  })\n",
  })
  const wrappers = [{ name: 'withLock', module: '@acme/locks', key: 0, callback: 1 }]
  expect(lintIn(folder, 'job.ts', undefined, { wrappers })).toEqual(['4 no-network-call-while-locked callback'])
  expect(lintIn(folder, 'job.ts')).toEqual([])
})
