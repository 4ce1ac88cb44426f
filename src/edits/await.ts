/** Suggestion: wait for a call. */
import type { Node } from '../syntax/ast.ts'
import type { Suggestion } from './suggestion.ts'

/** `await` before a call, or in place of the `void` before it. */
export function awaitEdit(call: Node, text: string): Suggestion[] {
  const [start] = call.range
  const before = /\bvoid\s+$/.exec(text.slice(0, start))
  const range = [before ? start - before[0].length : start, start] as const
  return [{ messageId: 'addAwait', edits: [{ range, text: 'await ' }] }]
}
