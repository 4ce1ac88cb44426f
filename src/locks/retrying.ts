/** A lock that wasn't got is asked for again: what the program waits for in between. */
import type { Statementlike } from '../effects/sql-text.ts'
import type { NetworkCall, Value } from '../origins/value.ts'
import type { FunctionNode, Node, TSESTree } from '../syntax/ast.ts'
import { covers, descendantsOf, pathTo } from '../syntax/walk.ts'
import { isConversionName } from '../vocabulary.ts'
import { compareKeys, type Key } from './key.ts'
import type { Machine } from './machine.ts'
import type { Frame, State, Tracked } from './state.ts'

/** What was waited for since the lock wasn't got. */
export interface Pause {
  /** The call that waits. */
  readonly key: string
  /** Undefined: nobody can tell how long that takes. */
  readonly ms: number | undefined
}

const SOME: Pause = { key: '', ms: undefined }

function withPause(state: State, tracked: Tracked, pause: Pause): State {
  return tracked.pause === pause ? state : { ...state, tracked: { ...tracked, pause } }
}

/** The watched lock wasn't got, and may be asked for again. */
function isRefused(tracked: Tracked | undefined): tracked is Tracked {
  return tracked?.acquisition.repeats === true && (tracked.phase === 'lost' || tracked.phase === 'past')
}

/** These calls are waited for. Two sleeps one after the other are taken for one of unknown length. */
export function paused(network: readonly NetworkCall[], state: State): State {
  const { tracked } = state
  if (!isRefused(tracked)) return state
  let { pause } = tracked
  for (const call of network) {
    if (pause?.key === call.key && pause.ms === msOf(call)) continue
    const ms = msOf(call)
    pause = pause || ms === undefined ? SOME : { key: call.key, ms }
  }
  return pause ? withPause(state, tracked, pause) : state
}

function msOf({ kind, lasts }: NetworkCall): number | undefined {
  return kind === 'sleep' && lasts?.kind === 'constant' && typeof lasts.value === 'number' ? lasts.value : undefined
}

/** Something is waited for of which nobody can tell how long it takes. */
export function slowed(state: State): State {
  return isRefused(state.tracked) ? withPause(state, state.tracked, SOME) : state
}

/** From here on nothing of the lock matters but whether it is asked for again. */
export function past(state: State): State | undefined {
  const { tracked } = state
  return isRefused(tracked) ? { ...state, thrower: undefined, tracked: { ...tracked, phase: 'past' } } : undefined
}

/** The way that was watched leads to the call again, with this key. */
export function askedAgain(tracked: Tracked, key: Key, text: Statementlike, machine: Machine): void {
  if (!isRefused(tracked)) return
  if (isSteady(text) && compareKeys(tracked.key, key) === 'same') retriedAfter(undefined, tracked, machine)
  else machine.observed(tracked.acquisition).retries.add('some')
}

/** A library runs its callback again, because it failed without the lock; `pause`: how long it waits first. */
export function retriedAfter(pause: number | 'some' | undefined, tracked: Tracked | undefined, machine: Machine): void {
  if (!isRefused(tracked)) return
  const own = tracked.pause && (tracked.pause.ms ?? 'some')
  const both = own !== undefined && pause !== undefined
  machine.observed(tracked.acquisition).retries.add(both ? 'some' : (own ?? pause ?? 'none'))
}

/** A function that runs calls itself, with the same key. */
export function recursed(fn: FunctionNode, args: readonly Value[], state: State, machine: Machine): void {
  const { tracked, env } = state
  if (!isRefused(tracked)) return
  let at: Frame | undefined = tracked.acquisition.frame
  while (at && at.fn !== fn) at = at.parent
  const changed = fn.params.some((param, index) => {
    const name = param.type === 'AssignmentPattern' ? param.left : param
    if (name.type !== 'Identifier') return tracked.key.parts.some((part) => !part.constant)
    const variable = machine.origins.names.variableOf(name)
    const old = variable && env.variable(variable)
    return old && old.key !== args[index]?.key && tracked.key.parts.some(({ canonical }) => canonical.includes(old.key))
  })
  if (at && !changed) retriedAfter(undefined, tracked, machine)
}

/** Whether equal values of a statement are the same ones each time it runs. */
function isSteady({ holes, values: { positional = [], named = new Map<string, Value>() } }: Statementlike): boolean {
  return [...holes, ...positional, ...named.values()].every((value) => isSteadyValue(value))
}

/** Values inside values are looked at so far. */
const DEEPEST = 6

function isSteadyValue(value: Value, depth = 0): boolean {
  if (depth > DEEPEST) return true
  const inner = (one: Value): boolean => isSteadyValue(one, depth + 1)
  switch (value.kind) {
    case 'oneOf':
      return value.of.every(inner)
    case 'text':
    case 'fragment':
      return value.parts.every((part) => typeof part === 'string' || inner(part))
    case 'choice':
      return inner(value.then) && inner(value.otherwise)
    case 'import':
      return value.args.every(inner)
    case 'list':
      return value.rest === undefined && value.items.every(inner)
    case 'opaque': {
      const { origin } = value
      if (origin.from === 'operation') return origin.operands.every(inner)
      if (origin.from === 'member') return inner(origin.base)
      // `queue.shift()`, `nextId()`: each call gives another one.
      if (origin.from === 'call')
        return (origin.args.length > 0 || isConversion(origin.callee)) && [origin.callee, ...origin.args].every(inner)
      return true
    }
    default:
      return true
  }
}

function isConversion(callee: Value): boolean {
  return callee.kind === 'opaque' && callee.origin.from === 'member' && isConversionName(callee.origin.name)
}

// ------------------------------------------------------------------ where it may be

interface Place {
  readonly node: Node
  readonly frame: Frame
}

/**
 * Where a call runs again for the same thing, in a loop, by recursion, or by a library that retries: the call itself, or
 * in a caller that of the helper.
 */
export function repeatedIn(
  { node, frame }: Place,
  known: Pick<Machine, 'infoOf'> & { readonly retrying: ReadonlySet<Node> },
): Place | undefined {
  let recursive: Place | undefined
  let call: Node | undefined = node
  for (let at: Frame | undefined = frame; at && call; at = at.parent) {
    const place = { node: call, frame: at }
    if (loopAround(at.fn, call) || (at.call && known.retrying.has(at.call))) return place
    if (!recursive && callsItself(at.fn, known)) recursive = place
    call = at.call
  }
  return recursive
}

/** The innermost loop around a call, unless it goes through the elements of something. */
function loopAround(fn: Node, call: Node): Node | undefined {
  const loop = pathTo(fn, call).findLast((one) => isLoop(one) && !(one.type === 'ForStatement' && isFirst(one, call)))
  if (!loop || loop.type === 'ForOfStatement' || loop.type === 'ForInStatement') return undefined
  return loop.type === 'ForStatement' && isIndexing(loop) ? undefined : loop
}

function isLoop({ type }: Node): boolean {
  return /^(While|DoWhile|For|ForOf|ForIn)Statement$/.test(type)
}

function isFirst({ init }: TSESTree.ForStatement, call: Node): boolean {
  return init !== null && covers(init, call)
}

/** `for (let i = 0; i < ids.length; i++) … ids[i]`. */
function isIndexing({ init, body }: TSESTree.ForStatement): boolean {
  if (init?.type !== 'VariableDeclaration') return false
  const names = init.declarations.map(({ id }) => (id.type === 'Identifier' ? id.name : ''))
  for (const node of descendantsOf(body))
    if (node.type === 'MemberExpression' && node.computed && node.property.type === 'Identifier')
      if (names.includes(node.property.name)) return true
  return false
}

const recursive = new WeakMap<Node, boolean>()

/** Whether a function calls one of its own name; its tree is walked once. */
function callsItself(fn: Node, { infoOf }: Pick<Machine, 'infoOf'>): boolean {
  let known = recursive.get(fn)
  if (known === undefined) recursive.set(fn, (known = callsName(fn, infoOf(fn)?.name)))
  return known
}

function callsName(fn: Node, name: string | undefined): boolean {
  if (name === undefined || !('body' in fn) || !fn.body || Array.isArray(fn.body)) return false
  for (const node of descendantsOf(fn.body)) {
    if (node.type !== 'CallExpression') continue
    const { callee } = node
    const called = callee.type === 'MemberExpression' ? callee.property : callee
    if ((called.type === 'Identifier' || called.type === 'PrivateIdentifier') && called.name === name.replace(/^#/, ''))
      return true
  }
  return false
}
