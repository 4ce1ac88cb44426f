import { expect, it } from 'vitest'
import { named } from '../../src/drivers/named.ts'
import { namedRole, pinningMember } from '../../src/drivers/index.ts'
import { does } from './does.ts'

it('has a role for each kind of connection that the settings name', () => {
  expect(namedRole('pool').role.holder).toBe('pool')
  expect(namedRole('client').role.holder).toBe('lent')
  expect(namedRole('transaction').role.holder).toBe('transaction')
})

it('gives clients out and takes them back, and runs callbacks in a transaction', () => {
  expect(does(named, 'pool.connect')).toEqual({ do: 'checkout', role: 'client' })
  expect(does(named, 'client.release')).toEqual({ do: 'release', destroy: 0 })
  expect(does(named, 'pool.transaction')).toMatchObject({ do: 'lend', role: 'transaction', transaction: true })
})

it('is no driver that a message may tell to call by name', () => {
  expect(pinningMember(namedRole('pool'))).toBeUndefined()
})
