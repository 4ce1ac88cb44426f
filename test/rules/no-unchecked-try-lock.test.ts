import rule from '../../rules/no-unchecked-try-lock.ts'
import { assertionOptions, tester, ts } from './tester.ts'

tester.run('no-unchecked-try-lock', rule, {
  assertionOptions,
  valid: [
    {
      name: 'what the callers of a wrapper do besides is not what its lock protects',
      code: ts`
        import { Pool, type PoolClient } from 'pg'
        function createPool() {
          let made: Promise<Pool> | null = null
          return () => {
            made ??= (async () => {
              const pool = new Pool()
              await pool.query('CREATE TABLE IF NOT EXISTS runs (id int)')
              return pool
            })()
            return made
          }
        }
        function createLease(pool: () => Promise<Pool>) {
          const held = new Set<string>()
          let connection: Promise<PoolClient> | null = null
          return {
            async hold<T>(key: string, work: () => Promise<T>): Promise<T | null> {
              if (held.has(key)) return null
              held.add(key)
              connection ??= (async () => (await pool()).connect())()
              const kept = connection
              try {
                const client = await kept
                const { rows } = await client.query('SELECT pg_try_advisory_lock(hashtext($1)) AS won', [key])
                if (!rows[0]?.won) return null
                try {
                  return await work()
                } finally {
                  await client.query('SELECT pg_advisory_unlock(hashtext($1))', [key])
                }
              } finally {
                held.delete(key)
                if (held.size === 0) {
                  connection = null
                  ;(await kept).release()
                }
              }
            },
          }
        }
        export async function tick(gate: Promise<void>) {
          const pool = createPool()
          const leader = createLease(pool)
          const other = createLease(pool)
          const first = leader.hold('k', async () => {
            await gate
            return 'A'
          })
          const second = await other.hold('k', async () => 'B')
          console.info(second, await first)
          const third = await other.hold('k', async () => 'C')
          console.info(third)
        }
      `,
    },
    {
      name: 'a result of unknown shape, taken apart by Array.isArray(result) ? result.at(0) : undefined',
      code: ts`
        import { sql } from 'drizzle-orm'
        import { firstRow, inScope } from './db.js'

        export const claim = (documentId: string) =>
          inScope(async (tx) => {
            const result = await tx.execute(sql\`SELECT pg_try_advisory_xact_lock(hashtext(\${documentId})) AS got\`)
            const row = Array.isArray(result) ? result.at(0) : undefined
            if (row?.got !== true) return
            await tx.execute(sql\`UPDATE documents SET claimed_at = now() WHERE id = \${documentId}\`)
          })
      `,
    },
    {
      name: 'a result of unknown shape, taken apart by [...result][0]',
      code: ts`
        import { sql } from 'drizzle-orm'
        import { firstRow, inScope } from './db.js'

        export const claim = (documentId: string) =>
          inScope(async (tx) => {
            const result = await tx.execute(sql\`SELECT pg_try_advisory_xact_lock(hashtext(\${documentId})) AS got\`)
            const row = [...result][0]
            if (row?.got !== true) return
            await tx.execute(sql\`UPDATE documents SET claimed_at = now() WHERE id = \${documentId}\`)
          })
      `,
    },
    {
      name: "a result of unknown shape, taken apart by ('rows' in result ? result.rows : result)[0]",
      code: ts`
        import { sql } from 'drizzle-orm'
        import { firstRow, inScope } from './db.js'

        export const claim = (documentId: string) =>
          inScope(async (tx) => {
            const result = await tx.execute(sql\`SELECT pg_try_advisory_xact_lock(hashtext(\${documentId})) AS got\`)
            const row = ('rows' in result ? result.rows : result)[0]
            if (row?.got !== true) return
            await tx.execute(sql\`UPDATE documents SET claimed_at = now() WHERE id = \${documentId}\`)
          })
      `,
    },
    {
      name: 'a result of unknown shape, taken apart by (result.rows ?? result)[0]',
      code: ts`
        import { sql } from 'drizzle-orm'
        import { firstRow, inScope } from './db.js'

        export const claim = (documentId: string) =>
          inScope(async (tx) => {
            const result = await tx.execute(sql\`SELECT pg_try_advisory_xact_lock(hashtext(\${documentId})) AS got\`)
            const row = (result.rows ?? result)[0]
            if (row?.got !== true) return
            await tx.execute(sql\`UPDATE documents SET claimed_at = now() WHERE id = \${documentId}\`)
          })
      `,
    },
    {
      name: 'a result of unknown shape, taken apart by Object.values(result)[0]',
      code: ts`
        import { sql } from 'drizzle-orm'
        import { firstRow, inScope } from './db.js'

        export const claim = (documentId: string) =>
          inScope(async (tx) => {
            const result = await tx.execute(sql\`SELECT pg_try_advisory_xact_lock(hashtext(\${documentId})) AS got\`)
            const row = Object.values(result)[0]
            if (row?.got !== true) return
            await tx.execute(sql\`UPDATE documents SET claimed_at = now() WHERE id = \${documentId}\`)
          })
      `,
    },
    {
      name: 'a result of unknown shape, taken apart by JSON.parse(JSON.stringify(result))[0]',
      code: ts`
        import { sql } from 'drizzle-orm'
        import { firstRow, inScope } from './db.js'

        export const claim = (documentId: string) =>
          inScope(async (tx) => {
            const result = await tx.execute(sql\`SELECT pg_try_advisory_xact_lock(hashtext(\${documentId})) AS got\`)
            const row = JSON.parse(JSON.stringify(result))[0]
            if (row?.got !== true) return
            await tx.execute(sql\`UPDATE documents SET claimed_at = now() WHERE id = \${documentId}\`)
          })
      `,
    },
    {
      name: 'a result of unknown shape, taken apart by firstRow(result)',
      code: ts`
        import { sql } from 'drizzle-orm'
        import { firstRow, inScope } from './db.js'

        export const claim = (documentId: string) =>
          inScope(async (tx) => {
            const result = await tx.execute(sql\`SELECT pg_try_advisory_xact_lock(hashtext(\${documentId})) AS got\`)
            const row = firstRow(result)
            if (row?.got !== true) return
            await tx.execute(sql\`UPDATE documents SET claimed_at = now() WHERE id = \${documentId}\`)
          })
      `,
    },
    {
      name: 'returned to the caller',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function tryLock(client: PoolClient, id: number): Promise<boolean> {
          const { rows } = await client.query('SELECT pg_try_advisory_xact_lock($1) AS got', [id])
          return rows[0].got
        }
      `,
    },
    {
      name: 'returned to a caller that tests it',
      code: ts`
        import type { PoolClient } from 'pg'

        async function tryLock(client: PoolClient, id: number): Promise<boolean> {
          const { rows } = await client.query('SELECT pg_try_advisory_xact_lock($1) AS got', [id])
          return rows[0].got
        }

        export async function bill(client: PoolClient, id: number) {
          if (!(await tryLock(client, id))) return
          await client.query('INSERT INTO invoices (customer_id) VALUES ($1)', [id])
        }
      `,
    },
    {
      name: 'a logged probe that nothing follows',
      code: ts`
        import type { Pool } from 'pg'

        export async function probe(pool: Pool, id: number) {
          const { rows } = await pool.query('SELECT pg_try_advisory_xact_lock($1) AS free', [id])
          console.log(rows[0].free ? 'free' : 'held')
        }
      `,
    },
    {
      name: 'a probe whose answer is thrown away, with nothing after it',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function warmUp(client: PoolClient) {
          await client.query('SELECT pg_try_advisory_xact_lock(0)')
        }
      `,
    },
    {
      name: '=== true',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function bill(client: PoolClient, id: number) {
          const { rows } = await client.query('SELECT pg_try_advisory_xact_lock($1) AS got', [id])
          if (rows[0].got === true) await client.query('INSERT INTO invoices (customer_id) VALUES ($1)', [id])
        }
      `,
    },
    {
      name: '?? false',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function bill(client: PoolClient, id: number) {
          const { rows } = await client.query('SELECT pg_try_advisory_xact_lock($1) AS got', [id])
          const got = rows[0]?.got ?? false
          if (!got) return
          await client.query('INSERT INTO invoices (customer_id) VALUES ($1)', [id])
        }
      `,
    },
    {
      name: '!rows[0]?.got',
      code: ts`
        import { type Kysely, sql } from 'kysely'

        export const bill = (db: Kysely<unknown>, id: number) =>
          db.transaction().execute(async (trx) => {
            const { rows } = await sql<{ got: boolean }>\`select pg_try_advisory_xact_lock(\${id}) as got\`.execute(trx)
            if (!rows[0]?.got) return
            await sql\`insert into invoices (customer_id) values (\${id})\`.execute(trx)
          })
      `,
    },
    {
      name: 'destructuring in any depth',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function bill(client: PoolClient, id: number) {
          const { rows: [{ got: locked = false } = {}] } = await client.query('SELECT pg_try_advisory_xact_lock($1) AS got', [id])
          if (!locked) return
          await client.query('INSERT INTO invoices (customer_id) VALUES ($1)', [id])
        }
      `,
    },
    {
      name: "destructuring: sequelize's rows in rows",
      code: ts`
        import { QueryTypes, type Sequelize } from 'sequelize'

        export const bill = (sequelize: Sequelize, id: number) =>
          sequelize.transaction(async (transaction) => {
            const [[first]] = await sequelize.query('SELECT pg_try_advisory_xact_lock(?) AS got', { replacements: [id], transaction })
            if (!first.got) return
            const [second] = await sequelize.query('SELECT pg_try_advisory_xact_lock(?) AS got', {
              replacements: [id],
              type: QueryTypes.SELECT,
              transaction,
            })
            if (!second.got) return
            await sequelize.query('INSERT INTO invoices (customer_id) VALUES (?)', { replacements: [id], transaction })
          })
      `,
    },
    {
      name: 'aliases of the value',
      code: ts`
        import type { EntityManager } from 'typeorm'

        export async function bill(manager: EntityManager, id: number) {
          const result = await manager.query('SELECT pg_try_advisory_xact_lock($1)', [id])
          const row = result[0]
          const busy = !row.pg_try_advisory_xact_lock
          if (busy) throw new Error('busy')
          await manager.query('INSERT INTO invoices (customer_id) VALUES ($1)', [id])
        }
      `,
    },
    {
      name: 'assert(got)',
      code: ts`
        import assert from 'node:assert/strict'
        import type { TransactionSql } from 'postgres'

        export async function bill(tx: TransactionSql, id: number) {
          const [{ got }] = await tx\`SELECT pg_try_advisory_xact_lock(\${id}) AS got\`
          assert(got, 'busy')
          await tx\`INSERT INTO invoices (customer_id) VALUES (\${id})\`
        }
      `,
    },
    {
      name: "the value itself: slonik's oneFirst",
      code: ts`
        import { createPool, sql } from 'slonik'

        export async function bill(id: number) {
          const pool = await createPool('postgres://localhost/app')
          await pool.transaction(async (tx) => {
            if (!(await tx.oneFirst(sql.unsafe\`SELECT pg_try_advisory_xact_lock(\${id})\`))) return
            await tx.query(sql.unsafe\`INSERT INTO invoices (customer_id) VALUES (\${id})\`)
          })
        }
      `,
    },
    {
      name: "the value itself: a mapper of pg-promise's one",
      code: ts`
        import type { ITask } from 'pg-promise'

        export async function bill(task: ITask<object>, id: number) {
          const got = await task.one('SELECT pg_try_advisory_xact_lock($1) AS got', [id], (row) => row.got)
          if (!got) return
          await task.none('INSERT INTO invoices (customer_id) VALUES ($1)', [id])
        }
      `,
    },
    {
      name: 'the array of rows in array mode',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function bill(client: PoolClient, id: number) {
          const { rows } = await client.query({ text: 'SELECT pg_try_advisory_xact_lock($1)', values: [id], rowMode: 'array' })
          if (!rows[0][0]) return
          await client.query('INSERT INTO invoices (customer_id) VALUES ($1)', [id])
        }
      `,
    },
    {
      name: "the lock stands in WHERE: the row's presence is the boolean",
      code: ts`
        import type { PoolClient } from 'pg'

        export async function bill(client: PoolClient, id: number) {
          const { rows } = await client.query('SELECT 1 WHERE pg_try_advisory_xact_lock($1)', [id])
          if (rows.length === 0) return
          await client.query('INSERT INTO invoices (customer_id) VALUES ($1)', [id])
        }
      `,
    },
    {
      name: 'the lock stands in WHERE: rowCount',
      code: ts`
        import knex from 'knex'
        const db = knex({ client: 'pg' })

        export const bill = (id: number) =>
          db.transaction(async (trx) => {
            const { rowCount } = await trx.raw('SELECT 1 AS one WHERE pg_try_advisory_xact_lock(?)', [id])
            if (rowCount === 0) return
            await trx('invoices').insert({ customer_id: id })
          })
      `,
    },
    {
      name: 'a wrapper that runs its callback only when it got the lock',
      code: ts`
        import type { Pool, PoolClient } from 'pg'

        async function withTryLock(pool: Pool, id: number, work: (client: PoolClient) => Promise<void>): Promise<boolean> {
          const client = await pool.connect()
          try {
            await client.query('BEGIN')
            const { rows } = await client.query('SELECT pg_try_advisory_xact_lock($1) AS got', [id])
            if (rows[0].got) await work(client)
            await client.query('COMMIT')
            return rows[0].got
          } catch (error) {
            await client.query('ROLLBACK')
            throw error
          } finally {
            client.release()
          }
        }

        export async function bill(pool: Pool, id: number) {
          await withTryLock(pool, id, async (client) => {
            await client.query('INSERT INTO invoices (customer_id) VALUES ($1)', [id])
          })
          await pool.query('UPDATE statistics SET runs = runs + 1')
        }
      `,
    },
    {
      name: 'the loser only rolls back',
      code: ts`
        import type { Pool } from 'pg'

        export async function bill(pool: Pool, id: number) {
          const client = await pool.connect()
          try {
            await client.query('BEGIN')
            const { rows } = await client.query('SELECT pg_try_advisory_xact_lock(4102, $1) AS got', [id])
            if (rows[0].got) await client.query('INSERT INTO invoices (customer_id) VALUES ($1)', [id])
            await client.query('COMMIT')
          } finally {
            client.release(true)
          }
        }
      `,
    },
    {
      name: 'the loser writes about something else',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function bill(client: PoolClient, id: number) {
          const { rows } = await client.query('SELECT pg_try_advisory_xact_lock($1) AS got', [id])
          if (!rows[0].got) {
            await client.query('INSERT INTO skipped (customer_id) VALUES ($1)', [id])
            return
          }
          await client.query('INSERT INTO invoices (customer_id) VALUES ($1)', [id])
        }
      `,
    },
    {
      name: 'a loop that asks again until it is granted',
      code: ts`
        import { setTimeout as sleep } from 'node:timers/promises'
        import type { PoolClient } from 'pg'

        export async function bill(client: PoolClient, id: number) {
          for (;;) {
            const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS got', [id])
            if (rows[0].got) break
            await sleep(200)
          }
          try {
            await client.query('INSERT INTO invoices (customer_id) VALUES ($1)', [id])
          } finally {
            await client.query('SELECT pg_advisory_unlock($1)', [id])
          }
        }
      `,
    },
    {
      name: 'inverted in SQL',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function bill(client: PoolClient, id: number) {
          const { rows } = await client.query('SELECT NOT pg_try_advisory_xact_lock($1) AS busy', [id])
          if (rows[0].busy) return
          await client.query('INSERT INTO invoices (customer_id) VALUES ($1)', [id])
        }
      `,
    },
    {
      name: 'a cast to text, compared with what it gives',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function bill(client: PoolClient, id: number) {
          const { rows } = await client.query('SELECT pg_try_advisory_xact_lock($1)::text AS got', [id])
          if (rows[0].got !== 'true') return
          await client.query('INSERT INTO invoices (customer_id) VALUES ($1)', [id])
        }
      `,
    },
    {
      name: 'a cast to int, compared with 1',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function bill(client: PoolClient, id: number) {
          const { rows } = await client.query('SELECT pg_try_advisory_xact_lock($1)::int AS got', [id])
          if (rows[0].got === 1) await client.query('INSERT INTO invoices (customer_id) VALUES ($1)', [id])
        }
      `,
    },
    {
      name: 'a name in camel case, as naming plugins give it',
      code: ts`
        import { type Kysely, sql } from 'kysely'

        export const bill = (db: Kysely<unknown>, id: number) =>
          db.transaction().execute(async (trx) => {
            const { rows } = await sql<{ pgTryAdvisoryXactLock: boolean }>\`select pg_try_advisory_xact_lock(\${id})\`.execute(trx)
            if (!rows[0].pgTryAdvisoryXactLock) return
            await sql\`insert into invoices (customer_id) values (\${id})\`.execute(trx)
          })
      `,
    },
    {
      name: 'postgres.js values() gives arrays',
      code: ts`
        import type { TransactionSql } from 'postgres'

        export async function bill(tx: TransactionSql, id: number) {
          const [[got]] = await tx\`SELECT pg_try_advisory_xact_lock(\${id})\`.values()
          if (!got) return
          await tx\`INSERT INTO invoices (customer_id) VALUES (\${id})\`
        }
      `,
    },
    {
      name: 'knex: the first row of a select',
      code: ts`
        import knex from 'knex'
        const db = knex({ client: 'pg' })

        export const bill = (id: number) =>
          db.transaction(async (trx) => {
            const row = await trx.select(db.raw('pg_try_advisory_xact_lock(?) AS got', [id])).first()
            if (!row.got) return
            await trx('invoices').insert({ customer_id: id })
          })
      `,
    },
    {
      name: 'mikro-orm: the row',
      code: ts`
        import type { MikroORM } from '@mikro-orm/postgresql'

        export const bill = (orm: MikroORM, id: number) =>
          orm.em.transactional(async (em) => {
            const { got } = await em.execute('select pg_try_advisory_xact_lock(?) as got', [id], 'get')
            if (!got) return
            await em.execute('insert into invoices (customer_id) values (?)', [id])
          })
      `,
    },
    {
      name: 'drizzle over node-postgres and over postgres.js',
      code: ts`
        import { sql } from 'drizzle-orm'
        import { drizzle } from 'drizzle-orm/node-postgres'
        import { drizzle as drizzleJs } from 'drizzle-orm/postgres-js'
        import { invoices } from './schema'
        const db = drizzle(process.env.DATABASE_URL!)
        const other = drizzleJs(process.env.DATABASE_URL!)

        export async function bill(customerId: number) {
          await db.transaction(async (tx) => {
            const result = await tx.execute(sql\`select pg_try_advisory_xact_lock(\${customerId}) as got\`)
            if (!result.rows[0].got) return
            await tx.insert(invoices).values({ customerId })
          })
          await other.transaction(async (tx) => {
            const [row] = await tx.execute(sql\`select pg_try_advisory_xact_lock(\${customerId}) as got\`)
            if (!row.got) tx.rollback()
            await tx.insert(invoices).values({ customerId })
          })
        }
      `,
    },
    {
      name: 'stored in a field, tested by another method',
      code: ts`
        import type { PoolClient } from 'pg'

        export class Biller {
          private got = false
          constructor(private readonly client: PoolClient) {}

          async begin(id: number) {
            const { rows } = await this.client.query('SELECT pg_try_advisory_lock($1) AS got', [id])
            this.got = rows[0].got
          }

          async bill(id: number) {
            if (!this.got) return
            await this.client.query('INSERT INTO invoices (customer_id) VALUES ($1)', [id])
          }

          async end(id: number) {
            if (this.got) await this.client.query('SELECT pg_advisory_unlock($1)', [id])
          }
        }
      `,
    },
    {
      name: 'a waiting function has no answer to test',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function bill(client: PoolClient, id: number) {
          await client.query('SELECT pg_advisory_xact_lock($1)', [id])
          await client.query('INSERT INTO invoices (customer_id) VALUES ($1)', [id])
        }
      `,
    },
    {
      name: 'given to an unresolved function that may test it',
      code: ts`
        import type { PoolClient } from 'pg'
        import { ensure } from './ensure'

        export async function bill(client: PoolClient, id: number) {
          const { rows } = await client.query('SELECT pg_try_advisory_xact_lock($1) AS got', [id])
          ensure(rows[0].got, 'busy')
          await client.query('INSERT INTO invoices (customer_id) VALUES ($1)', [id])
        }
      `,
    },
    {
      name: "a hole where the function's name would be",
      code: ts`
        import type { PoolClient } from 'pg'

        export async function bill(client: PoolClient, id: number, wait: boolean) {
          const kind = wait ? 'pg_advisory_xact_lock' : 'pg_advisory_xact_lock_shared'
          await client.query(\`SELECT \${kind}($1)\`, [id])
          await client.query('INSERT INTO invoices (customer_id) VALUES ($1)', [id])
        }
      `,
    },
    {
      name: "the lock stands in HAVING: the row's presence is the boolean",
      code: ts`
        import type { TransactionSql } from 'postgres'

        export async function bill(tx: TransactionSql, id: number) {
          const rows = await tx\`SELECT 1 HAVING pg_try_advisory_xact_lock(\${id})\`
          if (rows.length === 0) return
          await tx\`INSERT INTO invoices (customer_id) VALUES (\${id})\`
        }
      `,
    },
  ],
  invalid: [
    {
      name: 'ignored: the answer is dropped (pg)',
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool()

        export async function bill(customerId: number) {
          const client = await pool.connect()
          try {
            await client.query('BEGIN')
            await client.query('SELECT pg_try_advisory_xact_lock($1)', [customerId])
            await client.query('INSERT INTO invoices (customer_id) VALUES ($1)', [customerId])
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
          messageId: 'ignored',
          data: { key: 'customerId', work: '9' },
          line: 8,
          column: 11,
          endLine: 8,
          endColumn: 77,
          suggestions: [
            {
              messageId: 'insertGuard',
              output: ts`
                  import { Pool } from 'pg'
                  const pool = new Pool()

                  export async function bill(customerId: number) {
                    const client = await pool.connect()
                    try {
                      await client.query('BEGIN')
                      const { rows: [answer] } = await client.query('SELECT pg_try_advisory_xact_lock($1)', [customerId])
                      if (!answer?.pg_try_advisory_xact_lock) throw new Error('the lock is held elsewhere')
                      await client.query('INSERT INTO invoices (customer_id) VALUES ($1)', [customerId])
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
          ],
        },
      ],
    },
    {
      name: 'ignored: the guard is written in the style of the file (semicolons, alias)',
      code: ts`
        import type { PoolClient } from 'pg';

        export async function bill(client: PoolClient, customerId: number) {
            await client.query('SELECT pg_try_advisory_xact_lock(7, $1) AS "got it"', [customerId]);
            await client.query('INSERT INTO invoices (customer_id) VALUES ($1)', [customerId]);
        }
      `,
      errors: [
        {
          messageId: 'ignored',
          line: 4,
          column: 11,
          endLine: 4,
          endColumn: 92,
          suggestions: [
            {
              messageId: 'insertGuard',
              output: ts`
                  import type { PoolClient } from 'pg';

                  export async function bill(client: PoolClient, customerId: number) {
                      const { rows: [answer] } = await client.query('SELECT pg_try_advisory_xact_lock(7, $1) AS "got it"', [customerId]);
                      if (!answer?.["got it"]) throw new Error('the lock is held elsewhere');
                      await client.query('INSERT INTO invoices (customer_id) VALUES ($1)', [customerId]);
                  }
                `,
            },
          ],
        },
      ],
    },
    {
      name: 'ignored: kept in a variable that nobody tests',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function bill(client: PoolClient, customerId: number) {
          const answer = await client.query('SELECT pg_try_advisory_xact_lock($1) AS got', [customerId])
          await client.query('INSERT INTO invoices (customer_id) VALUES ($1)', [customerId])
          return answer.command
        }
      `,
      errors: [
        {
          messageId: 'ignored',
          line: 4,
          column: 24,
          endLine: 4,
          endColumn: 97,
        },
      ],
    },
    {
      name: 'ignored: only logged, and protected statements follow',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function bill(client: PoolClient, customerId: number) {
          const { rows } = await client.query('SELECT pg_try_advisory_xact_lock($1) AS got', [customerId])
          console.log('lock', rows[0].got)
          await client.query('INSERT INTO invoices (customer_id) VALUES ($1)', [customerId])
        }
      `,
      errors: [
        {
          messageId: 'ignored',
          line: 4,
          column: 26,
          endLine: 4,
          endColumn: 99,
        },
      ],
    },
    {
      name: 'ignored: a session try-lock with an unconditional unlock is one fault',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function tidy(client: PoolClient, shelfId: number) {
          await client.query('SELECT pg_try_advisory_lock($1)', [shelfId])
          try {
            await client.query('DELETE FROM books WHERE shelf_id = $1', [shelfId])
          } finally {
            await client.query('SELECT pg_advisory_unlock($1)', [shelfId])
          }
        }
      `,
      errors: [
        {
          messageId: 'ignored',
          line: 4,
          column: 9,
          endLine: 4,
          endColumn: 67,
          suggestions: [
            {
              messageId: 'insertGuard',
              output: ts`
                  import type { PoolClient } from 'pg'

                  export async function tidy(client: PoolClient, shelfId: number) {
                    const { rows: [answer] } = await client.query('SELECT pg_try_advisory_lock($1)', [shelfId])
                    if (!answer?.pg_try_advisory_lock) throw new Error('the lock is held elsewhere')
                    try {
                      await client.query('DELETE FROM books WHERE shelf_id = $1', [shelfId])
                    } finally {
                      await client.query('SELECT pg_advisory_unlock($1)', [shelfId])
                    }
                  }
                `,
            },
          ],
        },
      ],
    },
    {
      name: 'ignored: postgres.js',
      code: ts`
        import postgres from 'postgres'
        const sql = postgres()

        export const bill = (customerId: number) =>
          sql.begin(async (tx) => {
            await tx\`SELECT pg_try_advisory_xact_lock(\${customerId})\`
            await tx\`INSERT INTO invoices (customer_id) VALUES (\${customerId})\`
          })
      `,
      errors: [
        {
          messageId: 'ignored',
          line: 6,
          column: 11,
          endLine: 6,
          endColumn: 62,
          suggestions: [
            {
              messageId: 'insertGuard',
              output: ts`
                  import postgres from 'postgres'
                  const sql = postgres()

                  export const bill = (customerId: number) =>
                    sql.begin(async (tx) => {
                      const [answer] = await tx\`SELECT pg_try_advisory_xact_lock(\${customerId})\`
                      if (!answer?.pg_try_advisory_xact_lock) throw new Error('the lock is held elsewhere')
                      await tx\`INSERT INTO invoices (customer_id) VALUES (\${customerId})\`
                    })
                `,
            },
          ],
        },
      ],
    },
    {
      name: "ignored: prisma's $queryRaw",
      code: ts`
        import { PrismaClient } from '@prisma/client'
        const prisma = new PrismaClient()

        export const bill = (customerId: number) =>
          prisma.$transaction(async (tx) => {
            await tx.$queryRaw\`SELECT pg_try_advisory_xact_lock(\${customerId})\`
            await tx.invoice.create({ data: { customerId } })
          })
      `,
      errors: [
        {
          messageId: 'ignored',
          line: 6,
          column: 11,
          endLine: 6,
          endColumn: 72,
          suggestions: [
            {
              messageId: 'insertGuard',
              output: ts`
                  import { PrismaClient } from '@prisma/client'
                  const prisma = new PrismaClient()

                  export const bill = (customerId: number) =>
                    prisma.$transaction(async (tx) => {
                      const [answer] = await tx.$queryRaw\`SELECT pg_try_advisory_xact_lock(\${customerId})\`
                      if (!answer?.pg_try_advisory_xact_lock) throw new Error('the lock is held elsewhere')
                      await tx.invoice.create({ data: { customerId } })
                    })
                `,
            },
          ],
        },
      ],
    },
    {
      name: 'ignored: drizzle',
      code: ts`
        import { sql } from 'drizzle-orm'
        import { drizzle } from 'drizzle-orm/postgres-js'
        import { invoices } from './schema'
        const db = drizzle(process.env.DATABASE_URL!)

        export const bill = (customerId: number) =>
          db.transaction(async (tx) => {
            await tx.execute(sql\`select pg_try_advisory_xact_lock(\${customerId})\`)
            await tx.insert(invoices).values({ customerId })
          })
      `,
      errors: [
        {
          messageId: 'ignored',
          line: 8,
          column: 11,
          endLine: 8,
          endColumn: 75,
          suggestions: [
            {
              messageId: 'insertGuard',
              output: ts`
                  import { sql } from 'drizzle-orm'
                  import { drizzle } from 'drizzle-orm/postgres-js'
                  import { invoices } from './schema'
                  const db = drizzle(process.env.DATABASE_URL!)

                  export const bill = (customerId: number) =>
                    db.transaction(async (tx) => {
                      const [answer] = await tx.execute(sql\`select pg_try_advisory_xact_lock(\${customerId})\`)
                      if (!answer?.pg_try_advisory_xact_lock) throw new Error('the lock is held elsewhere')
                      await tx.insert(invoices).values({ customerId })
                    })
                `,
            },
          ],
        },
      ],
    },
    {
      name: 'ignored: mikro-orm',
      code: ts`
        import type { MikroORM } from '@mikro-orm/postgresql'

        export const bill = (orm: MikroORM, customerId: number) =>
          orm.em.transactional(async (em) => {
            await em.execute('select pg_try_advisory_xact_lock(?)', [customerId])
            await em.execute('insert into invoices (customer_id) values (?)', [customerId])
          })
      `,
      errors: [
        {
          messageId: 'ignored',
          line: 5,
          column: 11,
          endLine: 5,
          endColumn: 74,
        },
      ],
    },
    {
      name: 'ignored: the boolean of a helper of the file is dropped by its caller',
      code: ts`
        import { Pool, type PoolClient } from 'pg'
        const pool = new Pool()

        async function tryLock(client: PoolClient, id: number): Promise<boolean> {
          const { rows } = await client.query('SELECT pg_try_advisory_xact_lock($1) AS got', [id])
          return rows[0].got
        }

        export async function bill(client: PoolClient, customerId: number) {
          await tryLock(client, customerId)
          await client.query('INSERT INTO invoices (customer_id) VALUES ($1)', [customerId])
        }
      `,
      errors: [
        {
          messageId: 'ignored',
          line: 10,
          column: 9,
          endLine: 10,
          endColumn: 36,
        },
      ],
    },
    {
      name: 'suggestion: the shape that typeorm gives',
      code: ts`
        import type { EntityManager } from 'typeorm'

        export async function bill(manager: EntityManager, customerId: number) {
          await manager.query('SELECT pg_try_advisory_xact_lock($1)', [customerId])
          await manager.query('INSERT INTO invoices (customer_id) VALUES ($1)', [customerId])
        }
      `,
      errors: [
        {
          messageId: 'ignored',
          line: 4,
          column: 9,
          endLine: 4,
          endColumn: 76,
          suggestions: [
            {
              messageId: 'insertGuard',
              output: ts`
                  import type { EntityManager } from 'typeorm'

                  export async function bill(manager: EntityManager, customerId: number) {
                    const [answer] = await manager.query('SELECT pg_try_advisory_xact_lock($1)', [customerId])
                    if (!answer?.pg_try_advisory_xact_lock) throw new Error('the lock is held elsewhere')
                    await manager.query('INSERT INTO invoices (customer_id) VALUES ($1)', [customerId])
                  }
                `,
            },
          ],
        },
      ],
    },
    {
      name: "suggestion: the value that slonik's oneFirst gives",
      code: ts`
        import type { DatabaseTransactionConnection } from 'slonik'
        import { sql } from 'slonik'

        export async function bill(tx: DatabaseTransactionConnection, customerId: number) {
          await tx.oneFirst(sql.unsafe\`SELECT pg_try_advisory_xact_lock(\${customerId})\`)
          await tx.query(sql.unsafe\`INSERT INTO invoices (customer_id) VALUES (\${customerId})\`)
        }
      `,
      errors: [
        {
          messageId: 'ignored',
          line: 5,
          column: 9,
          endLine: 5,
          endColumn: 81,
          suggestions: [
            {
              messageId: 'insertGuard',
              output: ts`
                  import type { DatabaseTransactionConnection } from 'slonik'
                  import { sql } from 'slonik'

                  export async function bill(tx: DatabaseTransactionConnection, customerId: number) {
                    const answer = await tx.oneFirst(sql.unsafe\`SELECT pg_try_advisory_xact_lock(\${customerId})\`)
                    if (!answer) throw new Error('the lock is held elsewhere')
                    await tx.query(sql.unsafe\`INSERT INTO invoices (customer_id) VALUES (\${customerId})\`)
                  }
                `,
            },
          ],
        },
      ],
    },
    {
      name: "suggestion: the row that pg-promise's one gives",
      code: ts`
        import type { ITask } from 'pg-promise'

        export async function bill(task: ITask<object>, customerId: number) {
          await task.one('SELECT pg_try_advisory_xact_lock($1) AS got', [customerId])
          await task.none('INSERT INTO invoices (customer_id) VALUES ($1)', [customerId])
        }
      `,
      errors: [
        {
          messageId: 'ignored',
          line: 4,
          column: 9,
          endLine: 4,
          endColumn: 78,
          suggestions: [
            {
              messageId: 'insertGuard',
              output: ts`
                  import type { ITask } from 'pg-promise'

                  export async function bill(task: ITask<object>, customerId: number) {
                    const answer = await task.one('SELECT pg_try_advisory_xact_lock($1) AS got', [customerId])
                    if (!answer?.got) throw new Error('the lock is held elsewhere')
                    await task.none('INSERT INTO invoices (customer_id) VALUES ($1)', [customerId])
                  }
                `,
            },
          ],
        },
      ],
    },
    {
      name: 'suggestion: another name where answer is taken',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function reply(client: PoolClient, ticketId: number, answer: string) {
          await client.query('SELECT pg_try_advisory_xact_lock($1)', [ticketId])
          await client.query('UPDATE tickets SET reply = $1 WHERE id = $2', [answer, ticketId])
        }
      `,
      errors: [
        {
          messageId: 'ignored',
          line: 4,
          column: 9,
          endLine: 4,
          endColumn: 73,
          suggestions: [
            {
              messageId: 'insertGuard',
              output: ts`
                  import type { PoolClient } from 'pg'

                  export async function reply(client: PoolClient, ticketId: number, answer: string) {
                    const { rows: [answer2] } = await client.query('SELECT pg_try_advisory_xact_lock($1)', [ticketId])
                    if (!answer2?.pg_try_advisory_xact_lock) throw new Error('the lock is held elsewhere')
                    await client.query('UPDATE tickets SET reply = $1 WHERE id = $2', [answer, ticketId])
                  }
                `,
            },
          ],
        },
      ],
    },
    {
      name: 'no suggestion where the receiver is unknown',
      code: ts`
        export async function bill(connection, customerId) {
          await connection.query('SELECT pg_try_advisory_xact_lock($1)', [customerId])
          await connection.query('INSERT INTO invoices (customer_id) VALUES ($1)', [customerId])
        }
      `,
      errors: [
        {
          messageId: 'ignored',
          line: 2,
          column: 9,
          endLine: 2,
          endColumn: 79,
        },
      ],
    },
    {
      name: 'no suggestion in a branch without braces',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function bill(client: PoolClient, customerId: number, careful: boolean) {
          if (careful) await client.query('SELECT pg_try_advisory_xact_lock($1)', [customerId])
          await client.query('INSERT INTO invoices (customer_id) VALUES ($1)', [customerId])
        }
      `,
      errors: [
        {
          messageId: 'ignored',
          line: 4,
          column: 22,
          endLine: 4,
          endColumn: 88,
        },
      ],
    },
    {
      name: "lost: prisma's $executeRaw answers 1",
      code: ts`
        import { PrismaClient } from '@prisma/client'
        const prisma = new PrismaClient()

        export const bill = (customerId: number) =>
          prisma.$transaction(async (tx) => {
            const got = await tx.$executeRaw\`SELECT pg_try_advisory_xact_lock(\${customerId})\`
            if (!got) return
            await tx.invoice.create({ data: { customerId } })
          })
      `,
      errors: [
        {
          messageId: 'lost',
          data: { key: 'customerId' },
          line: 6,
          column: 23,
          endLine: 6,
          endColumn: 86,
        },
      ],
    },
    {
      name: "lost: prisma's $executeRawUnsafe",
      code: ts`
        import type { Prisma } from '@prisma/client'

        export async function bill(tx: Prisma.TransactionClient, customerId: number) {
          const got = await tx.$executeRawUnsafe('SELECT pg_try_advisory_xact_lock($1)', customerId)
          if (got === 1) await tx.invoice.create({ data: { customerId } })
        }
      `,
      errors: [
        {
          messageId: 'lost',
          line: 4,
          column: 21,
          endLine: 4,
          endColumn: 93,
        },
      ],
    },
    {
      name: "lost: slonik's exists answers true",
      code: ts`
        import { createPool, sql } from 'slonik'

        export async function bill(customerId: number) {
          const pool = await createPool('postgres://localhost/app')
          await pool.transaction(async (tx) => {
            if (!(await tx.exists(sql.unsafe\`SELECT pg_try_advisory_xact_lock(\${customerId})\`))) return
            await tx.query(sql.unsafe\`INSERT INTO invoices (customer_id) VALUES (\${customerId})\`)
          })
        }
      `,
      errors: [
        {
          messageId: 'lost',
          line: 6,
          column: 17,
          endLine: 6,
          endColumn: 87,
        },
      ],
    },
    {
      name: "lost: pg-promise's none",
      code: ts`
        import pgPromise from 'pg-promise'
        const db = pgPromise()('postgres://localhost/app')

        export const bill = (customerId: number) =>
          db.tx(async (tx) => {
            await tx.none('SELECT pg_try_advisory_xact_lock($1)', [customerId])
            await tx.none('INSERT INTO invoices (customer_id) VALUES ($1)', [customerId])
          })
      `,
      errors: [
        {
          messageId: 'lost',
          line: 6,
          column: 11,
          endLine: 6,
          endColumn: 72,
        },
      ],
    },
    {
      name: 'alwaysTruthy: the result',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function bill(client: PoolClient, customerId: number) {
          const got = await client.query('SELECT pg_try_advisory_xact_lock($1)', [customerId])
          if (!got) return
          await client.query('INSERT INTO invoices (customer_id) VALUES ($1)', [customerId])
        }
      `,
      errors: [
        {
          messageId: 'alwaysTruthy',
          data: { part: 'the result', line: '4', column: 'pg_try_advisory_xact_lock', work: '6' },
          line: 5,
          column: 8,
          endLine: 5,
          endColumn: 11,
        },
      ],
    },
    {
      name: 'alwaysTruthy: rows',
      code: ts`
        import { type Kysely, sql } from 'kysely'

        export const bill = (db: Kysely<unknown>, customerId: number) =>
          db.transaction().execute(async (trx) => {
            const result = await sql\`select pg_try_advisory_xact_lock(\${customerId}) as got\`.execute(trx)
            if (!result.rows) throw new Error('busy')
            await sql\`insert into invoices (customer_id) values (\${customerId})\`.execute(trx)
          })
      `,
      errors: [
        {
          messageId: 'alwaysTruthy',
          data: { part: 'the array of rows', line: '5', column: 'got', work: '7' },
          line: 6,
          column: 10,
          endLine: 6,
          endColumn: 21,
        },
      ],
    },
    {
      name: 'alwaysTruthy: rows.length',
      code: ts`
        import knex from 'knex'
        const db = knex({ client: 'pg' })

        export const bill = (customerId: number) =>
          db.transaction(async (trx) => {
            const { rows } = await trx.raw('SELECT pg_try_advisory_xact_lock(?) AS got', [customerId])
            if (rows.length === 0) return
            await trx('invoices').insert({ customer_id: customerId })
          })
      `,
      errors: [
        {
          messageId: 'alwaysTruthy',
          data: { part: 'the number of rows', line: '6', column: 'got', work: '8' },
          line: 7,
          column: 9,
          endLine: 7,
          endColumn: 26,
        },
      ],
    },
    {
      name: 'alwaysTruthy: rowCount',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function bill(client: PoolClient, customerId: number) {
          const { rowCount } = await client.query('SELECT pg_try_advisory_xact_lock($1)', [customerId])
          if (rowCount !== 1) return
          await client.query('INSERT INTO invoices (customer_id) VALUES ($1)', [customerId])
        }
      `,
      errors: [
        {
          messageId: 'alwaysTruthy',
          data: { part: 'the number of rows', line: '4', column: 'pg_try_advisory_xact_lock', work: '6' },
          line: 5,
          column: 7,
          endLine: 5,
          endColumn: 21,
        },
      ],
    },
    {
      name: 'alwaysTruthy: a row object, taken by destructuring',
      code: ts`
        import type { Sql } from 'postgres'

        export const bill = (sql: Sql, customerId: number) =>
          sql.begin(async (tx) => {
            const [row] = await tx\`SELECT pg_try_advisory_xact_lock(\${customerId}) AS got\`
            if (!row) return
            await tx\`INSERT INTO invoices (customer_id) VALUES (\${customerId})\`
          })
      `,
      errors: [
        {
          messageId: 'alwaysTruthy',
          data: { part: 'the row', line: '5', column: 'got', work: '7' },
          line: 6,
          column: 10,
          endLine: 6,
          endColumn: 13,
        },
      ],
    },
    {
      name: "alwaysTruthy: the row of pg-promise's one",
      code: ts`
        import type { ITask } from 'pg-promise'

        export async function bill(task: ITask<object>, customerId: number) {
          const row = await task.one('SELECT pg_try_advisory_xact_lock($1) AS got', [customerId])
          if (!row) return
          await task.none('INSERT INTO invoices (customer_id) VALUES ($1)', [customerId])
        }
      `,
      errors: [
        {
          messageId: 'alwaysTruthy',
          line: 5,
          column: 8,
          endLine: 5,
          endColumn: 11,
        },
      ],
    },
    {
      name: 'alwaysTruthy: the array that typeorm gives',
      code: ts`
        import type { EntityManager } from 'typeorm'

        export async function bill(manager: EntityManager, customerId: number) {
          const got = await manager.query('SELECT pg_try_advisory_xact_lock($1)', [customerId])
          if (!got) return
          await manager.query('INSERT INTO invoices (customer_id) VALUES ($1)', [customerId])
        }
      `,
      errors: [
        {
          messageId: 'alwaysTruthy',
          line: 5,
          column: 8,
          endLine: 5,
          endColumn: 11,
        },
      ],
    },
    {
      name: 'alwaysTruthy: sequelize gives [rows, result]',
      code: ts`
        import { Sequelize } from 'sequelize'
        const sequelize = new Sequelize('postgres://localhost/app')

        export const bill = (customerId: number) =>
          sequelize.transaction(async (transaction) => {
            const [got] = await sequelize.query('SELECT pg_try_advisory_xact_lock(?)', { replacements: [customerId], transaction })
            if (!got) return
            await sequelize.query('INSERT INTO invoices (customer_id) VALUES (?)', { replacements: [customerId], transaction })
          })
      `,
      errors: [
        {
          messageId: 'alwaysTruthy',
          line: 7,
          column: 10,
          endLine: 7,
          endColumn: 13,
        },
      ],
    },
    {
      name: 'wrongColumn: another name than the alias',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function bill(client: PoolClient, customerId: number) {
          const { rows } = await client.query('SELECT pg_try_advisory_xact_lock($1) AS locked', [customerId])
          if (!rows[0].acquired) return
          await client.query('INSERT INTO invoices (customer_id) VALUES ($1)', [customerId])
        }
      `,
      errors: [
        {
          messageId: 'wrongColumn',
          data: { read: 'rows[0].acquired', line: '4', column: 'locked' },
          line: 5,
          column: 8,
          endLine: 5,
          endColumn: 24,
        },
      ],
    },
    {
      name: 'wrongColumn: the name of the other function',
      code: ts`
        import { PrismaClient } from '@prisma/client'
        const prisma = new PrismaClient()

        export const bill = (customerId: number) =>
          prisma.$transaction(async (tx) => {
            const [row] = await tx.$queryRaw<{ pg_try_advisory_lock: boolean }[]>\`SELECT pg_try_advisory_xact_lock(\${customerId})\`
            if (!row?.pg_try_advisory_lock) return
            await tx.invoice.create({ data: { customerId } })
          })
      `,
      errors: [
        {
          messageId: 'wrongColumn',
          data: { read: 'row?.pg_try_advisory_lock', line: '6', column: 'pg_try_advisory_xact_lock' },
          line: 7,
          column: 10,
          endLine: 7,
          endColumn: 35,
        },
      ],
    },
    {
      name: 'wrongColumn: unquoted capitals in the alias',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function bill(client: PoolClient, customerId: number) {
          const { rows } = await client.query('SELECT pg_try_advisory_xact_lock($1) AS gotLock', [customerId])
          if (!rows[0].gotLock) return
          await client.query('INSERT INTO invoices (customer_id) VALUES ($1)', [customerId])
        }
      `,
      errors: [
        {
          messageId: 'wrongColumn',
          data: { read: 'rows[0].gotLock', line: '4', column: 'gotlock' },
          line: 5,
          column: 8,
          endLine: 5,
          endColumn: 23,
        },
      ],
    },
    {
      name: 'wrongColumn: destructured',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function bill(client: PoolClient, customerId: number) {
          const { rows: [{ ok }] } = await client.query('SELECT pg_try_advisory_xact_lock($1)', [customerId])
          if (!ok) return
          await client.query('INSERT INTO invoices (customer_id) VALUES ($1)', [customerId])
        }
      `,
      errors: [
        {
          messageId: 'wrongColumn',
          line: 4,
          column: 20,
          endLine: 4,
          endColumn: 22,
        },
      ],
    },
    {
      name: 'notAwaited: a promise is tested',
      code: ts`
        import type { PoolClient } from 'pg'

        const tryLock = async (client: PoolClient, id: number) => {
          const { rows } = await client.query('SELECT pg_try_advisory_xact_lock($1) AS got', [id])
          return rows[0].got as boolean
        }

        export async function bill(client: PoolClient, customerId: number) {
          if (!tryLock(client, customerId)) return
          await client.query('INSERT INTO invoices (customer_id) VALUES ($1)', [customerId])
        }
      `,
      errors: [
        {
          messageId: 'notAwaited',
          data: { line: '4' },
          line: 9,
          column: 8,
          endLine: 9,
          endColumn: 35,
        },
      ],
    },
    {
      name: 'notGuarding: the loser goes on',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function bill(client: PoolClient, customerId: number) {
          const { rows } = await client.query('SELECT pg_try_advisory_xact_lock($1) AS got', [customerId])
          if (!rows[0].got) console.warn('busy')
          await client.query('INSERT INTO invoices (customer_id) VALUES ($1)', [customerId])
        }
      `,
      errors: [
        {
          messageId: 'notGuarding',
          data: { work: '6', line: '4' },
          line: 5,
          column: 8,
          endLine: 5,
          endColumn: 19,
        },
      ],
    },
    {
      name: 'notGuarding: inverted',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function bill(client: PoolClient, customerId: number) {
          const { rows } = await client.query('SELECT pg_try_advisory_xact_lock($1) AS got', [customerId])
          if (rows[0].got) return
          await client.query('INSERT INTO invoices (customer_id) VALUES ($1)', [customerId])
        }
      `,
      errors: [
        {
          messageId: 'notGuarding',
          line: 5,
          column: 7,
          endLine: 5,
          endColumn: 18,
        },
      ],
    },
    {
      name: 'notGuarding: weakened by ||',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function bill(client: PoolClient, customerId: number, force: boolean) {
          const { rows } = await client.query('SELECT pg_try_advisory_xact_lock($1) AS got', [customerId])
          if (rows[0].got || force) {
            await client.query('INSERT INTO invoices (customer_id) VALUES ($1)', [customerId])
          }
        }
      `,
      errors: [
        {
          messageId: 'notGuarding',
          line: 5,
          column: 7,
          endLine: 5,
          endColumn: 18,
        },
      ],
    },
    {
      name: 'notGuarding: only part of the work stands under the test',
      code: ts`
        import type { TransactionSql } from 'postgres'

        export async function bill(tx: TransactionSql, customerId: number) {
          const [row] = await tx\`SELECT pg_try_advisory_xact_lock(\${customerId}) AS got\`
          if (row.got) await tx\`INSERT INTO invoices (customer_id) VALUES (\${customerId})\`
          await tx\`UPDATE invoices SET open = true WHERE customer_id = \${customerId}\`
        }
      `,
      errors: [
        {
          messageId: 'notGuarding',
          line: 5,
          column: 7,
          endLine: 5,
          endColumn: 14,
        },
      ],
    },
    {
      name: 'notGuarding: an error that is caught at once',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function bill(client: PoolClient, customerId: number) {
          const { rows } = await client.query('SELECT pg_try_advisory_xact_lock($1) AS got', [customerId])
          try {
            if (!rows[0].got) throw new Error('busy')
          } catch (error) {
            console.warn(error)
          }
          await client.query('INSERT INTO invoices (customer_id) VALUES ($1)', [customerId])
        }
      `,
      errors: [
        {
          messageId: 'notGuarding',
          line: 6,
          column: 10,
          endLine: 6,
          endColumn: 21,
        },
      ],
    },
    {
      name: 'textBoolean: compared with a text',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function bill(client: PoolClient, customerId: number) {
          const { rows } = await client.query('SELECT pg_try_advisory_xact_lock($1) AS got', [customerId])
          if (rows[0].got !== 't') return
          await client.query('INSERT INTO invoices (customer_id) VALUES ($1)', [customerId])
        }
      `,
      errors: [
        {
          messageId: 'textBoolean',
          data: { line: '4' },
          line: 5,
          column: 7,
          endLine: 5,
          endColumn: 26,
        },
      ],
    },
    {
      name: 'textBoolean: compared with a number',
      code: ts`
        import type { DatabaseTransactionConnection } from 'slonik'
        import { sql } from 'slonik'

        export async function bill(tx: DatabaseTransactionConnection, customerId: number) {
          const got = await tx.oneFirst(sql.unsafe\`SELECT pg_try_advisory_xact_lock(\${customerId})\`)
          if (got === 1) {
            await tx.query(sql.unsafe\`INSERT INTO invoices (customer_id) VALUES (\${customerId})\`)
          }
        }
      `,
      errors: [
        {
          messageId: 'textBoolean',
          line: 6,
          column: 7,
          endLine: 6,
          endColumn: 16,
        },
      ],
    },
    {
      name: "textBoolean: ::text gives 'true', never 't'",
      code: ts`
        import type { PoolClient } from 'pg'

        export async function bill(client: PoolClient, customerId: number) {
          const { rows } = await client.query('SELECT pg_try_advisory_xact_lock($1)::text AS got', [customerId])
          if (rows[0].got !== 't') return
          await client.query('INSERT INTO invoices (customer_id) VALUES ($1)', [customerId])
        }
      `,
      errors: [
        {
          messageId: 'textBoolean',
          line: 5,
          column: 7,
          endLine: 5,
          endColumn: 26,
        },
      ],
    },
  ],
})
