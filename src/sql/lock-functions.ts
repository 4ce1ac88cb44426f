/** The advisory lock functions of PostgreSQL, and what each one does. */

import type { LockFunction, LockFunctionName } from './types.ts'

type Row = readonly [LockFunctionName, LockFunction['action'], LockFunction['scope'], LockFunction['mode'], boolean]

/** PostgreSQL manual 9.28.10 "Advisory Lock Functions". The last column: does it wait. */
const ROWS: readonly Row[] = [
  ['pg_advisory_lock', 'lock', 'session', 'exclusive', true],
  ['pg_advisory_lock_shared', 'lock', 'session', 'shared', true],
  ['pg_advisory_xact_lock', 'lock', 'xact', 'exclusive', true],
  ['pg_advisory_xact_lock_shared', 'lock', 'xact', 'shared', true],
  ['pg_try_advisory_lock', 'lock', 'session', 'exclusive', false],
  ['pg_try_advisory_lock_shared', 'lock', 'session', 'shared', false],
  ['pg_try_advisory_xact_lock', 'lock', 'xact', 'exclusive', false],
  ['pg_try_advisory_xact_lock_shared', 'lock', 'xact', 'shared', false],
  ['pg_advisory_unlock', 'unlock', 'session', 'exclusive', false],
  ['pg_advisory_unlock_shared', 'unlock', 'session', 'shared', false],
  ['pg_advisory_unlock_all', 'unlock-all', 'session', 'exclusive', false],
]

/** The eleven functions by their names, in lower case. */
export const LOCK_FUNCTIONS: ReadonlyMap<string, LockFunction> = new Map(
  ROWS.map(([name, action, scope, mode, wait]) => [name, { name, action, scope, mode, wait }]),
)

/**
 * Whether a text can have a lock call at all. True for every text with a call; cheap enough to run on whole files.
 */
export function mentionsAdvisory(text: string): boolean {
  return /advisory/i.test(text)
}
