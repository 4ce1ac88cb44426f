import { describe, expect, it } from 'vitest'
import type { Observer } from '../observer.ts'
import { outcome } from '../outcome.ts'
import type { Program } from '../program.ts'
import { hushed } from './hushed.ts'
import { recipe } from './recipe.ts'

interface Plans extends Program {
  changePlan(accountId: number, plan: string): Promise<void>
  AlreadySubscribed: new () => Error
}

interface Trial extends Program {
  startTrial(accountId: number): Promise<boolean>
}

recipe('unique-constraint', ({ run, text }) => {
  describe('with the lock', () => {
    it('of those who lock nobody is refused', () =>
      run<Plans>('plans.ts', async ({ changePlan }, observer) => {
        await Promise.all(Array.from({ length: 10 }, (_, index) => changePlan(7, `plan ${String(index)}`)))
        expect(await observer.value('SELECT count(*)::int FROM subscriptions')).toBe(10)
        expect(await active(observer)).toHaveLength(1)
        expect(await observer.locksHeld()).toBe(0)
      }))

    it('one who does not lock is first: who locks is refused, and leaves nothing', () =>
      run<Plans>('plans.ts', async ({ changePlan, AlreadySubscribed }, observer) => {
        await observer.rivalRuns('BEGIN')
        await observer.rivalRuns(text('by-hand.sql'))
        const changed = errorOf(changePlan(7, 'pro'))
        // It has the lock and has seen no subscription. Its INSERT waits for the other transaction.
        await observer.untilBlocked(1)
        expect(await observer.holders([4401, 7])).toBe('1 session: active')
        await observer.rivalRuns('COMMIT')
        expect(await changed).toBeInstanceOf(AlreadySubscribed)
        expect(await active(observer)).toEqual(['gift'])
        expect(await observer.locksHeld()).toBe(0)
        await changePlan(7, 'pro')
        expect(await active(observer)).toEqual(['pro'])
      }))

    it('one who does not lock gives up: who locks goes on', () =>
      run<Plans>('plans.ts', async ({ changePlan }, observer) => {
        await observer.rivalRuns('BEGIN')
        await observer.rivalRuns(text('by-hand.sql'))
        const changed = changePlan(7, 'pro')
        await observer.untilBlocked(1)
        await observer.rivalRuns('ROLLBACK')
        await changed
        expect(await active(observer)).toEqual(['pro'])
      }))

    it('one who does not lock is second, and refused', () =>
      run<Plans>('plans.ts', async ({ changePlan }, observer) => {
        await changePlan(7, 'pro')
        expect(await outcome(observer.rivalRuns(text('by-hand.sql')))).toBe('throws 23505')
        expect(await active(observer)).toEqual(['pro'])
      }))

    it('a connection that breaks fails the call, and not the process', () =>
      run<Plans>('plans.ts', async ({ changePlan }, observer) => {
        const free = await observer.rivalHolds([4401, 7])
        const changed = outcome(changePlan(7, 'pro'))
        await observer.untilBlocked(1)
        const complaints = await hushed(async () => {
          await observer.endsSessions()
          expect(await changed).toBe('throws 57P01')
        })
        expect(complaints).toBeGreaterThan(0)
        await free()
        await changePlan(7, 'basic')
        expect(await active(observer)).toEqual(['basic'])
      }))

    it('another violation is not taken for this one', () =>
      run<Plans>('plans.ts', async ({ changePlan, AlreadySubscribed }, observer) => {
        await observer.value('CREATE UNIQUE INDEX ON subscriptions (plan)')
        await changePlan(7, 'pro')
        const error = await errorOf(changePlan(8, 'pro'))
        expect(error).not.toBeInstanceOf(AlreadySubscribed)
        expect(error).toMatchObject({ code: '23505' })
      }))

    it('without the index the lock alone lets one make a double who does not take it', () =>
      run<Plans>('plans.ts', async ({ changePlan }, observer) => {
        await observer.value('DROP INDEX one_active_subscription')
        await observer.rivalRuns('BEGIN')
        await observer.rivalRuns(text('by-hand.sql'))
        await changePlan(7, 'pro')
        await observer.rivalRuns('COMMIT')
        expect(await active(observer)).toEqual(['gift', 'pro'])
        const [index = ''] = /CREATE UNIQUE INDEX[^]*/.exec(text('schema.sql')) ?? []
        expect(await outcome(observer.value(index))).toBe('throws 23505')
      }))
  })

  it('intervals that must not overlap have a constraint of their own', () =>
    run<Plans>('plans.ts', async (_program, observer) => {
      await observer.value('CREATE TABLE closures (days daterange NOT NULL, EXCLUDE USING gist (days WITH &&))')
      const close = (from: string, to: string): Promise<string> =>
        outcome(observer.value('INSERT INTO closures VALUES (daterange($1, $2))', [from, to]))
      expect(await close('2030-01-01', '2030-01-08')).toBe('returns')
      expect(await close('2030-01-08', '2030-01-15')).toBe('returns')
      expect(await close('2030-01-05', '2030-01-12')).toBe('throws 23P01')
    }))

  describe('without a lock', () => {
    it('of twenty at once one begins, and nobody fails', () =>
      run<Trial>('trial.ts', async ({ startTrial }, observer) => {
        const begun = await Promise.all(Array.from({ length: 20 }, () => startTrial(7)))
        expect(begun.filter(Boolean)).toHaveLength(1)
        expect(await active(observer)).toEqual(['trial'])
        expect(await startTrial(8)).toBe(true)
      }))

    it.each([
      ['COMMIT', false, 'gift'],
      ['ROLLBACK', true, 'trial'],
    ])('it waits for one who has not committed yet: %s', (end, hasBegun, plan) =>
      run<Trial>('trial.ts', async ({ startTrial }, observer) => {
        await observer.rivalRuns('BEGIN')
        await observer.rivalRuns(text('by-hand.sql'))
        const begun = startTrial(7)
        await observer.untilBlocked(1)
        await observer.rivalRuns(end)
        expect(await begun).toBe(hasBegun)
        expect(await active(observer)).toEqual([plan])
      }),
    )

    it('an ended subscription does not count', () =>
      run<Trial>('trial.ts', async ({ startTrial }, observer) => {
        await startTrial(7)
        await observer.value('UPDATE subscriptions SET ended_at = now()')
        expect(await startTrial(7)).toBe(true)
      }))

    it('without the index it fails instead of making doubles', () =>
      run<Trial>('trial.ts', async ({ startTrial }, observer) => {
        await observer.value('DROP INDEX one_active_subscription')
        expect(await outcome(startTrial(7))).toBe('throws 42P10')
      }))
  })
})

function errorOf(call: Promise<void>): Promise<unknown> {
  return call.then(
    () => undefined,
    (error: unknown) => error,
  )
}

/** The plans of the subscriptions that account 7 has now. */
async function active(observer: Observer): Promise<unknown> {
  return await observer.value(
    `SELECT coalesce(json_agg(plan ORDER BY plan), '[]') FROM subscriptions WHERE account_id = 7 AND ended_at IS NULL`,
  )
}
