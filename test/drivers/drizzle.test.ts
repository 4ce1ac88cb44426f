import { describe, expect, it } from 'vitest'
import { drizzle } from '../../src/drivers/drizzle.ts'
import { roleOfExport } from '../../src/drivers/index.ts'
import { does, shapeOf } from './does.ts'

const SHAPES: Record<string, string> = {
  'node-postgres': 'result',
  'postgres-js': 'rows',
  'neon-serverless': 'result',
  'neon-http': 'result',
  'vercel-postgres': 'result',
  pglite: 'result',
  'bun-sql': 'rows',
}

describe.each(Object.entries(SHAPES))('drizzle-orm/%s', (module, shape) => {
  const driver = roleOfExport(`drizzle-orm/${module}`, 'drizzle')?.driver

  it('executes a fragment', () => {
    for (const handle of ['root', 'lent', 'transaction'])
      expect(driver && shapeOf(driver, `${handle}.execute`)).toBe(shape)
  })

  it('wraps the handle that it is given, also as an option', () => {
    expect(driver && does(driver, 'drizzle()')).toMatchObject({ do: 'wrap', role: 'root', arg: 0, options: ['client'] })
  })

  it('opens a pool, but of PGlite, which has one session', () => {
    expect(driver?.roles['root']?.holder).toBe(module === 'pglite' ? 'single' : 'pool')
  })

  it('lends transactions, which their rollback leaves', () => {
    expect(driver && does(driver, 'root.transaction')).toMatchObject({
      do: 'lend',
      role: 'transaction',
      transaction: true,
    })
    expect(driver && does(driver, 'transaction.rollback')).toEqual({ do: 'abort' })
  })
})

it('makes fragments with the tag of drizzle-orm', () => {
  const [tag] = drizzle
  expect(tag && does(tag, 'sql``')).toMatchObject({ do: 'fragment', text: 'template' })
  expect(tag && does(tag, 'sql.raw')).toMatchObject({ do: 'fragment', text: { arg: 0 } })
  expect(tag && does(tag, 'sql.join')).toEqual({ do: 'join' })
})
