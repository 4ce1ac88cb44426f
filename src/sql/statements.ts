/** Cuts tokens into statements at `;` and pairs their brackets. */

import type { Token } from './lexer.ts'

/** Token indexes of a statement, end exclusive. */
export interface StatementRange {
  readonly start: number
  readonly end: number
}

/**
 * Statements of a token list; empty ones are left out. A `;` inside brackets ends the statement too, since an open bracket
 * is more often a hole's fault than meant, except in CREATE RULE and between BEGIN ATOMIC and its END.
 * Sets `match` of every bracket.
 */
export function splitStatements(tokens: readonly Token[]): StatementRange[] {
  const ranges: StatementRange[] = []
  const open: number[] = []
  let start = 0
  let rounds = 0
  // BEGIN ATOMIC counts 1, every CASE in it one more; each END takes one off
  let atomic = 0
  const close = (end: number): void => {
    for (const bracket of open) setMatch(tokens, bracket, end)
    open.length = 0
    rounds = 0
    atomic = 0
    if (end > start) ranges.push({ start, end })
    start = end + 1
  }
  for (const [i, token] of tokens.entries()) {
    if (token.kind === 'word') {
      if (token.key === 'atomic' && tokens[i - 1]?.key === 'begin' && isRoutine(tokens, start)) atomic = 1
      else if (atomic > 0 && token.key === 'case') atomic++
      else if (atomic > 0 && token.key === 'end') atomic--
    } else if (token.kind === 'punct') {
      if (token.key === '(' || token.key === '[') {
        open.push(i)
        if (token.key === '(') rounds++
      } else if ((token.key === ')' && rounds > 0) || (token.key === ']' && tokens[open.at(-1) ?? -1]?.key === '[')) {
        // "[" left open inside round brackets is closed by the round one
        for (let bracket = open.pop(); bracket !== undefined; bracket = open.pop()) {
          setMatch(tokens, bracket, i)
          token.match = bracket
          const round = tokens[bracket]?.key === '('
          if (round) rounds--
          if (round || token.key === ']') break
        }
      } else if (token.key === ';' && atomic === 0 && !(rounds > 0 && isRule(tokens, start))) close(i)
    }
  }
  close(tokens.length)
  return ranges
}

function setMatch(tokens: readonly Token[], bracket: number, end: number): void {
  const token = tokens[bracket]
  if (token !== undefined) token.match = end
}

function isRoutine(tokens: readonly Token[], start: number): boolean {
  const object = objectAt(tokens, start)
  return object === 'function' || object === 'procedure'
}

function isRule(tokens: readonly Token[], start: number): boolean {
  return objectAt(tokens, start) === 'rule'
}

/** `function` of `CREATE OR REPLACE FUNCTION`; undefined for what isn't CREATE. */
function objectAt(tokens: readonly Token[], start: number): string | undefined {
  if (tokens[start]?.key !== 'create') return undefined
  return tokens[tokens[start + 1]?.key === 'or' ? start + 3 : start + 1]?.key
}
