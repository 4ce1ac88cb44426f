/** Who didn't get a lock must wait before he asks again, and not in step with all others. */
import { createRule, type Fault } from '../src/create-rule.ts'

interface Options {
  readonly allowConstant: boolean
}

export default createRule<Options>({
  name: 'no-retry-without-backoff',
  description: 'Disallow asking for a lock again without a growing or random pause',
  docs: {
    finding: "A lock that wasn't got is asked for again at once, or at a steady pace.",
    example: '`while (!(await tryLock(c, id))) await sleep(50)`',
  },
  recommended: false,
  hasRecipes: true,
  messages: {
    busy: 'Lock {{key}} is asked for again and again without a pause. Each round is a query of every process that waits, all at once: sleep in between, longer each time and by a random amount, or wait with `lock_timeout`.',
    metronome:
      'Lock {{key}} is asked for every {{ms}} ms by everyone who waits. They stay in step, and more of them ask more often: let the pause grow and add a random amount, or wait with `lock_timeout`.',
  },
  options: {
    allowConstant: { type: 'boolean', description: 'Whether a constant pause below a second is allowed' },
  },
  defaults: { allowConstant: false },
  choose: (fault: Fault, { allowConstant }) => (allowConstant && fault.messageId === 'metronome' ? undefined : fault),
})
