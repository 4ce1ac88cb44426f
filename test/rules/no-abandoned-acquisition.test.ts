import rule from '../../rules/no-abandoned-acquisition.ts'
import { assertionOptions, tester, ts } from './tester.ts'

tester.run('no-abandoned-acquisition', rule, {
  assertionOptions,
  valid: [
    {
      name: 'the query is cancelled (postgres.js)',
      code: ts`
        import postgres from 'postgres'
        const sql = postgres()
        const rejectAfter = (ms: number) => new Promise<never>((_, reject) => setTimeout(reject, ms, new Error('busy')))

        export async function f(id: number) {
          const client = await sql.reserve()
          try {
            const q = client\`select pg_advisory_lock(\${id})\`
            try {
              await Promise.race([q, rejectAfter(50)])
            } catch (e) {
              q.cancel()
              throw e
            }
            try {
              await client\`update t set a=1 where id=\${id}\`
            } finally {
              await client\`select pg_advisory_unlock(\${id})\`
            }
          } finally {
            client.release()
          }
        }
      `,
    },
    {
      name: 'the server is told to cancel',
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool()
        const rejectAfter = (ms: number) => new Promise<never>((_, reject) => setTimeout(reject, ms, new Error('busy')))

        export async function f(id: number) {
          const client = await pool.connect()
          try {
            try {
              await Promise.race([client.query('select pg_advisory_lock($1)', [id]), rejectAfter(50)])
            } catch (e) {
              await pool.query('select pg_cancel_backend($1)', [client.processID])
              throw e
            }
            try {
              await client.query('update t set a=1 where id=$1', [id])
            } finally {
              await client.query('select pg_advisory_unlock($1)', [id])
            }
          } finally {
            client.release()
          }
        }
      `,
    },
    {
      name: 'the session is ended: release(true)',
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool()
        const rejectAfter = (ms: number) => new Promise<never>((_, reject) => setTimeout(reject, ms, new Error('busy')))

        export async function f(id: number) {
          const client = await pool.connect()
          try {
            await Promise.race([client.query('select pg_advisory_lock($1)', [id]), rejectAfter(50)])
          } catch (e) {
            client.release(true)
            throw e
          }
          try {
            await client.query('update t set a=1 where id=$1', [id])
          } finally {
            await client.query('select pg_advisory_unlock($1)', [id])
            client.release()
          }
        }
      `,
    },
    {
      name: 'the session is ended: release(error)',
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool()
        const rejectAfter = (ms: number) => new Promise<never>((_, reject) => setTimeout(reject, ms, new Error('busy')))

        export async function f(id: number) {
          const client = await pool.connect()
          let failed: Error | undefined
          try {
            await Promise.race([client.query('select pg_advisory_lock($1)', [id]), rejectAfter(50)])
            try {
              await client.query('update t set a=1 where id=$1', [id])
            } finally {
              await client.query('select pg_advisory_unlock($1)', [id])
            }
          } catch (e) {
            failed = e as Error
            throw e
          } finally {
            client.release(failed)
          }
        }
      `,
    },
    {
      name: 'the session is ended: end()',
      code: ts`
        import { Client } from 'pg'
        const rejectAfter = (ms: number) => new Promise<never>((_, reject) => setTimeout(reject, ms, new Error('busy')))

        export async function f(id: number) {
          const client = new Client()
          await client.connect()
          try {
            await Promise.race([client.query('select pg_advisory_lock($1)', [id]), rejectAfter(50)])
            await client.query('update t set a=1 where id=$1', [id])
          } finally {
            await client.end()
          }
        }
      `,
    },
    {
      name: 'the unlock runs on the lost path, too, and waits behind the lock',
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool()
        const rejectAfter = (ms: number) => new Promise<never>((_, reject) => setTimeout(reject, ms, new Error('busy')))

        export async function f(id: number) {
          const client = await pool.connect()
          try {
            await Promise.race([client.query('select pg_advisory_lock($1)', [id]), rejectAfter(50)])
            await client.query('update t set a=1 where id=$1', [id])
          } finally {
            await client.query('select pg_advisory_unlock($1)', [id])
            client.release()
          }
        }
      `,
    },
    {
      name: 'a late grant is unlocked',
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool()
        const rejectAfter = (ms: number) => new Promise<never>((_, reject) => setTimeout(reject, ms, new Error('busy')))

        export async function f(id: number) {
          const client = await pool.connect()
          const lock = client.query('select pg_advisory_lock($1)', [id])
          try {
            await Promise.race([lock, rejectAfter(50)])
          } catch (e) {
            lock.then(() => client.query('select pg_advisory_unlock($1)', [id])).finally(() => client.release())
            throw e
          }
          try {
            await client.query('update t set a=1 where id=$1', [id])
          } finally {
            await client.query('select pg_advisory_unlock($1)', [id])
            client.release()
          }
        }
      `,
    },
    {
      name: 'the connection is destroyed after a late grant',
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool()
        const rejectAfter = (ms: number) => new Promise<never>((_, reject) => setTimeout(reject, ms, new Error('busy')))

        export async function f(id: number) {
          const client = await pool.connect()
          const lock = client.query('select pg_advisory_lock($1)', [id])
          try {
            await Promise.race([lock, rejectAfter(50)])
          } catch (e) {
            lock.finally(() => client.release(true))
            throw e
          }
          try {
            await client.query('update t set a=1 where id=$1', [id])
          } finally {
            await client.query('select pg_advisory_unlock($1)', [id])
            client.release()
          }
        }
      `,
    },
    {
      name: 'a function out of sight is given the connection on the lost path',
      code: ts`
        import { cleanup } from './cleanup'
        import { Pool } from 'pg'
        const pool = new Pool()
        const rejectAfter = (ms: number) => new Promise<never>((_, reject) => setTimeout(reject, ms, new Error('busy')))

        export async function f(id: number) {
          const client = await pool.connect()
          try {
            try {
              await Promise.race([client.query('select pg_advisory_lock($1)', [id]), rejectAfter(50)])
            } catch (e) {
              await cleanup(client)
              throw e
            }
            try {
              await client.query('update t set a=1 where id=$1', [id])
            } finally {
              await client.query('select pg_advisory_unlock($1)', [id])
            }
          } finally {
            client.release()
          }
        }
      `,
    },
    {
      name: 'a race with the death of the connection',
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool()

        export async function f(id: number) {
          const client = await pool.connect()
          try {
            await Promise.race([
              client.query('select pg_advisory_lock($1)', [id]),
              new Promise<never>((_, reject) => client.once('error', reject)),
            ])
            try {
              await client.query('update t set a=1 where id=$1', [id])
            } finally {
              await client.query('select pg_advisory_unlock($1)', [id])
            }
          } finally {
            client.release()
          }
        }
      `,
    },
    {
      name: 'a transaction lock, and losing rejects (pg)',
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool()
        const rejectAfter = (ms: number) => new Promise<never>((_, reject) => setTimeout(reject, ms, new Error('busy')))

        export async function f(id: number) {
          const client = await pool.connect()
          try {
            await client.query('begin')
            await Promise.race([client.query('select pg_advisory_xact_lock($1)', [id]), rejectAfter(50)])
            await client.query('update t set a=1 where id=$1', [id])
            await client.query('commit')
          } catch (e) {
            await client.query('rollback')
            throw e
          } finally {
            client.release()
          }
        }
      `,
    },
    {
      name: 'a transaction lock, and losing rejects (Prisma)',
      code: ts`
        import { PrismaClient } from '@prisma/client'
        const prisma = new PrismaClient()
        const rejectAfter = (ms: number) => new Promise<never>((_, reject) => setTimeout(reject, ms, new Error('busy')))

        export async function f(id: number) {
          await prisma.$transaction(async (tx) => {
            await Promise.race([tx.$executeRaw\`select pg_advisory_xact_lock(\${id})\`, rejectAfter(50)])
            await tx.$executeRaw\`update t set a=1 where id=\${id}\`
          })
        }
      `,
    },
    {
      name: 'combinators without the acquisition',
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool()

        export async function f(id: number) {
          const client = await pool.connect()
          try {
            await client.query('select pg_advisory_lock($1)', [id])
            try {
              await client.query('update t set a=1 where id=$1', [id])
              await Promise.all([client.query('select 1'), client.query('select 2')])
            } finally {
              await client.query('select pg_advisory_unlock($1)', [id])
            }
          } finally {
            client.release()
          }
        }
      `,
    },
    {
      name: 'a try never waits',
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool()
        const rejectAfter = (ms: number) => new Promise<never>((_, reject) => setTimeout(reject, ms, new Error('busy')))

        export async function f(id: number) {
          const client = await pool.connect()
          try {
            const { rows } = await Promise.race([client.query('select pg_try_advisory_lock($1) as got', [id]), rejectAfter(50)])
            if (!rows[0].got) return
            try {
              await client.query('update t set a=1 where id=$1', [id])
            } finally {
              await client.query('select pg_advisory_unlock($1)', [id])
            }
          } finally {
            client.release()
          }
        }
      `,
    },
    {
      name: 'all of it is inside the try whose finally unlocks',
      code: ts`
        import { readFile } from 'node:fs/promises'
        import { Pool } from 'pg'
        const pool = new Pool()

        export async function f(id: number) {
          const client = await pool.connect()
          try {
            const [, text] = await Promise.all([client.query('select pg_advisory_lock($1)', [id]), readFile('a')])
            await client.query('update t set a=$2 where id=$1', [id, text])
          } finally {
            await client.query('select pg_advisory_unlock($1)', [id])
            client.release()
          }
        }
      `,
    },
    {
      name: 'allSettled, and both results are looked at',
      code: ts`
        import { readFile } from 'node:fs/promises'
        import { Pool } from 'pg'
        const pool = new Pool()

        export async function f(id: number) {
          const client = await pool.connect()
          try {
            const [lock, text] = await Promise.allSettled([client.query('select pg_advisory_lock($1)', [id]), readFile('a')])
            if (lock.status === 'rejected') throw lock.reason
            try {
              if (text.status === 'rejected') throw text.reason
              await client.query('update t set a=$2 where id=$1', [id, text])
            } finally {
              await client.query('select pg_advisory_unlock($1)', [id])
            }
          } finally {
            client.release()
          }
        }
      `,
    },
    {
      name: "a sibling that can't fail",
      code: ts`
        import { setTimeout as sleep } from 'node:timers/promises'
        import { Pool } from 'pg'
        const pool = new Pool()

        export async function f(id: number) {
          const client = await pool.connect()
          try {
            await Promise.all([client.query('select pg_advisory_lock($1)', [id]), sleep(10)])
            try {
              await client.query('update t set a=$2 where id=$1', [id])
            } finally {
              await client.query('select pg_advisory_unlock($1)', [id])
            }
          } finally {
            client.release()
          }
        }
      `,
    },
    {
      name: 'the server bounds the wait',
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool()

        export async function f(id: number) {
          const client = await pool.connect()
          try {
            await client.query("set lock_timeout = '5s'")
            await client.query('select pg_advisory_lock($1)', [id])
            try {
              await client.query('update t set a=1 where id=$1', [id])
            } finally {
              await client.query('select pg_advisory_unlock($1)', [id])
            }
          } finally {
            client.release()
          }
        }
      `,
    },
    {
      name: 'a timeout of a package that is out of sight',
      code: ts`
        import pTimeout from 'p-timeout'
        import { Pool } from 'pg'
        const pool = new Pool()

        export async function f(id: number) {
          const client = await pool.connect()
          try {
            await pTimeout(client.query('select pg_advisory_lock($1)', [id]), { milliseconds: 50 })
            try {
              await client.query('update t set a=1 where id=$1', [id])
            } finally {
              await client.query('select pg_advisory_unlock($1)', [id])
            }
          } finally {
            client.release()
          }
        }
      `,
    },
    {
      name: 'the lock is waited for after the timer',
      code: ts`
        import { setTimeout as sleep } from 'node:timers/promises'
        import { Pool } from 'pg'
        const pool = new Pool()

        export async function f(id: number) {
          const client = await pool.connect()
          try {
            const lock = client.query('select pg_advisory_lock($1)', [id])
            const won = await Promise.race([lock, sleep(1000, 'late')])
            if (won === 'late') console.warn('still waiting')
            await lock
            try {
              await client.query('update t set a=1 where id=$1', [id])
            } finally {
              await client.query('select pg_advisory_unlock($1)', [id])
            }
          } finally {
            client.release()
          }
        }
      `,
    },
    {
      name: 'lock and work race together on a connection of their own',
      code: ts`
        import { Client, type PoolClient } from 'pg'
        const rejectAfter = (ms: number) => new Promise<never>((_, reject) => setTimeout(reject, ms, new Error('busy')))

        async function job(client: PoolClient, id: number) {
          await client.query('select pg_advisory_lock($1)', [id])
          try {
            await client.query('update t set a=1 where id=$1', [id])
          } finally {
            await client.query('select pg_advisory_unlock($1)', [id])
          }
        }
        export async function f(id: number) {
          const client = new Client()
          await client.connect()
          try {
            await Promise.race([job(client, id), rejectAfter(50)])
          } finally {
            await client.end()
          }
        }
      `,
    },
    {
      name: 'query_timeout, and the session is ended',
      code: ts`
        import { Client } from 'pg'

        export async function f(id: number) {
          const client = new Client({ query_timeout: 5000 })
          await client.connect()
          try {
            await client.query({ text: 'select pg_advisory_lock($1)', values: [id], query_timeout: 5000 })
            await client.query('update t set a=1 where id=$1', [id])
          } finally {
            await client.end()
          }
        }
      `,
    },
    {
      name: "node-postgres doesn't read a signal",
      code: ts`
        import type { PoolClient } from 'pg'

        export async function f(client: PoolClient, id: number, signal: AbortSignal) {
          await client.query('select pg_advisory_lock($1)', [id])
          try {
            await client.query({ text: 'update t set a=1 where id=$1', values: [id], signal } as never)
          } finally {
            await client.query({ text: 'select pg_advisory_unlock($1)', values: [id], signal } as never)
          }
        }
      `,
    },
    {
      name: "a wrapper that doesn't look at the signal",
      code: ts`
        import type { PoolClient } from 'pg'

        interface Query {
          text: string
          values: unknown[]
          signal?: AbortSignal
        }
        async function run(client: PoolClient, { text, values }: Query) {
          return client.query(text, values)
        }
        export async function f(client: PoolClient, id: number, signal: AbortSignal) {
          await run(client, { text: 'select pg_advisory_lock($1)', values: [id] })
          try {
            await run(client, { text: 'update t set a=1 where id=$1', values: [id], signal })
          } finally {
            await run(client, { text: 'select pg_advisory_unlock($1)', values: [id], signal })
          }
        }
      `,
    },
    {
      name: "the unlock isn't given the signal",
      code: ts`
        import type { PoolClient } from 'pg'

        interface Query {
          text: string
          values: unknown[]
          signal?: AbortSignal
        }
        async function run(client: PoolClient, { text, values, signal }: Query) {
          signal?.throwIfAborted()
          return client.query(text, values)
        }
        export async function f(client: PoolClient, id: number, signal: AbortSignal) {
          await run(client, { text: 'select pg_advisory_lock($1)', values: [id] })
          try {
            await run(client, { text: 'update t set a=1 where id=$1', values: [id], signal })
          } finally {
            await run(client, { text: 'select pg_advisory_unlock($1)', values: [id] })
          }
        }
      `,
    },
    {
      name: 'the unlock is given a signal of its own',
      code: ts`
        import type { PoolClient } from 'pg'

        interface Query {
          text: string
          values: unknown[]
          signal?: AbortSignal
        }
        async function run(client: PoolClient, { text, values, signal }: Query) {
          signal?.throwIfAborted()
          return client.query(text, values)
        }
        export async function f(client: PoolClient, id: number, signal: AbortSignal) {
          await run(client, { text: 'select pg_advisory_lock($1)', values: [id] })
          try {
            await run(client, { text: 'update t set a=1 where id=$1', values: [id], signal })
          } finally {
            await run(client, { text: 'select pg_advisory_unlock($1)', values: [id], signal: AbortSignal.timeout(1000) })
          }
        }
      `,
    },
    {
      name: 'the session ends after the unlock that may not be sent',
      code: ts`
        import { Client } from 'pg'

        interface Query {
          text: string
          values: unknown[]
          signal?: AbortSignal
        }
        async function run(client: Client, { text, values, signal }: Query) {
          signal?.throwIfAborted()
          return client.query(text, values)
        }
        export async function f(id: number, signal: AbortSignal) {
          const client = new Client()
          await client.connect()
          try {
            await run(client, { text: 'select pg_advisory_lock($1)', values: [id] })
            try {
              await run(client, { text: 'update t set a=1 where id=$1', values: [id], signal })
            } finally {
              await run(client, { text: 'select pg_advisory_unlock($1)', values: [id], signal })
            }
          } finally {
            await client.end()
          }
        }
      `,
    },
    {
      name: "the connection is destroyed if the unlock isn't sent",
      code: ts`
        import { Pool, type PoolClient } from 'pg'
        const pool = new Pool()

        interface Query {
          text: string
          values: unknown[]
          signal?: AbortSignal
        }
        async function run(client: PoolClient, { text, values, signal }: Query) {
          signal?.throwIfAborted()
          return client.query(text, values)
        }
        export async function f(id: number, signal: AbortSignal) {
          const client = await pool.connect()
          try {
            await run(client, { text: 'select pg_advisory_lock($1)', values: [id] })
            await run(client, { text: 'update t set a=1 where id=$1', values: [id], signal })
            await run(client, { text: 'select pg_advisory_unlock($1)', values: [id], signal })
            client.release()
          } catch (error) {
            client.release(true)
            throw error
          }
        }
      `,
    },
  ],
  invalid: [
    {
      name: 'raced: a timer that rejects (pg)',
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool()
        const rejectAfter = (ms: number) => new Promise<never>((_, reject) => setTimeout(reject, ms, new Error('busy')))

        export async function f(id: number) {
          const client = await pool.connect()
          try {
            await Promise.race([client.query('select pg_advisory_lock($1)', [id]), rejectAfter(50)])
            try {
              await client.query('update t set a=1 where id=$1', [id])
            } finally {
              await client.query('select pg_advisory_unlock($1)', [id])
            }
          } finally {
            client.release()
          }
        }
      `,
      errors: [{ messageId: 'raced', line: 8, column: 25, endLine: 8, endColumn: 74 }],
    },
    {
      name: 'raced: a timer that resolves to a value',
      code: ts`
        import { setTimeout as sleep } from 'node:timers/promises'
        import { Pool } from 'pg'
        const pool = new Pool()

        export async function f(id: number) {
          const client = await pool.connect()
          try {
            const won = await Promise.race([client.query('select pg_advisory_lock($1)', [id]), sleep(50, 'late')])
            if (won === 'late') return
            try {
              await client.query('update t set a=1 where id=$1', [id])
            } finally {
              await client.query('select pg_advisory_unlock($1)', [id])
            }
          } finally {
            client.release()
          }
        }
      `,
      errors: [{ messageId: 'raced', line: 8, column: 37, endLine: 8, endColumn: 86 }],
    },
    {
      name: 'raced: the lock as true, the timer as false',
      code: ts`
        import { setTimeout as sleep } from 'node:timers/promises'
        import { Pool } from 'pg'
        const pool = new Pool()

        export async function f(id: number) {
          const client = await pool.connect()
          try {
            const got = await Promise.race([
              client.query('select pg_advisory_lock($1)', [id]).then(() => true),
              sleep(50, false),
            ])
            if (!got) return
            try {
              await client.query('update t set a=1 where id=$1', [id])
            } finally {
              await client.query('select pg_advisory_unlock($1)', [id])
            }
          } finally {
            client.release()
          }
        }
      `,
      errors: [{ messageId: 'raced', line: 9, column: 7, endLine: 9, endColumn: 56 }],
    },
    {
      name: 'raced: a helper of the file takes the lock',
      code: ts`
        import { Pool, type PoolClient } from 'pg'
        const pool = new Pool()
        const rejectAfter = (ms: number) => new Promise<never>((_, reject) => setTimeout(reject, ms, new Error('busy')))

        async function lock(client: PoolClient, id: number) {
          await client.query('select pg_advisory_lock($1)', [id])
        }
        export async function f(id: number) {
          const client = await pool.connect()
          try {
            await Promise.race([lock(client, id), rejectAfter(50)])
            try {
              await client.query('update t set a=1 where id=$1', [id])
            } finally {
              await client.query('select pg_advisory_unlock($1)', [id])
            }
          } finally {
            client.release()
          }
        }
      `,
      errors: [{ messageId: 'raced', line: 6, column: 9, endLine: 6, endColumn: 58 }],
    },
    {
      name: 'raced: Promise.any',
      code: ts`
        import { setTimeout as sleep } from 'node:timers/promises'
        import { Pool } from 'pg'
        const pool = new Pool()

        export async function f(id: number) {
          const client = await pool.connect()
          try {
            const won = await Promise.any([client.query('select pg_advisory_lock($1)', [id]), sleep(50, 'late')])
            if (won === 'late') return
            try {
              await client.query('update t set a=1 where id=$1', [id])
            } finally {
              await client.query('select pg_advisory_unlock($1)', [id])
            }
          } finally {
            client.release()
          }
        }
      `,
      errors: [{ messageId: 'raced', line: 8, column: 36, endLine: 8, endColumn: 85 }],
    },
    {
      name: 'raced: a reserved connection (postgres.js)',
      code: ts`
        import postgres from 'postgres'
        const sql = postgres()
        const rejectAfter = (ms: number) => new Promise<never>((_, reject) => setTimeout(reject, ms, new Error('busy')))

        export async function f(id: number) {
          const client = await sql.reserve()
          try {
            await Promise.race([client\`select pg_advisory_lock(\${id})\`, rejectAfter(50)])
            try {
              await client\`update t set a=1 where id=\${id}\`
            } finally {
              await client\`select pg_advisory_unlock(\${id})\`
            }
          } finally {
            client.release()
          }
        }
      `,
      errors: [{ messageId: 'raced', line: 8, column: 25, endLine: 8, endColumn: 63 }],
    },
    {
      name: 'siblings: a file that may be missing (pg)',
      code: ts`
        import { readFile } from 'node:fs/promises'
        import { Pool } from 'pg'
        const pool = new Pool()

        export async function f(id: number) {
          const client = await pool.connect()
          try {
            const [, text] = await Promise.all([client.query('select pg_advisory_lock($1)', [id]), readFile('a')])
            try {
              await client.query('update t set a=$2 where id=$1', [id, text])
            } finally {
              await client.query('select pg_advisory_unlock($1)', [id])
            }
          } finally {
            client.release()
          }
        }
      `,
      errors: [{ messageId: 'siblings', line: 8, column: 41, endLine: 8, endColumn: 90 }],
    },
    {
      name: 'siblings: a connection of the caller',
      code: ts`
        import { readFile } from 'node:fs/promises'
        import type { PoolClient } from 'pg'

        export async function f(client: PoolClient, id: number) {
          const [, text] = await Promise.all([client.query('select pg_advisory_lock($1)', [id]), readFile('a')])
          try {
            await client.query('update t set a=$2 where id=$1', [id, text])
          } finally {
            await client.query('select pg_advisory_unlock($1)', [id])
          }
        }
      `,
      errors: [{ messageId: 'siblings', line: 5, column: 39, endLine: 5, endColumn: 88 }],
    },
    {
      name: 'siblings: a statement on the same connection',
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool()

        export async function f(id: number) {
          const client = await pool.connect()
          try {
            await Promise.all([client.query("set lock_timeout = '2s'"), client.query('select pg_advisory_lock($1)', [id])])
            try {
              await client.query('update t set a=$2 where id=$1', [id])
            } finally {
              await client.query('select pg_advisory_unlock($1)', [id])
            }
          } finally {
            client.release()
          }
        }
      `,
      errors: [{ messageId: 'siblings', line: 7, column: 65, endLine: 7, endColumn: 114 }],
    },
    {
      name: 'raced: query_timeout of node-postgres',
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool()

        export async function f(id: number) {
          const client = await pool.connect()
          try {
            await client.query({ text: 'select pg_advisory_lock($1)', values: [id], query_timeout: 5000 })
            try {
              await client.query('update t set a=1 where id=$1', [id])
            } finally {
              await client.query('select pg_advisory_unlock($1)', [id])
            }
          } finally {
            client.release()
          }
        }
      `,
      errors: [{ messageId: 'raced', line: 7, column: 11, endLine: 7, endColumn: 99 }],
    },
    {
      name: 'raced: a timer that is cleared after',
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool()

        export async function f(id: number) {
          const client = await pool.connect()
          try {
            let timer: NodeJS.Timeout | undefined
            const late = new Promise<'late'>((resolve) => {
              timer = setTimeout(() => resolve('late'), 100)
            })
            const lock = client.query('select pg_advisory_lock($1)', [id])
            const won = await Promise.race([lock, late])
            clearTimeout(timer)
            if (won === 'late') throw new Error('busy')
            try {
              await client.query('update t set a=1 where id=$1', [id])
            } finally {
              await client.query('select pg_advisory_unlock($1)', [id])
            }
          } finally {
            client.release()
          }
        }
      `,
      errors: [{ messageId: 'raced', line: 11, column: 18, endLine: 11, endColumn: 67 }],
    },
    {
      name: 'raced: a timeout helper around a helper that takes the lock',
      code: ts`
        import { Pool, type PoolClient } from 'pg'
        const pool = new Pool()
        const rejectAfter = (ms: number) => new Promise<never>((_, reject) => setTimeout(reject, ms, new Error('busy')))

        const within = <T,>(p: Promise<T>, ms: number) => Promise.race([p, rejectAfter(ms)])
        async function lock(client: PoolClient, id: number) {
          await client.query('select pg_advisory_lock($1)', [id])
        }
        export async function f(id: number) {
          const client = await pool.connect()
          try {
            await within(lock(client, id), 500)
            try {
              await client.query('update t set a=1 where id=$1', [id])
            } finally {
              await client.query('select pg_advisory_unlock($1)', [id])
            }
          } finally {
            client.release()
          }
        }
      `,
      errors: [{ messageId: 'raced', line: 7, column: 9, endLine: 7, endColumn: 58 }],
    },
    {
      name: 'raced: a task (pg-promise)',
      code: ts`
        import pgPromise from 'pg-promise'

        const rejectAfter = (ms: number) => new Promise<never>((_, reject) => setTimeout(reject, ms, new Error('busy')))

        const db = pgPromise()('x')
        export const f = (id: number) =>
          db.task(async (t) => {
            await Promise.race([t.any('select pg_advisory_lock($1)', id), rejectAfter(500)])
            try {
              await t.none('update t set a=1 where id=$1', id)
            } finally {
              await t.any('select pg_advisory_unlock($1)', id)
            }
          })
      `,
      errors: [{ messageId: 'raced', line: 8, column: 25, endLine: 8, endColumn: 65 }],
    },
    {
      name: 'siblings: a try-lock (postgres.js)',
      code: ts`
        import { readFile } from 'node:fs/promises'
        import postgres from 'postgres'
        const sql = postgres()

        export async function f(id: number) {
          const client = await sql.reserve()
          try {
            const [got, text] = await Promise.all([
              client\`select pg_try_advisory_lock(\${id}) as got\`.then(([row]) => row.got),
              readFile('a'),
            ])
            if (!got) return
            try {
              await client\`update t set a=\${text}\`
            } finally {
              await client\`select pg_advisory_unlock(\${id})\`
            }
          } finally {
            client.release()
          }
        }
      `,
      errors: [{ messageId: 'siblings', line: 9, column: 7, endLine: 9, endColumn: 56 }],
    },
    {
      name: 'abortableUnlock: a wrapper that heeds the signal',
      code: ts`
        import type { PoolClient } from 'pg'

        interface Query {
          text: string
          values: unknown[]
          signal?: AbortSignal
        }
        async function run(client: PoolClient, { text, values, signal }: Query) {
          signal?.throwIfAborted()
          return client.query(text, values)
        }
        export async function f(client: PoolClient, id: number, signal: AbortSignal) {
          await run(client, { text: 'select pg_advisory_lock($1)', values: [id] })
          try {
            await run(client, { text: 'update t set a=1 where id=$1', values: [id], signal })
          } finally {
            await run(client, { text: 'select pg_advisory_unlock($1)', values: [id], signal })
          }
        }
      `,
      errors: [{ messageId: 'abortableUnlock', line: 17, column: 11, endLine: 17, endColumn: 87 }],
    },
  ],
})
