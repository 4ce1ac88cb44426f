/** Tokens of a text together with the text: names, string values and places of tokens. */

import type { Position } from './types.ts'
import { type FlatText, HOLE, holeAt, positionAt } from './flat-text.ts'
import { continuedString } from './lexemes.ts'
import { lex, type Token } from './lexer.ts'

/** A lexed text: the whole text, or the inside of a string that holds a body. */
export interface Source {
  readonly flat: FlatText
  readonly text: string
  /** Offset of `text` in `flat.text`. */
  readonly base: number
  readonly tokens: readonly Token[]
}

/** Lexes a whole text. */
export function sourceOf(flat: FlatText): Source {
  return { flat, text: flat.text, base: 0, tokens: lex(flat.text) }
}

/** Lexes the inside of a string token: the body of DO or of a function. Offsets stay exact. */
export function bodyOf(source: Source, token: Token): Source {
  const raw = source.text.slice(token.start, token.end)
  const tag = raw.startsWith('$') ? raw.slice(0, raw.indexOf('$', 1) + 1) : "'"
  const open = raw.indexOf(tag) + tag.length
  const closed = raw.length >= open + tag.length && raw.endsWith(tag)
  const inside = raw.slice(open, closed ? raw.length - tag.length : raw.length)
  const text = tag === "'" ? undouble(inside) : inside
  return { flat: source.flat, text, base: source.base + token.start + open, tokens: lex(text) }
}

/** Turns every `''` into a quote and a blank outside the string that it opens or closes, so that no offset moves. */
function undouble(body: string): string {
  let open = false
  return body.replace(/[ebxn]?''(?:'')?/gi, (quotes) => {
    // a doubled quote inside a string; its value gets two blanks more
    if (quotes.endsWith("''''")) return `${quotes.slice(0, -4)}''  `
    open = !open
    if (!open) return `${quotes.slice(0, -2)}' `
    return quotes.length === 2 ? " '" : `${quotes.charAt(0)}' `
  })
}

/** Place of an offset of `source.text` in the pieces. */
export function placeOf(source: Source, offset: number): Position {
  return positionAt(source.flat, source.base + offset)
}

/** Index of the hole at an offset of `source.text`. */
export function holeIndex(source: Source, offset: number): number {
  return holeAt(source.flat, source.base + offset)
}

/** The name that a word or a quoted identifier stands for; undefined for other tokens and for `"${hole}"`. */
export function nameOf(source: Source, token: Token | undefined): string | undefined {
  if (token?.kind === 'word') return token.key
  if (token?.kind !== 'quoted') return undefined
  const raw = source.text.slice(token.start, token.end)
  const open = raw.indexOf('"') + 1
  const closed = raw.length > open && raw.endsWith('"')
  const name = raw.slice(open, closed ? -1 : undefined).replaceAll('""', '"')
  return name.includes(HOLE) ? undefined : name
}

/** Whether the token ends where the other starts, one of them a hole: then the hole is part of a name or number. */
export function isGlued(left: Token | undefined, right: Token | undefined): boolean {
  return left !== undefined && right !== undefined && left.end === right.start && isNamePart(left) && isNamePart(right)
}

function isNamePart(token: Token): boolean {
  return token.kind === 'hole' || token.kind === 'word' || token.kind === 'number'
}

/** A string constant's value: its pieces, and the index of each hole between them. */
export interface StringValue {
  readonly pieces: readonly string[]
  readonly holes: readonly number[]
}

/** Value of a string token, of any quoting. */
export function stringValue(source: Source, token: Token): StringValue {
  const { text } = source
  const holes: number[] = []
  const pieces: string[] = []
  let piece = ''
  const put = (from: number, to: number): void => {
    const part = text.slice(from, to)
    let done = 0
    for (let hole = part.indexOf(HOLE); hole !== -1; hole = part.indexOf(HOLE, done)) {
      pieces.push(piece + part.slice(done, hole))
      piece = ''
      holes.push(holeIndex(source, from + hole))
      done = hole + 1
    }
    piece += part.slice(done)
  }
  const first = text.charAt(token.start)
  if (first === '$') {
    const open = text.indexOf('$', token.start + 1) + 1
    const tag = text.slice(token.start, open)
    const closed = token.end - tag.length >= open && text.endsWith(tag, token.end)
    put(open, closed ? token.end - tag.length : token.end)
    return { pieces: [...pieces, piece], holes }
  }
  const escapes = first === 'e' || first === 'E'
  let from = text.indexOf("'", token.start) + 1
  for (let i = from; i < token.end; i++) {
    const char = text.charAt(i)
    if (char === '\\' && escapes) {
      put(from, i)
      const escape = ESCAPE.exec(text.slice(i, i + 10))?.[0] ?? '\\'
      piece += unescape(escape)
      i += escape.length - 1
      from = i + 1
    } else if (char === "'") {
      put(from, i)
      const doubled = i + 1 < token.end && text.charAt(i + 1) === "'"
      if (doubled) piece += "'"
      from = doubled ? i + 2 : continuedString(text, i + 1) + 1
      if (from === 0 || from > token.end) return { pieces: [...pieces, piece], holes }
      i = from - 1
    }
  }
  put(from, token.end)
  return { pieces: [...pieces, piece], holes }
}

/** Manual, table 4.1. */
const ESCAPE = /^\\(?:x[\da-fA-F]{1,2}|[0-7]{1,3}|u[\da-fA-F]{4}|U[\da-fA-F]{8}|[^])/
const CONTROLS: ReadonlyMap<string, string> = new Map([
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
])

function unescape(escape: string): string {
  const rest = escape.slice(1)
  if (rest.length === 1 && !/[0-7]/.test(rest)) return CONTROLS.get(rest) ?? rest
  const code = /^[0-7]/.test(rest) ? Number.parseInt(rest, 8) : Number.parseInt(rest.slice(1), 16)
  return code > 0x10ffff ? '' : String.fromCodePoint(code)
}
