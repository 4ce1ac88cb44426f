import { expect, it } from 'vitest'
import { slonik } from '../../src/drivers/slonik.ts'
import { does, shapeOf } from './does.ts'

it('gives what the method says', () => {
  expect(shapeOf(slonik, 'pool.query')).toBe('result')
  expect(shapeOf(slonik, 'connection.any')).toBe('rows')
  expect(shapeOf(slonik, 'transaction.one')).toBe('row')
  expect(shapeOf(slonik, 'transaction.oneFirst')).toBe('value')
  expect(shapeOf(slonik, 'pool.exists')).toBe('exists')
})

it('resets each connection that goes back to the pool', () => {
  expect(slonik.roles['pool']?.resets).toBe(true)
  expect(does(slonik, 'pool.connect')).toMatchObject({ do: 'lend', role: 'connection', resets: true })
  expect(does(slonik, 'pool.transaction')).toMatchObject({ do: 'lend', role: 'transaction', resets: true })
})

it('opens asynchronously', () => {
  expect(does(slonik, 'createPool()')).toMatchObject({ do: 'open', role: 'pool', async: true })
})

it('has tags, and calls that give tags', () => {
  expect(does(slonik, 'sql.type')).toEqual({ do: 'tag' })
  expect(slonik.roles['sql']?.properties).toEqual({ unsafe: 'tag', fragment: 'tag' })
  expect(does(slonik, 'tag``')).toEqual({ do: 'fragment', text: 'template' })
})
