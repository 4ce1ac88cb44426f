/**
 * Knex. Statements run when they are awaited; `.transacting(trx)` and `.connection(c)` anywhere in the chain move them
 * to another handle. `Knex` is no evidence for a root handle: `Knex.Transaction` extends it.
 */
import type { Action, Driver, Role } from './driver.ts'

const transaction: Action = {
  do: 'lend',
  role: 'transaction',
  arg: 0,
  otherwise: 'begin-handle',
  transaction: true,
}
const members: Record<string, Action> = {
  raw: { do: 'send', text: { arg: 0 }, values: { arg: 1 }, shape: 'result', lazy: true },
  transaction,
  ref: { do: 'value' },
  destroy: { do: 'close' },
  on: { do: 'local' },
}
const session = {
  call: { do: 'build' },
  members,
  others: 'build',
  via: ['transacting', 'connection'],
} satisfies Role

export const knex: Driver = {
  name: 'knex',
  packages: ['knex'],
  exports: { default: 'factory', knex: 'factory', Knex: 'factory', '*': 'factory' },
  types: { Knex: 'lent', 'Knex.Transaction': 'transaction' },
  roles: {
    factory: {
      call: { do: 'open', role: 'root', single: [{ arg: 0, path: ['pool', 'max'] }] },
      properties: { default: 'factory', knex: 'factory' },
    },
    root: { ...session, holder: 'pool', properties: { client: 'client' } },
    lent: { ...session, holder: 'lent', properties: { client: 'client' } },
    transaction: {
      ...session,
      holder: 'transaction',
      members: {
        ...members,
        commit: { do: 'commit' },
        rollback: { do: 'rollback' },
        savepoint: transaction,
        isCompleted: { do: 'local' },
      },
    },
    client: {
      holder: 'lent',
      members: {
        acquireConnection: { do: 'checkout', role: 'connection' },
        releaseConnection: { do: 'release', of: 0 },
      },
    },
    /** The client of the underlying driver, node-postgres. */
    connection: {
      holder: 'checked-out',
      members: { query: { do: 'send', text: { arg: 0 }, values: { arg: 1 }, shape: 'result', callback: true } },
    },
  },
}
