/** The format of the network tables: which packages leave the process, and which of their calls don't. */

/** What kind of service a call reaches; printed in messages. */
export type NetworkKind =
  | 'HTTP'
  | 'model API'
  | 'agent tool'
  | 'cloud service'
  | 'mail'
  | 'message service'
  | 'payment service'
  | 'queue'
  | 'cache'
  | 'database'
  | 'search'
  | 'vector store'
  | 'local model'
  | 'browser'
  | 'subprocess'
  | 'sleep'
  /** What the user's settings name. */
  | 'listed in settings'

/**
 * Packages of one kind. A call leaves the process when the value that it is made on, or the function itself, comes from
 * an import (of a value or a type) of one of `packages`, unless a name of its path is in `local`.
 */
export interface NetworkTable {
  readonly kind: NetworkKind
  /** Module specifiers; `scope/*` and `name/*` stand for everything below. */
  readonly packages: readonly string[]
  /** Names of members that stay in the process: `axios.create`, `redis.duplicate`, the factories of a model. */
  readonly local?: readonly string[]
  /** When present, only calls whose path ends with one of these names leave the process. */
  readonly only?: readonly string[]
  /** Names whose call itself blocks until the other side has answered (`execSync`). */
  readonly sync?: readonly string[]
  /** Names of classes whose construction leaves the process (`WebSocket`). */
  readonly constructs?: readonly string[]
  /** Calls that start something whose end may be awaited through the value they return (`spawn`). */
  readonly starts?: readonly string[]
  /** Of these calls argument 0 says how many milliseconds they take. */
  readonly lasts?: readonly string[]
}

/** Functions that exist without an import. */
export interface NetworkGlobal {
  readonly name: string
  readonly kind: NetworkKind
  readonly constructs?: boolean
}
