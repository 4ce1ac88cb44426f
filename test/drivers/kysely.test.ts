import { expect, it } from 'vitest'
import { kysely } from '../../src/drivers/kysely.ts'
import { does } from './does.ts'

it('sends the statement that the receiver is, on the handle that the argument is', () => {
  expect(does(kysely, 'sql``')).toEqual({ do: 'fragment', text: 'template', role: 'statement' })
  expect(does(kysely, 'statement.execute')).toEqual({ do: 'send', text: 'receiver', shape: 'result', on: { arg: 0 } })
})

it('lends a transaction or a connection behind a builder', () => {
  expect(does(kysely, 'root.transaction')).toEqual({ do: 'derive', role: 'transaction-builder' })
  expect(does(kysely, 'transaction-builder.setIsolationLevel')).toEqual({ do: 'derive' })
  expect(does(kysely, 'transaction-builder.execute')).toMatchObject({
    do: 'lend',
    role: 'transaction',
    transaction: true,
  })
  expect(does(kysely, 'connection-builder.execute')).toEqual({ do: 'lend', role: 'connection', arg: 0 })
})

it('gives a transaction to end by hand, with commands', () => {
  expect(does(kysely, 'controlled-builder.execute')).toEqual({ do: 'begin-handle', role: 'controlled' })
  expect(does(kysely, 'controlled.commit')).toEqual({ do: 'derive', role: 'commit' })
  expect(does(kysely, 'commit.execute')).toEqual({ do: 'commit' })
  expect(does(kysely, 'rollback.execute')).toEqual({ do: 'rollback' })
})

it('wraps a dialect, which wraps a pool', () => {
  expect(does(kysely, 'new Kysely')).toMatchObject({ do: 'wrap', role: 'root', options: ['dialect'] })
  expect(does(kysely, 'new PostgresDialect')).toMatchObject({
    do: 'wrap',
    role: 'dialect',
    options: ['pool'],
    takesPool: true,
  })
})
