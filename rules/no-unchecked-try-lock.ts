/** Nothing may run as if locked unless the boolean of the try-lock is true. */
import { createRule } from '../src/create-rule.ts'

export default createRule({
  name: 'no-unchecked-try-lock',
  description: 'Require the boolean of a try-lock to guard the work',
  docs: {
    finding: 'Work runs although the try-lock may have answered false.',
    example: "`const r = await c.query('SELECT pg_try_advisory_xact_lock($1)', [id]); if (r.rowCount) await work()`",
  },
  recommended: true,
  hasSuggestions: true,
  messages: {
    ignored:
      'The answer of the try-lock on {{key}} is never tested, yet line {{work}} runs. A try-lock does not wait: leave unless the boolean is true, or use the waiting function.',
    lost: 'This call throws the answer of the try-lock on {{key}} away. It ends the same way whatever the server answered: run it with a method that returns the row, and test its boolean.',
    alwaysTruthy:
      'This tests {{part}}, which is there whatever the try-lock (line {{line}}) answered. Test the boolean itself, `{{column}}` of the first row: without it line {{work}} runs unlocked.',
    wrongColumn:
      '`{{read}}` is no column of this try-lock (line {{line}}): it returns `{{column}}`. The value is undefined, so the answer is never seen.',
    notAwaited:
      'This tests a promise, which is always truthy, not the answer of the try-lock (line {{line}}). Await it first.',
    notGuarding:
      'Line {{work}} runs although the try-lock (line {{line}}) may have answered false here. Return or throw in that case before any protected work.',
    textBoolean:
      'This compares the answer of the try-lock (line {{line}}) with a value that it never has. Test the boolean itself.',
    insertGuard: 'Throw when the lock is held elsewhere.',
  },
})
