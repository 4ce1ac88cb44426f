/** Cuts SQL into tokens as PostgreSQL's own scanner does (manual 4.1, "Lexical Structure"); never fails, linear time. */

import { HOLE_CODE } from './flat-text.ts'
import { EXPECTS_OPERAND } from './keywords.ts'
import {
  classOf,
  DIGIT,
  endOfComment,
  endOfDollarPlaceholder,
  endOfDollarQuoted,
  endOfLine,
  endOfNamedPlaceholder,
  endOfNumber,
  endOfOperator,
  endOfQuoted,
  endOfString,
  endOfWord,
  OPERATOR,
  prefixedQuote,
  SPACE,
  WORD_START,
} from './lexemes.ts'

export type TokenKind =
  /** Unquoted identifier or key word. */
  | 'word'
  /** `"…"`, `U&"…"`. */
  | 'quoted'
  /** `'…'`, `E'…'`, `B'…'`, `$tag$…$tag$`, with the parts that continue it on later lines. */
  | 'string'
  | 'number'
  /** `$1`, `?`, `??`, `:name`, `@name` and the like. */
  | 'placeholder'
  | 'operator'
  /** One of `( ) [ ] , ; . :` or a character that SQL doesn't know. */
  | 'punct'
  | 'hole'

export interface Token {
  readonly kind: TokenKind
  /**
   * `word`: the word, lower-case. `operator`, `punct`: its text. `number`, `placeholder`: its text, with `?` and `??`
   * followed by their number. Else empty, so that a test of `key` never takes a quoted name for a key word.
   */
  readonly key: string
  /** Offsets in the lexed text, end exclusive. */
  readonly start: number
  readonly end: number
  /**
   * Index of a bracket's partner, set by `splitStatements`. For an opening one without partner the end of its statement;
   * for a closing one without partner -1.
   */
  match: number
}

/** No text that anybody wrote has more tokens. What stands behind is left out, which bounds time and memory. */
export const MAX_TOKENS = 100_000

/**
 * Tokens of a text, in order, without blanks and comments; at most `MAX_TOKENS`.
 * @param questions how many `?` placeholders came before this text
 */
export function lex(text: string, questions = 0): Token[] {
  const tokens: Token[] = []
  const length = text.length
  let previous: Token | undefined
  let i = 0
  const add = (kind: TokenKind, key: string, end: number): void => {
    previous = { kind, key, start: i, end, match: -1 }
    tokens.push(previous)
    i = end
  }
  while (i < length && tokens.length < MAX_TOKENS) {
    const code = text.charCodeAt(i)
    const bits = classOf(code)
    if (bits & SPACE) {
      i++
    } else if (bits & WORD_START) {
      const quote = prefixedQuote(text, i, code)
      if (quote === -1) {
        const end = endOfWord(text, i)
        add('word', foldCase(text.slice(i, end)), end)
      } else if (text.charCodeAt(quote) === 0x22) add('quoted', '', endOfQuoted(text, quote + 1))
      else add('string', '', endOfString(text, quote + 1, text.charAt(i).toLowerCase()))
    } else if (bits & DIGIT || (code === 0x2e && classOf(text.charCodeAt(i + 1)) & DIGIT)) {
      const end = endOfNumber(text, i)
      add('number', text.slice(i, end), end)
    } else if (code === HOLE_CODE) {
      add('hole', '', i + 1)
    } else if (code === 0x27) {
      add('string', '', endOfString(text, i + 1, ''))
    } else if (code === 0x22) {
      add('quoted', '', endOfQuoted(text, i + 1))
    } else if (code === 0x24) {
      const quoted = endOfDollarQuoted(text, i)
      const end = quoted === -1 ? endOfDollarPlaceholder(text, i) : quoted
      if (quoted !== -1) add('string', '', end)
      else if (end === -1) add('punct', '$', i + 1)
      else add('placeholder', text.slice(i, end), end)
    } else if (code === 0x2d && text.charCodeAt(i + 1) === 0x2d) {
      i = endOfLine(text, i)
    } else if (code === 0x2f && text.charCodeAt(i + 1) === 0x2a) {
      i = endOfComment(text, i)
    } else if (code === 0x3f && !endsOperand(previous)) {
      const end = text.charCodeAt(i + 1) === 0x3f ? i + 2 : i + 1
      add('placeholder', text.slice(i, end) + String(++questions), end)
    } else if (code === 0x3a || code === 0x40) {
      const end = endOfNamedPlaceholder(text, i)
      if (end !== -1) add('placeholder', text.slice(i, end), end)
      else if (code === 0x40) add('operator', text.slice(i, endOfOperator(text, i)), endOfOperator(text, i))
      else if (text.charCodeAt(i + 1) === 0x3a) add('operator', '::', i + 2)
      else if (text.charCodeAt(i + 1) === 0x3d) add('operator', ':=', i + 2)
      else add('punct', ':', i + 1)
    } else if (bits & OPERATOR) {
      const end = endOfOperator(text, i)
      add('operator', text.slice(i, end), end)
    } else if (code === 0x5c && text.charCodeAt(i + 1) === 0x3f) {
      add('operator', '?', i + 2) // knex writes the operator `?` as `\?`
    } else if (code === 0x2e && text.charCodeAt(i + 1) === 0x2e) {
      add('operator', '..', i + 2)
    } else {
      add('punct', text.charAt(i), i + 1)
    }
  }
  return tokens
}

/** Whether an operand ends with this token: an operator, a comma or a clause may follow, another operand may not. */
export function endsOperand(token: Token | undefined): boolean {
  if (token === undefined) return false
  if (token.kind === 'word') return !EXPECTS_OPERAND.has(token.key)
  if (token.kind === 'punct') return token.key === ')' || token.key === ']'
  return token.kind !== 'operator'
}

/** Unquoted names are folded to lower case; letters outside ASCII stay (manual 4.1.1). */
function foldCase(word: string): string {
  const folded = word.toLowerCase()
  return folded === word || /^[\0-\x7f]*$/.test(word) ? folded : word.replace(/[A-Z]+/g, (part) => part.toLowerCase())
}
