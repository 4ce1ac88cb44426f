import rule from '../../rules/no-constant-key.ts'
import { assertionOptions, tester, ts } from './tester.ts'

tester.run('no-constant-key', rule, {
  assertionOptions,
  valid: [
    {
      name: 'magic: the function is about a cron job by what it calls',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function POST(db: PoolClient, request: Request) {
          if (!(await isCronAuthorized(request))) return
          await db.query('SELECT pg_advisory_xact_lock(2003)')
          await recordCronRun('activity')
        }
      `,
    },
    {
      name: 'the next number of all, by a counter that Prisma increments',
      code: ts`
        import { Prisma } from '@prisma/client'

        async function nextNumber(tx: Prisma.TransactionClient) {
          await tx.$executeRaw\`SELECT pg_advisory_xact_lock(hashtext(\${'request:number'}))\`
          const counter = await tx.counter.upsert({
            where: { id: 'global' },
            create: { id: 'global', last: 1 },
            update: { last: { increment: 1 } },
          })
          return counter.last
        }

        export async function create(tx: Prisma.TransactionClient, storeId: string) {
          const number = await nextNumber(tx)
          return tx.request.create({ data: { storeId, number } })
        }
      `,
    },
    {
      name: 'the next number of all, given to one of many',
      code: ts`
        import type { PoolClient } from 'pg'
        export async function create(client: PoolClient, storeId: string) {
          await client.query('BEGIN')
          await client.query("SELECT pg_advisory_xact_lock(hashtext('request:number'))")
          const { rows } = await client.query('UPDATE counter SET last = last + 1 RETURNING last')
          await client.query('INSERT INTO request (store_id, number) VALUES ($1, $2)', [storeId, rows[0].last])
          await client.query('COMMIT')
        }
      `,
    },
    {
      name: 'a store that is called is nobody',
      code: ts`
        import type { PoolClient } from 'pg'
        const PURGE = 4107
        export async function sweep(client: PoolClient, store: { drop(client: PoolClient): Promise<void> }) {
          await client.query('BEGIN')
          await client.query('SELECT pg_advisory_xact_lock($1)', [PURGE])
          await store.drop(client)
          await client.query('COMMIT')
        }
      `,
    },
    {
      name: 'a named constant with nothing narrower in sight: one shared cache',
      code: ts`
        import type { PoolClient } from 'pg'

        const CATALOG_CACHE = 4102

        export async function refresh(client: PoolClient) {
          await client.query('SELECT pg_advisory_xact_lock($1)', [CATALOG_CACHE])
          await client.query('UPDATE caches SET body = (SELECT json_agg(c) FROM catalog c)')
        }
      `,
    },
    {
      name: 'a hashed text with nothing narrower in sight',
      code: ts`
        import postgres from 'postgres'
        const sql = postgres()

        export const refresh = (value: string) =>
          sql.begin(async (tx) => {
            await tx\`SELECT pg_advisory_xact_lock(hashtext('cache:refresh'))\`
            await tx\`UPDATE cache SET value = \${value} WHERE key = 'refresh'\`
          })
      `,
    },
    {
      name: 'the key is derived from the id',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function saveProfile(client: PoolClient, userId: number, bio: string) {
          await client.query("SELECT pg_advisory_xact_lock(hashtextextended('profile:' || $1, 0))", [userId])
          await client.query('UPDATE profiles SET bio = $1 WHERE user_id = $2', [bio, userId])
        }
      `,
    },
    {
      name: 'the tenant of a template',
      code: ts`
        import { PrismaClient } from '@prisma/client'
        const prisma = new PrismaClient()

        export const report = (tenantId: string) =>
          prisma.$transaction(async (tx) => {
            await tx.$executeRaw\`SELECT pg_advisory_xact_lock(hashtext(\${\`tenant:\${tenantId}\`}))\`
            await tx.report.create({ data: { tenantId } })
          })
      `,
    },
    {
      name: 'the whole of something: count(*)',
      code: ts`
        import type { PoolClient } from 'pg'

        const SIGN_UP = 31

        export async function signUp(client: PoolClient, userId: number) {
          await client.query('SELECT pg_advisory_xact_lock($1)', [SIGN_UP])
          const { rows } = await client.query('SELECT count(*)::int AS taken FROM members')
          if (rows[0].taken < 500) await client.query('INSERT INTO members (user_id) VALUES ($1)', [userId])
        }
      `,
    },
    {
      name: 'the whole of something: the last row of a chain',
      code: ts`
        import type { TransactionSql } from 'postgres'

        const AUDIT_CHAIN = 32

        export async function append(tx: TransactionSql, userId: number, entry: string) {
          await tx\`SELECT pg_advisory_xact_lock(\${AUDIT_CHAIN})\`
          const [last] = await tx\`SELECT hash FROM audit ORDER BY id DESC LIMIT 1\`
          await tx\`INSERT INTO audit (user_id, entry, previous) VALUES (\${userId}, \${entry}, \${last?.hash})\`
        }
      `,
    },
    {
      name: 'the whole of something: the next number',
      code: ts`
        import type { EntityManager } from 'typeorm'

        const INVOICE_NUMBERS = 33

        export async function issue(manager: EntityManager, customerId: number) {
          await manager.query('SELECT pg_advisory_xact_lock($1)', [INVOICE_NUMBERS])
          const [{ next }] = await manager.query('SELECT coalesce(max(number), 0) + 1 AS next FROM invoices')
          await manager.query('INSERT INTO invoices (number, customer_id) VALUES ($1, $2)', [next, customerId])
        }
      `,
    },
    {
      name: 'the whole of something: is there an admin left',
      code: ts`
        import { PrismaClient } from '@prisma/client'
        const prisma = new PrismaClient()
        const ADMINS = 34

        export const demote = (userId: number) =>
          prisma.$transaction(async (tx) => {
            await tx.$executeRaw\`SELECT pg_advisory_xact_lock(\${ADMINS})\`
            const left = await tx.user.count({ where: { admin: true } })
            if (left > 1) await tx.user.update({ where: { id: userId }, data: { admin: false } })
          })
      `,
    },
    {
      name: 'the whole of something: counted in the statement that is about one (placeholders)',
      code: ts`
        import type { PoolClient } from 'pg'

        const KEEPERS = 61

        export async function resign(client: PoolClient, keeperId: number) {
          await client.query('SELECT pg_advisory_xact_lock($1)', [KEEPERS])
          await client.query(
            \`UPDATE keepers SET active = false WHERE id = $1
              AND (SELECT count(*) FROM keepers WHERE active) > 1\`,
            [keeperId],
          )
        }
      `,
    },
    {
      name: 'the whole of something: counted in the statement that is about one (template)',
      code: ts`
        import type { Prisma } from '@prisma/client'

        const KEEPERS = 61

        export async function resign(tx: Prisma.TransactionClient, keeperId: string, rank: string) {
          await tx.$executeRaw\`SELECT pg_advisory_xact_lock(\${KEEPERS})\`
          await tx.$executeRaw\`
            UPDATE keepers SET active = false WHERE id = \${keeperId}
            AND (SELECT count(*) FROM keepers WHERE rank = \${rank} AND active) > 1\`
        }
      `,
    },
    {
      name: 'the whole of something: is there any, in the statement that is about one',
      code: ts`
        import type { PoolClient } from 'pg'

        const KEEPERS = 61

        export async function promote(client: PoolClient, keeperId: number) {
          await client.query('SELECT pg_advisory_xact_lock($1)', [KEEPERS])
          await client.query(
            \`UPDATE keepers SET head = true WHERE id = $1
              AND NOT EXISTS (SELECT 1 FROM keepers WHERE head)\`,
            [keeperId],
          )
        }
      `,
    },
    {
      name: 'the whole of something: is there another one',
      code: ts`
        import type { PoolClient } from 'pg'

        const KEEPERS = 61

        export async function resign(client: PoolClient, keeperId: number) {
          await client.query('SELECT pg_advisory_xact_lock($1)', [KEEPERS])
          await client.query(
            \`UPDATE keepers SET active = false WHERE id = $1
              AND EXISTS (SELECT 1 FROM keepers WHERE active AND id <> $1)\`,
            [keeperId],
          )
        }
      `,
    },
    {
      name: 'the whole of something: the next number in the statement that writes it for one',
      code: ts`
        import type { PoolClient } from 'pg'

        const KEEPERS = 61

        export async function issue(client: PoolClient, customerId: number) {
          await client.query('SELECT pg_advisory_xact_lock($1)', [KEEPERS])
          await client.query(
            \`INSERT INTO receipts (number, customer_id)
              SELECT coalesce(max(number), 0) + 1, $1 FROM receipts\`,
            [customerId],
          )
        }
      `,
    },
    {
      name: 'the whole of something: counted in a helper that gets the one',
      code: ts`
        import type { PoolClient } from 'pg'

        const KEEPERS = 61

        const retire = (client: PoolClient, keeper: number) =>
          client.query(
            'UPDATE keepers SET active = false WHERE id = $1 AND (SELECT count(*) FROM keepers WHERE active) > 1',
            [keeper],
          )

        export async function resign(client: PoolClient, keeperId: number) {
          await client.query('SELECT pg_advisory_xact_lock($1)', [KEEPERS])
          await retire(client, keeperId)
        }
      `,
    },
    {
      name: 'the whole of something: counted inside a condition of a builder',
      code: ts`
        import knex from 'knex'
        const db = knex({ client: 'pg' })
        const KEEPERS = 61

        export const resign = (keeperId: number) =>
          db.transaction(async (trx) => {
            await trx.raw('SELECT pg_advisory_xact_lock(?)', [KEEPERS])
            await trx('keepers')
              .where({ id: keeperId })
              .where(trx('keepers').where({ active: true }).count(), '>', 1)
              .update({ active: false })
          })
      `,
    },
    {
      name: 'the whole of something: counted by SQL inside a condition of a builder',
      code: ts`
        import { and, eq, sql } from 'drizzle-orm'
        import { db } from './db'
        import { keepers } from './schema'

        const KEEPERS = 61

        export const resign = (keeperId: string) =>
          db.transaction(async (tx) => {
            await tx.execute(sql\`SELECT pg_advisory_xact_lock(\${KEEPERS})\`)
            await tx
              .update(keepers)
              .set({ active: false })
              .where(and(eq(keepers.id, keeperId), sql\`(SELECT count(*) FROM keepers WHERE active) > 1\`))
          })
      `,
    },
    {
      name: 'the whole of something: is there one already (a client of this file)',
      code: ts`
        import { PrismaClient } from '@prisma/client'
        const prisma = new PrismaClient()
        const KEEPERS = 61

        export const promote = (keeperId: number) =>
          prisma.$transaction(async (tx) => {
            await tx.$executeRaw\`SELECT pg_advisory_xact_lock(\${KEEPERS})\`
            const head = await tx.keeper.findFirst({ where: { head: true } })
            if (!head) await tx.keeper.update({ where: { id: keeperId }, data: { head: true } })
          })
      `,
    },
    {
      name: 'the whole of something: is there another one (a client of this file)',
      code: ts`
        import { PrismaClient } from '@prisma/client'
        const prisma = new PrismaClient()
        const KEEPERS = 61

        export const promote = (keeperId: number) =>
          prisma.$transaction(async (tx) => {
            await tx.$executeRaw\`SELECT pg_advisory_xact_lock(\${KEEPERS})\`
            const head = await tx.keeper.count({ where: { head: true, id: { not: keeperId } } })
            if (!head) await tx.keeper.update({ where: { id: keeperId }, data: { head: true } })
          })
      `,
    },
    {
      name: 'the whole of something: counted by SQL (a client of this file)',
      code: ts`
        import { PrismaClient } from '@prisma/client'
        const prisma = new PrismaClient()
        const KEEPERS = 61

        export const promote = (keeperId: number) =>
          prisma.$transaction(async (tx) => {
            await tx.$executeRaw\`SELECT pg_advisory_xact_lock(\${KEEPERS})\`
            const head = await tx.$executeRaw\`
              UPDATE keepers SET seen = true WHERE id = \${keeperId} AND (SELECT count(*) FROM keepers WHERE head) > 1\`
            if (!head) await tx.keeper.update({ where: { id: keeperId }, data: { head: true } })
          })
      `,
    },
    {
      name: 'the whole of something: is there one already (an imported client)',
      code: ts`
        import { prisma } from './prisma'

        const KEEPERS = 61

        export const promote = (keeperId: number) =>
          prisma.$transaction(async (tx) => {
            await tx.$executeRaw\`SELECT pg_advisory_xact_lock(\${KEEPERS})\`
            const head = await tx.keeper.findFirst({ where: { head: true } })
            if (!head) await tx.keeper.update({ where: { id: keeperId }, data: { head: true } })
          })
      `,
    },
    {
      name: 'the whole of something: is there another one (an imported client)',
      code: ts`
        import { prisma } from './prisma'

        const KEEPERS = 61

        export const promote = (keeperId: number) =>
          prisma.$transaction(async (tx) => {
            await tx.$executeRaw\`SELECT pg_advisory_xact_lock(\${KEEPERS})\`
            const head = await tx.keeper.count({ where: { head: true, id: { not: keeperId } } })
            if (!head) await tx.keeper.update({ where: { id: keeperId }, data: { head: true } })
          })
      `,
    },
    {
      name: 'the whole of something: counted by SQL (an imported client)',
      code: ts`
        import { prisma } from './prisma'

        const KEEPERS = 61

        export const promote = (keeperId: number) =>
          prisma.$transaction(async (tx) => {
            await tx.$executeRaw\`SELECT pg_advisory_xact_lock(\${KEEPERS})\`
            const head = await tx.$executeRaw\`
              UPDATE keepers SET seen = true WHERE id = \${keeperId} AND (SELECT count(*) FROM keepers WHERE head) > 1\`
            if (!head) await tx.keeper.update({ where: { id: keeperId }, data: { head: true } })
          })
      `,
    },
    {
      name: 'the whole of something: the first of all (an unknown entity manager)',
      code: ts`
        import { dataSource } from './data-source'
        import { Keeper } from './keeper'

        const KEEPERS = 61

        export const promote = (keeperId: number) =>
          dataSource.transaction(async (manager) => {
            await manager.query('SELECT pg_advisory_xact_lock($1)', [KEEPERS])
            const head = await manager.findOne(Keeper, { where: { head: true } })
            if (!head) await manager.update(Keeper, { id: keeperId }, { head: true })
          })
      `,
    },
    {
      name: 'the key is also taken for all of them',
      code: ts`
        import type { PoolClient } from 'pg'

        const TREE = 62

        const lockTree = (client: PoolClient) => client.query('SELECT pg_advisory_xact_lock($1)', [TREE])

        export async function balance(client: PoolClient, limit: number) {
          await lockTree(client)
          await client.query('UPDATE nodes SET depth = depth + 1 WHERE id IN (SELECT id FROM nodes LIMIT $1)', [limit])
        }

        export async function move(client: PoolClient, nodeId: string) {
          await lockTree(client)
          await client.query('UPDATE nodes SET moved = true WHERE id = $1', [nodeId])
        }
      `,
    },
    {
      name: 'the key is also taken for all of them, by a job that runs at night',
      code: ts`
        import type { PoolClient } from 'pg'

        const TREE = 62

        const lockTree = (client: PoolClient) => client.query('SELECT pg_advisory_xact_lock($1)', [TREE])

        export async function move(client: PoolClient, nodeId: string) {
          await lockTree(client)
          await client.query('UPDATE nodes SET moved = true WHERE id = $1', [nodeId])
        }

        export async function nightlyBalance(client: PoolClient) {
          await lockTree(client)
          await client.query('UPDATE nodes SET depth = 0')
        }
      `,
    },
    {
      name: 'the key is also taken for all of them, in another mode',
      code: ts`
        import type { PoolClient } from 'pg'

        const TREE = 62

        const lockTree = (client: PoolClient) => client.query('SELECT pg_advisory_xact_lock($1)', [TREE])

        export async function move(client: PoolClient, nodeId: string) {
          await lockTree(client)
          await client.query('UPDATE nodes SET moved = true WHERE id = $1', [nodeId])
        }

        export async function list(client: PoolClient) {
          await client.query('SELECT pg_advisory_xact_lock_shared($1)', [TREE])
          return client.query('SELECT * FROM nodes')
        }
      `,
    },
    {
      name: 'the key is also taken by a guard of the whole',
      code: ts`
        import type { PoolClient } from 'pg'

        const TREE = 62

        const lockTree = (client: PoolClient) => client.query('SELECT pg_advisory_xact_lock($1)', [TREE])

        export async function move(client: PoolClient, nodeId: string) {
          await lockTree(client)
          await client.query('UPDATE nodes SET moved = true WHERE id = $1', [nodeId])
        }

        export async function add(client: PoolClient, nodeId: string) {
          await lockTree(client)
          const { rows } = await client.query('SELECT count(*)::int AS nodes FROM nodes')
          if (rows[0].nodes < 100) await client.query('INSERT INTO nodes (id) VALUES ($1)', [nodeId])
        }
      `,
    },
    {
      name: 'the key is also taken for each of many, once',
      code: ts`
        import type { PoolClient } from 'pg'

        const TREE = 62

        const lockTree = (client: PoolClient) => client.query('SELECT pg_advisory_xact_lock($1)', [TREE])

        export async function move(client: PoolClient, nodeId: string) {
          await lockTree(client)
          await client.query('UPDATE nodes SET moved = true WHERE id = $1', [nodeId])
        }

        export async function moveAll(client: PoolClient, nodeIds: string[]) {
          await lockTree(client)
          for (const nodeId of nodeIds) await client.query('UPDATE nodes SET moved = true WHERE id = $1', [nodeId])
        }
      `,
    },
    {
      name: 'many are no entity: an array, by its type',
      code: ts`
        import type { PoolClient } from 'pg'

        const TREE = 62

        const lockTree = (client: PoolClient) => client.query('SELECT pg_advisory_xact_lock($1)', [TREE])

        export async function moveAll(client: PoolClient, node: { id: string }[], tenant: readonly string[]) {
          await lockTree(client)
          await client.query('UPDATE nodes SET moved = true WHERE id = ANY ($1) AND tenant = ANY ($2)', [node, tenant])
        }
      `,
    },
    {
      name: 'many are no entity: an array inside an object, by its type',
      code: ts`
        import type { PoolClient } from 'pg'

        const TREE = 62

        const lockTree = (client: PoolClient) => client.query('SELECT pg_advisory_xact_lock($1)', [TREE])

        interface Move {
          tenant: Set<string>
        }

        export async function moveAll(client: PoolClient, { tenant }: Move, given: Move) {
          await lockTree(client)
          await client.query('UPDATE nodes SET moved = true WHERE a = ANY ($1) OR a = ANY ($2)', [tenant, given.tenant])
        }
      `,
    },
    {
      name: 'many are no entity: a plural',
      code: ts`
        import type { PoolClient } from 'pg'

        const TREE = 62

        const lockTree = (client: PoolClient) => client.query('SELECT pg_advisory_xact_lock($1)', [TREE])

        export async function moveAll(client: PoolClient, nodeIds, tenants, input) {
          await lockTree(client)
          await client.query('UPDATE nodes SET moved = true WHERE id = ANY ($1)', [nodeIds, tenants, input.nodeIds])
        }
      `,
    },
    {
      name: 'the key is also taken by a function that a wrapper made, for all of them',
      code: ts`
        import type { PoolClient } from 'pg'

        const TREE = 62

        const lockTree = (client: PoolClient) => client.query('SELECT pg_advisory_xact_lock($1)', [TREE])

        export async function move(client: PoolClient, nodeId: string) {
          await lockTree(client)
          await client.query('UPDATE nodes SET moved = true WHERE id = $1', [nodeId])
        }

        const treeLocked = (work: (client: PoolClient) => Promise<unknown>) => async (client: PoolClient) => {
          await lockTree(client)
          await work(client)
        }

        export const clear = treeLocked((client) => client.query('DELETE FROM nodes'))
      `,
    },
    {
      name: 'a flag that picks one of two constants is no entity',
      code: ts`
        import type { PoolClient } from 'pg'

        const FULL = 1
        const PARTIAL = 2

        export async function rebuild(client: PoolClient, full: boolean) {
          await client.query('SELECT pg_advisory_xact_lock($1)', [full ? FULL : PARTIAL])
          await client.query('UPDATE search SET stale = $1', [full])
        }
      `,
    },
    {
      name: 'a handle, a callback, options, a logger and a signal are no entities',
      code: ts`
        import type { PoolClient } from 'pg'
        import type { Logger } from 'pino'

        const CATALOG = 35

        export async function refresh(
          client: PoolClient,
          log: Logger,
          options: { limit: number },
          signal: AbortSignal,
          done: (rows: unknown[]) => void,
        ) {
          await client.query('SELECT pg_advisory_xact_lock($1)', [CATALOG])
          const { rows } = await client.query('SELECT * FROM catalog LIMIT $1', [options.limit])
          log.info({ aborted: signal.aborted }, 'read')
          done(rows)
        }
      `,
    },
    {
      name: 'SQL text is no entity',
      code: ts`
        import type { PoolClient } from 'pg'

        const RAW = 36

        export async function run(client: PoolClient, text: string) {
          await client.query('SELECT pg_advisory_xact_lock($1)', [RAW])
          await client.query(text)
        }
      `,
    },
    {
      name: 'migrations: by name, also with a bare number',
      code: ts`
        import { Client } from 'pg'

        export async function runMigrations(client: Client, name: string) {
          await client.query('SELECT pg_advisory_lock(72707369)')
          try {
            await client.query('INSERT INTO migrations (name) VALUES ($1)', [name])
          } finally {
            await client.query('SELECT pg_advisory_unlock(72707369)')
          }
        }
      `,
    },
    {
      name: 'schema set-up: by shape, also with a bare number',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function ensure(client: PoolClient) {
          await client.query('SELECT pg_advisory_xact_lock(815)')
          await client.query('CREATE TABLE IF NOT EXISTS people (id bigint PRIMARY KEY)')
        }
      `,
    },
    {
      name: 'schema set-up: in the same text',
      code: ts`
        import type { Pool } from 'pg'

        export const ensure = (pool: Pool) =>
          pool.query('SELECT pg_advisory_xact_lock(815); CREATE TABLE IF NOT EXISTS people (id bigint PRIMARY KEY)')
      `,
    },
    {
      name: 'leader election, also with a bare number',
      code: ts`
        import { Client } from 'pg'

        export class LeaderElection {
          private readonly client = new Client()

          async campaign() {
            const { rows } = await this.client.query('SELECT pg_try_advisory_lock(815) AS leading')
            return rows[0].leading
          }

          async stop() {
            await this.client.end()
          }
        }
      `,
    },
    {
      name: 'migrations: a function that a wrapper made stands in a const before the migration calls it',
      code: ts`
        import type { Client } from 'pg'

        function guarded<T>(work: (client: Client) => Promise<T>) {
          return async (client: Client) => {
            await client.query('SELECT pg_advisory_lock(4711)')
            try {
              return await work(client)
            } finally {
              await client.query('SELECT pg_advisory_unlock(4711)')
            }
          }
        }

        export async function undoMigration(client: Client) {
          const undo = guarded(async (c) => {
            await c.query('DELETE FROM versions WHERE applied')
          })
          return await undo(client)
        }
      `,
    },
    {
      name: 'migrations: a function that a wrapper made goes from the migration to somebody out of sight',
      code: ts`
        import { enqueue } from './queue'
        import type { Client } from 'pg'

        function guarded<T>(work: (client: Client) => Promise<T>) {
          return async (client: Client) => {
            await client.query('SELECT pg_advisory_lock(4711)')
            try {
              return await work(client)
            } finally {
              await client.query('SELECT pg_advisory_unlock(4711)')
            }
          }
        }

        export async function undoMigration() {
          await enqueue(
            guarded(async (c) => {
              await c.query('DELETE FROM versions WHERE applied')
            }),
          )
        }
      `,
    },
    {
      name: 'migrations: a function that a wrapper made is called one',
      code: ts`
        import type { Client } from 'pg'

        function guarded<T>(work: (client: Client) => Promise<T>) {
          return async (client: Client) => {
            await client.query('SELECT pg_advisory_lock(4711)')
            try {
              return await work(client)
            } finally {
              await client.query('SELECT pg_advisory_unlock(4711)')
            }
          }
        }

        export const undoMigration = guarded(async (c) => {
          await c.query('DELETE FROM versions WHERE applied')
        })
      `,
    },
    {
      name: 'cron singletons, also with a bare number',
      code: ts`
        import { PrismaClient } from '@prisma/client'
        const prisma = new PrismaClient()

        export const nightlyCleanup = () =>
          prisma.$transaction(async (tx) => {
            await tx.$executeRaw\`SELECT pg_advisory_xact_lock(815)\`
            await tx.session.deleteMany({ where: { expired: true } })
          })
      `,
    },
    {
      name: 'two ints whose second part varies',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function saveProfile(client: PoolClient, userId: number, bio: string) {
          await client.query('SELECT pg_advisory_xact_lock(4102, $1)', [userId])
          await client.query('UPDATE profiles SET bio = $1 WHERE user_id = $2', [bio, userId])
        }
      `,
    },
    {
      name: 'the entity is not used by what the lock protects',
      code: ts`
        import type { PoolClient } from 'pg'

        const CATALOG = 37

        export async function refresh(client: PoolClient, requestId: string) {
          console.log('refresh asked by', requestId)
          await client.query('SELECT pg_advisory_xact_lock($1)', [CATALOG])
          await client.query('UPDATE caches SET body = (SELECT json_agg(c) FROM catalog c)')
        }
      `,
    },
    {
      name: 'allowMagic',
      options: [{ allowMagic: true }],
      code: ts`
        import type { PoolClient } from 'pg'

        export async function mergeDuplicates(client: PoolClient) {
          await client.query('SELECT pg_advisory_xact_lock(815)')
          await client.query('DELETE FROM people WHERE duplicate')
        }
      `,
    },
    {
      name: 'allowNames: a function',
      options: [{ allowNames: ['saveProfile'] }],
      code: ts`
        import type { PoolClient } from 'pg'

        const PROFILE_LOCK = 4102

        export async function saveProfile(client: PoolClient, userId: number, bio: string) {
          await client.query('SELECT pg_advisory_xact_lock($1)', [PROFILE_LOCK])
          await client.query('UPDATE profiles SET bio = $1 WHERE user_id = $2', [bio, userId])
        }
      `,
    },
    {
      name: 'allowNames: a class',
      options: [{ allowNames: ['Profiles'] }],
      code: ts`
        import type { PoolClient } from 'pg'

        export class Profiles {
          constructor(private readonly client: PoolClient) {}

          async save(userId: number, bio: string) {
            await this.client.query('SELECT pg_advisory_xact_lock(4102)')
            await this.client.query('UPDATE profiles SET bio = $1 WHERE user_id = $2', [bio, userId])
          }
        }
      `,
    },
    {
      name: 'allowNames: a value',
      options: [{ allowNames: ['userId'] }],
      code: ts`
        import type { PoolClient } from 'pg'

        const PROFILE_LOCK = 4102

        export async function saveProfile(client: PoolClient, userId: number, bio: string) {
          await client.query('SELECT pg_advisory_xact_lock($1)', [PROFILE_LOCK])
          await client.query('UPDATE profiles SET bio = $1 WHERE user_id = $2', [bio, userId])
        }
      `,
    },
    {
      name: 'a key that only the caller knows',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function withKey(client: PoolClient, key: number, userId: number) {
          await client.query('SELECT pg_advisory_xact_lock($1)', [key])
          await client.query('UPDATE profiles SET seen = true WHERE user_id = $1', [userId])
        }
      `,
    },
  ],
  invalid: [
    {
      name: 'magic: a number in the SQL text (pg)',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function mergeDuplicates(client: PoolClient) {
          await client.query('SELECT pg_advisory_xact_lock(815)')
          await client.query('DELETE FROM people WHERE duplicate')
        }
      `,
      errors: [
        {
          messageId: 'magic',
          data: { key: '815', also: '' },
          line: 4,
          column: 9,
          endLine: 4,
          endColumn: 58,
        },
      ],
    },
    {
      name: 'magic: a pair of numbers',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function mergeDuplicates(client: PoolClient) {
          await client.query('SELECT pg_advisory_xact_lock(4102, 7)')
          await client.query('DELETE FROM people WHERE duplicate')
        }
      `,
      errors: [
        {
          messageId: 'magic',
          data: { key: '(4102, 7)', also: '' },
          line: 4,
          column: 9,
          endLine: 4,
          endColumn: 62,
        },
      ],
    },
    {
      name: 'magic: a number as a parameter',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function mergeDuplicates(client: PoolClient) {
          await client.query('SELECT pg_advisory_xact_lock($1)', [815])
          await client.query('DELETE FROM people WHERE duplicate')
        }
      `,
      errors: [
        {
          messageId: 'magic',
          line: 4,
          column: 9,
          endLine: 4,
          endColumn: 64,
        },
      ],
    },
    {
      name: 'magic: a bigint in a template',
      code: ts`
        import postgres from 'postgres'
        const sql = postgres()

        export const mergeDuplicates = () =>
          sql.begin(async (tx) => {
            await tx\`SELECT pg_advisory_xact_lock(\${9_007_199_254_740_993n})\`
            await tx\`DELETE FROM people WHERE duplicate\`
          })
      `,
      errors: [
        {
          messageId: 'magic',
          data: { key: '9007199254740993', also: '' },
          line: 6,
          column: 11,
          endLine: 6,
          endColumn: 70,
        },
      ],
    },
    {
      name: 'magic: a negative number',
      code: ts`
        import type { EntityManager } from 'typeorm'

        export async function mergeDuplicates(manager: EntityManager) {
          await manager.query('SELECT pg_advisory_xact_lock(-815)')
          await manager.query('DELETE FROM people WHERE duplicate')
        }
      `,
      errors: [
        {
          messageId: 'magic',
          data: { key: '-815', also: '' },
          line: 4,
          column: 9,
          endLine: 4,
          endColumn: 60,
        },
      ],
    },
    {
      name: 'magic: once for each key and file, naming the other uses',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function mergePeople(client: PoolClient) {
          await client.query('SELECT pg_advisory_xact_lock(815)')
          await client.query('DELETE FROM people WHERE duplicate')
        }

        export async function mergePlaces(client: PoolClient) {
          await client.query('SELECT pg_advisory_xact_lock(815)')
          await client.query('DELETE FROM places WHERE duplicate')
        }

        export async function mergeThings(client: PoolClient) {
          await client.query('SELECT pg_advisory_xact_lock(816)')
          await client.query('DELETE FROM things WHERE duplicate')
        }
      `,
      errors: [
        {
          messageId: 'magic',
          data: { key: '815', also: ' The same number is used at line 9.' },
          line: 4,
          column: 9,
          endLine: 4,
          endColumn: 58,
        },
        {
          messageId: 'magic',
          line: 14,
          column: 9,
          endLine: 14,
          endColumn: 58,
        },
      ],
    },
    {
      name: 'magic: prisma',
      code: ts`
        import { PrismaClient } from '@prisma/client'
        const prisma = new PrismaClient()

        export const mergeDuplicates = () =>
          prisma.$transaction(async (tx) => {
            await tx.$executeRaw\`SELECT pg_advisory_xact_lock(815)\`
            await tx.person.deleteMany({ where: { duplicate: true } })
          })
      `,
      errors: [
        {
          messageId: 'magic',
          line: 6,
          column: 11,
          endLine: 6,
          endColumn: 60,
        },
      ],
    },
    {
      name: 'magic: knex',
      code: ts`
        import knex from 'knex'
        const db = knex({ client: 'pg' })

        export const mergeDuplicates = () =>
          db.transaction(async (trx) => {
            await trx.raw('SELECT pg_advisory_xact_lock(?)', [815])
            await trx('people').where({ duplicate: true }).del()
          })
      `,
      errors: [
        {
          messageId: 'magic',
          line: 6,
          column: 11,
          endLine: 6,
          endColumn: 60,
        },
      ],
    },
    {
      name: 'magic: a number stays magic where the whole table is looked at',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function nextNumber(client: PoolClient) {
          await client.query('SELECT pg_advisory_xact_lock(815)')
          const { rows } = await client.query('SELECT max(number) AS last FROM invoices')
          await client.query('INSERT INTO invoices (number) VALUES ($1)', [rows[0].last + 1])
        }
      `,
      errors: [
        {
          messageId: 'magic',
          line: 4,
          column: 9,
          endLine: 4,
          endColumn: 58,
        },
      ],
    },
    {
      name: 'magic: the other functions of the key are as bare',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function mergeDuplicates(client: PoolClient) {
          const { rows } = await client.query('SELECT pg_try_advisory_xact_lock_shared(815) AS got')
          if (!rows[0].got) return
          await client.query('DELETE FROM people WHERE duplicate')
        }
      `,
      errors: [
        {
          messageId: 'magic',
          line: 4,
          column: 26,
          endLine: 4,
          endColumn: 93,
        },
      ],
    },
    {
      name: 'magic: a function that a wrapper made, called by what is no migration',
      code: ts`
        import type { Client } from 'pg'

        function guarded<T>(work: (client: Client) => Promise<T>) {
          return async (client: Client) => {
            await client.query('SELECT pg_advisory_lock(4711)')
            try {
              return await work(client)
            } finally {
              await client.query('SELECT pg_advisory_unlock(4711)')
            }
          }
        }

        export async function undo(client: Client) {
          const run = guarded(async (c) => {
            await c.query('DELETE FROM drafts WHERE applied')
          })
          return await run(client)
        }
      `,
      errors: [
        {
          messageId: 'magic',
          line: 5,
          column: 11,
          endLine: 5,
          endColumn: 56,
        },
      ],
    },
    {
      name: 'global: a named constant although an id is used under it',
      code: ts`
        import type { PoolClient } from 'pg'

        const PROFILE_LOCK = 4102

        export async function saveProfile(client: PoolClient, userId: number, bio: string) {
          await client.query('SELECT pg_advisory_xact_lock($1)', [PROFILE_LOCK])
          await client.query('UPDATE profiles SET bio = $1 WHERE user_id = $2', [bio, userId])
        }
      `,
      errors: [
        {
          messageId: 'global',
          data: {
            key: 'PROFILE_LOCK',
            entity: 'userId',
            line: '7',
            better: "pg_advisory_xact_lock(hashtextextended('…:' || userId, 0))",
          },
          line: 6,
          column: 9,
          endLine: 6,
          endColumn: 73,
        },
      ],
    },
    {
      name: 'global: a bare number is global, not magic, where something narrower is used',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function saveProfile(client: PoolClient, userId: number, bio: string) {
          await client.query('SELECT pg_advisory_xact_lock(4102)')
          await client.query('UPDATE profiles SET bio = $1 WHERE user_id = $2', [bio, userId])
        }
      `,
      errors: [
        {
          messageId: 'global',
          data: {
            key: '4102',
            entity: 'userId',
            line: '5',
            better: "pg_advisory_xact_lock(hashtextextended('…:' || userId, 0))",
          },
          line: 4,
          column: 9,
          endLine: 4,
          endColumn: 59,
        },
      ],
    },
    {
      name: 'global: a hashed constant text',
      code: ts`
        import postgres from 'postgres'
        const sql = postgres()

        export const saveProfile = (userId: number, bio: string) =>
          sql.begin(async (tx) => {
            await tx\`SELECT pg_advisory_xact_lock(hashtext('profiles'))\`
            await tx\`UPDATE profiles SET bio = \${bio} WHERE user_id = \${userId}\`
          })
      `,
      errors: [
        {
          messageId: 'global',
          line: 6,
          column: 11,
          endLine: 6,
          endColumn: 65,
        },
      ],
    },
    {
      name: 'global: an enum',
      code: ts`
        import type { Prisma } from '@prisma/client'

        enum Lock {
          Profiles = 1,
        }

        export async function saveProfile(tx: Prisma.TransactionClient, userId: number, bio: string) {
          await tx.$executeRaw\`SELECT pg_advisory_xact_lock(\${Lock.Profiles})\`
          await tx.profile.update({ where: { userId }, data: { bio } })
        }
      `,
      errors: [
        {
          messageId: 'global',
          line: 8,
          column: 9,
          endLine: 8,
          endColumn: 71,
        },
      ],
    },
    {
      name: 'global: an environment variable',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function saveProfile(client: PoolClient, userId: number, bio: string) {
          await client.query('SELECT pg_advisory_xact_lock($1)', [process.env.PROFILE_LOCK])
          await client.query('UPDATE profiles SET bio = $1 WHERE user_id = $2', [bio, userId])
        }
      `,
      errors: [
        {
          messageId: 'global',
          line: 4,
          column: 9,
          endLine: 4,
          endColumn: 85,
        },
      ],
    },
    {
      name: 'global: two constants in the two-int form',
      code: ts`
        import type { EntityManager } from 'typeorm'

        const NAMESPACE = 7
        const PROFILES = 1

        export async function saveProfile(manager: EntityManager, userId: number, bio: string) {
          await manager.query('SELECT pg_advisory_xact_lock($1, $2)', [NAMESPACE, PROFILES])
          await manager.query('UPDATE profiles SET bio = $1 WHERE user_id = $2', [bio, userId])
        }
      `,
      errors: [
        {
          messageId: 'global',
          data: {
            key: '(NAMESPACE, PROFILES)',
            entity: 'userId',
            line: '8',
            better: 'pg_advisory_xact_lock(NAMESPACE, userId)',
          },
          line: 7,
          column: 9,
          endLine: 7,
          endColumn: 85,
        },
      ],
    },
    {
      name: 'global: an object whose id is used',
      code: ts`
        import { type Kysely, sql } from 'kysely'

        const ORDER_LOCK = 99n

        export const ship = (db: Kysely<unknown>, order: { id: number; lines: number }) =>
          db.transaction().execute(async (trx) => {
            await sql\`select pg_advisory_xact_lock(\${ORDER_LOCK})\`.execute(trx)
            await sql\`update orders set shipped = true where id = \${order.id}\`.execute(trx)
          })
      `,
      errors: [
        {
          messageId: 'global',
          data: {
            key: 'ORDER_LOCK',
            entity: 'order.id',
            line: '8',
            better: "pg_advisory_xact_lock(hashtextextended('…:' || order.id, 0))",
          },
          line: 7,
          column: 11,
          endLine: 7,
          endColumn: 72,
        },
      ],
    },
    {
      name: 'global: a loop variable',
      code: ts`
        import type { PoolClient } from 'pg'

        const REGION_LOCK = 12

        export async function rollUp(client: PoolClient, regions: string[]) {
          for (const region of regions) {
            await client.query('SELECT pg_advisory_lock($1)', [REGION_LOCK])
            try {
              await client.query('UPDATE totals SET fresh = true WHERE region = $1', [region])
            } finally {
              await client.query('SELECT pg_advisory_unlock($1)', [REGION_LOCK])
            }
          }
        }
      `,
      errors: [
        {
          messageId: 'global',
          data: {
            key: 'REGION_LOCK',
            entity: 'region',
            line: '9',
            better: "pg_advisory_lock(hashtextextended('…:' || region, 0))",
          },
          line: 7,
          column: 11,
          endLine: 7,
          endColumn: 69,
        },
      ],
    },
    {
      name: 'global: the id goes to a call under the lock',
      code: ts`
        import type { PoolClient } from 'pg'
        import { rebuild } from './rebuild'

        const SEARCH_LOCK = 12

        export async function rebuildSearch(client: PoolClient, tenantId: string) {
          await client.query('SELECT pg_advisory_xact_lock($1)', [SEARCH_LOCK])
          await rebuild(client, tenantId)
        }
      `,
      errors: [
        {
          messageId: 'global',
          line: 7,
          column: 9,
          endLine: 7,
          endColumn: 72,
        },
      ],
    },
    {
      name: 'global: the first one of many is found by the id (a client of this file)',
      code: ts`
        import { PrismaClient } from '@prisma/client'
        const prisma = new PrismaClient()
        const KEEPERS = 61

        export const promote = (keeperId: number) =>
          prisma.$transaction(async (tx) => {
            await tx.$executeRaw\`SELECT pg_advisory_xact_lock(\${KEEPERS})\`
            const head = await tx.keeper.findFirst({ where: { id: keeperId, head: true } })
            if (!head) await tx.keeper.update({ where: { id: keeperId }, data: { head: true } })
          })
      `,
      errors: [
        {
          messageId: 'global',
          line: 7,
          column: 11,
          endLine: 7,
          endColumn: 67,
        },
      ],
    },
    {
      name: 'global: the first one of many is found by the id (an imported client)',
      code: ts`
        import { prisma } from './prisma'

        const KEEPERS = 61

        export const promote = (keeperId: number) =>
          prisma.$transaction(async (tx) => {
            await tx.$executeRaw\`SELECT pg_advisory_xact_lock(\${KEEPERS})\`
            const head = await tx.keeper.findFirst({ where: { id: keeperId, head: true } })
            if (!head) await tx.keeper.update({ where: { id: keeperId }, data: { head: true } })
          })
      `,
      errors: [
        {
          messageId: 'global',
          line: 7,
          column: 11,
          endLine: 7,
          endColumn: 67,
        },
      ],
    },
    {
      name: 'global: the count is of one',
      code: ts`
        import type { PoolClient } from 'pg'

        const KEEPERS = 61

        export async function book(client: PoolClient, memberId: number) {
          await client.query('SELECT pg_advisory_xact_lock($1)', [KEEPERS])
          await client.query(
            \`INSERT INTO loans (member_id)
              SELECT $1 WHERE (SELECT count(*) FROM loans WHERE member_id = $1) < 5\`,
            [memberId],
          )
        }
      `,
      errors: [
        {
          messageId: 'global',
          line: 6,
          column: 9,
          endLine: 6,
          endColumn: 68,
        },
      ],
    },
    {
      name: 'global: the count is of the rows of one, by the table around it',
      code: ts`
        import type { PoolClient } from 'pg'

        const KEEPERS = 61

        export async function leave(client: PoolClient, memberId: number) {
          await client.query('SELECT pg_advisory_xact_lock($1)', [KEEPERS])
          await client.query(
            \`UPDATE members m SET active = false WHERE m.id = $1
              AND NOT EXISTS (SELECT 1 FROM loans l WHERE l.member_id = m.id)\`,
            [memberId],
          )
        }
      `,
      errors: [
        {
          messageId: 'global',
          line: 6,
          column: 9,
          endLine: 6,
          endColumn: 68,
        },
      ],
    },
    {
      name: 'global: the last row is of one',
      code: ts`
        import type { PoolClient } from 'pg'

        const KEEPERS = 61

        export async function follow(client: PoolClient, memberId: number) {
          await client.query('SELECT pg_advisory_xact_lock($1)', [KEEPERS])
          await client.query(
            \`INSERT INTO events (member_id, previous)
              SELECT $1, id FROM events WHERE member_id = $1 ORDER BY id DESC LIMIT 1\`,
            [memberId],
          )
        }
      `,
      errors: [
        {
          messageId: 'global',
          line: 6,
          column: 9,
          endLine: 6,
          endColumn: 68,
        },
      ],
    },
    {
      name: 'global: the count filters one',
      code: ts`
        import type { PoolClient } from 'pg'

        const KEEPERS = 61

        export async function note(client: PoolClient, memberId: number) {
          await client.query('SELECT pg_advisory_xact_lock($1)', [KEEPERS])
          await client.query(
            \`UPDATE totals SET n = (SELECT count(*) FILTER (WHERE member_id = $1) FROM loans)\`,
            [memberId],
          )
        }
      `,
      errors: [
        {
          messageId: 'global',
          line: 6,
          column: 9,
          endLine: 6,
          endColumn: 68,
        },
      ],
    },
    {
      name: 'global: Math.max() looks at nothing',
      code: ts`
        import { prisma } from './prisma'

        const KEEPERS = 61

        export const promote = (keeperId: number, rank: number) =>
          prisma.$transaction(async (tx) => {
            await tx.$executeRaw\`SELECT pg_advisory_xact_lock(\${KEEPERS})\`
            await tx.keeper.update({ where: { id: keeperId }, data: { rank: Math.max(rank, 1) } })
          })
      `,
      errors: [
        {
          messageId: 'global',
          line: 7,
          column: 11,
          endLine: 7,
          endColumn: 67,
        },
      ],
    },
    {
      name: 'global: whoever else takes the key is about one, too',
      code: ts`
        import type { PoolClient } from 'pg'

        const TREE = 62

        const lockTree = (client: PoolClient) => client.query('SELECT pg_advisory_xact_lock($1)', [TREE])

        export async function move(client: PoolClient, nodeId: string) {
          await lockTree(client)
          await client.query('UPDATE nodes SET moved = true WHERE id = $1', [nodeId])
        }

        export async function remove(client: PoolClient, nodeId: string) {
          await lockTree(client)
          await client.query('DELETE FROM nodes WHERE id = $1', [nodeId])
        }
      `,
      errors: [
        {
          messageId: 'global',
          line: 8,
          column: 9,
          endLine: 8,
          endColumn: 25,
        },
        {
          messageId: 'global',
          line: 13,
          column: 9,
          endLine: 13,
          endColumn: 25,
        },
      ],
    },
    {
      name: 'global: what a wrapper is given to run tells nothing of who shares its key',
      code: ts`
        import type { PoolClient } from 'pg'

        const TREE = 62

        const lockTree = (client: PoolClient) => client.query('SELECT pg_advisory_xact_lock($1)', [TREE])

        export async function move(client: PoolClient, nodeId: string) {
          await lockTree(client)
          await client.query('UPDATE nodes SET moved = true WHERE id = $1', [nodeId])
        }

        export async function withTree(client: PoolClient, work: () => Promise<void>) {
          await lockTree(client)
          await work()
        }
      `,
      errors: [
        {
          messageId: 'global',
          line: 8,
          column: 9,
          endLine: 8,
          endColumn: 25,
        },
      ],
    },
    {
      name: 'global: a probe of the key protects nothing',
      code: ts`
        import type { PoolClient } from 'pg'

        const TREE = 62

        const lockTree = (client: PoolClient) => client.query('SELECT pg_advisory_xact_lock($1)', [TREE])

        export async function move(client: PoolClient, nodeId: string) {
          await lockTree(client)
          await client.query('UPDATE nodes SET moved = true WHERE id = $1', [nodeId])
        }

        export async function isBusy(client: PoolClient) {
          const { rows } = await client.query('SELECT pg_try_advisory_xact_lock($1) AS free', [TREE])
          return !rows[0].free
        }
      `,
      errors: [
        {
          messageId: 'global',
          line: 8,
          column: 9,
          endLine: 8,
          endColumn: 25,
        },
      ],
    },
    {
      name: 'global: other statements of the same function',
      code: ts`
        import type { PoolClient } from 'pg'

        const TREE = 62

        export async function move(client: PoolClient, nodeId: string) {
          await client.query('SELECT pg_advisory_lock($1)', [TREE])
          await client.query('SELECT * FROM settings')
          await client.query('SELECT pg_advisory_unlock($1)', [TREE])
          await client.query('SELECT pg_advisory_lock($1)', [TREE])
          await client.query('UPDATE nodes SET moved = true WHERE id = $1', [nodeId])
          await client.query('SELECT pg_advisory_unlock($1)', [TREE])
        }
      `,
      errors: [
        {
          messageId: 'global',
          line: 9,
          column: 9,
          endLine: 9,
          endColumn: 60,
        },
      ],
    },
    {
      name: 'global: the second int of the key that is shown is hashed, when the id is text',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function move(client: PoolClient, nodeId: string) {
          await client.query("SELECT pg_advisory_xact_lock(hashtext('tree'), hashtext('nodes'))")
          await client.query('UPDATE nodes SET moved = true WHERE id = $1', [nodeId])
        }
      `,
      errors: [
        {
          messageId: 'global',
          data: {
            key: "(hashtext('tree'), hashtext('nodes'))",
            entity: 'nodeId',
            line: '5',
            better: "pg_advisory_xact_lock(hashtext('tree'), hashtext(nodeId))",
          },
          line: 4,
          column: 9,
          endLine: 4,
          endColumn: 90,
        },
      ],
    },
    {
      name: 'global: the second int of the key that is shown is hashed, when the type of the id is unknown',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function move(client: PoolClient, nodeId: Id) {
          await client.query("SELECT pg_advisory_xact_lock(hashtext('tree'), hashtext('nodes'))")
          await client.query('UPDATE nodes SET moved = true WHERE id = $1', [nodeId])
        }
      `,
      errors: [
        {
          messageId: 'global',
          data: {
            key: "(hashtext('tree'), hashtext('nodes'))",
            entity: 'nodeId',
            line: '5',
            better: "pg_advisory_xact_lock(hashtext('tree'), hashtext(nodeId))",
          },
          line: 4,
          column: 9,
          endLine: 4,
          endColumn: 90,
        },
      ],
    },
    {
      name: 'global: the second int of the key that is shown is the number, by an alias',
      code: ts`
        import type { PoolClient } from 'pg'
        type Id = number

        export async function move(client: PoolClient, nodeId: Id) {
          await client.query("SELECT pg_advisory_xact_lock(hashtext('tree'), hashtext('nodes'))")
          await client.query('UPDATE nodes SET moved = true WHERE id = $1', [nodeId])
        }
      `,
      errors: [
        {
          messageId: 'global',
          data: {
            key: "(hashtext('tree'), hashtext('nodes'))",
            entity: 'nodeId',
            line: '6',
            better: "pg_advisory_xact_lock(hashtext('tree'), nodeId)",
          },
          line: 5,
          column: 9,
          endLine: 5,
          endColumn: 90,
        },
      ],
    },
    {
      name: 'global: the second int of the key that is shown is the number, in an interface',
      code: ts`
        import type { PoolClient } from 'pg'
        interface Leaf {
          id: number
        }

        export async function move(client: PoolClient, leaf: Leaf) {
          await client.query("SELECT pg_advisory_xact_lock(hashtext('tree'), hashtext('nodes'))")
          await client.query('UPDATE nodes SET moved = true WHERE id = $1', [leaf.id])
        }
      `,
      errors: [
        {
          messageId: 'global',
          data: {
            key: "(hashtext('tree'), hashtext('nodes'))",
            entity: 'leaf.id',
            line: '8',
            better: "pg_advisory_xact_lock(hashtext('tree'), leaf.id)",
          },
          line: 7,
          column: 9,
          endLine: 7,
          endColumn: 90,
        },
      ],
    },
    {
      name: 'global: the second int of the key that is shown is hashed, in an interface',
      code: ts`
        import type { PoolClient } from 'pg'
        interface Leaf {
          id: string
        }

        export async function move(client: PoolClient, leaf: Leaf) {
          await client.query("SELECT pg_advisory_xact_lock(hashtext('tree'), hashtext('nodes'))")
          await client.query('UPDATE nodes SET moved = true WHERE id = $1', [leaf.id])
        }
      `,
      errors: [
        {
          messageId: 'global',
          data: {
            key: "(hashtext('tree'), hashtext('nodes'))",
            entity: 'leaf.id',
            line: '8',
            better: "pg_advisory_xact_lock(hashtext('tree'), hashtext(leaf.id))",
          },
          line: 7,
          column: 9,
          endLine: 7,
          endColumn: 90,
        },
      ],
    },
    {
      name: 'global: the second int of the key that is shown is the number, out of an object',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function move(client: PoolClient, { nodeId }: { nodeId: number }) {
          await client.query("SELECT pg_advisory_xact_lock(hashtext('tree'), hashtext('nodes'))")
          await client.query('UPDATE nodes SET moved = true WHERE id = $1', [nodeId])
        }
      `,
      errors: [
        {
          messageId: 'global',
          data: {
            key: "(hashtext('tree'), hashtext('nodes'))",
            entity: 'nodeId',
            line: '5',
            better: "pg_advisory_xact_lock(hashtext('tree'), nodeId)",
          },
          line: 4,
          column: 9,
          endLine: 4,
          endColumn: 90,
        },
      ],
    },
    {
      name: 'global: a function that a wrapper made shares the key, and is about one',
      code: ts`
        import type { PoolClient } from 'pg'

        const TREE = 62

        const lockTree = (client: PoolClient) => client.query('SELECT pg_advisory_xact_lock($1)', [TREE])

        export async function move(client: PoolClient, nodeId: string) {
          await lockTree(client)
          await client.query('UPDATE nodes SET moved = true WHERE id = $1', [nodeId])
        }

        const treeLocked = (work: (client: PoolClient, nodeId: string) => Promise<unknown>) => async (client: PoolClient, given: string) => {
          await lockTree(client)
          await work(client, given)
        }

        export const remove = treeLocked((client, nodeId) => client.query('DELETE FROM nodes WHERE id = $1', [nodeId]))
      `,
      errors: [
        {
          messageId: 'global',
          line: 8,
          column: 9,
          endLine: 8,
          endColumn: 25,
        },
      ],
    },
    {
      name: 'global: a helper takes the constant, its caller has the id',
      code: ts`
        import type { PoolClient } from 'pg'

        const WALLET_LOCK = 5

        async function lockWallets(client: PoolClient) {
          await client.query('SELECT pg_advisory_xact_lock($1)', [WALLET_LOCK])
        }

        export async function credit(client: PoolClient, walletId: number) {
          await lockWallets(client)
          await client.query('UPDATE wallets SET points = points + 1 WHERE id = $1', [walletId])
        }
      `,
      errors: [
        {
          messageId: 'global',
          line: 10,
          column: 9,
          endLine: 10,
          endColumn: 28,
        },
      ],
    },
    {
      name: 'allowMagic: global is reported all the same',
      options: [{ allowMagic: true }],
      code: ts`
        import type { PoolClient } from 'pg'

        export async function saveProfile(client: PoolClient, userId: number, bio: string) {
          await client.query('SELECT pg_advisory_xact_lock(4102)')
          await client.query('UPDATE profiles SET bio = $1 WHERE user_id = $2', [bio, userId])
        }
      `,
      errors: [
        {
          messageId: 'global',
          line: 4,
          column: 9,
          endLine: 4,
          endColumn: 59,
        },
      ],
    },
    {
      name: 'allowNames: another name does not help',
      options: [{ allowNames: ['saveAvatar'] }],
      code: ts`
        import type { PoolClient } from 'pg'

        const PROFILE_LOCK = 4102

        export async function saveProfile(client: PoolClient, userId: number, bio: string) {
          await client.query('SELECT pg_advisory_xact_lock($1)', [PROFILE_LOCK])
          await client.query('UPDATE profiles SET bio = $1 WHERE user_id = $2', [bio, userId])
        }
      `,
      errors: [
        {
          messageId: 'global',
          line: 6,
          column: 9,
          endLine: 6,
          endColumn: 73,
        },
      ],
    },
    {
      name: 'two ints: a second part that does not vary either',
      code: ts`
        import type { TransactionSql } from 'postgres'

        export async function saveProfile(tx: TransactionSql, userId: number, bio: string) {
          await tx\`SELECT pg_advisory_xact_lock(4102, 1)\`
          await tx\`UPDATE profiles SET bio = \${bio} WHERE user_id = \${userId}\`
        }
      `,
      errors: [
        {
          messageId: 'global',
          line: 4,
          column: 9,
          endLine: 4,
          endColumn: 50,
        },
      ],
    },
  ],
})
