/** Work that is started under the lock and awaited behind its end, or never. */
import { type Value, alternativesOf, placed } from '../origins/value.ts'
import { callsEnding } from '../flow/dropped.ts'
import type { Node } from '../syntax/ast.ts'
import { covers } from '../syntax/walk.ts'
import type { Floating } from './facts.ts'
import type { Machine, Outcome } from './machine.ts'
import type { Frame, State } from './state.ts'

/** Nobody gets the promise that a call gave, in one of these ways to end, under the lock. */
export function observeDropped(
  outcomes: readonly Outcome[],
  node: Node,
  before: State,
  frame: Frame,
  machine: Machine,
): void {
  // A call that lets go of the lock itself isn't work under it.
  const letsGo = outcomes.some(({ state }) => state.tracked?.acquisition !== before.tracked?.acquisition)
  if (letsGo) return
  for (const { ends, value } of outcomes) if (ends === 'next') observe(value, node, 'dropped', before, frame, machine)
}

/** Of promises that race the first decides; the others go on. */
export function observeRaced(items: readonly Value[], node: Node, state: State, frame: Frame, machine: Machine): void {
  if (items.length < 2) return
  for (const item of items) {
    const made = callOf(item, state, machine)
    // What has a name may be awaited later.
    if (made && covers(node, made)) observe(item, made, 'raced', state, frame, machine)
  }
}

function observe(
  value: Value,
  node: Node,
  how: Floating['how'],
  state: State,
  frame: Frame,
  machine: Machine,
): Floating | undefined {
  const { tracked } = state
  if (tracked?.phase !== 'held' || !tracked.certain || tracked.handed) return undefined
  const { floating } = machine.observed(tracked.acquisition)
  if (value.kind === 'list') {
    for (const item of [...value.items, ...(value.rest ? [value.rest] : [])])
      if (item.kind === 'promise') observe(item, node, how, state, frame, machine)
    return floating.get(node)
  }
  const isPromise = value.kind === 'promise' || (value.kind === 'handle' && value.build !== undefined)
  const unseen = isUnseen(value) ? value : undefined
  if (!isPromise && !unseen) return undefined
  const known = floating.get(node)
  const network = value.kind === 'promise' ? value.network : []
  const one: Floating = {
    node,
    frame,
    how,
    rejects: value.kind !== 'promise' || value.rejects || known?.rejects === true,
    network: known ? [...known.network, ...network] : network,
    unseen,
    ends: known?.ends ?? new Set(),
  }
  floating.set(node, one)
  return one
}

function isUnseen(value: Value): boolean {
  return value.kind === 'opaque' && value.origin.from === 'call' && !value.origin.plain
}

/** The call that gave a promise. */
function callOf(value: Value, { tracked }: State, machine: Machine): Node | undefined {
  if (value.kind === 'promise') return value.node
  return tracked && machine.observed(tracked.acquisition).started.get(value.key)
}

/** A function is being left with a promise that a call in its `return` just gave. */
export function leavingWith(value: Value, argument: Node, state: State, frame: Frame, machine: Machine): State {
  if (!state.tracked) return state
  const calls = callsEnding(argument)
  let place = 'returns'
  for (const part of alternativesOf(value)) {
    const made = callOf(part, state, machine) ?? (calls.length === 1 ? calls[0] : undefined)
    // What was made before the `return` may have been awaited since.
    const one = made && calls.includes(made) ? observe(part, made, 'returned', state, frame, machine) : undefined
    if (one) place = `returns${String(one.node.range[0])}`
  }
  return { ...state, env: state.env.setNote(noteOf(frame), placed(place)) }
}

/** The lock is let go: what the functions that are being left return was not awaited. */
export function observeFloating({ tracked, env }: State, node: Node, frame: Frame, machine: Machine): void {
  if (!tracked) return
  const { floating } = machine.observed(tracked.acquisition)
  if (floating.size === 0) return
  const keys = new Set<string>()
  for (let at: Frame | undefined = frame; at; at = at.parent) {
    const note = env.note(noteOf(at))
    for (const one of note?.kind === 'oneOf' ? note.of : note ? [note] : []) keys.add(one.key)
  }
  for (const one of floating.values()) {
    const isLeft = keys.has(placed(`returns${String(one.node.range[0])}`).key)
    if (one.how === 'returned' ? isLeft : true) one.ends.add(node)
  }
}

/** Its caller has what it returned. */
export function left(frame: Frame, state: State): State {
  const env = state.env.removeNotes([noteOf(frame)])
  return env === state.env ? state : { ...state, env }
}

function noteOf(frame: Frame): string {
  return `returns:${frame.id}`
}
