import { expect, it } from 'vitest'
import { roleOfExport } from '../../src/drivers/index.ts'

it('is a tag that makes a fragment, under each name that the packages give it', () => {
  for (const [module, name] of [
    ['sql-template-strings', 'default'],
    ['sql-template-strings', 'SQL'],
    ['sql-template-tag', 'default'],
  ] as const) {
    expect(roleOfExport(module, name)?.role.tag).toEqual({ do: 'fragment', text: 'template' })
  }
})

it('makes text and joins it', () => {
  expect(roleOfExport('sql-template-tag', 'raw')?.role.call).toEqual({ do: 'fragment', text: { arg: 0 } })
  expect(roleOfExport('sql-template-tag', 'join')?.role.call).toEqual({ do: 'join' })
})
