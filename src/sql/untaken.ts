/** Calls that constants keep from being run: the server drops such a branch before it starts (measured). */

import type { Token } from './lexer.ts'

/** Words and marks in front of which no operator can bind what follows them. */
const STARTS: ReadonlySet<string> = new Set(['where', 'and', 'or', 'on', 'having', 'when', '(', 'select', ','])

/** Whether the expression from `start` to before `end` is such a branch; it may lie in more brackets than are looked at. */
export function isUntaken(tokens: readonly Token[], start: number, end: number, limit: number): boolean {
  const before = (count: number): string => tokens[start - count]?.key ?? ''
  const after = (count: number): string => (end + count < limit ? (tokens[end + count]?.key ?? '') : '')
  if (before(1) === 'then' && isFalse(before(2)) && before(3) === 'when' && before(4) === 'case') return true
  if (before(1) === ',' && isConstant(tokens[start - 2]) && before(3) === '(' && before(4) === 'coalesce') return true
  if (before(1) === 'and' && isFalse(before(2)) && STARTS.has(before(3))) return true
  if (before(1) === 'or' && before(2) === 'true' && STARTS.has(before(3)) && before(3) !== 'and') return true
  return after(0) === 'and' && isFalse(after(1)) && ENDS.has(after(2))
}

const ENDS: ReadonlySet<string> = new Set(['', ')', 'and', 'or', 'limit', 'order', 'group', 'then'])

function isFalse(key: string): boolean {
  return key === 'false'
}

function isConstant(token: Token | undefined): boolean {
  return token?.kind === 'number' || token?.kind === 'string' || token?.key === 'true' || token?.key === 'false'
}
