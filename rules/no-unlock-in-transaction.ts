/** A session lock must outlive the transaction whose writes it protects. */
import { createRule } from '../src/create-rule.ts'

export default createRule({
  name: 'no-unlock-in-transaction',
  description: 'Disallow unlocking a session lock before the transaction it protects is over',
  docs: {
    finding: 'A session lock is let go before COMMIT, or in a transaction that is aborted.',
    example: "`await c.query('SELECT pg_advisory_unlock($1)', [id]); await c.query('COMMIT')`",
  },
  recommended: true,
  messages: {
    beforeCommit:
      'This lets go of lock {{key}} before the writes under it are committed. The next holder reads the old rows: unlock after COMMIT, or take pg_advisory_xact_lock, which ends with the transaction.',
    abortedTransaction:
      'If the statement at line {{failed}} fails, this unlock of {{key}} is refused (25P02). An aborted transaction runs nothing before ROLLBACK, so the lock stays held: roll back first, or take pg_advisory_xact_lock.',
  },
})
