/** What a critical section is made of beside its statements: for the rules about the work under a lock. */
import type { Effect } from '../effects/effect.ts'
import { type HeavyCall, heavyCallOf } from '../effects/heavy-calls.ts'
import type { Value } from '../origins/value.ts'
import type { LockCall } from '../sql/types.ts'
import { isFunction, type Node } from '../syntax/ast.ts'
import { childrenOf } from '../syntax/walk.ts'
import { isGiven } from './duty.ts'
import type { Env } from './environment.ts'
import type { Machine, Outcome } from './machine.ts'
import type { Frame, State } from './state.ts'

/** Heavy work of this machine under the lock, or work of a function of another module. */
export interface HeavyWork {
  readonly node: Node
  readonly frame: Frame
  readonly call: HeavyCall
  /** All that went into it, on any path. */
  readonly inputs: Map<string, Value>
  /** Keys of what the call gave. */
  readonly results: Set<string>
  /** It blocks, or its promise is awaited under the lock. */
  waited: boolean
}

/** A loop over a collection, or a call that runs its callback for each element. */
export interface LoopSeen {
  /** The loop statement, the test of a `for`, or the call. */
  readonly node: Node
  readonly frame: Frame
  /** What was looped over, on any path. */
  readonly collections: Map<string, Value>
}

export interface Content {
  readonly heavy: Map<Node, HeavyWork>
  /** By the keys of what those calls gave. */
  readonly begun: Map<string, HeavyWork>
  readonly loops: Map<Node, LoopSeen>
  /** What isn't a statement of the holder, and may take its time, have effects of its own, or need the session. */
  readonly others: Set<Node>
  /** Where transactions were begun on the holder. */
  readonly transactions: Map<string, { readonly node: Node; readonly frame: Frame }>
  /** Writes of the holder that no transaction covers. */
  readonly committed: Set<Node>
  /** Where a failure was caught: the clause, or the call of `catch`. */
  readonly caught: Map<Node, Frame>
  /** Something ran on the holder after a call had failed. */
  runsAfterFailure: boolean
  /** On some path nothing in sight ends the lock, or nobody can tell. */
  isLeft: boolean
  /** Keys of what statements gave under the lock. */
  readonly read: Set<string>
  /** What the holder was given to write: values of its statements, arguments beside it. */
  readonly published: Map<string, Value>
  /** What was known when the lock was taken. */
  readonly before: Set<Env>
}

export function emptyContent(): Content {
  return {
    heavy: new Map(),
    begun: new Map(),
    loops: new Map(),
    others: new Set(),
    transactions: new Map(),
    committed: new Set(),
    caught: new Map(),
    runsAfterFailure: false,
    isLeft: false,
    read: new Set(),
    published: new Map(),
    before: new Set(),
  }
}

/** The content of the section that is running. */
export function contentOf({ tracked }: State, machine: Machine): Content | undefined {
  return tracked?.phase === 'held' ? machine.observed(tracked.acquisition).content : undefined
}

/** Paths that lead to one acquisition with different values are told apart so far. */
const MOST_BEFORE = 8

export function observeBefore({ before }: Content, env: Env): void {
  if (before.size < MOST_BEFORE) before.add(env)
}

/** A call ran under the lock. */
export function observeCallInside(
  effect: Effect,
  node: Node,
  state: State,
  outcomes: readonly Outcome[],
  frame: Frame,
  machine: Machine,
): void {
  const content = contentOf(state, machine)
  if (!content) return
  const heavy = heavyCallOf(effect)
  if (effect.kind === 'unknown' && isGiven(effect.args, state)) observePublished(effect.args, state, machine)
  if (heavy) observeHeavy(content, heavy, node, state, outcomes, frame)
  if (heavy?.known || isOther(effect, node, state, content, frame)) content.others.add(node)
}

function observeHeavy(
  content: Content,
  call: HeavyCall,
  node: Node,
  state: State,
  outcomes: readonly Outcome[],
  frame: Frame,
): void {
  if (state.tracked?.maybe) return
  // What an executor starts settles the promise that is awaited.
  const waited = call.sync || frame.call?.type === 'NewExpression'
  const known = content.heavy.get(node) ?? { node, frame, call, inputs: new Map(), results: new Set(), waited }
  content.heavy.set(node, known)
  for (const input of call.inputs) known.inputs.set(input.key, input)
  for (const outcome of outcomes) {
    if (outcome.ends !== 'next') continue
    known.results.add(outcome.value.key)
    content.begun.set(outcome.value.key, known)
  }
}

/** A statement, or a call with the holder, is given values under the lock. */
export function observePublished(values: Iterable<Value>, state: State, machine: Machine): void {
  const content = contentOf(state, machine)
  if (content)
    for (const value of values) if (content.published.size < MOST_PUBLISHED) content.published.set(value.key, value)
}

const MOST_PUBLISHED = 200

/** Whether a call is more than statements of the holder and plain computing. */
function isOther(effect: Effect, node: Node, state: State, content: Content, frame: Frame): boolean {
  const session = state.tracked?.sessionKey
  switch (effect.kind) {
    case 'checkout':
    case 'batch':
    case 'network':
    case 'executor':
    case 'use-context':
      return true
    case 'begin-handle':
      if (effect.handle.session.key === session) observeTransaction(content, node, frame)
      return effect.handle.session.key !== session || setsIsolation(node)
    case 'lend':
      if (effect.transaction) observeTransaction(content, node, frame)
      return effect.handle.session.key !== session || setsIsolation(node)
    case 'transaction':
      if (effect.does === 'begin') observeTransaction(content, node, frame)
      return effect.does === 'begin' && setsIsolation(node)
    case 'builtin':
      return effect.does === 'later' || effect.does === 'retries' || effect.does === 'sleep'
    case 'unknown':
      return isUnclear(effect.callee, effect.self ? [...effect.args, effect.self] : effect.args, state)
    default:
      return false
  }
}

/** A call that can't be seen, and isn't just a helper that computes: a package that is none, a callback, a new owner. */
function isUnclear(callee: Value, given: readonly Value[], state: State): boolean {
  if (isGiven(given, state) || given.some((one) => one.kind === 'function')) return true
  if (callee.kind === 'opaque') return callee.origin.from === 'parameter'
  return (
    callee.kind === 'import' && /^(node:)?(fs|child_process|net|http|https|worker_threads)(\/|$)/.test(callee.module)
  )
}

/** By the path of calls that led to it: a helper may begin several. */
export function observeTransaction({ transactions }: Content, node: Node, frame: Frame): void {
  transactions.set(`${frame.id}@${String(node.range[0])}`, { node, frame })
}

/** A transaction with a snapshot of its own must begin behind the lock. */
function setsIsolation(call: Node): boolean {
  const word = call.type === 'Identifier' ? call.name : call.type === 'Literal' ? String(call.value) : ''
  if (/isolation|serializable|repeatable/i.test(word)) return true
  return childrenOf(call).some((child) => !isFunction(child) && setsIsolation(child))
}

/** Locks of one session may overlap without one being inside the other: then they can't all be those of a transaction. */
export function observeLockInside(call: LockCall, session: string, node: Node, state: State, machine: Machine): void {
  if (call.scope === 'session' && state.tracked?.sessionKey === session) contentOf(state, machine)?.others.add(node)
}

/** A value is awaited under the lock: heavy work that was begun is waited for, what can't be seen is something else. */
export function observeAwaitedInside(value: Value, node: Node, state: State, machine: Machine): void {
  const content = contentOf(state, machine)
  if (!content) return
  for (const one of value.kind === 'oneOf' ? value.of : [value]) {
    const heavy = content.begun.get(one.key)
    if (heavy) heavy.waited = true
  }
  if (isUnseen(value)) content.others.add(node)
}

function isUnseen(value: Value): boolean {
  switch (value.kind) {
    case 'import':
      return value.module !== 'error'
    case 'oneOf':
      return value.of.some(isUnseen)
    case 'choice':
      return isUnseen(value.then) || isUnseen(value.otherwise)
    case 'opaque':
      return value.origin.from === 'call' ? !value.origin.plain : value.origin.from !== 'place'
    default:
      return false
  }
}

/** A loop takes its next element. */
export function observeLoop(node: Node, collection: Value, state: State, frame: Frame, machine: Machine): void {
  const content = contentOf(state, machine)
  if (!content || state.tracked?.maybe) return
  const known = content.loops.get(node) ?? { node, frame, collections: new Map<string, Value>() }
  content.loops.set(node, known)
  known.collections.set(collection.key, collection)
}

/** A `for` asks whether there is one more: `i < items.length`. */
export function observeCount(node: Node, state: State, frame: Frame, machine: Machine): void {
  if (state.tracked?.phase !== 'held' || node.type !== 'BinaryExpression' || !/^[<>]=?$|^!==?$/.test(node.operator))
    return
  for (const side of [node.left, node.right]) {
    if (side.type !== 'MemberExpression' || side.property.type !== 'Identifier') continue
    if (side.property.name !== 'length' && side.property.name !== 'size') continue
    observeLoop(node, machine.origins.evaluate(side.object, state.env), state, frame, machine)
  }
}
