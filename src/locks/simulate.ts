/**
 * The simulation: runs each function of a file along all its paths, watching one acquisition at a time.
 *
 * After Das, Lerner and Seigle, "ESP: Path-Sensitive Program Verification in Polynomial Time" (PLDI 2002): what is
 * watched is never merged, everything else is joined where it agrees. At an acquisition the path divides: on one branch
 * nothing is watched (it leads to the other acquisitions), on the others this one is, granted or refused. A function of
 * the file is run in place, with the state of its caller; recursion is taken to be balanced.
 */
import { buildGraph } from '../flow/build.ts'
import type { Graph } from '../flow/graph.ts'
import type { Value, ValueOf } from '../origins/value.ts'
import { isFunction, type Node } from '../syntax/ast.ts'
import { bindTo } from './assigning.ts'
import { Env } from './environment.ts'
import { type LockFacts, type LockSite, type Observations, observe } from './facts.ts'
import { mayFollow, mayFollowAwait, mayRunUnhurt } from './following.ts'
import { isAbout, isKept, leadsTo } from './holding.ts'
import { invoke } from './invoke.ts'
import type { Knowledge, Machine, Outcome } from './machine.ts'
import type { Root } from './roots.ts'
import { deadEnd, observeFate } from './sessions.ts'
import { noSources } from './sources.ts'
import type { Frame } from './state.ts'
import { runFrame } from './transfer.ts'
import { withWaitedFor } from './waiting.ts'

/** Steps for a file. A run may take half of what is left, so that no function takes everything from the others. */
const MOST_STEPS = 240_000
const MOST_DEFERRED = 200

/** A function that a call made and nobody in sight runs, and where that was. */
interface Deferred {
  readonly made: ValueOf<'function'>
  readonly where: NonNullable<Frame['made']>
}

export function simulate(roots: readonly Root[], knowledge: Knowledge): LockFacts {
  const acquisitions = new Map<string, Observations>()
  const sites = new Map<string, LockSite>()
  const graphs = new Map<Node, Graph | undefined>()
  const givenUp = new Set<Node>()
  const deferred = new Map<string, Deferred>()
  const ran = new Set<string>()
  let stepsLeft = MOST_STEPS

  const machine: Machine = {
    ...knowledge,
    budget: { steps: 0, isAside: false },
    visited: new Set(),
    schemaTexts: new Set(),
    voidTests: new Map(),
    works: new Map(),
    sessions: new Map(),
    contexts: new Set(),
    tested: new Set(),
    prepared: new Set(),
    retrying: new Set(),
    repeats: new Map(),
    bounding: new Set(),
    batches: new Map(),
    lastingBound: false,
    sources: noSources(),
    leaves: new Map(),
    graphOf(fn) {
      if (!graphs.has(fn)) graphs.set(fn, buildGraph(fn))
      return graphs.get(fn)
    },
    isDropped: (call, frame) => frame !== undefined && machine.graphOf(frame.fn)?.dropped.has(call) === true,
    observed(acquisition) {
      let seen = acquisitions.get(acquisition.id)
      if (!seen) acquisitions.set(acquisition.id, (seen = observe(acquisition)))
      return seen
    },
    defer(made, where) {
      if (made.captured.size > 0 && !deferred.has(made.key) && deferred.size < MOST_DEFERRED)
        deferred.set(made.key, { made, where })
    },
    batched(node, behind) {
      for (const seen of acquisitions.values()) if (seen.acquisition.node === node) seen.batched = behind
    },
    leftBy(state) {
      const value = state.env.places.get('leave')
      return value?.kind === 'opaque' ? machine.leaves.get(value.key) : undefined
    },
    assign: (place, value, state) => ({ ...state, env: bindTo(place, value, state.env, knowledge.origins) }),
    sited(id, make) {
      let site = sites.get(id)
      if (!site) sites.set(id, (site = make()))
      return site
    },
    invoke: (callee, args, state, how) => invoke(callee, args, state, how, machine),
    giveUp(frame) {
      for (let at: Frame | undefined = frame; at; at = at.parent) givenUp.add(at.fn)
    },
  }

  for (const root of roots) {
    if (machine.visited.has(root.fn) && !root.exported) continue
    run(root)
    runDeferred()
  }
  const { schemaTexts, voidTests, contexts, tested } = machine
  const { prepared, bounding, batches, retrying, lastingBound, sources } = machine
  const works = [...machine.works.values()]
  const isReached = (fn: Frame['fn'], from: Node, to: Node): boolean => mayFollow(machine.graphOf(fn), from, to)
  const isBackup = (fn: Frame['fn'], operation: Node): boolean => !mayRunUnhurt(machine.graphOf(fn), operation)
  const isLate = (fn: Frame['fn'], operation: Node): boolean => mayFollowAwait(machine.graphOf(fn), operation)
  const isDropped = ({ call, parent }: Frame): boolean => call !== undefined && machine.isDropped(call, parent)
  const facts = {
    acquisitions,
    sites,
    works,
    givenUp,
    schemaTexts,
    voidTests,
    contexts,
    tested,
    prepared,
    bounding,
    batches,
    sources,
  }
  return { ...facts, retrying, lastingBound, isReached, isLate, isBackup, isDropped }

  /** What a wrapper made: `export const charge = route(async () => …)`. */
  function runDeferred(): void {
    for (const one of deferred.values()) {
      const { made } = one
      if (ran.has(made.key)) continue
      ran.add(made.key)
      run({ fn: made.node, self: made.self, exported: false }, one)
    }
  }

  function run(root: Root, deferred?: Deferred): void {
    machine.visited.add(root.fn)
    const granted = Math.ceil(stepsLeft / 2)
    machine.budget.steps = granted
    runRoot(root, deferred, machine)
    stepsLeft -= granted - machine.budget.steps
  }
}

function runRoot({ fn, self }: Root, deferred: Deferred | undefined, machine: Machine): void {
  const { origins } = machine
  const made = deferred?.made
  const frame: Frame = {
    id: made ? made.key : String(fn.range[0]),
    fn,
    call: undefined,
    via: 'root',
    parent: undefined,
    depth: 0,
    made: deferred?.where,
  }
  let env = withWaitedFor(Env.first(), [])
  if (self) env = env.set('this', self)
  for (const [variable, value] of made?.captured ?? []) env = env.set(variable, value)
  if (isFunction(fn)) {
    for (const param of fn.params) {
      env = bindTo(param, origins.parameterValue(param, `param:${String(param.range[0])}`), env, origins)
    }
  }
  const exits = runFrame(
    fn,
    { env, tracked: undefined, begun: [], pending: [], trace: undefined, thrower: undefined, sent: [] },
    frame,
    machine,
  )
  const inside = new Set<object>(machine.localsOf(fn))
  for (const exit of exits ?? []) leaveRoot(exit, frame, inside, machine)
}

/** At the end of a run nobody in sight can end the lock, unless it was handed on. */
function leaveRoot(exit: Outcome, frame: Frame, inside: ReadonlySet<object>, machine: Machine): void {
  const { state } = exit
  const { tracked } = state
  observeFate(state, undefined, 'kept')
  if (tracked && answerIn(exit.value, tracked.acquisition.id, state.env))
    machine.observed(tracked.acquisition).answerGiven = true
  if (!tracked || tracked.phase !== 'held' || tracked.acquisition.call.scope !== 'session') return
  machine.observed(tracked.acquisition).content.isLeft = true
  // The process ends with its module, and its sessions with it.
  if ((tracked.maybe && tracked.abandoned !== 'siblings') || tracked.handed || !isFunction(frame.fn)) return
  const returned = exit.ends === 'next' && leadsTo(exit.value, tracked.sessionKey, state.env)
  const escaped = state.env.note(`escaped:${tracked.sessionKey}`) !== undefined
  if (returned || escaped || isKept(tracked.sessionKey, state.env, (place) => inside.has(place))) return
  if (tracked.abandoned) {
    machine.observed(tracked.acquisition).abandoned.add(tracked.abandoned)
    return
  }
  const rejects = exit.value.kind === 'promise' && !exit.value.value
  const thrower = exit.ends === 'throw' || rejects ? (state.thrower ?? frame.fn) : undefined
  deadEnd({ ...state, thrower }, 'left', machine.leftBy(state) ?? frame.fn, frame, machine)
}

function answerIn(value: Value, acquisition: string, env: Env): boolean {
  if (isAbout(value, acquisition)) return true
  for (const [place, stored] of env.places) {
    if (typeof place === 'string' && place.startsWith('.') && isAbout(stored, acquisition)) return true
  }
  return false
}
