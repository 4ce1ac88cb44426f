/** What a call does to the state: one exhaustive switch over the effects. */
import type { Effect, EffectOf } from '../effects/effect.ts'
import { membersOf } from '../origins/classes.ts'
import { EMPTY_ENVIRONMENT } from '../origins/evaluate.ts'
import { openingOf } from '../origins/openings.ts'
import { type Value, type ValueOf, promise, UNDEFINED } from '../origins/value.ts'
import { type Node, type TSESTree, unwrap } from '../syntax/ast.ts'
import { observeBatch, observeGiven } from './answers.ts'
import { builtin } from './built-in.ts'
import { callBack, mapped } from './callbacks.ts'
import { observeCallInside } from './content.ts'
import { checkout, lend, release, transaction } from './connections.ts'
import { mayEnd } from './duty.ts'
import { executor, settled } from './executor.ts'
import { network } from './leaving.ts'
import { type Machine, next, type Outcome, thrown } from './machine.ts'
import { chain } from './promises.ts'
import { begun, closed, openedAgain, produce, sessionKeyOf } from './sessions.ts'
import type { Frame, State } from './state.ts'
import { madeFrom } from './sources.ts'
import { send } from './statements.ts'
import { maybeBegun, unknown } from './unseen.ts'
import { observeAwaited } from './waiting.ts'

/** The ways in which a call ends. */
export function callOutcomes(node: Node, state: State, frame: Frame, machine: Machine): Outcome[] {
  const effect = machine.classify(node, state.env, machine.origins)
  const outcomes = outcomesOf(effect, node, isCancelled(node, state, machine) ? mayEnd(state) : state, frame, machine)
  observeCallInside(effect, node, state, outcomes, frame, machine)
  return outcomes
}

/** `query.cancel()` of postgres.js: the server stops waiting. */
function isCancelled(node: Node, { tracked, env }: State, { origins }: Machine): boolean {
  if (!tracked || node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return false
  const { object, property } = node.callee
  if (property.type !== 'Identifier' || property.name !== 'cancel') return false
  const query = origins.evaluate(object, env)
  return query.kind === 'promise' && query.node === tracked.acquisition.node
}

function outcomesOf(effect: Effect, node: Node, state: State, frame: Frame, machine: Machine): Outcome[] {
  const [fresh, place] = produce(state, node)
  switch (effect.kind) {
    case 'value':
      if (effect.given) madeFrom(effect.value, effect.given, machine)
      return ofValue(effect, node, node.type === 'NewExpression' ? givenTo(node, fresh, machine) : fresh, place)
    case 'send': {
      const sent = send(effect, node, state, frame, machine)
      if (effect.callback) return callBack(sent, effect.callback, node, frame, machine)
      return mapped(effect, sent, node, frame, machine)
    }
    case 'checkout':
      return checkout(effect, node, openedAgain(fresh, effect.handle.session), frame, machine)
    case 'lend':
      return lend(effect, node, effect.fresh ? openedAgain(fresh, effect.handle.session) : fresh, frame, machine)
    case 'begin-handle': {
      const { session } = effect.handle
      machine.sessions.set(session.key, session)
      return [next(begun(openedAgain(fresh, session), session.key), promise(effect.handle, true, [], node))]
    }
    case 'transaction':
      return transaction(effect, node, fresh, frame, machine)
    case 'release':
      return release(effect, node, fresh, frame, machine)
    case 'close':
      return [next(closed(fresh, sessionKeyOf(effect.on), node, frame, machine), promise(UNDEFINED, true, [], node))]
    case 'batch':
      observeBatch(effect.items, machine)
      return [next(observeAwaited(effect.items, node, fresh, frame, machine), promise(place, true, [], node))]
    case 'network':
      return network(effect, node, fresh, frame, machine)
    case 'builtin':
      return builtin(effect, node, fresh, place, frame, machine)
    case 'then':
      return chain(effect, node, fresh, frame, machine)
    case 'call':
      return run(effect.callee, effect, node, fresh, frame, machine)
    case 'either':
      return effect.callees.flatMap((callee) => run(callee, effect, node, fresh, frame, machine))
    case 'construct':
      return construct(effect, node, fresh, frame, machine)
    case 'executor':
      return executor(effect.callback, node, fresh, frame, machine)
    case 'settle':
      return [next(settled(effect, fresh), UNDEFINED)]
    case 'listen':
      prepares(effect, machine)
      return [next(fresh, effect.on)]
    case 'use-context':
      machine.contexts.add(effect.driver)
      return [next(fresh, UNDEFINED)]
    case 'exits':
      return []
    case 'aborts':
      return [thrown(fresh, place)]
    case 'unknown':
      observeGiven(effect.args, fresh, machine)
      return unknown(effect, node, fresh, frame, machine)
    default: {
      const never: never = effect
      return never
    }
  }
}

/** `pool.on('connect', …)`: each connection is prepared before anybody gets it. */
function prepares({ on, event }: EffectOf<'listen'>, { prepared }: Machine): void {
  const isOther = event?.kind === 'constant' && event.value !== 'connect' && event.value !== 'acquire'
  if (on.kind === 'handle' && !isOther) prepared.add(on.session.key)
}

/** Runs a function of this file. */
function run(
  callee: ValueOf<'function'>,
  { self, args }: EffectOf<'call' | 'either'>,
  node: Node,
  state: State,
  frame: Frame,
  machine: Machine,
): Outcome[] {
  return machine.invoke(callee, args, state, { node, frame, via: calledAs(callee, self, node, machine), self })
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
  if (written.type === 'MemberExpression' && self?.kind !== 'record') return 'call'
  if (written.type !== 'Identifier' && written.type !== 'MemberExpression') return 'call'
  const fixed = machine.origins.evaluate(written, EMPTY_ENVIRONMENT)
  return fixed.kind === 'function' && fixed.node === callee.node ? 'call' : 'callback'
}

/** An object out of sight is made with what it is given. */
function givenTo({ arguments: args }: TSESTree.NewExpression, state: State, { origins }: Machine): State {
  return maybeBegun(
    args.map((arg) => origins.evaluate(arg.type === 'SpreadElement' ? arg.argument : arg, state.env)),
    state,
  )
}

function ofValue(effect: EffectOf<'value'>, node: Node, state: State, place: Value): Outcome[] {
  const opened = effect.value.kind === 'handle' && effect.value.session.owned && !effect.value.build
  const after =
    opened && openingOf(effect.value.session) === node.range[0] ? openedAgain(state, effect.value.session) : state
  return effect.throws ? [next(after, effect.value), thrown(state, place)] : [next(after, effect.value)]
}

/** Runs the constructor of a class of this file. */
function construct(effect: EffectOf<'construct'>, node: Node, state: State, frame: Frame, machine: Machine): Outcome[] {
  const instance: ValueOf<'instance'> = {
    kind: 'instance',
    key: `new ${effect.of.key}@${String(node.range[0])};`,
    of: effect.of,
  }
  const members = membersOf(effect.of.node)
  if (!members.construct) return [next(state, instance)]
  let env = state.env
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
