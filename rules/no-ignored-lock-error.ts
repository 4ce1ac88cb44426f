/** Where the lock could not be taken, the work must not run. */
import { createRule } from '../src/create-rule.ts'

export default createRule({
  name: 'no-ignored-lock-error',
  description: 'Disallow going on with the work after the lock could not be taken',
  docs: {
    finding: 'The work goes on although the lock could not be taken.',
    example: '`await lock(c, id).catch(log); await work(c)`',
  },
  recommended: true,
  messages: {
    goesOn:
      "Line {{work}} runs unlocked if lock {{key}} (line {{line}}) can't be taken: the error ends here. A timeout, a deadlock or a lost connection is such an error: rethrow it, or leave before the work.",
  },
})
