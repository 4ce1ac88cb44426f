/** What stands around a call in its column or condition: casts, NOT, tests of the boolean. Walks outwards, no recursion. */

import type { Wrapping } from './types.ts'
import { endsOperand, type Token } from './lexer.ts'
import type { Source } from './source.ts'
import { readType } from './type-name.ts'

/** The widest expression around a call that has the call's value, cast or negated at most. */
export interface Surroundings {
  /** Its tokens, end exclusive. */
  readonly start: number
  readonly end: number
  readonly wrapping: Exclude<Wrapping, 'other'>
  readonly negated: boolean
  readonly castType: string | undefined
}

/** Widens the tokens of a call as far as the value can be followed. */
export function widen(source: Source, from: Surroundings, limit: number): Surroundings {
  let around = from
  for (;;) {
    const wider = widenOnce(source, around, limit)
    if (wider === undefined) return around
    around = wider
  }
}

function widenOnce(source: Source, around: Surroundings, limit: number): Surroundings | undefined {
  const { tokens } = source
  const { start, end } = around
  const next = end < limit ? tokens[end] : undefined
  const before = start > 0 ? tokens[start - 1] : undefined
  if (next?.key === '::') return cast(around, start, readType(source, end + 1, limit))
  const test = booleanTest(tokens, end, limit)
  if (test !== undefined) return asBoolean(around, start, test.end, test.negates)
  if (before?.kind === 'punct' && before.key === '(') return leaveBrackets(source, around, before, limit)
  if (before?.kind === 'word' && before.key === 'not' && !isOperator(next))
    return asBoolean(around, start - 1, end, true)
  return undefined
}

function cast(
  around: Surroundings,
  start: number,
  type: { name: string | undefined; end: number },
): Surroundings | undefined {
  if (type.name === undefined) return undefined
  const wrapping = around.wrapping === 'boolean' ? 'boolean' : 'cast'
  return { start, end: type.end, wrapping, negated: around.negated, castType: type.name }
}

function asBoolean(around: Surroundings, start: number, end: number, negates: boolean): Surroundings {
  return { start, end, wrapping: 'boolean', negated: around.negated !== negates, castType: undefined }
}

/** `(x)`, `CAST(x AS type)`, `COALESCE(x, false)`. */
function leaveBrackets(source: Source, around: Surroundings, open: Token, limit: number): Surroundings | undefined {
  const { tokens } = source
  const { start, end } = around
  const close = open.match
  if (close >= limit) return undefined
  const name = tokens[start - 2]
  if (name?.kind === 'word' && name.key === 'cast' && tokens[end]?.key === 'as') {
    const type = readType(source, end + 1, limit)
    return type.end === close ? cast(around, start - 2, { name: type.name, end: close + 1 }) : undefined
  }
  if (name?.kind === 'word' && name.key === 'coalesce') {
    const fallback = tokens[end + 1]?.key
    const simple =
      end === close || (tokens[end]?.key === ',' && end + 2 === close && (fallback === 'false' || fallback === 'true'))
    return simple ? asBoolean(around, start - 2, close + 1, false) : undefined
  }
  const isCall = name !== undefined && name.kind !== 'hole' && endsOperand(name)
  if (end !== close || isCall || KEEPS_BRACKETS.has(name?.key ?? '')) return undefined
  return { ...around, start: start - 1, end: close + 1 }
}

const KEEPS_BRACKETS: ReadonlySet<string> = new Set(['array', 'row', 'exists', 'in', 'any', 'all', 'some'])

/** A test behind an operand that keeps or flips its truth: `IS [NOT] TRUE`, `= true`, `IS DISTINCT FROM true` … */
function booleanTest(
  tokens: readonly Token[],
  at: number,
  limit: number,
): { end: number; negates: boolean } | undefined {
  const key = (index: number): string => (index < limit ? (tokens[index]?.key ?? '') : '')
  let not = false
  let value: number
  if (key(at) === 'is') {
    not = key(at + 1) === 'not'
    value = not ? at + 2 : at + 1
    if (key(value) === 'distinct' && key(value + 1) === 'from') {
      not = !not
      value += 2
    }
  } else if (key(at) === '=' || key(at) === '<>' || key(at) === '!=') {
    not = key(at) !== '='
    value = at + 1
  } else return undefined
  const word = key(value)
  if (word !== 'true' && word !== 'false') return undefined
  return isOperator(tokens[value + 1]) && value + 1 < limit
    ? undefined
    : { end: value + 1, negates: not !== (word === 'false') }
}

/** Whether a token goes on with the expression in front of it, binding tighter than AND. */
export function isOperator(token: Token | undefined): boolean {
  if (token?.kind === 'operator') return true
  return (
    token?.kind === 'word' &&
    /^(?:is|in|not|between|like|ilike|similar|isnull|notnull|collate|at|overlaps)$/.test(token.key)
  )
}
