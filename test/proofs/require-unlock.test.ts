import { outcome } from './outcome.ts'
import { type Program, prove } from './prove.ts'

interface Accounts extends Program {
  closeAccount(accountId: number): Promise<void>
}

prove<Accounts>('require-unlock', {
  schema: `
    CREATE TABLE accounts (id int PRIMARY KEY, balance int NOT NULL, closed boolean NOT NULL DEFAULT false,
      CONSTRAINT empty_when_closed CHECK (NOT closed OR balance = 0));
    INSERT INTO accounts VALUES (7, 100)`,
  async observe({ closeAccount }, observer) {
    return {
      'the account is not empty, so `closeAccount(7)`': await outcome(closeAccount(7)),
      'who holds lock 7 after it': await observer.holders(7),
      'another session tries lock 7': await observer.rivalGets(7),
    }
  },
  expected: {
    'the account is not empty, so `closeAccount(7)`': ['throws 23514', 'throws 23514'],
    'who holds lock 7 after it': ['1 session: idle', 'nobody'],
    'another session tries lock 7': [false, true],
  },
})
