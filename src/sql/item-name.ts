/** The name that PostgreSQL gives to a column of a select list: its alias, or the name it makes up. */

import { NO_BARE_LABEL, TYPE_ALIASES } from './keywords.ts'
import type { Level, Range } from './levels.ts'
import { endsOperand } from './lexer.ts'
import { isGlued, nameOf, type Source } from './source.ts'
import { readType } from './type-name.ts'

/** Levels of sub-queries by the token of their opening bracket. */
export type Brackets = ReadonlyMap<number, Level>

/** An item of a select list cut into its expression and its alias. */
export interface Item {
  /** End of the expression's tokens. */
  readonly end: number
  /** An alias stands there; its name is undefined if it is a hole. */
  readonly aliased: boolean
  readonly alias: string | undefined
}

/** Finds the alias of an item, with AS or bare. */
export function readItem(source: Source, [start, end]: Range): Item {
  const { tokens } = source
  for (let i = end - 1; i > start && i > end - 8; i--) {
    const token = tokens[i]
    if (token?.kind === 'punct' && (token.key === ')' || token.key === ']') && token.match >= start) i = token.match
    else if (token?.key === 'as') return aliasAt(source, i, end)
  }
  const last = tokens[end - 1]
  const before = tokens[end - 2]
  const none = { end, aliased: false, alias: undefined }
  if (end - 2 < start || !endsOperand(before) || isGlued(before, last)) return none
  if (last?.kind !== 'quoted' && (last?.kind !== 'word' || last.key === 'end' || NO_BARE_LABEL.has(last.key)))
    return none
  // `… AT TIME ZONE tz` and `timestamp with time zone` end in words that are no alias
  if (last.key === 'zone' && before?.key === 'time') return none
  if (before?.key === 'zone' && tokens[end - 3]?.key === 'time' && tokens[end - 4]?.key === 'at') return none
  return { end: end - 1, aliased: true, alias: nameOf(source, last) }
}

function aliasAt(source: Source, as: number, end: number): Item {
  return { end: as, aliased: true, alias: as + 2 === end ? nameOf(source, source.tokens[as + 1]) : undefined }
}

/** Name of the column that an item makes; undefined when it can't be told, and for `*`. */
export function itemName(source: Source, brackets: Brackets, range: Range): string | undefined {
  const item = readItem(source, range)
  return item.aliased ? item.alias : madeUpName(source, brackets, range[0], item.end)
}

const NO_NAME = '?column?'
/** Words that join operands as operators do. */
const OPERATOR_WORDS: ReadonlySet<string> = new Set(
  'and or not is in like ilike similar between isnull notnull overlaps at collate'.split(' '),
)

/** PostgreSQL's `FigureColname`: the name of a function or column, a type's name for a cast constant, else `?column?`. */
function madeUpName(source: Source, brackets: Brackets, start: number, end: number): string | undefined {
  const { tokens } = source
  let type: string | undefined
  for (;;) {
    const first = tokens[start]
    const shape = shapeOf(source, start, end)
    if (shape === 'unknown' || first === undefined) return undefined
    if (shape === 'operator') return type ?? NO_NAME
    if (typeof shape === 'number') {
      type ??= readType(source, shape + 1, end).name?.replace(/[([].*/, '')
      end = shape
    } else if (first.key === '(' && first.kind === 'punct' && first.match === end - 1) {
      const level = brackets.get(start)
      if (level !== undefined) return level.columns[0]
      start++
      end--
    } else if (first.key === 'cast' && tokens[start + 1]?.match === end - 1) {
      const as = castAs(source, start + 2, end - 1)
      if (as === -1) return undefined
      type ??= readType(source, as + 1, end).name?.replace(/[([].*/, '')
      start += 2
      end = as
    } else return plainName(source, start, end, type)
  }
}

/** Place of the AS of `CAST(x AS type)`, or -1. */
function castAs(source: Source, start: number, end: number): number {
  for (let i = start; i < end; i++) {
    const token = source.tokens[i]
    if (token?.key === 'as') return i
    if (token?.kind === 'punct' && token.match > i) i = token.match
  }
  return -1
}

/** What joins the operands outside brackets: the place of the first `::`, an operator, nothing, or a hole that may be one. */
function shapeOf(source: Source, start: number, end: number): number | 'operator' | 'plain' | 'unknown' {
  let cast = -1
  let operator = false
  for (let i = start; i < end; i++) {
    const token = source.tokens[i]
    if (token === undefined) break
    if (token.kind === 'hole' && i > start && endsOperand(source.tokens[i - 1])) return 'unknown'
    if (token.kind === 'hole' && i + 1 < end && isGlued(token, source.tokens[i + 1])) return 'unknown'
    if (token.kind === 'word' && token.key === 'case') return 'unknown'
    if (token.kind === 'operator') {
      if (token.key === '::') cast = cast === -1 ? i : cast
      else operator = true
    } else if (token.kind === 'word' && OPERATOR_WORDS.has(token.key)) operator = true
    else if (token.kind === 'punct' && token.match > i) i = token.match
  }
  if (operator) return 'operator'
  return cast > start ? cast : 'plain'
}

function plainName(source: Source, start: number, end: number, type: string | undefined): string | undefined {
  const { tokens } = source
  const first = tokens[start]
  if (first === undefined || start >= end) return undefined
  const constant =
    first.kind === 'number' || first.kind === 'string' || first.kind === 'placeholder' || first.key === 'null'
  if (constant && start + 1 === end) return type ?? NO_NAME
  if (first.key === 'true' || first.key === 'false') return type ?? 'bool'
  let at = start
  while (at + 2 < end && tokens[at + 1]?.key === '.') at += 2
  const name = nameOf(source, tokens[at])
  if (name === undefined || UNNAMED.has(first.key)) return undefined
  const next = tokens[at + 1]
  if (at + 1 === end) return name
  if (next?.kind === 'string' && at + 2 === end) return TYPE_ALIASES.get(name) ?? name
  if (next?.kind !== 'punct' || (next.key !== '(' && next.key !== '[') || next.match >= end) return undefined
  const after = tokens[next.match + 1]?.key ?? ''
  if (next.match + 1 === end || after === 'over' || after === 'filter' || after === 'within') return name
  return undefined
}

/** Calls whose column isn't named after the word. */
const UNNAMED: ReadonlySet<string> = new Set(['trim', 'select', 'distinct', 'all', 'treat'])
