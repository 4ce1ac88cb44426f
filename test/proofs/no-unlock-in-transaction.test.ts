import { Latch } from './latch.ts'
import { outcome } from './outcome.ts'
import { type Program, prove } from './prove.ts'

interface Invoices extends Program {
  /** @returns the number */
  createInvoice(tenantId: number, render: (number: number) => Promise<void>): Promise<number>
  /** Posts the lines of a batch, each of them once. */
  settle(batchId: number): Promise<void>
}

prove<Invoices>('no-unlock-in-transaction', {
  schema: `
    CREATE TABLE invoices (tenant_id int, number int);
    CREATE TABLE lines (id int PRIMARY KEY, batch_id int, amount int);
    CREATE TABLE ledger (id int PRIMARY KEY, amount int);
    INSERT INTO lines VALUES (1, 8, 50), (2, 8, 60);
    INSERT INTO ledger VALUES (2, 60)`,
  async observe({ createInvoice, settle }, observer) {
    const rendered = new Latch()
    const rendering: number[] = []
    const render = (number: number) => {
      rendering.push(number)
      return rendered.opened
    }
    const first = createInvoice(7, render)
    await observer.until('the first invoice is rendered', () => Promise.resolve(rendering.length === 1))
    const tried = await observer.rivalGets(7)
    const second = createInvoice(7, render)
    await observer.until('the second invoice is rendered or waits', async () => {
      return rendering.length === 2 || (await observer.blocked()) === 1
    })
    rendered.open()
    const numbers = await Promise.all([first, second])
    return {
      'before the COMMIT of `createInvoice(7)`, another session tries lock 7 (`beforeCommit`)': tried,
      'numbers that two calls at once give': numbers.join(', '),
      'a line of the batch is posted already, so `settle(8)` (`abortedTransaction`)': await outcome(settle(8)),
      'who holds lock 8 after its ROLLBACK': await observer.holders(8),
      'another session tries lock 8': await observer.rivalGets(8),
    }
  },
  expected: {
    'before the COMMIT of `createInvoice(7)`, another session tries lock 7 (`beforeCommit`)': [true, false],
    'numbers that two calls at once give': ['1, 1', '1, 2'],
    'a line of the batch is posted already, so `settle(8)` (`abortedTransaction`)': ['throws 25P02', 'throws 23505'],
    'who holds lock 8 after its ROLLBACK': ['1 session: idle', 'nobody'],
    'another session tries lock 8': [false, true],
  },
})
