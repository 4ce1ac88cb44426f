/** Vercel Postgres: node-postgres with a template tag on each handle; the exported `sql` and `db` are one pool. */
import type { Action, Driver, Role } from './driver.ts'
import { pg } from './pg.ts'

const tag: Action = { do: 'send', text: 'template', shape: 'result' }
const tagged = (role: Role | undefined): Role => ({ ...role, properties: { sql: 'tag' } })
const openPool: Action = { do: 'open', role: 'pool', single: [{ arg: 0, path: ['max'] }] }
const openClient: Action = { do: 'open', role: 'client' }

export const vercelPostgres: Driver = {
  name: 'vercel-postgres',
  packages: ['@vercel/postgres'],
  nullsUndefined: true,
  exports: {
    sql: 'pool',
    db: 'pool',
    createPool: 'createPool',
    createClient: 'createClient',
    VercelPool: 'Pool',
    VercelClient: 'Client',
    '*': 'module',
  },
  types: { VercelPool: 'pool', VercelClient: 'client', VercelPoolClient: 'lent', VercelClientBase: 'lent' },
  roles: {
    module: { properties: { sql: 'pool', db: 'pool', createPool: 'createPool', createClient: 'createClient' } },
    createPool: { call: openPool },
    createClient: { call: openClient },
    Pool: { construct: openPool },
    Client: { construct: openClient },
    pool: { ...tagged(pg.roles['pool']), tag },
    client: tagged(pg.roles['client']),
    'checked-out': tagged(pg.roles['checked-out']),
    lent: tagged(pg.roles['lent']),
    tag: { holder: 'lent', tag },
  },
}
