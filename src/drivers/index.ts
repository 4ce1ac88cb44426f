/** All driver tables, and the look-ups from a module's export, a type or a name to a role. */
import { bun } from './bun.ts'
import type { Action, Driver, Role } from './driver.ts'
import { drizzle } from './drizzle.ts'
import { dumbo } from './dumbo.ts'
import { effectSql } from './effect-sql.ts'
import { knex } from './knex.ts'
import { kysely } from './kysely.ts'
import { mikroOrm } from './mikro-orm.ts'
import { model } from './model.ts'
import { named, type NamedHolder } from './named.ts'
import { neon } from './neon.ts'
import { pg } from './pg.ts'
import { pgPromise } from './pg-promise.ts'
import { pgkit } from './pgkit.ts'
import { pglite } from './pglite.ts'
import { postgres } from './postgres.ts'
import { prisma } from './prisma.ts'
import { sequelize } from './sequelize.ts'
import { slonik } from './slonik.ts'
import { sqlTemplate } from './sql-template.ts'
import { supabase } from './supabase.ts'
import { typeorm } from './typeorm.ts'
import { vercelPostgres } from './vercel-postgres.ts'

export type * from './driver.ts'
export type { NamedHolder } from './named.ts'

/** A role and the driver it belongs to; the same object for the same role. */
export interface RoleRef {
  /** Unique among all drivers. */
  readonly id: string
  readonly driver: Driver
  readonly name: string
  readonly role: Role
}

export const drivers: readonly Driver[] = [
  pg,
  postgres,
  prisma,
  ...drizzle,
  kysely,
  knex,
  sequelize,
  typeorm,
  mikroOrm,
  slonik,
  pgPromise,
  vercelPostgres,
  neon,
  pglite,
  bun,
  effectSql,
  supabase,
  dumbo,
  pgkit,
  sqlTemplate,
  named,
  model,
]

interface Tables {
  /** Roles by driver and name. */
  readonly refs: ReadonlyMap<Driver, ReadonlyMap<string, RoleRef>>
  /** Drivers by exact module specifier, and by the part before `/*`. */
  readonly modules: ReadonlyMap<string, Driver>
  readonly prefixes: ReadonlyMap<string, Driver>
  /** Drivers by a name that stands for them whatever module it comes from. */
  readonly anywhere: ReadonlyMap<string, Driver>
}

let built: Tables | undefined

function tables(): Tables {
  if (built !== undefined) return built
  const refs = new Map<Driver, ReadonlyMap<string, RoleRef>>()
  const modules = new Map<string, Driver>()
  const prefixes = new Map<string, Driver>()
  const anywhere = new Map<string, Driver>()
  for (const driver of drivers) {
    refs.set(driver, refsOf(driver))
    for (const name of driver.packages) {
      if (name.endsWith('/*')) prefixes.set(name.slice(0, -2), driver)
      else modules.set(name, driver)
    }
    for (const name of driver.anywhere ?? []) anywhere.set(name, driver)
  }
  return (built = { refs, modules, prefixes, anywhere })
}

function refsOf(driver: Driver): ReadonlyMap<string, RoleRef> {
  const refs = new Map<string, RoleRef>()
  for (const [name, role] of Object.entries(driver.roles)) {
    refs.set(name, { id: `${driver.name}:${name}`, driver, name, role: withoutPrototypes(role) })
  }
  return refs
}

/** The role with records that hold nothing but its own names: `constructor` is no member of a handle. */
function withoutPrototypes(role: Role): Role {
  const { members, properties, elsewhere } = role
  return {
    ...role,
    ...(members && { members: bare(members) }),
    ...(properties && { properties: bare(properties) }),
    ...(elsewhere && { elsewhere: bare(elsewhere) }),
  }
}

function bare<Value>(record: Readonly<Record<string, Value>>): Record<string, Value> {
  return Object.assign(Object.create(null) as Record<string, Value>, record)
}

/** The driver of a module: its exact name, else the longest `name/*` that covers it. */
function driverOfModule(module: string): Driver | undefined {
  const { modules, prefixes } = tables()
  const exact = modules.get(module)
  if (exact !== undefined) return exact
  for (let end = module.lastIndexOf('/'); end > 0; end = module.lastIndexOf('/', end - 1)) {
    const driver = prefixes.get(module.slice(0, end))
    if (driver !== undefined) return driver
  }
  return undefined
}

function own<Value>(record: Readonly<Record<string, Value>> | undefined, key: string): Value | undefined {
  return record !== undefined && Object.hasOwn(record, key) ? record[key] : undefined
}

function find(
  table: 'exports' | 'types',
  module: string | undefined,
  name: string,
  anywhereName: string,
): RoleRef | undefined {
  const driver = (module === undefined ? undefined : driverOfModule(module)) ?? tables().anywhere.get(anywhereName)
  const role = driver && own(driver[table], name)
  return driver && role !== undefined ? roleNamed(driver, role) : undefined
}

/** The role of an export: `default`, `*` for the namespace, or a name. Any module may export a generated client. */
export function roleOfExport(module: string, name: string): RoleRef | undefined {
  return find('exports', module, name, name)
}

/**
 * The role of a value annotated with a type, named as its module exports it: `Prisma.TransactionClient`. Without a
 * module, only what may come from anywhere.
 */
export function roleOfType(module: string | undefined, name: string): RoleRef | undefined {
  return find('types', module, name, name.split('.', 1)[0] ?? name)
}

/** The role of a connection that the settings name. */
export function namedRole(holder: NamedHolder): RoleRef {
  return roleNamed(named, holder)
}

/** The role of this name; a table that names a role it doesn't have is a mistake that a test finds. */
export function roleNamed(driver: Driver, role: string): RoleRef {
  const ref = tables().refs.get(driver)?.get(role)
  if (ref === undefined) throw new Error(`driver ${driver.name} has no role ${role}`)
  return ref
}

/** The role that the member `name` of a handle is, and whether it answers with the same session. */
export function propertyOf(ref: RoleRef, name: string): { readonly ref: RoleRef; readonly same: boolean } | undefined {
  const same = ref.role.properties?.[name]
  if (same !== undefined) return { ref: roleNamed(ref.driver, same), same: true }
  const other = ref.role.elsewhere?.[name]
  return other === undefined ? undefined : { ref: roleNamed(ref.driver, other), same: false }
}

const BUILD: Action = { do: 'build' }

/** What calling the member `name` of a handle does. */
export function memberOf(ref: RoleRef, name: string): Action | undefined {
  const member = ref.role.members?.[name]
  if (member !== undefined || ref.role.others !== 'build') return member
  return propertyOf(ref, name) === undefined ? BUILD : undefined
}

/**
 * The member of a driver's pool that keeps one session for several statements; `transaction`: only for a transaction.
 * A handle that can neither lend nor give out a connection, such as one over HTTP, has none.
 */
export function pinningMember({
  driver,
  role,
}: RoleRef): { readonly name: string; readonly transaction: boolean } | undefined {
  if (driver.assumed || (role.holder === 'pool' && pinsOf(driver, role).length === 0)) return undefined
  const pins = Object.values(driver.roles).flatMap((one) => (one.holder === 'pool' ? pinsOf(driver, one) : []))
  return pins.find(({ transaction }) => !transaction) ?? pins[0]
}

function pinsOf(driver: Driver, role: Role): { readonly name: string; readonly transaction: boolean }[] {
  return Object.entries(role.members ?? {}).flatMap(([name, action]) => {
    if (action.do === 'checkout') return [{ name, transaction: false }]
    if (action.do === 'lend') return [{ name, transaction: action.transaction === true }]
    // A builder comes between: `db.connection().execute(…)`.
    const builder = action.do === 'derive' && action.role !== undefined ? driver.roles[action.role] : undefined
    return Object.entries(builder && builder.holder !== 'pool' ? (builder.members ?? {}) : {}).flatMap(
      ([last, inner]) =>
        inner.do === 'lend' ? [{ name: `${name}().${last}`, transaction: inner.transaction === true }] : [],
    )
  })
}
