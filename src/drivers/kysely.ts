/**
 * Kysely. The statement is the receiver and the handle the argument: `` sql`…`.execute(db) ``. Builders come between
 * the handle and the callback: `db.transaction().setIsolationLevel(…).execute(cb)`.
 */
import type { Action, Driver, Role } from './driver.ts'

const value: Action = { do: 'value' }
const derive: Action = { do: 'derive' }

const members: Record<string, Action> = {
  executeQuery: { do: 'send', text: { arg: 0 }, shape: 'result' },
  transaction: { do: 'derive', role: 'transaction-builder' },
  startTransaction: { do: 'derive', role: 'controlled-builder' },
  connection: { do: 'derive', role: 'connection-builder' },
  withSchema: derive,
  withPlugin: derive,
  withoutPlugins: derive,
  withTables: derive,
  destroy: { do: 'close' },
}
const session = { members, others: 'build' } satisfies Role
const dialect = (option: string): Role => ({
  construct: { do: 'wrap', role: 'dialect', arg: 0, options: [option], takesPool: true },
})
const settings = { setIsolationLevel: derive, setAccessMode: derive } satisfies Role['members']
const command = (end: 'commit' | 'rollback' | 'savepoint'): Role => ({
  holder: 'lent',
  members: { execute: { do: end } },
})

export const kysely: Driver = {
  name: 'kysely',
  packages: ['kysely', 'kysely-postgres-js', 'kysely-neon'],
  nullsUndefined: true,
  exports: {
    Kysely: 'Kysely',
    sql: 'sql',
    PostgresDialect: 'PostgresDialect',
    PostgresJSDialect: 'PostgresJSDialect',
    NeonDialect: 'NeonDialect',
    '*': 'module',
  },
  types: { Kysely: 'lent', Transaction: 'transaction', ControlledTransaction: 'controlled' },
  roles: {
    module: { properties: { Kysely: 'Kysely', sql: 'sql', PostgresDialect: 'PostgresDialect' } },
    Kysely: { construct: { do: 'wrap', role: 'root', arg: 0, options: ['dialect'] } },
    PostgresDialect: dialect('pool'),
    PostgresJSDialect: dialect('postgres'),
    NeonDialect: dialect('neon'),
    dialect: { holder: 'pool' },
    root: { ...session, holder: 'pool' },
    lent: { ...session, holder: 'lent' },
    connection: { ...session, holder: 'checked-out' },
    transaction: { ...session, holder: 'transaction' },
    controlled: {
      ...session,
      holder: 'transaction',
      members: {
        ...members,
        commit: { do: 'derive', role: 'commit' },
        rollback: { do: 'derive', role: 'rollback' },
        savepoint: { do: 'derive', role: 'savepoint' },
      },
    },
    commit: command('commit'),
    rollback: command('rollback'),
    savepoint: command('savepoint'),
    'transaction-builder': {
      holder: 'lent',
      members: { ...settings, execute: { do: 'lend', role: 'transaction', arg: 0, transaction: true } },
    },
    'controlled-builder': {
      holder: 'lent',
      members: { ...settings, execute: { do: 'begin-handle', role: 'controlled' } },
    },
    'connection-builder': { holder: 'lent', members: { execute: { do: 'lend', role: 'connection', arg: 0 } } },
    sql: {
      tag: { do: 'fragment', text: 'template', role: 'statement' },
      members: {
        raw: { do: 'fragment', text: { arg: 0 }, role: 'statement' },
        join: { do: 'join' },
        lit: value,
        literal: value,
        val: value,
        value,
        ref: value,
        id: value,
        table: value,
      },
    },
    statement: {
      members: {
        execute: { do: 'send', text: 'receiver', shape: 'result', on: { arg: 0 } },
        compile: derive,
        as: derive,
        $castTo: derive,
        $notNull: derive,
        withPlugin: derive,
      },
    },
  },
}
