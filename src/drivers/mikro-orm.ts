/**
 * MikroORM 6 and 7. An entity manager follows the transaction of its async context, so it is no evidence for a root
 * handle; its connections and forks are other sessions (measured).
 */
import type { Action, Driver, Role, ShapeRule } from './driver.ts'

/** The third argument itself picks what comes back. */
const shapes: readonly ShapeRule[] = [
  { option: [2], is: 'get', shape: 'row' },
  { option: [2], is: 'run', shape: 'unknown' },
]
const execute: Action = { do: 'send', text: { arg: 0 }, values: { arg: 1 }, shape: 'rows', shapes }
const transactional: Action = { do: 'lend', role: 'transaction', arg: 0, transaction: true, ambient: true }
const openOrm: Action = { do: 'open', role: 'orm', single: [{ arg: 0, path: ['pool', 'max'] }] }

const manager = {
  members: {
    execute,
    transactional,
    begin: { do: 'begin' },
    commit: { do: 'commit' },
    rollback: { do: 'rollback' },
    fork: { do: 'other', role: 'fork' },
    getConnection: { do: 'other', role: 'connection' },
    getKnex: { do: 'other', role: 'knex' },
    getKysely: { do: 'other', role: 'kysely' },
    getContext: { do: 'derive' },
    getTransactionContext: { do: 'derive', role: 'context' },
  },
  others: 'build',
} satisfies Role

export const mikroOrm: Driver = {
  name: 'mikro-orm',
  packages: ['@mikro-orm/postgresql', '@mikro-orm/core', '@mikro-orm/knex', '@mikro-orm/sql'],
  exports: { MikroORM: 'MikroORM', sql: 'sql', raw: 'raw', '*': 'module' },
  types: { MikroORM: 'orm', EntityManager: 'manager', SqlEntityManager: 'manager' },
  roles: {
    module: { properties: { MikroORM: 'MikroORM', sql: 'sql' } },
    MikroORM: { construct: openOrm, members: { init: { ...openOrm, async: true }, initSync: openOrm } },
    orm: {
      holder: 'pool',
      members: { close: { do: 'close' }, connect: { do: 'derive', async: true } },
      elsewhere: { em: 'manager' },
    },
    manager: { ...manager, holder: 'lent' },
    fork: { ...manager, holder: 'pool' },
    transaction: { ...manager, holder: 'transaction' },
    connection: {
      holder: 'pool',
      members: {
        execute: { ...execute, on: { arg: 3 } },
        transactional: { do: 'lend', role: 'context', arg: 0, transaction: true },
        begin: { do: 'begin-handle', role: 'context' },
        getKnex: { do: 'derive', role: 'knex' },
        close: { do: 'close' },
      },
    },
    /** What stands for an open transaction in the last argument of `connection.execute`. */
    context: { holder: 'transaction' },
    knex: {
      holder: 'pool',
      call: { do: 'build' },
      members: { raw: { do: 'send', text: { arg: 0 }, values: { arg: 1 }, shape: 'result', lazy: true } },
      others: 'build',
      via: ['transacting', 'connection'],
    },
    kysely: { holder: 'pool', others: 'build' },
    sql: { tag: { do: 'fragment', text: 'template' } },
    raw: { call: { do: 'fragment', text: { arg: 0 } } },
  },
}
