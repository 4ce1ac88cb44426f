import { Latch } from './latch.ts'
import type { Observer } from './observer.ts'
import { type Program, prove } from './prove.ts'

interface Bookkeeping extends Program {
  /** @returns the number that the invoice got */
  addInvoice(tenantId: number, total: () => Promise<number>): Promise<number>
  addSeat(teamId: number, confirm: () => Promise<void>): Promise<boolean>
  collect(paymentId: number, charge: () => Promise<void>, warn: () => Promise<void>): Promise<void>
}

prove<Bookkeeping>('require-transaction', {
  schema: `
    CREATE TABLE invoices (tenant_id int, number int, total int);
    CREATE TABLE seats (team_id int);
    INSERT INTO seats VALUES (7), (7);
    CREATE TABLE payments (id int, paid boolean NOT NULL DEFAULT false, attempts int NOT NULL DEFAULT 0);
    INSERT INTO payments VALUES (7)`,
  async observe({ addInvoice, addSeat, collect }, observer) {
    const numbered = await twice(observer, (meanwhile) =>
      addInvoice(7, async () => {
        await meanwhile()
        return 100
      }),
    )
    const seated = await twice(observer, (confirm) => addSeat(7, confirm))
    const collected = await twice(observer, (warn) => collect(7, refuse, warn))
    return {
      'who holds lock 7 while `addInvoice(7)` works': numbered.holders,
      'the numbers that two invoices at once got': numbered.results.join(' and '),
      'who holds lock 7 while `addSeat(7)` works': seated.holders,
      'seats of 3, after two requests for the last one': Number(await observer.value('SELECT count(*) FROM seats')),
      'who holds lock 7 while `collect(7)` writes down a refusal': collected.holders,
      'attempts, after two that were refused': await observer.value('SELECT attempts FROM payments'),
    }
  },
  expected: {
    'who holds lock 7 while `addInvoice(7)` works': ['nobody', '1 session: idle in transaction'],
    'the numbers that two invoices at once got': ['1 and 1', '1 and 2'],
    'who holds lock 7 while `addSeat(7)` works': ['nobody', '1 session: idle in transaction'],
    'seats of 3, after two requests for the last one': [4, 3],
    'who holds lock 7 while `collect(7)` writes down a refusal': ['nobody', '1 session: idle in transaction'],
    'attempts, after two that were refused': [1, 2],
  },
})

const refuse = () => Promise.reject(new Error('card refused'))

/**
 * Calls a function, and again while the first call is in the middle of its work.
 * @returns who held lock 7 in the middle of the first call, and what both calls gave
 */
async function twice<Result>(
  observer: Observer,
  call: (meanwhile: () => Promise<void>) => Promise<Result>,
): Promise<{ holders: string; results: Result[] }> {
  let working = 0
  const both = new Latch()
  const meanwhile = async () => {
    working += 1
    await both.opened
  }
  const first = call(meanwhile)
  await observer.until('the first call works', () => Promise.resolve(working === 1))
  await observer.untilQuiet()
  const holders = await observer.holders(7)
  const second = call(meanwhile)
  const waits = async () => (await observer.waiters(7)) !== 'nobody'
  await observer.until('the second call works as well, or waits', async () => working === 2 || (await waits()))
  both.open()
  return { holders, results: await Promise.all([first, second]) }
}
