import { outcome } from './outcome.ts'
import { type Program, prove } from './prove.ts'

interface Office extends Program {
  startRun(workflowId: number): Promise<void>
  /** @returns false where somebody else uses the account */
  payOut(accountId: number, amount: number): Promise<boolean>
}

prove<Office>('prefer-xact-lock', {
  schema: `
    CREATE TABLE workflows (id int PRIMARY KEY, runs_left int NOT NULL CHECK (runs_left >= 0));
    INSERT INTO workflows VALUES (7, 0);
    CREATE TABLE runs (workflow_id int NOT NULL);
    CREATE TABLE accounts (id int PRIMARY KEY, balance int NOT NULL);
    INSERT INTO accounts VALUES (8, 100);
    CREATE TABLE payouts (account_id int NOT NULL, amount int NOT NULL)`,
  async observe({ startRun, payOut }, observer) {
    const started = await outcome(startRun(7))
    const runs = Number(await observer.value('SELECT count(*) FROM runs'))
    const holders = await observer.holders(7)

    const unblock = await observer.rivalBlocks('payouts')
    const paid = outcome(payOut(8, 30))
    await observer.untilBlocked(1)
    const balance = await observer.value('SELECT balance FROM accounts WHERE id = 8')
    await unblock()
    await paid

    const free = await observer.rivalHolds(8)
    const refused = await outcome(payOut(8, 30))
    await free()
    return {
      'the second statement of `startRun(7)` breaks a constraint': started,
      'runs that are left of it': runs,
      'who holds lock 7 after it': holders,
      'between the two statements of `payOut(8, 30)`: the balance that others see, 100 before': balance,
      'another session holds 8 as a session lock, so `payOut(8, 30)`': refused,
    }
  },
  expected: {
    'the second statement of `startRun(7)` breaks a constraint': ['throws 23514', 'throws 23514'],
    'runs that are left of it': [1, 0],
    'who holds lock 7 after it': ['nobody', 'nobody'],
    'between the two statements of `payOut(8, 30)`: the balance that others see, 100 before': [70, 100],
    'another session holds 8 as a session lock, so `payOut(8, 30)`': ['returns false', 'returns false'],
  },
})
