/** The answer of a try-lock: who is given it, and where nothing can look at it in time. */
import type { EffectOf } from '../effects/effect.ts'
import type { Value } from '../origins/value.ts'
import type { Node } from '../syntax/ast.ts'
import { isAbout } from './holding.ts'
import type { Machine } from './machine.ts'
import type { State } from './state.ts'

/** Functions of the language that make something of a value, as loggers don't. */
export function judges({ does, self }: EffectOf<'builtin'>): boolean {
  if (does === 'safe')
    return (
      self?.kind === 'list' ||
      (self?.kind === 'opaque' && self.origin.from !== 'global' && self.origin.from !== 'member')
    )
  return does === 'each' || does === 'pure'
}

/** The answer goes to a function that can't be seen: it may throw unless it is true. */
export function observeGiven(args: readonly Value[], state: State, machine: Machine): void {
  const { tracked } = state
  if (!tracked) return
  if (args.some((arg) => isAbout(arg, tracked.acquisition.id))) machine.observed(tracked.acquisition).answerGiven = true
}

/** Statements in one array run one after the other, whatever the first of them answered. */
export function observeBatch(items: Value, machine: Machine): void {
  if (items.kind !== 'list') return
  const before: Node[] = []
  items.items.forEach((item, index) => {
    const next = items.items[index + 1]
    if (item.kind === 'promise' && item.node && next)
      machine.batched(item.node, next.kind === 'promise' && next.node ? next.node : item.node)
    if (item.kind !== 'promise' || !item.node) return
    machine.batches.set(item.node, [...before])
    before.push(item.node)
  })
}
