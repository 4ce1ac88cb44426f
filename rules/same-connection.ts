/** What the lock protects must run on the session that holds it. */
import { createRule } from '../src/create-rule.ts'

export default createRule({
  name: 'same-connection',
  description: 'Require writes under a lock to run on the connection that holds it',
  docs: {
    finding: 'Under the lock a write goes to another connection of the same pool.',
    example: '``await tx`SELECT pg_advisory_xact_lock(${id})`; await db.insert(rows)``',
  },
  recommended: true,
  messages: {
    outerHandle:
      'This write goes past the transaction that holds lock {{key}} (line {{line}}). It runs on another connection, stays when the transaction is rolled back, and may still run when the lock is gone: send it through the transaction.',
    samePool:
      'This write waits for a second connection of the pool while lock {{key}} keeps one (line {{line}}). With as many holders as the pool has connections all of them wait for ever, and no deadlock is reported: send it through the client that holds the lock.',
  },
})
