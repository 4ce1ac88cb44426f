/** The failure of the call that takes a lock is caught: what runs from here on runs without the lock. */
import type { Node, TSESTree } from '../syntax/ast.ts'
import { covers, pathTo } from '../syntax/walk.ts'
import { unwatched } from './sessions.ts'
import type { Frame, State } from './state.ts'

/** Only where the call ends its `try` is it plain that the rest was meant to run under the lock. */
export function catching(clause: TSESTree.CatchClause, state: State, frame: Frame): State {
  const { tracked } = state
  if (tracked?.phase !== 'failed') return state
  const statement = pathTo(frame.fn, clause).at(-2)
  const call = callIn(frame, tracked.acquisition)
  const last = statement?.type === 'TryStatement' ? statement.block.body.at(-1) : undefined
  return call && last && covers(last, call) ? caughtAt(clause, state) : unwatched(state)
}

/** From here on it is known where the failure was caught; the outermost place counts. */
export function caughtAt(node: Node, state: State): State {
  const { tracked } = state
  return tracked?.phase === 'failed' ? { ...state, tracked: { ...tracked, caught: node } } : state
}

/** The call by which a frame came to take the lock. */
function callIn(frame: Frame, acquisition: { readonly node: Node; readonly frame: Frame }): Node | undefined {
  let node: Node | undefined = acquisition.node
  for (let at: Frame | undefined = acquisition.frame; at; at = at.parent) {
    if (at.id === frame.id) return node
    node = at.call
  }
  return undefined
}
