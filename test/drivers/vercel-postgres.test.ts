import { expect, it } from 'vitest'
import { roleOfExport } from '../../src/drivers/index.ts'
import { vercelPostgres } from '../../src/drivers/vercel-postgres.ts'
import { does, shapeOf } from './does.ts'

it('exports a pool', () => {
  expect(roleOfExport('@vercel/postgres', 'sql')).toBe(roleOfExport('@vercel/postgres', 'db'))
  expect(roleOfExport('@vercel/postgres', 'sql')?.role.holder).toBe('pool')
})

it('gives the result of a template and of a query', () => {
  expect(shapeOf(vercelPostgres, 'pool``')).toBe('result')
  expect(shapeOf(vercelPostgres, 'pool.query')).toBe('result')
  expect(shapeOf(vercelPostgres, 'tag``')).toBe('result')
})

it('checks clients out that have a tag', () => {
  expect(does(vercelPostgres, 'pool.connect')).toMatchObject({ do: 'checkout', role: 'checked-out' })
  expect(vercelPostgres.roles['checked-out']?.properties).toEqual({ sql: 'tag' })
})
