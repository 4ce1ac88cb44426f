/** A session lock, its work and its unlock must reach one and the same session. */
import { createRule } from '../src/create-rule.ts'

export default createRule({
  name: 'require-dedicated-connection',
  description: 'Require session locks on one pinned connection',
  docs: {
    finding: 'A session lock goes through a pool, so its unlock may reach another session.',
    example: "`await pool.query('SELECT pg_advisory_lock($1)', [id])`",
  },
  recommended: true,
  messages: {
    pooled:
      'Session lock {{key}} goes through a pool, so its unlock may reach another session. Then it answers false, nothing throws, and the lock stays until that connection closes; tests without traffic may not show it: {{pin}}.',
    pooledReset:
      'Session lock {{key}} is gone before the next line: this pool resets returned connections. Nobody is kept out, and no error says so: {{pin}}.',
    transactionPooling:
      'Session lock {{key}} does not survive a pooler in {{mode}} mode. It lends another session to each {{mode}}, so the unlock may miss the lock, and tests without a pooler pass: {{instead}}.',
  },
})
