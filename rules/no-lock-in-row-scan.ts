/** A lock function must run for the rows that the statement returns, and for no others. */
import { createRule } from '../src/create-rule.ts'

export interface Options {
  readonly limit: boolean
}

export default createRule<Options>({
  name: 'no-lock-in-row-scan',
  description: 'Disallow lock functions that run for more rows than the statement returns, or never',
  recommended: true,
  messages: {
    moreRows:
      '`{{lock}}` in {{clause}} may lock many more rows than the statement returns. The server runs it on the rows it scans, before LIMIT, sorting and dearer conditions: pick the row in a sub-select with its own LIMIT, and lock outside of it.',
    neverRuns:
      '`{{lock}}` is never run here, so no lock is taken. The server skips a CTE that nobody reads and the select list of EXISTS: send the lock as a statement of its own.',
    notPromised:
      '`{{lock}}` beside LIMIT locks as many rows as come back today, but the manual promises nothing. Pick the row in a sub-select with its own LIMIT, and lock outside of it.',
  },
  options: {
    limit: { type: 'boolean', description: 'Whether a plain select list with LIMIT is reported too.' },
  },
  defaults: { limit: false },
  choose: (fault, { limit }) => (fault.messageId === 'notPromised' && !limit ? undefined : fault),
})
