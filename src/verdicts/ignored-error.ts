/** `no-ignored-lock-error`: work that runs although the call that takes its lock has failed. */
import type { Observations } from '../locks/facts.ts'
import type { Fault } from './fault.ts'
import type { FileAnalysis } from './file.ts'
import { type Lines, shownKey } from './places.ts'

export function ignoredErrorFaults(seen: Observations, _: FileAnalysis, lines: Lines): Fault[] {
  const protectedWork = [...seen.ignored].filter(([node]) => {
    const work = seen.held.get(node)
    return work?.kind === 'statement' && work.writes
  })
  const [first] = protectedWork.sort(([a], [b]) => a.range[0] - b.range[0])
  if (!first) return []
  const [work, caught] = first
  return [
    {
      rule: 'no-ignored-lock-error',
      messageId: 'goesOn',
      node: caught,
      data: {
        key: shownKey(seen.acquisition.key),
        line: String(lines.lineOf(seen.acquisition.node)),
        work: String(lines.lineOf(work)),
      },
      trace: [],
      suggestions: [],
    },
  ]
}
