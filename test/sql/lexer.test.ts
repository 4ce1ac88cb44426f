import { describe, expect, it } from 'vitest'
import { HOLE } from '../../src/sql/flat-text.ts'
import { lex } from '../../src/sql/lexer.ts'

/** Tokens as `kind:text`, a hole as `hole`. `⌷` in the text is a hole. */
function tokens(text: string): string[] {
  const flat = text.replaceAll('⌷', HOLE)
  return lex(flat).map((token) => {
    if (token.kind === 'hole') return 'hole'
    return `${token.kind}:${token.key === '' ? flat.slice(token.start, token.end).replaceAll(HOLE, '⌷') : token.key.replaceAll(HOLE, '⌷')}`
  })
}

describe('names and key words', () => {
  it('folds unquoted names to lower case, ASCII letters only', () => {
    expect(tokens('PG_Lock КЛЮЧ_A')).toEqual(['word:pg_lock', 'word:КЛЮЧ_a'])
  })
  it('takes a dollar sign as part of a name', () => {
    expect(tokens('a$$b$$')).toEqual(['word:a$$b$$'])
  })
  it('keeps quoted names, a doubled quote inside', () => {
    expect(tokens('"A ""b"" c".d')).toEqual(['quoted:"A ""b"" c"', 'punct:.', 'word:d'])
  })
})

describe('strings', () => {
  it.each([
    ['a doubled quote', "'it''s'"],
    ['an escaped quote in E', "E'it\\'s'"],
    ['a backslash is plain outside E', "'c:\\'"],
    ['dollar quotes', '$$ it\'s ; "x" $$'],
    ['a tag, and another tag inside', '$a$ $b$ $$ $a$'],
    ['a string that goes on in the next line', "'a'\n'b'"],
    ['a string that goes on behind a comment', "'a' -- c\n 'b'"],
    ['bits', "B'01'"],
    ['unicode escapes', "U&'\\0041'"],
    ['no end', "'abc"],
    ['no end of a dollar quote', '$a$ abc $b$'],
    ['a hole inside', "'a⌷b'"],
    ['a hole inside dollar quotes', '$$ ⌷ $$'],
  ])('%s', (_name, text) => {
    expect(tokens(text)).toEqual([`string:${text}`])
  })
  it('two strings on one line are two strings', () => {
    expect(tokens("'a' 'b'")).toEqual(["string:'a'", "string:'b'"])
  })
})

describe('comments', () => {
  it('leaves out comments, with the holes in them', () => {
    expect(tokens('a -- ⌷ b\n c /* ⌷ */ d')).toEqual(['word:a', 'word:c', 'word:d'])
  })
  it('nests block comments', () => {
    expect(tokens('/* a /* b */ c */ d')).toEqual(['word:d'])
  })
  it('a block comment without end takes all', () => {
    expect(tokens('a /* b /* c */')).toEqual(['word:a'])
  })
})

describe('placeholders', () => {
  it.each([
    ['numbered', '$1 $23', ['placeholder:$1', 'placeholder:$23']],
    [
      'knex counts from 1',
      '(?, ??, ?)',
      ['punct:(', 'placeholder:?1', 'punct:,', 'placeholder:??2', 'punct:,', 'placeholder:?3', 'punct:)'],
    ],
    ['behind an operator', 'a=?', ['word:a', 'operator:=', 'placeholder:?1']],
    ['behind a key word', 'limit ?', ['word:limit', 'placeholder:?1']],
    ['before a cast', '?::int', ['placeholder:?1', 'operator:::', 'word:int']],
    [
      'json operators behind an operand',
      "a ? 'k' ?| b ?& c",
      ['word:a', 'operator:?', "string:'k'", 'operator:?|', 'word:b', 'operator:?&', 'word:c'],
    ],
    ['knex escapes the json operator', "a \\? 'k'", ['word:a', 'operator:?', "string:'k'"]],
    ['jsonpath operator', 'a @? b', ['word:a', 'operator:@?', 'word:b']],
    [
      'named',
      ':key :...ids :col: @p',
      ['placeholder::key', 'placeholder::...ids', 'placeholder::col:', 'placeholder:@p'],
    ],
    [
      'no name in a cast or a slice',
      'a::int b[1:2]',
      ['word:a', 'operator:::', 'word:int', 'word:b', 'punct:[', 'number:1', 'punct::', 'number:2', 'punct:]'],
    ],
    [
      'pg-promise',
      '$<a> $(b:raw) $/c/ $[d]',
      ['placeholder:$<a>', 'placeholder:$(b:raw)', 'placeholder:$/c/', 'placeholder:$[d]'],
    ],
    ['a hole as number or name', '$⌷ :⌷ @⌷', ['placeholder:$⌷', 'placeholder::⌷', 'placeholder:@⌷']],
    ['none in a string', "'? :a $1'", ["string:'? :a $1'"]],
  ])('%s', (_name, text, expected) => {
    expect(tokens(text)).toEqual(expected)
  })
})

describe('numbers and operators', () => {
  it('reads all kinds of numbers', () => {
    expect(tokens('1 1.5 .5 1e5 1_000 0x1F 1..2')).toEqual([
      'number:1',
      'number:1.5',
      'number:.5',
      'number:1e5',
      'number:1_000',
      'number:0x1F',
      'number:1',
      'operator:..',
      'number:2',
    ])
  })
  it('gives a sign behind an operator back', () => {
    expect(tokens('a<-1')).toEqual(['word:a', 'operator:<', 'operator:-', 'number:1'])
  })
  it('starts a comment inside a run of operator characters', () => {
    expect(tokens('a+--b\nc')).toEqual(['word:a', 'operator:+', 'word:c'])
  })
})

describe('holes', () => {
  it('stand alone between tokens, glued or not', () => {
    expect(tokens('a⌷ ⌷b⌷⌷')).toEqual(['word:a', 'hole', 'hole', 'word:b', 'hole', 'hole'])
  })
})
