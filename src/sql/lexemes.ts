/** Where each kind of lexeme ends in a text (PostgreSQL manual 4.1): character classes and one function a kind. */

import { HOLE_CODE } from './flat-text.ts'

export const WORD_START = 1
const WORD_PART = 2
export const DIGIT = 4
export const SPACE = 8
export const OPERATOR = 16

const CLASSES = new Uint8Array(128)
const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_'
for (const letter of LETTERS) CLASSES[letter.charCodeAt(0)] = WORD_START | WORD_PART
for (const digit of '0123456789') CLASSES[digit.charCodeAt(0)] = WORD_PART | DIGIT
for (const space of ' \t\n\r\f\v') CLASSES[space.charCodeAt(0)] = SPACE
for (const operator of '~!@#^&|`?+-*/%<>=') CLASSES[operator.charCodeAt(0)] = OPERATOR
CLASSES[0x24] = WORD_PART // "$" is part of an identifier but doesn't start one

/** Class bits of a UTF-16 unit. Every non-ASCII one is a letter to PostgreSQL. */
export function classOf(code: number): number {
  if (code < 128) return CLASSES[code] ?? 0
  return code === HOLE_CODE || code !== code ? 0 : WORD_START | WORD_PART
}

/** Offset of the quote of `E'`, `B'`, `X'`, `U&'`, `U&"` that starts here, else -1. The N of `N'…'` is a word of its own. */
export function prefixedQuote(text: string, i: number, code: number): number {
  const next = text.charCodeAt(i + 1)
  const lower = code | 0x20
  if (next === 0x27) return lower === 0x65 || lower === 0x62 || lower === 0x78 ? i + 1 : -1
  if (next !== 0x26 || lower !== 0x75) return -1
  const quote = text.charCodeAt(i + 2)
  return quote === 0x27 || quote === 0x22 ? i + 2 : -1
}

export function endOfWord(text: string, i: number): number {
  do i++
  while (classOf(text.charCodeAt(i)) & WORD_PART)
  return i
}

/**
 * From after the opening quote (4.1.2.1 to 4.1.2.5). Two quotes are one, but not in `B'…'` and `X'…'`; in `E'…'` a backslash
 * escapes. `prefix` is the lower-case letter in front of the quote, or empty.
 */
export function endOfString(text: string, i: number, prefix: string): number {
  const escapes = prefix === 'e'
  const doubles = prefix !== 'b' && prefix !== 'x'
  for (; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code === 0x5c && escapes) i++
    else if (code === 0x27) {
      if (doubles && text.charCodeAt(i + 1) === 0x27) i++
      else {
        const next = continuedString(text, i + 1)
        if (next === -1) return i + 1
        i = next
      }
    }
  }
  return text.length
}

/** Offset of the quote by which a string goes on after blanks with a line break in them (4.1.2.1), else -1. */
export function continuedString(text: string, i: number): number {
  let lineBreak = false
  for (; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code === 0x0a || code === 0x0d) lineBreak = true
    else if (code === 0x27) return lineBreak ? i : -1
    else if (code === 0x2d && text.charCodeAt(i + 1) === 0x2d) i = endOfLine(text, i) - 1
    else if (!(classOf(code) & SPACE)) return -1
  }
  return -1
}

export function endOfQuoted(text: string, i: number): number {
  for (; i < text.length; i++) {
    if (text.charCodeAt(i) !== 0x22) continue
    if (text.charCodeAt(i + 1) !== 0x22) return i + 1
    i++
  }
  return text.length
}

/** `$tag$ … $tag$` (4.1.2.4): its end, or -1 if no such quote starts here. */
export function endOfDollarQuoted(text: string, i: number): number {
  let end = i + 1
  while (classOf(text.charCodeAt(end)) & WORD_PART && text.charCodeAt(end) !== 0x24) end++
  if (text.charCodeAt(end) !== 0x24 || classOf(text.charCodeAt(i + 1)) & DIGIT) return -1
  const tag = text.slice(i, end + 1)
  const close = text.indexOf(tag, end + 1)
  return close === -1 ? text.length : close + tag.length
}

/** `$1`, `$` before a hole, and the named forms `$name`, `$<name>`, `$(name)`, `$[name]`, `$/name/`, `${name}`; else -1. */
export function endOfDollarPlaceholder(text: string, i: number): number {
  const first = text.charCodeAt(i + 1)
  if (first === HOLE_CODE) return i + 2
  if (classOf(first) & DIGIT) {
    let end = i + 2
    while (classOf(text.charCodeAt(end)) & DIGIT) end++
    return end
  }
  if (classOf(first) & WORD_START) return endOfWord(text, i + 1)
  const opener = '<([/{'.indexOf(text.charAt(i + 1))
  if (opener === -1 || !(classOf(text.charCodeAt(i + 2)) & WORD_START)) return -1
  let end = endOfWord(text, i + 2)
  if (text.charCodeAt(end) === 0x3a && classOf(text.charCodeAt(end + 1)) & WORD_START) end = endOfWord(text, end + 1)
  else if ('^~#'.includes(text.charAt(end))) end++
  return text.charAt(end) === '>)]/}'.charAt(opener) ? end + 1 : -1
}

/** `:name`, `:name:`, `:...name`, `@name`, and these before a hole; else -1. Not after a word (`a:b`) or an operator. */
export function endOfNamedPlaceholder(text: string, i: number): number {
  const before = text.charCodeAt(i - 1)
  const code = text.charCodeAt(i)
  if (classOf(before) & WORD_PART || before === code || before === 0x5d) return -1
  if (code === 0x40 && classOf(before) & OPERATOR) return -1
  const name = code === 0x3a && text.startsWith('...', i + 1) ? i + 4 : i + 1
  if (text.charCodeAt(name) === HOLE_CODE) return name + 1
  if (!(classOf(text.charCodeAt(name)) & WORD_START)) return -1
  const end = endOfWord(text, name)
  return code === 0x3a && text.charCodeAt(end) === 0x3a && text.charCodeAt(end + 1) !== 0x3a ? end + 1 : end
}

const INTEGER = String.raw`\d(?:_?\d)*`
const NUMBER = new RegExp(
  String.raw`0[xX](?:_?[\da-fA-F])+|0[oO](?:_?[0-7])+|0[bB](?:_?[01])+|` +
    String.raw`(?:${INTEGER}(?:\.(?!\.)(?:${INTEGER})?)?|\.${INTEGER})(?:[eE][+-]?${INTEGER})?`,
  'y',
)

/** 4.1.2.6; whatever is glued to the number and isn't part of it starts the next token. */
export function endOfNumber(text: string, i: number): number {
  NUMBER.lastIndex = i
  NUMBER.test(text)
  return NUMBER.lastIndex
}

/** A longer operator is an error (NAMEDATALEN); the limit keeps a long run of signs linear. */
const MAX_OPERATOR = 64

/** 4.1.3: no comment starts inside, and only an operator with one of `~!@#%^&|?` and backquote in it may end in + or -. */
export function endOfOperator(text: string, i: number): number {
  let end = i
  let mayEndInSign = false
  for (; end < i + MAX_OPERATOR && classOf(text.charCodeAt(end)) & OPERATOR; end++) {
    const code = text.charCodeAt(end)
    const next = text.charCodeAt(end + 1)
    if (end > i && ((code === 0x2f && next === 0x2a) || (code === 0x2d && next === 0x2d))) break
    // `id=?` compares with a placeholder; `@?` is the only operator that has its `?` behind
    if (end > i && code === 0x3f && text.charCodeAt(i) !== 0x3f && !(end === i + 1 && text.charCodeAt(i) === 0x40))
      break
    if ('~!@#^&|`?%'.includes(text.charAt(end))) mayEndInSign = true
  }
  while (!mayEndInSign && end > i + 1 && '+-'.includes(text.charAt(end - 1))) end--
  return end
}

/** Offset of the line break that ends a `--` comment. */
export function endOfLine(text: string, i: number): number {
  while (i < text.length && text.charCodeAt(i) !== 0x0a && text.charCodeAt(i) !== 0x0d) i++
  return i
}

/** Block comments nest (4.1.5). */
export function endOfComment(text: string, i: number): number {
  let depth = 0
  for (; i < text.length; i++) {
    const code = text.charCodeAt(i)
    const next = text.charCodeAt(i + 1)
    if (code === 0x2f && next === 0x2a) {
      depth++
      i++
    } else if (code === 0x2a && next === 0x2f) {
      depth--
      i++
      if (depth === 0) return i + 1
    }
  }
  return text.length
}
