/** The parameters of the server that bound how long a statement waits for a lock, and what a setting of them says. */
import type { Setting } from './types.ts'

/** `transaction_timeout` (PostgreSQL 17 and later) ends the session in which the wait is. */
export const WAIT_BOUNDS = ['lock_timeout', 'statement_timeout', 'transaction_timeout'] as const

export type WaitBound = (typeof WAIT_BOUNDS)[number]

/** The bounds that a setting is about: all, where its name can't be told. */
export function boundsOf({ name }: Pick<Setting, 'name'>): readonly WaitBound[] {
  return name === undefined ? WAIT_BOUNDS : WAIT_BOUNDS.filter((bound) => bound === name)
}

/** Whether a value of such a parameter bounds the wait; `default`: as it was when the session began. */
export function boundIn(value: string | undefined): 'on' | 'off' | 'default' {
  if (value?.toLowerCase() === 'default') return 'default'
  return value !== undefined && isNoBound(value) ? 'off' : 'on'
}

/** Nought in any unit switches the bound off. */
export function isNoBound(value: string): boolean {
  return /^\s*\+?0+(?:\.0*)?\s*(?:[a-z]{1,3})?\s*$/i.test(value)
}

/** Whether text with options of a session, or a URL that has them, sets one: `-c lock_timeout=5s`, `?lock_timeout=5000`. */
export function setsWaitBound(text: string): boolean {
  for (const [, value = ''] of text.matchAll(/(?:lock|statement|transaction)_timeout(?:=|%3D)'?(\w*)/gi))
    if (!isNoBound(value)) return true
  return false
}
