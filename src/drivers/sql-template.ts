/** Tags that make `{ text, values }` for any driver. */
import type { Driver } from './driver.ts'

export const sqlTemplate: Driver = {
  name: 'sql-template',
  packages: ['sql-template-strings', 'sql-template-tag', '@nearform/sql'],
  exports: { default: 'tag', SQL: 'tag', sql: 'tag', raw: 'raw', join: 'join', '*': 'tag' },
  roles: {
    tag: {
      tag: { do: 'fragment', text: 'template' },
      members: { unsafe: { do: 'fragment', text: { arg: 0 } }, glue: { do: 'join' } },
      properties: { default: 'tag', SQL: 'tag', sql: 'tag', raw: 'raw', join: 'join' },
    },
    raw: { call: { do: 'fragment', text: { arg: 0 } } },
    join: { call: { do: 'join' } },
  },
}
