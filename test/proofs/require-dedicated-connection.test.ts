import type { Observer } from './observer.ts'
import { outcome } from './outcome.ts'
import { type Program, prove } from './prove.ts'

interface Rebuilder extends Program {
  /** @returns what the unlock answered, of a lock that doesn't end with its transaction */
  rebuild(tenantId: number, work: () => Promise<void>): Promise<boolean | undefined>
  /** Any other request of the process. */
  report(): Promise<void>
}

const UNLOCK = 'while another request uses the pool, the unlock of `rebuild(7)`'

/** Here the right program takes a lock that ends with its transaction. */
const byTransaction = { [UNLOCK]: ['returns false', 'none: COMMIT ends the lock'] } as const

prove<Rebuilder>('require-dedicated-connection', {
  schema: 'CREATE TABLE reports (id int)',
  async observe({ rebuild, report }, observer) {
    const together = await atOnce(rebuild, observer)
    await observer.untilFree(7)
    let other: Promise<void> | undefined
    let unblock: (() => Promise<void>) | undefined
    const rebuilt = rebuild(7, async () => {
      // The other request takes the connection that the pool would have given again.
      unblock = await observer.rivalBlocks('reports')
      other = report()
      await observer.untilBlocked(1)
    })
    const unlock = await outcome(rebuilt)
    await unblock?.()
    await other
    return {
      'two requests of one process call `rebuild(7)`: how many work at once': together,
      [UNLOCK]: unlock === 'returns' ? 'none: COMMIT ends the lock' : unlock,
      'who holds lock 7 after it': await observer.holders(7),
      'another session tries lock 7': await observer.rivalGets(7),
    }
  },
  expected: {
    'two requests of one process call `rebuild(7)`: how many work at once': [2, 1],
    [UNLOCK]: ['returns false', 'returns true'],
    'who holds lock 7 after it': ['1 session: idle', 'nobody'],
    'another session tries lock 7': [false, true],
  },
  differing: { drizzle: byTransaction, pgbouncer: byTransaction, prisma: byTransaction, sequelize: byTransaction },
})

/** How many of two requests work on one tenant at the same time. The first one to begin is the first one to end. */
async function atOnce(rebuild: Rebuilder['rebuild'], observer: Observer): Promise<number> {
  let [working, most] = [0, 0]
  const ends: (() => void)[] = []
  const work = async () => {
    most = Math.max(most, ++working)
    await new Promise<void>((resolve) => ends.push(resolve))
    working--
  }
  const first = rebuild(7, work)
  await observer.until('the first request works', () => Promise.resolve(ends.length === 1))
  const second = rebuild(7, work)
  await observer.until('the second request works or waits', async () => {
    return ends.length === 2 || (await observer.blocked()) === 1
  })
  ends[0]?.()
  await first
  await observer.until('the second request works', () => Promise.resolve(ends.length === 2))
  ends[1]?.()
  await second
  return most
}
