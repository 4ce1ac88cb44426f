/** Running a function of the file in place of its call: what it is given, and the state of its caller afterwards. */
import { type Value, type ValueOf, list, placed, promise, UNDEFINED } from '../origins/value.ts'
import type { FunctionNode, Node } from '../syntax/ast.ts'
import { isReleasing } from '../vocabulary.ts'
import { bindTo } from './assigning.ts'
import { boundAs } from './bounds.ts'
import type { Env } from './environment.ts'
import { left } from './floating.ts'
import { leadsTo } from './holding.ts'
import { type Invocation, type Machine, next, type Outcome, thrown } from './machine.ts'
import { failing } from './promises.ts'
import { recursed } from './retrying.ts'
import { type Frame, type State, withEnv } from './state.ts'
import { madeFrom } from './sources.ts'
import { runFrame } from './transfer.ts'
import { certainAfter, settleReturned, waitedFor, waitFor, withWaitedFor } from './waiting.ts'

const DEEPEST_CALLS = 8

export function invoke(
  callee: ValueOf<'function'>,
  args: readonly Value[],
  before: State,
  how: Invocation,
  machine: Machine,
): Outcome[] {
  const { node } = callee
  const { frame: parent } = how
  const place = String(how.node.range[0])
  const unseen = (): Outcome[] => [
    next(before, node.async ? promise(placed(place), true, [], how.node) : placed(place)),
    ...(node.async ? [] : [thrown(before, placed(place))]),
  ]
  // A generator runs when somebody takes its values; an Effect's runs where it is yielded or lent.
  if ((node.generator && how.node.type !== 'YieldExpression' && how.via !== 'lend') || !machine.graphOf(node))
    return unseen()
  // What another module does while no lock is held is its own business; under one it is followed for a while.
  const isAside = !machine.concernsLocks(node)
  if (isAside && before.tracked?.phase !== 'held') return unseen()
  machine.visited.add(node)
  if (isRunning(node, parent)) {
    recursed(node, args, before, machine)
    return unseen()
  }
  if (parent.depth >= DEEPEST_CALLS) return unseen()
  const frame: Frame = {
    id: `${parent.id}>${place}.${String(node.range[0])}`,
    fn: node,
    call: how.node,
    via: how.via,
    parent,
    depth: parent.depth + 1,
  }
  const outside = before.env
  let env = withWaitedFor(outside.withoutTemporaries(), [])
  for (const [variable, value] of callee.captured) env = env.set(variable, value)
  const self = callee.self ?? (node.type === 'ArrowFunctionExpression' ? undefined : how.self)
  env = (self ? env.set('this', self) : env.remove(['this'])).remove(['return', 'leave'])
  env = bindParameters(node, args, env, machine)
  const entry: State = { ...before, env, begun: [], pending: [] }
  const exits = isAside ? runAside(node, entry, frame, machine) : runFrame(node, entry, frame, machine)
  if (!exits) return unseen()
  const letsGo = before.pending.length > 0 && exits.some((exit) => exit.ends === 'next' && !exit.state.tracked)
  const done = node.async ? exits.find((exit) => exit.ends === 'next') : undefined
  return exits.flatMap((exit) =>
    backFrom(
      letsGo ? failedUnlock(toldAs(exit, done), before) : toldAs(exit, done),
      callee,
      outside,
      before,
      how,
      frame,
      machine,
    ),
  )
}

/** Steps for a function that has nothing to do with locks, and all that it calls. */
const MOST_ASIDE = 3000

/** Runs a function that matters only for what it waits for; it may not use up what is left for the others. */
function runAside(fn: FunctionNode, entry: State, frame: Frame, machine: Machine): Outcome[] | undefined {
  const { budget } = machine
  const { steps, isAside } = budget
  const granted = Math.min(steps, MOST_ASIDE)
  budget.steps = granted
  budget.isAside = true
  const exits = runFrame(fn, entry, frame, machine)
  budget.steps = steps - (granted - budget.steps)
  budget.isAside = isAside
  return exits
}

function isRunning(fn: Node, frame: Frame): boolean {
  for (let at: Frame | undefined = frame; at; at = at.parent) if (at.fn === fn) return true
  return false
}

// ------------------------------------------------------------------ in

function bindParameters(fn: FunctionNode, args: readonly Value[], before: Env, machine: Machine): Env {
  const { origins } = machine
  let env = before
  fn.params.forEach((param, index) => {
    if (param.type === 'RestElement') {
      env = bindTo(param.argument, list(args.slice(index), undefined, `rest${String(param.range[0])}`), env, origins)
      return
    }
    const given = args[index] ?? UNDEFINED
    env = bindTo(param, withType(param, given, machine), env, origins)
  })
  return env
}

/** Where the caller's value says nothing, the annotation may. */
function withType(param: Node, given: Value, { origins }: Machine): Value {
  if (given.kind !== 'opaque' || given.origin.from === 'operation') return given
  const typed = origins.parameterValue(param, given.key)
  // A type of the project's own says nothing of what it is.
  const own = typed.kind === 'import' && /^(\.|@\/|~|#)/.test(typed.module)
  return typed.kind === 'opaque' || own ? given : typed
}

// ------------------------------------------------------------------ out

/** The state of the caller again, with what the callee changed. */
function backFrom(
  exit: Outcome,
  { node: fn, captured }: ValueOf<'function'>,
  outside: Env,
  before: State,
  how: Invocation,
  frame: Frame,
  machine: Machine,
): Outcome[] {
  const network = waitedFor(exit.state.env)
  const exitState = releasedByOwner(left(frame, exit.state), fn, machine)
  const { tracked } = exitState
  if (
    tracked &&
    tracked.acquisition.frame.depth > how.frame.depth &&
    leadsTo(exit.value, tracked.sessionKey, exitState.env)
  ) {
    machine.observed(tracked.acquisition).handleGiven = true
  }
  let env = exitState.env.remove([
    ...machine.localsOf(fn),
    ...[...captured.keys()].filter((one) => !outside.places.has(one)),
    'this',
    'return',
    'leave',
  ])
  const self = outside.self()
  if (self) env = env.set('this', self)
  // The caller may be on its way out already, through its `finally`.
  for (const place of ['return', 'leave']) {
    const before = outside.places.get(place)
    if (before) env = env.set(place, before)
  }
  env = withWaitedFor(env.withTemporaries(outside.temporaries), waitedFor(outside))
  let state: State = { ...exitState, env, begun: before.begun, pending: before.pending }
  if (fn.async) {
    state = certainAfter(exit.value, state)
    if (exit.ends === 'throw') return [next(state, promise(undefined, true, network, how.node))]
    const place = placed(`r${String(how.node.range[0])}`)
    const settled = settleReturned(exit.value, place)
    if (settled.value?.key === place.key) madeFrom(place, [exit.value], machine)
    const all = [...network, ...settled.network]
    const outcomes: Outcome[] = []
    if (settled.value) outcomes.push(next(state, promise(settled.value, false, all, how.node)))
    if (settled.rejects)
      outcomes.push(next(failing(state, exit.value, how.node), promise(undefined, true, all, how.node)))
    return outcomes
  }
  state = waitFor(network, how.node, state, how.frame, machine)
  return [exit.ends === 'throw' ? thrown(state, exit.value) : next(state, exit.value)]
}

/** See `boundAs`. */
function toldAs(exit: Outcome, done: Outcome | undefined): Outcome {
  if (!done || exit.ends === 'next') return exit
  return { ...exit, state: withEnv(exit.state, boundAs(exit.state.env, done.state.env)) }
}

/** In a `finally` a helper that unlocks, and throws on its way to it, counts as an unlock that failed. */
function failedUnlock(exit: Outcome, before: State): Outcome {
  const { tracked } = exit.state
  if (exit.ends !== 'throw' || !tracked || tracked.acquisition !== before.tracked?.acquisition) return exit
  return { ...exit, state: { ...exit.state, tracked: { ...tracked, maybe: true } } }
}

/** A public `release` of the object that took the lock in its public `acquire` did what it has to, whatever it counts. */
function releasedByOwner(state: State, fn: FunctionNode, { infoOf }: Machine): State {
  const { tracked } = state
  const info = infoOf(fn)
  if (tracked?.phase !== 'held' || info?.method !== 'public' || !isReleasing(info.name ?? '')) return state
  for (let at: Frame | undefined = tracked.acquisition.frame; at; at = at.parent) {
    if (infoOf(at.fn)?.owner === info.owner) return { ...state, tracked: { ...tracked, maybe: true } }
  }
  return state
}
