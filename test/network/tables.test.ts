// The tables contradict neither each other nor themselves.
import { describe, expect, it } from 'vitest'
import { networkGlobals, networkTables } from '../../src/network/index.ts'

function duplicates(names: readonly string[]): string[] {
  return names.filter((name, index) => names.indexOf(name) !== index)
}

// prettier-ignore
const postgresql = [
  '@databases/pg', '@effect/sql', '@effect/sql-pg', '@electric-sql/pglite', '@mikro-orm/core', '@mikro-orm/postgresql',
  '@neondatabase/serverless', '@nestjs/typeorm', '@pgkit/client', '@prisma/adapter-pg', '@prisma/client',
  '@supabase/supabase-js', '@vercel/postgres', 'bun', 'drizzle-orm', 'graphile-worker', 'knex', 'kysely', 'objection',
  'pg', 'pg-boss', 'pg-native', 'pg-pool', 'pg-promise', 'porsager', 'postgres', 'sequelize', 'slonik', 'typeorm',
]

const packages = networkTables.flatMap((table) => table.packages)

describe('network tables', () => {
  it('have each package once', () => {
    expect(duplicates(packages.map((name) => name.replace(/^node:|\/\*$/g, '')))).toEqual([])
  })

  it('have no driver of PostgreSQL, whole', () => {
    const whole = networkTables.filter((table) => table.only === undefined).flatMap((table) => table.packages)
    expect(whole.filter((name) => postgresql.includes(name.replace(/\/\*$/, '')))).toEqual([])
  })

  it('name packages as they are imported, at most with `/*` at the end', () => {
    for (const name of packages)
      expect(name).toMatch(/^(?:node:)?(?:@[a-z0-9.-]+\/(?:[a-z0-9._-]+|\*)|[a-z0-9._-]+)(?:\/[a-z0-9._-]+|\/\*)?$/)
  })

  it('have each global once', () => {
    expect(duplicates(networkGlobals.map((global) => global.name))).toEqual([])
  })

  describe.each(networkTables.map((table) => [table.packages[0] ?? '', table] as const))('%s', (_, table) => {
    const { local, only, sync = [], starts = [], constructs = [] } = table

    it('has each name once', () => {
      for (const names of [local ?? [], only ?? [], sync, starts, constructs]) expect(duplicates(names)).toEqual([])
    })

    it('says either what stays or what leaves', () => {
      expect(local === undefined || only === undefined).toBe(true)
    })

    it('blocks or starts only with what leaves', () => {
      const leaving = [...sync, ...starts]
      expect(leaving.filter((name) => local?.includes(name) === true || only?.includes(name) === false)).toEqual([])
    })

    it('does not both block and start', () => {
      expect(sync.filter((name) => starts.includes(name))).toEqual([])
    })
  })
})
