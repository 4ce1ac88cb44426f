/** PGlite: PostgreSQL inside the process, one session. */
import type { Action, Driver, Role } from './driver.ts'

const members = {
  query: { do: 'send', text: { arg: 0 }, values: { arg: 1 }, shape: 'result' },
  exec: { do: 'send', text: { arg: 0 }, shape: 'unknown' },
} satisfies Role['members']
const open: Action = { do: 'open', role: 'database' }
const database: Role['members'] = {
  ...members,
  transaction: { do: 'lend', role: 'transaction', arg: 0, transaction: true },
  close: { do: 'close' },
  onNotification: { do: 'local' },
}

export const pglite: Driver = {
  name: 'pglite',
  packages: ['@electric-sql/pglite', '@electric-sql/pglite/worker'],
  exports: { PGlite: 'PGlite', PGliteWorker: 'PGlite', '*': 'module' },
  types: { PGlite: 'database', PGliteInterface: 'database', PGliteWorker: 'database', Transaction: 'transaction' },
  roles: {
    module: { properties: { PGlite: 'PGlite' } },
    PGlite: { construct: open, members: { create: { ...open, async: true } } },
    database: { holder: 'single', members: database, properties: { sql: 'tag' } },
    transaction: {
      holder: 'transaction',
      members: { ...members, rollback: { do: 'rollback' } },
      properties: { sql: 'tag' },
    },
    tag: { holder: 'lent', tag: { do: 'send', text: 'template', shape: 'result' } },
  },
}
