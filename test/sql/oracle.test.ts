// Compares the lexer with PostgreSQL's own scanner, token by token, on generated texts of hostile fragments.

import { loadModule, scanSync } from 'libpg-query'
import { beforeAll, describe, expect, it } from 'vitest'
import { lex } from '../../src/sql/lexer.ts'
import { random } from './random.ts'

beforeAll(async () => {
  await loadModule()
})

/** Start and end of each token that isn't a comment, in UTF-8 bytes as libpg-query counts; undefined where it refuses. */
function scanned(text: string): string[] | undefined {
  try {
    return scanSync(text)
      .tokens.filter((token) => token.tokenName !== 'SQL_COMMENT' && token.tokenName !== 'C_COMMENT')
      .map((token) => `${String(token.start)}-${String(token.end)}`)
  } catch {
    return undefined
  }
}

function lexed(text: string): string[] {
  const bytes = (offset: number): number => Buffer.byteLength(text.slice(0, offset))
  return lex(text).map((token) => `${String(bytes(token.start))}-${String(bytes(token.end))}`)
}

const QUOTES = [
  "'",
  "'",
  "''",
  "E'",
  "e'",
  "\\'",
  '\\\\',
  '"',
  '""',
  'U&"',
  "U&'",
  "B'",
  "x'",
  "N'",
  '$$',
  '$a$',
  '$a$',
  '$b$',
]
const COMMENTS = ['--', '-- ', '/*', '*/', '/* a */', '\n', '\r', "'a'", "\n'b'"]
const REST = [
  ' ',
  ' ',
  'a',
  'pg_advisory_lock',
  'PG_Advisory_Lock(',
  ')',
  '(',
  ',',
  ';',
  '.',
  'é',
  '🔒',
  '_',
  '$1',
  '[',
  ']',
]
const OPERATORS = [
  '+',
  '-',
  '*',
  '/',
  '<',
  '>',
  '=',
  '||',
  '@>',
  '@@',
  '#',
  '%',
  '^',
  '&',
  '|',
  '~',
  '!',
  '`',
  '::',
  ':=',
  '=>',
]
const NUMBERS = ['1', '12', '1.5', '.5', '1.', '1e5', '1e-5', '0x1F', '0b11', '0o17', '1_000', '..']

describe('the lexer agrees with the scanner of PostgreSQL', () => {
  const families: [string, string[], number][] = [
    ['quotes and comments', [...QUOTES, ...COMMENTS, ...REST], 1500],
    ['operators and comments', [...OPERATORS, ...OPERATORS, ...COMMENTS, ...REST], 900],
    ['numbers', [...NUMBERS, ...OPERATORS, ...REST], 900],
  ]
  it.each(families)('%s', (_family, fragments, count) => {
    const next = random(20_261_129)
    const different: string[] = []
    let accepted = 0
    for (let i = 0; i < count; i++) {
      const length = 2 + Math.floor(next() * 12)
      const text = Array.from({ length }, () => fragments[Math.floor(next() * fragments.length)] ?? '').join('')
      // PostgreSQL lets a string go on behind a `--` comment; libpg-query makes a token of the comment and doesn't
      if (/'\s*--/.test(text)) continue
      // `$name` is a placeholder of ours, for PostgreSQL it is two tokens
      if (lex(text).some((token) => token.kind === 'placeholder' && !/^\$\d/.test(token.key))) continue
      const expected = scanned(text)
      if (expected === undefined) continue
      accepted++
      if (lexed(text).join() !== expected.join()) different.push(text)
    }
    expect(different).toEqual([])
    // texts that the scanner refuses (an open quote, `1a`) prove nothing
    expect(accepted).toBeGreaterThan(count / 8)
  })

  it.each([
    ['a block comment nests', '/* a /* b */ pg_advisory_lock(1) */ SELECT 1'],
    ['a dollar sign inside a name is no quote', 'a$$b$$ + c'],
    ['a quote goes on after a line break, with its backslashes', "E'a' \n  '\\'b' + 'c' 'd'"],
    ['no break, no continuation', "'a' 'b'"],
    ['a minus stays at the end of an operator with @ in it', 'a @- 1'],
    ['a minus leaves other operators', 'a <- 1'],
    ['a comment ends an operator', 'a <--b'],
    ['a comment starts inside an operator', 'a +/* b */ c'],
    ['two dots after a number', '1..2'],
    ['letters outside ASCII', 'ключ 🔒 é\u00a0x'],
    ['vertical tab is blank', 'a\vb'],
  ])('%s', (_name, text) => {
    expect(lexed(text)).toEqual(scanned(text))
  })
})
