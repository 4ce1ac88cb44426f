/**
 * Sequelize 6. The transaction is an option of each query; after `Sequelize.useCLS(…)` the async context carries it
 * (measured).
 */
import type { Action, Driver, ShapeRule } from './driver.ts'

const TYPE = [1, 'type'] as const
const shapes: readonly ShapeRule[] = [
  { option: [1, 'plain'], is: true, shape: 'row' },
  { option: TYPE, is: 'SELECT', shape: 'rows' },
  { option: [1, 'nest'], is: true, shape: 'rows' },
  ...['INSERT', 'UPDATE', 'BULKUPDATE', 'DELETE', 'BULKDELETE', 'UPSERT'].map((is): ShapeRule => ({
    option: TYPE,
    is,
    shape: 'unknown',
  })),
]
const query: Action = {
  do: 'send',
  text: { arg: 0 },
  values: { option: [1, 'replacements', 'bind'] },
  shape: 'rows-and-meta',
  shapes,
  on: { option: [1, 'transaction'] },
}

export const sequelize: Driver = {
  name: 'sequelize',
  packages: ['sequelize', 'sequelize-typescript'],
  exports: { Sequelize: 'Sequelize', default: 'Sequelize', '*': 'module' },
  types: { Sequelize: 'root', Transaction: 'transaction' },
  roles: {
    module: { properties: { Sequelize: 'Sequelize', default: 'Sequelize' } },
    Sequelize: {
      construct: {
        do: 'open',
        role: 'root',
        single: [
          { arg: 0, path: ['pool', 'max'] },
          { arg: 1, path: ['pool', 'max'] },
          { arg: 2, path: ['pool', 'max'] },
          { arg: 3, path: ['pool', 'max'] },
        ],
      },
      members: { useCLS: { do: 'use-context' }, literal: { do: 'fragment', text: { arg: 0 } } },
      properties: { Sequelize: 'Sequelize' },
    },
    root: {
      holder: 'pool',
      members: {
        query,
        transaction: {
          do: 'lend',
          role: 'transaction',
          arg: -1,
          on: { option: [0, 'transaction'] },
          otherwise: 'begin-handle',
          transaction: true,
          ambient: 'without-handle',
        },
        literal: { do: 'fragment', text: { arg: 0 } },
        close: { do: 'close' },
        define: { do: 'local' },
      },
      others: 'build',
      viaOption: 'transaction',
    },
    transaction: {
      holder: 'transaction',
      members: { commit: { do: 'commit' }, rollback: { do: 'rollback' }, afterCommit: { do: 'local' } },
      elsewhere: { sequelize: 'root' },
    },
  },
}
