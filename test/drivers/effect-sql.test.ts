import { expect, it } from 'vitest'
import { effectSql } from '../../src/drivers/effect-sql.ts'
import { does, shapeOf } from './does.ts'

it('finds the service under the name of its module', () => {
  expect(effectSql.exports['SqlClient']).toBe('client')
  expect(effectSql.roles['client']?.properties?.['SqlClient']).toBe('client')
})

it('reserves a connection by reading a member', () => {
  expect(effectSql.roles['client']?.elsewhere?.['reserve']).toBe('connection')
})

it('gives what the method says, when it is yielded', () => {
  expect(does(effectSql, 'client``')).toMatchObject({ shape: 'rows', lazy: true })
  expect(shapeOf(effectSql, 'connection.executeRaw')).toBe('result')
  expect(shapeOf(effectSql, 'connection.executeValues')).toBe('matrix')
})

it('follows the transaction of the fiber', () => {
  expect(does(effectSql, 'client.withTransaction')).toMatchObject({ do: 'lend', ambient: true, transaction: true })
  expect(effectSql.roles['client']?.holder).toBe('lent')
})
