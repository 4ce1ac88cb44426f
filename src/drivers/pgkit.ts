/** pgkit, whose methods are Slonik's; no connection is reset when it goes back. */
import type { Action, Driver, Role, Shape } from './driver.ts'

const send = (shape: Shape): Action => ({ do: 'send', text: { arg: 0 }, shape })
const value: Action = { do: 'value' }
const members = {
  query: send('result'),
  any: send('rows'),
  many: send('rows'),
  one: send('row'),
  maybeOne: send('row'),
  oneFirst: send('value'),
  maybeOneFirst: send('value'),
  anyFirst: send('unknown'),
  manyFirst: send('unknown'),
  transaction: { do: 'lend', role: 'transaction', arg: 0, transaction: true },
} satisfies Role['members']
const lend: Action = { do: 'lend', role: 'connection', arg: 0 }
const properties = { sql: 'own-sql' }

export const pgkit: Driver = {
  name: 'pgkit',
  packages: ['@pgkit/client'],
  exports: { createClient: 'createClient', createPool: 'createClient', sql: 'sql', '*': 'module' },
  types: { Client: 'client', Connection: 'lent', Transaction: 'transaction', Queryable: 'lent', Transactable: 'lent' },
  roles: {
    module: { properties: { createClient: 'createClient', sql: 'sql' } },
    createClient: {
      call: { do: 'open', role: 'client', single: [{ arg: 1, path: ['pgpOptions', 'connect', 'max'] }] },
    },
    client: {
      holder: 'pool',
      members: { ...members, connect: lend, task: lend, end: { do: 'close' } },
      properties,
    },
    connection: { holder: 'checked-out', members, properties },
    lent: { holder: 'lent', members, properties },
    transaction: { holder: 'transaction', members, properties },
    sql: {
      tag: { do: 'fragment', text: 'template' },
      members: {
        type: { do: 'tag' },
        raw: { do: 'fragment', text: { arg: 0 } },
        join: { do: 'join' },
        literalValue: value,
        identifier: value,
        array: value,
        json: value,
        jsonb: value,
        unnest: value,
      },
      properties: { fragment: 'tag' },
    },
    tag: { tag: { do: 'fragment', text: 'template' } },
    /** The tag of a handle: awaited, it sends. */
    'own-sql': { holder: 'lent', tag: { do: 'send', text: 'template', shape: 'rows', lazy: true } },
  },
}
