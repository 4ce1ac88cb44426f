/**
 * Effect's SQL clients, also those of Effect 4. Statements are Effects: they run when they are yielded. The client
 * follows the transaction of its fiber, so it is no evidence for a root handle. `sql.reserve` is a connection until its
 * scope closes.
 */
import type { Action, Driver, Role } from './driver.ts'

const value: Action = { do: 'value' }
const join: Action = { do: 'join' }
const send = { do: 'send', text: { arg: 0 }, values: { arg: 1 }, lazy: true } as const

const client: Role = {
  holder: 'lent',
  tag: { do: 'send', text: 'template', shape: 'rows', lazy: true },
  call: value,
  members: {
    unsafe: { ...send, shape: 'rows' },
    literal: { do: 'fragment', text: { arg: 0 } },
    in: value,
    insert: value,
    update: value,
    and: join,
    or: join,
    csv: join,
    withTransaction: { do: 'lend', role: 'transaction', arg: 0, transaction: true, ambient: true },
    withoutTransforms: { do: 'derive' },
  },
  // The service has the name of the module that exports it.
  properties: { SqlClient: 'client', PgClient: 'client', safe: 'client' },
  elsewhere: { reserve: 'connection' },
}

export const effectSql: Driver = {
  name: 'effect-sql',
  packages: [
    '@effect/sql',
    '@effect/sql/*',
    '@effect/sql-pg',
    '@effect/sql-pg/*',
    'effect/unstable/sql',
    'effect/unstable/sql/*',
  ],
  exports: { SqlClient: 'client', PgClient: 'client', '*': 'client' },
  types: {
    SqlClient: 'client',
    PgClient: 'client',
    'SqlClient.SqlClient': 'client',
    'PgClient.PgClient': 'client',
    Connection: 'lent-connection',
    'SqlConnection.Connection': 'lent-connection',
  },
  roles: {
    client,
    transaction: { ...client, holder: 'transaction' },
    connection: { holder: 'checked-out', members: connectionMembers() },
    'lent-connection': { holder: 'lent', members: connectionMembers() },
  },
}

function connectionMembers(): Record<string, Action> {
  return {
    execute: { ...send, shape: 'rows' },
    executeRaw: { ...send, shape: 'result' },
    executeValues: { ...send, shape: 'matrix' },
    executeUnprepared: { ...send, shape: 'rows' },
  }
}
