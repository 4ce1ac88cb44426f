/** Giving up on a lock must end its session: the server goes on waiting, and may grant it later. */
import { createRule } from '../src/create-rule.ts'

export default createRule({
  name: 'no-abandoned-acquisition',
  description: 'Disallow giving up on a lock that the server may still grant',
  docs: {
    finding: 'Nobody waits for a lock any more that the server may still grant.',
    example: "`await Promise.race([c.query('SELECT pg_advisory_lock($1)', [id]), timeout(5000)])`",
  },
  recommended: true,
  messages: {
    raced:
      'When this wait is given up, the server still waits for lock {{key}}. It is granted later to a connection that is back in the pool, and nobody unlocks it: bound the wait by lock_timeout, or destroy the connection by `release(true)`.',
    siblings:
      'If a neighbour in `Promise.all` fails, lock {{key}} may be held with nobody to unlock it. Take the lock by itself before or after, or destroy the connection by `release(true)`.',
    abortableUnlock:
      'This unlock of {{key}} is given the signal that also stops the work (line {{line}}). Once it is aborted the unlock is not sent, and the lock stays held: leave the signal out here.',
  },
})
