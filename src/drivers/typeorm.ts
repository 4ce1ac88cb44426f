/**
 * TypeORM. A query runner is one connection from its first query to `release()`; the data source and its manager pick
 * one for each call. `EntityManager` is no evidence for a root handle.
 */
import type { Action, Driver, Role } from './driver.ts'

/** The query runner, when given, is the last argument. */
const query: Action = { do: 'send', text: { arg: 0 }, values: { arg: 1 }, shape: 'rows', on: { arg: 2 } }
const sql: Role = { holder: 'lent', tag: { do: 'send', text: 'template', shape: 'rows' } }
/** An isolation level may come first. */
const transaction: Action = { do: 'lend', role: 'transaction-manager', arg: -1, transaction: true }
const repository: Action = { do: 'derive', role: 'repository' }
const repositories = { getRepository: repository, getTreeRepository: repository, withRepository: repository }
const open = {
  do: 'open',
  role: 'data-source',
  single: [
    { arg: 0, path: ['poolSize'] },
    { arg: 0, path: ['extra', 'max'] },
  ],
} as const
const checkout: Action = { do: 'checkout', role: 'runner', sync: true }

/** They may be given a query runner. */
const via = ['setQueryRunner', 'createQueryBuilder']

const manager = {
  members: { query, transaction, ...repositories },
  properties: { sql: 'sql', queryRunner: 'runner' },
  elsewhere: { connection: 'data-source', dataSource: 'data-source' },
  others: 'build',
  via,
} satisfies Role
const runner = {
  members: {
    query,
    connect: { do: 'derive', async: true },
    startTransaction: { do: 'begin' },
    commitTransaction: { do: 'commit' },
    rollbackTransaction: { do: 'rollback' },
    release: { do: 'release' },
  },
  properties: { manager: 'runner-manager', sql: 'sql' },
  elsewhere: { connection: 'data-source', dataSource: 'data-source' },
  others: 'build',
  via,
} satisfies Role

export const typeorm: Driver = {
  name: 'typeorm',
  packages: ['typeorm', 'typeorm/*'],
  nullsUndefined: true,
  exports: {
    DataSource: 'DataSource',
    createConnection: 'createConnection',
    getConnection: 'getConnection',
    getManager: 'getManager',
    '*': 'module',
  },
  types: {
    DataSource: 'data-source',
    Connection: 'data-source',
    EntityManager: 'manager',
    QueryRunner: 'lent-runner',
    Repository: 'repository',
  },
  roles: {
    module: { properties: { DataSource: 'DataSource' } },
    DataSource: { construct: open },
    createConnection: { call: { ...open, async: true } },
    getConnection: { call: { do: 'other', role: 'data-source' } },
    getManager: { call: { do: 'other', role: 'root-manager' } },
    'data-source': {
      holder: 'pool',
      members: {
        query,
        transaction,
        createQueryRunner: checkout,
        createEntityManager: { do: 'derive', role: 'root-manager' },
        ...repositories,
        initialize: { do: 'derive', async: true },
        connect: { do: 'derive', async: true },
        destroy: { do: 'close' },
        close: { do: 'close' },
      },
      properties: { manager: 'root-manager', sql: 'sql' },
      others: 'build',
      via,
    },
    'root-manager': { ...manager, holder: 'pool' },
    'runner-manager': { ...manager, holder: 'checked-out' },
    'transaction-manager': { ...manager, holder: 'transaction' },
    manager: { ...manager, holder: 'lent' },
    runner: { ...runner, holder: 'checked-out' },
    'lent-runner': { ...runner, holder: 'lent' },
    repository: { holder: 'lent', members: { query }, properties: { manager: 'manager' }, others: 'build', via },
    sql,
  },
}
