import { utimesSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { caller, DB, FOUND, lintIn, project, write, WRAPPER } from './project.ts'

const HARMLESS = 'export const withLock = <T>(_: number, work: () => Promise<T>) => work()\n'

/** Files are looked at again after a while. */
const settled = (): Promise<void> => sleep(400)

it('gives the new answer in the same process once a module is written', async () => {
  const folder = project({ 'db.ts': DB, 'lock.ts': WRAPPER, 'job.ts': caller('./lock') })
  expect(lintIn(folder, 'job.ts')).toEqual(FOUND)
  write(folder, 'lock.ts', HARMLESS)
  await settled()
  expect(lintIn(folder, 'job.ts')).toEqual([])
  write(folder, 'lock.ts', WRAPPER)
  utimesSync(join(folder, 'lock.ts'), new Date(), new Date(Date.now() + 5000))
  await settled()
  expect(lintIn(folder, 'job.ts')).toEqual(FOUND)
})

it('finds a module that is made later', async () => {
  const folder = project({ 'db.ts': DB, 'job.ts': caller('./lock') })
  expect(lintIn(folder, 'job.ts')).toEqual([])
  write(folder, 'lock.ts', WRAPPER)
  await settled()
  expect(lintIn(folder, 'job.ts')).toEqual(FOUND)
})

it('takes the unsaved text of an editor, until the file is written', async () => {
  const folder = project({ 'db.ts': DB, 'lock.ts': HARMLESS, 'job.ts': caller('./lock') })
  expect(lintIn(folder, 'job.ts')).toEqual([])
  lintIn(folder, 'lock.ts', WRAPPER)
  await settled()
  expect(lintIn(folder, 'job.ts')).toEqual(FOUND)
  lintIn(folder, 'lock.ts', HARMLESS)
  await settled()
  expect(lintIn(folder, 'job.ts')).toEqual([])
})
