/** The format of the built-in tables: what functions of the language, of Node and of small well-known libraries do. */

/** What a call does, as far as an analysis of locks has to know it. */
export type Behaviour =
  /** Can't throw and has no effect that matters: constructors, clocks, loggers. The result depends on the arguments only. */
  | 'safe'
  /** As `safe`, but each call gives another value: `Math.random`, `Date.now`, `randomUUID`. */
  | 'impure'
  /** May throw; the result depends on the arguments only: `JSON.parse`, `BigInt`. */
  | 'pure'
  /** Never returns: `process.exit`. */
  | 'exits'
  /** Throws unless its first argument is truthy. */
  | 'asserts'
  /** Gives its first argument as a boolean. */
  | 'boolean'
  /** Runs its callback argument later, or never, as far as the caller can tell: timers, event listeners, schedulers. */
  | 'later'
  /** Runs its callback argument once, now, and gives what it gives; awaits it if it is async. */
  | 'runs'
  /** Runs its callback argument any number of times until it succeeds: retry libraries. */
  | 'retries'
  /** Gives its first argument on: `firstValueFrom`, `events.once`, `Promise.resolve`, `promisify`. */
  | 'passes'
  /** Runs its callback for each element, now: `map`, `forEach`, `filter`. */
  | 'each'
  /** Promise combinators. */
  | 'all'
  | 'allSettled'
  | 'race'
  | 'any'
  /** Resolves after a time. */
  | 'sleep'

/** How a library that retries waits between two runs of its callback, as its options say. */
export interface RetryTable {
  readonly from: readonly string[]
  /** The option that makes the waits grow, what it is if it isn't given, and with which values they don't. */
  readonly growth?: RetryOption
  /** The option that makes them differ by chance. */
  readonly jitter?: RetryOption
  /** The option for the first wait in milliseconds, and what it is if it isn't given. */
  readonly delay?: { readonly option: string; readonly otherwise: number }
  /** An option that is given an object which decides on the waits, and the class whose objects never change them. */
  readonly decides?: { readonly option: string; readonly constant: string }
  /** Options that decide in another way. */
  readonly custom?: readonly string[]
}

export interface RetryOption {
  readonly option: string
  readonly otherwise: string | number | boolean
  readonly without: readonly (string | number | boolean)[]
}

export interface BuiltinTable {
  /** Module specifiers (`node:` optional), or `global`, or `method` for a method of any receiver that isn't known better. */
  readonly from: readonly string[]
  /** Path of the function (`JSON.parse`, `promises.setTimeout`, `default`) to what it does. `*` stands for any other. */
  readonly does: Readonly<Record<string, Behaviour>>
}
