/**
 * Bun's SQL client, made after postgres.js. `SQL` as a type is no evidence for a root handle: reserved connections and
 * transactions extend it.
 */
import type { Action, Driver, Role } from './driver.ts'

const tag: Action = { do: 'send', text: 'template', shape: 'rows', lazy: true }
const value: Action = { do: 'value' }
const members = {
  unsafe: { do: 'send', text: { arg: 0 }, values: { arg: 1 }, shape: 'rows', lazy: true },
  array: value,
  json: value,
} satisfies Role['members']
const session = { tag, call: value, members } satisfies Role
const begin: Action = { do: 'lend', role: 'transaction', arg: -1, transaction: true }
const root: Role['members'] = {
  ...members,
  reserve: { do: 'checkout', role: 'reserved' },
  begin,
  transaction: begin,
  beginDistributed: begin,
  distributed: begin,
  connect: { do: 'derive', async: true },
  close: { do: 'close' },
  end: { do: 'close' },
}
const reserved: Role['members'] = { ...members, begin, release: { do: 'release' }, close: { do: 'close' } }

export const bun: Driver = {
  name: 'bun',
  packages: ['bun', 'bun:sql'],
  exports: { sql: 'root', postgres: 'root', SQL: 'SQL', default: 'module', '*': 'module' },
  types: { SQL: 'lent', ReservedSQL: 'lent-reserved', TransactionSQL: 'transaction' },
  roles: {
    module: { properties: { sql: 'root', postgres: 'root', SQL: 'SQL' } },
    SQL: {
      construct: {
        do: 'open',
        role: 'root',
        single: [
          { arg: 0, path: ['max'] },
          { arg: 1, path: ['max'] },
        ],
      },
    },
    root: { ...session, holder: 'pool', members: root },
    lent: { ...session, holder: 'lent', members: { ...root, ...reserved } },
    reserved: { ...session, holder: 'checked-out', members: reserved },
    'lent-reserved': { ...session, holder: 'lent', members: reserved },
    transaction: {
      ...session,
      holder: 'transaction',
      members: { ...members, savepoint: { do: 'lend', role: 'transaction', arg: -1, transaction: true } },
    },
  },
}
