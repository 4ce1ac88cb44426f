import rule from '../../rules/matching-unlock.ts'
import { assertionOptions, tester, ts } from './tester.ts'

tester.run('matching-unlock', rule, {
  assertionOptions,
  valid: [
    {
      name: 'two handles of one helper, each with a connection of its own',
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool()
        async function take(key: number) {
          const client = await pool.connect()
          await client.query('SELECT pg_advisory_lock($1)', [key])
          return async () => {
            await client.query('SELECT pg_advisory_unlock($1)', [key])
            client.release()
          }
        }
        export async function f(a: number, b: number, work: () => Promise<void>) {
          const first = await take(a)
          try {
            const second = await take(b)
            try {
              await work()
            } finally {
              await second()
            }
          } finally {
            await first()
          }
        }
      `,
    },
    {
      name: 'the id was made by a helper that makes another one under the lock',
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool()
        async function createRun(): Promise<number> {
          const { rows } = await pool.query('INSERT INTO runs DEFAULT VALUES RETURNING id')
          return rows[0].id
        }
        export async function copyRun(client = new Pool()) {
          const id = await createRun()
          const own = await client.connect()
          try {
            await own.query('SELECT pg_advisory_lock(7, $1)', [id])
            const unlock = () => own.query('SELECT pg_advisory_unlock(7, $1)', [id])
            try {
              await own.query('INSERT INTO copies VALUES ($1, $2)', [id, await createRun()])
            } finally {
              await unlock()
            }
          } finally {
            own.release()
          }
        }
      `,
    },
    {
      name: 'the id is a field of what a helper made that makes another one under the lock',
      code: ts`
        import { Client } from 'pg'
        async function next(client: Client) {
          return (await client.query('SELECT id FROM jobs LIMIT 1')).rows[0]
        }
        export async function f() {
          const client = new Client()
          await client.connect()
          const job = { first: await next(client) }
          await client.query('SELECT pg_advisory_lock(hashtext($1))', [\`job:\${job.first.id}\`])
          const other = await next(client)
          await client.query('UPDATE jobs SET after = $1 WHERE id = $2', [other.id, job.first.id])
          await client.query('SELECT pg_advisory_unlock(hashtext($1))', [\`job:\${job.first.id}\`])
          await client.end()
        }
      `,
    },
    {
      name: 'unlock functions whose acquisition is elsewhere',
      code: ts`
        import type { PoolClient } from 'pg'
        export async function lock(client: PoolClient, key: number) {
          await client.query('SELECT pg_advisory_lock($1)', [key])
        }
        export async function unlock(client: PoolClient, key: number) {
          await client.query('SELECT pg_advisory_unlock($1)', [key])
        }
      `,
    },
    {
      name: 'an unlock function that calls the key otherwise than the lock function',
      code: ts`
        import type { PoolClient } from 'pg'
        export async function lockUser(client: PoolClient, userId: number) {
          await client.query('SELECT pg_advisory_lock(1, $1)', [userId])
        }
        export async function unlockUser(client: PoolClient, id: number) {
          await client.query('SELECT pg_advisory_unlock(1, $1)', [id])
        }
      `,
    },
    {
      name: 'a waiting acquisition inside the try whose finally unlocks',
      code: ts`
        import type { PoolClient } from 'pg'
        export async function f(client: PoolClient, id: number) {
          try {
            await client.query('SELECT pg_advisory_lock($1)', [id])
            await client.query('UPDATE t SET a = 1 WHERE id = $1', [id])
          } finally {
            await client.query('SELECT pg_advisory_unlock($1)', [id])
          }
        }
      `,
    },
    {
      name: 'refused, but the session is ended before anything else runs on it',
      code: ts`
        import { Client } from 'pg'
        export async function f(id: number) {
          const client = new Client()
          await client.connect()
          try {
            const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS got', [id])
            if (!rows[0].got) return
            await client.query('UPDATE t SET a = 1 WHERE id = $1', [id])
          } finally {
            await client.query('SELECT pg_advisory_unlock($1)', [id])
            await client.end()
          }
        }
      `,
    },
    {
      name: 'two locks, one inside the other, each with its unlock',
      code: ts`
        import type { PoolClient } from 'pg'
        export async function f(client: PoolClient, a: number, b: number) {
          await client.query('SELECT pg_advisory_lock($1)', [a])
          try {
            await client.query('SELECT pg_advisory_lock($1)', [b])
            try {
              await client.query('UPDATE t SET a = 1')
            } finally {
              await client.query('SELECT pg_advisory_unlock($1)', [b])
            }
          } finally {
            await client.query('SELECT pg_advisory_unlock($1)', [a])
          }
        }
      `,
    },
    {
      name: 'two locks, let go in one finally in either order',
      code: ts`
        import type { PoolClient } from 'pg'
        export async function f(client: PoolClient, a: number, b: number) {
          try {
            await client.query('SELECT pg_advisory_lock($1)', [a])
            await client.query('SELECT pg_advisory_lock($1)', [b])
            await client.query('UPDATE t SET a = 1')
          } finally {
            await client.query('SELECT pg_advisory_unlock($1)', [a])
            await client.query('SELECT pg_advisory_unlock($1)', [b])
          }
        }
      `,
    },
    {
      name: 'a sorted pair, let go by the names from before the sorting',
      code: ts`
        import type { PoolClient } from 'pg'
        export async function f(client: PoolClient, a: number, b: number) {
          const [low, high] = a < b ? [a, b] : [b, a]
          await client.query('SELECT pg_advisory_lock($1)', [low])
          await client.query('SELECT pg_advisory_lock($1)', [high])
          try {
            await client.query('UPDATE t SET a = 1')
          } finally {
            await client.query('SELECT pg_advisory_unlock($1)', [a])
            await client.query('SELECT pg_advisory_unlock($1)', [b])
          }
        }
      `,
    },
    {
      name: 'the smaller and the larger, let go by the names from before',
      code: ts`
        import type { PoolClient } from 'pg'
        export async function f(client: PoolClient, from: number, to: number) {
          await client.query('SELECT pg_advisory_lock($1)', [Math.min(from, to)])
          await client.query('SELECT pg_advisory_lock($1)', [Math.max(from, to)])
          try {
            await client.query('UPDATE t SET a = 1')
          } finally {
            await client.query('SELECT pg_advisory_unlock($1)', [from])
            await client.query('SELECT pg_advisory_unlock($1)', [to])
          }
        }
      `,
    },
    {
      name: 'a loop over keys, and a loop that unlocks them',
      code: ts`
        import type { PoolClient } from 'pg'
        export async function f(client: PoolClient, ids: number[]) {
          const sorted = [...ids].sort((a, b) => a - b)
          for (const id of sorted) await client.query('SELECT pg_advisory_lock($1)', [id])
          try {
            await client.query('UPDATE t SET a = 1')
          } finally {
            for (const id of sorted.reverse()) await client.query('SELECT pg_advisory_unlock($1)', [id])
          }
        }
      `,
    },
    {
      name: 'a loop over keys, each let go in its turn',
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
      name: 'a list of the keys that were got',
      code: ts`
        import type { PoolClient } from 'pg'
        export async function f(client: PoolClient, ids: number[]) {
          const held: number[] = []
          try {
            for (const id of ids) {
              const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS got', [id])
              if (rows[0].got) held.push(id)
            }
            await client.query('UPDATE t SET a = 1 WHERE id = ANY($1)', [held])
          } finally {
            for (const id of held) await client.query('SELECT pg_advisory_unlock($1)', [id])
          }
        }
      `,
    },
    {
      name: 'hand over hand: the key of the turn before is let go',
      code: ts`
        import type { PoolClient } from 'pg'
        export async function f(client: PoolClient, ids: number[]) {
          let last: number | undefined
          for (const id of ids) {
            await client.query('SELECT pg_advisory_lock($1)', [id])
            if (last !== undefined) await client.query('SELECT pg_advisory_unlock($1)', [last])
            last = id
            await client.query('UPDATE t SET a = 1 WHERE id = $1', [id])
          }
          if (last !== undefined) await client.query('SELECT pg_advisory_unlock($1)', [last])
        }
      `,
    },
    {
      name: 'taken twice and let go twice',
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
      name: 'shared, then exclusive, each with its own unlock',
      code: ts`
        import type { PoolClient } from 'pg'
        export async function f(client: PoolClient, id: number) {
          await client.query('SELECT pg_advisory_lock_shared($1)', [id])
          try {
            const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS got', [id])
            if (!rows[0].got) return
            try {
              await client.query('UPDATE t SET a = 1 WHERE id = $1', [id])
            } finally {
              await client.query('SELECT pg_advisory_unlock($1)', [id])
            }
          } finally {
            await client.query('SELECT pg_advisory_unlock_shared($1)', [id])
          }
        }
      `,
    },
    {
      name: 'from exclusive to shared',
      code: ts`
        import type { PoolClient } from 'pg'
        export async function f(client: PoolClient, id: number) {
          await client.query('SELECT pg_advisory_lock($1)', [id])
          await client.query('SELECT pg_advisory_lock_shared($1)', [id])
          await client.query('SELECT pg_advisory_unlock($1)', [id])
          await client.query('SELECT pg_advisory_unlock_shared($1)', [id])
        }
      `,
    },
    {
      name: 'helpers lock(client, key) and unlock(client, key)',
      code: ts`
        import { Pool, type PoolClient } from 'pg'
        const pool = new Pool()
        const lock = (client: PoolClient, key: number) => client.query('SELECT pg_advisory_lock($1)', [key])
        const unlock = (client: PoolClient, key: number) => client.query('SELECT pg_advisory_unlock($1)', [key])
        export async function f(id: number) {
          const client = await pool.connect()
          try {
            await lock(client, id)
            try {
              await client.query('UPDATE t SET a = 1 WHERE id = $1', [id])
            } finally {
              await unlock(client, id)
            }
          } finally {
            client.release()
          }
        }
        export async function g(id: number) {
          const client = await pool.connect()
          try {
            await lock(client, id + 1)
            try {
              await client.query('UPDATE t SET a = 1 WHERE id = $1', [id])
            } finally {
              await unlock(client, id + 1)
            }
          } finally {
            client.release()
          }
        }
      `,
    },
    {
      name: 'a flag guards the unlock',
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool()
        export async function f(id: number) {
          const client = await pool.connect()
          let locked = false
          try {
            const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS got', [id])
            locked = rows[0].got
            if (!locked) return
            await client.query('UPDATE t SET a = 1 WHERE id = $1', [id])
          } finally {
            if (locked) await client.query('SELECT pg_advisory_unlock($1)', [id])
            client.release()
          }
        }
      `,
    },
    {
      name: 'a flag that says the opposite guards the unlock',
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool()
        export async function f(id: number) {
          const client = await pool.connect()
          let skipped = true
          try {
            const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS got', [id])
            if (!rows[0].got) return
            skipped = false
            await client.query('UPDATE t SET a = 1 WHERE id = $1', [id])
          } finally {
            if (!skipped) await client.query('SELECT pg_advisory_unlock($1)', [id])
            client.release()
          }
        }
      `,
    },
    {
      name: 'a flag set where the lock is taken conditionally',
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool()
        export async function f(id: number, exclusive: boolean) {
          const client = await pool.connect()
          let locked = false
          try {
            if (exclusive) {
              await client.query('SELECT pg_advisory_lock($1)', [id])
              locked = true
            }
            await client.query('UPDATE t SET a = 1 WHERE id = $1', [id])
          } finally {
            if (locked) await client.query('SELECT pg_advisory_unlock($1)', [id])
            client.release()
          }
        }
      `,
    },
    {
      name: 'the same condition around both',
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool()
        export async function f(id: number, opts: { exclusive: boolean }) {
          const client = await pool.connect()
          try {
            if (opts.exclusive) await client.query('SELECT pg_advisory_lock($1)', [id])
            await client.query('UPDATE t SET a = 1 WHERE id = $1', [id])
          } finally {
            if (opts.exclusive) await client.query('SELECT pg_advisory_unlock($1)', [id])
            client.release()
          }
        }
      `,
    },
    {
      name: 'the same condition under another name',
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool()
        export async function f(id: number, opts: { exclusive: boolean }) {
          const { exclusive } = opts
          const client = await pool.connect()
          try {
            if (opts.exclusive) await client.query('SELECT pg_advisory_lock($1)', [id])
            await client.query('UPDATE t SET a = 1 WHERE id = $1', [id])
          } finally {
            if (exclusive) await client.query('SELECT pg_advisory_unlock($1)', [id])
            client.release()
          }
        }
      `,
    },
    {
      name: 'the same condition, written otherwise',
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool()
        export async function f(id: number, mode: string) {
          const client = await pool.connect()
          try {
            if (mode !== 'none') await client.query('SELECT pg_advisory_lock($1)', [id])
            await client.query('UPDATE t SET a = 1 WHERE id = $1', [id])
          } finally {
            if (!(mode === 'none')) await client.query('SELECT pg_advisory_unlock($1)', [id])
            client.release()
          }
        }
      `,
    },
    {
      name: 'the key itself says whether it was taken',
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool()
        export async function f(id: number, exclusive: boolean) {
          const client = await pool.connect()
          let key: number | undefined
          try {
            if (exclusive) {
              key = id
              await client.query('SELECT pg_advisory_lock($1)', [key])
            }
            await client.query('UPDATE t SET a = 1 WHERE id = $1', [id])
          } finally {
            if (key !== undefined) await client.query('SELECT pg_advisory_unlock($1)', [key])
            client.release()
          }
        }
      `,
    },
    {
      name: 'two conditions, one inside the other, and both at once',
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool()
        export async function f(id: number, a: boolean, b: boolean) {
          const client = await pool.connect()
          try {
            if (a) {
              if (b) await client.query('SELECT pg_advisory_lock($1)', [id])
            }
            await client.query('UPDATE t SET a = 1 WHERE id = $1', [id])
          } finally {
            if (a && b) await client.query('SELECT pg_advisory_unlock($1)', [id])
            client.release()
          }
        }
      `,
    },
    {
      name: 'the client says whether it was taken',
      code: ts`
        import { Pool, type PoolClient } from 'pg'
        const pool = new Pool()
        export async function f(id: number, fast: boolean) {
          let client: PoolClient | undefined
          try {
            if (!fast) {
              client = await pool.connect()
              await client.query('SELECT pg_advisory_lock($1)', [id])
            }
            await pool.query('SELECT 1')
          } finally {
            if (client) {
              await client.query('SELECT pg_advisory_unlock($1)', [id])
              client.release()
            }
          }
        }
      `,
    },
    {
      name: 'a looser condition around the unlock',
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool()
        export async function f(id: number | undefined) {
          const client = await pool.connect()
          try {
            if (id) await client.query('SELECT pg_advisory_lock($1)', [id])
            await client.query('UPDATE t SET a = 1 WHERE id = $1', [id])
          } finally {
            if (id !== undefined) await client.query('SELECT pg_advisory_unlock($1)', [id])
            client.release()
          }
        }
      `,
    },
    {
      name: 'a key kept in a field',
      code: ts`
        import type { PoolClient } from 'pg'
        export class Lock {
          private key = 0
          constructor(private readonly client: PoolClient) {}
          async acquire(key: number) {
            this.key = key
            await this.client.query('SELECT pg_advisory_lock($1)', [key])
          }
          async release() {
            await this.client.query('SELECT pg_advisory_unlock($1)', [this.key])
          }
        }
        export async function f(client: PoolClient, id: number) {
          const lock = new Lock(client)
          await lock.acquire(id)
          try {
            await client.query('UPDATE t SET a = 1')
          } finally {
            await lock.release()
          }
        }
      `,
    },
    {
      name: 'the id of the row that was read for it',
      code: ts`
        import type { PoolClient } from 'pg'
        export async function f(client: PoolClient, id: number) {
          const {
            rows: [row],
          } = await client.query('SELECT * FROM t WHERE id = $1', [id])
          await client.query('SELECT pg_advisory_lock($1)', [id])
          try {
            await client.query('UPDATE t SET a = 1')
          } finally {
            await client.query('SELECT pg_advisory_unlock($1)', [row.id])
          }
        }
      `,
    },
    {
      name: 'a client for each attempt',
      code: ts`
        import { Pool, type PoolClient } from 'pg'
        const pool = new Pool()
        export async function f(id: number) {
          for (let i = 0; i < 3; i++) {
            const client = await pool.connect()
            try {
              await client.query('SELECT pg_advisory_lock($1)', [id])
              try {
                await client.query('UPDATE t SET a = 1')
                return
              } finally {
                await client.query('SELECT pg_advisory_unlock($1)', [id])
              }
            } catch (e) {
              if (i === 2) throw e
            } finally {
              client.release()
            }
          }
        }
      `,
    },
    {
      name: 'a client that was given, or one checked out here',
      code: ts`
        import { Pool, type PoolClient } from 'pg'
        const pool = new Pool()
        export async function f(id: number, given?: PoolClient) {
          const client = given ?? (await pool.connect())
          try {
            await client.query('SELECT pg_advisory_lock($1)', [id])
            try {
              await client.query('UPDATE t SET a = 1')
            } finally {
              await client.query('SELECT pg_advisory_unlock($1)', [id])
            }
          } finally {
            if (!given) client.release()
          }
        }
      `,
    },
    {
      name: 'two clients, each with its lock',
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool()
        export async function f(a: number, b: number) {
          const one = await pool.connect()
          const two = await pool.connect()
          try {
            await one.query('SELECT pg_advisory_lock($1)', [a])
            try {
              await two.query('SELECT pg_advisory_lock($1)', [b])
              try {
                await two.query('UPDATE t SET a = 1')
              } finally {
                await two.query('SELECT pg_advisory_unlock($1)', [b])
              }
            } finally {
              await one.query('SELECT pg_advisory_unlock($1)', [a])
            }
          } finally {
            two.release()
            one.release()
          }
        }
      `,
    },
    {
      name: 'a session lock taken in a transaction and let go on the connection it runs on',
      code: ts`
        import { type Kysely, sql } from 'kysely'
        export async function f(db: Kysely<any>, id: number) {
          await db.connection().execute(async (conn) => {
            await conn.transaction().execute(async (trx) => {
              await sql\`select pg_advisory_lock(\${id})\`.execute(trx)
              await trx.updateTable('t').set({ a: 1 }).execute()
            })
            await sql\`select pg_advisory_unlock(\${id})\`.execute(conn)
          })
        }
      `,
    },
    {
      name: 'a query runner and its manager are one session',
      code: ts`
        import type { DataSource } from 'typeorm'
        export async function f(dataSource: DataSource, id: number) {
          const runner = dataSource.createQueryRunner()
          await runner.connect()
          try {
            await runner.query('SELECT pg_advisory_lock($1)', [id])
            await runner.startTransaction()
            try {
              await runner.manager.query('UPDATE t SET a = 1')
              await runner.commitTransaction()
            } catch (e) {
              await runner.rollbackTransaction()
              throw e
            }
          } finally {
            await runner.manager.query('SELECT pg_advisory_unlock($1)', [id])
            await runner.release()
          }
        }
      `,
    },
    {
      name: 'refused, then waited for',
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool()
        export async function f(id: number) {
          const client = await pool.connect()
          try {
            const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS got', [id])
            if (!rows[0].got) await client.query('SELECT pg_advisory_lock($1)', [id])
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
      name: 'asked again until granted',
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool()
        export async function f(id: number) {
          const client = await pool.connect()
          try {
            for (;;) {
              const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS got', [id])
              if (rows[0].got) break
              await new Promise((r) => setTimeout(r, 100))
            }
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
      name: 'the mode as a part of both names',
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool()
        export async function f(id: number, write: boolean) {
          const client = await pool.connect()
          const suffix = write ? '' : '_shared'
          try {
            await client.query(\`SELECT pg_advisory_lock\${suffix}($1)\`, [id])
            try {
              await client.query('SELECT 1')
            } finally {
              await client.query(\`SELECT pg_advisory_unlock\${suffix}($1)\`, [id])
            }
          } finally {
            client.release()
          }
        }
      `,
    },
    {
      name: 'one of two modes, each let go by its own function',
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool()
        export async function f(id: number, write: boolean) {
          const client = await pool.connect()
          try {
            if (write) await client.query('SELECT pg_advisory_lock($1)', [id])
            else await client.query('SELECT pg_advisory_lock_shared($1)', [id])
            try {
              await client.query('SELECT 1')
            } finally {
              if (write) await client.query('SELECT pg_advisory_unlock($1)', [id])
              else await client.query('SELECT pg_advisory_unlock_shared($1)', [id])
            }
          } finally {
            client.release()
          }
        }
      `,
    },
    {
      name: 'one of two modes, both functions called',
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool()
        export async function f(id: number, write: boolean) {
          const client = await pool.connect()
          try {
            if (write) await client.query('SELECT pg_advisory_lock($1)', [id])
            else await client.query('SELECT pg_advisory_lock_shared($1)', [id])
            try {
              await client.query('SELECT 1')
            } finally {
              await client.query('SELECT pg_advisory_unlock($1)', [id])
              await client.query('SELECT pg_advisory_unlock_shared($1)', [id])
            }
          } finally {
            client.release()
          }
        }
      `,
    },
    {
      name: 'a session lock and an xact lock on one key',
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool()
        export async function f(id: number) {
          const client = await pool.connect()
          try {
            await client.query('SELECT pg_advisory_lock($1)', [id])
            try {
              await client.query('BEGIN')
              await client.query('SELECT pg_advisory_xact_lock($1)', [id])
              await client.query('UPDATE t SET a = 1')
              await client.query('COMMIT')
            } catch (e) {
              await client.query('ROLLBACK')
              throw e
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
      name: 'an xact lock in one function, an unlock of the same key in another',
      code: ts`
        import type { PoolClient } from 'pg'
        export async function publish(client: PoolClient, id: number) {
          await client.query('BEGIN')
          await client.query('SELECT pg_advisory_xact_lock($1)', [id])
          await client.query('UPDATE t SET a = 1')
          await client.query('COMMIT')
        }
        export async function done(client: PoolClient, id: number) {
          await client.query('SELECT pg_advisory_unlock($1)', [id])
        }
        export async function both(client: PoolClient, id: number) {
          await publish(client, id)
          await done(client, id)
        }
      `,
    },
    {
      name: 'the same text, put together in SQL and in JavaScript',
      code: ts`
        import type { PoolClient } from 'pg'
        export async function f(client: PoolClient, id: string) {
          await client.query("SELECT pg_advisory_lock(hashtext('a:' || $1))", [id])
          try {
            await client.query('UPDATE t SET a = 1')
          } finally {
            await client.query('SELECT pg_advisory_unlock(hashtext($1))', ['a:' + id])
          }
        }
      `,
    },
    {
      name: 'the same text by template and by concatenation',
      code: ts`
        import type { PoolClient } from 'pg'
        export async function f(client: PoolClient, id: string) {
          await client.query('SELECT pg_advisory_lock(hashtext($1))', [\`a:\${id}\`])
          try {
            await client.query('UPDATE t SET a = 1')
          } finally {
            await client.query('SELECT pg_advisory_unlock(hashtext($1))', ['a:' + id])
          }
        }
      `,
    },
    {
      name: 'a number, and its digits as a string',
      code: ts`
        import type { PoolClient } from 'pg'
        const KEY = 42n
        export async function f(client: PoolClient) {
          await client.query('SELECT pg_advisory_lock($1)', [KEY])
          try {
            await client.query('UPDATE t SET a = 1')
          } finally {
            await client.query('SELECT pg_advisory_unlock($1)', [KEY.toString()])
          }
        }
      `,
    },
    {
      name: 'a number in decimal and in hex',
      code: ts`
        import type { PoolClient } from 'pg'
        export async function f(client: PoolClient) {
          await client.query('SELECT pg_advisory_lock($1)', ['42'])
          try {
            await client.query('UPDATE t SET a = 1')
          } finally {
            await client.query('SELECT pg_advisory_unlock($1)', [0x2a])
          }
        }
      `,
    },
    {
      name: 'the first lock is let go where the second is refused',
      code: ts`
        import type { PoolClient } from 'pg'
        export async function f(client: PoolClient, a: number, b: number) {
          await client.query('SELECT pg_advisory_lock($1)', [a])
          const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS got', [b])
          if (!rows[0].got) {
            await client.query('SELECT pg_advisory_unlock($1)', [a])
            return
          }
          await client.query('SELECT pg_advisory_unlock($1)', [b])
          await client.query('SELECT pg_advisory_unlock($1)', [a])
        }
      `,
    },
    {
      name: 'a wrapper inside itself, with two keys',
      code: ts`
        import { Pool, type PoolClient } from 'pg'
        const pool = new Pool()
        async function withLock<T>(client: PoolClient, key: number, work: () => Promise<T>) {
          await client.query('SELECT pg_advisory_lock($1)', [key])
          try {
            return await work()
          } finally {
            await client.query('SELECT pg_advisory_unlock($1)', [key])
          }
        }
        export async function f(a: number, b: number) {
          const client = await pool.connect()
          try {
            await withLock(client, a, () => withLock(client, b, () => client.query('UPDATE t SET a = 1')))
          } finally {
            client.release()
          }
        }
      `,
    },
  ],
  invalid: [
    {
      name: 'wrongKey: the unlock frees what the helper made last, not what was locked',
      code: ts`
        import { Client } from 'pg'
        async function next(client: Client) {
          return (await client.query('SELECT id FROM jobs LIMIT 1')).rows[0].id
        }
        export async function f() {
          const client = new Client()
          await client.connect()
          let id = await next(client)
          await client.query('SELECT pg_advisory_lock(7, $1)', [id])
          id = await next(client)
          await client.query('SELECT pg_advisory_unlock(7, $1)', [id])
        }
      `,
      errors: [{ messageId: 'wrongKey', line: 11, column: 9, endLine: 11, endColumn: 63 }],
    },
    {
      name: 'wrongKey: another parameter (typeorm)',
      code: ts`
        import type { QueryRunner } from 'typeorm'
        export async function f(runner: QueryRunner, roomId: number, buildingId: number) {
          await runner.query('SELECT pg_advisory_lock($1)', [roomId])
          try {
            await runner.query('UPDATE rooms SET open = true WHERE id = $1', [roomId])
          } finally {
            await runner.query('SELECT pg_advisory_unlock($1)', [buildingId])
          }
        }
      `,
      errors: [
        {
          messageId: 'wrongKey',
          line: 7,
          column: 11,
          endLine: 7,
          endColumn: 70,
        },
      ],
    },
    {
      name: 'wrongMode: shared let go as exclusive (pg)',
      code: ts`
        import type { PoolClient } from 'pg'
        export async function f(client: PoolClient, id: number) {
          await client.query('SELECT pg_advisory_lock_shared($1)', [id])
          try {
            await client.query('SELECT 1')
          } finally {
            await client.query('SELECT pg_advisory_unlock($1)', [id])
          }
        }
      `,
      errors: [
        {
          messageId: 'wrongMode',
          line: 7,
          column: 11,
          endLine: 7,
          endColumn: 62,
          suggestions: [
            {
              messageId: 'rightFunction',
              output: ts`
                import type { PoolClient } from 'pg'
                export async function f(client: PoolClient, id: number) {
                  await client.query('SELECT pg_advisory_lock_shared($1)', [id])
                  try {
                    await client.query('SELECT 1')
                  } finally {
                    await client.query('SELECT pg_advisory_unlock_shared($1)', [id])
                  }
                }
              `,
            },
          ],
        },
      ],
    },
    {
      name: 'wrongMode: exclusive let go as shared (postgres.js)',
      code: ts`
        import type { ReservedSql } from 'postgres'
        export async function f(sql: ReservedSql, id: number) {
          await sql\`SELECT pg_advisory_lock(\${id})\`
          try {
            await sql\`SELECT 1\`
          } finally {
            await sql\`SELECT pg_advisory_unlock_shared(\${id})\`
          }
        }
      `,
      errors: [
        {
          messageId: 'wrongMode',
          line: 7,
          column: 11,
          endLine: 7,
          endColumn: 55,
          suggestions: [
            {
              messageId: 'rightFunction',
              output: ts`
                import type { ReservedSql } from 'postgres'
                export async function f(sql: ReservedSql, id: number) {
                  await sql\`SELECT pg_advisory_lock(\${id})\`
                  try {
                    await sql\`SELECT 1\`
                  } finally {
                    await sql\`SELECT pg_advisory_unlock(\${id})\`
                  }
                }
              `,
            },
          ],
        },
      ],
    },
    {
      name: 'wrongKeySpace: a pair let go as one number (pg-promise)',
      code: ts`
        import pgPromise from 'pg-promise'
        const db = pgPromise()('postgres://localhost/app')
        export const f = (id: number) =>
          db.task(async (t) => {
            await t.any('SELECT pg_advisory_lock(7, $1)', [id])
            try {
              await t.none('UPDATE t SET a = 1 WHERE id = $1', id)
            } finally {
              await t.one('SELECT pg_advisory_unlock($1)', [id])
            }
          })
      `,
      errors: [
        {
          messageId: 'wrongKeySpace',
          line: 9,
          column: 13,
          endLine: 9,
          endColumn: 57,
        },
      ],
    },
    {
      name: 'wrongHolder: through the pool (pg)',
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
              await pool.query('SELECT pg_advisory_unlock($1)', [id])
            }
          } finally {
            client.release()
          }
        }
      `,
      errors: [
        {
          messageId: 'wrongHolder',
          line: 10,
          column: 13,
          endLine: 10,
          endColumn: 62,
        },
      ],
    },
    {
      name: 'wrongHolder: through the root handle (postgres.js)',
      code: ts`
        import postgres from 'postgres'
        const sql = postgres()
        export async function f(id: number) {
          const r = await sql.reserve()
          try {
            await r\`select pg_advisory_lock(\${id})\`
            await r\`update t set a = 1 where id = \${id}\`
          } finally {
            await sql\`select pg_advisory_unlock(\${id})\`
            r.release()
          }
        }
      `,
      errors: [
        {
          messageId: 'wrongHolder',
          line: 9,
          column: 11,
          endLine: 9,
          endColumn: 48,
        },
      ],
    },
    {
      name: 'xactLock (drizzle)',
      code: ts`
        import { drizzle } from 'drizzle-orm/node-postgres'
        import { sql } from 'drizzle-orm'
        const db = drizzle(process.env.DATABASE_URL!)
        export async function f(id: number) {
          await db.transaction(async (tx) => {
            await tx.execute(sql\`select pg_advisory_xact_lock(\${id})\`)
            await tx.execute(sql\`update t set a = 1 where id = \${id}\`)
            await tx.execute(sql\`select pg_advisory_unlock(\${id})\`)
          })
        }
      `,
      errors: [
        {
          messageId: 'xactLock',
          line: 8,
          column: 11,
          endLine: 8,
          endColumn: 60,
        },
      ],
    },
    {
      name: 'xactLock in finally (prisma)',
      code: ts`
        import type { Prisma } from '@prisma/client'
        export async function f(tx: Prisma.TransactionClient, id: number) {
          await tx.$executeRaw\`select pg_advisory_xact_lock(\${id})\`
          try {
            await tx.row.update({ where: { id }, data: { a: 1 } })
          } finally {
            await tx.$executeRaw\`select pg_advisory_unlock(\${id})\`
          }
        }
      `,
      errors: [
        {
          messageId: 'xactLock',
          line: 7,
          column: 11,
          endLine: 7,
          endColumn: 59,
        },
      ],
    },
    {
      name: 'notHeld: an unlock that is to take the lock from another session (pg)',
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool()
        export async function withRunLock<T>(runId: string, work: () => Promise<T>): Promise<T | null> {
          const client = await pool.connect()
          try {
            const tryLock = async (): Promise<boolean> => {
              const { rows } = await client.query('SELECT pg_try_advisory_lock(hashtext($1)) AS got', [runId])
              return rows[0]?.got === true
            }
            let got = await tryLock()
            if (!got) {
              await client.query('SELECT pg_advisory_unlock(hashtext($1))', [runId])
              got = await tryLock()
            }
            if (!got) return null
            try {
              return await work()
            } finally {
              await client.query('SELECT pg_advisory_unlock(hashtext($1))', [runId])
            }
          } finally {
            client.release()
          }
        }
      `,
      errors: [{ messageId: 'notHeld', line: 12, column: 13, endLine: 12, endColumn: 77 }],
    },
    {
      name: 'notHeld: finally without a guard (pg)',
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool()
        export async function f(id: number) {
          const client = await pool.connect()
          try {
            const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS got', [id])
            if (!rows[0].got) return
            await client.query('UPDATE t SET a = 1 WHERE id = $1', [id])
          } finally {
            await client.query('SELECT pg_advisory_unlock($1)', [id])
            client.release()
          }
        }
      `,
      errors: [
        {
          messageId: 'notHeld',
          line: 10,
          column: 11,
          endLine: 10,
          endColumn: 62,
        },
      ],
    },
    {
      name: 'notHeld (postgres.js)',
      code: ts`
        import postgres from 'postgres'
        const sql = postgres()
        export async function f(id: number) {
          const r = await sql.reserve()
          try {
            const [{ got }] = await r\`select pg_try_advisory_lock(\${id}) as got\`
            if (got) await r\`update t set a = 1 where id = \${id}\`
          } finally {
            await r\`select pg_advisory_unlock(\${id})\`
            r.release()
          }
        }
      `,
      errors: [
        {
          messageId: 'notHeld',
          line: 9,
          column: 11,
          endLine: 9,
          endColumn: 46,
        },
      ],
    },
    {
      name: 'guardDiffers: another flag (pg)',
      code: ts`
        import type { PoolClient } from 'pg'
        export async function f(client: PoolClient, id: number, isNew: boolean, isPublic: boolean) {
          if (isNew) await client.query('SELECT pg_advisory_lock($1)', [id])
          try {
            await client.query('UPDATE t SET a = 1 WHERE id = $1', [id])
          } finally {
            if (isPublic) await client.query('SELECT pg_advisory_unlock($1)', [id])
          }
        }
      `,
      errors: [
        {
          messageId: 'guardDiffers',
          line: 7,
          column: 25,
          endLine: 7,
          endColumn: 76,
        },
      ],
    },
    {
      name: 'guardDiffers: another option (typeorm)',
      code: ts`
        import type { QueryRunner } from 'typeorm'
        export async function f(runner: QueryRunner, id: number, opts: { safe: boolean; retries: number }) {
          if (opts.safe) await runner.query('SELECT pg_advisory_lock($1)', [id])
          try {
            await runner.query('UPDATE t SET a = 1 WHERE id = $1', [id])
          } finally {
            if (opts.retries > 0) await runner.query('SELECT pg_advisory_unlock($1)', [id])
          }
        }
      `,
      errors: [
        {
          messageId: 'guardDiffers',
          line: 7,
          column: 33,
          endLine: 7,
          endColumn: 84,
        },
      ],
    },
  ],
})
