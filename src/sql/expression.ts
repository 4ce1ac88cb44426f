/** Reads an expression from tokens, as far as a lock key needs it; whatever else stands there is kept as text. */

import type { Expression, Placeholder } from './types.ts'
import { HOLE } from './flat-text.ts'
import { TYPE_ALIASES } from './keywords.ts'
import type { Token } from './lexer.ts'
import { quoteString } from './print-expression.ts'
import { holeIndex, isGlued, nameOf, type Source, stringValue } from './source.ts'
import { readType } from './type-name.ts'

/** Longer or deeper expressions are `other`; this bounds the work when calls are nested in calls. */
const MAX_TOKENS = 256
const MAX_DEPTH = 24

/** The expression that the tokens from `start` to before `end` write. */
export function readExpression(source: Source, start: number, end: number): Expression {
  if (end - start > MAX_TOKENS) return { kind: 'other', text: undefined, holes: [] }
  const reader = new Reader(source, start, end)
  const expression = reader.binary(0, 0)
  return expression !== undefined && reader.at === end ? expression : other(source, start, end)
}

/** Ranges of tokens between the commas of a bracketed list; empty for an empty list. */
export function splitList(tokens: readonly Token[], start: number, end: number): (readonly [number, number])[] {
  const ranges: [number, number][] = []
  let from = start
  for (let i = start; i < end; i++) {
    const token = tokens[i]
    if (token?.kind !== 'punct') continue
    if (token.key === ',') {
      ranges.push([from, i])
      from = i + 1
    } else if (token.match > i) i = token.match
  }
  if (start < end) ranges.push([from, end])
  return ranges
}

/** Tokens that aren't understood: their text, joined by blanks. */
function other(source: Source, start: number, end: number): Expression {
  const holes: number[] = []
  const words: string[] = []
  for (const token of source.tokens.slice(start, end)) {
    if (token.kind === 'hole') {
      holes.push(holeIndex(source, token.start))
      words.push(`{${String(holes.at(-1))}}`)
    } else if (token.kind === 'string') {
      const value = stringValue(source, token)
      holes.push(...value.holes)
      words.push(quoteString(value.pieces, value.holes))
    } else {
      const raw = token.key === '' ? source.text.slice(token.start, token.end) : token.key
      for (let hole = raw.indexOf(HOLE); hole !== -1; hole = raw.indexOf(HOLE, hole + 1)) {
        holes.push(holeIndex(source, token.start + hole))
      }
      words.push(raw.replaceAll(HOLE, '{}'))
    }
  }
  return { kind: 'other', text: words.join(' '), holes }
}

/** What a placeholder token stands for. */
export function readPlaceholder(source: Source, token: Token): Placeholder {
  const { key } = token
  if (key.endsWith(HOLE)) return { style: 'open', hole: holeIndex(source, token.end - 1) }
  if (key.startsWith('?')) {
    const identifier = key.startsWith('??')
    return { style: 'question', number: Number(key.slice(identifier ? 2 : 1)), identifier }
  }
  if (/^\$\d/.test(key)) return { style: 'numbered', number: Number(key.slice(1)) }
  return { style: 'named', name: /[\w$\u0080-\ufffe]+/.exec(key.slice(1))?.[0] ?? key }
}

/** Operator precedence, manual 4.1.6; comparisons and logic are no keys. */
function precedence(token: Token | undefined): number {
  if (token?.kind !== 'operator') return 0
  if (token.key === '^') return 5
  if (token.key === '*' || token.key === '/' || token.key === '%') return 4
  if (token.key === '+' || token.key === '-') return 3
  return /^(?:[<>=]|<=|>=|<>|!=|::|:=|=>|\.\.)$/.test(token.key) ? 0 : 2
}

/** A cursor over the tokens. Every method answers undefined where it doesn't understand. */
class Reader {
  at: number
  private readonly source: Source
  private readonly end: number

  constructor(source: Source, start: number, end: number) {
    this.source = source
    this.at = start
    this.end = end
  }

  private peek(ahead = 0): Token | undefined {
    return this.at + ahead < this.end ? this.source.tokens[this.at + ahead] : undefined
  }

  binary(minimum: number, depth: number): Expression | undefined {
    let left = this.unary(depth)
    while (left !== undefined) {
      const token = this.peek()
      const power = precedence(token)
      if (token === undefined || power === 0 || power <= minimum) return left
      this.at++
      const right = this.binary(power, depth + 1)
      if (right === undefined) return undefined
      if (token.key !== '||') left = { kind: 'binary', operator: token.key, left, right }
      else if (left.kind === 'concat') left = { kind: 'concat', parts: [...left.parts, right] }
      else left = { kind: 'concat', parts: [left, right] }
    }
    return undefined
  }

  private unary(depth: number): Expression | undefined {
    const token = this.peek()
    if (depth > MAX_DEPTH || token === undefined) return undefined
    if (token.kind !== 'operator' || !/^[-+~@]$/.test(token.key)) return this.casts(this.primary(token, depth), depth)
    this.at++
    const operand = this.unary(depth + 1)
    if (operand?.kind !== 'number' || (token.key !== '-' && token.key !== '+')) {
      return operand && { kind: 'unary', operator: token.key, operand }
    }
    if (token.key === '+') return operand
    return { kind: 'number', text: operand.text.startsWith('-') ? operand.text.slice(1) : `-${operand.text}` }
  }

  private casts(operand: Expression | undefined, depth: number): Expression | undefined {
    while (operand !== undefined && this.peek()?.key === '::' && depth <= MAX_DEPTH) {
      this.at++
      const type = this.type()
      operand = type === undefined ? undefined : { kind: 'cast', type, operand }
    }
    return operand
  }

  private primary(token: Token, depth: number): Expression | undefined {
    const next = this.peek(1)
    if (isGlued(token, next)) return undefined
    this.at++
    switch (token.kind) {
      case 'number':
        return { kind: 'number', text: token.key.toLowerCase().replaceAll('_', '') }
      case 'string':
        return { kind: 'string', ...stringValue(this.source, token) }
      case 'placeholder':
        return { kind: 'placeholder', placeholder: readPlaceholder(this.source, token) }
      case 'hole':
        return { kind: 'hole', hole: holeIndex(this.source, token.start) }
      case 'punct':
        return token.key === '(' ? this.parenthesized(depth) : undefined
      case 'operator':
        return undefined
      case 'word':
      case 'quoted':
        return this.named(token, depth)
    }
  }

  private parenthesized(depth: number): Expression | undefined {
    const inner = this.binary(0, depth + 1)
    return this.peek()?.key === ')' && ++this.at ? inner : undefined
  }

  /** After a name's first word: a constant, a column, a call, `CAST(…)`, or a type before a string. */
  private named(token: Token, depth: number): Expression | undefined {
    const { key } = token
    if (key === 'null' || key === 'true' || key === 'false') return { kind: 'constant', value: key }
    if (NOT_A_NAME.has(key)) return undefined
    const path: string[] = []
    for (let part: Token | undefined = token; ; part = this.peek(-1)) {
      const name = nameOf(this.source, part)
      if (name === undefined || isGlued(part, this.peek())) return undefined
      path.push(name)
      if (this.peek()?.key !== '.') break
      this.at += 2
    }
    if (path.length > 1 && path[0] === 'pg_catalog') path.shift()
    const name = path.join('.')
    const next = this.peek()
    if (next?.kind === 'string' && token.kind === 'word') return this.typedString(name, depth)
    if (next?.kind !== 'punct' || next.key !== '(') return { kind: 'name', path }
    this.at++
    return key === 'cast' && path.length === 1 ? this.castCall(depth) : this.call(name, depth)
  }

  /** `bigint '5'`. */
  private typedString(type: string, depth: number): Expression | undefined {
    const token = this.peek()
    const operand = token && this.primary(token, depth)
    return operand && { kind: 'cast', type: TYPE_ALIASES.get(type) ?? type, operand }
  }

  private castCall(depth: number): Expression | undefined {
    const operand = this.binary(0, depth + 1)
    if (operand === undefined || this.peek()?.key !== 'as') return undefined
    this.at++
    const type = this.type()
    return type !== undefined && this.peek()?.key === ')' && ++this.at ? { kind: 'cast', type, operand } : undefined
  }

  private call(name: string, depth: number): Expression | undefined {
    const args: Expression[] = []
    if (this.peek()?.key === ')' && ++this.at) return { kind: 'call', name, args }
    for (;;) {
      const argument = this.binary(0, depth + 1)
      if (argument === undefined) return undefined
      args.push(argument)
      const separator = this.peek()?.key
      this.at++
      if (separator === ')') return { kind: 'call', name, args }
      if (separator !== ',') return undefined
    }
  }

  /** A type's name with its modifiers and array bounds. */
  private type(): string | undefined {
    const { name, end } = readType(this.source, this.at, this.end)
    this.at = end
    return name
  }
}

/** Words that start something else than a name, a call or a column. */
const NOT_A_NAME: ReadonlySet<string> = new Set(
  'case select not exists array row distinct all any some interval with values and or default'.split(' '),
)
