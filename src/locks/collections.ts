/** Arrays and other collections: changing them in place, and callbacks that run for each element. */
import type { EffectOf } from '../effects/effect.ts'
import { someElementOf } from '../origins/members.ts'
import { type Value, list, placed, promise } from '../origins/value.ts'
import { type Node, unwrap } from '../syntax/ast.ts'
import { observeLoop } from './content.ts'
import { handedOn, isGiven, mayEnd } from './duty.ts'
import { observeDropped } from './floating.ts'
import { isAbout } from './holding.ts'
import { type Machine, next, type Outcome } from './machine.ts'
import type { Frame, State } from './state.ts'
import { madeFrom } from './sources.ts'
import { settle } from './waiting.ts'

/** Arrays that grow further are only known to have elements of some kind. */
const MOST_ITEMS = 3

/** An array that is changed in place is another one from here on. */
export function changed(effect: EffectOf<'builtin'>, node: Node, state: State, machine: Machine): State {
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

/** `push`, `unshift`: what is put into a collection is somebody else's to end. */
export function handedOver(name: string, args: readonly Value[], state: State): State {
  return /^(push|unshift|set|add)$/.test(name) && isGiven(args, state) ? handedOn(state) : state
}

/** A callback that runs for each element: not at all, once, or again. */
export function each(
  effect: EffectOf<'builtin'>,
  node: Node,
  state: State,
  place: Value,
  frame: Frame,
  machine: Machine,
): Outcome[] {
  const callback = effect.args.find((arg) => arg.kind === 'function')
  if (callback?.kind !== 'function') return [next(isGiven(effect.args, state) ? mayEnd(state) : state, place)]
  const at = String(node.range[0])
  const collection = effect.self?.kind === 'import' ? effect.args.find((arg) => arg !== callback) : effect.self
  if (collection) observeLoop(node, collection, state, frame, machine)
  const from = collection ? [collection] : []
  madeFrom(place, from, machine)
  const element = effect.self ? someElementOf(effect.self, `el ${at}`) : place
  const args = effect.name === 'reduce' ? [place, element] : [element]
  const outcomes: Outcome[] = []
  const once = machine.invoke(callback, args, state, { node, frame, via: 'callback' })
  const watched = state.tracked?.acquisition.id
  const certain =
    effect.self?.kind === 'list' &&
    (effect.self.items.length > 0 || (watched !== undefined && isAbout(effect.self, watched)))
  const made = once.find((run) => run.ends === 'next')?.value
  if (!certain) outcomes.push(next(state, effect.name === 'map' ? list([], made, at) : place))
  if (effect.name === 'forEach') observeDropped(once, node, state, frame, machine)
  for (const run of once) outcomes.push(run.ends === 'throw' ? run : next(run.state, gathered(run.value)))
  return outcomes

  /** As many elements as there were. */
  function mappedTo(value: Value): Value {
    const all = list([], value, at)
    madeFrom(all, from, machine)
    return all
  }

  /** What the call makes of what its callback gave. */
  function gathered(value: Value): Value {
    if (effect.self?.kind === 'import') {
      const all = settle(value, place)
      return promise(mappedTo(all.value ?? place), all.rejects, all.network, node)
    }
    switch (effect.name) {
      case 'map':
        return mappedTo(value)
      case 'find':
        return element
      case 'some':
      case 'every':
        return value
      default:
        return place
    }
  }
}
