/** A session lock must be ended on every path, the exceptional ones included. */
import { createRule } from '../src/create-rule.ts'

export default createRule({
  name: 'require-unlock',
  description: 'Require every session lock to be ended on all paths',
  docs: {
    finding: 'A session lock stays held on some path, or a transaction with a lock is left open.',
    example: "`await c.query('SELECT pg_advisory_lock($1)', [id]); await work(); c.release()`",
  },
  recommended: true,
  hasSuggestions: true,
  messages: {
    neverUnlocked:
      'Lock {{key}} is never unlocked. Unlock it in `finally`, or take pg_advisory_xact_lock in a transaction, which ends by itself.',
    heldOnThrow:
      'Lock {{key}} stays held if {{thrower}} throws. Unlock it in `finally` ({{unlock}} is skipped), or take pg_advisory_xact_lock in a transaction.',
    heldOnReturn:
      'Lock {{key}} stays held on the way out at line {{line}}. Unlock it in `finally` ({{unlock}} is skipped), or take pg_advisory_xact_lock in a transaction.',
    returnedToPool:
      'Lock {{key}} goes back to the pool with its connection (line {{line}}). Releasing a connection does not end its session, so the lock stays until that connection closes: unlock it in `finally`, or take pg_advisory_xact_lock in a transaction.',
    stacked:
      'Lock {{key}} is taken again before it is unlocked, and {{unlock}} undoes one hold only. Session locks count: take it once outside the loop, or unlock it in each turn.',
    transactionLeftOpen:
      'The connection that holds lock {{key}} goes back (line {{line}}) with its transaction open. Send COMMIT or ROLLBACK on every path before release(), or the lock stays with an idle transaction.',
    moveIntoFinally: 'Move the unlock into a `finally`.',
  },
})
