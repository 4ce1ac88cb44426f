/**
 * The simulation: runs each function of a file along all its paths, watching one acquisition at a time.
 *
 * After Das, Lerner and Seigle, "ESP: Path-Sensitive Program Verification in Polynomial Time" (PLDI 2002): what is
 * watched is never merged, everything else is joined where it agrees. At an acquisition the path divides: on one branch
 * nothing is watched (it leads to the other acquisitions), on the others this one is, granted or refused. A function of
 * the file is run in place, with the state of its caller; recursion is taken to be balanced.
 */
import type { Classify } from '../effects/classify.ts'
import { remoteStream } from '../effects/remote.ts'
import { buildGraph, switchOf } from '../flow/build.ts'
import type { Completion, Edge, EdgeKind, Graph, Point } from '../flow/graph.ts'
import { solve } from '../flow/solve.ts'
import type { BindingSink, Origins } from '../origins/evaluate.ts'
import type { VariableLike } from '../origins/names.ts'
import { someElementOf } from '../origins/members.ts'
import {
  type Value,
  type ValueOf,
  calledBy,
  constant,
  list,
  type NetworkCall,
  namedValue,
  placed,
  promise,
  truthiness,
  UNDEFINED,
} from '../origins/value.ts'
import type { ReadStatements } from '../sql/reader.ts'
import { type FunctionNode, isFunction, type Node, type Program, type TSESTree, unwrap } from '../syntax/ast.ts'
import { callOutcomes } from './calls.ts'
import { handedOn } from './duty.ts'
import { Env } from './environment.ts'
import { type LockFacts, type LockSite, type Observations, observe } from './facts.ts'
import { isAbout, isKept, leadsTo } from './holding.ts'
import { type Invocation, type Machine, next, type Outcome, thrown } from './machine.ts'
import { anError, failing } from './promises.ts'
import { refine, refineEqual } from './refine.ts'
import { deadEnd, ended, produce } from './sessions.ts'
import type { FunctionInfo } from './outline.ts'
import type { Root } from './roots.ts'
import { isReleasing } from '../vocabulary.ts'
import { sendBuilt } from './statements.ts'
import { type Frame, type State, joinStates, stateKey, step, withEnv } from './state.ts'
import {
  certainAfter,
  isWithin,
  observeAwaited,
  settle,
  settleReturned,
  waitedFor,
  waitFor,
  withWaitedFor,
} from './waiting.ts'

/** Steps for a file. A run may take half of what is left, so that no function takes everything from the others. */
const MOST_STEPS = 240_000
const DEEPEST_CALLS = 8
const MOST_DEFERRED = 200

export function simulate(
  roots: readonly Root[],
  origins: Origins,
  classify: Classify,
  locals: (fn: Node) => readonly VariableLike[],
  infoOf: (fn: Node) => FunctionInfo | undefined,
  read: ReadStatements,
): LockFacts {
  const acquisitions = new Map<string, Observations>()
  const sites = new Map<string, LockSite>()
  const graphs = new Map<Node, Graph | undefined>()
  const givenUp = new Set<Node>()
  const budget = { steps: 0 }
  let stepsLeft = MOST_STEPS
  const ran = new Set<string>()
  const deferred = new Map<string, ValueOf<'function'>>()
  /** Statements by which functions were left, by the key that the state carries. */
  const leaves = new Map<string, Node>()

  const machine: Machine = {
    origins,
    classify,
    budget,
    visited: new Set(),
    schemaTexts: new Set(),
    graphOf(fn) {
      if (!graphs.has(fn)) graphs.set(fn, buildGraph(fn))
      return graphs.get(fn)
    },
    statementsOf: read,
    observed(acquisition) {
      let seen = acquisitions.get(acquisition.id)
      if (!seen) acquisitions.set(acquisition.id, (seen = observe(acquisition)))
      return seen
    },
    defer(made) {
      if (made.captured.size > 0 && !deferred.has(made.key) && deferred.size < MOST_DEFERRED)
        deferred.set(made.key, made)
    },
    batched(node, behind) {
      for (const seen of acquisitions.values()) if (seen.acquisition.node === node) seen.batched = behind
    },
    leftBy: (state) => lastNode(state),
    assign: (place, value, state) => ({ ...state, env: bindTo(place, value, state.env) }),
    sited(id, make, transaction) {
      let site = sites.get(id)
      if (!site) sites.set(id, (site = make()))
      site.transactions.add(transaction)
    },
    invoke,
    giveUp(frame) {
      for (let at: Frame | undefined = frame; at; at = at.parent) givenUp.add(at.fn)
    },
  }

  for (const root of roots) {
    if (machine.visited.has(root.fn)) continue
    machine.visited.add(root.fn)
    runRoot(root)
    runDeferred()
  }
  return { acquisitions, sites, givenUp, schemaTexts: machine.schemaTexts }

  // ---------------------------------------------------------------- functions

  /** What a wrapper made: `export const charge = route(async () => …)`. */
  function runDeferred(): void {
    for (const made of deferred.values()) {
      if (ran.has(made.key)) continue
      ran.add(made.key)
      machine.visited.add(made.node)
      runRoot({ fn: made.node, self: made.self }, made)
    }
  }

  function runRoot({ fn, self }: Root, made?: ValueOf<'function'>): void {
    const granted = Math.ceil(stepsLeft / 2)
    budget.steps = granted
    const frame: Frame = {
      id: made ? made.key : String(fn.range[0]),
      fn,
      call: undefined,
      via: 'root',
      parent: undefined,
      depth: 0,
    }
    let env = withWaitedFor(Env.first(), [])
    if (self) env = env.set('this', self)
    for (const [variable, value] of made?.captured ?? []) env = env.set(variable, value)
    if (isFunction(fn)) {
      for (const param of fn.params) {
        env = bindTo(param, origins.parameterValue(param, `param:${String(param.range[0])}`), env)
      }
    }
    const exits = runFrame(
      fn,
      { env, tracked: undefined, begun: [], pending: [], trace: undefined, thrower: undefined },
      frame,
    )
    stepsLeft -= granted - budget.steps
    const inside = new Set<object>(locals(fn))
    for (const exit of exits ?? []) leaveRoot(exit, frame, inside)
  }

  /** At the end of a run nobody in sight can end the lock, unless it was handed on. */
  function leaveRoot(exit: Outcome, frame: Frame, inside: ReadonlySet<object>): void {
    const { state } = exit
    const { tracked } = state
    if (tracked && answerIn(exit.value, tracked.acquisition.id, state.env))
      machine.observed(tracked.acquisition).answerGiven = true
    if (!tracked || tracked.phase !== 'held' || tracked.acquisition.call.scope !== 'session') return
    // The process ends with its module, and its sessions with it.
    if (tracked.maybe || tracked.handed || !isFunction(frame.fn)) return
    const returned = exit.ends === 'next' && leadsTo(exit.value, tracked.sessionKey, state.env)
    const escaped = state.env.field(`escaped:${tracked.sessionKey}`) !== undefined
    if (returned || escaped || isKept(tracked.sessionKey, state.env, (place) => inside.has(place))) return
    const rejects = exit.value.kind === 'promise' && !exit.value.value
    const thrower = exit.ends === 'throw' || rejects ? (state.thrower ?? frame.fn) : undefined
    deadEnd({ ...state, thrower }, 'left', lastNode(state) ?? frame.fn, frame, machine)
  }

  function answerIn(value: Value, acquisition: string, env: Env): boolean {
    if (isAbout(value, acquisition)) return true
    for (const [place, stored] of env.places) {
      if (typeof place === 'string' && place.startsWith('.') && isAbout(stored, acquisition)) return true
    }
    return false
  }

  function lastNode(state: State): Node | undefined {
    const value = state.env.places.get('leave')
    return value?.kind === 'opaque' ? leaves.get(value.key) : undefined
  }

  function invoke(callee: ValueOf<'function'>, args: readonly Value[], before: State, how: Invocation): Outcome[] {
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
    machine.visited.add(node)
    if (parent.depth >= DEEPEST_CALLS || isRunning(node, parent)) return unseen()
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
    env = bindParameters(node, args, env)
    const exits = runFrame(node, { ...before, env, begun: [], pending: [] }, frame)
    if (!exits) return unseen()
    const letsGo = before.pending.length > 0 && exits.some((exit) => exit.ends === 'next' && !exit.state.tracked)
    return exits.flatMap((exit) => backFrom(letsGo ? failedUnlock(exit, before) : exit, callee, outside, before, how))
  }

  /** In a `finally` a helper that unlocks, and throws on its way to it, counts as an unlock that failed. */
  function failedUnlock(exit: Outcome, before: State): Outcome {
    const { tracked } = exit.state
    if (exit.ends !== 'throw' || !tracked || tracked.acquisition !== before.tracked?.acquisition) return exit
    return { ...exit, state: { ...exit.state, tracked: { ...tracked, maybe: true } } }
  }

  function isRunning(fn: Node, frame: Frame): boolean {
    for (let at: Frame | undefined = frame; at; at = at.parent) if (at.fn === fn) return true
    return false
  }

  /** A public `release` of the object that took the lock in its public `acquire` did what it has to, whatever it counts. */
  function releasedByOwner(state: State, fn: FunctionNode): State {
    const { tracked } = state
    const info = infoOf(fn)
    if (tracked?.phase !== 'held' || info?.method !== 'public' || !isReleasing(info.name ?? '')) return state
    for (let at: Frame | undefined = tracked.acquisition.frame; at; at = at.parent) {
      if (infoOf(at.fn)?.owner === info.owner) return { ...state, tracked: { ...tracked, maybe: true } }
    }
    return state
  }

  /** The state of the caller again, with what the callee changed. */
  function backFrom(
    exit: Outcome,
    { node: fn, captured }: ValueOf<'function'>,
    outside: Env,
    before: State,
    how: Invocation,
  ): Outcome[] {
    const network = waitedFor(exit.state.env)
    const exitState = releasedByOwner(exit.state, fn)
    const { tracked } = exitState
    if (
      tracked &&
      tracked.acquisition.frame.depth > how.frame.depth &&
      leadsTo(exit.value, tracked.sessionKey, exitState.env)
    ) {
      machine.observed(tracked.acquisition).handleGiven = true
    }
    let env = exitState.env.remove([
      ...locals(fn),
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
      const settled = settleReturned(exit.value, placed(`r${String(how.node.range[0])}`))
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

  function bindParameters(fn: FunctionNode, args: readonly Value[], before: Env): Env {
    let env = before
    fn.params.forEach((param, index) => {
      if (param.type === 'RestElement') {
        env = bindTo(param.argument, list(args.slice(index), undefined, `rest${String(param.range[0])}`), env)
        return
      }
      const given = args[index] ?? UNDEFINED
      env = bindTo(param, withType(param, given), env)
    })
    return env
  }

  /** Where the caller's value says nothing, the annotation may. */
  function withType(param: Node, given: Value): Value {
    if (given.kind !== 'opaque' || given.origin.from === 'operation') return given
    const typed = origins.parameterValue(param, given.key)
    // A type of the project's own says nothing of what it is.
    const own = typed.kind === 'import' && /^(\.|@\/|~|#)/.test(typed.module)
    return typed.kind === 'opaque' || own ? given : typed
  }

  // ---------------------------------------------------------------- one frame

  function runFrame(fn: FunctionNode | Program, entry: State, frame: Frame): Outcome[] | undefined {
    const graph = machine.graphOf(fn)
    if (!graph) return undefined
    const solution = solve(
      graph,
      [entry],
      { key: stateKey, join: joinStates, transfer: (point, state) => transfer(point, state, frame) },
      budget,
    )
    if (solution === 'budget') {
      machine.giveUp(frame)
      return undefined
    }
    const exits: Outcome[] = []
    for (const state of solution.get(graph.exit)?.values() ?? [])
      exits.push(next(state, state.env.places.get('return') ?? UNDEFINED))
    for (const state of solution.get(graph.throwExit)?.values() ?? []) exits.push(thrown(state, anError(fn)))
    return exits
  }

  type Step = { readonly edge: Edge; readonly state: State }

  function transfer(point: Point, state: State, frame: Frame): Step[] {
    const { node } = point
    switch (point.kind) {
      case 'entry':
      case 'finally':
        return along(point, 'next', state)
      case 'exit':
      case 'throwExit':
      case 'end':
        return []
      case 'call':
        return callOutcomes(node, state, frame, machine).flatMap((outcome) => {
          const after = { ...outcome.state, env: outcome.state.env.setTemporary(node, outcome.value) }
          return along(point, outcome.ends, outcome.ends === 'throw' ? failedAt(outcome.state, node) : after)
        })
      case 'await':
        return awaiting(point, state, frame)
      case 'yield':
        return yielding(point, state, frame)
      case 'assign':
        return along(point, 'next', assign(node, state))
      case 'element': {
        const loop = node as TSESTree.ForOfStatement | TSESTree.ForInStatement
        const [fresh] = produce(state, node, 'el')
        const element = someElementOf(origins.evaluate(loop.right, fresh.env), `el${String(node.range[0])}`)
        const target = loop.left.type === 'VariableDeclaration' ? loop.left.declarations[0].id : loop.left
        return along(point, 'next', { ...fresh, env: bindTo(target, element, fresh.env) })
      }
      case 'catch': {
        const { param } = node as TSESTree.CatchClause
        return along(point, 'next', param ? { ...state, env: bindTo(param, anError(node), state.env) } : state)
      }
      case 'test':
        return testing(point, state)
      case 'value': {
        const value = point.from ? origins.evaluate(point.from, state.env) : UNDEFINED
        return along(point, 'next', { ...state, env: state.env.setTemporary(node, value) })
      }
      case 'return':
        return returning(point, state, frame)
      case 'throw':
        return along(point, 'throw', failedAt(state, node))
      case 'finallyEnd':
        return resume(point, state)
      case 'dispose':
        return disposing(point, state, frame)
      default: {
        const never: never = point
        return never
      }
    }
  }

  function along(point: Point, kind: EdgeKind, state: State): Step[] {
    const steps: Step[] = []
    for (const edge of point.out) {
      if (edge.kind === kind) steps.push(...arriving(edge, crossed(edge, state)))
    }
    return steps
  }

  /** The end of a statement only forgets: paths that meet there are joined behind it, where less is left to join. */
  function arriving(edge: Edge, state: State): Step[] {
    return edge.to.kind === 'end'
      ? along(edge.to, 'next', withEnv(state, state.env.after(edge.to.node)))
      : [{ edge, state }]
  }

  /** Leaving a `finally` before its end forgets how it was entered; entering one remembers it. */
  function crossed(edge: Edge, state: State): State {
    const { enters, drops = 0 } = edge
    if (enters === undefined && drops === 0) return state
    const kept = state.pending.slice(0, state.pending.length - drops)
    return { ...state, pending: enters === undefined ? kept : [...kept, enters] }
  }

  function resume(point: Point, state: State): Step[] {
    const completion: Completion = state.pending.at(-1) ?? 'next'
    const popped = { ...state, pending: state.pending.slice(0, -1) }
    const steps: Step[] = []
    for (const edge of point.out) {
      if (edge.resumes === completion) {
        steps.push({ edge, state: crossed(edge, popped) })
      }
    }
    return steps
  }

  function failedAt(state: State, node: Node): State {
    if (!state.tracked) return state
    // It throws beside an acquisition that nobody waited for yet: whether that is granted can't be told.
    if (!state.tracked.certain) return { ...state, thrower: node, tracked: { ...state.tracked, maybe: true } }
    // A call that throws later on the path is what keeps the lock held; a `throw` passes an earlier one on.
    if (state.thrower && node.type === 'ThrowStatement') return state
    return step({ ...state, thrower: node }, node, 'may throw')
  }

  function awaiting(point: Point, state: State, frame: Frame): Step[] {
    const { node } = point
    const isLoop = node.type === 'ForOfStatement'
    const awaited = isLoop ? node.right : (node as TSESTree.AwaitExpression).argument
    const value = origins.evaluate(awaited, state.env)
    const [fresh] = produce(state, node, 'aw')
    if (value.kind === 'handle' && value.carries) {
      return sendBuilt(value, awaited, fresh, frame, machine).flatMap((run) =>
        settledBy(point, run.value, run.state, frame),
      )
    }
    return settledBy(point, value, fresh, frame)
  }

  /** Goes on from an `await` with what comes of the value. */
  function settledBy(point: Point, value: Value, fresh: State, frame: Frame): Step[] {
    const { node } = point
    const isLoop = node.type === 'ForOfStatement'
    const place = placed(`aw${String(node.range[0])}`)
    observeAwaited(value, node, fresh, frame, machine)
    const settled = settle(value, place)
    const stream = isLoop ? streamOf(value, node, fresh, frame) : []
    const after = waitFor([...settled.network, ...stream], node, certainAfter(value, fresh), frame, machine)
    const steps: Step[] = []
    if (settled.value) {
      const env = isLoop ? after.env : after.env.setTemporary(node, settled.value)
      steps.push(...along(point, 'next', { ...after, env }))
    }
    if (settled.rejects) {
      const made = value.kind === 'promise' ? value.node : undefined
      const thrower = made ?? (isLoop ? node.right : (node as TSESTree.AwaitExpression).argument)
      // A promise that only rejects does so for a reason that is known.
      const known = after.thrower !== undefined && !settled.value
      steps.push(...along(point, 'throw', known ? after : failedAt(after, thrower)))
    }
    return steps
  }

  /** Each element of a stream that a package gave is awaited from the other side. */
  function streamOf(value: Value, node: Node, state: State, frame: Frame): NetworkCall[] {
    const remote = remoteStream(value)
    if (!remote) return []
    const under = state.tracked?.phase === 'held' ? state.tracked.acquisition.id : undefined
    const { right } = node as TSESTree.ForOfStatement
    return [
      {
        ...remote,
        key: `${frame.id}@${String(node.range[0])}${under ?? ''}`,
        reason: undefined,
        node: right,
        frame,
        under,
      },
    ]
  }

  function yielding(point: Point, state: State, frame: Frame): Step[] {
    const node = point.node as TSESTree.YieldExpression
    const value = node.argument ? origins.evaluate(node.argument, state.env) : UNDEFINED
    const [fresh, place] = produce(state, node, 'yi')
    if (!node.delegate) {
      const env = fresh.env.setTemporary(node, place)
      return [...along(point, 'next', { ...fresh, env }), ...along(point, 'return', leaving(fresh, node, frame))]
    }
    if (value.kind === 'function') return running(point, value, fresh, frame)
    // `yield*` of an Effect is its await; of a generator it ends when the consumer stops, like any yield.
    observeAwaited(value, node, fresh, frame, machine)
    const settled = settle(value, place)
    const after = waitFor(settled.network, node, certainAfter(value, fresh), frame, machine)
    const env = after.env.setTemporary(node, settled.value ?? place)
    return [...along(point, 'next', { ...after, env }), ...along(point, 'throw', failedAt(after, node))]
  }

  /** An Effect that is a function of this file runs where it is yielded. */
  function running(point: Point, effect: ValueOf<'function'>, state: State, frame: Frame): Step[] {
    const { node } = point
    return machine.invoke(effect, [], state, { node, frame, via: 'callback' }).flatMap((run) => {
      if (run.ends === 'throw') return along(point, 'throw', failedAt(run.state, node))
      observeAwaited(run.value, node, run.state, frame, machine)
      const settled = settle(run.value, placed(`yi${String(node.range[0])}`))
      const after = waitFor(settled.network, node, certainAfter(run.value, run.state), frame, machine)
      const steps: Step[] = []
      if (settled.value)
        steps.push(...along(point, 'next', { ...after, env: after.env.setTemporary(node, settled.value) }))
      if (settled.rejects) steps.push(...along(point, 'throw', failedAt(after, node)))
      return steps
    })
  }

  function testing(point: Point & { kind: 'test' }, state: State): Step[] {
    const { node } = point
    switch (point.how) {
      case 'truthy':
        observeTest(node, state)
        observeComparison(node, state)
        return [true, false].flatMap((holds) => {
          const env = refine(node, holds, state.env, origins)
          return env ? along(point, holds ? 'true' : 'false', { ...state, env }) : []
        })
      case 'nullish': {
        const value = origins.evaluate(node, state.env)
        return [true, false].flatMap((holds) => {
          const env = refineEqual(node, value, constant(undefined), holds, true, state.env, origins)
          const known =
            value.kind === 'constant' ? value.value === undefined || value.value === null : nullishOf(value, state.env)
          return env && known !== !holds ? along(point, holds ? 'true' : 'false', { ...state, env }) : []
        })
      }
      case 'iterate': {
        const loop = node as TSESTree.ForOfStatement
        const value = origins.evaluate(loop.right, state.env)
        const empty = value.kind === 'list' && value.items.length === 0 && !value.rest
        const some = value.kind === 'list' && value.items.length > 0
        if (some && !state.begun.includes(node))
          return along(point, 'true', { ...state, begun: [...state.begun, node] })
        const over = some ? { ...state, begun: state.begun.filter((loop) => loop !== node) } : state
        return [...(empty ? [] : along(point, 'true', state)), ...along(point, 'false', over)]
      }
      case 'case':
        return matching(point, node as TSESTree.SwitchCase, state)
    }
  }

  function nullishOf(value: Value, env: Env): boolean | undefined {
    if (value.kind === 'oneOf') {
      const answers = new Set(
        value.of.map((one) => one.kind === 'constant' && (one.value === undefined || one.value === null)),
      )
      return answers.size === 1 ? [...answers][0] : undefined
    }
    if (value.kind === 'opaque') return env.nullish(value)
    return value.kind === 'import' ? undefined : false
  }

  function matching(point: Point, node: TSESTree.SwitchCase, state: State): Step[] {
    const statement = switchOf(node)
    if (!statement || !node.test) return [...along(point, 'true', state), ...along(point, 'false', state)]
    const subject = origins.evaluate(statement.discriminant, state.env)
    const tested = origins.evaluate(node.test, state.env)
    // `switch (true)`: each case is a condition of its own.
    if (subject.kind === 'constant' && typeof subject.value === 'boolean') {
      observeTest(node.test, state)
      const holds = subject.value
      return [true, false].flatMap((matches) => {
        const env = refine(node.test ?? node, matches === holds, state.env, origins)
        return env ? along(point, matches ? 'true' : 'false', { ...state, env }) : []
      })
    }
    observeTest(statement.discriminant, state)
    if (tested.kind !== 'constant') return [...along(point, 'true', state), ...along(point, 'false', state)]
    return [true, false].flatMap((matches) => {
      if (subject.kind === 'constant' && (subject.value === tested.value) !== matches) return []
      const env = refineEqual(statement.discriminant, subject, tested, matches, false, state.env, origins)
      return env ? along(point, matches ? 'true' : 'false', { ...state, env }) : []
    })
  }

  /** A part of the watched try's result is tested. */
  function observeTest(node: Node, state: State): void {
    const { tracked } = state
    if (!tracked) return
    const value = origins.evaluate(node, state.env)
    const about = value.about ?? aboutAny(value)
    if (about?.acquisition === tracked.acquisition.id) {
      machine
        .observed(tracked.acquisition)
        .tests.set(about.node ?? node, { node: about.node ?? node, part: about.part })
    }
  }

  /** `got === 't'`: the driver gives a boolean, never a text. */
  function observeComparison(node: Node, state: State): void {
    const { tracked } = state
    if (!tracked || node.type !== 'BinaryExpression' || !/^[!=]==?$/.test(node.operator)) return
    const sides = [origins.evaluate(node.left, state.env), origins.evaluate(node.right, state.env)]
    const answer = sides.find(
      (side) => side.about?.part === 'answer' && side.about.acquisition === tracked.acquisition.id,
    )
    const other = sides.find((side) => side !== answer)
    if (answer?.kind !== 'constant' || other?.kind !== 'constant' || other.value === null || other.value === undefined)
      return
    const possible: readonly unknown[] =
      typeof answer.value === 'string' ? ['true', 'false'] : typeof answer.value === 'number' ? [0, 1] : [true, false]
    if (!possible.includes(other.value)) machine.observed(tracked.acquisition).impossible.add(node)
  }

  function aboutAny(value: Value): Value['about'] {
    return value.kind === 'oneOf' ? value.of.find((one) => one.about?.part === 'answer')?.about : undefined
  }

  function returning(point: Point, state: State, frame: Frame): Step[] {
    const { node } = point
    const argument = node.type === 'ReturnStatement' ? node.argument : node
    const value = argument ? origins.evaluate(argument, state.env) : UNDEFINED
    if (value.kind === 'opaque' && value.origin.from === 'call')
      observeAwaited(value, argument ?? node, state, frame, machine)
    const env = state.env.set('return', value)
    return along(point, 'return', leaving({ ...state, env }, node, frame))
  }

  /** Remembers by which statement the function is left. */
  function leaving(state: State, node: Node, frame: Frame): State {
    // What a helper does under the lock is no way out of the function that holds it.
    if (!state.tracked || !isWithin(state.tracked.acquisition.frame, frame)) return state
    const place = placed(`leave${String(node.range[0])}`)
    leaves.set(place.key, node)
    return step({ ...state, env: state.env.set('leave', place) }, node, 'leaves the function')
  }

  function assign(node: Node, state: State): State {
    switch (node.type) {
      case 'VariableDeclarator': {
        if (!node.init)
          return node.id.type === 'Identifier' ? { ...state, env: bindTo(node.id, UNDEFINED, state.env) } : state
        const value = origins.evaluate(node.init, state.env)
        if (value.kind === 'function' && value.node !== unwrap(node.init)) machine.defer(value)
        const label = node.id.type === 'Identifier' ? node.id.name : undefined
        return { ...state, env: bindTo(node.id, namedValue(value, label), state.env) }
      }
      case 'AssignmentExpression': {
        const value = origins.evaluate(node.right, state.env)
        const old = node.operator === '=' ? value : combined(node, value, state)
        return handedTo(node.left, old, { ...state, env: bindTo(node.left, old, state.env) })
      }
      case 'UpdateExpression': {
        const [fresh, place] = produce(state, node, 'eln')
        return { ...fresh, env: bindTo(node.argument, place, fresh.env) }
      }
      default:
        return state
    }
  }

  function combined(node: TSESTree.AssignmentExpression, right: Value, state: State): Value {
    const left = origins.evaluate(node.left, state.env)
    const operator = node.operator.slice(0, -1)
    if (operator === '&&' && truthiness(right) === false) return right
    if (operator === '||' && truthiness(right) === true) return right
    if (operator === '??' || operator === '||' || operator === '&&') {
      const truth = operator === '??' ? nullishOf(left, state.env) : origins.truth(left, state.env)
      if (truth !== undefined) return (operator === '||') !== truth ? right : left
    }
    if (
      operator === '+' &&
      (left.kind === 'text' || left.kind === 'constant') &&
      (right.kind === 'text' || right.kind === 'constant')
    ) {
      return origins.evaluate({ ...node, type: 'BinaryExpression', operator: '+' } as unknown as Node, state.env)
    }
    return placed(`op${String(node.range[0])}`)
  }

  /** A connection, or what ends its lock, is stored where others reach it. */
  function handedTo(target: Node, value: Value, state: State): State {
    if (!state.tracked || target.type !== 'MemberExpression') return state
    return leadsTo(value, state.tracked.sessionKey, state.env) ? handedOn(state) : state
  }

  function disposing(point: Point, state: State, frame: Frame): Step[] {
    const { id } = point.node as TSESTree.VariableDeclarator
    const value = origins.evaluate(id, state.env)
    const dispose = disposer(value, point.node, state)
    if (dispose) {
      return machine
        .invoke(dispose, [], state, { node: point.node, frame, via: 'callback', self: value })
        .flatMap((outcome) => {
          if (outcome.ends === 'throw') return along(point, 'throw', failedAt(outcome.state, point.node))
          const settled = settle(outcome.value, placed(`dispose${String(point.node.range[0])}`))
          const after = waitFor(settled.network, point.node, outcome.state, frame, machine)
          return [
            ...(settled.value ? along(point, 'next', after) : []),
            ...(settled.rejects ? along(point, 'throw', failedAt(after, point.node)) : []),
          ]
        })
    }
    const ends = state.tracked && leadsTo(value, state.tracked.sessionKey, state.env)
    return along(point, 'next', ends ? ended(state, point.node, frame, machine) : state)
  }

  function disposer(value: Value, node: Node, state: State): ValueOf<'function'> | undefined {
    for (const name of ['Symbol.asyncDispose', 'Symbol.dispose']) {
      const method =
        value.kind === 'record' || value.kind === 'instance'
          ? origins.readMember(value, name, node, state.env)
          : undefined
      if (method?.kind === 'function') return method
    }
    return undefined
  }

  function bindTo(pattern: Node, value: Value, before: Env): Env {
    let env = before
    const sink: BindingSink = {
      variable(variable, bound) {
        if (!origins.names.isSteady(variable)) env = env.forget(`${variable.name}@`)
        env = env.set(variable, calledBy(bound, variable.name))
      },
      member(base, name, bound) {
        env = env.setField(`${base.key}.${name}`, bound)
      },
    }
    origins.bind(pattern, value, env, sink)
    return env
  }
}
