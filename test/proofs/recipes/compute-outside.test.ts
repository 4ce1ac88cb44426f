import { Client } from 'pg'
import { expect, it } from 'vitest'
import { Latch } from '../latch.ts'
import type { Observer } from '../observer.ts'
import { outcome } from '../outcome.ts'
import type { Program } from '../program.ts'
import { hushed } from './hushed.ts'
import { recipe } from './recipe.ts'

interface Recommendations extends Program {
  recommend(accountId: number, rank: (bought: string[]) => Promise<string[]>): Promise<boolean>
}

const now = (bought: string[]): Promise<string[]> => Promise.resolve(bought)

recipe('compute-outside', ({ run, text }) => {
  const buy = (observer: Observer, accountId: number, product: string): Promise<unknown> =>
    observer.value(text('purchase.sql'), [accountId, product])

  it('all compute at the same time, more than there are connections; one result is written', () =>
    run<Recommendations>('recommendations.ts', async ({ recommend }, observer) => {
      await observer.value('INSERT INTO accounts VALUES (1)')
      await buy(observer, 1, 'tea')
      const goOn = new Latch()
      let inFlight = 0
      const results = Array.from({ length: 12 }, (_, index) =>
        recommend(1, async () => {
          inFlight++
          await goOn.opened
          return [`from ${String(index)}`, 'milk']
        }),
      )
      await observer.until('all compute', () => Promise.resolve(inFlight === 12))
      expect(await observer.locksHeld()).toBe(0)
      expect(await transactions(observer)).toBe(0)
      goOn.open()
      expect((await Promise.all(results)).filter(Boolean)).toHaveLength(1)
      expect(await published(observer)).toEqual([expect.stringMatching(/^from/), 'milk'])
      expect(await observer.locksHeld()).toBe(0)
    }))

  it('a result that something newer has overtaken is not written', () =>
    run<Recommendations>('recommendations.ts', async ({ recommend }, observer) => {
      await observer.value('INSERT INTO accounts VALUES (1)')
      await buy(observer, 1, 'tea')
      const [begun, goOn] = [new Latch(), new Latch()]
      const stale = recommend(1, async (bought) => {
        begun.open()
        await goOn.opened
        return bought
      })
      await begun.opened
      await buy(observer, 1, 'milk')
      expect(await recommend(1, now)).toBe(true)
      goOn.open()
      expect(await stale).toBe(false)
      expect(await published(observer)).toEqual(['milk', 'tea'])
      expect(await observer.value('SELECT version FROM published')).toBe(2)
    }))

  it('a result of an older version is written while nothing newer is there, and replaced later', () =>
    run<Recommendations>('recommendations.ts', async ({ recommend }, observer) => {
      await observer.value('INSERT INTO accounts VALUES (1)')
      await buy(observer, 1, 'tea')
      const older = recommend(1, async (bought) => {
        await buy(observer, 1, 'milk')
        return [...bought, 'sugar']
      })
      expect(await older).toBe(true)
      expect(await published(observer)).toEqual(['tea', 'sugar'])
      expect(await recommend(1, now)).toBe(true)
      expect(await published(observer)).toEqual(['milk', 'tea'])
    }))

  it('what is published already is not computed again', () =>
    run<Recommendations>('recommendations.ts', async ({ recommend }, observer) => {
      await observer.value('INSERT INTO accounts VALUES (1)')
      const fails = (): Promise<string[]> => Promise.reject(new Error('asked again'))
      expect(await outcome(recommend(1, fails))).toBe('throws asked again')
      expect(await recommend(1, now)).toBe(true)
      expect(await recommend(1, fails)).toBe(false)
      expect(await recommend(2, fails)).toBe(false)
    }))

  it('whatever the order in which they come, the newest is there in the end, and whole', () =>
    run<Recommendations>('recommendations.ts', async ({ recommend }, observer) => {
      await observer.value('INSERT INTO accounts VALUES (1)')
      const goOn = new Latch()
      const results: Promise<boolean>[] = []
      for (let version = 1; version <= 8; version++) {
        await buy(observer, 1, 'tea')
        const begun = new Latch()
        results.push(
          recommend(1, async (bought) => {
            begun.open()
            await goOn.opened
            return bought.map(() => `v${String(bought.length)}`)
          }),
        )
        await begun.opened
      }
      goOn.open()
      await Promise.all(results)
      expect(await published(observer)).toEqual(Array.from({ length: 8 }, () => 'v8'))
      expect(await observer.value('SELECT version FROM published')).toBe(8)
    }))

  it('who publishes waits for others of the same account; those of another, and purchases, do not', () =>
    run<Recommendations>('recommendations.ts', async ({ recommend }, observer) => {
      await observer.value('INSERT INTO accounts VALUES (1), (2)')
      const free = await observer.rivalHolds([4501, 1])
      const waiting = recommend(1, now)
      await observer.untilBlocked(1)
      expect(await recommend(2, now)).toBe(true)
      await buy(observer, 1, 'tea')
      await free()
      expect(await waiting).toBe(true)
      expect(await observer.value('SELECT version FROM published WHERE account_id = 1')).toBe(0)
    }))

  it('while a set is written, readers see the old one, and purchases do not wait', () =>
    run<Recommendations>('recommendations.ts', async ({ recommend }, observer) => {
      await observer.value('INSERT INTO accounts VALUES (1)')
      await recommend(1, () => Promise.resolve(['tea']))
      await buy(observer, 1, 'milk')
      const free = await observer.rivalBlocksRow('published', 'account_id = 1')
      const publishing = recommend(1, now)
      await observer.untilBlocked(1)
      expect(await published(observer)).toEqual(['tea'])
      await buy(observer, 1, 'sugar')
      await free()
      expect(await publishing).toBe(true)
      expect(await published(observer)).toEqual(['milk'])
    }))

  it('one row that has the version in it needs no lock', () =>
    run<Recommendations>('recommendations.ts', async (_program, observer) => {
      await observer.value('INSERT INTO accounts VALUES (1)')
      await observer.value('INSERT INTO published VALUES (1, 1)')
      await observer.rivalRuns('BEGIN')
      await observer.rivalRuns('UPDATE published SET version = 3 WHERE account_id = 1 AND version < 3')
      const late = new Client()
      await late.connect()
      const written = late.query('UPDATE published SET version = 2 WHERE account_id = 1 AND version < 2')
      await observer.untilBlocked(1)
      await observer.rivalRuns('COMMIT')
      expect((await written).rowCount).toBe(0)
      await late.end()
    }))

  it('a connection that breaks fails the call, and not the process', () =>
    run<Recommendations>('recommendations.ts', async ({ recommend }, observer) => {
      await observer.value('INSERT INTO accounts VALUES (1)')
      const free = await observer.rivalHolds([4501, 1])
      const broken = outcome(recommend(1, now))
      await observer.untilBlocked(1)
      const complaints = await hushed(async () => {
        await observer.endsSessions()
        expect(await broken).toBe('throws 57P01')
      })
      expect(complaints).toBeGreaterThan(0)
      await free()
      expect(await recommend(1, now)).toBe(true)
    }))

  it('one that fails while it is written leaves what was there, and no lock', () =>
    run<Recommendations>('recommendations.ts', async ({ recommend }, observer) => {
      await observer.value('INSERT INTO accounts VALUES (1)')
      await recommend(1, () => Promise.resolve(['tea']))
      await buy(observer, 1, 'milk')
      const broken = [null] as unknown as string[]
      expect(await outcome(recommend(1, () => Promise.resolve(broken)))).toBe('throws 23502')
      expect(await observer.locksHeld()).toBe(0)
      expect(await published(observer)).toEqual(['tea'])
      expect(await recommend(1, now)).toBe(true)
    }))
})

/** What is recommended to account 1, the first one first. */
async function published(observer: Observer): Promise<unknown> {
  return await observer.value('SELECT json_agg(product ORDER BY rank) FROM recommendations WHERE account_id = 1')
}

/** How many sessions of the program have a transaction open. */
async function transactions(observer: Observer): Promise<unknown> {
  return await observer.value(
    `SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in%'`,
  )
}
