/** Savepoints: going back to one that is older than a transaction lock lets the lock go (facts-postgresql, F9). */
import { placed } from '../origins/value.ts'
import { NONE } from './environment.ts'
import { recovered } from './sessions.ts'
import type { State } from './state.ts'

/** A savepoint is set: going back to it lets go of what the transaction locks from here on. */
export function savepointSet(state: State, session: string, name: string): State {
  const { tracked, env } = state
  const held = tracked?.sessionKey === session ? placed(tracked.acquisition.id) : NONE
  return { ...state, env: env.setNote(`savepoint:${session} ${name}`, held) }
}

/** The transaction goes back to a savepoint. */
export function rolledBackTo(before: State, session: string, name: string | undefined): State {
  const state = recovered(before, session)
  const { tracked, env } = state
  const isOwn = tracked?.phase === 'held' && tracked.sessionKey === session && tracked.acquisition.call.scope === 'xact'
  const isOlder = env.note(`savepoint:${session} ${name ?? ''}`)?.key === NONE.key
  return isOwn && isOlder ? { ...state, tracked: { ...tracked, phase: 'undone' } } : state
}
