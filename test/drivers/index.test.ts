import { describe, expect, it } from 'vitest'
import {
  type Action,
  type Driver,
  type Role,
  drivers,
  memberOf,
  propertyOf,
  roleNamed,
  roleOfExport,
  roleOfType,
  pinningMember,
} from '../../src/drivers/index.ts'

function actionsOf(role: Role): [where: string, action: Action][] {
  const all: [string, Action | undefined][] = [
    ['()', role.call],
    ['``', role.tag],
    ['new', role.construct],
    ...Object.entries(role.members ?? {}),
  ]
  return all.filter((entry): entry is [string, Action] => entry[1] !== undefined)
}

/** Every role that a table names, with the place that names it. */
function* namedRoles(driver: Driver): Generator<[where: string, role: string]> {
  for (const [name, role] of Object.entries(driver.exports)) yield [`exports.${name}`, role]
  for (const [name, role] of Object.entries(driver.types ?? {})) yield [`types.${name}`, role]
  for (const [name, role] of Object.entries(driver.roles)) {
    for (const [member, to] of Object.entries(role.properties ?? {})) yield [`${name}.${member}`, to]
    for (const [member, to] of Object.entries(role.elsewhere ?? {})) yield [`${name}.${member}`, to]
    for (const [member, action] of actionsOf(role)) {
      if ('role' in action) yield [`${name}.${member}`, action.role]
    }
  }
}

/** Roles that something of the table leads to. */
function reached(driver: Driver): Set<string> {
  return new Set([...namedRoles(driver)].map(([, role]) => role))
}

describe.each(drivers.map((driver) => [driver.name, driver] as const))('the table of %s', (_, driver) => {
  it('names only roles that it has', () => {
    const missing = [...namedRoles(driver)].filter(([, role]) => !Object.hasOwn(driver.roles, role))
    expect(missing).toEqual([])
  })

  it('has no role that nothing leads to', () => {
    const to = reached(driver)
    // Tables that build on another one's roles need not use all of them; the core of Drizzle has types only.
    const unused = Object.keys(driver.roles).filter((name) => !to.has(name))
    expect(
      unused.filter((name) => name !== 'module' && !(driver.name === 'drizzle/pg-core' && name === 'drizzle')),
    ).toEqual([])
  })

  it('gives every handle that is opened, checked out, lent or begun a holder', () => {
    const without: string[] = []
    for (const [name, role] of Object.entries(driver.roles)) {
      for (const [member, action] of actionsOf(role)) {
        if (!['open', 'wrap', 'checkout', 'lend', 'begin-handle', 'other'].includes(action.do) || !('role' in action))
          continue
        if (driver.roles[action.role ?? name]?.holder === undefined) without.push(`${name}.${member}`)
      }
    }
    expect(without).toEqual([])
  })

  it('lends a transaction where it says that it begins one', () => {
    for (const [name, role] of Object.entries(driver.roles)) {
      for (const [member, action] of actionsOf(role)) {
        if (action.do !== 'lend' || action.transaction !== true) continue
        expect(driver.roles[action.role]?.holder, `${name}.${member}`).toBe('transaction')
      }
    }
  })

  it('gives a value annotated with one of its types a holder', () => {
    for (const [type, role] of Object.entries(driver.types ?? {}))
      expect(driver.roles[role]?.holder, type).toBeDefined()
  })
})

describe('all tables', () => {
  it('have names of their own', () => {
    const names = drivers.map((driver) => driver.name)
    expect(new Set(names).size).toBe(names.length)
  })

  it('share no package', () => {
    const packages = drivers.flatMap((driver) => driver.packages)
    expect(packages.filter((name, index) => packages.indexOf(name) !== index)).toEqual([])
  })

  it('take no annotation for a root handle that a transaction may stand for', () => {
    const lent = [
      ['kysely', 'Kysely'],
      ['knex', 'Knex'],
      ['typeorm', 'EntityManager'],
      ['@mikro-orm/postgresql', 'EntityManager'],
      ['postgres', 'Sql'],
      ['drizzle-orm/node-postgres', 'NodePgDatabase'],
      ['slonik', 'CommonQueryMethods'],
    ] as const
    for (const [module, type] of lent) expect(roleOfType(module, type)?.role.holder, type).toBe('lent')
  })

  it('take an annotation for a root handle that can be nothing else', () => {
    const roots = [
      ['pg', 'Pool'],
      ['@prisma/client', 'PrismaClient'],
      ['typeorm', 'DataSource'],
      ['slonik', 'DatabasePool'],
      ['sequelize', 'Sequelize'],
      ['pg-promise', 'IDatabase'],
    ] as const
    for (const [module, type] of roots) expect(roleOfType(module, type)?.role.holder, type).toBe('pool')
  })
})

describe('the member that pins a connection', () => {
  it.each([
    ['pg', 'Pool', 'connect'],
    ['@vercel/postgres', 'VercelPool', 'connect'],
    ['typeorm', 'DataSource', 'createQueryRunner'],
    ['slonik', 'DatabasePool', 'connect'],
    ['pg-promise', 'IDatabase', 'task'],
    ['kysely', 'Kysely', 'connection().execute'],
  ])('%s: of a %s it is %s', (module, type, name) => {
    const ref = roleOfType(module, type)
    expect(ref && pinningMember(ref)).toEqual({ name, transaction: false })
  })

  it('is one for a transaction where the driver has no other', () => {
    const ref = roleOfType('@prisma/client', 'PrismaClient')
    expect(ref && pinningMember(ref)).toEqual({ name: '$transaction', transaction: true })
  })

  it('is none of a handle over HTTP', () => {
    const ref = roleOfType('@neondatabase/serverless', 'NeonQueryFunction')
    expect(ref && pinningMember(ref)).toBeUndefined()
  })
})

describe('look-ups', () => {
  it('find an export by the exact package', () => {
    expect(roleOfExport('pg', 'Pool')?.id).toBe('pg:Pool')
    expect(roleOfExport('drizzle-orm/postgres-js', 'drizzle')?.driver.name).toBe('drizzle/postgres-js')
  })

  it('find an export below a package that covers everything', () => {
    expect(roleOfExport('drizzle-orm/sql', 'sql')?.driver.name).toBe('drizzle')
    expect(roleOfExport('@effect/sql/SqlClient', '*')?.driver.name).toBe('effect-sql')
    expect(roleOfExport('@prisma/client/edge', 'PrismaClient')?.driver.name).toBe('prisma')
  })

  it('find a generated client in any module', () => {
    expect(roleOfExport('./generated/prisma', 'PrismaClient')?.driver.name).toBe('prisma')
    expect(roleOfType('../../prisma/client.js', 'Prisma.TransactionClient')?.name).toBe('transaction')
    expect(roleOfType(undefined, 'PrismaClient')?.name).toBe('client')
  })

  it('find nothing by name alone', () => {
    expect(roleOfExport('./db', 'Pool')).toBeUndefined()
    expect(roleOfExport('mysql2', 'Pool')).toBeUndefined()
    expect(roleOfExport('pg', 'PrismaClient')).toBeUndefined()
    expect(roleOfType(undefined, 'Pool')).toBeUndefined()
    expect(roleOfExport('pg-boss', 'Pool')).toBeUndefined()
    expect(roleOfExport('kysely/helpers/postgres', 'sql')).toBeUndefined()
  })

  it('take names of Object.prototype for no export, type or member', () => {
    expect(roleOfExport('pg', 'constructor')).toBeUndefined()
    expect(roleOfType('pg', 'toString')).toBeUndefined()
    const pool = roleOfType('pg', 'Pool')
    expect(pool?.role.members?.['constructor']).toBeUndefined()
    expect(pool && propertyOf(pool, 'valueOf')).toBeUndefined()
  })

  it('give the same object for the same role', () => {
    const pool = roleOfExport('pg', 'Pool')
    expect(pool).toBeDefined()
    expect(pool && roleNamed(pool.driver, 'Pool')).toBe(pool)
  })

  it('throw on a role that the table doesn’t have', () => {
    const pool = roleOfExport('pg', 'Pool')
    expect(() => pool && roleNamed(pool.driver, 'nothing')).toThrow('driver pg has no role nothing')
  })

  it('take any other member of an ORM’s handle for a builder of statements', () => {
    const db = roleOfType('kysely', 'Kysely')
    expect(db && memberOf(db, 'selectFrom')).toEqual({ do: 'build' })
    expect(db && memberOf(db, 'destroy')).toEqual({ do: 'close' })
    const runner = roleOfType('typeorm', 'QueryRunner')
    expect(runner && memberOf(runner, 'manager')).toBeUndefined()
    const pool = roleOfType('pg', 'Pool')
    expect(pool && memberOf(pool, 'selectFrom')).toBeUndefined()
  })

  it('tell members of the same session from those of another', () => {
    const runner = roleOfType('typeorm', 'QueryRunner')
    expect(runner && propertyOf(runner, 'manager')).toMatchObject({ same: true, ref: { name: 'runner-manager' } })
    expect(runner && propertyOf(runner, 'connection')).toMatchObject({ same: false, ref: { name: 'data-source' } })
  })
})
