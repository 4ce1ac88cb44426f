import rule from '../../rules/no-unlock-in-transaction.ts'
import { assertionOptions, tester, ts } from './tester.ts'

tester.run('no-unlock-in-transaction', rule, {
  assertionOptions,
  valid: [
    {
      name: 'the transaction is over on every path',
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool()
        export async function f(id: number) {
          const client = await pool.connect()
          try {
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
          } finally {
            client.release()
          }
        }
      `,
    },
    {
      name: 'BEGIN before the lock, unlock after COMMIT or ROLLBACK',
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
              await client.query('ROLLBACK')
              throw error
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
      name: 'work that only reads',
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool()
        export async function f(id: number) {
          const client = await pool.connect()
          try {
            await client.query('BEGIN')
            await client.query('SELECT pg_advisory_lock($1)', [id])
            const { rows } = await client.query('SELECT * FROM t WHERE id = $1', [id])
            await client.query('SELECT pg_advisory_unlock($1)', [id])
            await client.query('COMMIT')
            return rows
          } finally {
            client.release()
          }
        }
      `,
    },
    {
      name: 'work that only reads (drizzle)',
      code: ts`
        import { drizzle } from 'drizzle-orm/node-postgres'
        import { sql } from 'drizzle-orm'
        const db = drizzle(process.env.DATABASE_URL!)
        export const f = (id: number) =>
          db.transaction(async (tx) => {
            await tx.execute(sql\`select pg_advisory_lock(\${id})\`)
            const rows = await tx.execute(sql\`select * from t where id = \${id}\`)
            await tx.execute(sql\`select pg_advisory_unlock(\${id})\`)
            return rows
          })
      `,
    },
    {
      name: 'ROLLBACK TO a savepoint before the unlock',
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool()
        export async function f(id: number) {
          const client = await pool.connect()
          try {
            await client.query('BEGIN')
            await client.query('SELECT pg_advisory_lock($1)', [id])
            await client.query('SAVEPOINT s')
            let rows = []
            try {
              ;({ rows } = await client.query('SELECT * FROM t WHERE id = $1', [id]))
            } catch {
              await client.query('ROLLBACK TO SAVEPOINT s')
            } finally {
              await client.query('SELECT pg_advisory_unlock($1)', [id])
            }
            await client.query('COMMIT')
            return rows
          } finally {
            client.release()
          }
        }
      `,
    },
    {
      name: 'a savepoint, and the unlock after COMMIT',
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool()
        export async function f(id: number) {
          const client = await pool.connect()
          try {
            await client.query('BEGIN')
            await client.query('SAVEPOINT s')
            await client.query('SELECT pg_advisory_lock($1)', [id])
            try {
              await client.query('SELECT * FROM t WHERE id = $1', [id])
              await client.query('RELEASE SAVEPOINT s')
            } catch {
              await client.query('ROLLBACK TO s')
            }
            await client.query('COMMIT')
            await client.query('SELECT pg_advisory_unlock($1)', [id])
          } finally {
            client.release()
          }
        }
      `,
    },
    {
      name: 'a nested transaction that failed is rolled back by the driver',
      code: ts`
        import postgres from 'postgres'
        const sql = postgres()
        export const f = (id: number) =>
          sql.begin(async (tx) => {
            await tx\`select pg_advisory_lock(\${id})\`
            try {
              await tx.savepoint((sp) => sp\`select * from t where id = \${id}\`)
            } catch {
              console.log('x')
            } finally {
              await tx\`select pg_advisory_unlock(\${id})\`
            }
          })
      `,
    },
    {
      name: 'the transaction that the caller may have opened',
      code: ts`
        import type { PoolClient } from 'pg'
        export async function f(client: PoolClient, id: number) {
          await client.query('SELECT pg_advisory_lock($1)', [id])
          try {
            await client.query('UPDATE t SET a = 1 WHERE id = $1', [id])
          } finally {
            await client.query('SELECT pg_advisory_unlock($1)', [id])
          }
        }
      `,
    },
    {
      name: 'an xact lock',
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
      name: 'a transaction inside the session lock (kysely)',
      code: ts`
        import { type Kysely, sql } from 'kysely'
        export async function f(db: Kysely<any>, id: number) {
          await db.connection().execute(async (conn) => {
            await sql\`select pg_advisory_lock(\${id})\`.execute(conn)
            try {
              await conn.transaction().execute(async (trx) => {
                await trx.updateTable('t').set({ a: 1 }).where('id', '=', id).execute()
              })
            } finally {
              await sql\`select pg_advisory_unlock(\${id})\`.execute(conn)
            }
          })
        }
      `,
    },
    {
      name: 'the lock on another connection than the transaction',
      code: ts`
        import { Client, Pool } from 'pg'
        const pool = new Pool()
        export async function f(id: number) {
          const locker = new Client()
          await locker.connect()
          const client = await pool.connect()
          try {
            await locker.query('SELECT pg_advisory_lock($1)', [id])
            await client.query('BEGIN')
            await client.query('UPDATE t SET a = 1 WHERE id = $1', [id])
            await client.query('COMMIT')
          } catch (e) {
            await client.query('ROLLBACK')
            throw e
          } finally {
            client.release()
            await locker.query('SELECT pg_advisory_unlock($1)', [id])
            await locker.end()
          }
        }
      `,
    },
    {
      name: 'two clients, one for the lock',
      code: ts`
        import type { PoolClient } from 'pg'
        export async function f(locker: PoolClient, client: PoolClient, id: number) {
          await locker.query('SELECT pg_advisory_lock($1)', [id])
          try {
            await client.query('BEGIN')
            await client.query('UPDATE t SET a = 1 WHERE id = $1', [id])
            await client.query('COMMIT')
          } catch (e) {
            await client.query('ROLLBACK')
            throw e
          } finally {
            await locker.query('SELECT pg_advisory_unlock($1)', [id])
          }
        }
      `,
    },
    {
      name: 'a flag guards ROLLBACK',
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool()
        export async function f(id: number) {
          const client = await pool.connect()
          let done = false
          await client.query('SELECT pg_advisory_lock($1)', [id])
          try {
            await client.query('BEGIN')
            await client.query('UPDATE t SET a = 1 WHERE id = $1', [id])
            await client.query('COMMIT')
            done = true
          } finally {
            if (!done) await client.query('ROLLBACK')
            await client.query('SELECT pg_advisory_unlock($1)', [id])
            client.release()
          }
        }
      `,
    },
    {
      name: 'a flag guards ROLLBACK, in a try of its own',
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool()
        export async function f(id: number) {
          const client = await pool.connect()
          let inTransaction = false
          await client.query('SELECT pg_advisory_lock($1)', [id])
          try {
            await client.query('BEGIN')
            inTransaction = true
            await client.query('UPDATE t SET a = 1')
            await client.query('COMMIT')
            inTransaction = false
          } finally {
            try {
              if (inTransaction) await client.query('ROLLBACK')
            } finally {
              await client.query('SELECT pg_advisory_unlock($1)', [id])
              client.release()
            }
          }
        }
      `,
    },
    {
      name: 'a ROLLBACK whose failure is ignored',
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool()
        export async function f(id: number) {
          const client = await pool.connect()
          await client.query('SELECT pg_advisory_lock($1)', [id])
          try {
            await client.query('BEGIN')
            await client.query('UPDATE t SET a = 1 WHERE id = $1', [id])
            await client.query('COMMIT')
          } catch (error) {
            await client.query('ROLLBACK').catch(() => {})
            throw error
          } finally {
            await client.query('SELECT pg_advisory_unlock($1)', [id])
            client.release()
          }
        }
      `,
    },
    {
      name: 'refused, but the session is destroyed: release(error)',
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool()
        export async function f(id: number) {
          const client = await pool.connect()
          let failure: Error | undefined
          await client.query('SELECT pg_advisory_lock($1)', [id])
          try {
            await client.query('BEGIN')
            await client.query('UPDATE t SET a = 1 WHERE id = $1', [id])
            await client.query('COMMIT')
          } catch (error) {
            failure = error as Error
            throw error
          } finally {
            await client.query('SELECT pg_advisory_unlock($1)', [id]).catch(() => {})
            client.release(failure)
          }
        }
      `,
    },
    {
      name: 'refused, but the session is ended: end()',
      code: ts`
        import { Client } from 'pg'
        export async function f(id: number) {
          const client = new Client()
          await client.connect()
          try {
            await client.query('BEGIN')
            await client.query('SELECT pg_advisory_lock($1)', [id])
            try {
              await client.query('SELECT count(*) FROM t WHERE id = $1', [id])
            } finally {
              await client.query('SELECT pg_advisory_unlock($1)', [id])
            }
            await client.query('COMMIT')
          } finally {
            await client.end()
          }
        }
      `,
    },
    {
      name: 'the write came before the lock',
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool()
        export async function f(id: number) {
          const client = await pool.connect()
          try {
            await client.query('BEGIN')
            await client.query('INSERT INTO log (id) VALUES ($1)', [id])
            await client.query('SELECT pg_advisory_lock($1)', [id])
            const { rows } = await client.query('SELECT * FROM t WHERE id = $1', [id])
            await client.query('SELECT pg_advisory_unlock($1)', [id])
            await client.query('COMMIT')
            return rows
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
      name: 'a way that only read unlocks, the other commits first',
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool()
        export async function f(id: number) {
          const client = await pool.connect()
          try {
            await client.query('SELECT pg_advisory_lock($1)', [id])
            await client.query('BEGIN')
            const { rows } = await client.query('SELECT * FROM t WHERE id = $1', [id])
            if (rows.length === 0) {
              await client.query('SELECT pg_advisory_unlock($1)', [id])
              await client.query('ROLLBACK')
              return
            }
            await client.query('UPDATE t SET a = 1 WHERE id = $1', [id])
            await client.query('COMMIT')
            await client.query('SELECT pg_advisory_unlock($1)', [id])
          } catch (e) {
            await client.query('ROLLBACK')
            await client.query('SELECT pg_advisory_unlock($1)', [id])
            throw e
          } finally {
            client.release()
          }
        }
      `,
    },
    {
      name: 'the write was committed, a second transaction reads',
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool()
        export async function f(id: number) {
          const client = await pool.connect()
          try {
            await client.query('SELECT pg_advisory_lock($1)', [id])
            await client.query('BEGIN')
            await client.query('UPDATE t SET a = 1 WHERE id = $1', [id])
            await client.query('COMMIT')
            await client.query('BEGIN')
            const { rows } = await client.query('SELECT * FROM t WHERE id = $1', [id])
            await client.query('SELECT pg_advisory_unlock($1)', [id])
            await client.query('COMMIT')
            return rows
          } catch (e) {
            await client.query('ROLLBACK')
            await client.query('SELECT pg_advisory_unlock($1)', [id])
            throw e
          } finally {
            client.release()
          }
        }
      `,
    },
    {
      name: 'the write was committed by itself',
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool()
        export async function f(id: number) {
          const client = await pool.connect()
          try {
            await client.query('SELECT pg_advisory_lock($1)', [id])
            await client.query('UPDATE t SET a = 1 WHERE id = $1', [id])
            await client.query('BEGIN')
            await client.query('SELECT pg_advisory_unlock($1)', [id])
            await client.query('SELECT 1')
            await client.query('COMMIT')
          } finally {
            client.release()
          }
        }
      `,
    },
    {
      name: 'what was written is rolled back after the unlock',
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool()
        export async function f(id: number) {
          const client = await pool.connect()
          try {
            await client.query('BEGIN')
            await client.query('SELECT pg_advisory_lock($1)', [id])
            await client.query('UPDATE t SET a = 1 WHERE id = $1', [id])
            await client.query('SELECT pg_advisory_unlock($1)', [id])
            await client.query('ROLLBACK')
          } finally {
            client.release()
          }
        }
      `,
    },
    {
      name: 'a way that wrote nothing unlocks and throws',
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool()
        export async function f(id: number) {
          const client = await pool.connect()
          try {
            await client.query('BEGIN')
            await client.query('SELECT pg_advisory_lock($1)', [id])
            const { rows } = await client.query('SELECT * FROM t WHERE id = $1', [id])
            if (rows.length === 0) {
              await client.query('SELECT pg_advisory_unlock($1)', [id])
              throw new Error('gone')
            }
            await client.query('UPDATE t SET a = 1 WHERE id = $1', [id])
            await client.query('COMMIT')
            await client.query('SELECT pg_advisory_unlock($1)', [id])
          } catch (e) {
            await client.query('ROLLBACK')
            throw e
          } finally {
            client.release(true)
          }
        }
      `,
    },
    {
      name: 'a statement that failed before BEGIN',
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool()
        export async function f(id: number) {
          const client = await pool.connect()
          await client.query('SELECT pg_advisory_lock($1)', [id])
          try {
            try {
              await client.query('CREATE EXTENSION pg_trgm')
            } catch {
              console.log('there')
            }
            await client.query('BEGIN')
            await client.query('SELECT 1')
          } finally {
            await client.query('SELECT pg_advisory_unlock($1)', [id])
            await client.query('ROLLBACK')
            client.release()
          }
        }
      `,
    },
    {
      name: 'a helper that is not given the connection',
      code: ts`
        import type { PoolClient } from 'pg'
        import { notify } from './notify.js'
        export async function f(client: PoolClient, id: number) {
          await client.query('BEGIN')
          await client.query('SELECT pg_advisory_lock($1)', [id])
          const { rows } = await client.query('SELECT * FROM t WHERE id = $1', [id])
          try {
            await notify(rows)
          } finally {
            await client.query('SELECT pg_advisory_unlock($1)', [id])
          }
          await client.query('COMMIT')
        }
      `,
    },
    {
      name: 'a helper of another module may only read',
      code: ts`
        import { Pool, type PoolClient } from 'pg'
        import { load } from './load.js'
        const pool = new Pool()
        export async function locked(id: number) {
          const client = await pool.connect()
          try {
            await client.query('BEGIN')
            await client.query('SELECT pg_advisory_lock($1)', [id])
            const result = await load(client, id)
            await client.query('SELECT pg_advisory_unlock($1)', [id])
            await client.query('COMMIT')
            return result
          } catch (e) {
            client.release(e as Error)
            throw e
          }
        }
      `,
    },
    {
      name: 'BEGIN by hand inside the lock (postgres.js)',
      code: ts`
        import postgres from 'postgres'
        const sql = postgres()
        export async function f(id: number) {
          const r = await sql.reserve()
          try {
            await r\`select pg_advisory_lock(\${id})\`
            try {
              await r\`begin\`
              try {
                await r\`update t set a = 1\`
                await r\`commit\`
              } catch (e) {
                await r\`rollback\`
                throw e
              }
            } finally {
              await r\`select pg_advisory_unlock(\${id})\`
            }
          } finally {
            r.release()
          }
        }
      `,
    },
  ],
  invalid: [
    {
      name: 'beforeCommit (pg)',
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool()
        export async function f(id: number) {
          const client = await pool.connect()
          try {
            await client.query('BEGIN')
            await client.query('SELECT pg_advisory_lock($1)', [id])
            await client.query('UPDATE t SET a = 1 WHERE id = $1', [id])
            await client.query('SELECT pg_advisory_unlock($1)', [id])
            await client.query('COMMIT')
          } catch (e) {
            await client.query('ROLLBACK')
            await client.query('SELECT pg_advisory_unlock($1)', [id])
            throw e
          } finally {
            client.release()
          }
        }
      `,
      errors: [
        {
          messageId: 'beforeCommit',
          line: 9,
          column: 11,
          endLine: 9,
          endColumn: 62,
        },
      ],
    },
    {
      name: 'beforeCommit (prisma)',
      code: ts`
        import { PrismaClient } from '@prisma/client'
        const prisma = new PrismaClient()
        export async function f(id: number) {
          await prisma.$transaction(async (tx) => {
            await tx.$executeRaw\`SELECT pg_advisory_lock(\${id})\`
            await tx.row.create({ data: { id } })
            await tx.$executeRaw\`SELECT pg_advisory_unlock(\${id})\`
          })
        }
      `,
      errors: [
        {
          messageId: 'beforeCommit',
          line: 7,
          column: 11,
          endLine: 7,
          endColumn: 59,
        },
      ],
    },
    {
      name: 'beforeCommit (knex, a transaction by its type)',
      code: ts`
        import type { Knex } from 'knex'
        export async function f(trx: Knex.Transaction, id: number) {
          await trx.raw('SELECT pg_advisory_lock(?)', [id])
          try {
            await trx('t').where({ id }).update({ a: 1 })
          } finally {
            await trx.raw('SELECT pg_advisory_unlock(?)', [id])
          }
        }
      `,
      errors: [
        {
          messageId: 'beforeCommit',
          line: 7,
          column: 11,
          endLine: 7,
          endColumn: 56,
        },
      ],
    },
    {
      name: 'beforeCommit (typeorm)',
      code: ts`
        import type { DataSource } from 'typeorm'
        export async function f(ds: DataSource, id: number) {
          await ds.transaction(async (manager) => {
            await manager.query('SELECT pg_advisory_lock($1)', [id])
            try {
              await manager.query('UPDATE t SET a = 1 WHERE id = $1', [id])
            } finally {
              await manager.query('SELECT pg_advisory_unlock($1)', [id])
            }
          })
        }
      `,
      errors: [
        {
          messageId: 'beforeCommit',
          line: 8,
          column: 13,
          endLine: 8,
          endColumn: 65,
        },
      ],
    },
    {
      name: 'beforeCommit (postgres.js)',
      code: ts`
        import postgres from 'postgres'
        const sql = postgres()
        export const f = (id: number) =>
          sql.begin(async (tx) => {
            await tx\`select pg_advisory_lock(\${id})\`
            try {
              await tx\`update t set a = 1 where id = \${id}\`
            } finally {
              await tx\`select pg_advisory_unlock(\${id})\`
            }
          })
      `,
      errors: [
        {
          messageId: 'beforeCommit',
          line: 9,
          column: 13,
          endLine: 9,
          endColumn: 49,
        },
      ],
    },
    {
      name: 'beforeCommit (kysely)',
      code: ts`
        import { type Kysely, sql } from 'kysely'
        export const f = (db: Kysely<any>, id: number) =>
          db.transaction().execute(async (trx) => {
            await sql\`select pg_advisory_lock(\${id})\`.execute(trx)
            try {
              await trx.updateTable('t').set({ a: 1 }).where('id', '=', id).execute()
            } finally {
              await sql\`select pg_advisory_unlock(\${id})\`.execute(trx)
            }
          })
      `,
      errors: [
        {
          messageId: 'beforeCommit',
          line: 8,
          column: 13,
          endLine: 8,
          endColumn: 63,
        },
      ],
    },
    {
      name: 'beforeCommit (pg-promise)',
      code: ts`
        import pgPromise from 'pg-promise'
        const db = pgPromise()('postgres://localhost/app')
        export const f = (id: number) =>
          db.tx(async (t) => {
            await t.any('SELECT pg_advisory_lock($1)', id)
            try {
              await t.none('UPDATE t SET a = 1 WHERE id = $1', id)
            } finally {
              await t.any('SELECT pg_advisory_unlock($1)', id)
            }
          })
      `,
      errors: [
        {
          messageId: 'beforeCommit',
          line: 9,
          column: 13,
          endLine: 9,
          endColumn: 55,
        },
      ],
    },
    {
      name: 'beforeCommit: the work of a caller',
      code: ts`
        import { Pool, type PoolClient } from 'pg'
        const pool = new Pool()
        export async function locked<T>(id: number, work: (client: PoolClient) => Promise<T>) {
          const client = await pool.connect()
          try {
            await client.query('BEGIN')
            await client.query('SELECT pg_advisory_lock($1)', [id])
            const result = await work(client)
            await client.query('SELECT pg_advisory_unlock($1)', [id])
            await client.query('COMMIT')
            return result
          } catch (e) {
            client.release(e as Error)
            throw e
          }
        }
      `,
      errors: [
        {
          messageId: 'beforeCommit',
          line: 9,
          column: 11,
          endLine: 9,
          endColumn: 62,
        },
      ],
    },
    {
      name: 'abortedTransaction: unlock in finally, work that only reads (pg)',
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool()
        export async function f(id: number) {
          const client = await pool.connect()
          try {
            await client.query('BEGIN')
            await client.query('SELECT pg_advisory_lock($1)', [id])
            try {
              return await client.query('SELECT * FROM t WHERE id = $1', [id])
            } finally {
              await client.query('SELECT pg_advisory_unlock($1)', [id])
            }
          } catch (e) {
            await client.query('ROLLBACK')
            throw e
          } finally {
            client.release()
          }
        }
      `,
      errors: [
        {
          messageId: 'abortedTransaction',
          line: 11,
          column: 13,
          endLine: 11,
          endColumn: 64,
        },
      ],
    },
    {
      name: 'abortedTransaction (postgres.js)',
      code: ts`
        import postgres from 'postgres'
        const sql = postgres()
        export const f = (id: number) =>
          sql.begin(async (tx) => {
            await tx\`select pg_advisory_lock(\${id})\`
            try {
              return await tx\`select * from t where id = \${id}\`
            } finally {
              await tx\`select pg_advisory_unlock(\${id})\`
            }
          })
      `,
      errors: [
        {
          messageId: 'abortedTransaction',
          line: 9,
          column: 13,
          endLine: 9,
          endColumn: 49,
        },
      ],
    },
    {
      name: 'abortedTransaction: unlock before the rollback (typeorm)',
      code: ts`
        import type { DataSource } from 'typeorm'
        export async function f(ds: DataSource, id: number) {
          const runner = ds.createQueryRunner()
          await runner.connect()
          try {
            await runner.query('SELECT pg_advisory_lock($1)', [id])
            await runner.startTransaction()
            await runner.query('UPDATE t SET a = 1 WHERE id = $1', [id])
            await runner.commitTransaction()
            await runner.query('SELECT pg_advisory_unlock($1)', [id])
          } catch (e) {
            await runner.query('SELECT pg_advisory_unlock($1)', [id])
            await runner.rollbackTransaction()
            throw e
          } finally {
            await runner.release()
          }
        }
      `,
      errors: [
        {
          messageId: 'abortedTransaction',
          line: 12,
          column: 11,
          endLine: 12,
          endColumn: 62,
        },
      ],
    },
  ],
})
