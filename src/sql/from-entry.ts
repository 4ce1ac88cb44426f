/** Reads one entry of FROM: a table, a function, a sub-query or a hole, with its alias. */

import { NO_TABLE_ALIAS } from './keywords.ts'
import type { FromEntry } from './levels.ts'
import { holeIndex, isGlued, nameOf, type Source } from './source.ts'

/** The entry whose first token is `start`, the opening bracket for a sub-query. */
export function readFromEntry(source: Source, start: number, limit: number): FromEntry {
  const { tokens } = source
  const first = tokens[start]
  const entry: FromEntry = {
    kind: 'table',
    name: undefined,
    alias: undefined,
    column: undefined,
    nameToken: -1,
    hole: first?.kind === 'hole' ? holeIndex(source, first.start) : -1,
    level: undefined,
  }
  let at = start
  if (first?.kind === 'punct') {
    entry.kind = 'subquery'
    at = first.match + 1
  } else {
    let glued = false
    const path: (string | undefined)[] = []
    for (;;) {
      while (isGlued(tokens[at], tokens[at + 1]) && at + 1 < limit) {
        glued = true
        at++
      }
      path.push(nameOf(source, tokens[at]))
      if (tokens[at + 1]?.key !== '.' || at + 2 >= limit) break
      at += 2
    }
    if (path.length > 1 && path[0] === 'pg_catalog') path.shift()
    if (!glued && !path.includes(undefined)) entry.name = path.join('.')
    if (entry.hole !== -1 && path.length === 1 && !glued) entry.kind = 'hole'
    const open = tokens[at + 1]
    if (at + 1 < limit && open?.kind === 'punct' && open.key === '(' && entry.name !== undefined) {
      entry.kind = 'function'
      entry.nameToken = at
      at = open.match
    }
    at++
  }
  if (tokens[at]?.key === 'with' && tokens[at + 1]?.key === 'ordinality') at += 2
  readAlias(source, entry, at, limit)
  return entry
}

function readAlias(source: Source, entry: FromEntry, at: number, limit: number): void {
  const { tokens } = source
  const token = at < limit ? tokens[at] : undefined
  if (token?.key === 'as') at++
  else if (token?.kind !== 'quoted' && (token?.kind !== 'word' || NO_TABLE_ALIAS.has(token.key))) return
  if (at >= limit || isGlued(tokens[at], tokens[at + 1])) return
  entry.alias = nameOf(source, tokens[at])
  const open = tokens[at + 1]
  if (open?.kind === 'punct' && open.key === '(') entry.column = nameOf(source, tokens[at + 2])
}
