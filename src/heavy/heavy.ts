/** The format of the tables of heavy work: which packages keep this machine busy for long, and by which calls. */

/** What the work is; printed in messages. */
export type HeavyKind = 'hashing' | 'key generation' | 'compression' | 'image work' | 'parsing' | 'rendering'

/**
 * Calls of one kind. A call is heavy when it is made on a value that comes from an import of one of `packages`, and the
 * last name of its path is in `calls`.
 */
export interface HeavyTable {
  readonly kind: HeavyKind
  /** Module specifiers; `scope/*` and `name/*` stand for everything below. */
  readonly packages: readonly string[]
  /** `default` for a call of the default export itself. */
  readonly calls: readonly string[]
  /** Those of `calls` that block until they are done. A name that ends with `Sync` always does. */
  readonly sync?: readonly string[]
}
