/** Supabase: each call is an HTTP request that PostgREST answers in a transaction of its own, on some connection. */
import type { Driver } from './driver.ts'

export const supabase: Driver = {
  name: 'supabase',
  packages: ['@supabase/supabase-js', '@supabase/ssr', '@supabase/postgrest-js'],
  exports: {
    createClient: 'createClient',
    createServerClient: 'createClient',
    createBrowserClient: 'createClient',
    SupabaseClient: 'SupabaseClient',
    PostgrestClient: 'SupabaseClient',
    '*': 'module',
  },
  types: { SupabaseClient: 'client', PostgrestClient: 'client' },
  roles: {
    module: { properties: { createClient: 'createClient' } },
    createClient: { call: { do: 'open', role: 'client' } },
    SupabaseClient: { construct: { do: 'open', role: 'client' } },
    client: {
      holder: 'pool',
      members: {
        // The answer is `{ data, error }`.
        rpc: { do: 'rpc', shape: 'data' },
        from: { do: 'build' },
        schema: { do: 'derive' },
      },
    },
  },
}
