/** `no-unlock-in-transaction`: a session lock that is let go, or can't be, before its transaction is over. */
import type { Observations, Work } from '../locks/facts.ts'
import type { Fault } from './fault.ts'
import type { FileAnalysis } from './file.ts'
import { type Lines, shownKey } from './places.ts'

export function commitFaults(seen: Observations, _: FileAnalysis, lines: Lines): Fault[] {
  const { acquisition } = seen
  if (acquisition.session?.holder === 'pool') return []
  const works = [...seen.held.values()]
  const isOwn = (work: Work): boolean => work.sessionKey === acquisition.sessionKey
  for (const [node, { early, throwers, fates }] of seen.unlocksInside) {
    // What is rolled back afterwards the next holder may as well not see; a session that is ended lets go anyway.
    const isEarly = early && (fates.has('commit') || !fates.has('rollback'))
    const isEnded = fates.has('closed') && !fates.has('kept')
    const failed = isEnded ? undefined : works.find((work) => throwers.has(work.node) && isOwn(work))
    const messageId = isEarly ? 'beforeCommit' : failed ? 'abortedTransaction' : undefined
    if (messageId === undefined) continue
    const data = {
      key: shownKey(acquisition.key),
      line: lines.taken(acquisition),
      failed: failed ? lines.shown(failed.node) : '',
    }
    return [{ rule: 'no-unlock-in-transaction', messageId, node, data, trace: [], suggestions: [] }]
  }
  return []
}
