/** The words in which `readSql` answers: statements, lock calls, query levels and key expressions. No ESTree, no driver. */

import type { Expression } from './expression-types.ts'
import type { Clause, QueryLevel } from './query-types.ts'

export type * from './expression-types.ts'
export type * from './query-types.ts'

/**
 * SQL text with holes: literal pieces and the places of the unknown values between them, as in a template.
 * n holes stand between n + 1 pieces; hole i stands between pieces i and i + 1. Pieces are SQL as the server would
 * read it (JavaScript escapes already resolved).
 */
export interface SqlText {
  readonly pieces: readonly string[]
}

/** A place in a `SqlText`: piece index, and UTF-16 offset inside that piece. A hole's place is the end of its left piece. */
export interface Position {
  readonly piece: number
  readonly offset: number
}

/** The eleven functions of PostgreSQL's manual, table 9.104, as written in lower case. */
export type LockFunctionName =
  | 'pg_advisory_lock'
  | 'pg_advisory_lock_shared'
  | 'pg_advisory_xact_lock'
  | 'pg_advisory_xact_lock_shared'
  | 'pg_try_advisory_lock'
  | 'pg_try_advisory_lock_shared'
  | 'pg_try_advisory_xact_lock'
  | 'pg_try_advisory_xact_lock_shared'
  | 'pg_advisory_unlock'
  | 'pg_advisory_unlock_shared'
  | 'pg_advisory_unlock_all'

/** What one of the eleven functions does. */
export interface LockFunction {
  readonly name: LockFunctionName
  readonly action: 'lock' | 'unlock' | 'unlock-all'
  /** Whose life the lock has; the unlock functions are about session locks. */
  readonly scope: 'session' | 'xact'
  readonly mode: 'exclusive' | 'shared'
  /** True: blocks until granted. False: answers a boolean at once (try and unlock functions). */
  readonly wait: boolean
}

/**
 * What stands around a call inside its column or condition.
 * `none`: nothing. `cast`: only casts. `boolean`: an expression with the same or the opposite truth value
 * (`NOT`, `IS TRUE`, `= false`, `COALESCE(…, false)`; `negated` says which). `other`: the value can't be told from outside.
 */
export type Wrapping = 'none' | 'cast' | 'boolean' | 'other'

/** One call of a lock or unlock function. */
export interface LockCall extends LockFunction {
  /** Key arguments as written: one, two, or for `unlock-all` none. */
  readonly args: readonly Expression[]
  /** Start of the function's name (of its quote, if quoted), after the qualifier. */
  readonly position: Position
  readonly clause: Clause
  /** The query level in which the call stands. */
  readonly level: QueryLevel
  /** Index of the item of the level's select list or RETURNING list in which the call stands, else undefined. */
  readonly column: number | undefined
  /**
   * Name by which the statement's result rows hold the call's value (as wrapped). Undefined when no column holds it, or
   * when that can't be told. Sub-queries and CTEs are followed through plain columns and `*`.
   */
  readonly alias: string | undefined
  readonly wrapping: Wrapping
  /** The wrapped value is true exactly when the call answered false. */
  readonly negated: boolean
  /** Type of the outermost cast when the wrapping ends in one (`text` for `f(1)::text`), else undefined. */
  readonly castType: string | undefined
  /**
   * Whether rows come back (or are changed) only if the call answered true (`granted`) or false (`refused`): it stands in a
   * condition, or an outer level's WHERE reads its column. `unknown`: in a condition that isn't just this. `none`: no.
   */
  readonly gate: 'none' | 'granted' | 'refused' | 'unknown'
  /** The call stands in the body of a DO block, function or procedure. */
  readonly inBody: boolean
  /** In a branch that constants keep from being taken: `CASE WHEN false THEN …`, `COALESCE(true, …)`, `false AND …`. */
  readonly untaken: boolean
  /** Names of the functions and constructs around the call at its level, inside out: `['coalesce', 'case']`. At most 8. */
  readonly within: readonly string[]
}

export type IsolationLevel = 'read uncommitted' | 'read committed' | 'repeatable read' | 'serializable'

/** A parameter set by SET, or by `set_config(…)` anywhere in a statement. */
export interface Setting {
  /** Lower case; undefined when it is a hole or a placeholder. */
  readonly name: string | undefined
  /** Text of the value without quotes (`default` for DEFAULT); undefined when a hole or placeholder is in it. */
  readonly value: string | undefined
  /** Until the end of the transaction. Undefined: can't be told (third argument of set_config). */
  readonly local: boolean | undefined
  /** Of a role, a database or the server, so for the sessions that begin later. */
  readonly lasting?: true
  readonly position: Position
}

/** A part of a statement that looks at everything there is: how many, the last one, whether there is any. */
export interface Whole {
  /** Holes, placeholders and strings with holes that may narrow what it looks at. */
  readonly narrowedBy: readonly Expression[]
}

/** What a statement is. */
export type StatementDetail =
  | {
      readonly kind:
        | 'select'
        | 'values'
        | 'insert'
        | 'update'
        | 'delete'
        | 'merge'
        | 'truncate'
        | 'copy'
        | 'call'
        | 'do'
        | 'create-function'
        | 'prepare-transaction'
        | 'commit-prepared'
        | 'rollback-prepared'
        | 'prepare'
        | 'execute'
        | 'deallocate'
        | 'declare-cursor'
        | 'fetch'
        | 'lock-table'
        | 'listen'
        | 'notify'
        | 'unlisten'
        | 'show'
        | 'vacuum'
        | 'analyze'
        /** GRANT, REVOKE, COMMENT, DROP FUNCTION …: names functions without calling them. */
        | 'privilege'
        /** Nothing known: unknown first word. */
        | 'other'
        /** The first word is a hole, or glued to one. */
        | 'unknown'
    }
  /** BEGIN, START TRANSACTION; isolation undefined: the default. */
  | { readonly kind: 'begin'; readonly isolation: IsolationLevel | undefined; readonly readOnly: boolean }
  /** `SET TRANSACTION …` (`scope` transaction) and `SET SESSION CHARACTERISTICS AS TRANSACTION …` (session). */
  | {
      readonly kind: 'set-transaction'
      readonly scope: 'transaction' | 'session'
      readonly isolation: IsolationLevel | undefined
      readonly readOnly: boolean
    }
  /** COMMIT and END; ROLLBACK and ABORT. `chain`: AND CHAIN. */
  | { readonly kind: 'commit' | 'rollback'; readonly chain: boolean }
  /** Name undefined: a hole. */
  | { readonly kind: 'savepoint' | 'release-savepoint' | 'rollback-to'; readonly name: string | undefined }
  /** SET [SESSION | LOCAL] name; the value is in `settings`. */
  | { readonly kind: 'set'; readonly name: string | undefined; readonly local: boolean }
  /** RESET name, RESET ALL (`all`), SET SESSION AUTHORIZATION/ROLE are `set`. */
  | { readonly kind: 'reset'; readonly name: string | undefined }
  | { readonly kind: 'discard'; readonly what: string }
  /** `analyze`: the inner statement runs. */
  | { readonly kind: 'explain'; readonly analyze: boolean }
  /**
   * CREATE, ALTER, DROP, REINDEX, REFRESH, CLUSTER, …; `object` is the first words after the verb that name the kind of
   * object (`index`, `materialized view`, `table`). `concurrently`: the word stands in the statement.
   */
  | { readonly kind: 'ddl'; readonly verb: string; readonly object: string; readonly concurrently: boolean }

/** One statement of a text. */
export type Statement = StatementDetail & {
  /** Calls of lock and unlock functions, in text order, those in bodies included. */
  readonly calls: readonly LockCall[]
  /**
   * Sending the statement runs its calls. False for CREATE FUNCTION, CREATE VIEW, PREPARE, DECLARE CURSOR, EXPLAIN without
   * ANALYZE, column defaults and the like.
   */
  readonly runs: boolean
  /**
   * `write`: changes data or schema, or runs code that may (CALL, DO with a change in it, a data-modifying CTE, ROW LOCKS not counted);
   * `read`: SELECT and the like; `control`: transactions, settings, session; `unknown`: a hole decides.
   */
  readonly access: 'read' | 'write' | 'control' | 'unknown'
  /**
   * Names of the result columns in order. An undefined element is unknown (`*`, a hole, an expression whose name isn't
   * computed). Undefined as a whole: nothing is known. Empty: no columns.
   */
  readonly columns: readonly (string | undefined)[] | undefined
  /** SET and set_config in text order. */
  readonly settings: readonly Setting[]
  /** A hole stands where it could change the statement's structure, at any query level. */
  readonly hole: boolean
  /**
   * More calls may stand here than `calls` has: a function's name is a hole, or is glued to one, and may come out as a lock
   * function (`${fn}(1)`, `pg_advisory_lock${suffix}(1)`), or a body EXECUTEs a text about advisory locks.
   */
  readonly openName: boolean
  /** LIMIT or FETCH stands in it, at any query level. */
  readonly limited: boolean
  /** Where it looks at everything there is. */
  readonly wholes: readonly Whole[]
  /** First token of the statement, and the end of its last one. */
  readonly start: Position
  readonly end: Position
}
