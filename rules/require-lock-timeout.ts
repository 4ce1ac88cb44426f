/** Who waits for a lock must stop some day: by default the server waits as long as the holder lives. */
import { createRule } from '../src/create-rule.ts'

export default createRule({
  name: 'require-lock-timeout',
  description: 'Require a bound for each wait for a lock',
  docs: {
    finding: 'Nothing bounds the wait for a lock.',
    example: "`await c.query('SELECT pg_advisory_lock($1)', [id])` without `lock_timeout`",
  },
  recommended: false,
  messages: {
    unbounded:
      'Nothing bounds the wait for lock {{key}}. If its holder hangs, this waits as long, and keeps its connection meanwhile: set `lock_timeout` on this session first, or for all in the options of the connection.',
    localOutsideTransaction:
      '`SET LOCAL` before lock {{key}} does nothing: no transaction is open. The server only warns, and this waits without a bound: set it after BEGIN, or without LOCAL and reset it after the wait.',
    budget:
      'The wait for lock {{key}} uses up the `timeout` of its `$transaction`. After that (5 s unless set) the next query fails with P2028: `SET LOCAL lock_timeout` to less than that first, in the same transaction.',
  },
})
