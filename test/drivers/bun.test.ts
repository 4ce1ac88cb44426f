import { expect, it } from 'vitest'
import { bun } from '../../src/drivers/bun.ts'
import { roleOfExport } from '../../src/drivers/index.ts'
import { does, shapeOf } from './does.ts'

it('exports a pool', () => {
  expect(roleOfExport('bun', 'sql')?.role.holder).toBe('pool')
})

it('gives the rows', () => {
  expect(shapeOf(bun, 'root``')).toBe('rows')
  expect(shapeOf(bun, 'transaction.unsafe')).toBe('rows')
})

it('reserves, begins and saves as postgres.js does', () => {
  expect(does(bun, 'root.reserve')).toEqual({ do: 'checkout', role: 'reserved' })
  expect(does(bun, 'root.begin')).toMatchObject({ do: 'lend', role: 'transaction', arg: -1 })
  expect(does(bun, 'transaction.savepoint')).toMatchObject({ do: 'lend', arg: -1 })
})
