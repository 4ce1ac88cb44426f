import rule from '../../rules/prefer-xact-lock.ts'
import { assertionOptions, spanOf, tester, ts } from './tester.ts'

const WAIT = "client.query('SELECT pg_advisory_lock($1)', [id])"
const UNLOCK = "await client.query('SELECT pg_advisory_unlock($1)', [id])"
const WRITE = "await client.query('UPDATE orders SET state = $2 WHERE id = $1', [id, state])"

/** A session lock of a checked-out client around the lines. */
const held = (lines: string, head = '', around: (inner: string) => string = (inner) => inner) => `
import { Pool } from 'pg'
${head}
const pool = new Pool()
export async function change(id, state, rows, work) {
  const client = await pool.connect()
  try {
    ${around(`await ${WAIT}
    try {
      ${lines}
    } finally {
      ${UNLOCK}
    }`)}
  } finally {
    client.release()
  }
}`

const inTransaction = (lines: string) => `
      await client.query('BEGIN')
      try {
        ${lines}
        await client.query('COMMIT')
      } catch (error) {
        await client.query('ROLLBACK')
        throw error
      }`
const INNER = "client.query('SELECT pg_advisory_lock(7)')"

const silent = (name: string, lines: string, head?: string) => ({ name, code: held(lines, head) })
const reported = (name: string, code: string, call: string, messageId = 'waiting') => ({
  name,
  code,
  errors: [{ messageId, ...spanOf(code, call) }],
})

const afterAnswer = `
  const { rows } = await client.query('SELECT pg_try_advisory_lock($1, $2) AS got', [4102, id])
  if (!rows[0].got) return false
  try {
    ${WRITE}
  } finally {
    await client.query('SELECT pg_advisory_unlock($1, $2)', [4102, id])
  }
  return true`

tester.run('prefer-xact-lock', rule, {
  assertionOptions,
  valid: [
    silent('a barrier: nothing runs under it', ''),
    silent('VACUUM', `${WRITE}\n      await client.query('VACUUM orders')`),
    silent('an index that is built CONCURRENTLY', "await client.query('CREATE INDEX CONCURRENTLY i ON orders (id)')"),
    silent('a database is made', "await client.query('CREATE DATABASE archive')"),
    silent('a procedure, which may commit by itself', "await client.query('CALL rebuild($1)', [id])"),
    silent('several transactions', `${inTransaction(WRITE)}${inTransaction(WRITE)}`),
    silent('a loop of transactions', `for (const row of rows) {${inTransaction(WRITE)}}`),
    silent('a loop of writes, each of which is committed', `for (const row of rows) ${WRITE}`),
    silent(
      'deleted in portions',
      "let n = 1\nwhile (n > 0) n = (await client.query('DELETE FROM logs WHERE id IN (SELECT id FROM logs LIMIT 1000)')).rowCount",
    ),
    silent('a write beside the one transaction', WRITE + inTransaction(WRITE)),
    silent(
      'a transaction with a snapshot of its own, which must begin behind the lock',
      inTransaction(WRITE).replace('BEGIN', 'BEGIN ISOLATION LEVEL REPEATABLE READ'),
    ),
    silent('an awaited call that cannot be seen', `${WRITE}\nawait refresh(id)`, "import { refresh } from './views'"),
    silent('the work of the caller', `${WRITE}\nawait work()`),
    silent('the work of the caller, given back', `${WRITE}\nreturn work()`),
    silent('a call that is given the client', `${WRITE}\nawait audit(client, id)`, "import { audit } from './audit'"),
    silent('a request', `${WRITE}\nawait fetch('https://orders.example.com')`),
    silent('a sleep', `${WRITE}\nawait new Promise((resolve) => setTimeout(resolve, 50))`),
    silent('a file', `${WRITE}\nawait writeFile('state', state)`, "import { writeFile } from 'node:fs/promises'"),
    silent(
      'a file, synchronously',
      `${WRITE}\nwriteFileSync('state', state)`,
      "import { writeFileSync } from 'node:fs'",
    ),
    silent('a subprocess', `${WRITE}\nexecSync('make')`, "import { execSync } from 'node:child_process'"),
    silent('heavy work', `${WRITE}\nawait hash(state, 12)`, "import { hash } from 'bcrypt'"),
    silent('a statement on another session', `${WRITE}\nawait pool.query('UPDATE totals SET n = n + 1')`),
    silent('a second connection', `${WRITE}\nconst other = await pool.connect()\nother.release()`),
    silent('a timer keeps the session alive', `${WRITE}\nsetInterval(() => client.query('SELECT 1'), 1000)`),
    silent('a promise from elsewhere', `${WRITE}\nawait rows.ready`),
    silent('SQL that cannot be read', 'await client.query(state)'),
    silent(
      'what failed is dealt with by another statement',
      `try { ${WRITE} } catch { await client.query('INSERT INTO failed VALUES ($1)', [id]) }`,
    ),
    silent('a failure is passed over', `try { ${WRITE} } catch (error) { console.warn(error) }\n${WRITE}`),
    silent(
      'a failure is passed over in a helper',
      `await tryIt(client, id)\n${WRITE}`,
      "const tryIt = async (c, id) => { await c.query('INSERT INTO seen VALUES ($1)', [id]).catch(() => undefined) }",
    ),
    silent('the same lock again', `await ${WAIT}\ntry { ${WRITE} } finally { ${UNLOCK} }`),
    silent('the write is left alone', WRITE.replace('await ', '')),
    {
      name: 'statements in a function that nobody waits for',
      code: held(
        'void touch(client, id)',
        "const touch = async (c, id) => { await c.query('UPDATE orders SET seen = true WHERE id = $1', [id]) }",
      ),
    },
    {
      name: 'a lock that is kept: nothing in sight ends it',
      code: ts`
        import { Client } from 'pg'
        export class Leader {
          client = new Client()
          async start(id: number) {
            await this.client.query('SELECT pg_advisory_lock($1)', [id])
            await this.client.query('INSERT INTO leaders VALUES ($1)', [id])
          }
        }
      `,
    },
    {
      name: 'a pair of methods, whose callers do the work',
      code: ts`
        import { Pool, type PoolClient } from 'pg'
        const pool = new Pool()
        export async function acquire(id: number) {
          const client = await pool.connect()
          await client.query('SELECT pg_advisory_lock($1)', [id])
          return client
        }
        export async function release(client: PoolClient, id: number) {
          await client.query('SELECT pg_advisory_unlock($1)', [id])
          client.release()
        }
      `,
    },
    {
      name: 'a wrapper that others give their work, though one use of it is short',
      code: ts`
        import { Pool, type PoolClient } from 'pg'
        const pool = new Pool()
        export async function withLock<T>(id: number, work: (client: PoolClient) => Promise<T>) {
          const client = await pool.connect()
          try {
            await client.query('SELECT pg_advisory_lock($1)', [id])
            try {
              return await work(client)
            } finally {
              await client.query('SELECT pg_advisory_unlock($1)', [id])
            }
          } finally {
            client.release()
          }
        }
        export const close = (id: number) =>
          withLock(id, async (client) => {
            await client.query('UPDATE orders SET open = false WHERE id = $1', [id])
          })
      `,
    },
    {
      name: 'a pooled session lock is the subject of require-dedicated-connection',
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool()
        export async function close(id: number) {
          await pool.query('SELECT pg_advisory_lock($1)', [id])
          await pool.query('UPDATE orders SET open = false WHERE id = $1', [id])
          await pool.query('SELECT pg_advisory_unlock($1)', [id])
        }
      `,
    },
    {
      name: 'behind a pooler that lends per transaction every session lock is its subject',
      code: held(WRITE),
      settings: { 'pg-advisory-lock': { poolMode: 'transaction' } },
    },
    {
      name: 'a lock that stays held on a throw is the subject of require-unlock',
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool()
        export async function close(id: number) {
          const client = await pool.connect()
          try {
            await client.query('SELECT pg_advisory_lock($1)', [id])
            await client.query('UPDATE orders SET open = false WHERE id = $1', [id])
            await client.query('SELECT pg_advisory_unlock($1)', [id])
          } finally {
            client.release()
          }
        }
      `,
    },
    {
      name: 'an unlock before COMMIT is the subject of no-unlock-in-transaction',
      code: ts`
        import { PrismaClient } from '@prisma/client'
        const prisma = new PrismaClient()
        export const close = (id: number) =>
          prisma.$transaction(async (tx) => {
            await tx.$executeRaw\`SELECT pg_advisory_lock(\${id})\`
            await tx.order.update({ where: { id }, data: { open: false } })
            await tx.$executeRaw\`SELECT pg_advisory_unlock(\${id})\`
          })
      `,
    },
    {
      name: 'an ignored try is the subject of no-unchecked-try-lock',
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool()
        export async function close(id: number) {
          const client = await pool.connect()
          await client.query('SELECT pg_try_advisory_lock($1)', [id])
          try {
            await client.query('UPDATE orders SET open = false WHERE id = $1', [id])
          } finally {
            await client.query('SELECT pg_advisory_unlock($1)', [id])
            client.release()
          }
        }
      `,
    },
    {
      name: 'a transaction lock',
      code: ts`
        import type { PoolClient } from 'pg'
        export async function close(client: PoolClient, id: number) {
          await client.query('BEGIN')
          await client.query('SELECT pg_advisory_xact_lock($1)', [id])
          await client.query('UPDATE orders SET open = false WHERE id = $1', [id])
          await client.query('COMMIT')
        }
      `,
    },
    {
      name: 'a migration runner of knex on one connection',
      code: ts`
        import knexFactory from 'knex'
        const knex = knexFactory({ client: 'pg', pool: { min: 1, max: 1 } })
        export async function migrate() {
          await knex.raw('select pg_advisory_lock(81)')
          try {
            await knex.migrate.latest()
          } finally {
            await knex.raw('select pg_advisory_unlock(81)')
          }
        }
      `,
    },
    {
      name: 'Kysely: the level of isolation is set on the builder',
      code: ts`
        import { Kysely, PostgresDialect, sql } from 'kysely'
        import { Pool } from 'pg'
        const db = new Kysely({ dialect: new PostgresDialect({ pool: new Pool() }) })
        export const close = (id: number) =>
          db.connection().execute(async (conn) => {
            await sql\`select pg_advisory_lock(\${id})\`.execute(conn)
            try {
              await conn.transaction().setIsolationLevel('serializable').execute(async (trx) => {
                await trx.updateTable('orders').set({ open: false }).where('id', '=', id).execute()
              })
            } finally {
              await sql\`select pg_advisory_unlock(\${id})\`.execute(conn)
            }
          })
      `,
    },
    {
      name: 'postgres.js: rows are streamed to a callback of the caller',
      code: ts`
        import postgres from 'postgres'
        const sql = postgres()
        export async function each(id: number, visit: (row: object) => Promise<void>) {
          const reserved = await sql.reserve()
          await reserved\`select pg_advisory_lock(\${id})\`
          try {
            for (const row of await reserved\`select * from orders limit 10\`) await visit(row)
          } finally {
            await reserved\`select pg_advisory_unlock(\${id})\`
            reserved.release()
          }
        }
      `,
    },
    {
      name: 'a generator: whoever takes its values runs under the lock',
      code: ts`
        import type { PoolClient } from 'pg'
        export async function* rows(client: PoolClient, id: number) {
          await client.query('SELECT pg_advisory_lock($1)', [id])
          try {
            const { rows } = await client.query('SELECT * FROM orders LIMIT 10')
            for (const row of rows) yield row
          } finally {
            await client.query('SELECT pg_advisory_unlock($1)', [id])
          }
        }
      `,
    },
  ],
  invalid: [
    reported('one write', held(WRITE), WAIT),
    reported(
      'a read and a write, computed between',
      held(
        `const { rows: [row] } = await client.query('SELECT * FROM orders WHERE id = $1', [id])\nif (row.state === next(row)) return\n${WRITE}`,
        "import { next } from './states'",
      ),
      WAIT,
    ),
    reported('one transaction inside', held(inTransaction(`${WRITE}\n${WRITE}`)), WAIT),
    reported(
      'the inner one of two locks of the session',
      held(`await ${INNER}\ntry { ${WRITE} } finally { await client.query('SELECT pg_advisory_unlock(7)') }`),
      INNER,
    ),
    reported('a loop inside the one transaction', held(inTransaction(`for (const row of rows) ${WRITE}`)), WAIT),
    reported(
      'statements side by side',
      held(`await Promise.all([client.query('UPDATE a SET x = 1'), client.query('UPDATE b SET x = 1')])`),
      WAIT,
    ),
    reported(
      'a failure is only logged',
      held(`try { ${WRITE} } catch (error) { console.error(error); throw error }`),
      WAIT,
    ),
    reported(
      'a helper of the file sends the statements',
      held(
        'await touch(client, id)',
        "const touch = async (c, id) => { await c.query('UPDATE orders SET seen = true WHERE id = $1', [id]) }",
      ),
      WAIT,
    ),
    reported(
      'a helper takes the lock: at its caller',
      ts`
        import { Pool, type PoolClient } from 'pg'
        const pool = new Pool()
        async function lock(client: PoolClient, id: number) {
          await client.query('SELECT pg_advisory_lock($1)', [id])
        }
        async function unlock(client: PoolClient, id: number) {
          await client.query('SELECT pg_advisory_unlock($1)', [id])
        }
        export async function close(id: number) {
          const client = await pool.connect()
          try {
            await lock(client, id)
            try {
              await client.query('UPDATE orders SET open = false WHERE id = $1', [id])
            } finally {
              await unlock(client, id)
            }
          } finally {
            client.release()
          }
        }
      `,
      'lock(client, id)',
    ),
    reported(
      'a try',
      held('', '', () => afterAnswer),
      "client.query('SELECT pg_try_advisory_lock($1, $2) AS got', [4102, id])",
      'tried',
    ),
    reported(
      'the session ends with its work',
      ts`
        import { Client } from 'pg'
        export async function sweep() {
          const client = new Client()
          await client.connect()
          try {
            await client.query('SELECT pg_advisory_lock(41, 7)')
            await client.query('DELETE FROM sessions WHERE expires_at < now()')
          } finally {
            await client.end()
          }
        }
      `,
      "client.query('SELECT pg_advisory_lock(41, 7)')",
    ),
    reported(
      'a shared lock',
      ts`
        import type { PoolClient } from 'pg'
        export async function read(client: PoolClient, id: number) {
          await client.query('SELECT pg_advisory_lock_shared($1)', [id])
          try {
            return (await client.query('SELECT * FROM rooms WHERE id = $1', [id])).rows[0]
          } finally {
            await client.query('SELECT pg_advisory_unlock_shared($1)', [id])
          }
        }
      `,
      "client.query('SELECT pg_advisory_lock_shared($1)', [id])",
    ),
    reported(
      'an object that is given the SQL, whatever it is',
      ts`
        export async function close(session, id) {
          await session.execute('SELECT pg_advisory_lock($1)', [id])
          try {
            await session.execute('UPDATE orders SET open = false WHERE id = $1', [id])
          } finally {
            await session.execute('SELECT pg_advisory_unlock($1)', [id])
          }
        }
      `,
      "session.execute('SELECT pg_advisory_lock($1)', [id])",
    ),
    reported(
      'postgres.js: a reserved connection',
      ts`
        import postgres from 'postgres'
        const sql = postgres()
        export async function close(id: number) {
          const reserved = await sql.reserve()
          await reserved\`select pg_advisory_lock(\${id})\`
          try {
            await reserved\`update orders set open = false where id = \${id}\`
          } finally {
            await reserved\`select pg_advisory_unlock(\${id})\`
            reserved.release()
          }
        }
      `,
      'reserved`select pg_advisory_lock(${id})`',
    ),
    reported(
      'Kysely: one transaction of the connection',
      ts`
        import { Kysely, PostgresDialect, sql } from 'kysely'
        import { Pool } from 'pg'
        const db = new Kysely({ dialect: new PostgresDialect({ pool: new Pool() }) })
        export const close = (id: number) =>
          db.connection().execute(async (conn) => {
            await sql\`select pg_advisory_lock(\${id})\`.execute(conn)
            try {
              await conn.transaction().execute(async (trx) => {
                await trx.updateTable('orders').set({ open: false }).where('id', '=', id).execute()
              })
            } finally {
              await sql\`select pg_advisory_unlock(\${id})\`.execute(conn)
            }
          })
      `,
      'sql`select pg_advisory_lock(${id})`.execute(conn)',
    ),
    reported(
      'TypeORM: a query runner',
      ts`
        import { DataSource } from 'typeorm'
        const source = new DataSource({ type: 'postgres' })
        export async function close(id: number) {
          const runner = source.createQueryRunner()
          await runner.connect()
          try {
            await runner.query('SELECT pg_advisory_lock($1)', [id])
            try {
              await runner.startTransaction()
              try {
                await runner.query('UPDATE orders SET open = false WHERE id = $1', [id])
                await runner.commitTransaction()
              } catch (error) {
                await runner.rollbackTransaction()
                throw error
              }
            } finally {
              await runner.query('SELECT pg_advisory_unlock($1)', [id])
            }
          } finally {
            await runner.release()
          }
        }
      `,
      "runner.query('SELECT pg_advisory_lock($1)', [id])",
    ),
    reported(
      'pg-promise: a task',
      ts`
        import pgPromise from 'pg-promise'
        const db = pgPromise()('postgres://localhost/app')
        export const close = (id: number) =>
          db.task(async (t) => {
            await t.any('SELECT pg_advisory_lock($1)', [id])
            try {
              await t.none('UPDATE orders SET open = false WHERE id = $1', [id])
            } finally {
              await t.any('SELECT pg_advisory_unlock($1)', [id])
            }
          })
      `,
      "t.any('SELECT pg_advisory_lock($1)', [id])",
    ),
  ],
})
