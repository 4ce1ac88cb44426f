/** Names and holes in a statement: entries of FROM, calls of lock functions, and holes that may hide something. */

import type { LockFunction } from './types.ts'
import { readFromEntry } from './from-entry.ts'
import { AGGREGATES } from './keywords.ts'
import { endsOperand, type Token } from './lexer.ts'
import { LOCK_FUNCTIONS } from './lock-functions.ts'
import type { ScanState } from './scan-state.ts'
import { isGlued, nameOf } from './source.ts'

/** A name behind one of these is no call: it is being defined, or is a table or an alias. */
const NAMES_OBJECT: ReadonlySet<string> = new Set(
  'function procedure routine into table references as index'.split(' '),
)
/** `within` reports no more than this; looking for names goes no further than `MAX_FRAMES`. */
const MAX_WITHIN = 8
const MAX_FRAMES = 32

export function fromEntry(state: ScanState, i: number): void {
  const { level } = state
  if (!level.expectsFrom || state.depth > 0) return
  const { key } = state.tokens[i] ?? { key: '' }
  if (key === 'lateral') level.lateral = true
  if (key === 'lateral' || key === 'only' || (key === 'rows' && state.key(i + 1) === 'from')) return
  state.entry = readFromEntry(state.source, i, state.range.end)
  state.addEntry(state.entry)
}

export function nameToken(state: ScanState, token: Token, i: number): void {
  if (state.level.clause === 'with' && state.depth === 0) {
    const before = state.key(i - 1)
    if (token.kind === 'quoted' && before !== 'as') state.level.cteName = nameOf(state.source, token)
    return
  }
  const open = state.tokens[i + 1]
  if (open?.kind !== 'punct' || open.key !== '(' || i + 1 >= state.range.end) return
  const name = token.kind === 'word' ? token.key : nameOf(state.source, token)
  if (name === undefined) return
  const fn = LOCK_FUNCTIONS.get(name)
  if (fn !== undefined) lockCall(state, fn, i, open.match)
  else if (name === 'set_config') state.setConfigs.push(i)
  else if (AGGREGATES.has(name) && !state.level.aggregate) state.level.aggregate = isAggregate(state, open.match + 1)
}

function isAggregate(state: ScanState, after: number): boolean {
  const { clause } = state.level
  if (clause !== 'select-list' && clause !== 'having' && clause !== 'order-by') return false
  if (state.key(after) === 'within' && state.key(after + 2) === '(')
    after = (state.tokens[after + 2]?.match ?? after) + 1
  if (state.key(after) === 'filter' && state.key(after + 1) === '(')
    after = (state.tokens[after + 1]?.match ?? after) + 1
  return state.key(after) !== 'over'
}

function lockCall(state: ScanState, fn: LockFunction, i: number, close: number): void {
  const { level } = state
  let start = i
  if (state.key(i - 1) === '.') {
    // a hole as qualifier is taken for pg_catalog: nobody has lock functions of this name elsewhere
    const qualifier = state.tokens[i - 2]
    const name = nameOf(state.source, qualifier)
    if (state.key(i - 3) === '.' || (name !== undefined && name !== 'pg_catalog')) return
    start = i - 2
  } else if (isGlued(state.tokens[i - 1], state.tokens[i])) return
  const before = state.key(start - 1)
  if (NAMES_OBJECT.has(before) || (before === 'on' && level.verb === 'expression' && !state.body)) return
  const entry = state.entry?.nameToken === i ? state.entry : undefined
  if (state.depth === 0 && level.clause === 'from' && entry === undefined) return
  const list = level.clause === 'select-list' || level.clause === 'returning'
  const clause = level.clause === 'start' ? (state.body ? 'body' : 'other') : level.clause
  const item = list ? level.items.length : undefined
  state.calls.push({
    fn,
    start,
    name: i,
    open: i + 1,
    close,
    level,
    clause,
    item,
    entry,
    within: constructsAround(state),
  })
}

function constructsAround(state: ScanState): string[] {
  const names: string[] = state.cases > 0 ? ['case'] : []
  for (let at = state.frames.length - 1; at >= 0 && at >= state.frames.length - MAX_FRAMES; at--) {
    const frame = state.frames[at]
    if (frame === undefined || frame.kind === 'query' || names.length >= MAX_WITHIN) break
    const before = state.tokens[frame.open - 1]
    const named =
      before?.kind === 'quoted' || (before?.kind === 'word' && (endsOperand(before) || CONSTRUCTS.has(before.key)))
    if (frame.kind === 'inner' && named) names.push(frame.name)
    if (frame.cases > 0) names.push('case')
  }
  return names
}

export function holeToken(state: ScanState, i: number): void {
  const { level } = state
  state.mayRead ||= mayHoldQuery(state, i)
  if (state.depth > 0) return
  if (level.clause === 'with') {
    const before = state.key(i - 1)
    if (before === 'with' || before === 'recursive' || before === ',') level.cteName = undefined
    else level.hole = true
  } else if (level.expectsFrom) fromEntry(state, i)
  else if (i === level.start && level.clause === 'start') level.hole = true
  else if (endsOperand(state.tokens[i - 1])) level.hole ||= !isPartOfName(state, i)
  else if (state.key(i - 1) === 'select' && startsOperand(state.tokens[i + 1])) level.hole = true
}

/** Behind an operator or LIMIT, and among a function's arguments, a hole is a value; elsewhere it may be a whole query. */
function mayHoldQuery(state: ScanState, i: number): boolean {
  const before = state.tokens[i - 1]
  if (before?.kind === 'operator' || VALUE_FOLLOWS.has(before?.key ?? '')) return false
  const frame = state.depth > 0 ? state.frames.at(-1) : undefined
  return frame === undefined || !endsOperand(state.tokens[frame.open - 1])
}

const VALUE_FOLLOWS: ReadonlySet<string> = new Set(['limit', 'offset', 'first', 'next', 'as', '.', 'set', 'interval'])

/** `jobs_${tenant}` is one name; `jobs${where}` may be two things. */
function isPartOfName(state: ScanState, i: number): boolean {
  const hole = state.tokens[i]
  const next = state.tokens[i + 1]
  if (isGlued(state.tokens[i - 1], hole) && state.key(i - 1).endsWith('_')) return true
  return isGlued(hole, next) && (next?.key.startsWith('_') ?? false)
}

/** Before an opening bracket: is the name in front of it a hole, or glued to one, so that it may be a lock function? */
export function openNameBefore(state: ScanState, i: number): void {
  const last = state.tokens[i - 1]
  if (state.openName || last === undefined || i - 1 < state.range.start) return
  const quoted = last.kind === 'quoted' && nameOf(state.source, last) === undefined
  let first = i - 1
  while (first > state.range.start && i - first < 8 && isGlued(state.tokens[first - 1], state.tokens[first])) first--
  if (last.kind !== 'hole' && first === i - 1 && !quoted) return
  if (last.kind === 'hole' && last.end !== state.tokens[i]?.start) return
  const before = state.key(first - 1)
  if (NAMES_OBJECT.has(before) || before === 'on' || before === 'in' || before === 'values') return
  if (before !== '.' && endsOperand(state.tokens[first - 1]) && first > state.range.start) return
  const head = state.key(first)
  const tail = state.key(i - 1)
  for (const name of LOCK_FUNCTIONS.keys()) if (name.startsWith(head) && name.endsWith(tail)) state.openName = true
}

/** Words before a bracket that take a list or query without being functions. */
const CONSTRUCTS: ReadonlySet<string> = new Set(['in', 'any', 'all', 'some', 'cast', 'row', 'array', 'exists'])

function startsOperand(token: Token | undefined): boolean {
  if (token === undefined) return false
  return token.kind === 'quoted' || token.kind === 'number' || token.kind === 'string' || token.kind === 'hole'
}
