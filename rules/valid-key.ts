/** A key must fit its type, be there, and be the same in every process. */
import { createRule } from '../src/create-rule.ts'

export default createRule({
  name: 'valid-key',
  description: 'Disallow keys that the server refuses, that are missing, or that no two processes share',
  docs: {
    finding: 'A key is out of range, rounded, missing, or another one in each process.',
    example: '`pg_advisory_xact_lock($1)` with `[null]`, `[process.pid]`, `[2 ** 60 + 1]`',
  },
  recommended: true,
  messages: {
    outOfRange:
      'The key {{part}} does not fit {{type}}. The server raises an error and takes no lock: use a number of that range, or hash into it.',
    imprecise:
      'The key {{part}} goes beyond 2^53, where JavaScript rounds. The server gets another number, and two keys may become one: use a BigInt, or pass the number as text.',
    unsigned:
      'The key part `{{part}}` is unsigned, and half of its values do not fit int4. For those the server raises an error: make it signed by `| 0` or `readInt32BE`.',
    null: 'A NULL key locks nothing, and here {{part}}. Then {{lock}} {{answer}}: require the value, or throw without it.',
    stringified:
      'The key is the same for all that have no {{part}}: the text says `undefined` or `null`. They all wait for each other: require the value, or throw without it.',
    unshared:
      'The key comes from `{{part}}`, another one {{each}}, so nobody is kept out. Derive the key from what the lock protects.',
    notInteger:
      'The key {{part}} is not an integer. The server raises an error and takes no lock: pass a whole number, or hash the text.',
  },
})
