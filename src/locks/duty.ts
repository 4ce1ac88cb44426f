/** Who has the duty to end the watched lock, once something else got its connection. */
import type { Value } from '../origins/value.ts'
import { leadsTo } from './holding.ts'
import type { State } from './state.ts'

/** Whether any of the values brings the connection of the watched lock. */
export function isGiven(values: readonly Value[], { tracked, env }: State): boolean {
  return tracked !== undefined && values.some((value) => leadsTo(value, tracked.sessionKey, env))
}

/** Something that can't be seen may have ended the lock, or the wait for it. */
export function mayEnd(state: State): State {
  return state.tracked ? { ...state, tracked: { ...state.tracked, maybe: true, abandoned: undefined } } : state
}

/** Nobody waits for the lock any more, though it may still be granted. */
export function abandon(state: State, how: 'raced' | 'siblings'): State {
  return state.tracked ? { ...state, tracked: { ...state.tracked, maybe: true, abandoned: how } } : state
}

/** Somebody else has the duty from here on. */
export function handedOn(state: State): State {
  return state.tracked ? { ...state, tracked: { ...state.tracked, handed: true } } : state
}
