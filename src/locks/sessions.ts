/** Connections: which session a receiver stands for, its transaction, and what their end means for the watched lock. */
import { type Session, type Value, placed, UNDEFINED } from '../origins/value.ts'
import type { Node } from '../syntax/ast.ts'
import { agedKey } from './ages.ts'
import { boundNotes, perhapsBounded, unboundLocally } from './bounds.ts'
import { NONE, OPEN, type Env } from './environment.ts'
import type { DeadEnd, Observations } from './facts.ts'
import { observeFloating } from './floating.ts'
import type { Machine } from './machine.ts'
import { past } from './retrying.ts'
import { type Fate, type Frame, type State, step, withEnv } from './state.ts'

export function sessionOf(on: Value): Session | undefined {
  return on.kind === 'handle' ? on.session : undefined
}

/** A receiver of unknown origin is its own session. */
export function sessionKeyOf(on: Value): string {
  return on.kind === 'handle' ? on.session.key : on.key
}

/** Whether a transaction is open on the receiver's session. */
export function transactionOf(on: Value, env: Env): 'open' | 'none' | 'unknown' {
  const known = env.note(`tx:${sessionKeyOf(on)}`)
  if (known?.key === OPEN.key) return 'open'
  if (known?.key === NONE.key) return 'none'
  const session = sessionOf(on)
  if (!session || known || isAmbient(on, env)) return 'unknown'
  if (session.holder === 'transaction') return 'open'
  if (session.holder === 'pool') return 'none'
  return session.owned ? 'none' : 'unknown'
}

/** Whether the handle leads to a transaction of its async context. */
export function isAmbient(on: Value, env: Env): boolean {
  return on.kind === 'handle' && env.note(`ambient:${on.ref.driver.name}`) !== undefined
}

/** Something that can't be seen had the session, and may have begun a transaction on it, or bounded its waits. */
export function perhapsBegun(state: State, session: string): State {
  const env = perhapsBounded(state.env, session)
  const known = isInTransaction(session, env)
  return known ? withEnv(state, env) : { ...state, env: env.setNote(`tx:${session}`, UNDEFINED) }
}

/** Whether a transaction was opened on the session in this run, by hand or by a driver. */
export function isInTransaction(session: string, env: Env): boolean {
  return env.note(`tx:${session}`)?.key === OPEN.key
}

/** Sessions on which a transaction was opened in this run. */
export function sessionsInTransaction(env: Env): string[] {
  const sessions: string[] = []
  for (const [key, value] of env.notes) if (key.startsWith('tx:') && value.key === OPEN.key) sessions.push(key.slice(3))
  return sessions
}

/** Whether code of this run began a transaction on the session by hand. */
export function hasBegun(session: string, env: Env): boolean {
  return env.note(`begun:${session}`) !== undefined
}

/** A transaction is open on the session. */
export function inTransaction(state: State, session: string): State {
  const after = committed(recovered(state, session), session)
  return { ...after, env: after.env.setNote(`tx:${session}`, OPEN) }
}

/** What failed before no longer keeps the session from running statements. */
export function recovered(state: State, session: string): State {
  if (!state.thrower) return state
  return { ...state, env: state.env.setNote(`recovered:${session}`, placed(String(state.thrower.range[0]))) }
}

/** Whether the session runs statements although a call threw on the way here. */
export function isRecovered({ thrower, env }: State, session: string): boolean {
  const known = env.note(`recovered:${session}`)
  if (!thrower || !known) return false
  const { key } = placed(String(thrower.range[0]))
  return known.kind === 'oneOf' ? known.of.some((one) => one.key === key) : known.key === key
}

/** No write under the watched lock waits for a COMMIT any more. */
function committed(state: State, session: string): State {
  const { tracked } = state
  return tracked?.wrote && tracked.sessionKey === session ? { ...state, tracked: { ...tracked, wrote: false } } : state
}

/** An unlock was sent inside a transaction: what becomes of the session is watched on. */
export function sentInside(state: State, session: string, node: Node, fates: Set<Fate>): State {
  const known = state.sent.some((one) => one.fates === fates)
  return known ? state : { ...state, sent: [...state.sent, { session, node, fates }] }
}

/** What becomes of the session from here on doesn't matter, or can't be told. */
export function outOfSight(state: State, session: string): State {
  const sent = state.sent.filter((one) => one.session !== session)
  return sent.length === state.sent.length ? state : { ...state, sent }
}

/** Tells of the unlocks that were sent inside a transaction of the session what became of it; of every one without. */
export function observeFate({ sent }: State, session: string | undefined, fate: Fate): void {
  for (const one of sent) {
    if (session === undefined || one.session === session) one.fates.add(fate)
  }
}

/** A transaction is begun by hand. */
export function begun(state: State, session: string): State {
  const after = inTransaction(state, session)
  return { ...after, env: after.env.setNote(`begun:${session}`, OPEN) }
}

/** What a place gives from now on is another value than what it gave before. */
export function produce(state: State, node: Node, prefix = ''): [State, Value] {
  const place = `${prefix}${String(node.range[0])}`
  const token = `@${place};`
  const env = state.env.forget(token)
  const { tracked } = state
  // Only a lock whose key has to do with the place is compared with what is kept of it.
  const older = tracked && tracked.key.parts.some((part) => part.canonical.includes(token))
  const after = older
    ? { ...state, env: env.age(token), tracked: { ...tracked, key: agedKey(tracked.key, token) } }
    : withEnv(state, env)
  return [after, placed(place)]
}

/** A session is opened at a place where one was opened before: the watched one is an older one. */
export function openedAgain(state: State, session: Session): State {
  const cleared = state.env.removeNotes([
    `tx:${session.key}`,
    `begun:${session.key}`,
    `recovered:${session.key}`,
    ...boundNotes(session.key),
  ])
  const isPlain = session.owned && (session.holder === 'checked-out' || session.holder === 'dedicated')
  const env = isPlain ? cleared.setNote(`tx:${session.key}`, NONE) : cleared
  const { tracked } = state
  if (tracked?.sessionKey !== session.key) return env === state.env ? state : { ...state, env }
  return { ...state, env, tracked: { ...tracked, sessionKey: `${session.key}'` } }
}

/** A handle that was kept while its place opened another: which of the two it is can't be told any more. */
export function mayBeOlder(watched: string, session: string): boolean {
  return watched.startsWith(`${session}'`)
}

/** The watched lock is let go: from here on nothing is watched. */
export function ended(state: State, node: Node, frame: Frame, machine: Machine): State {
  if (!state.tracked) return state
  const { phase } = state.tracked
  if (phase !== 'held' && phase !== 'lost') return unwatched(state)
  const observations = machine.observed(state.tracked.acquisition)
  observeFloating(state, node, frame, machine)
  if (state.tracked.maybe || state.tracked.handed) observations.content.isLeft = true
  if (observations.ends.get(node) !== 'normal') observations.ends.set(node, state.thrower ? 'exceptional' : 'normal')
  observeEndIn(frame, observations)
  return unwatched(state)
}

/** A hold was ended in this frame, and so in those that called it. */
export function observeEndIn(frame: Frame, observations: Observations): void {
  for (let at: Frame | undefined = frame; at; at = at.parent) observations.endedIn.add(at)
}

export function unwatched(state: State): State {
  return { ...state, tracked: undefined, trace: undefined, thrower: undefined }
}

/** COMMIT or ROLLBACK on a session ends its xact locks. `chain`: the next transaction is open already. */
export function endOfTransaction(
  state: State,
  session: string,
  end: { readonly kind: 'commit' | 'rollback'; readonly chain: boolean },
  node: Node,
  frame: Frame,
  machine: Machine,
): State {
  observeFate(state, session, end.kind)
  const { tracked } = state
  const ends = tracked?.phase === 'held' && tracked.sessionKey === session && tracked.acquisition.call.scope === 'xact'
  // Whoever unlocks it later, as if it were the other kind, can't.
  const over = ends && tracked.acquisition.chosen ? { ...tracked, phase: 'over' as const } : undefined
  const undone = tracked?.phase === 'undone' && tracked.sessionKey === session
  const left = undone ? unwatched(state) : committed(state, session)
  const after = recovered(ends ? ended(state, node, frame, machine) : left, session)
  const failed = tracked?.phase === 'failed' && tracked.sessionKey === session ? { ...tracked, count: 0 } : undefined
  const other = over ?? failed
  const watched = other ? { ...after, tracked: other } : after
  const env = unboundLocally(watched.env, session)
  return { ...watched, env: env.setNote(`tx:${session}`, end.chain ? OPEN : NONE) }
}

/** The session ends, and with it its locks. */
export function closed(before: State, session: string, node: Node, frame: Frame, machine: Machine): State {
  observeFate(before, session, 'closed')
  const state = outOfSight(before, session)
  const { tracked } = state
  if (!tracked) return state
  const pool = tracked.acquisition.session?.pool?.key
  if (tracked.sessionKey !== session && pool !== session) return state
  if (tracked.phase === 'held') return ended(state, node, frame, machine)
  if (tracked.phase === 'lost') machine.observed(tracked.acquisition).endedWhenLost = true
  return past(state) ?? unwatched(state)
}

/** The connection goes back to its pool alive. */
export function returned(
  state: State,
  session: string,
  node: Node,
  frame: Frame,
  machine: Machine,
  resets: boolean,
): State {
  observeFate(state, session, resets ? 'closed' : 'kept')
  const { tracked } = state
  if (tracked?.sessionKey !== session) return state
  const { acquisition, phase } = tracked
  if (acquisition.call.scope === 'xact') {
    if (isInTransaction(session, state.env) && acquisition.begun && acquisition.owned && !tracked.maybe)
      deadEnd(state, 'open-transaction', node, frame, machine)
    return past(state) ?? unwatched(state)
  }
  if (phase !== 'held') return past(state) ?? unwatched(state)
  if (resets) return ended(state, node, frame, machine)
  machine.observed(acquisition).content.isLeft = true
  if (tracked.abandoned) machine.observed(acquisition).abandoned.add(tracked.abandoned)
  if (!tracked.maybe && !tracked.handed) deadEnd(state, 'returned', node, frame, machine)
  return unwatched(state)
}

export function deadEnd(state: State, kind: DeadEnd['kind'], node: Node, frame: Frame, machine: Machine): void {
  const phase = state.tracked?.phase
  if (!state.tracked || (phase !== 'held' && phase !== 'lost')) return
  const { acquisition, stacked } = state.tracked
  const what = kind === 'left' ? 'is over with the lock held' : 'gives the connection back with the lock on it'
  const { trace } = step(
    state,
    node,
    kind === 'open-transaction' ? 'gives the connection back with the transaction open' : what,
  )
  machine
    .observed(acquisition)
    .deadEnds.push({ kind, node, thrower: state.thrower, stacked, trace, phase, frame, leftBy: machine.leftBy(state) })
}
