import { expect, it } from 'vitest'
import { sequelize } from '../../src/drivers/sequelize.ts'
import { does } from './does.ts'

it('sends on the transaction in the options, with replacements or bind', () => {
  expect(does(sequelize, 'root.query')).toMatchObject({
    shape: 'rows-and-meta',
    values: { option: [1, 'replacements', 'bind'] },
    on: { option: [1, 'transaction'] },
  })
})

it('gives rows or a row where the options say so, plain before type', () => {
  const query = does(sequelize, 'root.query')
  expect(query?.do === 'send' && query.shapes?.slice(0, 2)).toEqual([
    { option: [1, 'plain'], is: true, shape: 'row' },
    { option: [1, 'type'], is: 'SELECT', shape: 'rows' },
  ])
})

it('lends a transaction to the last argument, or hands one out', () => {
  expect(does(sequelize, 'root.transaction')).toMatchObject({ do: 'lend', arg: -1, otherwise: 'begin-handle' })
  expect(does(sequelize, 'transaction.commit')).toEqual({ do: 'commit' })
})

it('lets the async context carry transactions once it is told to', () => {
  expect(does(sequelize, 'Sequelize.useCLS')).toEqual({ do: 'use-context' })
})
