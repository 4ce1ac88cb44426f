import { outcome } from './outcome.ts'
import { type Program, prove } from './prove.ts'

interface Shop extends Program {
  withdraw(accountId: number, amount: number): Promise<void>
  ship(orderId: number): Promise<void>
  closeAccount(accountId: number): Promise<void>
}

prove<Shop>('no-ignored-lock-error', {
  schema: `
    CREATE TABLE accounts (id int PRIMARY KEY, balance int NOT NULL, closed boolean NOT NULL DEFAULT false);
    INSERT INTO accounts VALUES (7, 100);
    CREATE TABLE shipments (order_id int)`,
  async observe({ withdraw, ship, closeAccount }, observer) {
    const freeAccount = await observer.rivalHolds(7)
    const read = Number(await observer.value('SELECT balance FROM accounts WHERE id = 7'))
    const withdrawn = await outcome(withdraw(7, 10))
    await observer.value('UPDATE accounts SET balance = $1 WHERE id = 7', [read - 30])
    const taken = 30 + (withdrawn === 'returns' ? 10 : 0)
    const missing = read - Number(await observer.value('SELECT balance FROM accounts WHERE id = 7'))
    const closed = await outcome(closeAccount(7))
    await freeAccount()

    const freeOrder = await observer.rivalHolds(8)
    const shipped = await outcome(ship(8))
    await freeOrder()
    return {
      'another session holds lock 7 for longer than `lock_timeout`, so `withdraw(7, 10)`': withdrawn,
      'the other session, which had read the balance, withdraws 30: withdrawn by both': taken,
      'missing in the account': missing,
      'another session holds lock 8 as long, so `ship(8)` (`goesOn` in a helper)': shipped,
      'shipments while it holds lock 8': Number(await observer.value('SELECT count(*) FROM shipments')),
      'a transaction that the refused lock aborted (`closeAccount(7)`, not reported)': closed,
    }
  },
  expected: {
    'another session holds lock 7 for longer than `lock_timeout`, so `withdraw(7, 10)`': ['returns', 'throws 55P03'],
    'the other session, which had read the balance, withdraws 30: withdrawn by both': [40, 30],
    'missing in the account': [30, 30],
    'another session holds lock 8 as long, so `ship(8)` (`goesOn` in a helper)': ['returns', 'throws 55P03'],
    'shipments while it holds lock 8': [1, 0],
    'a transaction that the refused lock aborted (`closeAccount(7)`, not reported)': ['throws 25P02', 'throws 25P02'],
  },
})
