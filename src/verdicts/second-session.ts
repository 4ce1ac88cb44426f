/** `same-connection`: statements under the lock that go to another session than the one that holds it. */
import type { Observations, Work } from '../locks/facts.ts'
import type { Fault } from './fault.ts'
import type { FileAnalysis } from './file.ts'
import { type Lines, shownKey } from './places.ts'

export function secondSessionFaults(seen: Observations, _: FileAnalysis, lines: Lines): Fault[] {
  const { acquisition } = seen
  const { session } = acquisition
  if (!session?.pool) return []
  const inTransaction = acquisition.call.scope === 'xact' || session.holder === 'transaction'
  // Losers of a try on one key leave at once: they keep no connection that the holder waits for.
  const starves = acquisition.call.wait || !acquisition.key.parts.every((part) => part.constant)
  if (!inTransaction && !starves) return []
  const strays = [...seen.held.values()].filter((work) => isStray(work, session.pool?.key))
  const first = strays.sort((a, b) => a.node.range[0] - b.node.range[0])[0]
  if (!first) return []
  return [
    {
      rule: 'same-connection',
      messageId: inTransaction ? 'outerHandle' : 'samePool',
      node: first.node,
      data: { key: shownKey(acquisition.key), line: String(lines.lineOf(acquisition.node)) },
      trace: [],
      suggestions: [],
    },
  ]
}

/** A write through the pool that the holder was taken from. */
function isStray({ kind, writes, session }: Work, pool: string | undefined): boolean {
  return kind === 'statement' && writes && session?.holder === 'pool' && session.key === pool
}
