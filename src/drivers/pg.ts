/** node-postgres and its pool. A rejecting `pool.query` destroys its client with all locks (measured). */
import type { Action, Driver, Role } from './driver.ts'

const query: Action = { do: 'send', text: { arg: 0 }, values: { arg: 1 }, shape: 'result', callback: true }
const local: Action = { do: 'local' }
const listen: Action = { do: 'listen' }
const members = {
  query,
  end: { do: 'close' },
  on: listen,
  once: local,
  off: local,
  addListener: listen,
  removeListener: local,
  removeAllListeners: local,
} satisfies Role['members']
const connected: Role['members'] = { ...members, release: { do: 'release', destroy: 0 } }
const openPool: Action = {
  do: 'open',
  role: 'pool',
  single: [
    { arg: 0, path: ['max'] },
    { arg: 0, path: ['poolSize'] },
  ],
}

export const pg: Driver = {
  name: 'pg',
  packages: ['pg', 'pg-pool', 'pg-native'],
  nullsUndefined: true,
  exports: { default: 'module', '*': 'module', Pool: 'Pool', Client: 'Client', native: 'module' },
  types: { Pool: 'pool', Client: 'client', PoolClient: 'lent', ClientBase: 'lent' },
  roles: {
    /** The construct signature is the pool class that pg-pool exports as its default. */
    module: {
      construct: openPool,
      properties: { default: 'module', Pool: 'Pool', Client: 'Client', native: 'module' },
    },
    Pool: { construct: openPool },
    Client: { construct: { do: 'open', role: 'client' } },
    pool: {
      holder: 'pool',
      members: { ...members, connect: { do: 'checkout', role: 'checked-out', callback: true } },
    },
    client: { holder: 'dedicated', members: { ...members, connect: { do: 'derive', async: true } } },
    'checked-out': { holder: 'checked-out', members: connected },
    lent: { holder: 'lent', members: { ...connected, connect: { do: 'derive', async: true } } },
  },
}
