/**
 * The format of the driver tables: what the handles of a PostgreSQL driver are, and what their methods do.
 *
 * A *handle* is a value through which statements reach the server: a pool, a client, a transaction, a template tag.
 * Each handle has a role of its driver; the role says which session answers and what each method does. Nothing here
 * follows values: whoever evaluates the program asks for the role of a value and reads the action of a call.
 */

/** Which database session answers to a handle. */
export type Holder =
  /** Some session of several, another one for each call. */
  | 'pool'
  /** One connection that the program opened for itself. */
  | 'dedicated'
  /** One connection that was taken out of a pool and goes back to it. */
  | 'checked-out'
  /** One connection inside a transaction that the driver begins and ends. */
  | 'transaction'
  /** One session by nature: an embedded engine. */
  | 'single'
  /** One session, unknown whose. */
  | 'lent'

/** Where the text of a statement stands. */
export type TextSource =
  /** Argument number n: a string, a fragment, or an object with `text`/`sql`/`query` and `values`/`bind`. */
  | { readonly arg: number }
  /** The call is a tagged template, and the template is the statement. */
  | 'template'
  /** The receiver is the fragment. */
  | 'receiver'

/** Where the values of the placeholders stand, if not beside the text. */
export type ValuesSource =
  | { readonly arg: number }
  /** All arguments from number n on. */
  | { readonly rest: number }
  /** Properties of an options object, the first that is present. */
  | { readonly option: readonly [arg: number, ...names: string[]] }

/** What the program gets for a statement that answers one row (facts-drivers, section 6). */
export type Shape =
  /** `{ rows: [row], rowCount: 1 }` */
  | 'result'
  /** `[row]` */
  | 'rows'
  /** `row` */
  | 'row'
  /** `[[row], meta]` */
  | 'rows-and-meta'
  /** `[[value]]` */
  | 'matrix'
  /** the value of the first column */
  | 'value'
  /** a number of rows: the answer of the statement is lost */
  | 'count'
  /** `true`, whatever the row says: the answer is lost */
  | 'exists'
  /** nothing: the answer is lost */
  | 'nothing'
  /** `{ data: value, error }` */
  | 'data'
  /** one of the others, unknown which */
  | 'unknown'

/** A shape that depends on an option of the call, or on an argument itself when no name is given. First rule wins. */
export interface ShapeRule {
  readonly option: readonly [arg: number, name?: string]
  /** The value or the last name of the constant (`QueryTypes.SELECT` is `SELECT`) that selects the shape. */
  readonly is: string | boolean
  readonly shape: Shape
}

/** Which handle a statement runs on; the receiver where nothing (or null) is given. */
export type OnSource =
  | { readonly arg: number }
  /** The handle in an option. */
  | { readonly option: readonly [arg: number, name: string] }

/** A limit of one connection, visible where a pool is made: `{ max: 1 }`, or a URL with `connection_limit=1`. */
export interface SingleRule {
  readonly arg: number
  /** Path of property names inside the argument. */
  readonly path: readonly string[]
}

/** What a call does. */
export type Action =
  /** Makes a new handle. With `single`, a visible limit of one connection makes it a `dedicated` one. */
  | { readonly do: 'open'; readonly role: string; readonly single?: readonly SingleRule[]; readonly async?: true }
  /** Sends a statement. `callback`: index of a `(error, result) =>` argument, when present the call gives nothing. */
  | {
      readonly do: 'send'
      readonly text: TextSource
      readonly values?: ValuesSource
      readonly shape: Shape
      readonly shapes?: readonly ShapeRule[]
      readonly on?: OnSource
      readonly callback?: true
      /** It runs when its promise is awaited, not at the call; inside other SQL or an array it is a fragment. */
      readonly lazy?: true
      /** Index of a function that maps the answer: when present, the call gives what the function returns. */
      readonly mapper?: number
    }
  /** Sends `SELECT name(args)` for the name and the object or array of arguments given (`rpc`). */
  | { readonly do: 'rpc'; readonly shape: Shape }
  /** Takes a connection out of the pool: `role` is the handle. With `callback`, also `(error, handle, release) =>`. */
  | { readonly do: 'checkout'; readonly role: string; readonly callback?: true; readonly sync?: true }
  /** Runs a callback with a handle, awaits it, and takes the handle back. `arg` -1 is the last argument. */
  | {
      readonly do: 'lend'
      readonly role: string
      readonly arg: number
      readonly param?: number
      /** The transaction in which this one is a savepoint. */
      readonly on?: OnSource
      /** What the call does when that argument is absent or no function: `transaction()`, `$transaction([…])`. */
      readonly otherwise?: 'begin-handle' | 'batch'
      /** The handle is a transaction, committed when the callback succeeds and rolled back when it throws. */
      readonly transaction?: true
      /** The driver resets the session when it takes it back, so that no session lock outlives the callback. */
      readonly resets?: true
      /**
       * The callback's code reaches this handle's session also through the outer handle (async context): always, or where it
       * asks for no handle, as only such a context makes sense of that.
       */
      readonly ambient?: true | 'without-handle'
    }
  /** Begins a transaction and gives a handle for it, which the program commits or rolls back by hand. */
  | { readonly do: 'begin-handle'; readonly role: string }
  /** `begin`, `commit`, `rollback` on the receiver's session. */
  | { readonly do: 'begin' | 'commit' | 'rollback' | 'savepoint' }
  /** Throws, so that the transaction around it is rolled back: never returns. */
  | { readonly do: 'abort' }
  /**
   * Gives the connection back alive; a truthy argument number `destroy` ends its session instead. The connection is the
   * receiver's, or that of the handle in argument number `of`.
   */
  | { readonly do: 'release'; readonly destroy?: number; readonly of?: number }
  /** Ends the session, or all sessions of the pool. */
  | { readonly do: 'close' }
  /**
   * A handle of role `role` over the session of the handle in argument `arg` or in one of its `options`. If that is
   * visibly no handle (a URL, options), it is a new pool, with `single` as in `open`; if nobody can see what it is, a
   * session of which nothing is known. `takesPool`: nothing else than a pool fits there, so that is what it is.
   */
  | {
      readonly do: 'wrap'
      readonly role: string
      readonly arg: number
      readonly options?: readonly string[]
      readonly single?: readonly SingleRule[]
      readonly takesPool?: true
    }
  /** Another view of the receiver's session. Without `role`, of the same role. `async`: a promise, which may reject. */
  | { readonly do: 'derive'; readonly role?: string; readonly async?: true }
  /** Another session than the receiver's: a fork, a root connection. */
  | { readonly do: 'other'; readonly role: string }
  /** Makes SQL text: the template, or the text in argument 0. The text runs only when something sends it. */
  | { readonly do: 'fragment'; readonly text: TextSource; readonly role?: string }
  /** A call that gives a tag: `sql.type(schema)`. */
  | { readonly do: 'tag' }
  /** A value or a name inside SQL text: `sql.lit(x)`, `sql.id(x)`. Argument 0 stands for it. */
  | { readonly do: 'value' }
  /** Makes SQL text from the fragments and values in the array of argument 0, with argument 1 (if any) between. */
  | { readonly do: 'join' }
  /** Statements in an array, all in one transaction. */
  | { readonly do: 'batch' }
  /** Builds a statement that runs when it is awaited. */
  | { readonly do: 'build' }
  /** From now on every call of this driver follows the transaction of its async context (`Sequelize.useCLS`). */
  | { readonly do: 'use-context' }
  /** Something is to be told of an event, argument 0: of each new connection, for one, before anybody gets it. */
  | { readonly do: 'listen' }
  /** No statement, nothing that throws: settings. */
  | { readonly do: 'local' }

export interface Role {
  /**
   * Absent: no session (a module, a fragment). A handle reached from another one (`derive`, `properties`) keeps that
   * one's session; what stands here is for a value of this role without a known origin.
   */
  readonly holder?: Holder
  /** The session is reset at each return to the pool, so that no session lock outlives a call on the pool. */
  readonly resets?: true
  /** What calling the handle itself does; `tag` for a tagged template. */
  readonly call?: Action
  readonly tag?: Action
  readonly construct?: Action
  readonly members?: Readonly<Record<string, Action>>
  /** Members that are handles of the same session, or namespaces: `manager` of a query runner, `Pool` of `pg`. */
  readonly properties?: Readonly<Record<string, string>>
  /** Members that are handles of another session: the data source behind a query runner. */
  readonly elsewhere?: Readonly<Record<string, string>>
  /** What any other member does: builds a statement (an ORM's models), or unknown. */
  readonly others?: 'build'
  /** Methods that, anywhere in the chain after a call, name the handle it runs on: `raw(…).transacting(trx)`. */
  readonly via?: readonly string[]
  /** The name of the option that names the handle a built statement runs on. */
  readonly viaOption?: string
}

export interface Driver {
  readonly name: string
  /** Module specifiers; `name/*` stands for everything below. */
  readonly packages: readonly string[]
  /** Export name (`default`, `*` for the namespace) to role. */
  readonly exports: Readonly<Record<string, string>>
  /**
   * Name of an imported type (`Prisma.TransactionClient` with its qualifier, unless that is the default export or the
   * namespace) to the role of a value annotated with it.
   */
  readonly types?: Readonly<Record<string, string>>
  /** Exports, types and qualifiers which stand for the driver whatever module they come from: generated clients. */
  readonly anywhere?: readonly string[]
  /** What the members do is custom, not known: a message doesn't tell anybody to call them. */
  readonly assumed?: true
  /** `undefined` as a parameter goes out as NULL. Others refuse it, or leave it out, so that the server raises an error. */
  readonly nullsUndefined?: true
  /** Unless it is told not to, a statement may not take longer than some time. */
  readonly bounded?: true
  readonly roles: Readonly<Record<string, Role>>
}
