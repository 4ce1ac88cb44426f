/**
 * What values that are known by their place only were made from, and which of them are the rows of a statement. It lies
 * beside the values: only rules about the work under a lock ask for it.
 */
import type { Statementlike } from '../effects/sql-text.ts'
import type { Value } from '../origins/value.ts'
import type { Statement } from '../sql/types.ts'
import { isPrimaryKeyName } from '../vocabulary.ts'
import type { Machine } from './machine.ts'

/** Whether a statement says itself how many rows it gives at most. */
export type Rows = 'limited' | 'open' | 'unknown'

export interface Sources {
  /** By the key of the value. */
  readonly madeFrom: Map<string, Map<string, Value>>
  /** By the key of a statement's result. */
  readonly rows: Map<string, Rows>
}

export function noSources(): Sources {
  return { madeFrom: new Map(), rows: new Map() }
}

/** A value made at different times from more than this is of unknown origin anyway. */
const MOST_SOURCES = 12

export function madeFrom(made: Value, from: readonly Value[], { sources }: Machine): void {
  const known = sources.madeFrom.get(made.key) ?? new Map<string, Value>()
  if (known.size === 0) sources.madeFrom.set(made.key, known)
  for (const one of from) if (one.key !== made.key && known.size < MOST_SOURCES) known.set(one.key, one)
}

const known = new WeakMap<readonly Statement[], Rows>()

/** The result of a text that was sent, which is that of its last statement. A text is read once. */
export function rowsOf(statements: readonly Statement[], text: Statementlike): Rows {
  let rows = known.get(statements)
  if (!rows) known.set(statements, (rows = rowsOfLast(statements, text)))
  return rows
}

function rowsOfLast(statements: readonly Statement[], text: Statementlike): Rows {
  const last = statements.at(-1)
  if (!last || last.hole) return 'unknown'
  if (last.limited) return 'limited'
  switch (last.kind) {
    case 'select':
    case 'update':
    case 'delete':
    case 'merge':
      return isOfFew(text.sql.pieces) ? 'limited' : 'open'
    default:
      return 'unknown'
  }
}

/** One row by its primary key, a count, or what the catalogue says of the schema. */
function isOfFew(pieces: readonly string[]): boolean {
  const sql = pieces.join('?')
  const table = /\b(?:update|from)\s+("?[\w.]+"?)/i.exec(sql)?.[1]
  if (table === undefined || /^"?(pg_|information_schema)/i.test(table)) return true
  for (const [, column = ''] of sql.matchAll(/([\w"]+)\s*=\s*(?:\$\d|\?|:\w|@\w|'|\d)/g))
    if (isPrimaryKeyName(column.replaceAll('"', ''), table)) return true
  return !/\bgroup\s+by\b/i.test(sql) && /^\s*select\s+(count|sum|max|min|avg|exists|bool_and|bool_or)\s*\(/i.test(sql)
}
