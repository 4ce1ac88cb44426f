/** What runs under a lock must not grow with the data, nor be work that could be done before. */
import { createRule } from '../src/create-rule.ts'

export default createRule({
  name: 'no-unbounded-work-while-locked',
  description: 'Disallow loops without a visible bound and heavy work while a lock is held',
  docs: {
    finding: 'Under the lock runs a loop over who knows how many elements, or heavy work that could be done before.',
    example: '``await tx`SELECT pg_advisory_xact_lock(${id})`; for (const row of rows) await save(tx, row)``',
  },
  recommended: false,
  hasRecipes: true,
  messages: {
    loop: 'Lock {{key}} (line {{taken}}) is held over each of `{{name}}`, however many. The more there are, the longer everyone waits: take a batch of a fixed size under each lock (`LIMIT`, `slice`), or send one statement for all.',
    hoistable:
      'Lock {{key}} (line {{taken}}) is held while `{{name}}` ({{kind}}) runs. It takes nothing that was read under the lock: compute first, and take the lock to verify and publish.',
    idleTransaction:
      '`{{name}}` ({{kind}}) keeps the transaction of lock {{key}} (line {{taken}}) idle. Everyone who wants the lock waits, and the server may end an idle transaction: read without the lock, compute, then lock, verify that what was read still holds, and write.',
  },
})
