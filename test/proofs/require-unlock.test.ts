import { outcome } from './outcome.ts'
import { type Program, prove } from './prove.ts'

interface Accounts extends Program {
  closeAccount(accountId: number): Promise<void>
  archive(accountId: number): Promise<void>
  /** What another request of the process is told. */
  isFree(accountId: number): Promise<boolean>
  rename?(accountId: number, name: string): Promise<void>
  charge?(accountId: number, amount: number): Promise<void>
  withdraw?(accountId: number, amount: number): Promise<void>
  deposit?(accountId: number, amount: number): Promise<void>
  invite?(accountId: number, email: string): Promise<void>
}

const HELD = ['1 session: idle', 'nobody'] as const
const renamed = { 'who holds lock 9 after `rename(9, "")`, which does nothing': HELD }
const charged = { 'who holds lock 10 after three attempts of `charge(10, 500)`': HELD }
const invited = { 'who holds lock 11 after `invite(11, …)`': HELD }
const withdrawn = {
  'who holds lock 12 after `withdraw(12, 500)`, which finds 100': ['1 session: idle in transaction', 'nobody'],
  'the next request calls `deposit(12, 50)`': ['returns', 'returns'],
  'the balance that all others see': [100, 150],
} as const

prove<Accounts>('require-unlock', {
  schema: `
    CREATE TABLE accounts (id int PRIMARY KEY, name text, balance int NOT NULL DEFAULT 100,
      closed boolean NOT NULL DEFAULT false, archived boolean NOT NULL DEFAULT false,
      CONSTRAINT empty_when_closed CHECK (NOT closed OR balance = 0));
    INSERT INTO accounts SELECT generate_series(7, 12);
    CREATE TABLE invitations (account_id int, email text)`,
  async observe({ closeAccount, archive, isFree, rename, charge, withdraw, deposit, invite }, observer) {
    const closed = await outcome(closeAccount(7))
    // The answer to a statement that failed is there a moment before its session is idle.
    await observer.untilQuiet()
    const seen: Record<string, unknown> = {
      'the account is not empty, so `closeAccount(7)`': closed,
      'who holds lock 7 after it': await observer.holders(7),
      'another session tries lock 7': await observer.rivalGets(7),
      'the same process asks `isFree(7)`': await isFree(7),
    }
    await archive(8)
    seen['who holds lock 8 after `archive(8)`, which does not fail'] = await observer.holders(8)
    if (rename) {
      await rename(9, '')
      seen['who holds lock 9 after `rename(9, "")`, which does nothing'] = await observer.holders(9)
    }
    if (charge) {
      await charge(10, 500)
      seen['who holds lock 10 after three attempts of `charge(10, 500)`'] = await observer.holders(10)
    }
    if (invite) {
      await invite(11, 'ann@example.org')
      seen['who holds lock 11 after `invite(11, …)`'] = await observer.holders(11)
    }
    if (withdraw && deposit) {
      await withdraw(12, 500)
      seen['who holds lock 12 after `withdraw(12, 500)`, which finds 100'] = await observer.holders(12)
      seen['the next request calls `deposit(12, 50)`'] = await outcome(deposit(12, 50))
      seen['the balance that all others see'] = await observer.value('SELECT balance FROM accounts WHERE id = 12')
    }
    return seen
  },
  expected: {
    'the account is not empty, so `closeAccount(7)`': ['throws 23514', 'throws 23514'],
    'who holds lock 7 after it': HELD,
    'another session tries lock 7': [false, true],
    'the same process asks `isFree(7)`': [true, true],
    'who holds lock 8 after `archive(8)`, which does not fail': HELD,
  },
  differing: {
    drizzle: renamed,
    knex: renamed,
    kysely: renamed,
    pg: { ...renamed, ...charged, ...invited, ...withdrawn },
    postgres: { ...renamed, ...withdrawn },
    // Its own code, with that of the server inside.
    prisma: { 'the account is not empty, so `closeAccount(7)`': ['throws P2010', 'throws P2010'] },
    typeorm: { ...renamed, ...withdrawn },
  },
})
