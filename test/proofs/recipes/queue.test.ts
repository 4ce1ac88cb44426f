import { once } from 'node:events'
import { describe, expect, it } from 'vitest'
import { Latch } from '../latch.ts'
import type { Observer } from '../observer.ts'
import { outcome } from '../outcome.ts'
import type { Program } from '../program.ts'
import { hushed } from './hushed.ts'
import { recipe } from './recipe.ts'

interface Job {
  id: string
  tenant_id: number
}

interface Session {
  query(sql: string, parameters: unknown[]): Promise<unknown>
}

interface Worker extends Program {
  runNext(work: (job: Job, client: Session) => Promise<void>): Promise<boolean>
}

interface Claim extends Job {
  attempts: number
}

interface Claims extends Program {
  claimNext(): Promise<Claim | undefined>
  complete(claim: Claim): Promise<boolean>
  fail(claim: Claim, error: unknown): Promise<boolean>
  giveBackLost(): Promise<number>
}

recipe('queue', ({ run, start, text }) => {
  describe('in the transaction of the work', () => {
    it('workers get different jobs, the oldest first, and none waits', () =>
      run<Worker>('in-transaction.ts', async ({ runNext }, observer) => {
        await addJobs(observer, 6)
        const inFlight: number[] = []
        const goOn = new Latch()
        const workers = Array.from({ length: 5 }, () =>
          runNext(async (job) => {
            inFlight.push(job.tenant_id)
            await goOn.opened
          }),
        )
        await observer.until('five jobs are being done', () => Promise.resolve(inFlight.length === 5))
        expect(inFlight.sort()).toEqual([1, 2, 3, 4, 5])
        expect(await observer.blocked()).toBe(0)
        // The last one is free, and then there is none: that is answered at once too.
        expect(await runNext(() => Promise.resolve())).toBe(true)
        expect(await runNext(() => Promise.resolve())).toBe(false)
        goOn.open()
        expect(await Promise.all(workers)).toEqual([true, true, true, true, true])
        expect(await statuses(observer)).toEqual({ done: 6 })
      }))

    it('what a failing job has written is undone, and it is tried again, later and five times', () =>
      run<Worker>('in-transaction.ts', async ({ runNext }, observer) => {
        await addJobs(observer, 1)
        const failing = async (job: Job, client: Session): Promise<void> => {
          await client.query('INSERT INTO summaries VALUES ($1, 1)', [job.tenant_id])
          await client.query('SELECT 1 / $1::int', [0])
        }
        expect(await runNext(failing)).toBe(true)
        expect(await observer.value('SELECT count(*)::int FROM summaries')).toBe(0)
        expect(await observer.value('SELECT attempts FROM jobs')).toBe(1)
        expect(await observer.value('SELECT error FROM jobs')).toBe('error: division by zero')
        expect(await runNext(failing)).toBe(false)
        for (let attempt = 2; attempt <= 5; attempt++) {
          await observer.value('UPDATE jobs SET run_at = now()')
          expect(await runNext(failing)).toBe(true)
        }
        await observer.value('UPDATE jobs SET run_at = now()')
        expect(await runNext(failing)).toBe(false)
        expect(await statuses(observer)).toEqual({ failed: 1 })
      }))

    it('a session that ends gives its job back, and the process lives on', () =>
      run<Worker>('in-transaction.ts', async ({ runNext }, observer) => {
        await addJobs(observer, 1)
        const [begun, goOn] = [new Latch(), new Latch()]
        const first = outcome(
          runNext(async () => {
            begun.open()
            await goOn.opened
          }),
        )
        await begun.opened
        expect(await runNext(() => Promise.resolve())).toBe(false)
        const complaints = await hushed(async () => {
          // Only the one that works: an idle one of the pool may be asked for before its end is heard.
          await observer.value(
            `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
              WHERE datname = current_database() AND state = 'idle in transaction'`,
          )
          await observer.until('the job is free', () => runNext(() => Promise.resolve()))
          goOn.open()
          expect(await first).toMatch(/^throws /)
        })
        expect(complaints).toBeGreaterThan(0)
        expect(await statuses(observer)).toEqual({ done: 1 })
      }))

    it('a process that crashes gives its job back: when its statement has ended, not before', () =>
      run<Worker>('in-transaction.ts', async ({ runNext }, observer) => {
        await addJobs(observer, 1)
        const free = await observer.rivalBlocks('orders')
        await using worker = start('worker.ts')
        await observer.untilBlocked(1)
        await worker.kill()
        expect(await observer.blocked()).toBe(1)
        expect(await runNext(() => Promise.resolve())).toBe(false)
        await free()
        await observer.until('the job is free', () => runNext(() => Promise.resolve()))
        expect(await observer.value('SELECT count(*)::int FROM summaries')).toBe(0)
        expect(await observer.value('SELECT attempts FROM jobs')).toBe(0)
      }))

    it('a worker that hangs keeps its job until the server ends its session', () =>
      run<Worker>('in-transaction.ts', async ({ runNext }, observer) => {
        await addJobs(observer, 1)
        const isFree = (): Promise<unknown> => observer.value('SELECT EXISTS (SELECT FROM jobs FOR UPDATE SKIP LOCKED)')
        expect(await observer.value('SHOW idle_in_transaction_session_timeout')).toBe('0')
        const [begun, goOn] = [new Latch(), new Latch()]
        const hanging = outcome(
          runNext(async (_job, client) => {
            // Not before: it would also end the session of a worker that is slow.
            await client.query('SET idle_in_transaction_session_timeout = 500', [])
            begun.open()
            await goOn.opened
          }),
        )
        await begun.opened
        const complaints = await hushed(async () => {
          await observer.until('the job is free', async () => (await isFree()) === true)
          goOn.open()
          expect(await hanging).toMatch(/^throws /)
        })
        expect(complaints).toBeGreaterThan(0)
        expect(await statuses(observer)).toEqual({ pending: 1 })
      }))

    it('a process that is told to stop does its job to the end, and takes no other', () =>
      run<Worker>('in-transaction.ts', async (_program, observer) => {
        await addJobs(observer, 2)
        await observer.value('INSERT INTO orders VALUES (1, 3), (1, 4), (2, 5)')
        const free = await observer.rivalBlocks('orders')
        await using worker = start('worker.ts')
        await observer.untilBlocked(1)
        worker.child.kill('SIGTERM')
        const exit = once(worker.child, 'exit')
        await free()
        expect(await exit).toEqual([0, null])
        expect(await statuses(observer)).toEqual({ done: 1, pending: 1 })
        expect(await observer.value('SELECT total FROM summaries')).toBe(7)
      }))
  })

  describe('by status', () => {
    it('workers get different jobs, the oldest first, and none waits', () =>
      run<Claims>('claim.ts', async ({ claimNext, complete }, observer) => {
        await addJobs(observer, 5)
        const claims = (await Promise.all(Array.from({ length: 6 }, () => claimNext()))).filter(
          (one) => one !== undefined,
        )
        expect(claims.map((claim) => claim.tenant_id).sort()).toEqual([1, 2, 3, 4, 5])
        expect(claims.map((claim) => claim.attempts)).toEqual([1, 1, 1, 1, 1])
        expect(await statuses(observer)).toEqual({ running: 5 })
        // Nobody has a transaction while the jobs are done.
        expect(
          await observer.value(
            `SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in%'`,
          ),
        ).toBe(0)
        for (const claim of claims) expect(await complete(claim)).toBe(true)
        expect(await statuses(observer)).toEqual({ done: 5 })
      }))

    it('does not wait for a row that another session has locked', () =>
      run<Claims>('claim.ts', async ({ claimNext }, observer) => {
        await addJobs(observer, 2)
        await observer.rivalRuns('BEGIN')
        await observer.rivalRuns('SELECT FROM jobs WHERE tenant_id = 1 FOR UPDATE')
        expect(await claimNext()).toMatchObject({ tenant_id: 2 })
        expect(await claimNext()).toBe(undefined)
        await observer.rivalRuns('ROLLBACK')
        expect(await claimNext()).toMatchObject({ tenant_id: 1 })
      }))

    it('the job of one that died is given back when its time is over, and the dead one can no longer end it', () =>
      run<Claims>('claim.ts', async ({ claimNext, complete, fail, giveBackLost }, observer) => {
        await addJobs(observer, 1)
        const first = claimed(await claimNext())
        expect(await giveBackLost()).toBe(0)
        expect(await claimNext()).toBe(undefined)
        await observer.value(`UPDATE jobs SET claimed_at = claimed_at - interval '1 hour'`)
        expect(await giveBackLost()).toBe(1)
        expect(await complete(first)).toBe(false)
        const second = claimed(await claimNext())
        expect(second).toEqual({ ...first, attempts: 2 })
        expect(await complete(first)).toBe(false)
        expect(await fail(first, new Error('late'))).toBe(false)
        expect(await complete(second)).toBe(true)
        expect(await statuses(observer)).toEqual({ done: 1 })
      }))

    it.each(['fails', 'dies'])('a job that %s each time is tried five times', (how) =>
      run<Claims>('claim.ts', async ({ claimNext, fail, giveBackLost }, observer) => {
        await addJobs(observer, 1)
        for (let attempt = 1; attempt <= 5; attempt++) {
          const claim = claimed(await claimNext())
          expect(claim.attempts).toBe(attempt)
          if (how === 'fails') {
            expect(await fail(claim, new Error('no paper'))).toBe(true)
            expect(await claimNext()).toBe(undefined)
          } else {
            await observer.value(`UPDATE jobs SET claimed_at = claimed_at - interval '1 hour'`)
            expect(await giveBackLost()).toBe(1)
          }
          await observer.value('UPDATE jobs SET run_at = now()')
        }
        expect(await claimNext()).toBe(undefined)
        expect(await statuses(observer)).toEqual({ failed: 1 })
      }),
    )

    it('the sub-select of IN may run once for each row, a CTE runs once', () =>
      run<Claims>('claim.ts', async (_program, observer) => {
        await addJobs(observer, 20)
        for (const plan of ['hashagg', 'sort', 'hashjoin', 'mergejoin', 'material', 'memoize'])
          await observer.value(`SET enable_${plan} = off`)
        const claim = /WITH claimed AS \(([^]*?)\)\s+UPDATE[^`]*/.exec(text('claim.ts'))
        const [statement = '', candidates = ''] = claim ?? []
        await observer.value(statement)
        expect(await statuses(observer)).toEqual({ running: 1, pending: 19 })
        await observer.value(`UPDATE jobs SET status = 'running' WHERE id IN (${candidates})`)
        expect(await statuses(observer)).toEqual({ running: 20 })
      }))
  })
})

async function addJobs(observer: Observer, count: number): Promise<void> {
  await observer.value('INSERT INTO jobs (tenant_id) SELECT generate_series(1, $1::int)', [count])
}

async function statuses(observer: Observer): Promise<unknown> {
  return await observer.value(
    'SELECT json_object_agg(status, n) FROM (SELECT status, count(*) AS n FROM jobs GROUP BY status) s',
  )
}

function claimed(claim: Claim | undefined): Claim {
  if (!claim) throw new Error('nothing was claimed')
  return claim
}
