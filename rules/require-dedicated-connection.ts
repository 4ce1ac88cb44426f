/** A session lock, its work and its unlock must reach one and the same session. */
import { createRule } from '../src/create-rule.ts'

export default createRule({
  name: 'require-dedicated-connection',
  description: 'Require session locks on one pinned connection',
  recommended: true,
  messages: {
    pooled:
      'Session lock {{key}} goes through a pool, so its unlock may reach another session. An idle pool gives the same connection each time, so tests pass; under load the unlock answers false, nothing throws, and the lock stays until that connection closes: {{pin}}.',
    pooledReset:
      'Session lock {{key}} is gone before the next line, since this pool resets connections. It does so whenever one goes back to it, so nobody is kept out, and no error says so: {{pin}}.',
    transactionPooling:
      'Session lock {{key}} is lost behind a pooler in {{mode}} mode. Each transaction may get another session: lock and unlock reach different ones, and tests without a pooler pass. Take pg_advisory_xact_lock in a transaction, or connect around the pooler.',
  },
})
