import { KeptTimers } from './kept-timers.ts'
import { outcome } from './outcome.ts'
import { type Program, prove } from './prove.ts'

/** How long Prisma lets a transaction take in `closeMonth`. */
const TRANSACTION_MS = 1000

interface Ledgers extends Program {
  closeMonth(ledgerId: number): Promise<void>
  /** Any other request of the process. */
  countLedgers(): Promise<number>
  /** On a connection of its own. */
  archive?: (ledgerId: number) => Promise<void>
}

prove<Ledgers>('require-lock-timeout', {
  schema: `
    CREATE TABLE ledgers (id int PRIMARY KEY, months int NOT NULL);
    INSERT INTO ledgers VALUES (7, 0), (8, 0);
    CREATE TABLE archive (LIKE ledgers)`,
  async observe({ closeMonth, countLedgers, archive }, observer) {
    using transactionTime = new KeptTimers(TRANSACTION_MS)
    const frees = [await observer.rivalHolds(7), await observer.rivalHolds(8)]
    // The pool has two connections.
    const closed = [watched(closeMonth(7)), watched(closeMonth(7))]
    const archived = archive ? [watched(archive(8))] : []
    const locking = [...closed, ...archived]
    await observer.until('each call waits or has ended', async () => {
      // In this order: one that ends meanwhile is counted by neither, instead of by both.
      const ended = locking.filter(({ ending }) => ending !== undefined).length
      return ended + (await observer.blocked()) === locking.length
    })
    const counted = watched(countLedgers())
    const calls = [...locking, counted]

    await observer.until('each call has ended, or waits for longer', async () => {
      return locking.every(({ ending }) => ending !== undefined) || (await observer.haveWaited('3s'))
    })
    transactionTime.isOver()
    const waiters = await observer.waiters(7)
    if (waiters === 'nobody') await Promise.all(calls.map(({ ended }) => ended))
    const [firstTwo, archiving, counting] = [closed, archived, [counted]].map(endingsOf)
    for (const free of frees) await free()
    await Promise.all(calls.map(({ ended }) => ended))
    return {
      'another session keeps lock 7 and two calls of `closeMonth(7)` wait: after more than a second': firstTwo,
      'who waits for lock 7 by then': waiters,
      '`countLedgers()`, which needs no lock but one of the two connections of the pool': counting,
      ...(archive && { '`archive(8)`, which has a connection of its own': archiving }),
      'the other session lets go: the two calls of `closeMonth(7)`':
        waiters === 'nobody' ? 'have ended' : endingsOf(closed),
      'another call of it': await outcome(closeMonth(7)),
    }
  },
  expected: {
    'another session keeps lock 7 and two calls of `closeMonth(7)` wait: after more than a second': [
      'still waits',
      'throws 55P03',
    ],
    'who waits for lock 7 by then': ['2 sessions: active', 'nobody'],
    '`countLedgers()`, which needs no lock but one of the two connections of the pool': ['still waits', 'returns 2'],
    'the other session lets go: the two calls of `closeMonth(7)`': ['returns', 'have ended'],
    'another call of it': ['returns', 'returns'],
  },
  differing: {
    pg: { '`archive(8)`, which has a connection of its own': ['still waits', 'throws 55P03'] },
    // The time that the transaction may take is over by then.
    prisma: { 'the other session lets go: the two calls of `closeMonth(7)`': ['throws P2028', 'have ended'] },
  },
})

interface Watched {
  /** Undefined before the end. */
  ending?: string
  ended: Promise<void>
}

function watched(call: Promise<unknown>): Watched {
  const state: Watched = {
    ended: outcome(call.catch(throwServersError)).then((ending) => {
      state.ending = ending
    }),
  }
  return state
}

/** How calls have ended by now: in one way, or in several. */
function endingsOf(calls: readonly Watched[]): string {
  return [...new Set(calls.map(({ ending = 'still waits' }) => ending))].join(', ')
}

/** Prisma tells the code of the server in the message of its own. */
function throwServersError(error: unknown): never {
  const code = error instanceof Error && /Code: `(\w{5})`/.exec(error.message)?.[1]
  throw typeof code === 'string' ? Object.assign(new Error(), { code }) : error
}
