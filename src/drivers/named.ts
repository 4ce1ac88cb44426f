/** Connections that a project names in its settings: whoever wrote them, this is what their methods do by custom. */
import type { Action, Driver, Role } from './driver.ts'

const tag: Action = { do: 'send', text: 'template', shape: 'unknown', lazy: true }
const transaction: Action = { do: 'lend', role: 'transaction', arg: -1, transaction: true }
const ends = { commit: { do: 'commit' }, rollback: { do: 'rollback' } } satisfies Role['members']
const lends = {
  transaction,
  tx: transaction,
  begin: transaction,
  withTransaction: transaction,
  inTransaction: transaction,
  runInTransaction: transaction,
} satisfies Role['members']

export const named: Driver = {
  name: 'named',
  packages: [],
  exports: {},
  types: { pool: 'pool', client: 'client', transaction: 'transaction' },
  assumed: true,
  roles: {
    pool: { holder: 'pool', tag, members: { ...lends, connect: { do: 'checkout', role: 'client' } } },
    client: {
      holder: 'lent',
      tag,
      members: { ...lends, ...ends, release: { do: 'release', destroy: 0 }, end: { do: 'close' } },
    },
    transaction: { holder: 'transaction', tag, members: ends },
  },
}

/** What the settings call a connection. */
export type NamedHolder = 'pool' | 'client' | 'transaction'
