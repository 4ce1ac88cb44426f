/** Work under a lock is awaited before the lock is let go, and so are the calls that take it and let it go. */
import { createRule } from '../src/create-rule.ts'

export default createRule({
  name: 'await-locked-work',
  description: 'Require that work under a lock, and the lock itself, is awaited',
  recommended: true,
  docs: {
    finding: 'The lock is let go before the work under it is done, or nobody awaits the lock itself.',
    example: '`try { return work(c) } finally { await unlock(c, id) }`',
  },
  hasSuggestions: true,
  messages: {
    returnedPromise:
      'Lock {{key}} is let go (line {{line}}) before the returned `{{call}}` is done. Others get it meanwhile: write `return await`.',
    floating:
      '`{{call}}` {{why}} and runs on after lock {{key}} is let go (line {{line}}). Others get it meanwhile: await the work before the lock ends.',
    lockNotAwaited: 'Nobody awaits the call that {{does}} lock {{key}}: {{effect}}. Write `await`.',
    addAwait: 'Add `await`.',
  },
})
