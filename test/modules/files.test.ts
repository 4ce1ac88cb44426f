import { utimesSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { caller, DB, FOUND, lintIn, project, write, WRAPPER } from './project.ts'

const HARMLESS = 'export const withLock = <T>(_: number, work: () => Promise<T>) => work()\n'

/** Files are looked at again after a while. */
const soon = (folder: string, expected: readonly string[]): Promise<void> =>
  vi.waitFor(
    () => {
      expect(lintIn(folder, 'job.ts')).toEqual(expected)
    },
    { timeout: 20_000, interval: 100 },
  )

it('gives the new answer in the same process once a module is written', async () => {
  const folder = project({ 'db.ts': DB, 'lock.ts': WRAPPER, 'job.ts': caller('./lock') })
  expect(lintIn(folder, 'job.ts')).toEqual(FOUND)
  write(folder, 'lock.ts', HARMLESS)
  await soon(folder, [])
  write(folder, 'lock.ts', WRAPPER)
  utimesSync(join(folder, 'lock.ts'), new Date(), new Date(Date.now() + 5000))
  await soon(folder, FOUND)
})

it('finds a module that is made later', async () => {
  const folder = project({ 'db.ts': DB, 'job.ts': caller('./lock') })
  expect(lintIn(folder, 'job.ts')).toEqual([])
  write(folder, 'lock.ts', WRAPPER)
  await soon(folder, FOUND)
})

it('takes the unsaved text of an editor, until the file is written', async () => {
  const folder = project({ 'db.ts': DB, 'lock.ts': HARMLESS, 'job.ts': caller('./lock') })
  expect(lintIn(folder, 'job.ts')).toEqual([])
  lintIn(folder, 'lock.ts', WRAPPER)
  await soon(folder, FOUND)
  lintIn(folder, 'lock.ts', HARMLESS)
  await soon(folder, [])
})
