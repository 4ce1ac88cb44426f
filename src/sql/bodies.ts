/** Bodies in strings: finds them in DO and CREATE FUNCTION, and cuts PL/pgSQL into pieces that hold one query each. */

import { bodyOf, type Source } from './source.ts'
import { splitStatements, type StatementRange } from './statements.ts'

/** A body, lexed, and its pieces. */
export interface Body {
  readonly source: Source
  readonly pieces: readonly StatementRange[]
}

/** Bodies of a statement: the string of DO; the string behind AS of CREATE FUNCTION and PROCEDURE. */
export function bodiesOf(source: Source, range: StatementRange, kind: 'do' | 'create-function'): Body[] {
  const bodies: Body[] = []
  for (let i = range.start + 1; i < range.end; i++) {
    const token = source.tokens[i]
    const before = source.tokens[i - 1]?.key
    if (token?.kind !== 'string') continue
    if (kind === 'do' ? before === 'language' : before !== 'as') continue
    const inside = bodyOf(source, token)
    bodies.push({ source: inside, pieces: cutPieces(inside) })
  }
  return bodies
}

/** Words of PL/pgSQL behind which a new statement starts. */
const STARTS_PIECE: ReadonlySet<string> = new Set(['begin', 'then', 'else', 'loop', 'declare'])

/** A CASE inside a piece has THEN and ELSE of its own. */
function cutPieces(source: Source): StatementRange[] {
  const pieces: StatementRange[] = []
  for (const statement of splitStatements(source.tokens)) {
    let { start } = statement
    let cases = 0
    let depth = 0
    const cut = (at: number): void => {
      if (at > start) pieces.push({ start, end: at })
      start = at
    }
    for (let i = statement.start; i < statement.end; i++) {
      const token = source.tokens[i]
      if (token?.kind === 'punct') {
        if (token.match > i) depth++
        else if (token.match !== -1 && (token.key === ')' || token.key === ']')) depth--
      }
      if (token?.kind !== 'word' || depth > 0) continue
      if (token.key === 'case' && i > start) cases++
      else if (token.key === 'end' && cases > 0) cases--
      else if (cases === 0 && STARTS_PIECE.has(token.key)) cut(i + 1)
    }
    cut(statement.end)
  }
  return pieces
}
