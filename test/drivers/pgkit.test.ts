import { expect, it } from 'vitest'
import { pgkit } from '../../src/drivers/pgkit.ts'
import { does, shapeOf } from './does.ts'

it('gives what the method says', () => {
  expect(shapeOf(pgkit, 'client.oneFirst')).toBe('value')
  expect(shapeOf(pgkit, 'transaction.any')).toBe('rows')
})

it('lends a connection without resetting it', () => {
  expect(does(pgkit, 'client.task')).toEqual({ do: 'lend', role: 'connection', arg: 0 })
  expect(pgkit.roles['client']?.resets).toBeUndefined()
})

it('makes a fragment with the tag of the package, and sends with the tag of a handle', () => {
  expect(does(pgkit, 'sql``')).toEqual({ do: 'fragment', text: 'template' })
  expect(does(pgkit, 'own-sql``')).toMatchObject({ do: 'send', shape: 'rows' })
})
