/** The words that start the clauses of a query, and what each does to the level that is being read. */

import { newLevel, wrapArm } from './levels.ts'
import type { Token } from './lexer.ts'
import { CHANGES, type ScanState } from './scan-state.ts'
import { isGlued } from './source.ts'

/** A comma outside brackets: the next item, key or entry. */
export function comma(state: ScanState, i: number): void {
  const { level } = state
  if (level.clause === 'select-list' || level.clause === 'returning' || level.clause === 'order-by')
    state.leave(level, i)
  else if ((level.clause === 'from' || level.clause === 'on') && level.verb !== 'insert') state.expectFrom(i)
}

/** A word outside brackets; true when it starts a clause. */
export function keyword(state: ScanState, key: string, i: number): boolean {
  const { level } = state
  const next = state.key(i + 1)
  const before = state.key(i - 1)
  switch (key) {
    case 'select':
      select(state, i)
      return true
    case 'perform':
      if (!state.body || level.verb !== 'expression') return false
      select(state, i)
      return true
    case 'with':
      if (level.verb === 'insert' && level.clause === 'other') insertSource(state, i)
      if (state.level.clause !== 'start') return false
      state.enter('with', i, i + 1)
      return true
    case 'values':
      return values(state, i, before)
    case 'insert':
    case 'update':
    case 'delete':
    case 'merge':
      if (level.verb !== 'expression' || before === 'for') return false
      level.verb = key
      if (key === 'update') state.expectFrom(i)
      else state.enter('other', i, i + 1)
      return true
    case 'into':
      if (level.verb === 'merge' && level.from.length === 0) state.expectFrom(i)
      else if (state.body && level.clause === 'select-list' && level.mark === i) level.mark = behindTarget(state, i)
      else if (level.verb === 'select') {
        level.into ||= !state.body
        state.enter('other', i, i + 1)
      } else return false
      return true
    case 'from':
      if (level.verb === 'expression' || level.verb === 'values' || level.verb === 'insert') return false
      if (before === 'distinct' && (state.key(i - 2) === 'is' || state.key(i - 2) === 'not')) return false
      state.expectFrom(i)
      return true
    case 'join':
      if (level.verb === 'expression') return false
      state.expectFrom(i)
      return true
    case 'using':
      if (level.verb !== 'delete' && level.verb !== 'merge') return false
      state.expectFrom(i)
      return true
    case 'on':
      if (next === 'conflict') leaveInsertSource(state, i)
      else if (level.clause === 'from') state.enter('on', i, i + 1)
      else return false
      return true
    case 'where':
      if (level.verb === 'expression') return false
      state.enter('where', i, i + 1)
      return true
    case 'set':
      if (level.verb !== 'update' && before !== 'update') return false
      state.enter('set', i, i + 1)
      return true
    case 'returning':
      if (level.verb === 'select' || level.verb === 'values') leaveInsertSource(state, i)
      if (!CHANGES.has(state.level.verb)) return false
      state.enter('returning', i, i + 1)
      return true
    default:
      return queryClause(state, key, i, next)
  }
}

/** First token of the select list behind PL/pgSQL's `SELECT INTO [STRICT] target`. */
function behindTarget(state: ScanState, into: number): number {
  const target = state.key(into + 1) === 'strict' ? into + 2 : into + 1
  return state.key(target + 1) === '.' ? target + 3 : target + 1
}

/** The clauses that only SELECT, VALUES and their unions have. */
function queryClause(state: ScanState, key: string, i: number, next: string): boolean {
  const { level } = state
  if (level.verb !== 'select' && level.verb !== 'values') return cteWord(state, key, i)
  switch (key) {
    case 'group':
      if (next !== 'by') return false
      level.groupBy = true
      state.enter('group-by', i, i + 2)
      return true
    case 'having':
      state.enter('having', i, i + 1)
      return true
    case 'window':
      state.enter('window', i, i + 1)
      return true
    case 'union':
    case 'intersect':
    case 'except':
      union(state, i)
      return true
    case 'order':
      if (next !== 'by') return false
      state.leaveArm(i)
      state.enter('order-by', i, i + 2)
      return true
    case 'limit':
    case 'offset':
      state.leaveArm(i)
      state.enter(key, i, i + 1)
      return true
    case 'fetch':
      if (next !== 'first' && next !== 'next') return false
      state.leaveArm(i)
      state.enter('limit', i, i + 2)
      return true
    case 'for':
      if (next !== 'update' && next !== 'share' && next !== 'no' && next !== 'key') return false
      state.leaveArm(i)
      state.level.rowLock = true
      state.enter('other', i, i + 1)
      return true
    default:
      return false
  }
}

/** Names of CTEs, while the list of WITH is read. */
function cteWord(state: ScanState, key: string, i: number): boolean {
  const { level } = state
  const before = state.key(i - 1)
  if (
    level.clause !== 'with' ||
    key === 'recursive' ||
    !(before === 'with' || before === 'recursive' || before === ',')
  ) {
    return false
  }
  level.cteName = isGlued(state.tokens[i], state.tokens[i + 1]) ? undefined : key
  return true
}

function select(state: ScanState, i: number): void {
  const { level } = state
  if (level.setOperation && level.clause === 'start') {
    state.level = newLevel('set-operand', level, i)
    level.firstArm ??= state.level
  } else if (level.verb === 'insert') {
    insertSource(state, i)
  } else if (level.verb !== 'expression') {
    // a second SELECT behind a hole that hides `;`, UNION or a bracket: judged on its own
    state.finishUpTo(level.outer, i)
    level.hole = true
    state.hole = true
    state.level = newLevel(level.role, level.outer, i)
    state.level.hole = true
    state.level.open = level.open
    state.level.cte = level.cte
  }
  state.enter('select-list', i, i + 1)
  state.level.verb = 'select'
  const next = state.key(i + 1)
  if (next !== 'all' && next !== 'distinct') return
  state.level.mark = i + 2
  if (next === 'all') return
  const on = state.key(i + 2) === 'on'
  state.level.distinct = on ? 'on' : 'all'
  if (on) state.level.clause = 'distinct-on'
}

function values(state: ScanState, i: number, before: string): boolean {
  const { level } = state
  if (before === 'default' || !startsRows(state.tokens[i + 1])) return false
  if (level.setOperation && level.clause === 'start') {
    state.level = newLevel('set-operand', level, i)
    level.firstArm ??= state.level
  } else if (level.verb === 'insert') insertSource(state, i)
  else if (level.verb !== 'expression' && level.verb !== 'merge') return false
  state.enter('values', i, i + 1)
  if (state.level.verb === 'expression') state.level.verb = 'values'
  return true
}

/** The query that feeds an INSERT starts. */
export function insertSource(state: ScanState, i: number): void {
  state.level = newLevel('insert-source', state.level, i)
}

function leaveInsertSource(state: ScanState, i: number): void {
  state.leaveArm(i)
  const { level } = state
  if (level.role !== 'insert-source' || level.open !== -1 || level.outer === undefined) return
  state.finishUpTo(level.outer, i)
  state.level = level.outer
  state.enter('other', i, i + 1)
}

function union(state: ScanState, i: number): void {
  const { level } = state
  if (level.role === 'set-operand' && level.open === -1) state.leaveArm(i)
  else if (level.firstArm === undefined) {
    const union = wrapArm(level)
    if (state.root === level) state.root = union
    state.finishUpTo(union, i)
    state.level = union
  }
  state.level.setOperation = true
  state.level.clause = 'start'
}

/** Whether VALUES in front of this token starts a list of rows. */
export function startsRows(token: Token | undefined): boolean {
  return token?.key === '(' || token?.kind === 'hole' || token?.kind === 'placeholder'
}
