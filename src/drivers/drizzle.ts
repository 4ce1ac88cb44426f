/**
 * Drizzle: the tag of `drizzle-orm`, and one driver for each way to reach the server, which differ in what `execute`
 * gives (measured: node-postgres the result, postgres-js the rows; the others read from their sources). The types of a
 * database are no evidence for a root handle: a transaction may be passed for them.
 */
import type { Action, Driver, Holder, Role, Shape } from './driver.ts'

const value: Action = { do: 'value' }
const derive: Action = { do: 'derive' }

const sql: Driver = {
  name: 'drizzle',
  packages: ['drizzle-orm', 'drizzle-orm/*'],
  exports: { sql: 'sql', '*': 'module' },
  roles: {
    module: { properties: { sql: 'sql' } },
    sql: {
      tag: { do: 'fragment', text: 'template', role: 'fragment' },
      members: {
        raw: { do: 'fragment', text: { arg: 0 }, role: 'fragment' },
        join: { do: 'join' },
        param: value,
        placeholder: value,
        identifier: value,
      },
    },
    fragment: { members: { as: derive, mapWith: derive, inlineParams: derive, getSQL: derive } },
  },
}

/** The roles of a database whose `execute` gives `shape`; `holder` is what it opens when it is given no handle. */
function roles(shape: Shape, holder: Holder = 'pool'): Record<string, Role> {
  const transaction: Action = { do: 'lend', role: 'transaction', arg: 0, transaction: true }
  const members = {
    execute: { do: 'send', text: { arg: 0 }, shape, lazy: true },
    transaction,
    batch: { do: 'batch' },
    $with: { do: 'local' },
  } satisfies Role['members']
  const root: Role = { members, properties: { $client: 'client' }, others: 'build' }
  return {
    drizzle: {
      call: {
        do: 'wrap',
        role: 'root',
        arg: 0,
        options: ['client'],
        single: [{ arg: 0, path: ['connection', 'max'] }],
      },
    },
    root: { ...root, holder },
    lent: { ...root, holder: 'lent' },
    transaction: { holder: 'transaction', members: { ...members, rollback: { do: 'abort' } }, others: 'build' },
    client: { holder: 'lent', members: { end: { do: 'close' }, close: { do: 'close' } } },
  }
}

/** One way to the server: its module, and the prefix of its types. */
function over(module: string, prefix: string, shape: Shape, holder?: Holder): Driver {
  return {
    name: `drizzle/${module}`,
    packages: [`drizzle-orm/${module}`, `drizzle-orm/${module}/driver`, `drizzle-orm/${module}/session`],
    exports: { drizzle: 'drizzle', '*': 'module' },
    types: { [`${prefix}Database`]: 'lent', [`${prefix}Transaction`]: 'transaction' },
    roles: { ...roles(shape, holder), module: { properties: { drizzle: 'drizzle' } } },
  }
}

const core: Driver = {
  name: 'drizzle/pg-core',
  packages: ['drizzle-orm/pg-core'],
  exports: {},
  types: {
    PgDatabase: 'lent',
    PgAsyncDatabase: 'lent',
    PgTransaction: 'transaction',
    PgAsyncTransaction: 'transaction',
  },
  roles: roles('unknown'),
}

export const drizzle: readonly Driver[] = [
  sql,
  over('node-postgres', 'NodePg', 'result'),
  over('postgres-js', 'PostgresJs', 'rows'),
  over('neon-serverless', 'Neon', 'result'),
  over('neon-http', 'NeonHttp', 'result'),
  over('vercel-postgres', 'VercelPg', 'result'),
  over('pglite', 'Pglite', 'result', 'single'),
  over('bun-sql', 'BunSQL', 'rows'),
  core,
]
