import { outcome } from './outcome.ts'
import { type Program, prove } from './prove.ts'

interface Accounting extends Program {
  /** @returns what the unlock answered */
  closeMonth(month: number, accountId: number, report: () => Promise<void>): Promise<boolean | undefined>
  lead(shard: number): Promise<void>
  /** Lets others lead. */
  stepDown(): Promise<void>
}

prove<Accounting>('no-unlock-all', {
  schema: 'CREATE TABLE accounts (id int PRIMARY KEY, balance int NOT NULL)',
  async observe({ closeMonth, lead, stepDown }, observer) {
    let [holders, rivalGets]: [string?, boolean?] = []
    const unlock = await outcome(
      closeMonth(7, 20, async () => {
        holders = await observer.holders(7)
        rivalGets = await observer.rivalGets(7)
      }),
    )
    await lead(12)
    const leading = await observer.holders(12)
    await stepDown()
    return {
      'who holds lock 7 when the function that `closeMonth(7)` lent its connection is done (`lent`)': holders,
      'another session tries lock 7, under which `closeMonth(7)` still works': rivalGets,
      'the unlock of `closeMonth(7)`': unlock,
      'who holds lock 12 after `lead(12)`': leading,
      'who holds lock 12 after `stepDown()` (`pooled`)': await observer.holders(12),
      'another session tries lock 12': await observer.rivalGets(12),
    }
  },
  expected: {
    'who holds lock 7 when the function that `closeMonth(7)` lent its connection is done (`lent`)': [
      'nobody',
      '1 session: idle',
    ],
    'another session tries lock 7, under which `closeMonth(7)` still works': [true, false],
    'the unlock of `closeMonth(7)`': ['returns false', 'returns true'],
    'who holds lock 12 after `lead(12)`': ['1 session: idle', '1 session: idle'],
    'who holds lock 12 after `stepDown()` (`pooled`)': ['1 session: idle', 'nobody'],
    'another session tries lock 12': [false, true],
  },
})
