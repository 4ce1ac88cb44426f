/** `no-ignored-lock-error`: work that runs although the call that takes its lock has failed. */
import type { Observations } from '../locks/facts.ts'
import { covers } from '../syntax/walk.ts'
import type { Fault } from './fault.ts'
import type { FileAnalysis } from './file.ts'
import { type Lines, shownKey } from './places.ts'
import { isUnreadable } from './void-result.ts'

export function ignoredErrorFaults(seen: Observations, { facts }: FileAnalysis, lines: Lines): Fault[] {
  // A failure on the client's side aborts no transaction.
  const site = facts.sites.get(seen.acquisition.id)
  const unread = site !== undefined && isUnreadable(site)
  const gone = [...seen.ignored].sort(([a], [b]) => a.range[0] - b.range[0])
  const [first] = gone.filter(([node, { aborted }]) => {
    const work = seen.held.get(node)
    return work?.kind === 'statement' && work.writes && (unread || !aborted)
  })
  if (!first) return []
  const [work, { caught }] = first
  // Where the failure is caught, other statements stand in for the lock.
  if (gone.some(([node]) => covers(caught, node) && !seen.held.has(node))) return []
  return [
    {
      rule: 'no-ignored-lock-error',
      messageId: 'goesOn',
      node: caught,
      data: {
        key: shownKey(seen.acquisition.key),
        line: lines.taken(seen.acquisition),
        work: lines.shown(work),
      },
      trace: [],
      suggestions: [],
    },
  ]
}
