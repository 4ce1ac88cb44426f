/** A session lock, its work and its unlock must reach one and the same session. */
import { createRule } from '../src/create-rule.ts'

export default createRule({
  name: 'require-dedicated-connection',
  description: 'Require session locks on one pinned connection',
  recommended: true,
  messages: {
    pooled:
      'Session lock {{key}} goes through a pool, so its unlock may reach another session. Then it answers false, nothing throws, and the lock stays until that connection closes; tests without traffic may not show it: {{pin}}.',
    pooledReset:
      'Session lock {{key}} is gone before the next line: this pool resets each connection that goes back to it. Nobody is kept out, and no error says so: {{pin}}.',
    transactionPooling:
      'Session lock {{key}} is lost behind a pooler in {{mode}} mode, which lends another session to each transaction. Lock and unlock reach different sessions, and tests without a pooler pass: take pg_advisory_xact_lock in a transaction, or connect around the pooler.',
  },
})
