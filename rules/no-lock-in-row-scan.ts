/** A lock function must run for the rows that the statement returns, and for no others. */
import { createRule } from '../src/create-rule.ts'

export interface Options {
  readonly limit: boolean
}

export default createRule<Options>({
  name: 'no-lock-in-row-scan',
  description: 'Disallow lock functions that run for more rows than the statement returns, or never',
  docs: {
    finding: 'A lock function may lock more rows than the statement returns, or never runs.',
    example: '`SELECT id FROM jobs WHERE ready AND pg_try_advisory_lock(id) ORDER BY prio LIMIT 1`',
  },
  recommended: true,
  hasRecipes: true,
  messages: {
    moreRows:
      '`{{lock}}` in {{clause}} may run for many more rows than the statement returns. Each run takes a lock, and the server makes them before it sorts, skips rows or tests dearer conditions: pick the rows in a sub-select with its own LIMIT, and lock outside of it.',
    neverRuns:
      '`{{lock}}` is never run here, so no lock is taken. The server skips a CTE that nobody reads, the select list of EXISTS and a branch that constants rule out: send the lock as a statement of its own.',
    notPromised:
      '`{{lock}}` beside LIMIT locks as many rows as come back today, but the manual promises nothing. Pick the rows in a sub-select with its own LIMIT, and lock outside of it.',
  },
  options: {
    limit: { type: 'boolean', description: 'Whether a lock beside a LIMIT that stops the scan is reported too' },
  },
  defaults: { limit: false },
  choose: (fault, { limit }) => (fault.messageId === 'notPromised' && !limit ? undefined : fault),
})
