/** A statement takes a lock: the path divides into granted, refused and not watched. */
import type { EffectOf } from '../effects/effect.ts'
import type { Statementlike } from '../effects/sql-text.ts'
import { type Value, placed } from '../origins/value.ts'
import type { LockCall, QueryLevel, Statement } from '../sql/types.ts'
import type { Node } from '../syntax/ast.ts'
import { covers } from '../syntax/walk.ts'
import { abandon } from './duty.ts'
import { mayBeIgnored } from './catching.ts'
import { observeBefore, observeLockInside } from './content.ts'
import { compareKeys, keyOf } from './key.ts'
import type { Machine } from './machine.ts'
import { outside } from './outside.ts'
import { type Answer, resultFor } from './result.ts'
import { hasBegun, sessionKeyOf, sessionOf, transactionOf } from './sessions.ts'
import { askedAgain, repeatedIn, slowed } from './retrying.ts'
import { siteId } from './sites.ts'
import { type Acquisition, type Frame, type State, step, type Tracked } from './state.ts'

/** A statement on its way: the state after it, and what it answers so far. */
export interface Running {
  readonly state: State
  readonly answer: Value | undefined
  /** It can't have failed on this path: it is the path on which it succeeded. */
  readonly succeeded: boolean
  /** It failed on this path. */
  readonly fails?: boolean
}

export function acquire(
  call: LockCall,
  statement: Statement,
  text: Statementlike,
  effect: EffectOf<'send'>,
  node: Node,
  one: Running,
  frame: Frame,
  machine: Machine,
): Running[] {
  const { state } = one
  const place = String(node.range[0])
  const { tracked } = state
  if (!isFollowable(call)) return [{ state, answer: placed(place), succeeded: false }]
  const key = keyOf(call, text)
  const sessionKey = sessionKeyOf(effect.on)
  const session = sessionOf(effect.on)
  const id = siteId(call, node, frame)
  let repeats = machine.repeats.get(id)
  if (repeats === undefined) machine.repeats.set(id, (repeats = repeatedIn({ node, frame }, machine) !== undefined))
  const acquisition: Acquisition = {
    id,
    node,
    frame,
    call,
    key,
    session,
    sessionKey,
    on: effect.on,
    owned: session?.owned === true,
    begun: hasBegun(sessionKey, state.env),
    chosen: effect.chosen === true,
    repeats,
  }
  const resultOf = (answer: Answer): Value =>
    one.answer ?? resultFor(answer, call, statement, effect.shape, acquisition.id, place)
  const unwatched: Running = { state, answer: resultOf('unknown'), succeeded: false }
  if (tracked) {
    if (tracked.acquisition.id === id) askedAgain(tracked, key, text, machine)
    observeLockInside(call, sessionKey, node, state, machine)
    const after = again(state, tracked, acquisition)
    return after ? [{ ...unwatched, state: after, succeeded: after !== state }] : []
  }
  const observations = machine.observed(acquisition)
  if (call.scope === 'xact' && transactionOf(effect.on, state.env) === 'none') return [unwatched]
  observeBefore(observations.content, state.env)
  const isLost = !call.wait && (effect.shape === 'count' || effect.shape === 'exists' || effect.shape === 'nothing')
  if (isLost && call.clause === 'select-list') observations.answerLost = true
  const watch = (phase: 'held' | 'lost' | 'failed' | 'past', answer: Answer): Running => ({
    state: step(
      {
        ...state,
        thrower: undefined,
        trace: undefined,
        tracked: {
          acquisition,
          phase,
          count: 1,
          sessionKey,
          key,
          maybe: false,
          handed: false,
          certain: false,
          stacked: false,
          caught: undefined,
          abandoned: undefined,
          wrote: false,
          pause: undefined,
        },
      },
      outside({ node, frame }, machine.isModel).node,
      WHAT[phase],
    ),
    answer: resultOf(answer),
    succeeded: phase === 'held' || phase === 'lost',
    fails: phase === 'failed' || phase === 'past',
  })
  const watched = [watch('held', 'granted')]
  if (mayBeIgnored(node, frame)) watched.push(watch('failed', 'unknown'))
  if (!call.wait && !isLost) watched.push(watch('lost', 'refused'))
  if (call.wait && repeats) watched.push(watch('past', 'unknown'))
  if (call.wait && givesUp(effect.text)) {
    observations.raced = true
    const held = watch('held', 'unknown')
    watched.push({ ...held, state: abandon(held.state, 'raced'), succeeded: false, fails: true })
  }
  return [unwatched, ...watched]
}

const WHAT = {
  held: 'takes the lock',
  lost: 'is refused the lock',
  failed: 'fails to take the lock',
  past: 'fails to take the lock',
} as const

/** node-postgres stops waiting for the answer by itself, and the server doesn't hear of it. */
function givesUp(text: Value): boolean {
  const bound = text.kind === 'record' ? text.fields.get('query_timeout') : undefined
  return bound?.kind === 'constant' && typeof bound.value === 'number' && bound.value > 0
}

/** Whether the call takes exactly one lock, and its answer can be told from the result. */
function isFollowable(call: LockCall): boolean {
  for (let level: QueryLevel | undefined = call.level; level; level = level.outer) {
    if (level.role.kind === 'exists' || (level.role.kind === 'cte' && level.role.referenced !== 'yes')) return false
    if (level.from.some((item) => item.kind === 'table' || item.kind === 'hole' || item.kind === 'values')) return false
    if (level.from.some((item) => item.kind === 'function' && item.name !== call.name)) return false
    if (level.from.some((item) => (item.kind === 'subquery' || item.kind === 'cte') && item.tables)) return false
  }
  if (call.within.includes('case')) return false
  if (call.wait) return true
  if (call.clause === 'where' && call.level.role.kind === 'statement') return call.wrapping !== 'other'
  return call.alias !== undefined && call.wrapping !== 'other'
}

/** The watched lock meets another acquisition, or its own once more; undefined: the path ends here. */
function again(state: State, tracked: Tracked, acquisition: Acquisition): State | undefined {
  const own = tracked.acquisition.id === acquisition.id
  // The unwatched path tells of the next attempt.
  const sameLock = tracked.sessionKey === acquisition.sessionKey && compareKeys(tracked.key, acquisition.key) === 'same'
  // Where the failure was caught another lock is taken instead.
  if (tracked.phase === 'failed' && tracked.caught && covers(tracked.caught, acquisition.node)) return undefined
  if (tracked.phase !== 'held') {
    // The same call for another key: what follows is protected by that one.
    if (own || sameLock || tracked.acquisition.node === acquisition.node) return undefined
    return acquisition.call.wait ? slowed(state) : state
  }
  if (tracked.acquisition.call.scope !== 'session' || acquisition.call.scope !== 'session') return state
  if (!sameLock || tracked.acquisition.call.mode !== acquisition.call.mode) return state
  return { ...state, tracked: { ...tracked, count: Math.min(3, tracked.count + 1), stacked: tracked.stacked || own } }
}
