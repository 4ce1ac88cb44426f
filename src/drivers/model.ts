/** What the models of lock packages and wrappers are written with: one session, out of sight or that of a given handle. */
import type { Action, Driver } from './driver.ts'
import { named } from './named.ts'

const query: Action = { do: 'send', text: { arg: 0 }, values: { arg: 1 }, shape: 'result' }

export const model: Driver = {
  name: 'model',
  packages: ['pg-advisory-lock/model'],
  exports: { on: 'on', session: 'client' },
  assumed: true,
  roles: {
    /** `on(handle)`: the session of any driver's handle, asked in one way. */
    on: { call: { do: 'wrap', role: 'client', arg: 0 } },
    client: { ...named.roles['client'], members: { ...named.roles['client']?.members, query } },
    transaction: { ...named.roles['transaction'], members: { ...named.roles['transaction']?.members, query } },
  },
}
