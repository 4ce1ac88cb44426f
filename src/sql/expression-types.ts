/** Key arguments as `readSql` answers them. */

/**
 * A key argument, as far as a key needs it. Two arguments with equal `canonicalText` are written alike; whether two
 * holes hold equal values only the caller knows.
 */
export type Expression =
  /** A number as written, without `_`, lower-case, sign folded in: `42`, `-7`, `0x1f`. */
  | { readonly kind: 'number'; readonly text: string }
  /** A string constant of any quoting, unescaped; holes inside the quotes stand between its pieces. */
  | { readonly kind: 'string'; readonly pieces: readonly string[]; readonly holes: readonly number[] }
  | { readonly kind: 'constant'; readonly value: 'null' | 'true' | 'false' }
  | { readonly kind: 'hole'; readonly hole: number }
  | { readonly kind: 'placeholder'; readonly placeholder: Placeholder }
  /** A column or variable, `a.b` as `['a', 'b']`; unquoted names are lower-case. */
  | { readonly kind: 'name'; readonly path: readonly string[] }
  /** A function call; `pg_catalog.` is dropped from the name, another schema stays in it. */
  | { readonly kind: 'call'; readonly name: string; readonly args: readonly Expression[] }
  /** `x::type` and `CAST(x AS type)`; the type is lower-case, with single blanks, aliases resolved (`int` is `int4`). */
  | { readonly kind: 'cast'; readonly type: string; readonly operand: Expression }
  /** `a || b || c`, flattened, two parts or more. */
  | { readonly kind: 'concat'; readonly parts: readonly Expression[] }
  | { readonly kind: 'binary'; readonly operator: string; readonly left: Expression; readonly right: Expression }
  | { readonly kind: 'unary'; readonly operator: string; readonly operand: Expression }
  /**
   * Anything else (CASE, sub-select, array, a name glued to a hole, too deep). `text` is its tokens joined by one blank,
   * each hole as `{n}` with the hole's index; undefined when the expression is too long to compare.
   */
  | { readonly kind: 'other'; readonly text: string | undefined; readonly holes: readonly number[] }

/** A bind parameter. */
export type Placeholder =
  /** `$1`; `number` counts from 1. */
  | { readonly style: 'numbered'; readonly number: number }
  /** `?` or knex's `??` (then `identifier`); `number` counts the placeholders of this style from 1 over the whole text. */
  | { readonly style: 'question'; readonly number: number; readonly identifier: boolean }
  /** `:name`, `:...name`, `:name:`, `@name`. */
  | { readonly style: 'named'; readonly name: string }
  /** `$${i}`, `:${name}`, `@${name}`: a placeholder whose number or name is a hole. */
  | { readonly style: 'open'; readonly hole: number }
