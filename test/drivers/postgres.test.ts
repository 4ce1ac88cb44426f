import { expect, it } from 'vitest'
import { postgres } from '../../src/drivers/postgres.ts'
import { does, shapeOf } from './does.ts'

it('sends a template or an unsafe text when it is awaited, and gives the rows', () => {
  for (const handle of ['root', 'lent', 'reserved', 'transaction']) {
    expect(does(postgres, `${handle}\`\``)).toMatchObject({ do: 'send', text: 'template', shape: 'rows', lazy: true })
    expect(shapeOf(postgres, `${handle}.unsafe`)).toBe('rows')
  }
})

it('takes helpers for values', () => {
  expect(does(postgres, 'root()')).toEqual({ do: 'value' })
})

it('reserves a connection and releases it', () => {
  expect(does(postgres, 'root.reserve')).toEqual({ do: 'checkout', role: 'reserved' })
  expect(does(postgres, 'reserved.release')).toEqual({ do: 'release' })
})

it('lends a transaction to the last argument, and a savepoint inside it', () => {
  expect(does(postgres, 'root.begin')).toMatchObject({ do: 'lend', role: 'transaction', arg: -1, transaction: true })
  expect(does(postgres, 'transaction.savepoint')).toMatchObject({ do: 'lend', arg: -1 })
})

it('reads max: 1 from the URL and from the options, with or without a URL before them', () => {
  expect(does(postgres, 'postgres()')).toMatchObject({
    single: [
      { arg: 0, path: [] },
      { arg: 0, path: ['max'] },
      { arg: 1, path: ['max'] },
    ],
  })
})

it('takes a type that a reserved connection has too for no evidence', () => {
  expect(postgres.roles[postgres.types?.['Sql'] ?? '']?.holder).toBe('lent')
  expect(postgres.roles[postgres.types?.['TransactionSql'] ?? '']?.holder).toBe('transaction')
})
