/** What one call does, in the project's words: the union that the locks layer reads with one exhaustive switch. */
import type { Shape } from '../drivers/index.ts'
import type { Behaviour } from '../builtins/builtin.ts'
import type { NetworkKind } from '../network/network.ts'
import type { Value, ValueOf } from '../origins/value.ts'

/** A handle, or a receiver of unknown origin that is given SQL. */
export type Receiver = Value

export type Effect =
  /** Sends SQL. `text` may have holes and undecided alternatives; `values` are those of the placeholders. */
  | {
      readonly kind: 'send'
      readonly on: Receiver
      readonly text: Value
      readonly values: Placeholders
      readonly shape: Shape
      readonly callback: Value | undefined
      readonly mapper: Value | undefined
      /** Runs when it is awaited; as a part of other SQL it is a fragment. */
      readonly lazy: boolean
      /** A condition chose the text among others. */
      readonly chosen?: true
    }
  /** Takes a connection out of a pool. */
  | {
      readonly kind: 'checkout'
      readonly handle: ValueOf<'handle'>
      readonly sync: boolean
      readonly callback: Value | undefined
    }
  /** Runs a callback with a handle and takes the handle back. `fresh`: the session is taken out of a pool for it. */
  | {
      readonly kind: 'lend'
      readonly handle: ValueOf<'handle'>
      readonly fresh: boolean
      readonly callback: Value
      readonly param: number
      readonly transaction: boolean
      /** The driver whose handles, all of them, lead to this session inside the callback. */
      readonly ambient: string | undefined
    }
  /** Something is to be told of an event of the handle. */
  | { readonly kind: 'listen'; readonly on: Receiver; readonly event: Value | undefined }
  /** From now on every call of this driver follows the transaction of its async context. */
  | { readonly kind: 'use-context'; readonly driver: string }
  | { readonly kind: 'begin-handle'; readonly handle: ValueOf<'handle'> }
  | {
      readonly kind: 'transaction'
      readonly does: 'begin' | 'commit' | 'rollback' | 'savepoint'
      readonly on: Receiver
    }
  /** `destroy`: the value that, when truthy, ends the session; undefined: it goes back alive. */
  | { readonly kind: 'release'; readonly on: Receiver; readonly destroy: Value | undefined }
  | { readonly kind: 'close'; readonly on: Receiver }
  /** Statements built before, in one transaction. */
  | { readonly kind: 'batch'; readonly on: Receiver; readonly items: Value }
  /** Only gives a value. `given`: what a builder was given to make it. */
  | { readonly kind: 'value'; readonly value: Value; readonly throws: boolean; readonly given?: readonly Value[] }
  | {
      readonly kind: 'network'
      readonly name: string
      readonly service: NetworkKind
      readonly reason: string | undefined
      readonly when: 'awaited' | 'now' | 'started'
      readonly args: readonly Value[]
      /** How many milliseconds it takes, where it is a sleep that says so. */
      readonly lasts: Value | undefined
      /** The function of a package, whose result is followed further. */
      readonly result: (Value & { kind: 'import' }) | undefined
    }
  | {
      readonly kind: 'builtin'
      readonly does: Behaviour
      readonly name: string
      readonly self: Value | undefined
      readonly args: readonly Value[]
      /** `retries`: how many milliseconds it waits before it runs its callback again. */
      readonly pause?: number | 'some' | undefined
    }
  /** `then`, `catch`, `finally` of a promise. */
  | {
      readonly kind: 'then'
      readonly promise: Value
      readonly fulfilled: Value | undefined
      readonly rejected: Value | undefined
      readonly both: Value | undefined
    }
  /** A function of this file. */
  | {
      readonly kind: 'call'
      readonly callee: ValueOf<'function'>
      readonly self: Value | undefined
      readonly args: readonly Value[]
    }
  /** One of several functions of this file. */
  | {
      readonly kind: 'either'
      readonly callees: readonly ValueOf<'function'>[]
      readonly self: Value | undefined
      readonly args: readonly Value[]
    }
  | { readonly kind: 'construct'; readonly of: ValueOf<'class'>; readonly args: readonly Value[] }
  /** `new Promise(executor)`. */
  | { readonly kind: 'executor'; readonly callback: Value | undefined }
  /** A promise that is being made settles. `place` is that of its `new Promise`. */
  | { readonly kind: 'settle'; readonly place: string; readonly fulfils: boolean; readonly value: Value | undefined }
  | { readonly kind: 'exits' }
  | { readonly kind: 'aborts' }
  /** One of several functions, on a condition that isn't decided here. */
  | {
      readonly kind: 'unknown'
      readonly callee: Value
      readonly self: Value | undefined
      readonly args: readonly Value[]
      readonly name: string
    }

export type EffectOf<K extends Effect['kind']> = Extract<Effect, { kind: K }>

/** The values of the placeholders of a statement. */
export interface Placeholders {
  readonly positional: readonly Value[] | undefined
  readonly named: ReadonlyMap<string, Value> | undefined
}

export const NO_PLACEHOLDERS: Placeholders = { positional: undefined, named: undefined }
