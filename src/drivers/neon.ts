/**
 * Neon's serverless driver: node-postgres over WebSockets, and `neon()`, whose every call is an HTTP request with a
 * session of its own: a pool that forgets.
 */
import type { Action, Driver } from './driver.ts'
import { pg } from './pg.ts'

const full = [{ option: [2, 'fullResults'], is: true, shape: 'result' }] as const
const query: Action = { do: 'send', text: { arg: 0 }, values: { arg: 1 }, shape: 'rows', shapes: full, lazy: true }

export const neon: Driver = {
  name: 'neon',
  packages: ['@neondatabase/serverless'],
  exports: { neon: 'neon', Pool: 'Pool', Client: 'Client', '*': 'module' },
  types: { ...pg.types, NeonQueryFunction: 'http' },
  roles: {
    ...pg.roles,
    module: { properties: { neon: 'neon', Pool: 'Pool', Client: 'Client' } },
    neon: { call: { do: 'open', role: 'http' } },
    http: {
      holder: 'pool',
      tag: { do: 'send', text: 'template', shape: 'rows', lazy: true },
      call: query,
      members: { query, unsafe: { do: 'fragment', text: { arg: 0 } }, transaction: { do: 'batch' } },
    },
  },
}
