/** Reads the name of a type in its many spellings. */

import { TYPE_ALIASES } from './keywords.ts'
import { isGlued, nameOf, type Source } from './source.ts'

const MANY_WORDS =
  /^(?:double precision|(?:character|bit|char) varying|(?:timestamp|time)(?: with(?:out)? time zone)?)$/

/**
 * Reads a type's name from `start` on. Name undefined if none stands there; `end` is the token after the type.
 */
export function readType(source: Source, start: number, limit: number): { name: string | undefined; end: number } {
  const { tokens } = source
  let at = start
  let name = nameOf(source, tokens[at])
  if (name === undefined || at >= limit || isGlued(tokens[at], tokens[at + 1])) return { name: undefined, end: at }
  at++
  for (; at + 1 < limit && tokens[at]?.key === '.'; at += 2) {
    const part = nameOf(source, tokens[at + 1])
    name = name === 'pg_catalog' ? part : `${name ?? ''}.${part ?? ''}`
  }
  let modifier = ''
  const takeModifier = (): void => {
    const open = tokens[at]
    if (open?.kind !== 'punct' || open.key !== '(' || open.match <= at || open.match >= limit) return
    modifier = `(${tokens
      .slice(at + 1, open.match)
      .map((token) => token.key)
      .join('')})`
    at = open.match + 1
  }
  takeModifier()
  for (let words = 3; words >= 1; words--) {
    if (at + words > limit) continue
    const longer: string = [name, ...tokens.slice(at, at + words).map((token) => token.key)].join(' ')
    if (!MANY_WORDS.test(longer)) continue
    name = longer
    at += words
    break
  }
  if (modifier === '') takeModifier()
  let array = ''
  while (at < limit && tokens[at]?.kind === 'punct' && tokens[at]?.key === '[' && (tokens[at]?.match ?? 0) < limit) {
    at = (tokens[at]?.match ?? at) + 1
    array += '[]'
  }
  return { name: `${TYPE_ALIASES.get(name ?? '') ?? name ?? ''}${modifier}${array}`, end: at }
}
