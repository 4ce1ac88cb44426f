import { createRequire } from 'node:module'
import { vi } from 'vitest'
import type { Observer } from './observer.ts'
import { type Program, prove } from './prove.ts'

type Work = (shardId: number, work: () => Promise<void>) => Promise<void>

interface Shards extends Program {
  rebalance: Work
  compact: Work
  /** Waits for the lock without trying. */
  backUp: Work
}

/** As the program imports it. */
const driver = createRequire(new URL('../../fixtures/proofs/package.json', import.meta.url))(
  'pg',
) as typeof import('pg')

const MANY = 100
/** How long the lock is held by another session. */
const HELD_MS = 10_000

prove<Shards>('no-retry-without-backoff', {
  async observe({ rebalance, compact, backUp }, observer) {
    const order: string[] = []
    const note = (name: string) => () => Promise.resolve(void order.push(name))
    const free = await observer.rivalHolds(7)
    const rebalanced = await lockCallsOf(() => rebalance(7, note('rebalance')), observer)
    const isWaiting = await observer.blocked()
    const backedUp = backUp(7, note('backUp'))
    await observer.untilBlocked(isWaiting + 1)
    await free()
    await Promise.all([rebalanced.ended, backedUp])
    return {
      'another session holds lock 7: lock calls of `rebalance(7)` until one of them waits':
        rebalanced.calls < MANY ? rebalanced.calls : `${String(MANY)} and more, none waits`,
      '`backUp(7)` comes later and waits, then the lock is free: who gets it first': order[0],
      'another session holds lock 8 for ten seconds (pauses are added up, not waited for): tries of `compact(8)`':
        await triesMeanwhile(compact, observer),
    }
  },
  expected: {
    'another session holds lock 7: lock calls of `rebalance(7)` until one of them waits': [
      '100 and more, none waits',
      1,
    ],
    '`backUp(7)` comes later and waits, then the lock is free: who gets it first': ['backUp', 'rebalance'],
    'another session holds lock 8 for ten seconds (pauses are added up, not waited for): tries of `compact(8)`': [
      100,
      'fewer than 10',
    ],
  },
})

/** How many lock calls it makes until there are many or one that waits. */
async function lockCallsOf(call: () => Promise<void>, observer: Observer) {
  const query = vi.spyOn(driver.Client.prototype, 'query')
  const ended = call()
  const count = () => query.mock.calls.filter(([text]) => String(text).includes('advisory_lock')).length
  await observer.until('many calls, or one that waits', async () => {
    return count() >= MANY || (await observer.blocked()) === 1
  })
  const calls = count()
  query.mockRestore()
  return { calls, ended }
}

/** The pauses between the tries are added up instead of waited for; the lock is free when they make ten seconds. */
async function triesMeanwhile(compact: Work, observer: Observer): Promise<string | number> {
  const free = await observer.rivalHolds(8)
  let [tries, elapsed] = [0, 0]
  const original = globalThis.setTimeout
  vi.stubGlobal('setTimeout', (resolve: () => void, ms: number) => {
    tries++
    elapsed += ms
    if (elapsed < HELD_MS) return setImmediate(resolve)
    vi.stubGlobal('setTimeout', original)
    return void free().then(resolve)
  })
  try {
    await compact(8, () => Promise.resolve())
  } finally {
    vi.unstubAllGlobals()
  }
  return tries < 10 ? 'fewer than 10' : tries
}
