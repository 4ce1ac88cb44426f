import rule from '../../rules/no-retry-without-backoff.ts'
import { assertionOptions, tester, ts } from './tester.ts'

tester.run('no-retry-without-backoff', rule, {
  assertionOptions,
  valid: [
    {
      name: 'two seconds are no metronome',
      code: ts`
        import { setTimeout as sleep } from 'node:timers/promises'
        import { Client, Pool, type PoolClient } from 'pg'
        const pool = new Pool()
        const KEY = 7_310_001
        export async function acquire(client: PoolClient) {
          for (;;) {
            const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS ok', [KEY])
            if (rows[0].ok) return
            await sleep(2000)
          }
        }
      `,
    },
    {
      name: 'a pause that grows',
      code: ts`
        import { setTimeout as sleep } from 'node:timers/promises'
        import { Client, Pool, type PoolClient } from 'pg'
        const pool = new Pool()
        const KEY = 7_310_001
        export async function acquire(client: PoolClient) {
          let delay = 50
          for (;;) {
            const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS ok', [KEY])
            if (rows[0].ok) return
            await sleep(delay)
            delay = Math.min(delay * 2, 5000)
          }
        }
      `,
    },
    {
      name: 'a random pause',
      code: ts`
        import { setTimeout as sleep } from 'node:timers/promises'
        import { Client, Pool, type PoolClient } from 'pg'
        const pool = new Pool()
        const KEY = 7_310_001
        export async function acquire(client: PoolClient) {
          for (;;) {
            const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS ok', [KEY])
            if (rows[0].ok) return
            await sleep(100 + Math.random() * 200)
          }
        }
      `,
    },
    {
      name: 'a pause that grows with the attempt',
      code: ts`
        import { setTimeout as sleep } from 'node:timers/promises'
        import { Client, Pool, type PoolClient } from 'pg'
        const pool = new Pool()
        const KEY = 7_310_001
        export async function acquire(client: PoolClient) {
          for (let attempt = 0; attempt < 8; attempt++) {
            const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS ok', [KEY])
            if (rows[0].ok) return true
            await sleep(50 * 2 ** attempt)
          }
          return false
        }
      `,
    },
    {
      name: 'a pause out of sight',
      code: ts`
        import { setTimeout as sleep } from 'node:timers/promises'
        import { Client, Pool, type PoolClient } from 'pg'
        const pool = new Pool()
        const KEY = 7_310_001
        import { backoff } from './backoff'
        export async function acquire(client: PoolClient) {
          while (true) {
            const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS ok', [KEY])
            if (rows[0].ok) return true
            await backoff()
          }
        }
      `,
    },
    {
      name: 'a pause that the caller chooses',
      code: ts`
        import { setTimeout as sleep } from 'node:timers/promises'
        import { Client, Pool, type PoolClient } from 'pg'
        const pool = new Pool()
        const KEY = 7_310_001
        export async function acquire(client: PoolClient, intervalMs: number) {
          while (true) {
            const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS ok', [KEY])
            if (rows[0].ok) return true
            await sleep(intervalMs)
          }
        }
      `,
    },
    {
      name: 'candidates are other keys',
      code: ts`
        import { setTimeout as sleep } from 'node:timers/promises'
        import { Client, Pool, type PoolClient } from 'pg'
        const pool = new Pool()
        const KEY = 7_310_001
        export async function acquire(client: PoolClient, jobs: { id: number }[]) {
          for (const job of jobs) {
            const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS ok', [job.id])
            if (rows[0].ok) return job
          }
          return undefined
        }
      `,
    },
    {
      name: 'candidates by index',
      code: ts`
        import { setTimeout as sleep } from 'node:timers/promises'
        import { Client, Pool, type PoolClient } from 'pg'
        const pool = new Pool()
        const KEY = 7_310_001
        export async function acquire(client: PoolClient, ids: number[]) {
          for (let i = 0; i < ids.length; i++) {
            const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS ok', [ids[i]])
            if (rows[0].ok) return ids[i]
          }
          return undefined
        }
      `,
    },
    {
      name: 'candidates from a queue',
      code: ts`
        import { setTimeout as sleep } from 'node:timers/promises'
        import { Client, Pool, type PoolClient } from 'pg'
        const pool = new Pool()
        const KEY = 7_310_001
        export async function acquire(client: PoolClient, queue: number[]) {
          while (queue.length > 0) {
            const id = queue.shift()!
            const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS ok', [id])
            if (rows[0].ok) return id
          }
          return undefined
        }
      `,
    },
    {
      name: 'candidates by a counter',
      code: ts`
        import { setTimeout as sleep } from 'node:timers/promises'
        import { Client, Pool, type PoolClient } from 'pg'
        const pool = new Pool()
        const KEY = 7_310_001
        export async function acquire(client: PoolClient, ids: number[]) {
          let i = 0
          while (i < ids.length) {
            const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS ok', [ids[i++]])
            if (rows[0].ok) return true
          }
          return false
        }
      `,
    },
    {
      name: 'a function that calls itself with a longer pause',
      code: ts`
        import { setTimeout as sleep } from 'node:timers/promises'
        import { Client, Pool, type PoolClient } from 'pg'
        const pool = new Pool()
        export async function lock(client: PoolClient, id: number, delay = 50): Promise<boolean> {
          const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS ok', [id])
          if (rows[0].ok) return true
          await sleep(delay)
          return lock(client, id, delay * 2)
        }
      `,
    },
    {
      name: 'a function that calls itself with another key',
      code: ts`
        import { setTimeout as sleep } from 'node:timers/promises'
        import { Client, Pool, type PoolClient } from 'pg'
        const pool = new Pool()
        export async function lockFirst(client: PoolClient, id: number): Promise<number> {
          const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS ok', [id])
          if (rows[0].ok) return id
          return lockFirst(client, id + 1)
        }
      `,
    },
    {
      name: 'p-retry as it comes',
      code: ts`
        import pRetry from 'p-retry'
        import type { PoolClient } from 'pg'
        export async function lock(client: PoolClient, id: number) {
          await pRetry(
            async () => {
              const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS ok', [id])
              if (!rows[0].ok) throw new Error('busy')
            },
            { retries: 20 },
          )
        }
      `,
    },
    {
      name: 'async-retry with chance',
      code: ts`
        import retry from 'async-retry'
        import type { PoolClient } from 'pg'
        export async function lock(client: PoolClient, id: number) {
          await retry(
            async () => {
              const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS ok', [id])
              if (!rows[0].ok) throw new Error('busy')
            },
            { retries: 50, factor: 1, minTimeout: 50 },
          )
        }
      `,
    },
    {
      name: 'cockatiel: an exponential pause',
      code: ts`
        import { ExponentialBackoff, handleAll, retry } from 'cockatiel'
        import type { PoolClient } from 'pg'
        const policy = retry(handleAll, { maxAttempts: 10, backoff: new ExponentialBackoff() })
        export async function lock(client: PoolClient, id: number) {
          await policy.execute(async () => {
            const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS ok', [id])
            if (!rows[0].ok) throw new Error('busy')
          })
        }
      `,
    },
    {
      name: 'a wait is repeated after a random pause',
      code: ts`
        import { setTimeout as sleep } from 'node:timers/promises'
        import { Client, Pool, type PoolClient } from 'pg'
        const pool = new Pool()
        export async function lock(client: PoolClient, id: number) {
          await client.query("SET lock_timeout = '2s'")
          for (let attempt = 0; ; attempt++) {
            try {
              await client.query('SELECT pg_advisory_lock($1)', [id])
              return
            } catch (error) {
              if ((error as { code?: string }).code !== '55P03' || attempt > 5) throw error
              await sleep(Math.random() * 2000)
            }
          }
        }
      `,
    },
    {
      name: 'each round waits for the next task',
      code: ts`
        import { setTimeout as sleep } from 'node:timers/promises'
        import { Client, Pool, type PoolClient } from 'pg'
        const pool = new Pool()
        import { nextTask } from './tasks'
        const KEY = 5
        export async function work(client: PoolClient) {
          while (true) {
            const task = await nextTask()
            const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS ok', [KEY])
            if (!rows[0].ok) continue
            try {
              await task.run()
            } finally {
              await client.query('SELECT pg_advisory_unlock($1)', [KEY])
            }
          }
        }
      `,
    },
    {
      name: 'each element asks once',
      code: ts`
        import { setTimeout as sleep } from 'node:timers/promises'
        import { Client, Pool, type PoolClient } from 'pg'
        const pool = new Pool()
        const KEY = 5
        export async function work(client: PoolClient, tasks: { id: number }[]) {
          for (const task of tasks) {
            const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS ok', [KEY])
            if (!rows[0].ok) continue
            await client.query('UPDATE tasks SET done = true WHERE id = $1', [task.id])
            await client.query('SELECT pg_advisory_unlock($1)', [KEY])
          }
        }
      `,
    },
    {
      name: 'the server sleeps',
      code: ts`
        import { setTimeout as sleep } from 'node:timers/promises'
        import { Client, Pool, type PoolClient } from 'pg'
        const pool = new Pool()
        const KEY = 7_310_001
        export async function acquire(client: PoolClient) {
          while (true) {
            const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS ok', [KEY])
            if (rows[0].ok) return true
            await client.query('SELECT pg_sleep(random())')
          }
        }
      `,
    },
    {
      name: 'pauses from a list',
      code: ts`
        import { setTimeout as sleep } from 'node:timers/promises'
        import { Client, Pool, type PoolClient } from 'pg'
        const pool = new Pool()
        const KEY = 7_310_001
        export async function acquire(client: PoolClient) {
          for (const ms of [100, 200, 400]) {
            const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS ok', [KEY])
            if (rows[0].ok) return true
            await sleep(ms)
          }
          return false
        }
      `,
    },
    {
      name: 'each round waits for a notification',
      code: ts`
        import { setTimeout as sleep } from 'node:timers/promises'
        import { Client, Pool, type PoolClient } from 'pg'
        const pool = new Pool()
        const KEY = 7_310_001
        import { once } from 'node:events'
        export async function acquire(client: PoolClient) {
          await client.query('LISTEN freed')
          while (true) {
            const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS ok', [KEY])
            if (rows[0].ok) return true
            await once(client, 'notification')
          }
        }
      `,
    },
    {
      name: 'the same with a growing pause',
      code: ts`
        import { setTimeout as sleep } from 'node:timers/promises'
        import { Client, Pool, type PoolClient } from 'pg'
        const pool = new Pool()
        class Busy extends Error {}
        async function once(id: number) {
          const client = await pool.connect()
          try {
            await client.query('BEGIN')
            const { rows } = await client.query('SELECT pg_try_advisory_xact_lock($1) AS ok', [id])
            if (!rows[0].ok) throw new Busy()
            await client.query('UPDATE t SET a = 1 WHERE id = $1', [id])
            await client.query('COMMIT')
          } catch (e) {
            await client.query('ROLLBACK')
            throw e
          } finally {
            client.release()
          }
        }
        export async function insist(id: number) {
          for (let n = 1; ; n++) {
            try {
              return await once(id)
            } catch (e) {
              if (!(e instanceof Busy)) throw e
              await sleep(n * 100)
            }
          }
        }
      `,
    },
    {
      name: 'a leader asks every five seconds',
      code: ts`
        import { setTimeout as sleep } from 'node:timers/promises'
        import { Client, Pool, type PoolClient } from 'pg'
        const pool = new Pool()
        const LEADER = 99
        export async function lead(signal: AbortSignal, work: () => Promise<void>) {
          const client = new Client()
          await client.connect()
          while (!signal.aborted) {
            const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS ok', [LEADER])
            if (rows[0].ok) await work()
            await sleep(5000, undefined, { signal })
          }
          await client.end()
        }
      `,
    },
    {
      name: '@lifeomic/attempt with growth and jitter',
      code: ts`
        import { retry } from '@lifeomic/attempt'
        import type { PoolClient } from 'pg'
        export async function lock(client: PoolClient, id: number) {
          await retry(
            async () => {
              const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS ok', [id])
              if (!rows[0].ok) throw new Error('busy')
            },
            { maxAttempts: 10, delay: 200, factor: 2, jitter: true },
          )
        }
      `,
    },
    {
      name: 'a pause from the environment',
      code: ts`
        import { setTimeout as sleep } from 'node:timers/promises'
        import { Client, Pool, type PoolClient } from 'pg'
        const pool = new Pool()
        const KEY = 7_310_001
        const POLL_MS = Number(process.env.POLL_MS ?? 250)
        export async function acquire(client: PoolClient) {
          while (true) {
            const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS ok', [KEY])
            if (rows[0].ok) return true
            await sleep(POLL_MS)
          }
        }
      `,
    },
    {
      name: 'a pause with a default that callers may change',
      code: ts`
        import { setTimeout as sleep } from 'node:timers/promises'
        import { Client, Pool, type PoolClient } from 'pg'
        const pool = new Pool()
        const KEY = 7_310_001
        export async function acquire(client: PoolClient, pollMs = 250) {
          while (true) {
            const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS ok', [KEY])
            if (rows[0].ok) return true
            await sleep(pollMs)
          }
        }
      `,
    },
    {
      name: 'a timer runs it again',
      code: ts`
        import { setTimeout as sleep } from 'node:timers/promises'
        import { Client, Pool, type PoolClient } from 'pg'
        const pool = new Pool()
        const KEY = 7_310_001
        export async function acquire(client: PoolClient) {
          const timer = setInterval(async () => {
            const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS ok', [KEY])
            if (rows[0].ok) clearInterval(timer)
          }, 100)
        }
      `,
    },
    {
      name: 'retry: the library is told by hand',
      code: ts`
        import retry from 'retry'
        import type { PoolClient } from 'pg'
        export function lock(client: PoolClient, id: number, done: (e?: Error) => void) {
          const operation = retry.operation({ retries: 5 })
          operation.attempt(async () => {
            const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS ok', [id])
            if (operation.retry(rows[0].ok ? undefined : new Error('busy'))) return
            done()
          })
        }
      `,
    },
    {
      name: 'two keys in turn',
      code: ts`
        import { setTimeout as sleep } from 'node:timers/promises'
        import { Client, Pool, type PoolClient } from 'pg'
        const pool = new Pool()
        const A = 11
        const B = 12
        export async function either(client: PoolClient) {
          let key = A
          while (true) {
            const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS ok', [key])
            if (rows[0].ok) return key
            key = key === A ? B : A
            await sleep(1500)
          }
        }
      `,
    },
    {
      name: 'a pause by a function with chance in it',
      code: ts`
        import { setTimeout as sleep } from 'node:timers/promises'
        import type { PoolClient } from 'pg'
        const KEY = 7_310_001
        const jitter = (ms: number) => ms * (0.5 + Math.random())
        export async function acquire(client: PoolClient) {
          while (true) {
            const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS ok', [KEY])
            if (rows[0].ok) return
            await sleep(jitter(50))
          }
        }
      `,
    },
    {
      name: 'five seconds by a product',
      code: ts`
        import { setTimeout as sleep } from 'node:timers/promises'
        import type { PoolClient } from 'pg'
        const KEY = 7_310_001
        export async function acquire(client: PoolClient) {
          while (true) {
            const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS ok', [KEY])
            if (rows[0].ok) return
            await sleep(5 * 1000)
          }
        }
      `,
    },
    {
      name: 'the attempt times a tenth of a second',
      code: ts`
        import { setTimeout as sleep } from 'node:timers/promises'
        import type { PoolClient } from 'pg'
        const KEY = 7_310_001
        export async function acquire(client: PoolClient) {
          let attempt = 0
          while (true) {
            const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS ok', [KEY])
            if (rows[0].ok) return
            attempt++
            await sleep(attempt * 100)
          }
        }
      `,
    },
    {
      name: 'pauses from a table',
      code: ts`
        import { setTimeout as sleep } from 'node:timers/promises'
        import type { PoolClient } from 'pg'
        const KEY = 7_310_001
        const DELAYS = [50, 100, 400, 1600]
        export async function acquire(client: PoolClient) {
          let attempt = 0
          while (true) {
            const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS ok', [KEY])
            if (rows[0].ok) return
            await sleep(DELAYS[Math.min(attempt++, 3)])
          }
        }
      `,
    },
    {
      name: 'a pause that something else may end',
      code: ts`
        import { setTimeout as sleep } from 'node:timers/promises'
        import type { PoolClient } from 'pg'
        const KEY = 7_310_001
        export async function acquire(client: PoolClient, stopped: Promise<void>) {
          while (true) {
            const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS ok', [KEY])
            if (rows[0].ok) return
            await Promise.race([sleep(100), stopped])
          }
        }
      `,
    },
    {
      name: 'an interval of a second',
      code: ts`
        import { setTimeout as sleep } from 'node:timers/promises'
        import type { PoolClient } from 'pg'
        const KEY = 7_310_001
        import { setInterval } from 'node:timers/promises'
        export async function acquire(client: PoolClient) {
          for await (const _ of setInterval(1000)) {
            const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS ok', [KEY])
            if (rows[0].ok) return
          }
        }
      `,
    },
    {
      name: 'one try, then a wait',
      code: ts`
        import { setTimeout as sleep } from 'node:timers/promises'
        import type { PoolClient } from 'pg'
        const KEY = 7_310_001
        export async function acquire(client: PoolClient) {
          const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS ok', [KEY])
          if (rows[0].ok) return
          await client.query('SELECT pg_advisory_lock($1)', [KEY])
        }
      `,
    },
    {
      name: 'two pauses in a row',
      code: ts`
        import { setTimeout as sleep } from 'node:timers/promises'
        import type { PoolClient } from 'pg'
        const KEY = 7_310_001
        export async function acquire(client: PoolClient) {
          while (true) {
            const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS ok', [KEY])
            if (rows[0].ok) return
            await sleep(600)
            await sleep(600)
          }
        }
      `,
    },
    {
      name: 'a way without a pause beside one with a long one',
      code: ts`
        import { setTimeout as sleep } from 'node:timers/promises'
        import type { PoolClient } from 'pg'
        const KEY = 7_310_001
        export async function acquire(client: PoolClient, fast: boolean) {
          while (true) {
            const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS ok', [KEY])
            if (rows[0].ok) return
            if (fast) continue
            await sleep(2000)
          }
        }
      `,
    },
    {
      name: 'a pause from a configuration',
      code: ts`
        import { setTimeout as sleep } from 'node:timers/promises'
        import type { PoolClient } from 'pg'
        const KEY = 7_310_001
        import { config } from './config'
        export async function acquire(client: PoolClient) {
          while (true) {
            const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS ok', [KEY])
            if (rows[0].ok) return
            await sleep(config.pollMs)
          }
        }
      `,
    },
    {
      name: 'a promise for an event',
      code: ts`
        import { setTimeout as sleep } from 'node:timers/promises'
        import type { PoolClient } from 'pg'
        const KEY = 7_310_001
        export async function acquire(client: PoolClient) {
          while (true) {
            const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS ok', [KEY])
            if (rows[0].ok) return
            await new Promise((resolve) => client.once('notification', resolve))
          }
        }
      `,
    },
    {
      name: 'a function that starts itself by a timer',
      code: ts`
        import { setTimeout as sleep } from 'node:timers/promises'
        import type { PoolClient } from 'pg'
        const KEY = 7_310_001
        export async function tick(client: PoolClient): Promise<void> {
          const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS ok', [KEY])
          if (rows[0].ok) return
          setTimeout(() => void tick(client), 100)
        }
      `,
    },
    {
      name: 'ids from a function out of sight',
      code: ts`
        import { setTimeout as sleep } from 'node:timers/promises'
        import type { PoolClient } from 'pg'
        const KEY = 7_310_001
        import { nextJobId } from './jobs'
        export async function drain(client: PoolClient) {
          for (let id = nextJobId(); id !== undefined; id = nextJobId()) {
            const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS ok', [id])
            if (!rows[0].ok) continue
            await client.query('UPDATE jobs SET done = true WHERE id = $1', [id])
            await client.query('SELECT pg_advisory_unlock($1)', [id])
          }
        }
      `,
    },
    {
      name: 'ids from a query',
      code: ts`
        import { setTimeout as sleep } from 'node:timers/promises'
        import type { PoolClient } from 'pg'
        const KEY = 7_310_001
        export async function drain(client: PoolClient) {
          while (true) {
            const { rows: jobs } = await client.query(
              'SELECT id FROM jobs WHERE NOT done ORDER BY random() LIMIT 1',
            )
            if (jobs.length === 0) return
            const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS ok', [jobs[0].id])
            if (!rows[0].ok) continue
            await client.query('UPDATE jobs SET done = true WHERE id = $1', [jobs[0].id])
            await client.query('SELECT pg_advisory_unlock($1)', [jobs[0].id])
          }
        }
      `,
    },
    {
      name: 'slots are other keys',
      code: ts`
        import { setTimeout as sleep } from 'node:timers/promises'
        import type { PoolClient } from 'pg'
        const KEY = 7_310_001
        export async function takeSlot(client: PoolClient, slots: number) {
          for (let slot = 0; slot < slots; slot++) {
            const { rows } = await client.query('SELECT pg_try_advisory_lock($1, $2) AS ok', [KEY, slot])
            if (rows[0].ok) return slot
          }
          return undefined
        }
      `,
    },
    {
      name: 'slots, and a long pause after all',
      code: ts`
        import { setTimeout as sleep } from 'node:timers/promises'
        import type { PoolClient } from 'pg'
        const KEY = 7_310_001
        export async function takeSlot(client: PoolClient, slots: number) {
          while (true) {
            for (let slot = 0; slot < slots; slot++) {
              const { rows } = await client.query('SELECT pg_try_advisory_lock($1, $2) AS ok', [KEY, slot])
              if (rows[0].ok) return slot
            }
            await sleep(1500)
          }
        }
      `,
    },
    {
      name: 'each round does something out of sight',
      code: ts`
        import { setTimeout as sleep } from 'node:timers/promises'
        import type { PoolClient } from 'pg'
        const KEY = 7_310_001
        import { sendMetrics } from './metrics'
        export async function work(client: PoolClient, signal: AbortSignal) {
          while (!signal.aborted) {
            const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS ok', [KEY])
            if (rows[0].ok) return
            await sendMetrics()
          }
        }
      `,
    },
    {
      name: 'a transaction that is repeated for other reasons',
      code: ts`
        import { PrismaClient } from '@prisma/client'
        const prisma = new PrismaClient()
        export async function settle(id: number) {
          for (let attempt = 0; attempt < 3; attempt++) {
            try {
              return await prisma.$transaction(async (tx) => {
                await tx.$executeRaw\`SELECT pg_advisory_xact_lock(\${id})\`
                return tx.order.update({ where: { id }, data: { settled: true } })
              })
            } catch (e) {
              if (attempt === 2) throw e
            }
          }
        }
      `,
    },
    {
      name: 'a pause that grows in a field',
      code: ts`
        import { setTimeout as sleep } from 'node:timers/promises'
        import type { PoolClient } from 'pg'
        const KEY = 7_310_001
        export class Poller {
          private delay = 50
          async acquire(client: PoolClient) {
            while (true) {
              const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS ok', [KEY])
              if (rows[0].ok) return
              await sleep(this.delay)
              this.delay = Math.min(this.delay * 2, 3000)
            }
          }
        }
      `,
    },
    {
      name: 'one of two pauses',
      code: ts`
        import { setTimeout as sleep } from 'node:timers/promises'
        import type { PoolClient } from 'pg'
        const KEY = 7_310_001
        export async function acquire(client: PoolClient, fast: boolean) {
          while (true) {
            const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS ok', [KEY])
            if (rows[0].ok) return
            await sleep(fast ? 50 : 500)
          }
        }
      `,
    },
    {
      name: 'p-retry: options from another module',
      code: ts`
        import pRetry from 'p-retry'
        import { options } from './retry'
        import type { PoolClient } from 'pg'
        export async function lock(client: PoolClient, id: number) {
          await pRetry(async () => {
            const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS ok', [id])
            if (!rows[0].ok) throw new Error('busy')
          }, options)
        }
      `,
    },
    {
      name: 'a generator waits for its consumer',
      code: ts`
        import { setTimeout as sleep } from 'node:timers/promises'
        import type { PoolClient } from 'pg'
        const KEY = 7_310_001
        export async function* states(client: PoolClient) {
          while (true) {
            const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS ok', [KEY])
            if (rows[0].ok) return
            yield 'waiting'
          }
        }
      `,
    },
    {
      name: "a library that isn't told of the refusal",
      code: ts`
        import pRetry from 'p-retry'
        import type { PoolClient } from 'pg'
        export async function lock(client: PoolClient, id: number) {
          return pRetry(
            async () => {
              const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS ok', [id])
              return rows[0].ok as boolean
            },
            { factor: 1, minTimeout: 50 },
          )
        }
      `,
    },
    {
      name: 'allowConstant: a constant pause',
      options: [{ allowConstant: true }],
      code: ts`
        import { setTimeout as sleep } from 'node:timers/promises'
        import type { PoolClient } from 'pg'

        export async function claim(client: PoolClient, shardId: number) {
          while (true) {
            const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS ok', [shardId])
            if (rows[0].ok) return
            await sleep(100)
          }
        }
      `,
    },
  ],
  invalid: [
    {
      name: 'a loop without a pause',
      code: ts`
        import { setTimeout as sleep } from 'node:timers/promises'
        import { Client, Pool, type PoolClient } from 'pg'
        const pool = new Pool()
        const KEY = 7_310_001
        export async function acquire(client: PoolClient) {
          while (true) {
            const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS ok', [KEY])
            if (rows[0].ok) return
          }
        }
      `,
      errors: [{ messageId: 'busy', line: 7, column: 28, endLine: 7, endColumn: 88 }],
    },
    {
      name: 'a constant pause below a second',
      code: ts`
        import { setTimeout as sleep } from 'node:timers/promises'
        import { Client, Pool, type PoolClient } from 'pg'
        const pool = new Pool()
        const KEY = 7_310_001
        export async function acquire(client: PoolClient) {
          for (;;) {
            const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS ok', [KEY])
            if (rows[0].ok) return
            await sleep(100)
          }
        }
      `,
      errors: [{ messageId: 'metronome', line: 7, column: 28, endLine: 7, endColumn: 88 }],
    },
    {
      name: 'a bound on the rounds is no pause',
      code: ts`
        import { setTimeout as sleep } from 'node:timers/promises'
        import { Client, Pool, type PoolClient } from 'pg'
        const pool = new Pool()
        const KEY = 7_310_001
        export async function acquire(client: PoolClient) {
          for (let attempt = 0; attempt < 8; attempt++) {
            const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS ok', [KEY])
            if (rows[0].ok) return true
          }
          return false
        }
      `,
      errors: [{ messageId: 'busy', line: 7, column: 28, endLine: 7, endColumn: 88 }],
    },
    {
      name: 'a sleep of the file',
      code: ts`
        import { setTimeout as sleep } from 'node:timers/promises'
        import { Client, Pool, type PoolClient } from 'pg'
        const pool = new Pool()
        const KEY = 7_310_001
        const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
        export async function acquire(client: PoolClient) {
          for (let attempt = 0; attempt < 8; attempt++) {
            const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS ok', [KEY])
            if (rows[0].ok) return true
            await wait(250)
          }
          return false
        }
      `,
      errors: [{ messageId: 'metronome', line: 8, column: 28, endLine: 8, endColumn: 88 }],
    },
    {
      name: 'a timer in a promise',
      code: ts`
        import { setTimeout as sleep } from 'node:timers/promises'
        import { Client, Pool, type PoolClient } from 'pg'
        const pool = new Pool()
        const KEY = 7_310_001
        export async function acquire(client: PoolClient) {
          while (true) {
            const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS ok', [KEY])
            if (rows[0].ok) return true
            await new Promise((resolve) => setTimeout(resolve, 50))
          }
        }
      `,
      errors: [{ messageId: 'metronome', line: 7, column: 28, endLine: 7, endColumn: 88 }],
    },
    {
      name: 'a client for each try',
      code: ts`
        import { setTimeout as sleep } from 'node:timers/promises'
        import { Client, Pool, type PoolClient } from 'pg'
        const pool = new Pool()
        const KEY = 7_310_001
        export async function run(work: () => Promise<void>) {
          while (true) {
            const client = await pool.connect()
            try {
              const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS ok', [KEY])
              if (rows[0].ok) {
                try {
                  await work()
                } finally {
                  await client.query('SELECT pg_advisory_unlock($1)', [KEY])
                }
                return
              }
            } finally {
              client.release()
            }
            await sleep(200)
          }
        }
      `,
      errors: [{ messageId: 'metronome', line: 9, column: 30, endLine: 9, endColumn: 90 }],
    },
    {
      name: 'Drizzle: a transaction for each try',
      code: ts`
        import { sql } from 'drizzle-orm'
        import { drizzle } from 'drizzle-orm/node-postgres'
        const db = drizzle(process.env.DATABASE_URL!)
        export async function close(period: number) {
          for (let i = 0; i < 20; i++) {
            const done = await db.transaction(async (tx) => {
              const { rows } = await tx.execute(sql\`select pg_try_advisory_xact_lock(\${period}) as ok\`)
              if (!rows[0].ok) return false
              await tx.execute(sql\`update periods set closed = true where id = \${period}\`)
              return true
            })
            if (done) return
            await new Promise((r) => setTimeout(r, 100))
          }
        }
      `,
      errors: [{ messageId: 'metronome', line: 6, column: 24, endLine: 11, endColumn: 7 }],
    },
    {
      name: 'the loop is in the caller of a helper',
      code: ts`
        import { setTimeout as sleep } from 'node:timers/promises'
        import { Client, Pool, type PoolClient } from 'pg'
        const pool = new Pool()
        async function tryLock(client: PoolClient, id: number): Promise<boolean> {
          const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS ok', [id])
          return rows[0].ok
        }
        export async function lock(client: PoolClient, id: number) {
          while (!(await tryLock(client, id))) {
            await sleep(20)
          }
        }
      `,
      errors: [{ messageId: 'metronome', line: 9, column: 18, endLine: 9, endColumn: 37 }],
    },
    {
      name: 'a function that calls itself at once',
      code: ts`
        import { setTimeout as sleep } from 'node:timers/promises'
        import { Client, Pool, type PoolClient } from 'pg'
        const pool = new Pool()
        export async function lock(client: PoolClient, id: number, attempt = 0): Promise<boolean> {
          const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS ok', [id])
          if (rows[0].ok) return true
          if (attempt > 10) return false
          return lock(client, id, attempt + 1)
        }
      `,
      errors: [{ messageId: 'busy', line: 5, column: 26, endLine: 5, endColumn: 85 }],
    },
    {
      name: 'p-retry without growth',
      code: ts`
        import pRetry from 'p-retry'
        import type { PoolClient } from 'pg'
        export async function lock(client: PoolClient, id: number) {
          await pRetry(
            async () => {
              const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS ok', [id])
              if (!rows[0].ok) throw new Error('busy')
            },
            { retries: 20, factor: 1, minTimeout: 100, maxTimeout: 100 },
          )
        }
      `,
      errors: [{ messageId: 'metronome', line: 6, column: 30, endLine: 6, endColumn: 89 }],
    },
    {
      name: 'async-retry without growth and chance',
      code: ts`
        import retry from 'async-retry'
        import type { PoolClient } from 'pg'
        export async function lock(client: PoolClient, id: number) {
          await retry(
            async () => {
              const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS ok', [id])
              if (!rows[0].ok) throw new Error('busy')
            },
            { retries: 50, factor: 1, minTimeout: 50, randomize: false },
          )
        }
      `,
      errors: [{ messageId: 'metronome', line: 6, column: 30, endLine: 6, endColumn: 89 }],
    },
    {
      name: 'cockatiel: a constant pause',
      code: ts`
        import { ConstantBackoff, handleAll, retry } from 'cockatiel'
        import type { PoolClient } from 'pg'
        const policy = retry(handleAll, { maxAttempts: 10, backoff: new ConstantBackoff(50) })
        export async function lock(client: PoolClient, id: number) {
          await policy.execute(async () => {
            const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS ok', [id])
            if (!rows[0].ok) throw new Error('busy')
          })
        }
      `,
      errors: [{ messageId: 'metronome', line: 6, column: 28, endLine: 6, endColumn: 87 }],
    },
    {
      name: 'a wait is repeated after its timeout',
      code: ts`
        import { setTimeout as sleep } from 'node:timers/promises'
        import { Client, Pool, type PoolClient } from 'pg'
        const pool = new Pool()
        export async function lock(client: PoolClient, id: number) {
          await client.query("SET lock_timeout = '2s'")
          while (true) {
            try {
              await client.query('SELECT pg_advisory_lock($1)', [id])
              return
            } catch (error) {
              if ((error as { code?: string }).code !== '55P03') throw error
            }
          }
        }
      `,
      errors: [{ messageId: 'busy', line: 8, column: 13, endLine: 8, endColumn: 62 }],
    },
    {
      name: 'postgres.js: do while',
      code: ts`
        import postgres from 'postgres'
        const sql = postgres()
        export async function lock(name: string) {
          const reserved = await sql.reserve()
          let ok = false
          do {
            const [row] = await reserved\`select pg_try_advisory_lock(hashtext(\${name})) as ok\`
            ok = row.ok
            if (!ok) await new Promise((r) => setTimeout(r, 10))
          } while (!ok)
          return reserved
        }
      `,
      errors: [{ messageId: 'metronome', line: 7, column: 25, endLine: 7, endColumn: 87 }],
    },
    {
      name: 'a timer of 0 is no pause',
      code: ts`
        import { setTimeout as sleep } from 'node:timers/promises'
        import { Client, Pool, type PoolClient } from 'pg'
        const pool = new Pool()
        const KEY = 7_310_001
        export async function acquire(client: PoolClient) {
          while (true) {
            const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS ok', [KEY])
            if (rows[0].ok) return true
            await new Promise((resolve) => setTimeout(resolve, 0))
          }
        }
      `,
      errors: [{ messageId: 'busy', line: 7, column: 28, endLine: 7, endColumn: 88 }],
    },
    {
      name: 'the pause comes first from the second round on',
      code: ts`
        import { setTimeout as sleep } from 'node:timers/promises'
        import { Client, Pool, type PoolClient } from 'pg'
        const pool = new Pool()
        const KEY = 7_310_001
        export async function acquire(client: PoolClient) {
          for (let attempt = 0; attempt < 100; attempt++) {
            if (attempt > 0) await sleep(50)
            const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS ok', [KEY])
            if (rows[0].ok) return true
          }
          return false
        }
      `,
      errors: [{ messageId: 'metronome', line: 8, column: 28, endLine: 8, endColumn: 88 }],
    },
    {
      name: 'TypeORM: a private sleep of the class',
      code: ts`
        import type { DataSource, QueryRunner } from 'typeorm'
        export class Locker {
          constructor(private readonly source: DataSource) {}
          private sleep(ms: number) {
            return new Promise<void>((resolve) => setTimeout(resolve, ms))
          }
          async acquire(runner: QueryRunner, key: number, timeoutMs: number) {
            const end = Date.now() + timeoutMs
            while (Date.now() < end) {
              const [row] = await runner.query('SELECT pg_try_advisory_lock($1) AS ok', [key])
              if (row.ok) return true
              await this.sleep(100)
            }
            return false
          }
        }
      `,
      errors: [{ messageId: 'metronome', line: 10, column: 27, endLine: 10, endColumn: 87 }],
    },
    {
      name: 'Prisma: a transaction for each try, no pause',
      code: ts`
        import { PrismaClient } from '@prisma/client'
        const prisma = new PrismaClient()
        export async function settle(id: number) {
          for (let attempt = 0; attempt < 5; attempt++) {
            const ok = await prisma.$transaction(async (tx) => {
              const [row] = await tx.$queryRaw<{ ok: boolean }[]>\`SELECT pg_try_advisory_xact_lock(\${id}) AS ok\`
              if (!row.ok) return false
              await tx.order.update({ where: { id }, data: { settled: true } })
              return true
            })
            if (ok) return true
          }
          return false
        }
      `,
      errors: [{ messageId: 'busy', line: 5, column: 22, endLine: 10, endColumn: 7 }],
    },
    {
      name: 'the refusal is thrown and caught in the loop',
      code: ts`
        import { setTimeout as sleep } from 'node:timers/promises'
        import { Client, Pool, type PoolClient } from 'pg'
        const pool = new Pool()
        class Busy extends Error {}
        async function once(id: number) {
          const client = await pool.connect()
          try {
            await client.query('BEGIN')
            const { rows } = await client.query('SELECT pg_try_advisory_xact_lock($1) AS ok', [id])
            if (!rows[0].ok) throw new Busy()
            await client.query('UPDATE t SET a = 1 WHERE id = $1', [id])
            await client.query('COMMIT')
          } catch (e) {
            await client.query('ROLLBACK')
            throw e
          } finally {
            client.release()
          }
        }
        export async function insist(id: number) {
          while (true) {
            try {
              return await once(id)
            } catch (e) {
              if (!(e instanceof Busy)) throw e
            }
          }
        }
      `,
      errors: [{ messageId: 'busy', line: 23, column: 20, endLine: 23, endColumn: 28 }],
    },
    {
      name: '@lifeomic/attempt without',
      code: ts`
        import { retry } from '@lifeomic/attempt'
        import type { PoolClient } from 'pg'
        export async function lock(client: PoolClient, id: number) {
          await retry(
            async () => {
              const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS ok', [id])
              if (!rows[0].ok) throw new Error('busy')
            },
            { maxAttempts: 10, delay: 200 },
          )
        }
      `,
      errors: [{ messageId: 'metronome', line: 6, column: 30, endLine: 6, endColumn: 89 }],
    },
    {
      name: 'a named constant',
      code: ts`
        import { setTimeout as sleep } from 'node:timers/promises'
        import { Client, Pool, type PoolClient } from 'pg'
        const pool = new Pool()
        const KEY = 7_310_001
        const POLL_MS = 250
        export async function acquire(client: PoolClient) {
          while (true) {
            const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS ok', [KEY])
            if (rows[0].ok) return true
            await sleep(POLL_MS)
          }
        }
      `,
      errors: [{ messageId: 'metronome', line: 8, column: 28, endLine: 8, endColumn: 88 }],
    },
    {
      name: 'statements and log lines are no pause',
      code: ts`
        import { setTimeout as sleep } from 'node:timers/promises'
        import { Client, Pool, type PoolClient } from 'pg'
        const pool = new Pool()
        const KEY = 7_310_001
        export async function acquire(client: PoolClient) {
          while (true) {
            const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS ok', [KEY])
            if (rows[0].ok) return true
            console.log('still waiting')
            await client.query('SELECT 1')
          }
        }
      `,
      errors: [{ messageId: 'busy', line: 7, column: 28, endLine: 7, endColumn: 88 }],
    },
    {
      name: 'scheduler.wait',
      code: ts`
        import { scheduler } from 'node:timers/promises'
        import type { PoolClient } from 'pg'
        export async function lock(client: PoolClient, id: number) {
          while (true) {
            const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS ok', [id])
            if (rows[0].ok) return
            await scheduler.wait(25)
          }
        }
      `,
      errors: [{ messageId: 'metronome', line: 5, column: 28, endLine: 5, endColumn: 87 }],
    },
    {
      name: 'a fifth of a second by a product',
      code: ts`
        import { setTimeout as sleep } from 'node:timers/promises'
        import type { PoolClient } from 'pg'
        const KEY = 7_310_001
        export async function acquire(client: PoolClient) {
          while (true) {
            const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS ok', [KEY])
            if (rows[0].ok) return
            await sleep(0.2 * 1000)
          }
        }
      `,
      errors: [{ messageId: 'metronome', line: 6, column: 28, endLine: 6, endColumn: 88 }],
    },
    {
      name: 'the helper gives a handle, or nothing',
      code: ts`
        import { setTimeout as sleep } from 'node:timers/promises'
        import type { PoolClient } from 'pg'
        const KEY = 7_310_001
        async function tryAcquire(client: PoolClient) {
          const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS ok', [KEY])
          return rows[0].ok ? { release: () => client.query('SELECT pg_advisory_unlock($1)', [KEY]) } : undefined
        }
        export async function acquire(client: PoolClient) {
          for (;;) {
            const handle = await tryAcquire(client)
            if (handle) return handle
            await sleep(75)
          }
        }
      `,
      errors: [{ messageId: 'metronome', line: 10, column: 26, endLine: 10, endColumn: 44 }],
    },
    {
      name: 'a class with a loop around its own try',
      code: ts`
        import { setTimeout as sleep } from 'node:timers/promises'
        import type { PoolClient } from 'pg'
        const KEY = 7_310_001
        export class Lock {
          constructor(private readonly client: PoolClient) {}
          async tryAcquire() {
            const { rows } = await this.client.query('SELECT pg_try_advisory_lock($1) AS ok', [KEY])
            return rows[0].ok as boolean
          }
          async acquire() {
            while (!(await this.tryAcquire())) {
              await sleep(50)
            }
          }
          async release() {
            await this.client.query('SELECT pg_advisory_unlock($1)', [KEY])
          }
        }
      `,
      errors: [{ messageId: 'metronome', line: 11, column: 20, endLine: 11, endColumn: 37 }],
    },
    {
      name: 'a deadline',
      code: ts`
        import { setTimeout as sleep } from 'node:timers/promises'
        import type { PoolClient } from 'pg'
        const KEY = 7_310_001
        export async function acquire(client: PoolClient) {
          const deadline = Date.now() + 10_000
          while (Date.now() < deadline) {
            const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS ok', [KEY])
            if (rows[0].ok) return true
            await sleep(200)
          }
          throw new Error('timeout')
        }
      `,
      errors: [{ messageId: 'metronome', line: 7, column: 28, endLine: 7, endColumn: 88 }],
    },
    {
      name: 'Prisma: a wait is repeated after its timeout',
      code: ts`
        import { PrismaClient } from '@prisma/client'
        const prisma = new PrismaClient()
        export async function settle(id: number) {
          for (let attempt = 0; attempt < 3; attempt++) {
            try {
              return await prisma.$transaction(async (tx) => {
                await tx.$executeRaw\`SET LOCAL lock_timeout = '1s'\`
                await tx.$executeRaw\`SELECT pg_advisory_xact_lock(\${id})\`
                return tx.order.update({ where: { id }, data: { settled: true } })
              })
            } catch (e) {
              if ((e as { meta?: { code?: string } }).meta?.code !== '55P03') throw e
            }
          }
        }
      `,
      errors: [{ messageId: 'busy', line: 6, column: 20, endLine: 10, endColumn: 9 }],
    },
    {
      name: 'Knex: a pause in the transaction',
      code: ts`
        import type { Knex } from 'knex'
        const pause = (ms: number) => new Promise((r) => setTimeout(r, ms))
        export async function f(knex: Knex, id: number) {
          await knex.transaction(async (trx) => {
            let got = false
            while (!got) {
              const {
                rows: [row],
              } = await trx.raw('SELECT pg_try_advisory_xact_lock(?) AS got', [id])
              got = row.got
              if (!got) await pause(500)
            }
            await trx('t').where({ id }).update({ a: 1 })
          })
        }
      `,
      errors: [{ messageId: 'metronome', line: 9, column: 17, endLine: 9, endColumn: 76 }],
    },
    {
      name: 'bluebird',
      code: ts`
        import { setTimeout as sleep } from 'node:timers/promises'
        import type { PoolClient } from 'pg'
        const KEY = 7_310_001
        import Bluebird from 'bluebird'
        export async function acquire(client: PoolClient) {
          while (true) {
            const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS ok', [KEY])
            if (rows[0].ok) return
            await Bluebird.delay(150)
          }
        }
      `,
      errors: [{ messageId: 'metronome', line: 7, column: 28, endLine: 7, endColumn: 88 }],
    },
    {
      name: 'exponential-backoff without growth',
      code: ts`
        import { backOff } from 'exponential-backoff'
        import type { PoolClient } from 'pg'
        export async function lock(client: PoolClient, id: number) {
          await backOff(
            async () => {
              const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS ok', [id])
              if (!rows[0].ok) throw new Error('busy')
            },
            { timeMultiple: 1, startingDelay: 100, numOfAttempts: 20 },
          )
        }
      `,
      errors: [{ messageId: 'metronome', line: 6, column: 30, endLine: 6, endColumn: 89 }],
    },

    {
      name: 'allowConstant: no pause at all is still one',
      options: [{ allowConstant: true }],
      code: ts`
        import type { PoolClient } from 'pg'

        export async function claim(client: PoolClient, shardId: number) {
          while (true) {
            const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS ok', [shardId])
            if (rows[0].ok) return
          }
        }
      `,
      errors: [{ messageId: 'busy', line: 5, column: 28, endLine: 5, endColumn: 92 }],
    },
  ],
})
