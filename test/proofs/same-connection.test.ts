import type { Pool } from 'pg'
import { Latch } from './latch.ts'
import type { Observer } from './observer.ts'
import { type Program, prove } from './prove.ts'

interface Bank extends Program {
  payOut(accountId: number, confirm: () => Promise<void>): Promise<void>
  closeAccount(accountId: number): Promise<void>
  /** Under a session lock; the pool has two connections. */
  payInterest?(accountId: number, amount: () => Promise<number>): Promise<void>
  pool?: Pool
}

prove<Bank>('same-connection', {
  schema: `
    CREATE TABLE accounts (id int PRIMARY KEY, balance int NOT NULL DEFAULT 100, closed boolean NOT NULL DEFAULT false);
    INSERT INTO accounts VALUES (1), (2), (7);
    CREATE TABLE statements (account_id int, balance int)`,
  async observe({ payOut, closeAccount, payInterest, pool }, observer) {
    const statements = async () => Number(await observer.value('SELECT count(*) FROM statements'))
    await payOut(7, () => Promise.reject(new Error('refused'))).catch(() => undefined)
    await observer.untilFree(7)
    const left = await statements()
    await observer.value('DELETE FROM statements')
    let seen: number | undefined
    let connections: number | undefined
    await payOut(7, async () => {
      seen = await statements()
      connections = await observer.sessions()
    })
    return {
      'statements that the next holder of lock 7 finds after a refused `payOut(7)`': left,
      'statements that others see before `payOut(7)` commits': seen,
      'balance in the statement of an account that was emptied': await observer.value('SELECT balance FROM statements'),
      'connections that one call needs': connections,
      '`closeAccount(7)`, which writes to one row twice': await endOf(closeAccount(7), observer),
      ...(payInterest && pool ? await starved(payInterest, pool, observer) : {}),
    }
  },
  expected: {
    'statements that the next holder of lock 7 finds after a refused `payOut(7)`': [1, 0],
    'statements that others see before `payOut(7)` commits': [1, 0],
    'balance in the statement of an account that was emptied': [100, 0],
    'connections that one call needs': [2, 1],
    '`closeAccount(7)`, which writes to one row twice': ['waits for itself until it is cancelled', 'returns'],
  },
  differing: {
    pg: {
      'two `payInterest` at once on a pool of two connections': ['neither returns', 'both return'],
      'who holds the lock of the first one then': ['1 session: idle', 'nobody'],
      'waiting sessions, among which the server looks for deadlocks': [0, 0],
    },
  },
})

/** How a call ends. One that waits for the session that it keeps itself is cancelled. */
async function endOf(call: Promise<void>, observer: Observer): Promise<string> {
  let how: string | undefined
  const ended = call.then(
    () => (how ??= 'returns'),
    () => (how ??= 'throws'),
  )
  await observer.until('it ends, or waits', async () => how !== undefined || (await observer.blocked()) === 1)
  if (how !== undefined) return how
  // The server knows who keeps it waiting, but not that this one waits, too.
  const cancelled = await observer.value(`
    SELECT pg_cancel_backend(waiting.pid) FROM pg_stat_activity waiting, pg_locks held
     WHERE waiting.datname = current_database()
       AND held.locktype = 'advisory' AND held.granted AND held.objid = 7
       AND pg_blocking_pids(waiting.pid) = ARRAY[held.pid]`)
  how = cancelled === true ? 'waits for itself until it is cancelled' : 'waits for another session'
  await ended
  return how
}

/** Two holders that each need a second connection of a pool that has two. */
async function starved(
  payInterest: NonNullable<Bank['payInterest']>,
  pool: Pool,
  observer: Observer,
): Promise<Record<string, unknown>> {
  let holding = 0
  const both = new Latch()
  const amount = async () => {
    if ((holding += 1) === 2) both.open()
    await both.opened
    return 1
  }
  let returned = 0
  const calls = [1, 2].map(async (accountId) => {
    await payInterest(accountId, amount)
    returned += 1
  })
  const wait = () => holding === 2 && pool.waitingCount === 2
  await observer.until('both return, or wait', () => Promise.resolve(returned === 2 || wait()))
  await observer.untilQuiet()
  const seen = {
    'two `payInterest` at once on a pool of two connections':
      returned === 2 ? 'both return' : returned === 0 ? 'neither returns' : 'one returns',
    'who holds the lock of the first one then': await observer.holders(1),
    'waiting sessions, among which the server looks for deadlocks': await observer.blocked(),
  }
  // Nothing but a third connection ends it.
  pool.options.max = 3
  await pool.query('SELECT')
  await Promise.all(calls)
  return seen
}
