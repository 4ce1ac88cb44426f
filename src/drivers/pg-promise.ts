/**
 * pg-promise. A task pins one connection, a tx also begins a transaction; both take options or a name before the
 * callback. The values are an array, an object, or one bare value. `none` rejects when a row comes back (measured).
 */
import type { Action, Driver, Role, Shape } from './driver.ts'

const send = (shape: Shape): Action => ({ do: 'send', text: { arg: 0 }, values: { arg: 1 }, shape })
const mapped = (shape: Shape): Action => ({ do: 'send', text: { arg: 0 }, values: { arg: 1 }, shape, mapper: 2 })
const task: Action = { do: 'lend', role: 'task', arg: -1 }
const tx: Action = { do: 'lend', role: 'transaction', arg: -1, transaction: true }

const members = {
  query: send('rows'),
  any: send('rows'),
  many: send('rows'),
  manyOrNone: send('rows'),
  one: mapped('row'),
  oneOrNone: mapped('row'),
  none: send('nothing'),
  result: mapped('result'),
  map: send('unknown'),
  each: send('rows'),
  multi: send('unknown'),
  multiResult: send('unknown'),
  func: { do: 'rpc', shape: 'rows' },
  task,
  taskIf: task,
  tx,
  txIf: tx,
} satisfies Role['members']

export const pgPromise: Driver = {
  name: 'pg-promise',
  packages: ['pg-promise'],
  nullsUndefined: true,
  exports: { default: 'factory', '*': 'factory' },
  types: { IDatabase: 'database', ITask: 'lent', IBaseProtocol: 'lent', IConnected: 'lent-connection' },
  roles: {
    factory: { call: { do: 'derive', role: 'library' }, properties: { default: 'factory', ...queryObjects() } },
    library: {
      call: { do: 'open', role: 'database', single: [{ arg: 0, path: ['max'] }] },
      members: { end: { do: 'close' } },
      properties: queryObjects(),
    },
    'query-object': { construct: { do: 'fragment', text: { arg: 0 } } },
    database: {
      holder: 'pool',
      members: { ...members, connect: { do: 'checkout', role: 'connection' } },
      elsewhere: { $pool: 'driver-pool' },
    },
    'driver-pool': { holder: 'pool', members: { end: { do: 'close' } } },
    connection: { holder: 'checked-out', members: { ...members, done: { do: 'release', destroy: 0 } } },
    'lent-connection': { holder: 'lent', members: { ...members, done: { do: 'release', destroy: 0 } } },
    task: { holder: 'checked-out', members },
    lent: { holder: 'lent', members },
    transaction: { holder: 'transaction', members },
  },
}

/** Classes whose instances stand for a text with its values. */
function queryObjects(): Record<string, string> {
  return { PreparedStatement: 'query-object', ParameterizedQuery: 'query-object' }
}
