import { expect, it } from 'vitest'
import { pglite } from '../../src/drivers/pglite.ts'
import { does, shapeOf } from './does.ts'

it('is one session, however it is made', () => {
  expect(pglite.roles['database']?.holder).toBe('single')
  expect(does(pglite, 'new PGlite')).toEqual({ do: 'open', role: 'database' })
  expect(does(pglite, 'PGlite.create')).toEqual({ do: 'open', role: 'database', async: true })
})

it('gives the result of a query or a template', () => {
  expect(shapeOf(pglite, 'database.query')).toBe('result')
  expect(shapeOf(pglite, 'tag``')).toBe('result')
})
