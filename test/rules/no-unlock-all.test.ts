import rule from '../../rules/no-unlock-all.ts'
import { assertionOptions, tester, ts } from './tester.ts'

tester.run('no-unlock-all', rule, {
  assertionOptions,
  valid: [
    {
      name: 'own: a client that the function checked out (pg)',
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
      name: 'own: a client that the function opened and closes',
      code: ts`
        import { Client } from 'pg'

        export async function f(id: number) {
          const client = new Client()
          await client.connect()
          try {
            await client.query('SELECT pg_advisory_lock($1)', [id])
            await client.query('UPDATE t SET a = 1 WHERE id = $1', [id])
            await client.query('SELECT pg_advisory_unlock_all()')
          } finally {
            await client.end()
          }
        }
      `,
    },
    {
      name: 'own: a client in a field of the class',
      code: ts`
        import { Client } from 'pg'

        export class Leader {
          readonly #client = new Client()

          async resign() {
            await this.#client.query('SELECT pg_advisory_unlock_all()')
          }
        }
      `,
    },
    {
      name: 'own: a client that a class was given and keeps',
      code: ts`
        import type { PoolClient } from 'pg'

        export class Session {
          constructor(private readonly client: PoolClient) {}

          async reset() {
            await this.client.query('SELECT pg_advisory_unlock_all()')
          }
        }
      `,
    },
    {
      name: 'own: a reserved connection (postgres.js)',
      code: ts`
        import postgres from 'postgres'
        const sql = postgres()

        export async function f(id: number) {
          const reserved = await sql.reserve()
          try {
            await reserved\`SELECT pg_advisory_lock(\${id})\`
            await reserved\`UPDATE t SET a = 1 WHERE id = \${id}\`
          } finally {
            await reserved\`SELECT pg_advisory_unlock_all()\`
            reserved.release()
          }
        }
      `,
    },
    {
      name: 'own: what the driver lends for a callback (pg-promise)',
      code: ts`
        import pgPromise from 'pg-promise'
        const db = pgPromise()('postgres://localhost/app')

        export const f = (id: number) =>
          db.task(async (task) => {
            await task.any('SELECT pg_advisory_lock($1)', id)
            try {
              await task.none('UPDATE t SET a = 1 WHERE id = $1', id)
            } finally {
              await task.any('SELECT pg_advisory_unlock_all()')
            }
          })
      `,
    },
    {
      name: 'own: a helper of this file that its callers give a client which they checked out',
      code: ts`
        import { Pool, type PoolClient } from 'pg'
        const pool = new Pool()

        async function unlockAll(client: PoolClient) {
          await client.query('SELECT pg_advisory_unlock_all()')
        }

        export async function f(id: number) {
          const client = await pool.connect()
          try {
            await client.query('SELECT pg_advisory_lock($1)', [id])
            await client.query('UPDATE t SET a = 1 WHERE id = $1', [id])
          } finally {
            await unlockAll(client)
            client.release()
          }
        }
      `,
    },
    {
      name: 'own: the helper that gives the connection back was handed it for good',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function giveBack(client: PoolClient) {
          await client.query('SELECT pg_advisory_unlock_all()')
          client.release()
        }
      `,
    },
    {
      name: 'own: a pool that the function makes, uses alone and ends',
      code: ts`
        import { Pool } from 'pg'

        export async function f(id: number) {
          const pool = new Pool()
          await pool.query('SELECT pg_advisory_lock($1)', [id])
          await pool.query('UPDATE t SET a = 1 WHERE id = $1', [id])
          await pool.query('SELECT pg_advisory_unlock_all()')
          await pool.end()
        }
      `,
    },
    {
      name: 'own: a pool limited to one connection',
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool({ max: 1 })

        export async function reset() {
          await pool.query('SELECT pg_advisory_unlock_all()')
        }
      `,
    },
    {
      name: 'own: the transaction that a fork keeps (mikro-orm)',
      code: ts`
        import { MikroORM } from '@mikro-orm/postgresql'
        const orm = await MikroORM.init()

        export async function f(id: number) {
          const em = orm.em.fork()
          await em.begin()
          await em.execute('SELECT pg_advisory_lock(?)', [id])
          await em.execute('UPDATE t SET a = 1 WHERE id = ?', [id])
          await em.execute('SELECT pg_advisory_unlock_all()')
          await em.commit()
        }
      `,
    },
    {
      name: 'nothing to lose: a pool that resets each connection that goes back (slonik)',
      code: ts`
        import { createPool, sql } from 'slonik'
        const pool = await createPool('postgres://localhost/app')

        export async function reset() {
          await pool.query(sql.unsafe\`SELECT pg_advisory_unlock_all()\`)
        }
      `,
    },
    {
      name: 'one session by nature: PGlite',
      code: ts`
        import type { PGlite } from '@electric-sql/pglite'

        export async function reset(db: PGlite) {
          await db.query('SELECT pg_advisory_unlock_all()')
        }
      `,
    },
    {
      name: 'unknown origin: another module, an own interface',
      code: ts`
        import { db } from './db'

        interface Queryable {
          query(text: string): Promise<unknown>
        }

        export async function reset(session: Queryable) {
          await db.query('SELECT pg_advisory_unlock_all()')
          await session.query('SELECT pg_advisory_unlock_all()')
        }
      `,
    },
    {
      name: 'unknown origin: a union',
      code: ts`
        import type { Pool, PoolClient } from 'pg'

        export async function reset(db: Pool | PoolClient) {
          await db.query('SELECT pg_advisory_unlock_all()')
        }
      `,
    },
    {
      name: 'not run: a function that is created, and text that nobody sends',
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool()

        export const RESET = 'SELECT pg_advisory_unlock_all()'
        export async function migrate() {
          await pool.query(
            'CREATE FUNCTION reset() RETURNS void LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_advisory_unlock_all(); END $$',
          )
        }
      `,
    },
    {
      name: 'another call: the unlock of one key, on a connection of the caller',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function f(client: PoolClient, id: number) {
          await client.query('SELECT pg_advisory_unlock($1)', [id])
        }
      `,
    },
  ],
  invalid: [
    {
      name: 'pooled: pool.query (pg)',
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool()

        export async function reset() {
          await pool.query('SELECT pg_advisory_unlock_all()')
        }
      `,
      errors: [{ messageId: 'pooled', data: {}, line: 5, column: 9, endLine: 5, endColumn: 54 }],
    },
    {
      name: 'pooled: a root client (prisma)',
      code: ts`
        import { PrismaClient } from '@prisma/client'

        export class Locks {
          constructor(private readonly prisma: PrismaClient) {}

          async reset() {
            await this.prisma.$executeRaw\`SELECT pg_advisory_unlock_all()\`
          }
        }
      `,
      errors: [{ messageId: 'pooled', data: {}, line: 7, column: 11, endLine: 7, endColumn: 67 }],
    },
    {
      name: 'pooled: the template tag of a pool (postgres.js)',
      code: ts`
        import postgres from 'postgres'
        const sql = postgres()

        export const reset = () => sql\`SELECT pg_advisory_unlock_all()\`
      `,
      errors: [{ messageId: 'pooled', data: {}, line: 4, column: 28, endLine: 4, endColumn: 64 }],
    },
    {
      name: 'pooled: the data source, though a runner has the lock (typeorm)',
      code: ts`
        import type { DataSource } from 'typeorm'

        export async function f(dataSource: DataSource, id: number) {
          const runner = dataSource.createQueryRunner()
          await runner.query('SELECT pg_advisory_lock($1)', [id])
          await dataSource.query('SELECT pg_advisory_unlock_all()')
          await runner.release()
        }
      `,
      errors: [{ messageId: 'pooled', data: {}, line: 6, column: 9, endLine: 6, endColumn: 60 }],
    },
    {
      name: 'pooled: through an own layer, at the call that brings the SQL',
      code: ts`
        import { Pool } from 'pg'

        export class Database {
          constructor(private readonly pool: Pool) {}

          private run(text: string) {
            return this.pool.query(text)
          }

          async reset() {
            await this.run('SELECT pg_advisory_unlock_all()')
          }
        }
      `,
      errors: [{ messageId: 'pooled', data: {}, line: 11, column: 11, endLine: 11, endColumn: 54 }],
    },
    {
      name: 'lent: a client of the caller (pg)',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function rebuild(client: PoolClient, id: number) {
          await client.query('SELECT pg_advisory_lock($1)', [id])
          try {
            await client.query('UPDATE t SET a = 1 WHERE id = $1', [id])
          } finally {
            await client.query('SELECT pg_advisory_unlock_all()')
          }
        }
      `,
      errors: [{ messageId: 'lent', data: {}, line: 8, column: 11, endLine: 8, endColumn: 58 }],
    },
    {
      name: 'lent: a handle that may be a transaction of the caller (drizzle)',
      code: ts`
        import { sql } from 'drizzle-orm'
        import type { NodePgDatabase } from 'drizzle-orm/node-postgres'

        export async function reset(db: NodePgDatabase) {
          await db.execute(sql\`SELECT pg_advisory_unlock_all()\`)
        }
      `,
      errors: [{ messageId: 'lent', data: {}, line: 5, column: 9, endLine: 5, endColumn: 57 }],
    },
    {
      name: 'lent: a query runner of the caller (typeorm)',
      code: ts`
        import type { QueryRunner } from 'typeorm'

        export async function reset(runner: QueryRunner) {
          await runner.query('SELECT pg_advisory_unlock_all()')
        }
      `,
      errors: [{ messageId: 'lent', data: {}, line: 4, column: 9, endLine: 4, endColumn: 56 }],
    },
    {
      name: 'lent: in a statement with others',
      code: ts`
        import type { ClientBase } from 'pg'

        export async function reset(client: ClientBase) {
          await client.query('RESET ALL; SELECT pg_advisory_unlock_all()')
        }
      `,
      errors: [{ messageId: 'lent', data: {}, line: 4, column: 9, endLine: 4, endColumn: 67 }],
    },
  ],
})
