import { expect, it } from 'vitest'
import { neon } from '../../src/drivers/neon.ts'
import { does, shapeOf } from './does.ts'

it('gives the rows over HTTP, or the result when it is asked for', () => {
  expect(shapeOf(neon, 'http``')).toBe('rows')
  expect(does(neon, 'http.query')).toMatchObject({
    shape: 'rows',
    shapes: [{ option: [2, 'fullResults'], is: true, shape: 'result' }],
  })
})

it('has a session for each call over HTTP, and one for an array', () => {
  expect(neon.roles['http']?.holder).toBe('pool')
  expect(does(neon, 'http.transaction')).toEqual({ do: 'batch' })
})

it('has the pool and the client of node-postgres', () => {
  expect(does(neon, 'pool.connect')).toMatchObject({ do: 'checkout' })
  expect(does(neon, 'new Client')).toEqual({ do: 'open', role: 'client' })
})
