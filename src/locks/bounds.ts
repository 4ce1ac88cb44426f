/** How long a session waits for a lock: what it was told on the way, by SET, `set_config` and the like. */
import { type Session, type Value, constant } from '../origins/value.ts'
import type { Setting, Statement } from '../sql/types.ts'
import { boundIn, boundsOf, WAIT_BOUNDS, type WaitBound } from '../sql/wait-bounds.ts'
import type { Env } from './environment.ts'

/**
 * What bounds a wait on one path. `perhaps`: something that can't be seen had the session. `ignored`: it was told to for
 * a transaction, and none was open.
 */
export type Bound = 'bounded' | 'perhaps' | 'ignored' | 'none'

const ON = constant('on')
const OFF = constant('off')

const NOTE = /_timeout:| bound:/

const ofSession = (bound: WaitBound, session: string): string => `${bound}:${session}`
const ofTransaction = (bound: WaitBound, session: string): string => `local ${bound}:${session}`
const ignored = (session: string): string => `ignored bound:${session}`
const unseen = (session: string): string => `unseen bound:${session}`

/** Everything that is noted of a session's waits. */
export function boundNotes(session: string): string[] {
  const notes = WAIT_BOUNDS.flatMap((bound) => [ofSession(bound, session), ofTransaction(bound, session)])
  return [...notes, ignored(session), unseen(session)]
}

/** The state after the settings of a statement; `autocommit`: it has a transaction to itself. */
export function bounded(env: Env, statement: Statement, session: string, autocommit: boolean): Env {
  let after = env
  for (const setting of statement.settings) after = withSetting(after, setting, session, autocommit)
  if (statement.kind === 'reset' || (statement.kind === 'discard' && statement.what.toLowerCase() === 'all')) {
    const name = statement.kind === 'reset' ? statement.name : 'all'
    for (const bound of name === 'all' ? WAIT_BOUNDS : boundsOf({ name })) after = asAtFirst(after, bound, session)
  }
  return after
}

function withSetting(env: Env, setting: Setting, session: string, autocommit: boolean): Env {
  let after = env
  const value = boundIn(setting.value)
  for (const bound of boundsOf(setting)) {
    if (setting.lasting) continue
    if (setting.local === true && autocommit) after = after.setNote(ignored(session), ON)
    else if (value === 'default' && setting.local !== true) after = asAtFirst(after, bound, session)
    else {
      const place = setting.local === true ? ofTransaction(bound, session) : ofSession(bound, session)
      after = after.setNote(place, value === 'on' ? ON : OFF)
    }
  }
  return after
}

function asAtFirst(env: Env, bound: WaitBound, session: string): Env {
  return env.removeNotes([ofSession(bound, session), ofTransaction(bound, session)])
}

/** Whether a setting bounds waits. */
export function setsBound(setting: Setting): boolean {
  return boundsOf(setting).length > 0 && boundIn(setting.value) === 'on'
}

/** SET LOCAL ends with its transaction. */
export function unboundLocally(env: Env, session: string): Env {
  return env.removeNotes(WAIT_BOUNDS.map((bound) => ofTransaction(bound, session)))
}

/**
 * The notes of another way out of the same function. Until its promise is awaited a failure is joined with success, and
 * what success told the session must outlive that.
 */
export function boundAs(env: Env, other: Env): Env {
  let after = env
  for (const [key, value] of other.notes) if (NOTE.test(key)) after = after.setNote(key, value)
  return after
}

/** Something that can't be seen has the session. */
export function perhapsBounded(env: Env, session: string): Env {
  return env.setNote(unseen(session), ON)
}

/** What bounds the wait of a statement that is sent to a receiver. */
export function boundAt(on: Value, { settings }: Statement, env: Env): Bound {
  const session = on.kind === 'handle' ? on.session : undefined
  const key = session?.key ?? on.key
  const atFirst = session?.waits ?? (on.kind === 'handle' && on.ref.driver.bounded ? 'bounded' : undefined)
  // A statement that sets it while it runs binds itself, whatever comes first in it.
  const own = settings.some((one) => boundsOf(one).includes('lock_timeout') && setsBound(one))
  if (own || WAIT_BOUNDS.some((bound) => isBounded(bound, key, atFirst, env))) return 'bounded'
  if (env.note(unseen(key)) || atFirst === 'unseen') return 'perhaps'
  return env.note(ignored(key)) ? 'ignored' : 'none'
}

function isBounded(bound: WaitBound, key: string, atFirst: Session['waits'], env: Env): boolean {
  const told = env.note(ofTransaction(bound, key)) ?? env.note(ofSession(bound, key))
  return told ? told.key === ON.key : atFirst === 'bounded'
}
