/** Reads the tokens of one statement once, from left to right, into query levels and the calls in them. No recursion. */

import { comma, insertSource, keyword, startsRows } from './clauses.ts'
import { readFromEntry } from './from-entry.ts'
import { type FromEntry, type Level, newLevel } from './levels.ts'
import type { Token } from './lexer.ts'
import { fromEntry, holeToken, nameToken, openNameBefore } from './names.ts'
import { CHANGES, type Frame, type Scan, ScanState } from './scan-state.ts'
import { nameOf, type Source } from './source.ts'
import type { StatementRange } from './statements.ts'

/**
 * Reads one statement. With `body` it is a piece of PL/pgSQL, where PERFORM is SELECT.
 */
export function scanStatement(source: Source, range: StatementRange, body: boolean): Scan {
  const state = new ScanState(source, range, body)
  for (let i = range.start; i < range.end; i++) {
    const token = source.tokens[i]
    if (token === undefined) break
    readToken(state, token, i)
  }
  closeFrames(state, range.end)
  state.finishUpTo(undefined, range.end)
  return state
}

function readToken(state: ScanState, token: Token, i: number): void {
  switch (token.kind) {
    case 'word':
      if (state.depth === 0 && state.key(i - 1) !== '.' && keyword(state, token.key, i)) return
      if (token.key === 'case') state.cases++
      else if (token.key === 'end' && state.cases > 0) state.cases--
      fromEntry(state, i)
      nameToken(state, token, i)
      return
    case 'quoted':
      fromEntry(state, i)
      nameToken(state, token, i)
      return
    case 'placeholder':
      fromEntry(state, i)
      return
    case 'hole':
      holeToken(state, i)
      return
    case 'punct':
      if (token.key === '(' || token.key === '[') open(state, token, i)
      else if (token.key === ')' || token.key === ']') closeFrames(state, i)
      else if (token.key === ',' && state.depth === 0) comma(state, i)
      return
    case 'number':
    case 'string':
    case 'operator':
      return
  }
}

function open(state: ScanState, token: Token, i: number): void {
  const { level } = state
  const above = state.frames.at(-1)
  // for `((SELECT`: what stands before the outermost bracket says what the query is
  const before = above?.kind === 'group' && above.open === i - 1 ? above.name : wordBefore(state, i)
  if (token.key === '(' && opensQuery(state, i, before)) {
    openQuery(state, token, i, before)
    return
  }
  const wrapsBracket =
    state.tokens[i + 1]?.match === token.match - 1 &&
    (isQueryWord(before) || i === level.start || above?.kind === 'group')
  const transparent = token.key === '(' && state.depth === 0 && (level.expectsFrom || wrapsBracket)
  pushFrame(state, token, i, transparent ? 'group' : 'inner', before, undefined)
  if (!transparent) state.depth++
  openNameBefore(state, i)
}

function openQuery(state: ScanState, token: Token, i: number, before: string): void {
  let role = roleOf(state, before)
  if (role === 'insert-source') {
    // the brackets may be the first arm of a union
    insertSource(state, i)
    role = 'set-operand'
  }
  const { level } = state
  const inside = newLevel(role, level, i + 1)
  inside.open = i
  inside.close = token.match
  let entry: FromEntry | undefined
  switch (inside.role) {
    case 'cte':
      inside.cte = {
        name: level.cteName,
        materialized: before === 'materialized' && state.key(i - 2) !== 'not',
        changes: false,
        recursive: false,
        readers: [],
        referenced: 'no',
        level: undefined,
      }
      break
    case 'set-operand':
      level.firstArm ??= inside
      level.verb = 'select'
      level.clause = 'other'
      break
    case 'from':
      entry = readFromEntry(state.source, i, state.range.end)
      inside.lateral = level.lateral
      state.addEntry(entry)
      break
    default:
  }
  pushFrame(state, token, i, 'query', before, entry)
  state.level = inside
  state.depth = 0
}

function pushFrame(
  state: ScanState,
  token: Token,
  open: number,
  kind: Frame['kind'],
  name: string,
  entry: FromEntry | undefined,
): void {
  const { level, depth, cases } = state
  state.frames.push({ close: token.match, open, kind, level, depth, name, entry, cases })
  state.cases = 0
}

/** What stands before a bracket: a word's or quoted name's key, else empty. */
function wordBefore(state: ScanState, i: number): string {
  const token = i > state.range.start ? state.tokens[i - 1] : undefined
  return token === undefined ? '' : (nameOf(state.source, token) ?? token.key)
}

function opensQuery(state: ScanState, i: number, before: string): boolean {
  const first = state.key(i + 1)
  if (first === 'select' || first === 'with') return true
  if (state.level.clause === 'with' && state.depth === 0 && (before === 'as' || before === 'materialized')) return true
  if (first === 'values') return startsRows(state.tokens[i + 2])
  // `((SELECT …) UNION …)`
  if (first === '(') return FOLLOWS_OPERAND.has(state.key((state.tokens[i + 1]?.match ?? i) + 1))
  return CHANGES.has(first) && before === 'copy'
}

/** Words that follow a query in brackets and no other operand. */
const FOLLOWS_OPERAND: ReadonlySet<string> = new Set([
  'union',
  'intersect',
  'except',
  'order',
  'limit',
  'offset',
  'fetch',
])

function roleOf(state: ScanState, before: string): Level['role'] {
  const { level } = state
  if (level.clause === 'with' && state.depth === 0) {
    return before === 'as' || before === 'materialized' ? 'cte' : 'set-operand'
  }
  if (before === 'exists') return 'exists'
  if (before === 'in' || before === 'any' || before === 'all' || before === 'some') {
    return level.setOperation && level.clause === 'start' ? 'set-operand' : 'in'
  }
  if (level.expectsFrom && state.depth === 0) return 'from'
  if (level.clause === 'start' && state.depth === 0 && !(state.body && level === state.root)) return 'set-operand'
  return level.verb === 'insert' && level.clause === 'other' && state.depth === 0 ? 'insert-source' : 'scalar'
}

/** Leaves every bracket that closes at token `i`. */
function closeFrames(state: ScanState, i: number): void {
  for (let frame = state.frames.at(-1); frame !== undefined && frame.close <= i; frame = state.frames.at(-1)) {
    state.frames.pop()
    state.depth = frame.depth
    state.cases = frame.cases
    if (frame.kind !== 'query') {
      if (state.depth === 0 && state.level.clause === 'distinct-on') state.enter('select-list', i, i + 1)
      continue
    }
    const inside = state.finishUpTo(frame.level, i)
    state.level = frame.level
    if (inside === undefined) continue
    state.brackets.set(frame.open, inside)
    if (frame.entry !== undefined) frame.entry.level = inside
    if (inside.role === 'cte' && inside.cte !== undefined) {
      inside.cte.level = inside
      frame.level.ctes.push(inside)
      inside.cte.changes = CHANGES.has(inside.verb)
      if (inside.cte.name !== undefined) state.ctes.set(inside.cte.name, inside.cte)
    }
  }
}

function isQueryWord(before: string): boolean {
  return before === 'exists' || before === 'in' || before === 'any' || before === 'all' || before === 'some'
}
