/** A transaction lock protects nothing unless a transaction is open on its session. */
import { createRule } from '../src/create-rule.ts'

export default createRule({
  name: 'require-transaction',
  description: 'Require a transaction around transaction locks',
  docs: {
    finding: 'A transaction lock is taken where no transaction is open, so it ends with its own statement.',
    example: "`await db.any('SELECT pg_advisory_xact_lock($1)', [id]); await db.none(write)`",
  },
  recommended: true,
  messages: {
    autocommit:
      'Transaction lock {{key}} ends with its own statement, since no transaction is open. What follows runs unlocked, and no error says so: run the lock and the work in one transaction.',
    outerHandle:
      'Transaction lock {{key}} is not taken in the open transaction, but on the outer handle. There it ends with its own statement, and the transaction runs unlocked: take it on the transaction handle.',
    savepoint:
      'Going back to an older savepoint frees transaction lock {{key}}, and line {{work}} writes without it. Take the lock before the savepoint, or again after ROLLBACK TO.',
  },
})
