import rule from '../../rules/require-unlock.ts'
import { assertionOptions, tester, ts } from './tester.ts'

tester.run('require-unlock', rule, {
  assertionOptions,
  valid: [
    {
      name: 'an entry in a collection between the lock and the try',
      code: ts`
        import type { PoolClient } from 'pg'
        interface Entry { readonly lost: Set<() => void> }
        export async function hold(client: PoolClient, entry: Entry, key: number, work: () => Promise<void>) {
          await client.query('SELECT pg_advisory_lock($1)', [key])
          const notify = () => console.warn('lost')
          entry.lost.add(notify)
          try {
            await work()
          } finally {
            entry.lost.delete(notify)
            await client.query('SELECT pg_advisory_unlock($1)', [key])
          }
        }
      `,
    },
    {
      name: 'an expectation fails only where no lock was got',
      code: ts`
        import { Client } from 'pg'
        import { expect } from 'vitest'

        async function tryAcquire(id: number) {
          const client = new Client()
          const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS locked', [id])
          if (!rows[0].locked) {
            await client.end()
            return null
          }
          return {
            release: async () => {
              await client.query('SELECT pg_advisory_unlock($1)', [id])
              await client.end()
            },
          }
        }

        export async function test(id: number) {
          const lock = await tryAcquire(id)
          expect(lock).not.toBeNull()
          await lock?.release()
        }
      `,
    },
    {
      name: 'a client that a test library makes up',
      code: ts`
        import { vi } from 'vitest'

        export async function test(id: number) {
          const client = { query: vi.fn().mockResolvedValue({ rows: [] }), release: vi.fn() }
          await client.query('SELECT pg_advisory_lock($1)', [id])
          if (id > 1) return
          await client.query('SELECT pg_advisory_unlock($1)', [id])
        }
      `,
    },
    {
      name: 'a pool that a test library makes up, by functions of the test',
      code: ts`
        import { vi } from 'vitest'

        const makePool = () => ({
          connect: vi.fn(async () => ({
            query: vi.fn(async (text: string) => ({ rows: [{ locked: text.includes('pg_try_advisory_lock') }] })),
            release: vi.fn(),
          })),
        })

        export async function test(id: number) {
          const client = await makePool().connect()
          const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS locked', [id])
          if (!rows[0].locked) return
          await client.query('SELECT pg_advisory_unlock($1)', [id])
          client.release()
        }
      `,
    },
    {
      name: 'the transaction of a handle that may be missing is rolled back where something was sent',
      code: ts`
        import { getConnection, rollback } from './db'

        export async function run(id: number) {
          for (let attempt = 1; attempt < 3; attempt++) {
            let conn
            try {
              conn = await getConnection()
              await conn.query('BEGIN')
              await conn.query('SELECT pg_advisory_xact_lock($1)', [id])
              await conn.query('UPDATE t SET a = 1 WHERE id = $1', [id])
              await conn.query('COMMIT')
              return
            } catch (error) {
              if (conn) await conn.query('ROLLBACK')
            }
          }
        }
      `,
    },
    {
      name: 'a loop over keys, and one over the same that unlocks them',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function close(client: PoolClient, accountIds: number[]) {
          try {
            for (const id of accountIds) await client.query('SELECT pg_advisory_lock($1)', [id])
            await client.query('UPDATE accounts SET closed = true WHERE id = ANY($1)', [accountIds])
          } finally {
            for (const id of accountIds.toReversed()) await client.query('SELECT pg_advisory_unlock($1)', [id])
          }
        }
      `,
    },
    {
      name: 'a logger of another module, named or typed as one, between lock and try',
      code: ts`
        import { Pool } from 'pg'
        import { logger, type Logger } from './logger.js'

        const pool = new Pool()

        export class Settler {
          constructor(private readonly log: Logger) {}

          async settle(accountId: number) {
            const client = await pool.connect()
            await client.query('SELECT pg_advisory_lock($1)', [accountId])
            logger.info('locked')
            this.log.warn('locked')
            try {
              await client.query('UPDATE accounts SET settled = true WHERE id = $1', [accountId])
            } finally {
              await client.query('SELECT pg_advisory_unlock($1)', [accountId])
              client.release()
            }
          }
        }
      `,
    },
    {
      name: 'ended: unlock in finally (pg)',
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool()

        export async function f(id: number) {
          const client = await pool.connect()
          try {
            await client.query('SELECT pg_advisory_lock($1)', [id])
            try {
              await client.query('UPDATE t SET a = 1 WHERE id = $1', [id])
            } finally {
              await client.query('SELECT pg_advisory_unlock($1)', [id])
            }
          } finally {
            client.release()
          }
        }
      `,
    },
    {
      name: 'ended: unlock in finally (postgres.js)',
      code: ts`
        import postgres from 'postgres'
        const sql = postgres()

        export async function f(id: number) {
          const reserved = await sql.reserve()
          try {
            await reserved\`SELECT pg_advisory_lock(\${id})\`
            await reserved\`UPDATE t SET a = 1 WHERE id = \${id}\`
          } finally {
            await reserved\`SELECT pg_advisory_unlock(\${id})\`
            reserved.release()
          }
        }
      `,
    },
    {
      name: 'ended: unlock in finally (kysely)',
      code: ts`
        import { type Kysely, sql } from 'kysely'

        export async function f(db: Kysely<unknown>, id: number) {
          await db.connection().execute(async (connection) => {
            await sql\`select pg_advisory_lock(\${id})\`.execute(connection)
            try {
              await sql\`update t set a = 1 where id = \${id}\`.execute(connection)
            } finally {
              await sql\`select pg_advisory_unlock(\${id})\`.execute(connection)
            }
          })
        }
      `,
    },
    {
      name: 'ended: unlock in finally (typeorm)',
      code: ts`
        import type { DataSource } from 'typeorm'

        export async function f(dataSource: DataSource, id: number) {
          const runner = dataSource.createQueryRunner()
          await runner.connect()
          try {
            await runner.query('SELECT pg_advisory_lock($1)', [id])
            await runner.query('UPDATE t SET a = 1 WHERE id = $1', [id])
          } finally {
            await runner.query('SELECT pg_advisory_unlock($1)', [id])
            await runner.release()
          }
        }
      `,
    },
    {
      name: 'ended: unlock in finally (pg-promise)',
      code: ts`
        import pgPromise from 'pg-promise'
        const db = pgPromise()('postgres://localhost/app')

        export const f = (id: number) =>
          db.task(async (task) => {
            await task.any('SELECT pg_advisory_lock($1)', id)
            try {
              await task.none('UPDATE t SET a = 1 WHERE id = $1', id)
            } finally {
              await task.one('SELECT pg_advisory_unlock($1)', id)
            }
          })
      `,
    },
    {
      name: 'ended: unlock in finally (knex, a connection of its own)',
      code: ts`
        import knex from 'knex'
        const db = knex({ client: 'pg' })

        export async function f(id: number) {
          const connection = await db.client.acquireConnection()
          try {
            await db.raw('SELECT pg_advisory_lock(?)', [id]).connection(connection)
            await db('t').where({ id }).update({ a: 1 }).connection(connection)
          } finally {
            await db.raw('SELECT pg_advisory_unlock(?)', [id]).connection(connection)
            await db.client.releaseConnection(connection)
          }
        }
      `,
    },
    {
      name: 'ended: pg_advisory_unlock_all()',
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool()

        export async function f(id: number) {
          const client = await pool.connect()
          try {
            await client.query('SELECT pg_advisory_lock($1)', [id])
            await client.query('UPDATE t SET a = 1 WHERE id = $1', [id])
          } finally {
            await client.query('SELECT pg_advisory_unlock_all()')
            client.release()
          }
        }
      `,
    },
    {
      name: 'ended: DISCARD ALL',
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool()

        export async function f(id: number) {
          const client = await pool.connect()
          try {
            await client.query('SELECT pg_advisory_lock($1)', [id])
            await client.query('UPDATE t SET a = 1 WHERE id = $1', [id])
          } finally {
            await client.query('DISCARD ALL')
            client.release()
          }
        }
      `,
    },
    {
      name: 'ended: client.end()',
      code: ts`
        import { Client } from 'pg'

        export async function f(id: number) {
          const client = new Client()
          await client.connect()
          try {
            await client.query('SELECT pg_advisory_lock($1)', [id])
            await client.query('UPDATE t SET a = 1 WHERE id = $1', [id])
          } finally {
            await client.end()
          }
        }
      `,
    },
    {
      name: 'ended: client.release(true)',
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool()

        export async function f(id: number) {
          const client = await pool.connect()
          try {
            await client.query('SELECT pg_advisory_lock($1)', [id])
            await client.query('UPDATE t SET a = 1 WHERE id = $1', [id])
          } finally {
            client.release(true)
          }
        }
      `,
    },
    {
      name: 'ended: client.release(error) after a failure',
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool()

        export async function f(id: number) {
          const client = await pool.connect()
          try {
            await client.query('SELECT pg_advisory_lock($1)', [id])
            await client.query('UPDATE t SET a = 1 WHERE id = $1', [id])
            await client.query('SELECT pg_advisory_unlock($1)', [id])
          } catch (error) {
            client.release(error as Error)
            throw error
          }
          client.release()
        }
      `,
    },
    {
      name: 'ended: sql.end() of postgres.js',
      code: ts`
        import postgres from 'postgres'

        export async function f(id: number) {
          const sql = postgres({ max: 1 })
          try {
            await sql\`SELECT pg_advisory_lock(\${id})\`
            await sql\`UPDATE t SET a = 1 WHERE id = \${id}\`
          } finally {
            await sql.end()
          }
        }
      `,
    },
    {
      name: 'ended: slonik resets each connection that goes back',
      code: ts`
        import { createPool, sql } from 'slonik'

        export async function f(id: number) {
          const pool = await createPool('postgres://localhost/app')
          await pool.connect(async (connection) => {
            await connection.any(sql.unsafe\`SELECT pg_advisory_lock(\${id})\`)
            await connection.query(sql.unsafe\`UPDATE t SET a = 1 WHERE id = \${id}\`)
          })
        }
      `,
    },
    {
      name: 'ended: process.exit()',
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool()

        export async function main(id: number) {
          const client = await pool.connect()
          await client.query('SELECT pg_advisory_lock($1)', [id])
          try {
            await client.query('UPDATE t SET a = 1 WHERE id = $1', [id])
            process.exit(0)
          } catch {
            process.exit(1)
          }
        }
      `,
    },
    {
      name: 'ended: the transaction ends an xact lock',
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
          } catch (error) {
            await client.query('ROLLBACK')
            throw error
          } finally {
            client.release()
          }
        }
      `,
    },
    {
      name: 'ended: one unlock for each hold',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function f(client: PoolClient, id: number) {
          await client.query('SELECT pg_advisory_lock($1)', [id])
          try {
            await client.query('SELECT pg_advisory_lock($1)', [id])
            try {
              await client.query('UPDATE t SET a = 1 WHERE id = $1', [id])
            } finally {
              await client.query('SELECT pg_advisory_unlock($1)', [id])
            }
          } finally {
            await client.query('SELECT pg_advisory_unlock($1)', [id])
          }
        }
      `,
    },
    {
      name: 'ended: locked and unlocked in each turn of a loop',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function f(client: PoolClient, ids: number[]) {
          for (const id of ids) {
            await client.query('SELECT pg_advisory_lock($1)', [id])
            try {
              await client.query('UPDATE t SET a = 1 WHERE id = $1', [id])
            } finally {
              await client.query('SELECT pg_advisory_unlock($1)', [id])
            }
          }
        }
      `,
    },
    {
      name: 'ended: a ROLLBACK on the holder before the unlock is no throw',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function f(client: PoolClient, id: number) {
          await client.query('SELECT pg_advisory_lock($1)', [id])
          try {
            await client.query('BEGIN')
            await client.query('UPDATE t SET a = 1 WHERE id = $1', [id])
            await client.query('COMMIT')
          } catch (error) {
            await client.query('ROLLBACK')
            throw error
          } finally {
            await client.query('SELECT pg_advisory_unlock($1)', [id])
          }
        }
      `,
    },
    {
      name: 'ended: by a helper of the file in finally',
      code: ts`
        import { Pool, type PoolClient } from 'pg'
        const pool = new Pool()

        async function giveBack(client: PoolClient, id: number) {
          await client.query('SELECT pg_advisory_unlock($1)', [id])
          client.release()
        }

        export async function f(id: number) {
          const client = await pool.connect()
          await client.query('SELECT pg_advisory_lock($1)', [id])
          try {
            await client.query('UPDATE t SET a = 1 WHERE id = $1', [id])
          } finally {
            await giveBack(client, id)
          }
        }
      `,
    },
    {
      name: 'ended: promise.finally()',
      code: ts`
        import type { PoolClient } from 'pg'

        export function f(client: PoolClient, id: number) {
          return client
            .query('SELECT pg_advisory_lock($1)', [id])
            .then(() =>
              client
                .query('UPDATE t SET a = 1 WHERE id = $1', [id])
                .finally(() => client.query('SELECT pg_advisory_unlock($1)', [id])),
            )
        }
      `,
    },
    {
      name: 'handed on: the client is returned',
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool()

        export async function lockedClient(id: number) {
          const client = await pool.connect()
          try {
            await client.query('SELECT pg_advisory_lock($1)', [id])
            return client
          } catch (error) {
            client.release(true)
            throw error
          }
        }
      `,
    },
    {
      name: 'handed on: an unlock closure is returned',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function lockFor(client: PoolClient, id: number) {
          await client.query('SELECT pg_advisory_lock($1)', [id])
          return () => client.query('SELECT pg_advisory_unlock($1)', [id])
        }
      `,
    },
    {
      name: 'handed on: a disposer object is returned',
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool()

        export async function lockFor(id: number) {
          const client = await pool.connect()
          await client.query('SELECT pg_advisory_lock($1)', [id])
          return {
            async [Symbol.asyncDispose]() {
              await client.query('SELECT pg_advisory_unlock($1)', [id])
              client.release()
            },
          }
        }
      `,
    },
    {
      name: 'handed on: stored in a field of a class with a release method',
      code: ts`
        import { Pool, type PoolClient } from 'pg'

        export class Holder {
          private client: PoolClient | undefined
          constructor(private readonly pool: Pool) {}

          async begin(id: number) {
            const client = await this.pool.connect()
            await client.query('SELECT pg_advisory_lock($1)', [id])
            this.client = client
          }

          async dispose() {
            this.client?.release(true)
          }
        }
      `,
    },
    {
      name: 'handed on: put in a Map',
      code: ts`
        import { Pool, type PoolClient } from 'pg'
        const pool = new Pool()
        const holders = new Map<number, PoolClient>()

        export async function hold(id: number) {
          const client = await pool.connect()
          await client.query('SELECT pg_advisory_lock($1)', [id])
          holders.set(id, client)
        }
      `,
    },
    {
      name: 'handed on: an unlock closure is pushed to a list',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function hold(client: PoolClient, ids: number[], cleanups: (() => Promise<unknown>)[]) {
          for (const id of ids) {
            await client.query('SELECT pg_advisory_lock($1)', [id])
            cleanups.push(() => client.query('SELECT pg_advisory_unlock($1)', [id]))
          }
        }
      `,
    },
    {
      name: "handed on: the release handle is called in the caller's finally",
      code: ts`
        import { Pool, type PoolClient } from 'pg'
        const pool = new Pool()

        async function lockFor(client: PoolClient, id: number) {
          await client.query('SELECT pg_advisory_lock($1)', [id])
          return () => client.query('SELECT pg_advisory_unlock($1)', [id])
        }

        export async function f(id: number) {
          const client = await pool.connect()
          try {
            const unlock = await lockFor(client, id)
            try {
              await client.query('UPDATE t SET a = 1 WHERE id = $1', [id])
            } finally {
              await unlock()
            }
          } finally {
            client.release()
          }
        }
      `,
    },
    {
      name: 'await using: the scope disposes of the lock',
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool()

        async function lockFor(id: number) {
          const client = await pool.connect()
          await client.query('SELECT pg_advisory_lock($1)', [id])
          return {
            client,
            async [Symbol.asyncDispose]() {
              await client.query('SELECT pg_advisory_unlock($1)', [id])
              client.release()
            },
          }
        }

        export async function f(id: number) {
          await using held = await lockFor(id)
          await held.client.query('UPDATE t SET a = 1 WHERE id = $1', [id])
        }
      `,
    },
    {
      name: 'counterpart: methods acquire and release of one class',
      code: ts`
        import type { PoolClient } from 'pg'

        export class JobLock {
          constructor(
            private readonly client: PoolClient,
            private readonly id: number,
          ) {}

          async acquire() {
            await this.client.query('SELECT pg_advisory_lock($1)', [this.id])
          }

          async release() {
            await this.client.query('SELECT pg_advisory_unlock($1)', [this.id])
          }
        }
      `,
    },
    {
      name: "counterpart: the duty is the callers' also when a method forgets",
      code: ts`
        import type { PoolClient } from 'pg'

        export class JobLock {
          constructor(
            private readonly client: PoolClient,
            private readonly id: number,
          ) {}

          async acquire() {
            await this.client.query('SELECT pg_advisory_lock($1)', [this.id])
          }

          async release() {
            await this.client.query('SELECT pg_advisory_unlock($1)', [this.id])
          }

          async touch() {
            await this.acquire()
            await this.client.query('UPDATE t SET a = 1 WHERE id = $1', [this.id])
            await this.release()
          }
        }
      `,
    },
    {
      name: 'counterpart: functions lock and unlock of one module',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function lockTenant(client: PoolClient, id: number) {
          await client.query('SELECT pg_advisory_lock($1)', [id])
        }

        export async function unlockTenant(client: PoolClient, id: number) {
          await client.query('SELECT pg_advisory_unlock($1)', [id])
        }
      `,
    },
    {
      name: 'leader: a dedicated client keeps the lock for the life of the process',
      code: ts`
        import { Client } from 'pg'

        export async function lead(work: () => Promise<void>) {
          const client = new Client()
          await client.connect()
          await client.query("SELECT pg_advisory_lock(hashtext('scheduler'))")
          setInterval(() => void work(), 60_000)
        }
      `,
    },
    {
      name: 'guard: a handle remembers that it was released',
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool()
        async function tryTake(key: number) {
          const client = await pool.connect()
          const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS got', [key])
          if (!rows[0].got) {
            client.release()
            return null
          }
          let released = false
          return {
            release: async () => {
              if (released) return
              released = true
              try {
                await client.query('SELECT pg_advisory_unlock($1)', [key])
              } catch (error) {
                client.release(true)
                throw error
              }
              client.release()
            },
          }
        }
        export async function f(id: number, work: () => Promise<void>) {
          const lock = await tryTake(id)
          if (!lock) return
          try {
            await work()
          } finally {
            await lock.release()
            await lock.release()
          }
        }
      `,
    },
    {
      name: 'guard: a handle for each turn of a loop remembers it',
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool()
        async function tryTake(key: number) {
          const client = await pool.connect()
          const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS got', [key])
          if (!rows[0].got) {
            client.release()
            return null
          }
          let released = false
          return {
            release: async () => {
              if (released) return
              released = true
              try {
                await client.query('SELECT pg_advisory_unlock($1)', [key])
              } catch (error) {
                client.release(true)
                throw error
              }
              client.release()
            },
          }
        }
        export async function f(ids: number[], work: () => Promise<void>) {
          for (const id of ids) {
            const lock = await tryTake(id)
            if (!lock) continue
            try {
              await work()
            } finally {
              await lock.release()
            }
          }
        }
      `,
    },
    {
      name: 'guard: two handles of one helper, each remembers its own',
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool()
        async function tryTake(key: number) {
          const client = await pool.connect()
          const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS got', [key])
          if (!rows[0].got) {
            client.release()
            return null
          }
          let released = false
          return {
            release: async () => {
              if (released) return
              released = true
              try {
                await client.query('SELECT pg_advisory_unlock($1)', [key])
              } catch (error) {
                client.release(true)
                throw error
              }
              client.release()
            },
          }
        }
        export async function f(a: number, b: number, work: () => Promise<void>) {
          const first = await tryTake(a)
          if (!first) return
          try {
            const second = await tryTake(b)
            if (!second) return
            try {
              await work()
            } finally {
              await second.release()
            }
          } finally {
            await first.release()
          }
        }
      `,
    },
    {
      name: 'guard: a boolean flag guards the release',
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool()

        export async function f(id: number) {
          const client = await pool.connect()
          let locked = false
          try {
            await client.query('SELECT pg_advisory_lock($1)', [id])
            locked = true
            await client.query('UPDATE t SET a = 1 WHERE id = $1', [id])
          } finally {
            if (locked) await client.query('SELECT pg_advisory_unlock($1)', [id])
            client.release()
          }
        }
      `,
    },
    {
      name: 'guard: the try result guards the release',
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool()

        export async function f(id: number) {
          const client = await pool.connect()
          let got = false
          try {
            const { rows } = await client.query<{ got: boolean }>('SELECT pg_try_advisory_lock($1) AS got', [id])
            got = rows[0]?.got ?? false
            if (got) await client.query('UPDATE t SET a = 1 WHERE id = $1', [id])
          } finally {
            if (got) await client.query('SELECT pg_advisory_unlock($1)', [id])
            client.release()
          }
        }
      `,
    },
    {
      name: 'no throw before the try: declarations, literals, Date.now(), console, a logger',
      code: ts`
        import type { PoolClient } from 'pg'
        import pino from 'pino'
        const logger = pino()

        export async function f(client: PoolClient, id: number) {
          await client.query('SELECT pg_advisory_lock($1)', [id])
          const started = Date.now()
          const seen: number[] = []
          let tries = 0
          console.log('locked', id)
          logger.info({ id }, 'locked')
          try {
            await client.query('UPDATE t SET a = 1 WHERE id = $1', [id])
            seen.push(started, tries++)
          } finally {
            await client.query('SELECT pg_advisory_unlock($1)', [id])
          }
        }
      `,
    },
    {
      name: 'lent: a helper locks the client of its caller',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function takeSeat(client: PoolClient, id: number) {
          await client.query('SELECT pg_advisory_lock($1)', [id])
          await client.query('UPDATE seats SET taken = true WHERE id = $1', [id])
        }
      `,
    },
    {
      name: "lent: the caller's transaction is the caller's to end",
      code: ts`
        import type { PoolClient } from 'pg'

        export async function f(client: PoolClient, id: number) {
          try {
            const { rows } = await client.query('SELECT pg_try_advisory_xact_lock($1) AS got', [id])
            if (!rows[0].got) return
            await client.query('UPDATE t SET a = 1 WHERE id = $1', [id])
          } finally {
            client.release()
          }
        }
      `,
    },
    {
      name: "who speaks: an unlock of another key is matching-unlock's subject",
      code: ts`
        import type { PoolClient } from 'pg'

        export async function f(client: PoolClient, id: number) {
          await client.query('SELECT pg_advisory_lock(7, $1)', [id])
          try {
            await client.query('UPDATE t SET a = 1 WHERE id = $1', [id])
          } finally {
            await client.query('SELECT pg_advisory_unlock(8, $1)', [id])
          }
        }
      `,
    },
    {
      name: "who speaks: an unlock in another mode is matching-unlock's subject",
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool()

        export async function f(id: number) {
          const client = await pool.connect()
          await client.query('SELECT pg_advisory_lock_shared($1)', [id])
          try {
            await client.query('UPDATE t SET a = 1 WHERE id = $1', [id])
          } finally {
            await client.query('SELECT pg_advisory_unlock($1)', [id])
            client.release()
          }
        }
      `,
    },
    {
      name: "who speaks: lock and unlock through a pool are require-dedicated-connection's subject",
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool()

        export async function f(id: number) {
          await pool.query('SELECT pg_advisory_lock($1)', [id])
          await pool.query('UPDATE t SET a = 1 WHERE id = $1', [id])
          await pool.query('SELECT pg_advisory_unlock($1)', [id])
        }
      `,
    },
    {
      name: 'unknown: an unresolved callee receives the client and no end follows',
      code: ts`
        import { Pool } from 'pg'
        import { finish } from './finish'
        const pool = new Pool()

        export async function f(id: number) {
          const client = await pool.connect()
          await client.query('SELECT pg_advisory_lock($1)', [id])
          await finish(client)
        }
      `,
    },
    {
      name: "unknown: a hole stands where the function's name would be",
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool()

        export async function f(id: number, name: string) {
          const client = await pool.connect()
          await client.query('SELECT pg_advisory_lock($1)', [id])
          await client.query(\`SELECT \${name}($1)\`, [id])
          client.release()
        }
      `,
    },
    {
      name: 'unknown: generators are not run in place',
      code: ts`
        import type { PoolClient } from 'pg'

        async function* pages(client: PoolClient, id: number) {
          await client.query('SELECT pg_advisory_lock($1)', [id])
          try {
            yield await client.query('SELECT * FROM t WHERE id = $1', [id])
          } finally {
            await client.query('SELECT pg_advisory_unlock($1)', [id])
          }
        }

        export const first = async (client: PoolClient) => (await pages(client, 1).next()).value
      `,
    },
    {
      name: 'no lock: the words in a comment and in another string',
      code: ts`
        // pg_advisory_lock(1) is explained in the handbook
        export const hint = 'run SELECT pg_advisory_lock(1) in psql'
      `,
    },
    {
      name: 'using: a disposer that destroys the session',
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool()

        async function lockedClient(id: number) {
          const client = await pool.connect()
          try {
            await client.query('SELECT pg_advisory_lock($1)', [id])
          } catch (error) {
            client.release(true)
            throw error
          }
          return { client, [Symbol.dispose]: () => client.release(true) }
        }

        export async function f(id: number) {
          using held = await lockedClient(id)
          await held.client.query('UPDATE t SET a = 1 WHERE id = $1', [id])
        }
      `,
    },
    {
      name: "who speaks: taken and let go under different conditions is matching-unlock's subject",
      code: ts`
        import type { PoolClient } from 'pg'

        export async function f(client: PoolClient, id: number, exclusive: boolean, dryRun: boolean) {
          if (exclusive) await client.query('SELECT pg_advisory_lock($1)', [id])
          try {
            await client.query('UPDATE t SET a = 1 WHERE id = $1', [id])
          } finally {
            if (!dryRun) await client.query('SELECT pg_advisory_unlock($1)', [id])
          }
        }
      `,
    },
    {
      name: "who speaks: an unlock sent to the pool of the client is matching-unlock's subject",
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool()

        export async function f(id: number) {
          const client = await pool.connect()
          try {
            await client.query('SELECT pg_advisory_lock($1)', [id])
            await client.query('UPDATE t SET a = 1 WHERE id = $1', [id])
          } finally {
            await pool.query('SELECT pg_advisory_unlock($1)', [id])
            client.release()
          }
        }
      `,
    },
    {
      name: "who speaks: an unlock that an aborted transaction refuses is no-unlock-in-transaction's subject",
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool()

        export async function f(id: number) {
          const client = await pool.connect()
          try {
            await client.query('BEGIN')
            await client.query('SELECT pg_advisory_lock($1)', [id])
            try {
              await client.query('UPDATE t SET a = 1 WHERE id = $1', [id])
              await client.query('COMMIT')
            } catch (error) {
              await client.query('SELECT pg_advisory_unlock($1)', [id])
              await client.query('ROLLBACK')
              throw error
            }
            await client.query('SELECT pg_advisory_unlock($1)', [id])
          } finally {
            client.release()
          }
        }
      `,
    },
    {
      name: "who speaks: an acquisition beside a sibling that may reject is no-abandoned-acquisition's subject",
      code: ts`
        import type { PoolClient } from 'pg'
        import { loadRules } from './rules'

        export async function f(client: PoolClient, id: number) {
          const [, rules] = await Promise.all([client.query('SELECT pg_advisory_lock($1)', [id]), loadRules()])
          try {
            await client.query('UPDATE t SET a = $2 WHERE id = $1', [id, rules.points])
          } finally {
            await client.query('SELECT pg_advisory_unlock($1)', [id])
          }
        }
      `,
    },
    {
      name: "who speaks: an acquisition in a race is no-abandoned-acquisition's subject",
      code: ts`
        import { setTimeout as sleep } from 'node:timers/promises'
        import type { PoolClient } from 'pg'

        export async function f(client: PoolClient, id: number) {
          const won = await Promise.race([
            client.query('SELECT pg_advisory_lock($1)', [id]).then(() => true),
            sleep(1000).then(() => false),
          ])
          if (!won) return
          try {
            await client.query('UPDATE t SET a = 1 WHERE id = $1', [id])
          } finally {
            await client.query('SELECT pg_advisory_unlock($1)', [id])
          }
        }
      `,
    },
    {
      name: 'a client of which nothing is known may unlock when it is released',
      code: ts`
        import { takeClient } from '../database'

        export async function f(id: number) {
          const client = await takeClient()
          await client.query('SELECT pg_advisory_lock($1)', [id])
          await client.query('UPDATE t SET a = 1 WHERE id = $1', [id])
          client.release()
        }
      `,
    },
    {
      name: 'connections: a named client that is destroyed',
      code: ts`
        import { takeClient } from '../database'

        export async function f(id: number) {
          const client = await takeClient()
          await client.query('SELECT pg_advisory_lock($1)', [id])
          client.release(true)
        }
      `,
      settings: { 'pg-advisory-lock': { connections: { client: ['client'] } } },
    },
    {
      name: 'connections: a named client whose unlock is handed on',
      code: ts`
        import { takeClient } from '../database'

        export async function f(id: number) {
          const client = await takeClient()
          await client.query('SELECT pg_advisory_lock($1)', [id])
          return () => client.query('SELECT pg_advisory_unlock($1)', [id])
        }
      `,
      settings: { 'pg-advisory-lock': { connections: { client: ['takeClient()'] } } },
    },
  ],
  invalid: [
    {
      name: 'an exported function that the file itself calls only with a constant',
      code: ts`
        import type { Pool } from 'pg'

        export async function tick(pool: Pool, dry: boolean, walletId: number) {
          if (dry) return
          const client = await pool.connect()
          await client.query('SELECT pg_advisory_lock($1)', [walletId])
          client.release()
        }

        export const rehearse = (pool: Pool) => tick(pool, true, 1)
      `,
      errors: [{ messageId: 'returnedToPool', line: 6, column: 9, endLine: 6, endColumn: 64 }],
    },
    {
      name: 'a default that a spread may override',
      code: ts`
        import type { Pool } from 'pg'

        const DEFAULTS = { apiKey: '', size: 10 }

        async function tick(pool: Pool, config: { apiKey: string; size: number }) {
          if (!config.apiKey) return
          const client = await pool.connect()
          await client.query('SELECT pg_advisory_lock($1)', [config.size])
          client.release()
        }

        export const start = (pool: Pool, given: Partial<typeof DEFAULTS>) => tick(pool, { ...DEFAULTS, ...given })
      `,
      errors: [{ messageId: 'returnedToPool', line: 8, column: 9, endLine: 8, endColumn: 67 }],
    },
    {
      name: 'pg: the unlock is skipped when a query throws',
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool()

        export async function closeAccount(accountId: number) {
          const client = await pool.connect()
          try {
            await client.query('SELECT pg_advisory_lock($1)', [accountId])
            await client.query('UPDATE accounts SET closed = true WHERE id = $1', [accountId])
            await client.query('SELECT pg_advisory_unlock($1)', [accountId])
          } finally {
            client.release()
          }
        }
      `,
      errors: [
        {
          messageId: 'heldOnThrow',
          data: { key: 'accountId', thrower: '`client.query()` (line 8)', unlock: 'line 9' },
          line: 7,
          column: 11,
          endLine: 7,
          endColumn: 67,
          suggestions: [
            {
              messageId: 'moveIntoFinally',
              output: ts`
                  import { Pool } from 'pg'
                  const pool = new Pool()

                  export async function closeAccount(accountId: number) {
                    const client = await pool.connect()
                    try {
                      await client.query('SELECT pg_advisory_lock($1)', [accountId])
                      try {
                        await client.query('UPDATE accounts SET closed = true WHERE id = $1', [accountId])
                      } finally {
                        await client.query('SELECT pg_advisory_unlock($1)', [accountId])
                      }
                    } finally {
                      client.release()
                    }
                  }
                `,
            },
          ],
        },
      ],
    },
    {
      name: 'pg: the first call that can throw is named, not the last',
      code: ts`
        import { Client } from 'pg'
        import { render } from './render'

        export async function publish(client: Client, pageId: number) {
          await client.query('SELECT pg_advisory_lock(4102, $1)', [pageId])
          const started = Date.now()
          const html = render(pageId)
          await client.query('UPDATE pages SET html = $1 WHERE id = $2', [html, pageId])
          await client.query('SELECT pg_advisory_unlock(4102, $1)', [pageId])
          return Date.now() - started
        }
      `,
      errors: [
        {
          messageId: 'heldOnThrow',
          data: { key: '(4102, pageId)', thrower: '`render()` (line 7)', unlock: 'line 9' },
          line: 5,
          column: 9,
          endLine: 5,
          endColumn: 68,
        },
      ],
    },
    {
      name: 'pg: a throw statement between acquisition and unlock',
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool()

        export async function refund(orderId: number, amount: number) {
          const client = await pool.connect()
          await client.query('select pg_advisory_lock($1)', [orderId])
          if (amount <= 0) throw new RangeError('nothing to refund')
          try {
            await client.query('UPDATE orders SET refunded = $1 WHERE id = $2', [amount, orderId])
          } finally {
            await client.query('select pg_advisory_unlock($1)', [orderId])
            client.release()
          }
        }
      `,
      errors: [
        {
          messageId: 'heldOnThrow',
          data: { key: 'orderId', thrower: 'line 7', unlock: 'line 11' },
          line: 6,
          column: 9,
          endLine: 6,
          endColumn: 63,
        },
      ],
    },
    {
      name: 'pg: an await between the acquisition and its try',
      code: ts`
        import { Pool } from 'pg'
        import { loadRules } from './rules'
        const pool = new Pool()

        export async function score(playerId: number) {
          const client = await pool.connect()
          await client.query('select pg_advisory_lock($1)', [playerId])
          const rules = await loadRules()
          try {
            await client.query('UPDATE players SET score = $1 WHERE id = $2', [rules.points, playerId])
          } finally {
            await client.query('select pg_advisory_unlock($1)', [playerId])
            client.release()
          }
        }
      `,
      errors: [
        {
          messageId: 'heldOnThrow',
          line: 7,
          column: 9,
          endLine: 7,
          endColumn: 64,
        },
      ],
    },
    {
      name: 'in a finally, another awaited call before the unlock may throw',
      code: ts`
        import { Pool } from 'pg'
        import { metrics } from './metrics'
        const pool = new Pool()

        export async function recount(shelfId: number) {
          const client = await pool.connect()
          await client.query('select pg_advisory_lock($1)', [shelfId])
          try {
            await client.query('UPDATE shelves SET counted = now() WHERE id = $1', [shelfId])
          } finally {
            await metrics.flush()
            await client.query('select pg_advisory_unlock($1)', [shelfId])
            client.release()
          }
        }
      `,
      errors: [
        {
          messageId: 'heldOnThrow',
          data: { key: 'shelfId', thrower: '`metrics.flush()` (line 11)', unlock: 'line 12' },
          line: 7,
          column: 9,
          endLine: 7,
          endColumn: 63,
        },
      ],
    },
    {
      name: 'a catch that unlocks but leaves the normal path without',
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool()

        export async function archive(folderId: number) {
          const client = await pool.connect()
          await client.query('select pg_advisory_lock($1)', [folderId])
          try {
            await client.query('UPDATE folders SET archived = true WHERE id = $1', [folderId])
          } catch (error) {
            await client.query('select pg_advisory_unlock($1)', [folderId])
            client.release(true)
            throw error
          }
          client.release()
        }
      `,
      errors: [
        {
          messageId: 'heldOnReturn',
          line: 6,
          column: 9,
          endLine: 6,
          endColumn: 64,
        },
      ],
    },
    {
      name: 'postgres.js: a reserved connection',
      code: ts`
        import postgres from 'postgres'
        const sql = postgres()

        export async function rebuild(siteId: number) {
          const reserved = await sql.reserve()
          await reserved\`SELECT pg_advisory_lock(\${siteId})\`
          await reserved\`DELETE FROM search WHERE site_id = \${siteId}\`
          await reserved\`SELECT pg_advisory_unlock(\${siteId})\`
          reserved.release()
        }
      `,
      errors: [
        {
          messageId: 'heldOnThrow',
          line: 6,
          column: 9,
          endLine: 6,
          endColumn: 53,
          suggestions: [
            {
              messageId: 'moveIntoFinally',
              output: ts`
                  import postgres from 'postgres'
                  const sql = postgres()

                  export async function rebuild(siteId: number) {
                    const reserved = await sql.reserve()
                    await reserved\`SELECT pg_advisory_lock(\${siteId})\`
                    try {
                      await reserved\`DELETE FROM search WHERE site_id = \${siteId}\`
                    } finally {
                      await reserved\`SELECT pg_advisory_unlock(\${siteId})\`
                    }
                    reserved.release()
                  }
                `,
            },
          ],
        },
      ],
    },
    {
      name: 'typeorm: a query runner',
      code: ts`
        import { DataSource } from 'typeorm'
        const dataSource = new DataSource({ type: 'postgres' })

        export async function balance(ledgerId: number) {
          const runner = dataSource.createQueryRunner()
          await runner.query('SELECT pg_advisory_lock($1)', [ledgerId])
          await runner.query('UPDATE ledgers SET balanced = true WHERE id = $1', [ledgerId])
          await runner.query('SELECT pg_advisory_unlock($1)', [ledgerId])
          await runner.release()
        }
      `,
      errors: [
        {
          messageId: 'heldOnThrow',
          line: 6,
          column: 9,
          endLine: 6,
          endColumn: 64,
          suggestions: [
            {
              messageId: 'moveIntoFinally',
              output: ts`
                  import { DataSource } from 'typeorm'
                  const dataSource = new DataSource({ type: 'postgres' })

                  export async function balance(ledgerId: number) {
                    const runner = dataSource.createQueryRunner()
                    await runner.query('SELECT pg_advisory_lock($1)', [ledgerId])
                    try {
                      await runner.query('UPDATE ledgers SET balanced = true WHERE id = $1', [ledgerId])
                    } finally {
                      await runner.query('SELECT pg_advisory_unlock($1)', [ledgerId])
                    }
                    await runner.release()
                  }
                `,
            },
          ],
        },
      ],
    },
    {
      name: 'kysely: a pinned connection',
      code: ts`
        import { Kysely, sql } from 'kysely'
        import type { Database } from './database'

        export async function seal(db: Kysely<Database>, chapterId: number) {
          await db.connection().execute(async (connection) => {
            await sql\`select pg_advisory_lock(\${chapterId})\`.execute(connection)
            await connection.updateTable('chapters').set({ sealed: true }).where('id', '=', chapterId).execute()
            await sql\`select pg_advisory_unlock(\${chapterId})\`.execute(connection)
          })
        }
      `,
      errors: [
        {
          messageId: 'heldOnThrow',
          line: 6,
          column: 11,
          endLine: 6,
          endColumn: 73,
          suggestions: [
            {
              messageId: 'moveIntoFinally',
              output: ts`
                  import { Kysely, sql } from 'kysely'
                  import type { Database } from './database'

                  export async function seal(db: Kysely<Database>, chapterId: number) {
                    await db.connection().execute(async (connection) => {
                      await sql\`select pg_advisory_lock(\${chapterId})\`.execute(connection)
                      try {
                        await connection.updateTable('chapters').set({ sealed: true }).where('id', '=', chapterId).execute()
                      } finally {
                        await sql\`select pg_advisory_unlock(\${chapterId})\`.execute(connection)
                      }
                    })
                  }
                `,
            },
          ],
        },
      ],
    },
    {
      name: 'pg-promise: a task',
      code: ts`
        import pgPromise from 'pg-promise'
        const db = pgPromise()('postgres://localhost/app')

        export async function settle(invoiceId: number) {
          await db.task(async (task) => {
            await task.any('SELECT pg_advisory_lock($1)', [invoiceId])
            await task.none('UPDATE invoices SET settled = true WHERE id = $1', [invoiceId])
            await task.any('SELECT pg_advisory_unlock($1)', [invoiceId])
          })
        }
      `,
      errors: [
        {
          messageId: 'heldOnThrow',
          line: 6,
          column: 11,
          endLine: 6,
          endColumn: 63,
          suggestions: [
            {
              messageId: 'moveIntoFinally',
              output: ts`
                  import pgPromise from 'pg-promise'
                  const db = pgPromise()('postgres://localhost/app')

                  export async function settle(invoiceId: number) {
                    await db.task(async (task) => {
                      await task.any('SELECT pg_advisory_lock($1)', [invoiceId])
                      try {
                        await task.none('UPDATE invoices SET settled = true WHERE id = $1', [invoiceId])
                      } finally {
                        await task.any('SELECT pg_advisory_unlock($1)', [invoiceId])
                      }
                    })
                  }
                `,
            },
          ],
        },
      ],
    },
    {
      name: 'heldOnReturn: an early return',
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool()

        export async function ship(parcelId: number) {
          const client = await pool.connect()
          try {
            await client.query('SELECT pg_advisory_lock($1)', [parcelId])
            const { rows } = await client.query('SELECT state FROM parcels WHERE id = $1', [parcelId]).catch(() => ({ rows: [] }))
            if (rows.length === 0) return false
            await client.query('SELECT pg_advisory_unlock($1)', [parcelId])
            return true
          } finally {
            client.release()
          }
        }
      `,
      errors: [
        {
          messageId: 'heldOnReturn',
          data: { key: 'parcelId', line: '9', unlock: 'line 10' },
          line: 7,
          column: 11,
          endLine: 7,
          endColumn: 66,
          suggestions: [
            {
              messageId: 'moveIntoFinally',
              output: ts`
                  import { Pool } from 'pg'
                  const pool = new Pool()

                  export async function ship(parcelId: number) {
                    const client = await pool.connect()
                    try {
                      await client.query('SELECT pg_advisory_lock($1)', [parcelId])
                      try {
                        const { rows } = await client.query('SELECT state FROM parcels WHERE id = $1', [parcelId]).catch(() => ({ rows: [] }))
                        if (rows.length === 0) return false
                      } finally {
                        await client.query('SELECT pg_advisory_unlock($1)', [parcelId])
                      }
                      return true
                    } finally {
                      client.release()
                    }
                  }
                `,
            },
          ],
        },
      ],
    },
    {
      name: 'heldOnReturn: a break leaves the loop that unlocks',
      code: ts`
        import type { ReservedSql } from 'postgres'

        export async function drain(sql: ReservedSql, queues: number[]) {
          for (const queue of queues) {
            await sql\`SELECT pg_advisory_lock(\${queue})\`
            try {
              const [job] = await sql\`DELETE FROM jobs WHERE queue = \${queue} RETURNING id\`
              if (!job) break
              await sql\`SELECT pg_advisory_unlock(\${queue})\`
            } catch {
              await sql\`SELECT pg_advisory_unlock(\${queue})\`
            }
          }
        }
      `,
      errors: [
        {
          messageId: 'heldOnReturn',
          data: { key: 'queue', line: '14', unlock: 'line 9' },
          line: 5,
          column: 11,
          endLine: 5,
          endColumn: 49,
        },
      ],
    },
    {
      name: 'heldOnReturn: the unlock stands under another condition',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function renumber(client: PoolClient, listId: number, dryRun: boolean) {
          await client.query('SELECT pg_advisory_lock($1)', [listId])
          try {
            await client.query('UPDATE items SET position = position + 1 WHERE list_id = $1', [listId])
          } finally {
            if (!dryRun) await client.query('SELECT pg_advisory_unlock($1)', [listId])
          }
        }
      `,
      errors: [
        {
          messageId: 'heldOnReturn',
          data: { key: 'listId', line: '10', unlock: 'line 8' },
          line: 4,
          column: 9,
          endLine: 4,
          endColumn: 62,
        },
      ],
    },
    {
      name: 'returnedToPool: a plain release() without an unlock',
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool()

        export async function reindex(shopId: number) {
          const client = await pool.connect()
          try {
            await client.query('SELECT pg_advisory_lock(hashtext($1))', [\`shop:\${shopId}\`])
            await client.query('UPDATE shops SET indexed = now() WHERE id = $1', [shopId])
          } finally {
            client.release()
          }
        }
      `,
      errors: [
        {
          messageId: 'returnedToPool',
          data: { key: 'hashtext(`shop:${shopId}`)', line: '10' },
          line: 7,
          column: 11,
          endLine: 7,
          endColumn: 84,
        },
      ],
    },
    {
      name: 'returnedToPool: pg with callbacks',
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool()

        export function touch(deviceId: number, done: (error?: Error) => void) {
          pool.connect((error, client, release) => {
            if (error) return done(error)
            client.query('SELECT pg_advisory_lock($1)', [deviceId], (failed) => {
              release()
              done(failed)
            })
          })
        }
      `,
      errors: [
        {
          messageId: 'returnedToPool',
          line: 7,
          column: 5,
          endLine: 10,
          endColumn: 7,
        },
      ],
    },
    {
      name: 'returnedToPool: ROLLBACK keeps a session lock',
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool()

        export async function preview(draftId: number) {
          const client = await pool.connect()
          try {
            await client.query('BEGIN')
            await client.query('SELECT pg_advisory_lock($1)', [draftId])
            await client.query('UPDATE drafts SET shown = true WHERE id = $1', [draftId])
          } finally {
            await client.query('ROLLBACK')
            client.release()
          }
        }
      `,
      errors: [
        {
          messageId: 'returnedToPool',
          line: 8,
          column: 11,
          endLine: 8,
          endColumn: 65,
        },
      ],
    },
    {
      name: 'returnedToPool: RESET ALL does not unlock',
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool()

        export async function refresh(viewId: number) {
          const client = await pool.connect()
          try {
            await client.query('SELECT pg_advisory_lock($1)', [viewId])
            await client.query('UPDATE views SET fresh = true WHERE id = $1', [viewId])
            await client.query('RESET ALL')
          } finally {
            client.release()
          }
        }
      `,
      errors: [
        {
          messageId: 'returnedToPool',
          line: 7,
          column: 11,
          endLine: 7,
          endColumn: 64,
        },
      ],
    },
    {
      name: 'returnedToPool: an interactive transaction of prisma ends',
      code: ts`
        import { PrismaClient } from '@prisma/client'
        const prisma = new PrismaClient()

        export async function rename(teamId: number, name: string) {
          await prisma.$transaction(async (tx) => {
            await tx.$executeRaw\`SELECT pg_advisory_lock(\${teamId})\`
            await tx.team.update({ where: { id: teamId }, data: { name } })
          })
        }
      `,
      errors: [
        {
          messageId: 'returnedToPool',
          data: { key: 'teamId', line: '5' },
          line: 6,
          column: 11,
          endLine: 6,
          endColumn: 61,
        },
      ],
    },
    {
      name: 'returnedToPool: a transaction of drizzle ends',
      code: ts`
        import { sql } from 'drizzle-orm'
        import { drizzle } from 'drizzle-orm/node-postgres'
        import { seats } from './schema'
        const db = drizzle(process.env.DATABASE_URL!)

        export async function reserve(hallId: number) {
          await db.transaction(async (tx) => {
            await tx.execute(sql\`select pg_advisory_lock(\${hallId})\`)
            await tx.insert(seats).values({ hallId })
          })
        }
      `,
      errors: [
        {
          messageId: 'returnedToPool',
          line: 8,
          column: 11,
          endLine: 8,
          endColumn: 62,
        },
      ],
    },
    {
      name: 'returnedToPool: a transaction of sequelize ends',
      code: ts`
        import { Sequelize } from 'sequelize'
        const sequelize = new Sequelize('postgres://localhost/app')

        export async function enrol(courseId: number) {
          await sequelize.transaction(async (transaction) => {
            await sequelize.query('SELECT pg_advisory_lock(:courseId)', { replacements: { courseId }, transaction })
            await sequelize.query('UPDATE courses SET seats = seats - 1 WHERE id = :courseId', { replacements: { courseId }, transaction })
          })
        }
      `,
      errors: [
        {
          messageId: 'returnedToPool',
          line: 6,
          column: 11,
          endLine: 6,
          endColumn: 109,
        },
      ],
    },
    {
      name: 'returnedToPool: a transaction of knex ends',
      code: ts`
        import knex from 'knex'
        const db = knex({ client: 'pg' })

        export async function bump(counterId: number) {
          await db.transaction(async (trx) => {
            await trx.raw('SELECT pg_advisory_lock(?)', [counterId])
            await trx('counters').where({ id: counterId }).increment('value', 1)
          })
        }
      `,
      errors: [
        {
          messageId: 'returnedToPool',
          line: 6,
          column: 11,
          endLine: 6,
          endColumn: 61,
        },
      ],
    },
    {
      name: "returnedToPool: kysely's connection() ends",
      code: ts`
        import { Kysely, PostgresDialect, sql } from 'kysely'
        import { Pool } from 'pg'
        const db = new Kysely({ dialect: new PostgresDialect({ pool: new Pool() }) })

        export async function merge(branchId: number) {
          await db.connection().execute(async (connection) => {
            await sql\`select pg_advisory_lock(\${branchId})\`.execute(connection)
            await sql\`update branches set merged = true where id = \${branchId}\`.execute(connection)
          })
        }
      `,
      errors: [
        {
          messageId: 'returnedToPool',
          line: 7,
          column: 11,
          endLine: 7,
          endColumn: 72,
        },
      ],
    },
    {
      name: 'returnedToPool: the queryRunner of typeorm is released',
      code: ts`
        import type { DataSource } from 'typeorm'

        export async function merge(dataSource: DataSource, branchId: number) {
          const runner = dataSource.createQueryRunner()
          try {
            await runner.query('SELECT pg_advisory_lock($1)', [branchId])
            await runner.query('UPDATE branches SET merged = true WHERE id = $1', [branchId])
          } finally {
            await runner.release()
          }
        }
      `,
      errors: [
        {
          messageId: 'returnedToPool',
          line: 6,
          column: 11,
          endLine: 6,
          endColumn: 66,
        },
      ],
    },
    {
      name: 'neverUnlocked: a lock on a pool that nothing unlocks',
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool()

        export async function warm(cacheId: number) {
          await pool.query('SELECT pg_advisory_lock($1)', [cacheId])
          await pool.query('UPDATE caches SET warm = true WHERE id = $1', [cacheId])
        }
      `,
      errors: [
        {
          messageId: 'neverUnlocked',
          data: { key: 'cacheId' },
          line: 5,
          column: 9,
          endLine: 5,
          endColumn: 61,
        },
      ],
    },
    {
      name: 'neverUnlocked: prisma without a transaction',
      code: ts`
        import { PrismaClient } from '@prisma/client'
        const prisma = new PrismaClient()

        export async function invite(teamId: number, email: string) {
          await prisma.$executeRaw\`SELECT pg_advisory_lock(\${teamId})\`
          await prisma.invitation.create({ data: { teamId, email } })
        }
      `,
      errors: [
        {
          messageId: 'neverUnlocked',
          line: 5,
          column: 9,
          endLine: 5,
          endColumn: 63,
        },
      ],
    },
    {
      name: 'neverUnlocked: a checked-out client that is dropped',
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool()

        export async function seal(boxId: number) {
          const client = await pool.connect()
          await client.query('SELECT pg_advisory_lock($1)', [boxId])
          await client.query('UPDATE boxes SET sealed = true WHERE id = $1', [boxId])
        }
      `,
      errors: [
        {
          messageId: 'neverUnlocked',
          line: 6,
          column: 9,
          endLine: 6,
          endColumn: 61,
        },
      ],
    },
    {
      name: 'stacked: each turn of the loop takes the lock again',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function retry(client: PoolClient, jobId: number) {
          try {
            for (let attempt = 0; attempt < 3; attempt++) {
              await client.query('SELECT pg_advisory_lock($1)', [jobId])
              const { rowCount } = await client.query('UPDATE jobs SET tried = tried + 1 WHERE id = $1', [jobId])
              if (rowCount === 1) break
            }
          } finally {
            await client.query('SELECT pg_advisory_unlock($1)', [jobId])
          }
        }
      `,
      errors: [
        {
          messageId: 'stacked',
          data: { key: 'jobId', unlock: 'line 11' },
          line: 6,
          column: 13,
          endLine: 6,
          endColumn: 65,
        },
      ],
    },
    {
      name: 'stacked: a retry after an error locks again',
      code: ts`
        import type { QueryRunner } from 'typeorm'

        export async function sync(runner: QueryRunner, feedId: number) {
          for (;;) {
            await runner.query('SELECT pg_advisory_lock($1)', [feedId])
            try {
              await runner.query('UPDATE feeds SET synced = now() WHERE id = $1', [feedId])
              await runner.query('SELECT pg_advisory_unlock($1)', [feedId])
              return
            } catch (error) {
              console.warn(error)
            }
          }
        }
      `,
      errors: [
        {
          messageId: 'stacked',
          line: 5,
          column: 11,
          endLine: 5,
          endColumn: 64,
        },
      ],
    },
    {
      name: 'transactionLeftOpen: the loser gives the client back inside its transaction',
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool()

        export async function tick(jobId: number) {
          const client = await pool.connect()
          try {
            await client.query('BEGIN')
            const { rows } = await client.query('SELECT pg_try_advisory_xact_lock($1) AS got', [jobId])
            if (!rows[0].got) return
            await client.query('UPDATE jobs SET ran = now() WHERE id = $1', [jobId])
            await client.query('COMMIT')
          } catch (error) {
            await client.query('ROLLBACK')
            throw error
          } finally {
            client.release()
          }
        }
      `,
      errors: [
        {
          messageId: 'transactionLeftOpen',
          data: { key: 'jobId', line: '16' },
          line: 8,
          column: 28,
          endLine: 8,
          endColumn: 96,
        },
      ],
    },
    {
      name: 'transactionLeftOpen: a throw skips COMMIT and nothing rolls back',
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool()

        export async function credit(walletId: number) {
          const client = await pool.connect()
          try {
            await client.query('BEGIN')
            await client.query('SELECT pg_advisory_xact_lock($1)', [walletId])
            await client.query('UPDATE wallets SET points = points + 1 WHERE id = $1', [walletId])
            await client.query('COMMIT')
          } finally {
            client.release()
          }
        }
      `,
      errors: [
        {
          messageId: 'transactionLeftOpen',
          line: 8,
          column: 11,
          endLine: 8,
          endColumn: 71,
        },
      ],
    },
    {
      name: 'transactionLeftOpen: a query runner',
      code: ts`
        import type { DataSource } from 'typeorm'

        export async function credit(dataSource: DataSource, walletId: number) {
          const runner = dataSource.createQueryRunner()
          await runner.startTransaction()
          try {
            await runner.query('SELECT pg_advisory_xact_lock($1)', [walletId])
            await runner.query('UPDATE wallets SET points = points + 1 WHERE id = $1', [walletId])
            await runner.commitTransaction()
          } finally {
            await runner.release()
          }
        }
      `,
      errors: [
        {
          messageId: 'transactionLeftOpen',
          line: 7,
          column: 11,
          endLine: 7,
          endColumn: 71,
        },
      ],
    },
    {
      name: 'a release handle is dropped: the caller is to blame',
      code: ts`
        import { Pool, type PoolClient } from 'pg'
        const pool = new Pool()

        async function lockTenant(client: PoolClient, tenantId: number) {
          await client.query('SELECT pg_advisory_lock($1)', [tenantId])
          return async () => {
            await client.query('SELECT pg_advisory_unlock($1)', [tenantId])
          }
        }

        export async function report(tenantId: number) {
          const client = await pool.connect()
          const unlock = await lockTenant(client, tenantId)
          await client.query('UPDATE tenants SET reported = now() WHERE id = $1', [tenantId])
          await unlock()
          client.release()
        }
      `,
      errors: [
        {
          messageId: 'heldOnThrow',
          line: 13,
          column: 24,
          endLine: 13,
          endColumn: 52,
        },
      ],
    },
    {
      name: 'two helpers: the caller that skips the second one',
      code: ts`
        import { Pool, type PoolClient } from 'pg'
        const pool = new Pool()

        const enter = (client: PoolClient, roomId: number) => client.query('SELECT pg_advisory_lock($1)', [roomId])
        const leave = (client: PoolClient, roomId: number) => client.query('SELECT pg_advisory_unlock($1)', [roomId])

        export async function clean(roomId: number) {
          const client = await pool.connect()
          await enter(client, roomId)
          await client.query('UPDATE rooms SET cleaned = now() WHERE id = $1', [roomId])
          await leave(client, roomId)
          client.release()
        }
      `,
      errors: [
        {
          messageId: 'heldOnThrow',
          line: 9,
          column: 9,
          endLine: 9,
          endColumn: 30,
        },
      ],
    },
    {
      name: 'a session try-lock that was got',
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool()

        export async function poll(inboxId: number) {
          const client = await pool.connect()
          try {
            const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS got', [inboxId])
            if (!rows[0].got) return
            await client.query('UPDATE inboxes SET polled = now() WHERE id = $1', [inboxId])
            await client.query('SELECT pg_advisory_unlock($1)', [inboxId])
          } finally {
            client.release()
          }
        }
      `,
      errors: [
        {
          messageId: 'heldOnThrow',
          line: 7,
          column: 28,
          endLine: 7,
          endColumn: 93,
          suggestions: [
            {
              messageId: 'moveIntoFinally',
              output: ts`
                  import { Pool } from 'pg'
                  const pool = new Pool()

                  export async function poll(inboxId: number) {
                    const client = await pool.connect()
                    try {
                      const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS got', [inboxId])
                      if (!rows[0].got) return
                      try {
                        await client.query('UPDATE inboxes SET polled = now() WHERE id = $1', [inboxId])
                      } finally {
                        await client.query('SELECT pg_advisory_unlock($1)', [inboxId])
                      }
                    } finally {
                      client.release()
                    }
                  }
                `,
            },
          ],
        },
      ],
    },
    {
      name: 'a shared lock counts like an exclusive one',
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool()

        export async function read(bookId: number) {
          const client = await pool.connect()
          await client.query('SELECT pg_advisory_lock_shared($1)', [bookId])
          const { rows } = await client.query('SELECT * FROM pages WHERE book_id = $1', [bookId])
          await client.query('SELECT pg_advisory_unlock_shared($1)', [bookId])
          client.release()
          return rows
        }
      `,
      errors: [
        {
          messageId: 'heldOnThrow',
          line: 6,
          column: 9,
          endLine: 6,
          endColumn: 69,
        },
      ],
    },
    {
      name: 'the unlock in a then is skipped when the work rejects',
      code: ts`
        import type { PoolClient } from 'pg'

        export function stamp(client: PoolClient, cardId: number) {
          return client
            .query('SELECT pg_advisory_lock($1)', [cardId])
            .then(() => client.query('UPDATE cards SET stamped = true WHERE id = $1', [cardId]))
            .then(() => client.query('SELECT pg_advisory_unlock($1)', [cardId]))
        }
      `,
      errors: [
        {
          messageId: 'heldOnThrow',
          data: { key: 'cardId', thrower: '`client.query()` (line 6)', unlock: 'line 7' },
          line: 4,
          column: 10,
          endLine: 5,
          endColumn: 52,
        },
      ],
    },
    {
      name: 'no suggestion where a name would leave its scope',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function next(client: PoolClient, seriesId: number) {
          await client.query('SELECT pg_advisory_lock($1)', [seriesId])
          const { rows } = await client.query('SELECT max(number) AS last FROM invoices WHERE series_id = $1', [seriesId])
          await client.query('SELECT pg_advisory_unlock($1)', [seriesId])
          return rows[0].last + 1
        }
      `,
      errors: [
        {
          messageId: 'heldOnThrow',
          line: 4,
          column: 9,
          endLine: 4,
          endColumn: 64,
        },
      ],
    },
    {
      name: 'suggestion: of a try-lock, only what stands behind the guard',
      code: ts`
        import type { QueryRunner } from 'typeorm'

        export async function poll(runner: QueryRunner, inboxId: number) {
          const [{ got }] = await runner.query('SELECT pg_try_advisory_lock($1) AS got', [inboxId])
          if (!got) {
            return false
          }
          await runner.query('UPDATE inboxes SET polled = now() WHERE id = $1', [inboxId])
          await runner.query('SELECT pg_advisory_unlock($1)', [inboxId])
          return true
        }
      `,
      errors: [
        {
          messageId: 'heldOnThrow',
          line: 4,
          column: 27,
          endLine: 4,
          endColumn: 92,
          suggestions: [
            {
              messageId: 'moveIntoFinally',
              output: ts`
                  import type { QueryRunner } from 'typeorm'

                  export async function poll(runner: QueryRunner, inboxId: number) {
                    const [{ got }] = await runner.query('SELECT pg_try_advisory_lock($1) AS got', [inboxId])
                    if (!got) {
                      return false
                    }
                    try {
                      await runner.query('UPDATE inboxes SET polled = now() WHERE id = $1', [inboxId])
                    } finally {
                      await runner.query('SELECT pg_advisory_unlock($1)', [inboxId])
                    }
                    return true
                  }
                `,
            },
          ],
        },
      ],
    },
    {
      name: 'suggestion: comments, and the lines of a template, stay as they are',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function send(client: PoolClient, letterId: number, name: string) {
          await client.query('SELECT pg_advisory_lock($1)', [letterId])
          // Two lines, as the printer wants them.
          const body = \`Dear \${name},
            yours\`
          await client.query('UPDATE letters SET body = $1 WHERE id = $2', [body, letterId]) // once
          // now the next one may go
          await client.query('SELECT pg_advisory_unlock($1)', [letterId])
        }
      `,
      errors: [
        {
          messageId: 'heldOnThrow',
          line: 4,
          column: 9,
          endLine: 4,
          endColumn: 64,
          suggestions: [
            {
              messageId: 'moveIntoFinally',
              output: ts`
                  import type { PoolClient } from 'pg'

                  export async function send(client: PoolClient, letterId: number, name: string) {
                    await client.query('SELECT pg_advisory_lock($1)', [letterId])
                    // Two lines, as the printer wants them.
                    try {
                      const body = \`Dear \${name},
                      yours\`
                      await client.query('UPDATE letters SET body = $1 WHERE id = $2', [body, letterId]) // once
                      // now the next one may go
                    } finally {
                      await client.query('SELECT pg_advisory_unlock($1)', [letterId])
                    }
                  }
                `,
            },
          ],
        },
      ],
    },
    {
      name: 'two locks, each reported once at its own acquisition',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function transfer(client: PoolClient, from: number, to: number) {
          await client.query('SELECT pg_advisory_lock(1, $1)', [from])
          await client.query('SELECT pg_advisory_lock(2, $1)', [to])
          await client.query('UPDATE accounts SET moved = true WHERE id = ANY($1)', [[from, to]])
          await client.query('SELECT pg_advisory_unlock(2, $1)', [to])
          await client.query('SELECT pg_advisory_unlock(1, $1)', [from])
        }
      `,
      errors: [
        {
          messageId: 'heldOnThrow',
          line: 4,
          column: 9,
          endLine: 4,
          endColumn: 63,
          suggestions: [
            {
              messageId: 'moveIntoFinally',
              output: ts`
                  import type { PoolClient } from 'pg'

                  export async function transfer(client: PoolClient, from: number, to: number) {
                    await client.query('SELECT pg_advisory_lock(1, $1)', [from])
                    try {
                      await client.query('SELECT pg_advisory_lock(2, $1)', [to])
                      await client.query('UPDATE accounts SET moved = true WHERE id = ANY($1)', [[from, to]])
                      await client.query('SELECT pg_advisory_unlock(2, $1)', [to])
                    } finally {
                      await client.query('SELECT pg_advisory_unlock(1, $1)', [from])
                    }
                  }
                `,
            },
          ],
        },
        {
          messageId: 'heldOnThrow',
          line: 5,
          column: 9,
          endLine: 5,
          endColumn: 61,
          suggestions: [
            {
              messageId: 'moveIntoFinally',
              output: ts`
                  import type { PoolClient } from 'pg'

                  export async function transfer(client: PoolClient, from: number, to: number) {
                    await client.query('SELECT pg_advisory_lock(1, $1)', [from])
                    await client.query('SELECT pg_advisory_lock(2, $1)', [to])
                    try {
                      await client.query('UPDATE accounts SET moved = true WHERE id = ANY($1)', [[from, to]])
                    } finally {
                      await client.query('SELECT pg_advisory_unlock(2, $1)', [to])
                    }
                    await client.query('SELECT pg_advisory_unlock(1, $1)', [from])
                  }
                `,
            },
          ],
        },
      ],
    },
    {
      name: 'a receiver of unknown origin: the SQL text proves the lock',
      code: ts`
        export async function bind(session, bookId) {
          await session.run('SELECT pg_advisory_lock($1)', [bookId])
          await session.run('UPDATE books SET bound = true WHERE id = $1', [bookId])
          await session.run('SELECT pg_advisory_unlock($1)', [bookId])
        }
      `,
      errors: [
        {
          messageId: 'heldOnThrow',
          line: 2,
          column: 9,
          endLine: 2,
          endColumn: 61,
          suggestions: [
            {
              messageId: 'moveIntoFinally',
              output: ts`
                  export async function bind(session, bookId) {
                    await session.run('SELECT pg_advisory_lock($1)', [bookId])
                    try {
                      await session.run('UPDATE books SET bound = true WHERE id = $1', [bookId])
                    } finally {
                      await session.run('SELECT pg_advisory_unlock($1)', [bookId])
                    }
                  }
                `,
            },
          ],
        },
      ],
    },
    {
      name: 'no suggestion behind a pooler that lends a connection for each transaction',
      settings: { 'pg-advisory-lock': { poolMode: 'transaction' } },
      code: ts`
        import type { PoolClient } from 'pg'

        export async function bump(client: PoolClient, counterId: number) {
          await client.query('SELECT pg_advisory_lock($1)', [counterId])
          await client.query('UPDATE counters SET value = value + 1 WHERE id = $1', [counterId])
          await client.query('SELECT pg_advisory_unlock($1)', [counterId])
        }
      `,
      errors: [
        {
          messageId: 'heldOnThrow',
          line: 4,
          column: 9,
          endLine: 4,
          endColumn: 65,
        },
      ],
    },
    {
      name: 'a pair of a class is used by a function that forgets',
      code: ts`
        import type { PoolClient } from 'pg'

        export class JobLock {
          constructor(
            private readonly client: PoolClient,
            private readonly id: number,
          ) {}

          async acquire() {
            await this.client.query('SELECT pg_advisory_lock($1)', [this.id])
          }

          async release() {
            await this.client.query('SELECT pg_advisory_unlock($1)', [this.id])
          }
        }

        export async function f(client: PoolClient, id: number) {
          const lock = new JobLock(client, id)
          await lock.acquire()
          await client.query('UPDATE t SET a = 1 WHERE id = $1', [id])
          await lock.release()
        }
      `,
      errors: [
        {
          messageId: 'heldOnThrow',
          data: { key: 'id', thrower: '`client.query()` (line 21)', unlock: 'line 14' },
          line: 20,
          column: 9,
          endLine: 20,
          endColumn: 23,
        },
      ],
    },
    {
      name: 'connections: a named client goes back with the lock',
      code: ts`
        import { takeClient } from '../database'

        export async function f(id: number) {
          const client = await takeClient()
          await client.query('SELECT pg_advisory_lock($1)', [id])
          await client.query('UPDATE t SET a = 1 WHERE id = $1', [id])
          client.release()
        }
      `,
      settings: { 'pg-advisory-lock': { connections: { client: ['client'] } } },
      errors: [{ messageId: 'returnedToPool', line: 5, column: 9, endLine: 5, endColumn: 58 }],
    },
    {
      name: 'connections: the client of a named function goes back with the lock',
      code: ts`
        import { takeClient } from '../database'

        export async function f(id: number) {
          const c = await takeClient()
          await c.query('SELECT pg_advisory_lock($1)', [id])
          await c.query('UPDATE t SET a = 1 WHERE id = $1', [id])
          c.release()
        }
      `,
      settings: { 'pg-advisory-lock': { connections: { client: ['takeClient()'] } } },
      errors: [{ messageId: 'returnedToPool', line: 5, column: 9, endLine: 5, endColumn: 53 }],
    },
  ],
})
