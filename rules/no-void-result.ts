/** The waiting lock functions return void: there is nothing to read, and nothing to test. */
import { createRule } from '../src/create-rule.ts'

export default createRule({
  name: 'no-void-result',
  description: 'Disallow reading or testing the void result of the waiting lock functions',
  docs: {
    finding: 'The empty result of a waiting function is read or tested.',
    example: '``await prisma.$queryRaw`SELECT pg_advisory_xact_lock(${id})` ``',
  },
  recommended: true,
  hasSuggestions: true,
  messages: {
    undecodable:
      'This call rejects: `$queryRaw` cannot read the void column of {{lock}} (P2010){{stays}}. Run it with `$executeRaw`, or cast the column to text.',
    rowCame:
      'This call rejects: `none()` wants no row, and {{lock}} always returns one. The lock is taken all the same: run it with `one()` or `any()`.',
    tested:
      'This tests the result of {{lock}} (line {{line}}), which is always empty. The function waits until it has the lock: drop the test, or use the try form, which answers a boolean.',
    useExecuteRaw: 'Run it with `$executeRaw`.',
  },
})
