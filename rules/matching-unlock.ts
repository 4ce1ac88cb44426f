/** An unlock must name the lock that was taken: key, key space, mode and session. */
import { createRule } from '../src/create-rule.ts'

export default createRule({
  name: 'matching-unlock',
  description: 'Require an unlock to name the lock that was taken',
  docs: {
    finding:
      'An unlock names another key, key space, mode or session than the lock, or runs where the try-lock answered false.',
    example: '`lock_shared($1)` … `pg_advisory_unlock($1)`',
  },
  recommended: true,
  hasSuggestions: true,
  messages: {
    wrongKey:
      'This unlocks {{other}}, but the lock taken at line {{line}} is {{key}}. The server answers false and keeps the lock: compute the key once, and use it for both.',
    wrongKeySpace:
      'This unlocks {{other}}, but the lock taken at line {{line}} is {{key}}, in the other key space. One bigint and two int4 never meet, so the server answers false and keeps the lock: use the same form for both.',
    wrongMode:
      'The lock taken at line {{line}} is {{mode}}, and this unlock is of the other mode. The server answers false and keeps the lock: use the unlock function of the same mode.',
    wrongHolder:
      'This unlock goes to another connection than the one that took the lock at line {{line}}. Only the session that holds a lock can let it go: send the unlock through the same client.',
    xactLock:
      "A transaction lock (line {{line}}) can't be unlocked by hand. The server answers false and keeps it until the transaction ends: drop this call, or take a session lock.",
    notHeld:
      'This unlock runs where the try-lock at line {{line}} answered false. There it frees nothing, or what another request has taken on this connection since: unlock only what was got.',
    guardDiffers:
      'This unlock stands under another condition than the lock at line {{line}}. Where the two differ the lock stays held, or one is let go that was never taken: remember in one variable whether it was taken.',
    rightFunction: 'Use the unlock function of the same mode.',
  },
})
