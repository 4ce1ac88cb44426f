import { outcome } from './outcome.ts'
import { type Program, prove } from './prove.ts'

interface Rebuilder extends Program {
  /** @returns what the unlock answered */
  rebuild(tenantId: number, work: () => Promise<void>): Promise<boolean | undefined>
  /** Any other request of the process. */
  report(): Promise<void>
}

prove<Rebuilder>('require-dedicated-connection', {
  schema: 'CREATE TABLE reports (id int)',
  async observe({ rebuild, report }, observer) {
    let other: Promise<void> | undefined
    let unblock: (() => Promise<void>) | undefined
    const rebuilt = rebuild(7, async () => {
      // The other request takes the connection that the pool would have given again.
      unblock = await observer.rivalBlocks('reports')
      other = report()
      await observer.untilBlocked(1)
    })
    const unlock = await outcome(rebuilt)
    await unblock?.()
    await other
    return {
      'while another request uses the pool, the unlock of `rebuild(7)`': unlock,
      'who holds lock 7 after it': await observer.holders(7),
      'another session tries lock 7': await observer.rivalGets(7),
    }
  },
  expected: {
    'while another request uses the pool, the unlock of `rebuild(7)`': ['returns false', 'returns true'],
    'who holds lock 7 after it': ['1 session: idle', 'nobody'],
    'another session tries lock 7': [false, true],
  },
})
