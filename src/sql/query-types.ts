/** Query levels as `readSql` answers them. */

/** Where in its query a call or a sub-query stands. */
export type Clause =
  | 'select-list'
  | 'distinct-on'
  | 'from'
  | 'on'
  | 'where'
  | 'group-by'
  | 'having'
  | 'window'
  | 'order-by'
  | 'limit'
  | 'offset'
  | 'values'
  | 'set'
  | 'returning'
  /** The list of CTEs of a WITH. */
  | 'with'
  /** An expression of PL/pgSQL outside any query: condition of IF, right side of `:=`, RETURN … */
  | 'body'
  /** Arguments of CALL, options, column defaults … */
  | 'other'

/** What a query level is to the level around it. */
export type LevelRole =
  /** The statement itself, or a statement in a body. */
  | { readonly kind: 'statement' }
  /**
   * `referenced`: the statement runs the CTE, since it reads its rows, directly or through other CTEs, or since the CTE
   * changes data (`unknown`: a hole may refer to it). `reader`: the one level that reads its rows by FROM, itself aside;
   * undefined when there are several.
   */
  | {
      readonly kind: 'cte'
      readonly name: string | undefined
      readonly referenced: 'yes' | 'no' | 'unknown'
      readonly materialized: boolean
      readonly reader: QueryLevel | undefined
    }
  /** A sub-query in FROM, JOIN or USING. */
  | { readonly kind: 'from'; readonly lateral: boolean }
  | { readonly kind: 'exists' }
  /** Operand of IN, ANY, ALL, SOME. */
  | { readonly kind: 'in' }
  /** A sub-query used as a value, `ARRAY(…)` included. */
  | { readonly kind: 'scalar' }
  /** One arm of UNION, INTERSECT or EXCEPT, or a bracketed query; the level around it holds ORDER BY and LIMIT of the whole. */
  | { readonly kind: 'set-operand' }
  /** The SELECT or VALUES of an INSERT. */
  | { readonly kind: 'insert-source' }

/** One entry of FROM (or USING, or the table that UPDATE and DELETE change). */
export type FromItem =
  | { readonly kind: 'table'; readonly name: string | undefined; readonly alias: string | undefined }
  | { readonly kind: 'function'; readonly name: string; readonly alias: string | undefined }
  | { readonly kind: 'values'; readonly alias: string | undefined }
  /**
   * A sub-query, or a reference to the CTE `name`. `limited`: it, or whatever it reads tables by, has LIMIT, FETCH or
   * OFFSET of its own. `fenced`: its rows are made before the conditions of the level around it are tested (measured:
   * LIMIT, OFFSET 0 too, MATERIALIZED, a recursive CTE, DISTINCT, GROUP BY, a change of data; ORDER BY alone is none). `tables`: it
   * reads a table at any depth.
   */
  | {
      readonly kind: 'subquery' | 'cte'
      readonly name: string | undefined
      readonly alias: string | undefined
      readonly limited: boolean
      readonly fenced: boolean
      readonly tables: boolean
    }
  | { readonly kind: 'hole'; readonly hole: number; readonly alias: string | undefined }

/** The condition of WHERE or HAVING at one level. */
export interface ConditionFacts {
  /** How many conditions AND joins at the top; 1 when OR stands at the top. */
  readonly conjuncts: number
  /** Columns that a condition at the top compares by `=` with a literal, a placeholder or a hole. */
  readonly equals: readonly string[]
  /** How many conditions at the top cost the planner nothing: a column, its truth, IS [NOT] NULL. */
  readonly free: number
  /** How many compare a column with a literal, a placeholder or a hole by one operator. */
  readonly cheap: number
  /** A hole stands as (part of) the condition, not as a compared value. */
  readonly hole: boolean
}

/** What is visible of one query level; `outer` leads to the levels around it, up to the statement. */
export interface QueryLevel {
  readonly role: LevelRole
  /** The verb of the level: SELECT, VALUES, TABLE, a data change; `expression` outside any query. */
  readonly verb: 'select' | 'insert' | 'update' | 'delete' | 'merge' | 'values' | 'expression'
  readonly outer: QueryLevel | undefined
  /** The clause of `outer` in which this level stands; `other` when there is no outer level. */
  readonly outerClause: Clause
  readonly from: readonly FromItem[]
  readonly where: ConditionFacts | undefined
  readonly distinct: 'none' | 'all' | 'on'
  readonly groupBy: boolean
  /** An aggregate of PostgreSQL is called in the select list, HAVING or ORDER BY, not as a window function. */
  readonly aggregate: boolean
  readonly having: ConditionFacts | undefined
  /** Sort keys in order: a column name, alias or ordinal where the key is just that, else undefined. Empty: no ORDER BY. */
  readonly orderBy: readonly (string | undefined)[]
  /** LIMIT or FETCH (`LIMIT ALL` isn't one). */
  readonly limit: boolean
  /** OFFSET other than a literal 0. */
  readonly offset: boolean
  /** OFFSET of any kind: `OFFSET 0` skips nothing, but keeps the planner from looking through the level. */
  readonly fence: boolean
  /** FOR UPDATE, FOR SHARE, … */
  readonly rowLock: boolean
  /** The level joins arms by UNION, INTERSECT or EXCEPT. */
  readonly setOperation: boolean
  /**
   * A hole stands where it may add or hide clauses of this level (`FROM jobs ${where}`), so nothing may be concluded from
   * a clause that isn't seen. A hole that stands for a value, a table or a column leaves this false.
   */
  readonly hole: boolean
}
