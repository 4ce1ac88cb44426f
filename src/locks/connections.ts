/** Connections change hands: taken out, lent to a callback, given back; and transactions by their methods. */
import type { EffectOf } from '../effects/effect.ts'
import { type Value, placed, promise, truthiness, UNDEFINED } from '../origins/value.ts'
import type { Node } from '../syntax/ast.ts'
import { callBack } from './callbacks.ts'
import { contentOf } from './content.ts'
import { type Machine, next, type Outcome } from './machine.ts'
import { rolledBackTo, savepointSet } from './savepoints.ts'
import {
  begun,
  closed,
  endOfTransaction,
  inTransaction,
  isInTransaction,
  outOfSight,
  returned,
  sessionKeyOf,
  sessionOf,
  unwatched,
} from './sessions.ts'
import { past } from './retrying.ts'
import { madeFrom } from './sources.ts'
import type { Frame, State } from './state.ts'
import { observeAwaited, settle, waitFor } from './waiting.ts'

export function checkout(
  effect: EffectOf<'checkout'>,
  node: Node,
  state: State,
  frame: Frame,
  machine: Machine,
): Outcome[] {
  machine.sessions.set(effect.handle.session.key, effect.handle.session)
  if (effect.callback) {
    const release: Value = { kind: 'native', key: `release ${effect.handle.key}`, does: 'release', on: effect.handle }
    return callBack([next(state, promise(effect.handle, true))], effect.callback, node, frame, machine, [release])
  }
  return [next(state, effect.sync ? effect.handle : promise(effect.handle, true, [], node))]
}

/** Runs a callback with a handle, for as long as it or its promise takes. */
export function lend(effect: EffectOf<'lend'>, node: Node, before: State, frame: Frame, machine: Machine): Outcome[] {
  const { session } = effect.handle
  const nested = isInTransaction(session.key, before.env)
  const savepoint = effect.transaction && nested ? `of ${String(node.range[0])}` : undefined
  machine.sessions.set(session.key, session)
  const begins = effect.transaction ? inTransaction(before, session.key) : before
  const state = inContext(effect, savepoint ? savepointSet(begins, session.key, savepoint) : begins)
  const args = [...Array<Value>(effect.param).fill(UNDEFINED), effect.handle]
  const result = placed(`lent ${String(node.range[0])}`)
  const runs: Outcome[] =
    effect.callback.kind === 'function'
      ? machine.invoke(effect.callback, args, state, { node, frame, via: 'lend' })
      : [next(state, promise(result, true))]
  const after: Outcome[] = []
  for (const run of runs) {
    if (run.value.key !== result.key) madeFrom(result, [run.value], machine)
    observeAwaited(run.value, node, run.state, frame, machine)
    const settled = run.ends === 'throw' ? { value: undefined, rejects: true, network: [] } : settle(run.value, result)
    // The driver waits for what the callback returned before it ends the transaction.
    const waited = outOfContext(effect, waitFor(settled.network, node, run.state, frame, machine), before)
    const end = over(effect, node, waited, frame, machine, nested, 'commit')
    if (settled.value) after.push(next(end, promise(settled.value, false, settled.network, node)))
    if (settled.rejects) {
      const thrower = run.state.thrower ?? (run.state.tracked ? node : undefined)
      const outside = outOfContext(effect, { ...run.state, thrower }, before)
      const undone = savepoint ? rolledBackTo(outside, session.key, savepoint) : outside
      const failed = over(effect, node, undone, frame, machine, nested, 'rollback')
      after.push(next(failed, promise(undefined, true, settled.network, node)))
    }
  }
  return after
}

/** Inside the callback every handle of the driver may lead to the transaction. */
function inContext({ ambient }: EffectOf<'lend'>, state: State): State {
  return ambient === undefined ? state : { ...state, env: state.env.setNote(`ambient:${ambient}`, UNDEFINED) }
}

function outOfContext({ ambient }: EffectOf<'lend'>, state: State, before: State): State {
  if (ambient === undefined || before.env.note(`ambient:${ambient}`)) return state
  return { ...state, env: state.env.removeNotes([`ambient:${ambient}`]) }
}

/** The driver takes the handle back. */
function over(
  effect: EffectOf<'lend'>,
  node: Node,
  before: State,
  frame: Frame,
  machine: Machine,
  nested: boolean,
  kind: 'commit' | 'rollback',
): State {
  const { session } = effect.handle
  const state =
    effect.transaction && !nested
      ? endOfTransaction(before, session.key, { kind, chain: false }, node, frame, machine)
      : before
  return effect.fresh ? returned(state, session.key, state.thrower ?? node, frame, machine, session.resets) : state
}

export function transaction(
  effect: EffectOf<'transaction'>,
  node: Node,
  state: State,
  frame: Frame,
  machine: Machine,
): Outcome[] {
  const key = sessionKeyOf(effect.on)
  switch (effect.does) {
    case 'begin':
      return [next(begun(state, key), promise(UNDEFINED, true, [], node))]
    case 'commit':
    case 'rollback': {
      const done = endOfTransaction(state, key, { kind: effect.does, chain: false }, node, frame, machine)
      // A transaction handle gives its connection back when it ends.
      const isHandle = sessionOf(effect.on)?.holder === 'transaction'
      const after = isHandle ? returned(done, key, node, frame, machine, false) : done
      return [next(after, promise(UNDEFINED, true, [], node))]
    }
    case 'savepoint':
      return [next(state, promise(placed(String(node.range[0])), true, [], node))]
  }
}

export function release(
  effect: EffectOf<'release'>,
  node: Node,
  state: State,
  frame: Frame,
  machine: Machine,
): Outcome[] {
  const key = sessionKeyOf(effect.on)
  const resets = sessionOf(effect.on)?.resets === true
  const { destroy } = effect
  const truth = destroy ? machine.origins.truth(destroy, state.env) : false
  const outcomes: Outcome[] = []
  if (truth !== true) {
    const env = destroy && truth === undefined ? state.env.know('T', destroy, false) : state.env
    // A value that nobody knows may well be the error: then the session is destroyed.
    const told = destroy?.kind === 'oneOf' && destroy.of.every((one) => truthiness(one) !== undefined)
    const unsure = truth === undefined && !told
    const plain = { ...state, env }
    const content = unsure && state.tracked?.sessionKey === key ? contentOf(state, machine) : undefined
    if (content) content.isLeft = true
    const after = unsure ? outOfSight(plain, key) : returned(plain, key, node, frame, machine, resets)
    outcomes.push(
      next(unsure && state.tracked?.sessionKey === key ? (past(after) ?? unwatched(after)) : after, UNDEFINED),
    )
  }
  if (truth !== false) outcomes.push(next(closed(state, key, node, frame, machine), UNDEFINED))
  return outcomes
}
