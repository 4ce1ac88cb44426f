import { expect, it } from 'vitest'
import { pgPromise } from '../../src/drivers/pg-promise.ts'
import { does, shapeOf } from './does.ts'

it('gives what the method says', () => {
  expect(shapeOf(pgPromise, 'database.any')).toBe('rows')
  expect(shapeOf(pgPromise, 'task.one')).toBe('row')
  expect(shapeOf(pgPromise, 'transaction.result')).toBe('result')
  expect(shapeOf(pgPromise, 'lent.none')).toBe('nothing')
  expect(does(pgPromise, 'task.one')).toMatchObject({ mapper: 2 })
  expect(does(pgPromise, 'database.func')).toEqual({ do: 'rpc', shape: 'rows' })
})

it('makes a database of the library that the package makes', () => {
  expect(does(pgPromise, 'factory()')).toEqual({ do: 'derive', role: 'library' })
  expect(does(pgPromise, 'library()')).toMatchObject({ do: 'open', role: 'database' })
})

it('lends to the last argument, behind a name or options', () => {
  expect(does(pgPromise, 'database.task')).toEqual({ do: 'lend', role: 'task', arg: -1 })
  expect(does(pgPromise, 'database.tx')).toEqual({ do: 'lend', role: 'transaction', arg: -1, transaction: true })
})

it('ends a connection with done', () => {
  expect(does(pgPromise, 'connection.done')).toEqual({ do: 'release', destroy: 0 })
})
