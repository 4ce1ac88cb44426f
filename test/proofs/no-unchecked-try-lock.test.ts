import type { Observer } from './observer.ts'
import { outcome } from './outcome.ts'
import { type Program, prove } from './prove.ts'

interface Billing extends Program {
  bill(customerId: number): Promise<'billed' | 'busy'>
}

/** With node-postgres: the same for the other ways of not testing the boolean. */
interface Letters extends Billing {
  remind(customerId: number): Promise<void>
  refund(customerId: number, skipped: number[]): Promise<void>
  charge(customerId: number): Promise<void>
  credit(customerId: number): Promise<void>
  settle(customerId: number): Promise<void>
}

prove<Billing>('no-unchecked-try-lock', {
  schema: ['invoices', 'reminders', 'refunds', 'charges', 'credits', 'settlements']
    .map((table) => `CREATE TABLE ${table} (id serial PRIMARY KEY, customer_id int NOT NULL);`)
    .join('\n'),
  async observe(program, observer) {
    // The first call has the lock when it waits for the table; the second one then gets there too, or stands down.
    const unblock = await observer.rivalBlocks('invoices')
    const first = program.bill(7)
    await observer.untilBlocked(1)
    let isDone = false
    const second = program.bill(7).finally(() => (isDone = true))
    await observer.until('a second bill', async () => isDone || (await observer.blocked()) === 2)
    await unblock()
    const answers = await Promise.all([first, second])

    const letGo = await observer.rivalHolds(8)
    const held = await outcome(program.bill(8))
    await letGo()
    return {
      'two calls of `bill(7)` at once': answers.join(', '),
      'invoices of customer 7 after them': await count('invoices', 7, observer),
      'another session holds lock 8: `bill(8)`': held,
      'it has let go: `bill(8)`': await outcome(program.bill(8)),
      'invoices of customer 8 in the end': await count('invoices', 8, observer),
      ...('remind' in program ? await letters(program as Letters, observer) : {}),
    }
  },
  expected: {
    'two calls of `bill(7)` at once': ['billed, billed', 'billed, busy'],
    'invoices of customer 7 after them': [2, 1],
    'another session holds lock 8: `bill(8)`': ['returns "billed"', 'returns "busy"'],
    'it has let go: `bill(8)`': ['returns "billed"', 'returns "billed"'],
    'invoices of customer 8 in the end': [2, 1],
  },
  differing: {
    pg: {
      '`ignored`: rows that `remind(9)` writes while lock 9 is held elsewhere, then while it is free': ['1, 1', '0, 1'],
      '`notGuarding`: the same of `refund(9)`': ['1, 1', '0, 1'],
      '`notAwaited`: the same of `charge(9)`': ['1, 1', '0, 1'],
      '`wrongColumn`: the same of `credit(9)`': ['0, 0', '0, 1'],
      '`textBoolean`: the same of `settle(9)`': ['0, 0', '0, 1'],
    },
  },
})

async function letters(program: Letters, observer: Observer): Promise<Record<string, string>> {
  const rows = (table: string, call: () => Promise<void>) => rowsOf(table, call, observer)
  return {
    '`ignored`: rows that `remind(9)` writes while lock 9 is held elsewhere, then while it is free': await rows(
      'reminders',
      () => program.remind(9),
    ),
    '`notGuarding`: the same of `refund(9)`': await rows('refunds', () => program.refund(9, [])),
    '`notAwaited`: the same of `charge(9)`': await rows('charges', () => program.charge(9)),
    '`wrongColumn`: the same of `credit(9)`': await rows('credits', () => program.credit(9)),
    '`textBoolean`: the same of `settle(9)`': await rows('settlements', () => program.settle(9)),
  }
}

/** How many rows a call writes while another session holds lock 9, and how many the same call writes after it. */
async function rowsOf(table: string, call: () => Promise<void>, observer: Observer): Promise<string> {
  const letGo = await observer.rivalHolds(9)
  await call()
  await letGo()
  const held = await count(table, 9, observer)
  await call()
  return `${String(held)}, ${String((await count(table, 9, observer)) - held)}`
}

async function count(table: string, customerId: number, observer: Observer): Promise<number> {
  return Number(await observer.value(`SELECT count(*) FROM ${table} WHERE customer_id = $1`, [customerId]))
}
