/**
 * The control-flow graph of one function: a point for each operation in evaluation order, and labelled edges.
 *
 * The graph says what may follow what, by syntax alone. It never decides what a call does: whoever walks it may
 * answer that an edge isn't taken.
 */
import type { Node } from '../syntax/ast.ts'

/** Why an edge is taken. `break:L` and `continue:L` are written with the target's label or the id of the loop. */
export type Completion = 'next' | 'return' | 'throw' | `break:${string}` | `continue:${string}`

export type EdgeKind = 'next' | 'true' | 'false' | 'throw' | 'return'

/**
 * `to` is reached from the point that owns the edge.
 *
 * `enters` lists the completions to push, one for each `finally` that the edge enters (at most one, since an outer
 * `finally` is entered from the end of the inner one). At a `finallyEnd` point the edge whose `resumes` equals the
 * completion that entered that `finally` is the one to take.
 */
export interface Edge {
  readonly kind: EdgeKind
  readonly to: Point
  readonly enters?: Completion
  readonly resumes?: Completion
  /**
   * How many completions to forget, after one was resumed and before the next is pushed, because the edge leaves as many
   * `finally` blocks before their ends.
   */
  readonly drops?: number
}

/** How a `test` point decides between its `true` and its `false` edge. */
export type TestHow =
  /** The value of `node` is truthy. */
  | 'truthy'
  /** The value of `node` is null or undefined (`??`, `?.`, a default value). */
  | 'nullish'
  /** `node` is a `for…of`, `for…in` statement: there is one more element. */
  | 'iterate'
  /** `node` is a `SwitchCase`: the discriminant equals its test. */
  | 'case'

export type Point =
  /** First point of the function. */
  | PointOf<'entry', Node>
  /** The function returned. */
  | PointOf<'exit', Node>
  /** The function threw. */
  | PointOf<'throwExit', Node>
  /** A `CallExpression`, `NewExpression`, `TaggedTemplateExpression` or `ImportExpression`, its operands evaluated. */
  | PointOf<'call', Node>
  /** An `AwaitExpression`, or a `for await` statement that waits for its next element. */
  | PointOf<'await', Node>
  /** A `YieldExpression`; its `return` edge is the consumer that stops early. */
  | PointOf<'yield', Node>
  /**
   * A `VariableDeclarator` with init or of a `let`, an `AssignmentExpression` or an `UpdateExpression`: the target gets
   * its value.
   */
  | PointOf<'assign', Node>
  /** The left side of a `for…of`/`for…in` statement (`node`) gets the next element. */
  | PointOf<'element', Node>
  /** The parameter of a `CatchClause` (`node`) gets what was thrown. */
  | PointOf<'catch', Node>
  /** A decision. */
  | (PointOf<'test', Node> & { readonly how: TestHow })
  /**
   * The value of `node` (a conditional, logical or optional-chain expression whose operands contain points) is that of
   * `from`; `undefined`: the chain was cut short and the value is undefined.
   */
  | (PointOf<'value', Node> & { readonly from: Node | undefined })
  /** A `ReturnStatement`, or the body expression of an arrow function: the value to return is known. */
  | PointOf<'return', Node>
  /** A `ThrowStatement`. */
  | PointOf<'throw', Node>
  /** Entry of a `finally` block (`node` is the `TryStatement`) or of the disposals of a block with `using` (`node` is the block). */
  | PointOf<'finally', Node>
  /** End of what `finally` began. */
  | PointOf<'finallyEnd', Node>
  /** Disposal of the `VariableDeclarator` of a `using`/`await using` declaration. */
  | PointOf<'dispose', Node>
  /** End of a statement (`node`): values of its expressions are no longer needed. */
  | PointOf<'end', Node>

interface PointOf<K extends string, N> {
  readonly kind: K
  /** Number in source order of creation; entry is 0. */
  readonly id: number
  readonly node: N
  readonly out: Edge[]
}

export interface Graph {
  readonly entry: Point
  readonly exit: Point
  readonly throwExit: Point
  /** All points that can be reached from the entry, in evaluation order. */
  readonly points: readonly Point[]
  /** Calls whose value goes nowhere: those of statements, of `void`. */
  readonly dropped: ReadonlySet<Node>
}
