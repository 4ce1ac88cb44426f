/** `no-retry-without-backoff`: a lock that wasn't got is asked for again at once, or at a steady pace. */
import type { Observations } from '../locks/facts.ts'
import { repeatedIn } from '../locks/retrying.ts'
import { descendantsOf } from '../syntax/walk.ts'
import type { Fault } from './fault.ts'
import type { FileAnalysis } from './file.ts'
import { shownKey, writtenPlace } from './places.ts'

/** Who waits a second or longer keeps nobody from working. */
const LONG = 1000

export function retryFaults(seen: Observations, file: FileAnalysis): Fault[] {
  const { acquisition } = seen
  const pause = pauseOf(seen)
  if (pause === undefined || pause >= LONG) return []
  if (acquisition.call.wait && !endsByTimeout(seen, file)) return []
  const { infoOf, facts } = file
  const place = repeatedIn(acquisition, { retrying: facts.retrying, infoOf })
  return [
    {
      rule: 'no-retry-without-backoff',
      messageId: pause > 0 ? 'metronome' : 'busy',
      node: (place ?? writtenPlace(acquisition, file)).node,
      data: { key: shownKey(acquisition.key), ms: String(pause) },
      trace: [],
      suggestions: [],
    },
  ]
}

/** The one pause of all rounds; undefined: they differ, or nobody can tell. */
function pauseOf({ retries }: Observations): number | undefined {
  if (retries.size === 0 || retries.has('some')) return undefined
  const lengths = [...retries].filter((one) => typeof one === 'number')
  return lengths.length > 1 ? undefined : (lengths[0] ?? 0)
}

/** A wait ends without the lock when a timeout is in force, or the code looks for its error. */
function endsByTimeout({ acquisition }: Observations, { facts }: FileAnalysis): boolean {
  if (facts.sites.get(acquisition.id)?.bounds.has('bounded')) return true
  for (let at: typeof acquisition.frame | undefined = acquisition.frame; at; at = at.parent)
    for (const node of descendantsOf(at.fn))
      if (node.type === 'Literal' && (node.value === '55P03' || node.value === '57014')) return true
  return false
}
