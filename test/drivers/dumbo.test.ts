import { expect, it } from 'vitest'
import { dumbo } from '../../src/drivers/dumbo.ts'
import { does, shapeOf } from './does.ts'

it('sends through the execute of each handle', () => {
  for (const handle of ['pool', 'connection', 'transaction'])
    expect(dumbo.roles[handle]?.properties?.['execute']).toBe('execute')
  expect(shapeOf(dumbo, 'execute.query')).toBe('result')
})

it('opens a pool, unless it is given a client', () => {
  expect(does(dumbo, 'dumbo()')).toMatchObject({ do: 'wrap', role: 'pool', options: ['client', 'connection', 'pool'] })
})

it('lends connections and transactions', () => {
  expect(does(dumbo, 'pool.withConnection')).toEqual({ do: 'lend', role: 'connection', arg: 0 })
  expect(does(dumbo, 'pool.withTransaction')).toMatchObject({ do: 'lend', role: 'transaction', transaction: true })
})
