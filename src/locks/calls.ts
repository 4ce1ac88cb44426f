/** What a call does to the state: one exhaustive switch over the effects. */
import type { Effect } from '../effects/effect.ts'
import { isSetTimeout } from '../effects/value-of-call.ts'
import { membersOf } from '../origins/classes.ts'
import { someElementOf } from '../origins/members.ts'
import {
  type NetworkCall,
  type Value,
  type ValueOf,
  called,
  constant,
  imported,
  importedResult,
  list,
  opaque,
  placed,
  promise,
  truthiness,
  UNDEFINED,
} from '../origins/value.ts'
import { type Node, unwrap } from '../syntax/ast.ts'
import { descendantsOf } from '../syntax/walk.ts'
import { isReleasing, isStateQuestion } from '../vocabulary.ts'
import { isAbout, leadsTo, sessionsIn } from './holding.ts'
import { type Machine, next, type Outcome, thrown } from './machine.ts'
import { NONE, OPEN } from './environment.ts'
import { anError, chain, combine } from './promises.ts'
import { closed, endOfTransaction, openedAgain, produce, returned, sessionKeyOf, unwatched } from './sessions.ts'
import { send } from './statements.ts'
import type { Frame, State } from './state.ts'
import { certainAfter, observeAwaited, settle, waitFor } from './waiting.ts'

/** The ways in which a call ends. */
export function callOutcomes(node: Node, state: State, frame: Frame, machine: Machine): Outcome[] {
  const effect = machine.classify(node, state.env, machine.origins)
  return outcomesOf(effect, node, state, frame, machine)
}

function outcomesOf(effect: Effect, node: Node, state: State, frame: Frame, machine: Machine): Outcome[] {
  const [fresh, place] = produce(state, node)
  switch (effect.kind) {
    case 'value':
      return ofValue(effect, fresh, place)
    case 'send': {
      if (!effect.callback) return mapped(effect, send(effect, node, state, frame, machine), node, frame, machine)
      return callBack(send(effect, node, state, frame, machine), effect.callback, node, frame, machine)
    }
    case 'checkout':
      return checkout(effect, node, openedAgain(fresh, effect.handle.session), frame, machine)
    case 'lend':
      return lend(effect, node, effect.fresh ? openedAgain(fresh, effect.handle.session) : fresh, frame, machine)
    case 'begin-handle': {
      const key = effect.handle.session.key
      const opened = openedAgain(fresh, effect.handle.session)
      const env = opened.env.setField(`tx:${key}`, OPEN).setField(`begun:${key}`, OPEN)
      return [next({ ...opened, env }, promise(effect.handle, true, [], node))]
    }
    case 'transaction':
      return transaction(effect, node, fresh, frame, machine)
    case 'release':
      return release(effect, node, fresh, frame, machine)
    case 'close':
      return [next(closed(fresh, sessionKeyOf(effect.on), node, frame, machine), promise(UNDEFINED, true, [], node))]
    case 'batch': {
      observeBatch(effect.items, machine)
      observeAwaited(effect.items, node, fresh, frame, machine)
      return [next(fresh, promise(place, true, [], node))]
    }
    case 'network':
      return network(effect, node, fresh, frame, machine)
    case 'builtin':
      if (judges(effect)) observeGiven([...effect.args, ...(effect.self ? [effect.self] : [])], fresh, machine)
      return builtin(effect, node, fresh, place, frame, machine)
    case 'then':
      return chain(effect, node, fresh, frame, machine)
    case 'call':
      return machine.invoke(effect.callee, effect.args, fresh, {
        node,
        frame,
        via: calledAs(effect.callee, effect.self, node, machine),
        self: effect.self,
      })
    case 'either':
      return effect.callees.flatMap((callee) =>
        machine.invoke(callee, effect.args, fresh, {
          node,
          frame,
          via: calledAs(callee, effect.self, node, machine),
          self: effect.self,
        }),
      )
    case 'construct':
      return construct(effect, node, fresh, frame, machine)
    case 'executor':
      return executor(effect.callback, node, fresh, frame, machine)
    case 'settle':
      return [next(settled(effect, fresh), UNDEFINED)]
    case 'exits':
      return []
    case 'aborts':
      return [thrown(fresh, place)]
    case 'unknown':
      observeGiven(effect.args, fresh, machine)
      return unknown(effect, node, fresh, machine)
    default: {
      const never: never = effect
      return never
    }
  }
}

/** A function that is called by its own name is a helper; one that a parameter brings is somebody's callback. */
function calledAs(
  callee: ValueOf<'function'>,
  self: Value | undefined,
  node: Node,
  machine: Machine,
): 'call' | 'callback' {
  if (node.type !== 'CallExpression') return 'call'
  const written = unwrap(node.callee)
  if (written.type === 'Identifier') return isFixed(written) ? 'call' : 'callback'
  if (written.type !== 'MemberExpression' || self?.kind !== 'record') return 'call'
  return written.object.type === 'Identifier' && isFixed(written.object) ? 'call' : 'callback'

  function isFixed(name: Node): boolean {
    const variable = machine.origins.names.variableOf(name)
    const fixed = variable && machine.origins.staticValue(variable)
    if (fixed?.kind === 'record')
      return [...fixed.fields.values()].some((field) => field.kind === 'function' && field.node === callee.node)
    return fixed?.kind === 'function' && fixed.node === callee.node
  }
}

function ofValue(effect: Extract<Effect, { kind: 'value' }>, state: State, place: Value): Outcome[] {
  const opened = effect.value.kind === 'handle' && effect.value.session.owned && !effect.value.build
  const after =
    opened && effect.value.session.key === `s${place.key.slice(1, -1)}`
      ? openedAgain(state, effect.value.session)
      : state
  return effect.throws ? [next(after, effect.value), thrown(state, place)] : [next(after, effect.value)]
}

// ------------------------------------------------------------------ connections

/** Runs a `(error, result) =>` callback with each outcome; what it throws is nobody's. */
function callBack(
  outcomes: readonly Outcome[],
  callback: Value,
  node: Node,
  frame: Frame,
  machine: Machine,
  extra: readonly Value[] = [],
): Outcome[] {
  const after: Outcome[] = []
  for (const outcome of outcomes) {
    const settled = settle(outcome.value, placed(`result ${String(node.range[0])}`))
    const runs: [Value, ...Value[]][] = []
    if (settled.value) runs.push([constant(null), settled.value, ...extra])
    if (settled.rejects) runs.push([anError(node), UNDEFINED, ...extra])
    for (const args of runs) {
      if (callback.kind !== 'function') after.push(next(outcome.state, UNDEFINED))
      else {
        for (const end of machine.invoke(callback, args, certainAfter(outcome.value, outcome.state), {
          node,
          frame,
          via: 'callback',
        }))
          after.push(next(end.state, UNDEFINED))
      }
    }
  }
  return after
}

function mapped(
  effect: Extract<Effect, { kind: 'send' }>,
  outcomes: Outcome[],
  node: Node,
  frame: Frame,
  machine: Machine,
): Outcome[] {
  const { mapper } = effect
  if (mapper?.kind !== 'function') return outcomes
  return outcomes.flatMap((outcome) => {
    const { value } = outcome
    if (value.kind !== 'promise' || !value.value) return [outcome]
    return machine
      .invoke(mapper, [value.value], outcome.state, { node, frame, via: 'callback' })
      .map((end) =>
        next(
          end.state,
          end.ends === 'throw' ? promise(undefined, true) : promise(end.value, value.rejects, value.network, node),
        ),
      )
  })
}

function checkout(
  effect: Extract<Effect, { kind: 'checkout' }>,
  node: Node,
  state: State,
  frame: Frame,
  machine: Machine,
): Outcome[] {
  if (effect.callback) {
    const release: Value = { kind: 'native', key: `release ${effect.handle.key}`, does: 'release', on: effect.handle }
    return callBack([next(state, promise(effect.handle, true))], effect.callback, node, frame, machine, [release])
  }
  return [next(state, effect.sync ? effect.handle : promise(effect.handle, true, [], node))]
}

function lend(
  effect: Extract<Effect, { kind: 'lend' }>,
  node: Node,
  before: State,
  frame: Frame,
  machine: Machine,
): Outcome[] {
  const { session } = effect.handle
  const nested = before.env.field(`tx:${session.key}`)?.key === OPEN.key
  const state = effect.transaction ? { ...before, env: before.env.setField(`tx:${session.key}`, OPEN) } : before
  const args = [...Array<Value>(effect.param).fill(UNDEFINED), effect.handle]
  const result = placed(`lent ${String(node.range[0])}`)
  const runs: Outcome[] =
    effect.callback.kind === 'function'
      ? machine.invoke(effect.callback, args, state, { node, frame, via: 'lend' })
      : [next(state, promise(result, true))]
  const after: Outcome[] = []
  for (const run of runs) {
    observeAwaited(run.value, node, run.state, frame, machine)
    const settled = run.ends === 'throw' ? { value: undefined, rejects: true, network: [] } : settle(run.value, result)
    // The driver waits for what the callback returned before it ends the transaction.
    const waited = waitFor(settled.network, node, run.state, frame, machine)
    const end = over(effect, node, waited, frame, machine, nested)
    if (settled.value) after.push(next(end, promise(settled.value, false, settled.network, node)))
    if (settled.rejects) {
      const thrower = run.state.thrower ?? (run.state.tracked ? node : undefined)
      const failed = over(effect, node, { ...run.state, thrower }, frame, machine, nested)
      after.push(next(failed, promise(undefined, true, settled.network, node)))
    }
  }
  return after
}

/** The driver takes the handle back. */
function over(
  effect: Extract<Effect, { kind: 'lend' }>,
  node: Node,
  before: State,
  frame: Frame,
  machine: Machine,
  nested: boolean,
): State {
  const { session } = effect.handle
  let state = before
  if (effect.transaction && !nested) {
    state = endOfTransaction(state, session.key, node, frame, machine)
    state = { ...state, env: state.env.setField(`tx:${session.key}`, NONE) }
  }
  return effect.fresh ? returned(state, session.key, state.thrower ?? node, frame, machine, session.resets) : state
}

function transaction(
  effect: Extract<Effect, { kind: 'transaction' }>,
  node: Node,
  state: State,
  frame: Frame,
  machine: Machine,
): Outcome[] {
  const key = sessionKeyOf(effect.on)
  switch (effect.does) {
    case 'begin':
      return [
        next(
          { ...state, env: state.env.setField(`tx:${key}`, OPEN).setField(`begun:${key}`, OPEN) },
          promise(UNDEFINED, true, [], node),
        ),
      ]
    case 'commit':
    case 'rollback': {
      let after = endOfTransaction(state, key, node, frame, machine)
      after = { ...after, env: after.env.setField(`tx:${key}`, NONE) }
      // A transaction handle gives its connection back when it ends.
      if (effect.on.kind === 'handle' && effect.on.session.holder === 'transaction')
        after = returned(after, key, node, frame, machine, false)
      return [next(after, promise(UNDEFINED, true, [], node))]
    }
    case 'savepoint':
      return [next(state, promise(placed(String(node.range[0])), true, [], node))]
  }
}

function release(
  effect: Extract<Effect, { kind: 'release' }>,
  node: Node,
  state: State,
  frame: Frame,
  machine: Machine,
): Outcome[] {
  const key = sessionKeyOf(effect.on)
  const resets = effect.on.kind === 'handle' && effect.on.session.resets
  const { destroy } = effect
  const truth = destroy ? machine.origins.truth(destroy, state.env) : false
  const outcomes: Outcome[] = []
  if (truth !== true) {
    const env = destroy && truth === undefined ? state.env.know('T', destroy, false) : state.env
    // A value that nobody knows may well be the error: then the session is destroyed.
    const told = destroy?.kind === 'oneOf' && destroy.of.every((one) => truthiness(one) !== undefined)
    const unsure = truth === undefined && !told && state.tracked?.sessionKey === key
    const plain = { ...state, env }
    outcomes.push(next(unsure ? unwatched(plain) : returned(plain, key, node, frame, machine, resets), UNDEFINED))
  }
  if (truth !== false) outcomes.push(next(closed(state, key, node, frame, machine), UNDEFINED))
  return outcomes
}

// ------------------------------------------------------------------ leaving the process

function network(
  effect: Extract<Effect, { kind: 'network' }>,
  node: Node,
  state: State,
  frame: Frame,
  machine: Machine,
): Outcome[] {
  const call = networkCall(effect, node, state, frame)
  const place = effect.result
    ? importedResult(effect.result, effect.args, String(node.range[0]))
    : placed(String(node.range[0]))
  const receives = sessionGiven(effect.args, state)
  const after = started([call], receives ? mayEnd(state) : state)
  if (effect.when === 'now') {
    const waited = waitFor([call], node, after, frame, machine)
    return [next(waited, place), thrown(state, place)]
  }
  const alwaysFulfilled = effect.service === 'sleep'
  return [next(after, promise(place, !alwaysFulfilled, [call], node))]
}

/** `new Promise(executor)` waits for what the executor starts: a timer, a request, a child process. */
function executor(callback: Value | undefined, node: Node, state: State, frame: Frame, machine: Machine): Outcome[] {
  const place = placed(String(node.range[0]))
  if (callback?.kind !== 'function') return [next(state, promise(place, true, [], node))]
  const timer = findTimer(callback.node)
  const own = timer
    ? [networkCall({ name: 'setTimeout', service: 'sleep', reason: undefined }, node, state, frame)]
    : []
  const rejects = callback.node.params.length > 1 || !timer
  const before = state.env.places.get(STARTED)
  const watching = { ...state, env: state.env.set(STARTED, promise(undefined, false)) }
  const settlers: Value[] = (['resolve', 'reject'] as const).map((does) => ({
    kind: 'native',
    key: `${does}@${String(node.range[0])};`,
    does,
    on: undefined,
    name: String(node.range[0]),
  }))
  return machine.invoke(callback, settlers, watching, { node, frame, via: 'callback' }).map((run) => {
    const started = run.state.env.places.get(STARTED)
    const network = [...own, ...(started?.kind === 'promise' ? started.network : [])]
    const outcome = run.state.env.places.get(`settled ${String(node.range[0])}`)
    const cleaned = run.state.env.remove([`settled ${String(node.range[0])}`])
    const env = before ? cleaned.set(STARTED, before) : cleaned.remove([STARTED])
    // It settled before the executor was over, or by a callback that was followed; else either may come.
    if (outcome?.kind === 'promise')
      return next({ ...run.state, env }, promise(outcome.value, outcome.rejects, network, node))
    return next({ ...run.state, env }, promise(place, rejects || run.ends === 'throw', network, node))
  })
}

/** Only the first call of `resolve` or `reject` counts. */
function settled(effect: Extract<Effect, { kind: 'settle' }>, state: State): State {
  const place = `settled ${effect.place}`
  if (state.env.places.has(place)) return state
  const value = effect.fulfils ? promise(effect.value ?? UNDEFINED, false) : promise(undefined, true)
  return { ...state, env: state.env.set(place, value) }
}

/** Calls that were started inside the executor that runs. */
const STARTED = 'started'

function started(network: readonly NetworkCall[], state: State): State {
  const known = state.env.places.get(STARTED)
  if (known?.kind !== 'promise' || network.length === 0) return state
  return { ...state, env: state.env.set(STARTED, promise(undefined, false, [...known.network, ...network])) }
}

function networkCall(
  effect: Pick<Extract<Effect, { kind: 'network' }>, 'name' | 'service' | 'reason'>,
  node: Node,
  state: State,
  frame: Frame,
): NetworkCall {
  const under = state.tracked?.phase === 'held' ? state.tracked.acquisition.id : undefined
  const key = `${frame.id}@${String(node.range[0])}${under ?? ''}`
  return { key, name: effect.name, kind: effect.service, reason: effect.reason, node, frame, under }
}

function findTimer(fn: Node): boolean {
  for (const node of descendantsOf(fn)) {
    if (node.type === 'CallExpression' && node.callee.type === 'Identifier' && node.callee.name === 'setTimeout')
      return true
  }
  return false
}

// ------------------------------------------------------------------ functions of the language and of libraries

function builtin(
  effect: Extract<Effect, { kind: 'builtin' }>,
  node: Node,
  state: State,
  place: Value,
  frame: Frame,
  machine: Machine,
): Outcome[] {
  const { args, self, name } = effect
  const first = args[0]
  const result = resultOf(effect, node)
  switch (effect.does) {
    case 'safe':
      return [next(changed(effect, node, handedOver(name, args, state), machine), result)]
    case 'impure':
      return [next(state, place)]
    case 'pure':
      return [next(state, result), thrown(state, place)]
    case 'exits':
      return []
    case 'asserts': {
      const truth = first ? machine.origins.truth(first, state.env) : false
      const outcomes: Outcome[] = []
      if (truth !== false)
        outcomes.push(
          next(first?.kind === 'opaque' ? { ...state, env: state.env.know('T', first, true) } : state, UNDEFINED),
        )
      if (truth !== true) outcomes.push(thrown(state, place))
      return outcomes
    }
    case 'boolean': {
      const truth = first && machine.origins.truth(first, state.env)
      return [next(state, truth === undefined ? (first ?? place) : constant(truth, first?.about))]
    }
    case 'later': {
      // `child.on('close', resolve)`: the promise waits for what the emitter stands for.
      const waits = self?.kind === 'promise' && args.some((arg) => arg.kind === 'native')
      const after = waits ? started(self.network, state) : state
      return [
        next(args.some((arg) => given(arg, state)) ? handedOn(after) : after, self?.kind === 'promise' ? self : place),
      ]
    }
    case 'runs':
    case 'retries': {
      const callback = args.find((arg): arg is ValueOf<'function'> => arg.kind === 'function')
      if (!callback) return unknown({ kind: 'unknown', callee: place, self, args, name }, node, state, machine)
      const runs = machine.invoke(callback, [], state, { node, frame, via: 'callback' })
      return runs.map((run) => (run.ends === 'throw' ? next(run.state, promise(undefined, true)) : run))
    }
    case 'passes':
      return [next(state, first ? passed(first, place) : promise(UNDEFINED, false))]
    case 'each':
      return each(effect, node, state, place, frame, machine)
    case 'all':
    case 'allSettled':
    case 'race':
    case 'any':
      return combine(effect.does, first ?? UNDEFINED, node, state, frame, machine)
    case 'sleep':
      return network(
        { kind: 'network', name, service: 'sleep', reason: undefined, when: 'awaited', args: [], result: undefined },
        node,
        state,
        frame,
        machine,
      )
    default: {
      const never: never = effect.does
      return never
    }
  }
}

/** Equal calls give equal values. */
function resultOf({ self, name, args }: Extract<Effect, { kind: 'builtin' }>, node: Node): Value {
  const place = String(node.range[0])
  if (self?.kind === 'import') return importedResult(self, args, place)
  const callee = self
    ? opaque(`${self.key}.${name}`, { from: 'member', base: self, name })
    : opaque(`b:${name}`, { from: 'global', name })
  return called(callee, args, place, true)
}

function passed(value: Value, place: Value): Value {
  if (value.kind === 'promise' || value.kind === 'function' || value.kind === 'import') return value
  if (isSetTimeout(value)) return imported('timers/promises', ['setTimeout'])
  const settled = settle(value, place)
  return settled.rejects || value.kind === 'handle' ? value : promise(value, false)
}

/** An array that is changed in place is another one from here on. */
function changed(effect: Extract<Effect, { kind: 'builtin' }>, node: Node, state: State, machine: Machine): State {
  const { self, name, args } = effect
  if (self?.kind !== 'list' || !/^(push|unshift|splice|pop|shift|fill|reverse|copyWithin)$/.test(name)) return state
  const callee = node.type === 'CallExpression' ? unwrap(node.callee) : node
  if (callee.type !== 'MemberExpression') return state
  const place = String(node.range[0])
  const grows = name === 'push' && !self.rest && self.items.length + args.length <= MOST_ITEMS
  // In what order the elements stand doesn't matter here, that there is one does.
  const some = name === 'push' ? args.slice(0, 1) : []
  const value = grows ? list([...self.items, ...args], undefined, place) : list(some, placed(`item ${place}`), place)
  return machine.assign(callee.object, value, state)
}

/** Arrays that grow further are only known to have elements of some kind. */
const MOST_ITEMS = 3

/** `push`, `unshift`: what is put into a collection is somebody else's to end. */
function handedOver(name: string, args: readonly Value[], state: State): State {
  return /^(push|unshift|set|add)$/.test(name) && args.some((arg) => given(arg, state)) ? handedOn(state) : state
}

/** A callback that runs for each element: not at all, once, or again. */
function each(
  effect: Extract<Effect, { kind: 'builtin' }>,
  node: Node,
  state: State,
  place: Value,
  frame: Frame,
  machine: Machine,
): Outcome[] {
  const callback = effect.args.find((arg) => arg.kind === 'function')
  if (callback?.kind !== 'function') {
    const ends = effect.args.some((arg) => given(arg, state)) ? mayEnd(state) : state
    return [next(ends, place)]
  }
  const element = effect.self ? someElementOf(effect.self, `el ${String(node.range[0])}`) : place
  const args = effect.name === 'reduce' ? [place, element] : [element]
  const outcomes: Outcome[] = []
  const once = machine.invoke(callback, args, state, { node, frame, via: 'callback' })
  const watched = state.tracked?.acquisition.id
  const certain =
    effect.self?.kind === 'list' &&
    (effect.self.items.length > 0 || (watched !== undefined && isAbout(effect.self, watched)))
  const made = once.find((run) => run.ends === 'next')?.value
  if (!certain) outcomes.push(next(state, effect.name === 'map' ? list([], made, String(node.range[0])) : place))
  for (const run of once) {
    if (run.ends === 'throw') {
      outcomes.push(run)
      continue
    }
    const all = settle(run.value, place)
    const value =
      effect.self?.kind === 'import'
        ? promise(list([], all.value ?? place, String(node.range[0])), all.rejects, all.network, node)
        : effect.name === 'map'
          ? list([], run.value, String(node.range[0]))
          : effect.name === 'find'
            ? element
            : effect.name === 'some' || effect.name === 'every'
              ? run.value
              : place
    outcomes.push(next(run.state, value))
  }
  return outcomes
}

function construct(
  effect: Extract<Effect, { kind: 'construct' }>,
  node: Node,
  state: State,
  frame: Frame,
  machine: Machine,
): Outcome[] {
  const instance: ValueOf<'instance'> = {
    kind: 'instance',
    key: `new ${effect.of.key}@${String(node.range[0])};`,
    of: effect.of,
  }
  const members = membersOf(effect.of.node)
  let env = state.env
  if (!members.construct) return [next({ ...state, env }, instance)]
  members.construct.params.forEach((param, index) => {
    if (param.type !== 'TSParameterProperty') return
    const target = param.parameter.type === 'AssignmentPattern' ? param.parameter.left : param.parameter
    const value = effect.args[index]
    if (value) env = env.setField(`${instance.key}.${target.name}`, value)
  })
  const callee: ValueOf<'function'> = {
    kind: 'function',
    key: `f:${String(members.construct.range[0])}{${instance.key}}`,
    node: members.construct,
    captured: effect.of.captured,
    self: instance,
  }
  const runs = machine.invoke(callee, effect.args, { ...state, env }, { node, frame, via: 'call', self: instance })
  return runs.map((run) => (run.ends === 'throw' ? run : next(run.state, instance)))
}

// ------------------------------------------------------------------ what can't be seen

/** Statements in one array run one after the other, whatever the first of them answered. */
function observeBatch(items: Value, machine: Machine): void {
  if (items.kind !== 'list') return
  items.items.forEach((item, index) => {
    const next = items.items[index + 1]
    if (item.kind === 'promise' && item.node && next)
      machine.batched(item.node, next.kind === 'promise' && next.node ? next.node : item.node)
  })
}

/** Functions of the language that make something of a value, as loggers don't. */
function judges({ does, self }: Extract<Effect, { kind: 'builtin' }>): boolean {
  if (does === 'safe')
    return (
      self?.kind === 'list' ||
      (self?.kind === 'opaque' && self.origin.from !== 'global' && self.origin.from !== 'member')
    )
  return does === 'each' || does === 'pure'
}

/** The answer goes to a function that can't be seen: it may throw unless it is true. */
function observeGiven(args: readonly Value[], state: State, machine: Machine): void {
  const { tracked } = state
  if (!tracked) return
  if (args.some((arg) => isAbout(arg, tracked.acquisition.id))) machine.observed(tracked.acquisition).answerGiven = true
}

function unknown(effect: Extract<Effect, { kind: 'unknown' }>, node: Node, before: State, machine: Machine): Outcome[] {
  const result = waiting(
    called(effect.callee, effect.args, String(node.range[0])),
    [...effect.args, ...(effect.self ? [effect.self] : [])],
    node,
  )
  for (const arg of effect.args) if (arg.kind === 'function') machine.defer(arg)
  const { tracked } = before
  const state = escaping(effect.args, before)
  if (tracked) machine.observed(tracked.acquisition).started.add(result.key)
  if (!tracked || tracked.phase === 'lost') return [next(state, result), thrown(state, placed(String(node.range[0])))]
  let after = state
  const closure = effect.args.some(
    (arg) => (arg.kind === 'function' || arg.kind === 'record') && leadsTo(arg, tracked.sessionKey, state.env),
  )
  const collected = /^(push|unshift|set|add|enqueue|defer|register|use)$/.test(effect.name)
  const receives =
    sessionGiven(effect.args, state) ||
    (effect.self !== undefined && leadsTo(effect.self, tracked.sessionKey, state.env))
  if (receives) after = closure || collected ? handedOn(state) : mayEnd(state)
  if (effect.self?.key === tracked.sessionKey && isStateQuestion(effect.name)) return [next(after, result)]
  // A method that lets go and fails did what it could.
  const letsGo = effect.self !== undefined && effect.self.key === tracked.sessionKey && isReleasing(effect.name)
  return [next(after, result), thrown(letsGo ? after : state, placed(String(node.range[0])))]
}

/** A closure that somebody out of sight has may give its connection back whenever it likes. */
function escaping(args: readonly Value[], state: State): State {
  let { env } = state
  for (const arg of args) {
    if (arg.kind !== 'function' && arg.kind !== 'record') continue
    for (const session of sessionsIn(arg)) env = env.setField(`escaped:${session}`, OPEN)
  }
  return env === state.env ? state : { ...state, env }
}

/** What an unknown function makes of promises waits for what they wait for. */
function waiting(result: Value, args: readonly Value[], node: Node): Value {
  const network = args.flatMap((arg) => (arg.kind === 'promise' ? arg.network : []))
  return network.length > 0 ? promise(result, true, network, node) : result
}

function sessionGiven(args: readonly Value[], state: State): boolean {
  return args.some((arg) => given(arg, state))
}

function given(arg: Value, state: State): boolean {
  return state.tracked !== undefined && leadsTo(arg, state.tracked.sessionKey, state.env)
}

function mayEnd(state: State): State {
  return state.tracked ? { ...state, tracked: { ...state.tracked, maybe: true } } : state
}

export function handedOn(state: State): State {
  return state.tracked ? { ...state, tracked: { ...state.tracked, handed: true } } : state
}
