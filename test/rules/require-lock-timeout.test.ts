import rule from '../../rules/require-lock-timeout.ts'
import { assertionOptions, tester, ts } from './tester.ts'

tester.run('require-lock-timeout', rule, {
  assertionOptions,
  valid: [
    {
      name: "pg: options of the session in the pool's options",
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool({ connectionString: process.env.DATABASE_URL, options: '-c lock_timeout=5000' })
        export async function rebuild(siteId: number) {
          const client = await pool.connect()
          try {
            await client.query('BEGIN')
            await client.query('SELECT pg_advisory_xact_lock($1)', [siteId])
            await client.query('UPDATE sites SET built = now() WHERE id = $1', [siteId])
            await client.query('COMMIT')
          } catch (e) {
            await client.query('ROLLBACK')
            throw e
          } finally {
            client.release()
          }
        }
      `,
    },
    {
      name: 'pg: statement_timeout of the pool',
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool({ statement_timeout: 10_000 })
        export async function rebuild(siteId: number) {
          const client = await pool.connect()
          try {
            await client.query('BEGIN')
            await client.query('SELECT pg_advisory_xact_lock($1)', [siteId])
            await client.query('UPDATE sites SET built = now() WHERE id = $1', [siteId])
            await client.query('COMMIT')
          } catch (e) {
            await client.query('ROLLBACK')
            throw e
          } finally {
            client.release()
          }
        }
      `,
    },
    {
      name: 'postgres.js: connection options',
      code: ts`
        import postgres from 'postgres'
        const sql = postgres(process.env.DATABASE_URL!, { max: 10, connection: { lock_timeout: 4000 } })
        export async function move(id: number) {
          await sql.begin(async (tx) => {
            await tx\`select pg_advisory_xact_lock(\${id})\`
            await tx\`update t set x = 1 where id = \${id}\`
          })
        }
      `,
    },
    {
      name: 'postgres.js: SET LOCAL in the transaction',
      code: ts`
        import postgres from 'postgres'
        const sql = postgres(process.env.DATABASE_URL!)
        export async function move(id: number) {
          await sql.begin(async (tx) => {
            await tx\`set local lock_timeout = '3s'\`
            await tx\`select pg_advisory_xact_lock(\${id})\`
            await tx\`update t set x = 1 where id = \${id}\`
          })
        }
      `,
    },
    {
      name: 'Prisma: SET LOCAL in the interactive transaction',
      code: ts`
        import { PrismaClient } from '@prisma/client'
        const prisma = new PrismaClient()
        export async function pay(orderId: number) {
          return prisma.$transaction(
            async (tx) => {
              await tx.$executeRaw\`SET LOCAL lock_timeout = '2s'\`
              await tx.$executeRaw\`SELECT pg_advisory_xact_lock(\${orderId})\`
              return tx.order.update({ where: { id: orderId }, data: { paid: true } })
            },
            { timeout: 15_000 },
          )
        }
      `,
    },
    {
      name: 'a transaction that the caller lends',
      code: ts`
        import type { Prisma } from '@prisma/client'
        export async function lockOrder(tx: Prisma.TransactionClient, orderId: number) {
          await tx.$executeRaw\`SELECT pg_advisory_xact_lock(\${orderId})\`
        }
      `,
    },
    {
      name: 'Prisma: SET LOCAL earlier in the array',
      code: ts`
        import { PrismaClient } from '@prisma/client'
        const prisma = new PrismaClient()
        export async function pay(orderId: number) {
          await prisma.$transaction([
            prisma.$executeRaw\`SET LOCAL lock_timeout = '2s'\`,
            prisma.$executeRaw\`SELECT pg_advisory_xact_lock(\${orderId})\`,
            prisma.order.update({ where: { id: orderId }, data: { paid: true } }),
          ])
        }
      `,
    },
    {
      name: 'Drizzle: the same with SET LOCAL',
      code: ts`
        import { sql } from 'drizzle-orm'
        import { db } from './db'
        import { seats } from './schema'
        export async function book(eventId: number) {
          await db.transaction(async (tx) => {
            await tx.execute(sql\`set local lock_timeout = '5s'\`)
            await tx.execute(sql\`select pg_advisory_xact_lock(\${eventId})\`)
            await tx.insert(seats).values({ eventId })
          })
        }
      `,
    },
    {
      name: 'Drizzle: SET LOCAL by sql.raw with a value in it',
      code: ts`
        import { sql } from 'drizzle-orm'
        import { drizzle } from 'drizzle-orm/node-postgres'
        import { Pool } from 'pg'
        const WAIT = 3000
        const db = drizzle(new Pool())
        export async function book(eventId: number) {
          await db.transaction(async (tx) => {
            await tx.execute(sql.raw(\`SET LOCAL lock_timeout = \${WAIT}\`))
            await tx.execute(sql\`select pg_advisory_xact_lock(\${eventId})\`)
            await tx.execute(sql\`update t set a = 1\`)
          })
        }
      `,
    },
    {
      name: 'Kysely: set_config in the statement that locks',
      code: ts`
        import { Kysely, sql } from 'kysely'
        export async function acquireMigrationLock(db: Kysely<any>) {
          await sql\`select set_config('lock_timeout', '30s', false), pg_advisory_lock(\${sql.lit('3853314791062309107')}::bigint)\`.execute(
            db,
          )
        }
        export async function releaseMigrationLock(db: Kysely<any>) {
          await sql\`select pg_advisory_unlock(\${sql.lit('3853314791062309107')}::bigint)\`.execute(db)
        }
      `,
    },
    {
      name: 'a helper of the file sets it',
      code: ts`
        import { Pool, type PoolClient } from 'pg'
        const pool = new Pool()
        async function bound(client: PoolClient, ms: number) {
          await client.query(\`SET LOCAL lock_timeout = '\${ms}ms'\`)
        }
        export async function f(id: number) {
          const client = await pool.connect()
          try {
            await client.query('BEGIN')
            await bound(client, 500)
            await client.query('SELECT pg_advisory_xact_lock($1)', [id])
            await client.query('UPDATE t SET a = 1 WHERE id = $1', [id])
            await client.query('COMMIT')
          } catch (e) {
            await client.query('ROLLBACK')
            throw e
          } finally {
            client.release()
          }
        }
      `,
    },
    {
      name: 'something out of sight had the client before',
      code: ts`
        import { Pool } from 'pg'
        import { setTimeouts } from './timeouts'
        const pool = new Pool()
        export async function f(id: number) {
          const client = await pool.connect()
          try {
            await client.query('BEGIN')
            await setTimeouts(client)
            await client.query('SELECT pg_advisory_xact_lock($1)', [id])
            await client.query('UPDATE t SET a = 1 WHERE id = $1', [id])
            await client.query('COMMIT')
          } catch (e) {
            await client.query('ROLLBACK')
            throw e
          } finally {
            client.release()
          }
        }
      `,
    },
    {
      name: 'the pool prepares each connection',
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool()
        pool.on('connect', (client) => {
          client.query("SET lock_timeout = '5s'")
        })
        export async function f(id: number) {
          const client = await pool.connect()
          try {
            await client.query('BEGIN')
            await client.query('SELECT pg_advisory_xact_lock($1)', [id])
            await client.query('UPDATE t SET a = 1 WHERE id = $1', [id])
            await client.query('COMMIT')
          } catch (e) {
            await client.query('ROLLBACK')
            throw e
          } finally {
            client.release()
          }
        }
      `,
    },
    {
      name: 'TypeORM: extra options',
      code: ts`
        import { DataSource } from 'typeorm'
        const source = new DataSource({
          type: 'postgres',
          url: process.env.DATABASE_URL,
          extra: { lock_timeout: 5000 },
        })
        export async function f(id: number) {
          await source.transaction(async (em) => {
            await em.query('SELECT pg_advisory_xact_lock($1)', [id])
            await em.query('UPDATE t SET a = 1 WHERE id = $1', [id])
          })
        }
      `,
    },
    {
      name: 'Sequelize: dialect options',
      code: ts`
        import { Sequelize } from 'sequelize'
        const sequelize = new Sequelize(process.env.DATABASE_URL!, { dialectOptions: { lock_timeout: 3000 } })
        export async function f(id: number) {
          await sequelize.transaction(async (transaction) => {
            await sequelize.query('SELECT pg_advisory_xact_lock($1)', { bind: [id], transaction })
            await sequelize.query('UPDATE t SET a = 1 WHERE id = $1', { bind: [id], transaction })
          })
        }
      `,
    },
    {
      name: 'Knex: statement_timeout of the connection',
      code: ts`
        import knex from 'knex'
        const db = knex({
          client: 'pg',
          connection: { connectionString: process.env.DATABASE_URL, statement_timeout: 9000 },
        })
        export async function f(id: number) {
          await db.transaction(async (trx) => {
            await trx.raw('SELECT pg_advisory_xact_lock(?)', [id])
            await trx('t').where({ id }).update({ a: 1 })
          })
        }
      `,
    },
    {
      name: 'Knex: afterCreate',
      code: ts`
        import knex from 'knex'
        const db = knex({
          client: 'pg',
          connection: process.env.DATABASE_URL,
          pool: {
            afterCreate(conn: any, done: any) {
              conn.query("SET lock_timeout = '5s'", done)
            },
          },
        })
        export async function f(id: number) {
          await db.transaction(async (trx) => {
            await trx.raw('SELECT pg_advisory_xact_lock(?)', [id])
            await trx('t').where({ id }).update({ a: 1 })
          })
        }
      `,
    },
    {
      name: 'a parameter of the connection string',
      code: ts`
        import postgres from 'postgres'
        const sql = postgres('postgres://app@db/app?lock_timeout=5000')
        export async function move(id: number) {
          await sql.begin(async (tx) => {
            await tx\`select pg_advisory_xact_lock(\${id})\`
            await tx\`update t set x = 1 where id = \${id}\`
          })
        }
      `,
    },
    {
      name: 'Slonik: a minute by default',
      code: ts`
        import { createPool, sql } from 'slonik'
        const pool = await createPool(process.env.DATABASE_URL!)
        export async function move(id: number) {
          await pool.transaction(async (tx) => {
            await tx.any(sql.unsafe\`select pg_advisory_xact_lock(\${id})\`)
            await tx.query(sql.unsafe\`update t set x = 1 where id = \${id}\`)
          })
        }
      `,
    },
    {
      name: 'the setting says that something else bounds it',
      settings: { 'pg-advisory-lock': { lockTimeout: 'external' } },
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool()
        export async function f(id: number) {
          const client = await pool.connect()
          try {
            await client.query('BEGIN')
            await client.query('SELECT pg_advisory_xact_lock($1)', [id])
            await client.query('UPDATE t SET a = 1 WHERE id = $1', [id])
            await client.query('COMMIT')
          } catch (e) {
            await client.query('ROLLBACK')
            throw e
          } finally {
            client.release()
          }
        }
      `,
    },
    {
      name: 'a role gets a bound in this file',
      code: ts`
        import { Client } from 'pg'
        export async function setUp() {
          const client = new Client()
          await client.connect()
          try {
            await client.query("ALTER ROLE app SET lock_timeout = '10s'")
            await client.query('SELECT pg_advisory_lock(hashtext($1))', ['schema'])
            await client.query('CREATE TABLE IF NOT EXISTS t (id int)')
          } finally {
            await client.end()
          }
        }
      `,
    },
    {
      name: 'the program gives up by a race',
      code: ts`
        import { Client } from 'pg'
        const rejectAfter = (ms: number) =>
          new Promise<never>((_, reject) => setTimeout(reject, ms, new Error('busy')))
        export async function setUp(key: number) {
          const client = new Client()
          await client.connect()
          try {
            await Promise.race([client.query('SELECT pg_advisory_lock($1)', [key]), rejectAfter(5000)])
            await client.query('CREATE TABLE IF NOT EXISTS t (id int)')
          } finally {
            await client.end()
          }
        }
      `,
    },
    {
      name: 'SET LOCAL in one text with the lock',
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool()
        export async function f(id: number) {
          await pool.query(
            \`SET LOCAL lock_timeout = '2s'; SELECT pg_advisory_xact_lock(\${Number(id)}); UPDATE t SET a = 1 WHERE id = \${Number(id)}\`,
          )
        }
      `,
    },
    {
      name: 'the options of the pool come from another module',
      code: ts`
        import { Pool } from 'pg'
        import { config } from './config'
        const pool = new Pool(config)
        export async function f(id: number) {
          const client = await pool.connect()
          try {
            await client.query('BEGIN')
            await client.query('SELECT pg_advisory_xact_lock($1)', [id])
            await client.query('UPDATE t SET a = 1 WHERE id = $1', [id])
            await client.query('COMMIT')
          } catch (e) {
            await client.query('ROLLBACK')
            throw e
          } finally {
            client.release()
          }
        }
      `,
    },
    {
      name: 'options spread from another module',
      code: ts`
        import { Pool } from 'pg'
        import { base } from './config'
        const pool = new Pool({ ...base, max: 4 })
        export async function f(id: number) {
          const client = await pool.connect()
          try {
            await client.query('BEGIN')
            await client.query('SELECT pg_advisory_xact_lock($1)', [id])
            await client.query('UPDATE t SET a = 1 WHERE id = $1', [id])
            await client.query('COMMIT')
          } catch (e) {
            await client.query('ROLLBACK')
            throw e
          } finally {
            client.release()
          }
        }
      `,
    },
    {
      name: 'a callback of a function out of sight',
      code: ts`
        import { withTransaction } from './tx'
        export async function f(id: number) {
          await withTransaction({ lockTimeout: '5s' }, async (tx) => {
            await tx.query('SELECT pg_advisory_xact_lock($1)', [id])
            await tx.query('UPDATE t SET a = 1 WHERE id = $1', [id])
          })
        }
      `,
    },
    {
      name: 'set_config with a value beside the text',
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool()
        export async function f(id: number, timeoutMs: number) {
          const client = await pool.connect()
          try {
            await client.query('BEGIN')
            await client.query("SELECT set_config('lock_timeout', $1, true)", [\`\${timeoutMs}ms\`])
            await client.query('SELECT pg_advisory_xact_lock($1)', [id])
            await client.query('UPDATE t SET a = 1 WHERE id = $1', [id])
            await client.query('COMMIT')
          } catch (e) {
            await client.query('ROLLBACK')
            throw e
          } finally {
            client.release()
          }
        }
      `,
    },
    {
      name: 'BEGIN and SET LOCAL in one text',
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool()
        export async function f(id: number) {
          const client = await pool.connect()
          try {
            await client.query("BEGIN; SET LOCAL lock_timeout = '5s'")
            await client.query('SELECT pg_advisory_xact_lock($1)', [id])
            await client.query('UPDATE t SET a = 1 WHERE id = $1', [id])
            await client.query('COMMIT')
          } catch (e) {
            await client.query('ROLLBACK')
            throw e
          } finally {
            client.release()
          }
        }
      `,
    },
    {
      name: 'a wrapper of the file sets it',
      code: ts`
        import { Pool, type PoolClient } from 'pg'
        const pool = new Pool()
        async function inTransaction<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
          const client = await pool.connect()
          try {
            await client.query('BEGIN')
            await client.query("SET LOCAL lock_timeout = '5s'")
            const result = await work(client)
            await client.query('COMMIT')
            return result
          } catch (e) {
            await client.query('ROLLBACK')
            throw e
          } finally {
            client.release()
          }
        }
        export async function f(id: number) {
          await inTransaction(async (client) => {
            await client.query('SELECT pg_advisory_xact_lock($1)', [id])
            await client.query('UPDATE t SET a = 1 WHERE id = $1', [id])
          })
        }
      `,
    },
    {
      name: 'an inner transaction has the bound of the outer one',
      code: ts`
        import { sql } from 'drizzle-orm'
        import { drizzle } from 'drizzle-orm/node-postgres'
        const db = drizzle(process.env.DATABASE_URL!)
        export async function book(eventId: number) {
          await db.transaction(async (tx) => {
            await tx.execute(sql\`set local lock_timeout = '5s'\`)
            await tx.transaction(async (inner) => {
              await inner.execute(sql\`select pg_advisory_xact_lock(\${eventId})\`)
              await inner.execute(sql\`update t set a = 1\`)
            })
          })
        }
      `,
    },
    {
      name: 'a transaction lock on a client that the caller lends',
      code: ts`
        import type { PoolClient } from 'pg'
        export async function lockAccount(client: PoolClient, id: number) {
          await client.query('SELECT pg_advisory_xact_lock($1)', [id])
        }
      `,
    },
    {
      name: 'Knex: timeout of the query',
      code: ts`
        import type { Knex } from 'knex'
        export async function f(knex: Knex, id: number) {
          await knex.transaction(async (trx) => {
            await trx.raw('SELECT pg_advisory_xact_lock(?)', [id]).timeout(5000, { cancel: true })
            await trx('t').where({ id }).update({ a: 1 })
          })
        }
      `,
    },
    {
      name: "a try-lock doesn't wait",
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool()
        export async function f(id: number) {
          const client = await pool.connect()
          try {
            await client.query('BEGIN')
            const { rows } = await client.query('SELECT pg_try_advisory_xact_lock($1) AS ok', [id])
            if (rows[0].ok) await client.query('UPDATE t SET a = 1 WHERE id = $1', [id])
            await client.query('COMMIT')
          } catch (e) {
            await client.query('ROLLBACK')
            throw e
          } finally {
            client.release()
          }
        }
      `,
    },
    {
      name: 'the async context brings the transaction',
      code: ts`
        import { Transactional } from 'typeorm-transactional'
        import { DataSource } from 'typeorm'
        export class Ledger {
          constructor(private readonly dataSource: DataSource) {}
          @Transactional()
          async post(accountId: number) {
            await this.dataSource.query('SELECT pg_advisory_xact_lock($1)', [accountId])
            await this.dataSource.query('INSERT INTO entries (account_id) VALUES ($1)', [accountId])
          }
        }
      `,
    },
    {
      name: 'SET LOCAL by concatenation',
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool()
        export async function f(id: number, seconds: number) {
          const client = await pool.connect()
          try {
            await client.query('BEGIN')
            await client.query('SET LOCAL lock_timeout TO ' + seconds * 1000)
            await client.query('SELECT pg_advisory_xact_lock($1)', [id])
            await client.query('UPDATE t SET a = 1 WHERE id = $1', [id])
            await client.query('COMMIT')
          } catch (e) {
            await client.query('ROLLBACK')
            throw e
          } finally {
            client.release()
          }
        }
      `,
    },
    {
      name: 'SET LOCAL in a query object',
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool()
        export async function f(id: number) {
          const client = await pool.connect()
          try {
            await client.query('BEGIN')
            await client.query({ text: "SET LOCAL lock_timeout = '2s'" })
            await client.query('SELECT pg_advisory_xact_lock($1)', [id])
            await client.query('UPDATE t SET a = 1 WHERE id = $1', [id])
            await client.query('COMMIT')
          } catch (e) {
            await client.query('ROLLBACK')
            throw e
          } finally {
            client.release()
          }
        }
      `,
    },
    {
      name: 'each branch sets its own',
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool()
        export async function f(id: number, fast: boolean) {
          const client = await pool.connect()
          try {
            await client.query('BEGIN')
            if (fast) await client.query("SET LOCAL lock_timeout = '1s'")
            else await client.query("SET LOCAL lock_timeout = '9s'")
            await client.query('SELECT pg_advisory_xact_lock($1)', [id])
            await client.query('UPDATE t SET a = 1 WHERE id = $1', [id])
            await client.query('COMMIT')
          } catch (e) {
            await client.query('ROLLBACK')
            throw e
          } finally {
            client.release()
          }
        }
      `,
    },
    {
      name: 'SET SESSION',
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool()
        export async function f(id: number) {
          const client = await pool.connect()
          try {
            await client.query('BEGIN')
            await client.query("SET SESSION lock_timeout TO '2s'")
            await client.query('SELECT pg_advisory_xact_lock($1)', [id])
            await client.query('UPDATE t SET a = 1 WHERE id = $1', [id])
            await client.query('COMMIT')
          } catch (e) {
            await client.query('ROLLBACK')
            throw e
          } finally {
            client.release()
          }
        }
      `,
    },
    {
      name: 'SET LOCAL statement_timeout',
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool()
        export async function f(id: number) {
          const client = await pool.connect()
          try {
            await client.query('BEGIN')
            await client.query("SET LOCAL statement_timeout = '20s'")
            await client.query('SELECT pg_advisory_xact_lock($1)', [id])
            await client.query('UPDATE t SET a = 1 WHERE id = $1', [id])
            await client.query('COMMIT')
          } catch (e) {
            await client.query('ROLLBACK')
            throw e
          } finally {
            client.release()
          }
        }
      `,
    },
    {
      name: 'options in a constant',
      code: ts`
        import { Pool, type PoolConfig } from 'pg'
        const settings: PoolConfig = { max: 4, lock_timeout: 5000 }
        const pool = new Pool(settings)
        export async function f(id: number) {
          const client = await pool.connect()
          try {
            await client.query('BEGIN')

            await client.query('SELECT pg_advisory_xact_lock($1)', [id])
            await client.query('UPDATE t SET a = 1 WHERE id = $1', [id])
            await client.query('COMMIT')
          } catch (e) {
            await client.query('ROLLBACK')
            throw e
          } finally {
            client.release()
          }
        }
      `,
    },
    {
      name: 'a bound from the environment',
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool({ lock_timeout: Number(process.env.LOCK_TIMEOUT_MS) })
        export async function f(id: number) {
          const client = await pool.connect()
          try {
            await client.query('BEGIN')

            await client.query('SELECT pg_advisory_xact_lock($1)', [id])
            await client.query('UPDATE t SET a = 1 WHERE id = $1', [id])
            await client.query('COMMIT')
          } catch (e) {
            await client.query('ROLLBACK')
            throw e
          } finally {
            client.release()
          }
        }
      `,
    },
    {
      name: 'the text in a constant',
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool()
        const BOUND = "SET LOCAL lock_timeout = '3s'"
        export async function f(id: number) {
          const client = await pool.connect()
          try {
            await client.query('BEGIN')
            await client.query(BOUND)
            await client.query('SELECT pg_advisory_xact_lock($1)', [id])
            await client.query('UPDATE t SET a = 1 WHERE id = $1', [id])
            await client.query('COMMIT')
          } catch (e) {
            await client.query('ROLLBACK')
            throw e
          } finally {
            client.release()
          }
        }
      `,
    },
    {
      name: 'SQL from another module',
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool()
        import { BOUND } from './sql'
        export async function f(id: number) {
          const client = await pool.connect()
          try {
            await client.query('BEGIN')
            await client.query(BOUND)
            await client.query('SELECT pg_advisory_xact_lock($1)', [id])
            await client.query('UPDATE t SET a = 1 WHERE id = $1', [id])
            await client.query('COMMIT')
          } catch (e) {
            await client.query('ROLLBACK')
            throw e
          } finally {
            client.release()
          }
        }
      `,
    },
    {
      name: 'a chain of then',
      code: ts`
        import type { Pool } from 'pg'
        export async function f(pool: Pool, id: number) {
          const client = await pool.connect()
          try {
            await client.query('BEGIN')
            await client
              .query("SET LOCAL lock_timeout = '1s'")
              .then(() => client.query('SELECT pg_advisory_xact_lock($1)', [id]))
            await client.query('UPDATE t SET a = 1 WHERE id = $1', [id])
            await client.query('COMMIT')
          } catch (e) {
            await client.query('ROLLBACK')
            throw e
          } finally {
            client.release()
          }
        }
      `,
    },
    {
      name: 'a private method begins and sets',
      code: ts`
        import { Pool, type PoolClient } from 'pg'
        export class Store {
          private readonly pool = new Pool()
          private async begin(client: PoolClient) {
            await client.query('BEGIN')
            await client.query("SET LOCAL lock_timeout = '2s'")
          }
          async f(id: number) {
            const client = await this.pool.connect()
            try {
              await this.begin(client)
              await client.query('SELECT pg_advisory_xact_lock($1)', [id])
              await client.query('UPDATE t SET a = 1 WHERE id = $1', [id])
              await client.query('COMMIT')
            } catch (e) {
              await client.query('ROLLBACK')
              throw e
            } finally {
              client.release()
            }
          }
        }
      `,
    },
    {
      name: 'Sequelize: SET LOCAL in a transaction by hand',
      code: ts`
        import type { Sequelize } from 'sequelize'
        export async function f(sequelize: Sequelize, id: number) {
          const transaction = await sequelize.transaction()
          try {
            await sequelize.query("SET LOCAL lock_timeout = '4s'", { transaction })
            await sequelize.query('SELECT pg_advisory_xact_lock($1)', { bind: [id], transaction })
            await sequelize.query('UPDATE t SET a = 1', { transaction })
            await transaction.commit()
          } catch (e) {
            await transaction.rollback()
            throw e
          }
        }
      `,
    },
    {
      name: 'postgres.js: SET on a reserved connection',
      code: ts`
        import postgres from 'postgres'
        const sql = postgres({ max: 5 })
        export async function f(id: number) {
          const conn = await sql.reserve()
          try {
            await conn\`set lock_timeout = '5s'\`
            await conn\`select pg_advisory_lock(\${id})\`
            try {
              await conn\`update t set a = 1 where id = \${id}\`
            } finally {
              await conn\`select pg_advisory_unlock(\${id})\`
            }
          } finally {
            await conn\`reset lock_timeout\`
            conn.release()
          }
        }
      `,
    },
    {
      name: 'Drizzle: connection options',
      code: ts`
        import { sql } from 'drizzle-orm'
        import { drizzle } from 'drizzle-orm/node-postgres'
        const db = drizzle({ connection: { connectionString: process.env.DATABASE_URL, statement_timeout: 8000 } })
        export async function f(id: number) {
          await db.transaction(async (tx) => {
            await tx.execute(sql\`select pg_advisory_xact_lock(\${id})\`)
            await tx.execute(sql\`update t set a = 1\`)
          })
        }
      `,
    },
    {
      name: 'Prisma: a parameter of the address',
      code: ts`
        import { PrismaClient } from '@prisma/client'
        const prisma = new PrismaClient({
          datasourceUrl: process.env.DATABASE_URL + '?options=-c%20lock_timeout%3D5000',
        })
        export async function f(id: number) {
          await prisma.$transaction(async (tx) => {
            await tx.$executeRaw\`SELECT pg_advisory_xact_lock(\${id})\`
            await tx.order.update({ where: { id }, data: {} })
          })
        }
      `,
    },
    {
      name: 'Prisma: an injected service, with SET LOCAL',
      code: ts`
        import { Injectable } from '@nestjs/common'
        import { PrismaService } from './prisma.service'
        @Injectable()
        export class Orders {
          constructor(private readonly prisma: PrismaService) {}
          async settle(id: number) {
            await this.prisma.$transaction(async (tx) => {
              await tx.$executeRawUnsafe(\`SET LOCAL lock_timeout = '2500ms'\`)
              await tx.$executeRaw\`SELECT pg_advisory_xact_lock(\${id})\`
              await tx.order.update({ where: { id }, data: {} })
            })
          }
        }
      `,
    },
    {
      name: 'pg-promise: statement_timeout',
      code: ts`
        import pgPromise from 'pg-promise'
        const db = pgPromise()({ connectionString: process.env.DATABASE_URL, statement_timeout: 4000 })
        export async function f(id: number) {
          await db.tx(async (t) => {
            await t.any('select pg_advisory_xact_lock($1)', [id])
            await t.none('update t set a = 1 where id = $1', [id])
          })
        }
      `,
    },
    {
      name: 'one bound for all keys of a loop',
      code: ts`
        import postgres from 'postgres'
        const sql = postgres()
        export async function f(ids: number[]) {
          await sql.begin(async (tx) => {
            await tx\`set local lock_timeout = '3s'\`
            for (const id of ids.toSorted((a, b) => a - b)) await tx\`select pg_advisory_xact_lock(\${id})\`
            await tx\`update t set a = 1 where id = any(\${ids})\`
          })
        }
      `,
    },
    {
      name: "a failed SET isn't looked for",
      code: ts`
        import { Client } from 'pg'
        export async function f(id: number) {
          const client = new Client()
          await client.connect()
          try {
            await client.query("SET lock_timeout = '3s'").catch(() => undefined)
            await client.query('SELECT pg_advisory_lock($1)', [id])
            await client.query('UPDATE t SET a = 1')
          } finally {
            await client.end()
          }
        }
      `,
    },
    {
      name: 'callbacks, with statement_timeout of the pool',
      code: ts`
        import pg from 'pg'
        const pool = new pg.Pool({ host: 'db', statement_timeout: '30s' })
        export function f(id: number, done: (e?: Error) => void) {
          pool.connect((err, client, release) => {
            if (err) return done(err)
            client.query('SELECT pg_advisory_lock($1)', [id], (e) => {
              if (e) {
                release(e)
                return done(e)
              }
              client.query('SELECT pg_advisory_unlock($1)', [id], (e2) => {
                release(e2)
                done(e2)
              })
            })
          })
        }
      `,
    },
  ],
  invalid: [
    {
      name: 'a bound of 0 is none',
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool({ lock_timeout: 0 })
        export async function rebuild(siteId: number) {
          const client = await pool.connect()
          try {
            await client.query('BEGIN')
            await client.query('SELECT pg_advisory_xact_lock($1)', [siteId])
            await client.query('UPDATE sites SET built = now() WHERE id = $1', [siteId])
            await client.query('COMMIT')
          } catch (e) {
            await client.query('ROLLBACK')
            throw e
          } finally {
            client.release()
          }
        }
      `,
      errors: [{ messageId: 'unbounded', line: 7, column: 11, endLine: 7, endColumn: 69 }],
    },
    {
      name: 'postgres.js: other connection options',
      code: ts`
        import postgres from 'postgres'
        const sql = postgres(process.env.DATABASE_URL!, { max: 10, connection: { application_name: 'x' } })
        export async function move(id: number) {
          await sql.begin(async (tx) => {
            await tx\`select pg_advisory_xact_lock(\${id})\`
            await tx\`update t set x = 1 where id = \${id}\`
          })
        }
      `,
      errors: [{ messageId: 'unbounded', line: 5, column: 11, endLine: 5, endColumn: 50 }],
    },
    {
      name: 'a bound on only some paths',
      code: ts`
        import postgres from 'postgres'
        const sql = postgres(process.env.DATABASE_URL!)
        export async function move(id: number, waitMs?: number) {
          await sql.begin(async (tx) => {
            if (waitMs !== undefined) await tx\`select set_config('lock_timeout', \${String(waitMs)}, true)\`
            await tx\`select pg_advisory_xact_lock(\${id})\`
            await tx\`update t set x = 1 where id = \${id}\`
          })
        }
      `,
      errors: [{ messageId: 'unbounded', line: 6, column: 11, endLine: 6, endColumn: 50 }],
    },
    {
      name: "Prisma: the wait is part of the transaction's timeout",
      code: ts`
        import { PrismaClient } from '@prisma/client'
        const prisma = new PrismaClient()
        export async function pay(orderId: number) {
          return prisma.$transaction(async (tx) => {
            await tx.$executeRaw\`SELECT pg_advisory_xact_lock(\${orderId})\`
            return tx.order.update({ where: { id: orderId }, data: { paid: true } })
          })
        }
      `,
      errors: [{ messageId: 'budget', line: 5, column: 11, endLine: 5, endColumn: 67 }],
    },
    {
      name: 'a client from another module, with $transaction',
      code: ts`
        import { prisma } from '../db'
        export async function pay(orderId: number) {
          return prisma.$transaction(async (tx) => {
            await tx.$executeRaw\`SELECT pg_advisory_xact_lock(\${orderId})\`
            return tx.order.update({ where: { id: orderId }, data: { paid: true } })
          })
        }
      `,
      errors: [{ messageId: 'budget', line: 4, column: 11, endLine: 4, endColumn: 67 }],
    },
    {
      name: 'Drizzle: a database from another module',
      code: ts`
        import { sql } from 'drizzle-orm'
        import { db } from './db'
        import { seats } from './schema'
        export async function book(eventId: number) {
          await db.transaction(async (tx) => {
            await tx.execute(sql\`select pg_advisory_xact_lock(\${eventId})\`)
            await tx.insert(seats).values({ eventId })
          })
        }
      `,
      errors: [{ messageId: 'unbounded', line: 6, column: 11, endLine: 6, endColumn: 68 }],
    },
    {
      name: 'another listener of the pool',
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool()
        pool.on('error', (e) => {
          console.error(e)
        })
        export async function f(id: number) {
          const client = await pool.connect()
          try {
            await client.query('BEGIN')
            await client.query('SELECT pg_advisory_xact_lock($1)', [id])
            await client.query('UPDATE t SET a = 1 WHERE id = $1', [id])
            await client.query('COMMIT')
          } catch (e) {
            await client.query('ROLLBACK')
            throw e
          } finally {
            client.release()
          }
        }
      `,
      errors: [{ messageId: 'unbounded', line: 10, column: 11, endLine: 10, endColumn: 65 }],
    },
    {
      name: 'SET LOCAL ends with its transaction',
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool()
        export async function f(id: number, other: number) {
          const client = await pool.connect()
          try {
            await client.query('BEGIN')
            await client.query("SET LOCAL lock_timeout = '1s'")
            await client.query('SELECT pg_advisory_xact_lock($1)', [id])
            await client.query('UPDATE t SET a = 1 WHERE id = $1', [id])
            await client.query('COMMIT')
            await client.query('BEGIN')
            await client.query('SELECT pg_advisory_xact_lock($1)', [other])
            await client.query('UPDATE t SET a = 1 WHERE id = $1', [other])
            await client.query('COMMIT')
          } catch (e) {
            await client.query('ROLLBACK')
            throw e
          } finally {
            client.release()
          }
        }
      `,
      errors: [{ messageId: 'unbounded', line: 12, column: 11, endLine: 12, endColumn: 68 }],
    },
    {
      name: 'RESET takes it back',
      code: ts`
        import { Client } from 'pg'
        export async function f(id: number, other: number) {
          const client = new Client()
          await client.connect()
          try {
            await client.query("SET lock_timeout = '1s'")
            await client.query('SELECT pg_advisory_lock($1)', [id])
            await client.query('RESET lock_timeout')
            await client.query('SELECT pg_advisory_lock($1)', [other])
            await client.query('UPDATE t SET a = 1 WHERE id = $1', [other])
          } finally {
            await client.end()
          }
        }
      `,
      errors: [{ messageId: 'unbounded', line: 9, column: 11, endLine: 9, endColumn: 63 }],
    },
    {
      name: 'TypeORM: a query runner without a bound',
      code: ts`
        import { DataSource } from 'typeorm'
        const source = new DataSource({ type: 'postgres', url: process.env.DATABASE_URL, extra: { max: 5 } })
        export async function f(id: number) {
          const runner = source.createQueryRunner()
          await runner.connect()
          await runner.startTransaction()
          try {
            await runner.query('SELECT pg_advisory_xact_lock($1)', [id])
            await runner.query('UPDATE t SET a = 1 WHERE id = $1', [id])
            await runner.commitTransaction()
          } catch (e) {
            await runner.rollbackTransaction()
            throw e
          } finally {
            await runner.release()
          }
        }
      `,
      errors: [{ messageId: 'unbounded', line: 8, column: 11, endLine: 8, endColumn: 65 }],
    },
    {
      name: 'Sequelize: none',
      code: ts`
        import { Sequelize } from 'sequelize'
        const sequelize = new Sequelize(process.env.DATABASE_URL!, { pool: { max: 5 } })
        export async function f(id: number) {
          await sequelize.transaction(async (transaction) => {
            await sequelize.query('SELECT pg_advisory_xact_lock($1)', { bind: [id], transaction })
            await sequelize.query('UPDATE t SET a = 1 WHERE id = $1', { bind: [id], transaction })
          })
        }
      `,
      errors: [{ messageId: 'unbounded', line: 5, column: 11, endLine: 5, endColumn: 91 }],
    },
    {
      name: 'Slonik: switched off',
      code: ts`
        import { createPool, sql } from 'slonik'
        const pool = await createPool(process.env.DATABASE_URL!, { statementTimeout: 'DISABLE_TIMEOUT' })
        export async function move(id: number) {
          await pool.transaction(async (tx) => {
            await tx.any(sql.unsafe\`select pg_advisory_xact_lock(\${id})\`)
            await tx.query(sql.unsafe\`update t set x = 1 where id = \${id}\`)
          })
        }
      `,
      errors: [{ messageId: 'unbounded', line: 5, column: 11, endLine: 5, endColumn: 66 }],
    },
    {
      name: 'TypeORM: an injected data source',
      code: ts`
        import { Injectable } from '@nestjs/common'
        import { DataSource } from 'typeorm'
        @Injectable()
        export class Ledger {
          constructor(private readonly dataSource: DataSource) {}
          async post(accountId: number) {
            await this.dataSource.transaction(async (manager) => {
              await manager.query('SELECT pg_advisory_xact_lock($1)', [accountId])
              await manager.query('INSERT INTO entries (account_id) VALUES ($1)', [accountId])
            })
          }
        }
      `,
      errors: [{ messageId: 'unbounded', line: 8, column: 13, endLine: 8, endColumn: 75 }],
    },
    {
      name: 'an address from another module is no bound',
      code: ts`
        import { Pool } from 'pg'
        import { env } from './env'
        const pool = new Pool({ connectionString: env.DATABASE_URL, ssl: env.SSL })
        export async function f(id: number) {
          const client = await pool.connect()
          try {
            await client.query('BEGIN')
            await client.query('SELECT pg_advisory_xact_lock($1)', [id])
            await client.query('UPDATE t SET a = 1 WHERE id = $1', [id])
            await client.query('COMMIT')
          } catch (e) {
            await client.query('ROLLBACK')
            throw e
          } finally {
            client.release()
          }
        }
      `,
      errors: [{ messageId: 'unbounded', line: 8, column: 11, endLine: 8, endColumn: 65 }],
    },
    {
      name: 'of two callers of a helper one sets no bound',
      code: ts`
        import { Pool, type PoolClient } from 'pg'
        const pool = new Pool()
        async function lockSite(client: PoolClient, id: number) {
          await client.query('SELECT pg_advisory_xact_lock($1)', [id])
        }
        export async function bounded(id: number) {
          const client = await pool.connect()
          try {
            await client.query('BEGIN')
            await client.query("SET LOCAL lock_timeout = '1s'")
            await lockSite(client, id)
            await client.query('UPDATE t SET a = 1 WHERE id = $1', [id])
            await client.query('COMMIT')
          } catch (e) {
            await client.query('ROLLBACK')
            throw e
          } finally {
            client.release()
          }
        }
        export async function unbounded(id: number) {
          const client = await pool.connect()
          try {
            await client.query('BEGIN')
            await lockSite(client, id)
            await client.query('UPDATE t SET a = 1 WHERE id = $1', [id])
            await client.query('COMMIT')
          } catch (e) {
            await client.query('ROLLBACK')
            throw e
          } finally {
            client.release()
          }
        }
      `,
      errors: [{ messageId: 'unbounded', line: 25, column: 11, endLine: 25, endColumn: 31 }],
    },
    {
      name: 'a session lock on a client that the caller lends',
      code: ts`
        import type { PoolClient } from 'pg'
        export async function withLock<T>(client: PoolClient, key: bigint, fn: () => Promise<T>) {
          await client.query('SELECT pg_advisory_lock($1)', [key])
          try {
            return await fn()
          } finally {
            await client.query('SELECT pg_advisory_unlock($1)', [key])
          }
        }
      `,
      errors: [{ messageId: 'unbounded', line: 3, column: 9, endLine: 3, endColumn: 59 }],
    },
    {
      name: "timeouts that don't bound a wait for a lock",
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool({
          idle_in_transaction_session_timeout: 5000,
          connectionTimeoutMillis: 3000,
          idleTimeoutMillis: 1000,
        })
        export async function f(id: number) {
          const client = await pool.connect()
          try {
            await client.query('BEGIN')
            await client.query('SELECT pg_advisory_xact_lock($1)', [id])
            await client.query('UPDATE t SET a = 1 WHERE id = $1', [id])
            await client.query('COMMIT')
          } catch (e) {
            await client.query('ROLLBACK')
            throw e
          } finally {
            client.release()
          }
        }
      `,
      errors: [{ messageId: 'unbounded', line: 11, column: 11, endLine: 11, endColumn: 65 }],
    },
    {
      name: 'MikroORM: a transaction without a bound',
      code: ts`
        import { MikroORM } from '@mikro-orm/postgresql'
        export async function f(orm: MikroORM, id: number) {
          await orm.em.transactional(async (em) => {
            await em.execute('select pg_advisory_xact_lock(?)', [id])
            await em.execute('update t set a = 1 where id = ?', [id])
          })
        }
      `,
      errors: [{ messageId: 'unbounded', line: 4, column: 11, endLine: 4, endColumn: 62 }],
    },
    {
      name: 'SET on the pool reaches another connection',
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool()
        export async function f(id: number) {
          await pool.query("SET lock_timeout = '5s'")
          const client = await pool.connect()
          try {
            await client.query('BEGIN')
            await client.query('SELECT pg_advisory_xact_lock($1)', [id])
            await client.query('UPDATE t SET a = 1 WHERE id = $1', [id])
            await client.query('COMMIT')
          } catch (e) {
            await client.query('ROLLBACK')
            throw e
          } finally {
            client.release()
          }
        }
      `,
      errors: [{ messageId: 'unbounded', line: 8, column: 11, endLine: 8, endColumn: 65 }],
    },
    {
      name: 'Kysely: SET LOCAL on a connection without a transaction',
      code: ts`
        import { Kysely, PostgresDialect, sql } from 'kysely'
        import { Pool } from 'pg'
        const db = new Kysely<any>({ dialect: new PostgresDialect({ pool: new Pool() }) })
        export async function f(id: number) {
          await db.connection().execute(async (conn) => {
            await sql\`set local lock_timeout = '5s'\`.execute(conn)
            await sql\`select pg_advisory_lock(\${id})\`.execute(conn)
            try {
              await conn.updateTable('t').set({ a: 1 }).execute()
            } finally {
              await sql\`select pg_advisory_unlock(\${id})\`.execute(conn)
            }
          })
        }
      `,
      errors: [{ messageId: 'localOutsideTransaction', line: 7, column: 11, endLine: 7, endColumn: 60 }],
    },
    {
      name: 'only in production',
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool()
        export async function f(id: number) {
          const client = await pool.connect()
          try {
            await client.query('BEGIN')
            if (process.env.NODE_ENV === 'production') await client.query("SET LOCAL lock_timeout = '1s'")
            await client.query('SELECT pg_advisory_xact_lock($1)', [id])
            await client.query('UPDATE t SET a = 1 WHERE id = $1', [id])
            await client.query('COMMIT')
          } catch (e) {
            await client.query('ROLLBACK')
            throw e
          } finally {
            client.release()
          }
        }
      `,
      errors: [{ messageId: 'unbounded', line: 8, column: 11, endLine: 8, endColumn: 65 }],
    },
    {
      name: 'SET LOCAL of another timeout',
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool()
        export async function f(id: number) {
          const client = await pool.connect()
          try {
            await client.query('BEGIN')
            await client.query("SET LOCAL idle_in_transaction_session_timeout = '20s'")
            await client.query('SELECT pg_advisory_xact_lock($1)', [id])
            await client.query('UPDATE t SET a = 1 WHERE id = $1', [id])
            await client.query('COMMIT')
          } catch (e) {
            await client.query('ROLLBACK')
            throw e
          } finally {
            client.release()
          }
        }
      `,
      errors: [{ messageId: 'unbounded', line: 8, column: 11, endLine: 8, endColumn: 65 }],
    },
    {
      name: 'SET LOCAL to 0',
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool()
        export async function f(id: number) {
          const client = await pool.connect()
          try {
            await client.query('BEGIN')
            await client.query('SET LOCAL lock_timeout = 0')
            await client.query('SELECT pg_advisory_xact_lock($1)', [id])
            await client.query('UPDATE t SET a = 1 WHERE id = $1', [id])
            await client.query('COMMIT')
          } catch (e) {
            await client.query('ROLLBACK')
            throw e
          } finally {
            client.release()
          }
        }
      `,
      errors: [{ messageId: 'unbounded', line: 8, column: 11, endLine: 8, endColumn: 65 }],
    },
    {
      name: 'a bound that is undefined',
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool({ lock_timeout: undefined, max: 3 })
        export async function f(id: number) {
          const client = await pool.connect()
          try {
            await client.query('BEGIN')

            await client.query('SELECT pg_advisory_xact_lock($1)', [id])
            await client.query('UPDATE t SET a = 1 WHERE id = $1', [id])
            await client.query('COMMIT')
          } catch (e) {
            await client.query('ROLLBACK')
            throw e
          } finally {
            client.release()
          }
        }
      `,
      errors: [{ messageId: 'unbounded', line: 8, column: 11, endLine: 8, endColumn: 65 }],
    },
    {
      name: 'SHOW sets nothing',
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool()
        export async function f(id: number) {
          const client = await pool.connect()
          try {
            await client.query('BEGIN')
            await client.query('SHOW lock_timeout')
            await client.query('SELECT pg_advisory_xact_lock($1)', [id])
            await client.query('UPDATE t SET a = 1 WHERE id = $1', [id])
            await client.query('COMMIT')
          } catch (e) {
            await client.query('ROLLBACK')
            throw e
          } finally {
            client.release()
          }
        }
      `,
      errors: [{ messageId: 'unbounded', line: 8, column: 11, endLine: 8, endColumn: 65 }],
    },
    {
      name: 'TypeORM: SET LOCAL before the transaction',
      code: ts`
        import { DataSource } from 'typeorm'
        const source = new DataSource({ type: 'postgres' })
        export async function f(id: number) {
          const runner = source.createQueryRunner()
          await runner.connect()
          try {
            await runner.query("SET LOCAL lock_timeout = '2s'")
            await runner.startTransaction()
            await runner.query('SELECT pg_advisory_xact_lock($1)', [id])
            await runner.query('UPDATE t SET a = 1 WHERE id = $1', [id])
            await runner.commitTransaction()
          } catch (e) {
            await runner.rollbackTransaction()
            throw e
          } finally {
            await runner.release()
          }
        }
      `,
      errors: [{ messageId: 'localOutsideTransaction', line: 9, column: 11, endLine: 9, endColumn: 65 }],
    },
    {
      name: 'Kysely: a controlled transaction without a bound',
      code: ts`
        import { Kysely, sql } from 'kysely'
        export async function f(db: Kysely<any>, id: number) {
          const trx = await db.startTransaction().execute()
          try {
            await sql\`select pg_advisory_xact_lock(\${id})\`.execute(trx)
            await trx.updateTable('t').set({ a: 1 }).execute()
            await trx.commit().execute()
          } catch (e) {
            await trx.rollback().execute()
            throw e
          }
        }
      `,
      errors: [{ messageId: 'unbounded', line: 5, column: 11, endLine: 5, endColumn: 64 }],
    },
    {
      name: 'a pool with an address from a configuration service',
      code: ts`
        import { Pool } from 'pg'
        import type { ConfigService } from '@nestjs/config'
        export class Store {
          private readonly pool: Pool
          constructor(config: ConfigService) {
            this.pool = new Pool({ connectionString: config.get('DATABASE_URL') })
          }
          async f(id: number) {
            const client = await this.pool.connect()
            try {
              await client.query('BEGIN')
              await client.query('SELECT pg_advisory_xact_lock($1)', [id])
              await client.query('UPDATE t SET a = 1 WHERE id = $1', [id])
              await client.query('COMMIT')
            } catch (e) {
              await client.query('ROLLBACK')
              throw e
            } finally {
              client.release()
            }
          }
        }
      `,
      errors: [{ messageId: 'unbounded', line: 12, column: 13, endLine: 12, endColumn: 67 }],
    },
    {
      name: 'Prisma: an injected service',
      code: ts`
        import { Injectable } from '@nestjs/common'
        import { PrismaService } from './prisma.service'
        @Injectable()
        export class Orders {
          constructor(private readonly prisma: PrismaService) {}
          async settle(id: number) {
            await this.prisma.$transaction(async (tx) => {
              await tx.$executeRaw\`SELECT pg_advisory_xact_lock(\${id})\`
              await tx.order.update({ where: { id }, data: {} })
            })
          }
        }
      `,
      errors: [{ messageId: 'budget', line: 8, column: 13, endLine: 8, endColumn: 64 }],
    },
    {
      name: 'a shared lock waits, too',
      code: ts`
        import postgres from 'postgres'
        const sql = postgres()
        export async function f(id: number) {
          await sql.begin(async (tx) => {
            await tx\`select pg_advisory_xact_lock_shared(\${id})\`
            await tx\`insert into reads (id) values (\${id})\`
          })
        }
      `,
      errors: [{ messageId: 'unbounded', line: 5, column: 11, endLine: 5, endColumn: 57 }],
    },
    {
      name: 'Prisma: a class that extends the client',
      code: ts`
        import { PrismaClient } from '@prisma/client'
        class Db extends PrismaClient {
          async settle(id: number) {
            await this.$transaction(async (tx) => {
              await tx.$executeRaw\`SELECT pg_advisory_xact_lock(\${id})\`
              await tx.order.update({ where: { id }, data: {} })
            })
          }
        }
        export const db = new Db()
      `,
      errors: [{ messageId: 'budget', line: 5, column: 13, endLine: 5, endColumn: 64 }],
    },
  ],
})
