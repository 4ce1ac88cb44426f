import { describe, expect, it } from 'vitest'
import { withFingerprint } from '../src/cache.ts'
import { caller, DB, project, WRAPPER, write } from './modules/project.ts'

const print = (folder: string, settings?: object): string => withFingerprint(folder, settings).fingerprint

const made = (): string =>
  project({
    'src/db.ts': DB,
    'src/lock.ts': WRAPPER,
    'src/job.ts': caller('./lock').replace("await fetch('https://rates.test/')", 'await load()'),
    'src/other.ts': 'export const other = 1\n',
    'README.md': 'advisory',
  })

describe('withFingerprint', () => {
  it('keeps the settings', () => {
    expect(withFingerprint(made(), { poolMode: 'transaction' })).toEqual({
      poolMode: 'transaction',
      fingerprint: expect.stringMatching(/^[\da-f]{40}$/),
    })
  })

  it('is the same for the same sources, wherever they lie', () => {
    const folder = made()
    expect(print(folder)).toBe(print(folder))
    expect(print(made())).toBe(print(folder))
  })

  it.each([
    ['a helper', 'src/lock.ts', WRAPPER.replace('pg_advisory_lock', 'pg_try_advisory_lock')],
    ['what a helper imports', 'src/db.ts', DB.replace('new Pool()', 'new Pool({ max: 1 })')],
    ['who imports a helper', 'src/job.ts', caller('./lock')],
    ['a module that takes a lock now', 'src/other.ts', "export const other = 'SELECT pg_advisory_lock(1)'\n"],
  ])('changes with %s', (_, name, text) => {
    const folder = made()
    const before = print(folder)
    write(folder, name, text)
    expect(print(folder)).not.toBe(before)
  })

  it.each([
    ['another module', 'src/other.ts', 'export const other = 2\n'],
    ['what is no source', 'README.md', 'advisory locks'],
  ])('stays with a change of %s', (_, name, text) => {
    const folder = made()
    const before = print(folder)
    write(folder, name, text)
    expect(print(folder)).toBe(before)
  })

  it('looks for the wrappers of the settings', () => {
    const folder = project({ 'a.ts': "import { locked } from '@acme/locks'\nlocked(() => 1)\n" })
    const settings = { wrappers: [{ name: 'locked', callback: 0 }] }
    const before = print(folder, settings)
    write(folder, 'a.ts', "import { locked } from '@acme/locks'\nlocked(() => 2)\n")
    expect(print(folder, settings)).not.toBe(before)
  })

  it('refuses what is no setting', () => {
    expect(() => print(made(), { poolmode: 'transaction' })).toThrow('poolmode: unknown key')
  })
})
