import { expect, it } from 'vitest'
import { typeorm } from '../../src/drivers/typeorm.ts'
import { does, shapeOf } from './does.ts'

it('gives the rows on every handle', () => {
  for (const handle of [
    'data-source',
    'root-manager',
    'manager',
    'transaction-manager',
    'runner',
    'lent-runner',
    'repository',
  ]) {
    expect(shapeOf(typeorm, `${handle}.query`), handle).toBe('rows')
  }
})

it('makes a query runner at once, and gives it back', () => {
  expect(does(typeorm, 'data-source.createQueryRunner')).toEqual({ do: 'checkout', role: 'runner', sync: true })
  expect(does(typeorm, 'runner.startTransaction')).toEqual({ do: 'begin' })
  expect(does(typeorm, 'runner.commitTransaction')).toEqual({ do: 'commit' })
  expect(does(typeorm, 'runner.rollbackTransaction')).toEqual({ do: 'rollback' })
  expect(does(typeorm, 'runner.release')).toEqual({ do: 'release' })
})

it('lends a manager to the last argument, behind an isolation level', () => {
  expect(does(typeorm, 'data-source.transaction')).toMatchObject({ role: 'transaction-manager', arg: -1 })
})

it('has managers of the pool and of one connection', () => {
  expect(typeorm.roles['data-source']?.properties?.['manager']).toBe('root-manager')
  expect(typeorm.roles['root-manager']?.holder).toBe('pool')
  expect(typeorm.roles['runner']?.properties?.['manager']).toBe('runner-manager')
  expect(typeorm.roles['runner-manager']?.holder).toBe('checked-out')
})
