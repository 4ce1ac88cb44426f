/** Methods that the language gives to promises, functions and arrays, and functions that the engine itself provides. */
import { memberOf as actionOf } from '../drivers/index.ts'
import { memberOf } from '../origins/members.ts'
import { type Value, type ValueOf, constant, text } from '../origins/value.ts'
import { effectOfAction } from './action.ts'
import type { Call } from './call.ts'
import type { Effect } from './effect.ts'

/** `then`, `catch` and `finally`: of a promise, of a statement being built, of what an unknown call gave. */
export function ofPromise({ self, name, args }: Call): Effect | undefined {
  if (name !== 'then' && name !== 'catch' && name !== 'finally') return undefined
  if (name === 'catch' && self.kind === 'import') return undefined
  return {
    kind: 'then',
    promise: self,
    fulfilled: name === 'then' ? args[0] : undefined,
    rejected: name === 'then' ? args[1] : name === 'catch' ? args[0] : undefined,
    both: name === 'finally' ? args[0] : undefined,
  }
}

/** `client.query.bind(client, UNLOCK)`: the method with what it acts on. */
export function ofBind({ self, name, args }: Call): Effect | undefined {
  if (name !== 'bind') return undefined
  if (self.kind === 'function')
    return { kind: 'value', value: args.length > 1 ? self : { ...self, self: self.self ?? args[0] }, throws: false }
  if (self.kind !== 'opaque' || self.origin.from !== 'member' || self.origin.base.kind !== 'handle') return undefined
  const on = self.origin.base
  const bound = args.slice(1)
  const key = `bound ${self.key}(${bound.map((arg) => arg.key).join(',')})`
  return {
    kind: 'value',
    value: { kind: 'native', key, does: 'call', on, name: self.origin.name, args: bound },
    throws: false,
  }
}

/** A function that the engine itself provides, or a bound method. */
export function ofNative(value: ValueOf<'native'>, call: Call): Effect {
  const { args } = call
  if (value.does === 'release' && value.on) return { kind: 'release', on: value.on, destroy: args[0] }
  if (value.does === 'call' && value.on?.kind === 'handle' && value.name !== undefined) {
    const action = actionOf(value.on.ref, value.name)
    const all = [...(value.args ?? []), ...args]
    const effect =
      action && effectOfAction(action, value.on.ref, { ...call, self: value.on, name: value.name, args: all })
    if (effect) return effect
  }
  if (value.name !== undefined)
    return { kind: 'settle', place: value.name, fulfils: value.does === 'resolve', value: args[0] }
  return { kind: 'value', value: constant(undefined), throws: false }
}

/** `result.at(0)`: an element of an array, also where the result may be something else than an array. */
export function ofAt({ self, name, args, node }: Call): Effect | undefined {
  const index = args[0]
  if (name !== 'at' || index?.kind !== 'constant' || typeof index.value !== 'number') return undefined
  if (self.kind === 'list' && !self.rest)
    return { kind: 'value', value: self.items.at(index.value) ?? constant(undefined), throws: false }
  if (self.kind !== 'oneOf' || index.value < 0) return undefined
  return { kind: 'value', value: memberOf(self, String(index.value), node), throws: false }
}

/** `join` of an array whose elements are known. */
export function ofList(self: ValueOf<'list'>, { name, args, place }: Call): Effect | undefined {
  const first = args[0]
  if (name === 'join' && !self.rest && self.items.every((i) => i.kind === 'constant' || i.kind === 'text')) {
    const separator = first?.kind === 'constant' ? String(first.value) : ','
    const parts: (string | Value)[] = []
    self.items.forEach((item, index) => {
      if (index > 0) parts.push(separator)
      parts.push(item.kind === 'constant' && !item.named ? String(item.value) : item)
    })
    return { kind: 'value', value: text(parts, place), throws: false }
  }
  return undefined
}
