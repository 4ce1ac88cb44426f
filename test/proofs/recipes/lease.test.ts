import { expect, it, vi } from 'vitest'
import { Latch } from '../latch.ts'
import type { Observer } from '../observer.ts'
import { outcome } from '../outcome.ts'
import type { Program } from '../program.ts'
import { recipe } from './recipe.ts'

interface Lease {
  name: string
  token: string
}

interface Leases extends Program {
  take(name: string, holder: string): Promise<Lease | undefined>
  renew(lease: Lease): Promise<boolean>
  release(lease: Lease): Promise<void>
  reap(): Promise<{ name: string; holder: string }[]>
}

interface Rates extends Program {
  refreshRates(load: (currency: string, signal: AbortSignal) => Promise<number>): Promise<boolean>
}

const LOST = 'throws The lease of the rates was lost'

recipe('lease', ({ run }) => {
  it('of twenty who ask at once one gets it, also the first time', () =>
    run<Leases>('lease.ts', async ({ take, release }) => {
      for (const token of ['1', '2']) {
        const asked = await Promise.all(Array.from({ length: 20 }, (_, index) => take('rates', String(index))))
        const leases = asked.filter((lease) => lease !== undefined)
        expect(leases).toEqual([{ name: 'rates', token }])
        for (const lease of leases) await release(lease)
      }
    }))

  it('it is taken, renewed and released; another name is another lease', () =>
    run<Leases>('lease.ts', async ({ take, renew, release }, observer) => {
      const lease = taken(await take('rates', 'a'))
      expect(await take('rates', 'b')).toBe(undefined)
      expect(await take('rates', 'a')).toBe(undefined)
      expect(await take('stock', 'b')).toEqual({ name: 'stock', token: '1' })
      await observer.value(`UPDATE leases SET expires_at = expires_at - interval '10 seconds' WHERE name = 'rates'`)
      const before = await observer.value(`SELECT expires_at::text FROM leases WHERE name = 'rates'`)
      expect(await renew(lease)).toBe(true)
      expect(
        await observer.value(`SELECT expires_at > $1::timestamptz FROM leases WHERE name = 'rates'`, [before]),
      ).toBe(true)
      await release(lease)
      expect(await renew(lease)).toBe(false)
      expect(await take('rates', 'b')).toEqual({ name: 'rates', token: '2' })
      // A second release frees nothing that is another's by now.
      await release(lease)
      expect(await take('rates', 'c')).toBe(undefined)
    }))

  it('who is too late has lost it, whether or not another has taken it', () =>
    run<Leases>('lease.ts', async ({ take, renew, release }, observer) => {
      const first = taken(await take('rates', 'a'))
      await expire(observer)
      expect(await renew(first)).toBe(false)
      const second = taken(await take('rates', 'b'))
      expect(second.token).toBe('2')
      expect(await renew(first)).toBe(false)
      await release(first)
      expect(await renew(second)).toBe(true)
      expect(await take('rates', 'c')).toBe(undefined)
    }))

  it('the clocks of the processes do not count', () =>
    run<Leases>('lease.ts', async ({ take, renew }, observer) => {
      const lease = taken(await take('rates', 'a'))
      vi.useFakeTimers({ toFake: ['Date'], now: new Date('2100-01-01') })
      try {
        expect(await take('rates', 'b')).toBe(undefined)
        vi.setSystemTime(new Date('2000-01-01'))
        expect(await renew(lease)).toBe(true)
        await expire(observer)
        expect(await take('rates', 'b')).toEqual({ name: 'rates', token: '2' })
      } finally {
        vi.useRealTimers()
      }
    }))

  it('to a transaction that is open for long, now() shows a lease that ran out as valid', () =>
    run<Leases>('lease.ts', async ({ take }, observer) => {
      await observer.rivalRuns('BEGIN')
      taken(await take('rates', 'a'))
      await observer.value('UPDATE leases SET expires_at = clock_timestamp()')
      await observer.rivalRuns(
        'DO $$ BEGIN ASSERT (SELECT expires_at > now() AND expires_at < clock_timestamp() FROM leases); END $$',
      )
      await observer.rivalRuns('COMMIT')
    }))

  it('the reaper says whose lease ran out, and leaves the others and the token alone', () =>
    run<Leases>('lease.ts', async ({ take, renew, release, reap }, observer) => {
      taken(await take('rates', 'a'))
      await expire(observer)
      const held = taken(await take('stock', 'b'))
      await release(taken(await take('news', 'c')))
      expect(await reap()).toEqual([{ name: 'rates', holder: 'a' }])
      expect(await reap()).toEqual([])
      expect(await renew(held)).toBe(true)
      expect(await take('rates', 'd')).toEqual({ name: 'rates', token: '2' })
    }))

  it('a row that is deleted begins with the first token again, and then the late one is taken for the holder', () =>
    run<Leases>('lease.ts', async ({ take, renew }, observer) => {
      const late = taken(await take('rates', 'a'))
      await observer.value('DELETE FROM leases')
      expect(await take('rates', 'b')).toEqual(late)
      expect(await renew(late)).toBe(true)
    }))

  it('one process does the work, and no session is held meanwhile', () =>
    run<Rates>('rates.ts', async ({ refreshRates }, observer) => {
      const [begun, goOn] = [new Latch(), new Latch()]
      const first = refreshRates(async () => {
        begun.open()
        await goOn.opened
        return 2
      })
      await begun.opened
      expect(await refreshRates(() => Promise.resolve(3))).toBe(false)
      expect(
        await observer.value(
          `SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in%'`,
        ),
      ).toBe(0)
      goOn.open()
      expect(await first).toBe(true)
      expect(await rates(observer)).toEqual({ CHF: 2, DKK: 2, SEK: 2 })
      expect(await refreshRates(() => Promise.resolve(3))).toBe(true)
    }))

  it('a call that fails frees it at once', () =>
    run<Rates>('rates.ts', async ({ refreshRates }) => {
      expect(await outcome(refreshRates(() => Promise.reject(new Error('no answer'))))).toBe('throws no answer')
      expect(await refreshRates(() => Promise.resolve(3))).toBe(true)
    }))

  it('the write of one whose lease ran out changes no row', () =>
    run<Rates>('rates.ts', async ({ refreshRates }, observer) => {
      const late = refreshRates(async (currency) => {
        if (currency === 'DKK') await expire(observer)
        return 2
      })
      expect(await outcome(late)).toBe(LOST)
      expect(await rates(observer)).toEqual({ CHF: 2 })
    }))

  it('the write of one whose lease another has taken changes no row', () =>
    run<Rates>('rates.ts', async ({ refreshRates }, observer) => {
      const late = refreshRates(async (currency) => {
        if (currency === 'DKK') {
          await expire(observer)
          expect(await refreshRates(() => Promise.resolve(3))).toBe(true)
        }
        return 2
      })
      expect(await outcome(late)).toBe(LOST)
      expect(await rates(observer)).toEqual({ CHF: 3, DKK: 3, SEK: 3 })
    }))

  it('a write that has begun waits for one who is taking the lease, and then changes no row', () =>
    run<Rates>('rates.ts', async ({ refreshRates }, observer) => {
      const [begun, goOn] = [new Latch(), new Latch()]
      const late = outcome(
        refreshRates(async () => {
          begun.open()
          await goOn.opened
          return 2
        }),
      )
      await begun.opened
      await observer.rivalRuns('BEGIN')
      await observer.rivalRuns('UPDATE leases SET token = token + 1')
      goOn.open()
      await observer.untilBlocked(1)
      await observer.rivalRuns('COMMIT')
      expect(await late).toBe(LOST)
      expect(await rates(observer)).toBe(null)
    }))

  it('who takes the lease waits for a write that has begun', () =>
    run<Rates>('rates.ts', async ({ refreshRates }, observer) => {
      await observer.value(`INSERT INTO rates VALUES ('CHF', 1)`)
      const free = await observer.rivalBlocksRow('rates', `currency = 'CHF'`)
      const answered = new Latch()
      const first = refreshRates(async (currency) => {
        // It has not released when the other one is told.
        if (currency !== 'CHF') await answered.opened
        return 2
      })
      await observer.untilBlocked(1)
      const second = refreshRates(() => Promise.resolve(3))
      await observer.untilBlocked(2)
      await free()
      expect(await second).toBe(false)
      answered.open()
      expect(await first).toBe(true)
    }))
})

/** As if the time of every lease were over. */
async function expire(observer: Observer): Promise<void> {
  await observer.value(`UPDATE leases SET expires_at = clock_timestamp() - interval '1 second'`)
}

async function rates(observer: Observer): Promise<unknown> {
  return await observer.value('SELECT json_object_agg(currency, rate ORDER BY currency) FROM rates')
}

function taken(lease: Lease | undefined): Lease {
  if (!lease) throw new Error('somebody else has it')
  return lease
}
