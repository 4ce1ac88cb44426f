/** Suggestion: the unlock function of the mode in which the lock was taken. */
import type { LockCall } from '../sql/types.ts'
import type { Node } from '../syntax/ast.ts'
import type { Suggestion } from './suggestion.ts'

/** Only where the function's name stands once, as a whole, in the call that sends it. */
export function rightUnlock(node: Node, call: LockCall, mode: LockCall['mode'], text: string): Suggestion[] {
  const source = text.slice(node.range[0], node.range[1])
  const places = [...source.matchAll(/\bpg_advisory_unlock(?:_shared)?\b/gi)].filter(
    ([name]) => name.toLowerCase() === call.name,
  )
  const [place, ...more] = places
  if (!place || more.length > 0) return []
  const start = node.range[0] + place.index
  const right = mode === 'shared' ? 'pg_advisory_unlock_shared' : 'pg_advisory_unlock'
  return [{ messageId: 'rightFunction', edits: [{ range: [start, start + place[0].length], text: right }] }]
}
