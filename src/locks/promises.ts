/** `then`, `catch`, `finally`, and the combinators of promises. */
import type { Effect } from '../effects/effect.ts'
import { type Value, constant, errorAt, list, placed, promise, record } from '../origins/value.ts'
import type { Node } from '../syntax/ast.ts'
import { covers, descendantsOf } from '../syntax/walk.ts'
import { caughtIn } from './catching.ts'
import { contentOf } from './content.ts'
import { abandon, mayEnd } from './duty.ts'
import { observeRaced } from './floating.ts'
import { type Machine, next, type Outcome } from './machine.ts'
import type { Frame, State } from './state.ts'
import { slowed } from './retrying.ts'
import { madeFrom } from './sources.ts'
import { certainAfter, observeAwaited, settle, settleReturned, type Settled } from './waiting.ts'

/** Some error object: truthy, whatever else it is. */
export function anError(node: Node): Value {
  return errorAt(String(node.range[0]))
}

type Then = Extract<Effect, { kind: 'then' }>

/** A promise and its handlers: each handler runs in the state in which the promise settles that way. */
export function chain(effect: Then, node: Node, given: State, frame: Frame, machine: Machine): Outcome[] {
  const place = placed(`settled ${String(node.range[0])}`)
  const state = observeAwaited(effect.promise, node, certainAfter(effect.promise, given), frame, machine)
  const before = settle(effect.promise, place)
  madeFrom(place, [effect.promise], machine)
  const outcomes: Outcome[] = []
  if (before.value) {
    const pass: Settled = { value: before.value, rejects: false, network: before.network }
    outcomes.push(...handled(effect.fulfilled, [before.value], pass, effect.both, state))
  }
  if (before.rejects) {
    const failed = failing(state, effect.promise, node)
    if (effect.rejected) contentOf(state, machine)?.caught.set(node, frame)
    const pass: Settled = { value: undefined, rejects: true, network: before.network }
    outcomes.push(...handled(effect.rejected, [anError(node)], pass, effect.both, failed))
  }
  return outcomes

  function handled(
    handler: Value | undefined,
    args: readonly Value[],
    pass: Settled,
    both: Value | undefined,
    from: State,
  ): Outcome[] {
    if (both) return run(both, [], from).map((end) => next(end.state, afterBoth(pass, end.settled)))
    if (!handler || handler.kind === 'constant') return [next(from, asPromise(pass, blame(pass, from)))]
    return run(handler, args, from).map((end) => {
      const after = end.settled.value ? caughtIn(node, handler, end.state, frame) : end.state
      return next(after, asPromise(joined(pass, end.settled), blame(end.settled, end.state)))
    })
  }

  /** The call to name if the promise rejects. */
  function blame(settled: Settled, at: State): Node {
    return settled.value ? node : (at.thrower ?? node)
  }

  function run(handler: Value, args: readonly Value[], from: State): { state: State; settled: Settled }[] {
    const result = placed(`handled ${String(node.range[0])}`)
    if (handler.kind !== 'function') return [{ state: from, settled: { value: result, rejects: true, network: [] } }]
    const ends: { state: State; settled: Settled }[] = []
    for (const end of machine.invoke(handler, args, from, { node, frame, via: 'callback' })) {
      if (end.ends === 'throw') {
        ends.push({ state: end.state, settled: { value: undefined, rejects: true, network: [] } })
        continue
      }
      const worked = observeAwaited(end.value, node, end.state, frame, machine)
      madeFrom(result, [end.value], machine)
      const settled = settleReturned(end.value, result)
      if (settled.value) ends.push({ state: worked, settled: { ...settled, rejects: false } })
      if (settled.rejects)
        ends.push({ state: failing(worked, end.value, node), settled: { ...settled, value: undefined } })
    }
    return ends
  }

  function afterBoth(pass: Settled, own: Settled): Value {
    const network = [...pass.network, ...own.network]
    if (!own.value) return promise(undefined, true, network, node)
    return promise(pass.value, pass.rejects, network, node)
  }
}

function joined(pass: Settled, own: Settled): Settled {
  return { ...own, network: [...pass.network, ...own.network] }
}

function asPromise(settled: Settled, node: Node): Value {
  return promise(settled.value, settled.rejects, settled.network, node)
}

/** Where a promise rejects under the watched lock, its call is the one that throws. */
export function failing(state: State, value: Value, node: Node): State {
  if (!state.tracked || state.thrower) return state
  return { ...state, thrower: value.kind === 'promise' ? (value.node ?? node) : node }
}

export function combine(
  does: 'all' | 'allSettled' | 'race' | 'any',
  given: Value,
  node: Node,
  before: State,
  frame: Frame,
  machine: Machine,
): Outcome[] {
  const place = placed(`all ${String(node.range[0])}`)
  const items = given.kind === 'list' ? [...given.items, ...(given.rest ? [given.rest] : [])] : []
  let state = given.kind === 'list' ? before : slowed(before)
  for (const item of items) {
    const slow = item.kind === 'opaque' ? slowed(state) : state
    state = certainAfter(item, observeAwaited(item, node, slow, frame, machine))
  }
  const own = items.find((item) => isOwn(item, state))
  if (!own && (does === 'race' || does === 'any')) observeRaced(items, node, state, frame, machine)
  const settled = items.map((item) => settle(item, place))
  const rejects = does !== 'allSettled' && (given.kind !== 'list' || settled.some((one) => one.rejects))
  const fulfilled = settled.every((one) => one.value)
  const all = settled.flatMap((one) => one.network)
  // A timer in a race bounds the wait, it isn't waited for.
  const network = does === 'race' || does === 'any' ? all.filter((call) => call.kind !== 'sleep') : all
  const array = (values: readonly Value[]): Value => list(values, undefined, String(node.range[0]))
  if (own && does !== 'allSettled') {
    // It loses its race, or its neighbour fails, while the lock may still be granted: nobody here can tell.
    const others = items.flatMap((item, index) => (item === own ? [] : (settled[index] ?? [])))
    const { value: granted, rejects: fails } = settle(own, place)
    const won = does === 'all' ? array(settled.map((one) => one.value ?? place)) : granted
    if (state.tracked && does !== 'all') machine.observed(state.tracked.acquisition).raced = true
    const ends: Outcome[] = []
    if (granted) ends.push(next(state, promise(won, false, network, node)))
    if (fails && does !== 'any') ends.push(next(failing(state, own, node), promise(undefined, true, network, node)))
    // A race that the death of the connection decides is lost with the lock.
    const lost = items.some((item) => item !== own && isEvent(item)) ? mayEnd : abandon
    const how = does === 'all' ? 'siblings' : 'raced'
    if (does !== 'any' && others.some((one) => one.rejects))
      ends.push(next(lost(state, how), promise(undefined, true, network, node)))
    if (does === 'all') return ends
    const values = others.flatMap((one) => one.value ?? [])
    return [...ends, ...values.map((value) => next(lost(state, how), promise(value, false, network, node)))]
  }
  if (does === 'allSettled' && given.kind === 'list' && !given.rest)
    return [next(state, promise(array(settled.map((one) => outcomeOf(one, place))), false, network, node))]
  if (does === 'all' && given.kind === 'list' && fulfilled) {
    const values = settled.map((one) => one.value ?? place)
    const rest = given.rest ? values.pop() : undefined
    const array = list(values, rest, String(node.range[0]))
    if (rest) madeFrom(array, [given], machine)
    return [next(state, promise(array, rejects, network, node))]
  }
  if (does === 'race' && settled.length > 0) {
    const first = settled.find((one) => one.value)
    return [next(state, promise(first?.value ?? place, rejects, network, node))]
  }
  madeFrom(place, [given], machine)
  return [next(state, promise(place, rejects, network, node))]
}

/** What `allSettled` tells of one promise. */
function outcomeOf({ value, rejects }: Settled, place: Value): Value {
  if (value && rejects) return place
  const fields: [string, Value][] = value
    ? [
        ['status', constant('fulfilled')],
        ['value', value],
      ]
    : [
        ['status', constant('rejected')],
        ['reason', place],
      ]
  return record(new Map(fields), false, place.key)
}

/** Whether a promise is that of the watched acquisition: of its call, of a helper that makes it, or made from them. */
function isOwn(item: Value, { tracked }: State): boolean {
  const made = item.kind === 'promise' ? item.node : undefined
  if (!made || tracked?.phase !== 'held') return false
  const { acquisition } = tracked
  if (covers(made, acquisition.node)) return true
  for (let at: Frame | undefined = acquisition.frame; at; at = at.parent)
    if (at.call && covers(made, at.call)) return true
  return false
}

/** A promise that settles when something else tells of its end: `client.once('error', reject)`. */
function isEvent(item: Value): boolean {
  if (item.kind !== 'promise' || !item.node) return false
  for (const node of descendantsOf(item.node))
    if (node.type === 'Literal' && (node.value === 'error' || node.value === 'end')) return true
  return false
}
