import { expect, it } from 'vitest'
import { supabase } from '../../src/drivers/supabase.ts'
import { does } from './does.ts'

it('calls functions by name, each in a transaction on some connection', () => {
  expect(does(supabase, 'client.rpc')).toEqual({ do: 'rpc', shape: 'data' })
  expect(supabase.roles['client']?.holder).toBe('pool')
})

it('builds statements on tables', () => {
  expect(does(supabase, 'client.from')).toEqual({ do: 'build' })
})
