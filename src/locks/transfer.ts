/** One run of a function: the states at its points, by one exhaustive switch over what each kind of point does to them. */
import type { Point } from '../flow/graph.ts'
import { solve } from '../flow/solve.ts'
import { someElementOf } from '../origins/members.ts'
import { alternativesOf, UNDEFINED, type Value } from '../origins/value.ts'
import { type FunctionNode, isFunction, type Program, type TSESTree } from '../syntax/ast.ts'
import { assign, bindTo } from './assigning.ts'
import { awaiting, yielding } from './awaiting.ts'
import { testing } from './branching.ts'
import { callOutcomes } from './calls.ts'
import { catching } from './catching.ts'
import { contentOf, observeCount, observeLoop } from './content.ts'
import { disposing } from './disposing.ts'
import { leavingWith, observeDropped } from './floating.ts'
import { type Machine, next, type Outcome, thrown } from './machine.ts'
import { anError } from './promises.ts'
import { produce } from './sessions.ts'
import { type Frame, type State, joinStates, stateKey } from './state.ts'
import { along, failedAt, leaving, resume, type Step } from './steps.ts'
import { observeAwaited } from './waiting.ts'

/** The ways in which a function ends that is entered in this state; undefined if it can't be followed to its end. */
export function runFrame(
  fn: FunctionNode | Program,
  entry: State,
  frame: Frame,
  machine: Machine,
): Outcome[] | undefined {
  const graph = machine.graphOf(fn)
  if (!graph) return undefined
  const solution = solve(
    graph,
    [entry],
    { key: stateKey, join: joinStates, transfer: (point, state) => transfer(point, state, frame, machine) },
    machine.budget,
  )
  if (solution === 'budget') {
    if (!machine.budget.isAside) machine.giveUp(frame)
    return undefined
  }
  const exits: Outcome[] = []
  for (const state of solution.get(graph.exit)?.values() ?? [])
    exits.push(next(state, state.env.places.get('return') ?? UNDEFINED))
  for (const state of solution.get(graph.throwExit)?.values() ?? []) exits.push(thrown(state, anError(fn)))
  return exits
}

function transfer(point: Point, state: State, frame: Frame, machine: Machine): Step[] {
  const { origins } = machine
  const { node } = point
  switch (point.kind) {
    case 'entry':
    case 'finally':
      return along(point, 'next', state)
    case 'exit':
    case 'throwExit':
    case 'end':
      return []
    case 'call': {
      const outcomes = callOutcomes(node, state, frame, machine)
      if (state.tracked && machine.isDropped(node, frame)) observeDropped(outcomes, node, state, frame, machine)
      return outcomes.flatMap((outcome) => {
        const after = { ...outcome.state, env: outcome.state.env.setTemporary(node, outcome.value) }
        return along(point, outcome.ends, outcome.ends === 'throw' ? failedAt(outcome.state, node) : after)
      })
    }
    case 'await':
      return awaiting(point, state, frame, machine)
    case 'yield':
      return yielding(point, state, frame, machine)
    case 'assign':
      return along(point, 'next', assign(node, state, frame, machine))
    case 'element': {
      const loop = node as TSESTree.ForOfStatement | TSESTree.ForInStatement
      const [fresh] = produce(state, node, 'el')
      const collection = origins.evaluate(loop.right, fresh.env)
      observeLoop(node, collection, state, frame, machine)
      const element = someElementOf(collection, `el${String(node.range[0])}`)
      const target = loop.left.type === 'VariableDeclaration' ? loop.left.declarations[0].id : loop.left
      return along(point, 'next', { ...fresh, env: bindTo(target, element, fresh.env, origins) })
    }
    case 'catch': {
      const { param } = node as TSESTree.CatchClause
      contentOf(state, machine)?.caught.set(node, frame)
      const caught = catching(node as TSESTree.CatchClause, state, frame)
      return along(
        point,
        'next',
        param ? { ...caught, env: bindTo(param, anError(node), caught.env, origins) } : caught,
      )
    }
    case 'test':
      observeCount(node, state, frame, machine)
      return testing(point, state, machine)
    case 'value': {
      const value = point.from ? origins.evaluate(point.from, state.env) : UNDEFINED
      return along(point, 'next', { ...state, env: state.env.setTemporary(node, value) })
    }
    case 'return':
      return returning(point, state, frame, machine)
    case 'throw':
      return along(point, 'throw', failedAt(state, node))
    case 'finallyEnd':
      return resume(point, state)
    case 'dispose':
      return disposing(point, state, frame, machine)
    default: {
      const never: never = point
      return never
    }
  }
}

function returning(point: Point, state: State, frame: Frame, machine: Machine): Step[] {
  const { node } = point
  const argument = node.type === 'ReturnStatement' ? node.argument : node
  const value = argument ? machine.origins.evaluate(argument, state.env) : UNDEFINED
  // What an `async` function returns is awaited by the language.
  const after = alternativesOf(value)
    .filter((one) => isWaitedFor(one, frame))
    .reduce((at, one) => observeAwaited(one, argument ?? node, at, frame, machine), state)
  const held = leavingWith(value, argument ?? node, after, frame, machine)
  return along(point, 'return', leaving({ ...held, env: held.env.set('return', value) }, node, frame, machine))
}

function isWaitedFor(value: Value, { fn }: Frame): boolean {
  if (value.kind === 'opaque') return value.origin.from === 'call'
  return (
    isFunction(fn) && fn.async && (value.kind === 'import' || (value.kind === 'handle' && value.build !== undefined))
  )
}
