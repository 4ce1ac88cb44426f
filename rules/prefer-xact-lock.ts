/** A session lock that only statements of its connection need belongs to a transaction. */
import { createRule } from '../src/create-rule.ts'

export default createRule({
  name: 'prefer-xact-lock',
  description: 'Require a transaction lock where a session lock spans only statements of its connection',
  docs: {
    finding: 'A session lock spans only statements of its own connection, which a transaction lock would do.',
    example: '`lock($1)`; `UPDATE …`; `unlock($1)` on one client',
  },
  recommended: false,
  messages: {
    waiting:
      'Session lock {{key}} spans only statements of its connection (until {{unlock}}). Run them in one transaction that begins with {{lock}}: COMMIT and ROLLBACK let it go on every path, and there is no unlock to miss.',
    tried:
      'Session try-lock {{key}} spans only statements of its connection (until {{unlock}}). Run them in one transaction that begins with {{lock}} and goes on only where it answers true: COMMIT and ROLLBACK let it go on every path, and there is no unlock to miss.',
  },
})
