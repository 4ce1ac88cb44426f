import { expect, it } from 'vitest'
import { knex } from '../../src/drivers/knex.ts'
import { does } from './does.ts'

it('sends raw text with bindings when it is awaited, and gives the result', () => {
  for (const handle of ['root', 'lent', 'transaction']) {
    expect(does(knex, `${handle}.raw`)).toMatchObject({ values: { arg: 1 }, shape: 'result', lazy: true })
    expect(does(knex, `${handle}()`)).toEqual({ do: 'build' })
    expect(knex.roles[handle]?.via).toEqual(['transacting', 'connection'])
  }
})

it('lends a transaction to a callback, or hands one out', () => {
  expect(does(knex, 'root.transaction')).toMatchObject({
    do: 'lend',
    arg: 0,
    otherwise: 'begin-handle',
    transaction: true,
  })
  expect(does(knex, 'transaction.commit')).toEqual({ do: 'commit' })
  expect(does(knex, 'transaction.rollback')).toEqual({ do: 'rollback' })
})

it('reads the limit of its pool', () => {
  expect(does(knex, 'factory()')).toMatchObject({
    do: 'open',
    role: 'root',
    single: [{ arg: 0, path: ['pool', 'max'] }],
  })
})

it('takes a connection out of its client, and back as an argument', () => {
  expect(does(knex, 'client.acquireConnection')).toEqual({ do: 'checkout', role: 'connection' })
  expect(does(knex, 'client.releaseConnection')).toEqual({ do: 'release', of: 0 })
})
