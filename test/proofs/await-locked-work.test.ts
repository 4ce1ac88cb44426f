import { Latch } from './latch.ts'
import type { Observer } from './observer.ts'
import { outcome } from './outcome.ts'
import { type Program, prove } from './prove.ts'

interface Accounting extends Program {
  award(userId: number, badge: string, print: () => Promise<void>): Promise<void>
  withdraw?(accountId: number, amount: number, approve: () => Promise<void>): Promise<void>
  /** Pays what is not paid yet. */
  payInvoices?(tenantId: number, pay: (invoiceId: number) => Promise<void>): Promise<void>
  /** Builds an index anew, or gives up at the deadline. */
  rebuild?(indexId: number, build: (signal?: AbortSignal) => Promise<void>, deadline: AbortSignal): Promise<void>
}

type Seen = Record<string, unknown>

prove<Accounting>('await-locked-work', {
  schema: `
    CREATE TABLE accounts (id int PRIMARY KEY, balance int);
    INSERT INTO accounts VALUES (7, 100);
    CREATE TABLE requests (account_id int, amount int);
    CREATE TABLE invoices (id int PRIMARY KEY, tenant_id int, amount int, paid int DEFAULT 0);
    INSERT INTO invoices VALUES (1, 8, 50);
    CREATE TABLE payments (invoice_id int, amount int);
    CREATE TABLE badges (user_id int, badge text)`,
  async observe({ award, withdraw, payInvoices, rebuild }, observer) {
    const seen: Seen = {}
    if (withdraw) {
      const [free] = await twice((approve) => withdraw(7, 10, approve), 7, observer)
      seen['while `withdraw(7, 10)` waits to be approved, another session tries lock 7 (`returnedPromise`)'] = free
      seen['two calls at once withdraw 10 of 100 each: left'] = await observer.value('SELECT balance FROM accounts')
    }
    if (payInvoices) {
      const [free, payments] = await twice((pay) => payInvoices(8, pay), 8, observer)
      const paid = async () => Number(await observer.value('SELECT paid FROM invoices'))
      await observer.until('the payments are noted', async () => (await paid()) === 50 * payments)
      seen['while `payInvoices(8)` pays, another session tries lock 8 (`floating`)'] = free
      seen['two calls at once: paid for an invoice of 50'] = await paid()
    }
    if (rebuild) Object.assign(seen, await missed(rebuild, observer))
    else {
      await award(11, 'first', async () => {
        seen['locks while `award(11)` prints'] = await observer.locksHeld()
      })
    }
    return { ...seen, ...(await awarded(award, rebuild === undefined, observer)) }
  },
  expected: {
    'locks while `award(11)` prints': [0, 1],
    'another session holds lock 10, and `award(10)` (`lockNotAwaited`)': ['prints all the same', 'waits'],
    'badges that it adds before the lock is free': [1, 0],
  },
  differing: {
    pg: {
      'while `withdraw(7, 10)` waits to be approved, another session tries lock 7 (`returnedPromise`)': [true, false],
      'two calls at once withdraw 10 of 100 each: left': [90, 80],
      'while `payInvoices(8)` pays, another session tries lock 8 (`floating`)': [true, false],
      'two calls at once: paid for an invoice of 50': [100, 50],
      '`rebuild(9)` at its deadline (`floating`, a race)': ['throws too late', 'throws too late'],
      'another session tries lock 9 then': [true, true],
      '`build` still runs': [true, false],
      // It sends the statement that takes the lock at once, and those that follow wait behind it.
      'locks while `award(11)` prints': [undefined, undefined],
      'badges that it adds before the lock is free': [0, 0],
    },
  },
})

/**
 * Calls something twice at once, and has both do what it is given before either goes on.
 * @returns whether another session got the lock while the first call did that, and how often it was done
 */
async function twice(
  call: (work: () => Promise<void>) => Promise<void>,
  key: number,
  observer: Observer,
): Promise<[free: boolean, times: number]> {
  const goOn = new Latch()
  let times = 0
  const work = () => {
    times++
    return goOn.opened
  }
  const first = call(work)
  await observer.until('the first call works', () => Promise.resolve(times === 1))
  const free = await observer.rivalGets(key)
  const second = call(work)
  await observer.until('the second call works or waits', async () => times === 2 || (await observer.blocked()) === 1)
  goOn.open()
  await Promise.all([first, second])
  return [free, times]
}

async function missed(rebuild: NonNullable<Accounting['rebuild']>, observer: Observer): Promise<Seen> {
  const deadline = new AbortController()
  const done = new Latch()
  let builds = false
  const build = async (signal?: AbortSignal) => {
    builds = true
    const stopped = new Promise<void>((resolve) => signal?.addEventListener('abort', () => resolve()))
    await Promise.race([done.opened, stopped])
    builds = false
    signal?.throwIfAborted()
  }
  const rebuilt = outcome(rebuild(9, build, deadline.signal))
  await observer.until('it builds', () => Promise.resolve(builds))
  deadline.abort(new Error('too late'))
  const seen = {
    '`rebuild(9)` at its deadline (`floating`, a race)': await rebuilt,
    'another session tries lock 9 then': await observer.rivalGets(9),
    '`build` still runs': builds,
  }
  done.open()
  return seen
}

/** @param ends whether a call that prints can end while the lock isn't free */
async function awarded(award: Accounting['award'], ends: boolean, observer: Observer): Promise<Seen> {
  const free = await observer.rivalHolds(10)
  let prints = false
  const added = award(10, 'tenth', () => {
    prints = true
    return Promise.resolve()
  })
  await observer.until('it prints or waits', async () => prints || (await observer.blocked()) === 1)
  if (prints && ends) await added
  const seen = {
    'another session holds lock 10, and `award(10)` (`lockNotAwaited`)': prints ? 'prints all the same' : 'waits',
    'badges that it adds before the lock is free': Number(
      await observer.value('SELECT count(*) FROM badges WHERE user_id = 10'),
    ),
  }
  await free()
  await added
  return seen
}
