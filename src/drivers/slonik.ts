/**
 * Slonik, which resets a connection each time it goes back: a session lock taken on the pool is gone before the next
 * line (measured). `exists` answers true whatever the lock function said (measured).
 */
import type { Action, Driver, Role, Shape } from './driver.ts'

const send = (shape: Shape): Action => ({ do: 'send', text: { arg: 0 }, shape })
const value: Action = { do: 'value' }
const tag: Action = { do: 'tag' }

const members = {
  query: send('result'),
  any: send('rows'),
  many: send('rows'),
  one: send('row'),
  maybeOne: send('row'),
  oneFirst: send('value'),
  maybeOneFirst: send('value'),
  anyFirst: send('unknown'),
  manyFirst: send('unknown'),
  exists: send('exists'),
  transaction: { do: 'lend', role: 'transaction', arg: 0, transaction: true, resets: true },
} satisfies Role['members']

export const slonik: Driver = {
  name: 'slonik',
  packages: ['slonik', '@slonik/sql-tag'],
  // `statementTimeout` is a minute by default.
  bounded: true,
  exports: { createPool: 'createPool', sql: 'sql', createSqlTag: 'createSqlTag', '*': 'module' },
  types: {
    DatabasePool: 'pool',
    DatabasePoolConnection: 'lent',
    CommonQueryMethods: 'lent',
    DatabaseTransactionConnection: 'transaction',
  },
  roles: {
    module: { properties: { createPool: 'createPool', sql: 'sql' } },
    createPool: {
      call: { do: 'open', role: 'pool', async: true, single: [{ arg: 1, path: ['maximumPoolSize'] }] },
    },
    pool: {
      holder: 'pool',
      resets: true,
      members: {
        ...members,
        connect: { do: 'lend', role: 'connection', arg: 0, resets: true },
        end: { do: 'close' },
        on: { do: 'local' },
        state: { do: 'local' },
      },
    },
    connection: { holder: 'checked-out', members },
    lent: { holder: 'lent', members },
    transaction: { holder: 'transaction', members },
    createSqlTag: { call: { do: 'derive', role: 'sql' } },
    sql: {
      tag: { do: 'fragment', text: 'template' },
      members: {
        type: tag,
        typeAlias: tag,
        prepared: tag,
        join: { do: 'join' },
        literalValue: value,
        identifier: value,
        array: value,
        binary: value,
        date: value,
        interval: value,
        json: value,
        jsonb: value,
        timestamp: value,
        unnest: value,
        uuid: value,
      },
      properties: { unsafe: 'tag', fragment: 'tag' },
    },
    tag: { tag: { do: 'fragment', text: 'template' } },
  },
}
