/** The words of one statement, by their index in it: what `statement-kind.ts` asks about them. */

import type { IsolationLevel, Position } from './types.ts'
import type { Token } from './lexer.ts'
import { isGlued, nameOf, placeOf, type Source, stringValue } from './source.ts'
import type { StatementRange } from './statements.ts'

const MAIN_VERBS = ['select', 'insert', 'update', 'delete', 'merge', 'values', 'table'] as const

/** Words between CREATE and the kind of the object. */
const MODIFIERS: ReadonlySet<string> = new Set(
  'unique temp temporary unlogged global local recursive constraint trusted procedural event'.split(' '),
)
const FIRST_OF_TWO: ReadonlySet<string> = new Set('materialized foreign text access user default operator'.split(' '))

/** A read-only view; index 0 is the statement's first token. */
export class Words {
  private readonly source: Source
  private readonly range: StatementRange

  constructor(source: Source, range: StatementRange) {
    this.source = source
    this.range = range
  }

  private token(index: number): Token | undefined {
    const at = this.range.start + index
    return at < this.range.end ? this.source.tokens[at] : undefined
  }

  private get length(): number {
    return this.range.end - this.range.start
  }

  /** Key of a token, empty behind the end. */
  key(index: number): string {
    return this.token(index)?.key ?? ''
  }

  /** Whether the first word is glued to a hole. */
  glued(): boolean {
    return isGlued(this.token(0), this.token(1))
  }

  position(index: number): Position {
    return placeOf(this.source, this.token(index)?.start ?? 0)
  }

  /** The name at an index; undefined for a hole and for a name glued to one. */
  name(index: number): string | undefined {
    const token = this.token(index)
    const next = this.token(index + 1)
    return isGlued(token, next) ? undefined : nameOf(this.source, token)
  }

  /** The name at an index, behind a noise word that may stand there. */
  nameAfter(noise: string, index: number): string | undefined {
    return this.name(this.key(index) === noise ? index + 1 : index)
  }

  has(key: string): boolean {
    return this.indexOf(key) >= 0
  }

  /** Index of the first token with this key, -1 if there is none. */
  indexOf(key: string): number {
    for (let i = 0; i < this.length; i++) if (this.key(i) === key) return i
    return -1
  }

  /** Whether two words stand side by side. */
  pair(first: string, second: string): boolean {
    for (let i = 0; i < this.length; i++) if (this.key(i) === first && this.key(i + 1) === second) return true
    return false
  }

  /** Index behind the bracket that opens at an index. */
  after(index: number): number {
    return (this.token(index)?.match ?? this.range.end) - this.range.start + 1
  }

  /** Whether the option stands, not switched off, in the bracket that opens at an index. */
  option(name: string, index: number): boolean {
    for (let i = index; i < this.after(index); i++) {
      if (this.key(i) === name) return !/^(?:false|off|0)$/.test(this.key(i + 1))
    }
    return false
  }

  isolation(): IsolationLevel | undefined {
    for (let i = 0; i < this.length; i++) {
      if (this.key(i) !== 'isolation' || this.key(i + 1) !== 'level') continue
      if (this.key(i + 2) === 'serializable') return 'serializable'
      const level = `${this.key(i + 2)} ${this.key(i + 3)}`
      if (level === 'repeatable read' || level === 'read committed' || level === 'read uncommitted') return level
    }
    return undefined
  }

  /** The first verb of a query outside brackets. */
  mainVerb(): 'select' | 'insert' | 'update' | 'delete' | 'merge' | 'values' {
    for (let i = 0; i < this.length; i++) {
      const token = this.token(i)
      if (token?.kind === 'punct' && token.match > this.range.start + i) i = token.match - this.range.start
      const verb = token?.kind === 'word' && MAIN_VERBS.find((word) => word === token.key)
      if (verb) return verb === 'table' ? 'select' : verb
    }
    return 'select'
  }

  /** The kind of object that CREATE, ALTER or DROP is about, two words where its name has two. */
  object(index: number): string {
    let at = index
    while (MODIFIERS.has(this.key(at))) at++
    return FIRST_OF_TWO.has(this.key(at)) ? `${this.key(at)} ${this.key(at + 1)}` : this.key(at)
  }

  /** Whether CREATE … AS runs the query behind its AS. */
  runsQuery(): boolean {
    for (let i = 0; i < this.length; i++) {
      const token = this.token(i)
      if (token?.kind === 'punct' && token.match > this.range.start + i) i = token.match - this.range.start
      else if (token?.key === 'as') return !this.pair('no', 'data')
    }
    return false
  }

  /** A parameter's name from an index on, in lower case, and the index of its value behind `=` or TO. */
  parameter(index: number): { name: string | undefined; next: number } {
    if (this.key(index) === 'time' && this.key(index + 1) === 'zone') return { name: 'timezone', next: index + 2 }
    if (this.key(index) === 'session' && this.key(index + 1) === 'authorization') return this.parameter(index + 1)
    if (this.key(index) === 'authorization') return { name: 'session_authorization', next: index + 1 }
    let name = this.name(index)
    let next = index + 1
    for (; this.key(next) === '.'; next += 2) {
      const part = this.name(next + 1)
      name = name === undefined || part === undefined ? undefined : `${name}.${part}`
    }
    while (this.token(next)?.kind === 'hole') next++
    if (this.key(next) === '=' || this.key(next) === 'to') next++
    return { name: name?.toLowerCase(), next }
  }

  /** Text of the value from an index to the end, without quotes; undefined with a hole or placeholder in it. */
  value(index: number): string | undefined {
    let text = ''
    for (let i = index; i < this.length; i++) {
      const token = this.token(i)
      if (token === undefined || token.kind === 'hole' || token.kind === 'placeholder') return undefined
      const string = token.kind === 'string' ? stringValue(this.source, token) : undefined
      if (string !== undefined && string.holes.length > 0) return undefined
      const part = string?.pieces.join('') ?? nameOf(this.source, token) ?? token.key
      const previous = this.token(i - 1)?.key
      text += text === '' || token.key === ',' || previous === '-' ? part : ` ${part}`
    }
    return text
  }
}
