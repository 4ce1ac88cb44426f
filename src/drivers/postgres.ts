/**
 * postgres.js. A template in a hole of another template is a fragment, not a statement (`lazy`). `Sql` is no evidence
 * for a root handle: `ReservedSql` extends it.
 */
import type { Action, Driver, Role } from './driver.ts'

const tag: Action = { do: 'send', text: 'template', shape: 'rows', lazy: true }
const value: Action = { do: 'value' }
const local: Action = { do: 'local' }
const members = {
  unsafe: { do: 'send', text: { arg: 0 }, values: { arg: 1 }, shape: 'rows', lazy: true },
  array: value,
  json: value,
  typed: value,
} satisfies Role['members']
const session = { tag, call: value, members } satisfies Role
const root: Role['members'] = {
  ...members,
  reserve: { do: 'checkout', role: 'reserved' },
  begin: { do: 'lend', role: 'transaction', arg: -1, transaction: true },
  end: { do: 'close' },
  close: { do: 'close' },
  listen: { do: 'build' },
  notify: { do: 'build' },
}
const reserved: Role['members'] = { ...members, release: { do: 'release' } }

export const postgres: Driver = {
  name: 'postgres',
  packages: ['postgres'],
  exports: { default: 'postgres', '*': 'postgres' },
  types: { Sql: 'lent', ISql: 'lent', ReservedSql: 'lent-reserved', TransactionSql: 'transaction' },
  roles: {
    postgres: {
      call: {
        do: 'open',
        role: 'root',
        single: [
          { arg: 0, path: [] },
          { arg: 0, path: ['max'] },
          { arg: 1, path: ['max'] },
        ],
      },
      properties: { default: 'postgres' },
    },
    root: { ...session, holder: 'pool', members: root },
    lent: { ...session, holder: 'lent', members: { ...root, ...reserved } },
    reserved: { ...session, holder: 'checked-out', members: reserved },
    'lent-reserved': { ...session, holder: 'lent', members: reserved },
    transaction: {
      ...session,
      holder: 'transaction',
      members: {
        ...members,
        savepoint: { do: 'lend', role: 'transaction', arg: -1, transaction: true },
        prepare: local,
      },
    },
  },
}
