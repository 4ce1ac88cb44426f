import type { Key, Observer } from './observer.ts'
import { outcome } from './outcome.ts'
import { type Program, prove } from './prove.ts'

type Raced = (feedId: number, tooLong: Promise<never>) => Promise<string[]>

interface Feeds extends Program {
  exportFeed: Raced
}

interface FeedsInTransactions extends Program {
  exportInTransaction: Raced
}

/** What is no race is shown with one driver. */
interface MoreFeeds extends Feeds {
  cleanFeed(feedId: number): Promise<void>
  applyRules(feedId: number, readRules: () => Promise<string>): Promise<void>
  backUp(feedId: number, upload: () => Promise<void>, signal: AbortSignal): Promise<void>
  /** Any other request of the process. */
  countEntries(): Promise<void>
}

type Seen = Record<string, unknown>

prove<Feeds | MoreFeeds | FeedsInTransactions>('no-abandoned-acquisition', {
  schema: `
    CREATE TABLE feeds (id int PRIMARY KEY, rules text, backed_up_at timestamptz);
    CREATE TABLE entries (feed_id int, title text, read boolean)`,
  async observe(program, observer) {
    if ('exportInTransaction' in program) return raced(program.exportInTransaction, false, observer)
    const seen = await raced(program.exportFeed, true, observer)
    return 'applyRules' in program ? { ...seen, ...(await more(program, observer)) } : seen
  },
  expected: {
    'another session holds lock 7, and the export gives up': ['throws too long', 'throws too long'],
    'it is over while the lock is not free': [true, true],
    'who still waits for lock 7': ['1 session: active', '1 session: active'],
    'who holds lock 7 when the other session has let it go': ['1 session: idle', 'nobody'],
    'another session tries lock 7': [false, true],
  },
  differing: {
    // The throw rolls the transaction back, and ROLLBACK waits behind the lock.
    knex: { 'it is over while the lock is not free': [false, false] },
    // The statement is cancelled.
    postgres: { 'who still waits for lock 7': ['1 session: active', 'nobody'] },
    pg: {
      'another session holds lock 8, and `query_timeout` gives up': [
        'throws Query read timeout',
        'throws Query read timeout',
      ],
      'who still waits for lock 8': ['1 session: active', '1 session: active'],
      'who holds lock 8 when the other session has let it go': ['1 session: idle', 'nobody'],
      'another session tries lock 8': [false, true],
      'the sibling in `applyRules(9)` fails': ['throws no such file', 'throws no such file'],
      'who holds lock 9 after it': ['1 session: idle', 'nobody'],
      'the signal stops the work of `backUp(10)`': ['throws stopped', 'throws stopped'],
      'who holds lock 10 after it': ['1 session: idle', 'nobody'],
    },
  },
})

/** @param ends whether the call can end while the lock isn't free */
async function raced(call: Raced, ends: boolean, observer: Observer): Promise<Seen> {
  let giveUp: ((error: Error) => void) | undefined
  const tooLong = new Promise<never>((_resolve, reject) => (giveUp = reject))
  const free = await observer.rivalHolds(7)
  let isOver = false
  const exported = outcome(call(7, tooLong)).finally(() => (isOver = true))
  await observer.untilBlocked(1)
  giveUp?.(new Error('too long'))
  await (ends ? exported : observer.untilBlocked(1))
  const seen = {
    'it is over while the lock is not free': isOver,
    'who still waits for lock 7': await observer.waiters(7),
  }
  await free()
  return {
    'another session holds lock 7, and the export gives up': await exported,
    ...seen,
    ...(await afterwards(7, observer)),
  }
}

async function afterwards(key: Key, observer: Observer): Promise<Seen> {
  await observer.untilQuiet()
  return {
    [`who holds lock ${String(key)} when the other session has let it go`]: await observer.holders(key),
    [`another session tries lock ${String(key)}`]: await observer.rivalGets(key),
  }
}

async function more(program: MoreFeeds, observer: Observer): Promise<Seen> {
  const free = await observer.rivalHolds(8)
  const cleaned = outcome(program.cleanFeed(8))
  await observer.untilBlocked(1)
  const seen: Seen = {
    'another session holds lock 8, and `query_timeout` gives up': await cleaned,
    'who still waits for lock 8': await observer.waiters(8),
  }
  await free()
  Object.assign(seen, await afterwards(8, observer))

  const noFile = () => Promise.reject(new Error('no such file'))
  seen['the sibling in `applyRules(9)` fails'] = await outcome(program.applyRules(9, noFile))
  // Answered behind whatever was sent on the same connection.
  await program.countEntries()
  seen['who holds lock 9 after it'] = await observer.holders(9)

  const work = new AbortController()
  const upload = () => {
    work.abort(new Error('stopped'))
    return Promise.resolve()
  }
  seen['the signal stops the work of `backUp(10)`'] = await outcome(program.backUp(10, upload, work.signal))
  seen['who holds lock 10 after it'] = await observer.holders(10)
  return seen
}
