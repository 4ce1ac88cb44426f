/** Dumbo, the layer below Emmett and Pongo: every handle has an `execute` that sends. */
import type { Action, Driver, Role } from './driver.ts'

const send: Action = { do: 'send', text: { arg: 0 }, shape: 'result' }
const withTransaction: Action = { do: 'lend', role: 'transaction', arg: 0, transaction: true }
const properties = { execute: 'execute' }
const connection: Role = { members: { withTransaction, close: { do: 'close' } }, properties }

export const dumbo: Driver = {
  name: 'dumbo',
  packages: ['@event-driven-io/dumbo', '@event-driven-io/dumbo/*'],
  exports: { dumbo: 'dumbo', SQL: 'tag', sql: 'text', rawSql: 'text', '*': 'module' },
  types: { Dumbo: 'pool', ConnectionPool: 'pool', SQLExecutor: 'execute', DatabaseTransaction: 'transaction' },
  roles: {
    module: { properties: { dumbo: 'dumbo', SQL: 'tag' } },
    dumbo: { call: { do: 'wrap', role: 'pool', arg: 0, options: ['client', 'connection', 'pool'] } },
    pool: {
      holder: 'pool',
      members: {
        withTransaction,
        withConnection: { do: 'lend', role: 'connection', arg: 0 },
        connection: { do: 'checkout', role: 'connection' },
        close: { do: 'close' },
      },
      properties,
    },
    connection: { ...connection, holder: 'checked-out' },
    transaction: {
      holder: 'transaction',
      members: { begin: { do: 'begin' }, commit: { do: 'commit' }, rollback: { do: 'rollback' } },
      properties: { ...properties, connection: 'connection' },
    },
    execute: { holder: 'lent', members: { query: send, command: send } },
    tag: { tag: { do: 'fragment', text: 'template' } },
    text: { call: { do: 'fragment', text: { arg: 0 } } },
  },
}
