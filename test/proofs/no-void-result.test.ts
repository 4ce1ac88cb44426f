import type { Observer } from './observer.ts'
import { outcome } from './outcome.ts'
import { type Program, prove } from './prove.ts'

interface Seats extends Program {
  sell(seat: number): Promise<boolean>
}

/** With Prisma: the same with a lock that a rollback leaves in place. */
interface Reports extends Seats {
  report(): Promise<void>
}

const REPORT = 42

prove<Seats>('no-void-result', {
  schema: `
    CREATE TABLE seats (id int PRIMARY KEY, sold boolean NOT NULL DEFAULT false);
    INSERT INTO seats VALUES (7), (8);
    CREATE TABLE sales (seats bigint NOT NULL)`,
  async observe(program, observer) {
    const free = await outcome(program.sell(7))
    const holders = await observer.holders(7)

    const letGo = await observer.rivalHolds(8)
    const waiting = outcome(program.sell(8))
    await observer.untilBlocked(1)
    await letGo()
    return {
      'lock 7 is free: `sell(7)`': free,
      'who holds lock 7 after it': holders,
      '`sell(8)`, which waits until another session lets go of lock 8': await waiting,
      'seats that are sold in the end': Number(await observer.value('SELECT count(*) FROM seats WHERE sold')),
      ...('report' in program ? await sessionLock(program as Reports, observer) : {}),
    }
  },
  expected: {
    'lock 7 is free: `sell(7)`': ['returns false', 'returns true'],
    'who holds lock 7 after it': ['nobody', 'nobody'],
    '`sell(8)`, which waits until another session lets go of lock 8': ['returns false', 'returns true'],
    'seats that are sold in the end': [0, 2],
  },
  differing: {
    prisma: {
      'lock 7 is free: `sell(7)`': ['throws P2010', 'returns true'],
      '`sell(8)`, which waits until another session lets go of lock 8': ['throws P2010', 'returns true'],
      'session lock 42 is free: `report()`': ['throws P2010', 'returns'],
      'who holds lock 42 after it': ['1 session: idle', 'nobody'],
      'another session tries lock 42': [false, true],
    },
  },
})

async function sessionLock({ report }: Reports, observer: Observer): Promise<Record<string, unknown>> {
  return {
    'session lock 42 is free: `report()`': await outcome(report()),
    'who holds lock 42 after it': await observer.holders(REPORT),
    'another session tries lock 42': await observer.rivalGets(REPORT),
  }
}
