import { expect, it, vi } from 'vitest'
import type { contention } from '../../../fixtures/proofs/recipes/with-lock/contention.ts'
import type { LockRecord } from '../../../fixtures/proofs/recipes/with-lock/with-lock.ts'
import { Latch } from '../latch.ts'
import type { Observer } from '../observer.ts'
import { outcome } from '../outcome.ts'
import type { Program } from '../program.ts'
import { hushed } from './hushed.ts'
import { recipe } from './recipe.ts'

interface Summaries extends Program {
  rebuild(
    worker: string,
    tenantId: number,
    waitMs: number,
    build: (signal: AbortSignal) => Promise<void>,
  ): Promise<string>
  takeRecords(): LockRecord[]
}

const SUMMARIES = 4104
const FOR_EVER_MS = 3_600_000

/** The session of the worker of this name. */
const FROM_ADA = `FROM pg_stat_activity WHERE application_name = 'ada' AND datname = current_database()`

/** The sessions of the pool: what they are called, and what they do. */
const sessions = (observer: Observer): Promise<unknown> =>
  observer.value(
    `SELECT string_agg(concat_ws(' ', application_name, state, wait_event), ', ' ORDER BY application_name)
      FROM pg_stat_activity WHERE datname = current_database() AND application_name NOT IN ('observer', 'rival')
        AND (state <> 'idle' OR wait_event <> 'ClientRead' OR application_name <> '')`,
  )

/** That a session waits for its client, or sleeps, shows a moment late. */
const untilSessions = (observer: Observer, expected: string | null): Promise<void> =>
  observer.until(`the sessions are: ${String(expected)}`, async () => (await sessions(observer)) === expected)

recipe('with-lock', ({ inDatabase, load, run }) => {
  it('shows who holds it and who waits, and takes the names away again', () =>
    run<Summaries>('summaries.ts', async ({ rebuild, takeRecords }, observer) => {
      const [inside, finish] = [new Latch(), new Latch()]
      const first = rebuild('ada', 7, FOR_EVER_MS, () => (inside.open(), finish.opened))
      await inside.opened
      const second = rebuild('bob', 7, FOR_EVER_MS, async () => {})
      await observer.untilBlocked(1)
      await untilSessions(observer, 'ada idle ClientRead, bob active advisory')
      finish.open()
      expect(await Promise.all([first, second])).toEqual(['built', 'built'])
      expect(await observer.locksHeld()).toBe(0)
      await untilSessions(observer, null)
      // The unlock of ada lets bob go on, who may have done all before the answer to it is there.
      const [ada, bob] = takeRecords().sort((a, b) => a.owner.localeCompare(b.owner))
      expect(ada).toMatchObject({ owner: 'ada', key: [SUMMARIES, 7], outcome: 'done' })
      expect(bob).toMatchObject({ owner: 'bob', key: [SUMMARIES, 7], outcome: 'done' })
      expect(bob?.waitedMs).toBeGreaterThan(0)
    }))

  it('the server keeps 63 bytes of a name', () =>
    run<Summaries>('summaries.ts', async ({ rebuild }, observer) => {
      await rebuild('a'.repeat(100), 7, 0, async () => {
        await untilSessions(observer, `${'a'.repeat(63)} idle ClientRead`)
      })
    }))

  it('does not wait where it is not to, and no longer than it is to', () =>
    run<Summaries>('summaries.ts', async ({ rebuild, takeRecords }, observer) => {
      const free = await observer.rivalHolds([SUMMARIES, 7])
      const works: string[] = []
      expect(await rebuild('ada', 7, 0, async () => void works.push('ada'))).toBe('busy')
      expect(await rebuild('bob', 7, 50, async () => void works.push('bob'))).toBe('busy')
      expect(works).toEqual([])
      await untilSessions(observer, null)
      expect(takeRecords()).toMatchObject([
        { owner: 'ada', outcome: 'not got', heldMs: 0 },
        { owner: 'bob', outcome: 'not got', heldMs: 0 },
      ])
      await free()
      expect(await rebuild('ada', 7, 0, async () => void works.push('ada'))).toBe('built')
      expect(works).toEqual(['ada'])
    }))

  it('a limit of a transaction ends with it, a lock of the session does not', () =>
    inDatabase(async (observer) => {
      await observer.value('BEGIN')
      await observer.value(`SELECT set_config('lock_timeout', '50', true)`)
      await observer.value(`SELECT pg_advisory_lock($1, 7)`, [SUMMARIES])
      await observer.value('COMMIT')
      expect(await observer.value('SHOW lock_timeout')).toBe('0')
      expect(await observer.holders([SUMMARIES, 7])).toBe('1 session: active')
    }))

  it('work that fails leaves no lock, and its error arrives', () =>
    run<Summaries>('summaries.ts', async ({ rebuild, takeRecords }, observer) => {
      const fails = async (): Promise<void> => {
        throw new Error('no data')
      }
      expect(await outcome(rebuild('ada', 7, FOR_EVER_MS, fails))).toBe('throws no data')
      expect(await observer.locksHeld()).toBe(0)
      expect(takeRecords()).toMatchObject([{ owner: 'ada', outcome: 'failed' }])
    }))

  it('a wait that is cancelled leaves nothing', () =>
    run<Summaries>('summaries.ts', async ({ rebuild, takeRecords }, observer) => {
      const free = await observer.rivalHolds([SUMMARIES, 7])
      const waiting = outcome(rebuild('ada', 7, FOR_EVER_MS, async () => {}))
      await observer.untilBlocked(1)
      await observer.value(`SELECT pg_cancel_backend(pid) ${FROM_ADA}`)
      expect(await waiting).toBe('throws 57014')
      await free()
      expect(await observer.locksHeld()).toBe(0)
      expect(takeRecords()).toMatchObject([{ owner: 'ada', outcome: 'failed', heldMs: 0 }])
      expect(await rebuild('bob', 7, 0, async () => {})).toBe('built')
    }))

  it('a lock that is lost is told to the work at once, and to the caller', () =>
    run<Summaries>('summaries.ts', async ({ rebuild, takeRecords }, observer) => {
      const terminate = (): Promise<unknown> => observer.value(`SELECT pg_terminate_backend(pid) ${FROM_ADA}`)
      const untilTold = async (signal: AbortSignal): Promise<void> => {
        const told = new Latch()
        signal.addEventListener('abort', () => told.open())
        await terminate()
        await told.opened
      }
      await expect(rebuild('ada', 7, FOR_EVER_MS, untilTold)).rejects.toMatchObject({
        message: `Lock ${String(SUMMARIES)}, 7 was lost`,
        cause: { code: '57P01' },
      })
      const stops = async (signal: AbortSignal): Promise<void> => {
        await untilTold(signal)
        throw new Error('stopped')
      }
      expect(await outcome(rebuild('ada', 7, FOR_EVER_MS, stops))).toBe('throws stopped')
      expect(takeRecords().map((one) => one.outcome)).toEqual(['lost', 'lost'])
      await observer.untilFree([SUMMARIES, 7])
      expect(await rebuild('bob', 7, 0, async () => {})).toBe('built')
    }))

  it('a connection that breaks while it is idle does not end the process', () =>
    run<Summaries>('summaries.ts', async ({ rebuild }, observer) => {
      await rebuild('ada', 7, 0, async () => {})
      const complaints = await hushed(async () => {
        await observer.endsSessions()
        await observer.until('the pool has heard', async () => vi.mocked(console.error).mock.calls.length > 0)
      })
      expect(complaints).toBe(1)
      expect(await rebuild('ada', 7, 0, async () => {})).toBe('built')
    }))

  it('a call within a call for the same key is refused: it has a connection of its own', () =>
    run<Summaries>('summaries.ts', async ({ rebuild }) => {
      const inner: string[] = []
      await rebuild('ada', 7, 0, async () => {
        for (const waitMs of [0, 50]) inner.push(await rebuild('ada', 7, waitMs, async () => {}))
      })
      expect(inner).toEqual(['busy', 'busy'])
    }))

  it('workers of one key work one at a time, however many they are', () =>
    run<Summaries>('summaries.ts', async ({ rebuild, takeRecords }, observer) => {
      const start = performance.now()
      const build = async (): Promise<void> => void (await observer.value('SELECT 1'))
      const workers = Array.from({ length: 12 }, (_, index) =>
        rebuild(`worker ${String(index)}`, 7, FOR_EVER_MS, build),
      )
      await Promise.all(workers)
      const { contention: of } = await load<{ contention: typeof contention }>('contention.ts')
      const { attempts, working, workers: present } = of(takeRecords(), performance.now() - start)
      expect(attempts).toBe(12)
      expect(working).toBeLessThanOrEqual(1)
      expect(present).toBeGreaterThan(working)
    }))

  it('workers of other keys work beside each other', () =>
    run<Summaries>('summaries.ts', async ({ rebuild, takeRecords }, observer) => {
      const start = performance.now()
      const inside = Array.from({ length: 4 }, () => new Latch())
      const finish = new Latch()
      const workers = inside.map((one, index) =>
        rebuild(`worker ${String(index)}`, index, 0, () => (one.open(), finish.opened)),
      )
      await Promise.all(inside.map(({ opened }) => opened))
      expect(await observer.locksHeld()).toBe(4)
      // Until the time in which all four work is the longer part of it all.
      const allInside = performance.now()
      await observer.until(
        'they work longer than they came',
        async () => performance.now() - allInside > allInside - start,
      )
      // Not with the time until all have heard that they have let go.
      const span = performance.now() - start
      finish.open()
      await Promise.all(workers)
      const { contention: of } = await load<{ contention: typeof contention }>('contention.ts')
      expect(of(takeRecords(), span).working).toBeGreaterThan(1)
    }))

  it('no view of the server shows who waits for a connection of the pool, but the record does', () =>
    run<Summaries>('summaries.ts', async ({ rebuild, takeRecords }, observer) => {
      const inside = Array.from({ length: 4 }, () => new Latch())
      const finish = new Latch()
      const workers = inside.map((one, index) => rebuild('ada', index, 0, () => (one.open(), finish.opened)))
      await Promise.all(inside.map(({ opened }) => opened))
      const fifth = rebuild('bob', 7, 0, async () => {})
      const shown = `SELECT count(*)::int FROM pg_stat_activity
        WHERE datname = current_database() AND (application_name = 'bob' OR wait_event = 'advisory')`
      expect(await observer.value(shown)).toBe(0)
      finish.open()
      expect(await Promise.all([...workers, fifth])).toEqual(Array.from({ length: 5 }, () => 'built'))
      const bob = takeRecords().find(({ owner }) => owner === 'bob')
      expect(bob?.connectMs).toBeGreaterThan(0)
    }))

  it('counts by how they ended', () =>
    inDatabase(async () => {
      const { contention: of } = await load<{ contention: typeof contention }>('contention.ts')
      const one = { owner: 'ada', key: [SUMMARIES, 7], waitMs: 0, connectMs: 1, waitedMs: 2, heldMs: 7 } as const
      const records = (['done', 'not got', 'failed', 'lost', 'done'] as const).map((how) => ({ ...one, outcome: how }))
      expect(of(records, 25)).toEqual({
        attempts: 5,
        notGot: 1,
        failed: 1,
        lost: 1,
        longestWaitMs: 3,
        longestHoldMs: 7,
        workers: 2,
        working: 1.4,
      })
    }))
})
