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
  const wrote = works.some((work) => work.writes && isOwn(work))
  for (const [node, throwers] of seen.unlocksInside) {
    const failed = works.find((work) => throwers.has(work.node) && isOwn(work))
    const messageId = throwers.has(undefined) && wrote ? 'beforeCommit' : failed ? 'abortedTransaction' : undefined
    if (messageId === undefined) continue
    const data = {
      key: shownKey(acquisition.key),
      line: String(lines.lineOf(acquisition.node)),
      failed: failed ? String(lines.lineOf(failed.node)) : '',
    }
    return [{ rule: 'no-unlock-in-transaction', messageId, node, data, trace: [], suggestions: [] }]
  }
  return []
}
