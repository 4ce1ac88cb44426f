// Nothing that a text holds may make readSql throw, hang or overflow the stack.

import { describe, expect, it } from 'vitest'
import { printExpression, readSql } from '../../src/sql/sql.ts'
import { random } from './random.ts'

const LOCK = 'pg_advisory_lock'
const DEEP = 10_000
const LONG = 1_000_000

/** Generous: the machine of a test run is busy. A quadratic pass over these texts takes minutes. */
const LIMIT = 10_000

function timed(pieces: readonly string[]): number {
  const start = performance.now()
  const statements = readSql({ pieces })
  for (const call of statements.flatMap((statement) => statement.calls)) call.args.forEach(printExpression)
  return performance.now() - start
}

describe('deep and long texts', () => {
  const list = (make: (i: number) => string, separator: string): string =>
    Array.from({ length: DEEP }, (_, i) => make(i)).join(separator)
  const texts: Record<string, string> = {
    brackets: '('.repeat(DEEP) + ')'.repeat(DEEP),
    'open brackets': '(['.repeat(LONG / 2),
    'crossed brackets': '[('.repeat(DEEP) + '])'.repeat(DEEP),
    'sub-queries with a call each': `SELECT ${LOCK}(1), (`.repeat(DEEP) + 'SELECT 1' + ')'.repeat(DEEP),
    'sub-queries in FROM': 'SELECT got FROM ('.repeat(DEEP) + `SELECT ${LOCK}(1) AS got` + ') x WHERE got'.repeat(DEEP),
    'calls in calls': `SELECT ${`${LOCK}(`.repeat(DEEP)}${')'.repeat(DEEP)}`,
    'calls in deep brackets': `SELECT ${'('.repeat(DEEP)}${`${LOCK}(1) + `.repeat(DEEP)}1${')'.repeat(DEEP)}`,
    conditions: `SELECT 1 FROM t WHERE ${list((i) => `${LOCK}(${String(i)})`, ' AND ')}`,
    CTEs: `WITH ${list((i) => `c${String(i)} AS (SELECT ${LOCK}(1) AS g${String(i)})`, ', ')} SELECT ${list((i) => `g${String(i)}`, ', ')} FROM ${list((i) => `c${String(i)}`, ', ')}`,
    'a chain of CTEs': `WITH c0 AS (SELECT 1), ${list((i) => `c${String(i + 1)} AS (SELECT * FROM c${String(i)})`, ', ')} SELECT ${LOCK}(1)`,
    'functions in FROM': `SELECT ${list((i) => `a${String(i)}`, ', ')} FROM ${list((i) => `${LOCK}(1) AS a${String(i)}`, ', ')}`,
    unions: `SELECT ${LOCK}(1) UNION `.repeat(DEEP) + 'SELECT 1',
    statements: `SELECT ${LOCK}(1);`.repeat(DEEP),
    bodies: `DO $$ BEGIN PERFORM ${LOCK}(1); END $$;`.repeat(DEEP),
    'a body of quotes': `DO '${"''".repeat(DEEP)}'`,
    NOTs: `SELECT ${'NOT '.repeat(DEEP)}${LOCK}(1)`,
    casts: `SELECT ${LOCK}(1${'::text'.repeat(DEEP)})${'::text'.repeat(DEEP)}`,
    CASEs: `SELECT ${'CASE WHEN '.repeat(DEEP)}${LOCK}(1)${' THEN 1 END'.repeat(DEEP)}`,
    'one word': 'a'.repeat(LONG),
    'one string': `'${'x'.repeat(LONG)}'`,
    'one line of letters': 'select a, '.repeat(LONG / 10),
    quotes: "'".repeat(LONG),
    'double quotes': '"'.repeat(LONG),
    'unfinished escapes': "E'\\".repeat(LONG / 5),
    'strings that go on': "'a'\n".repeat(LONG / 5),
    comments: '/*'.repeat(LONG / 2),
    operators: '+-'.repeat(LONG / 2),
    semicolons: ';'.repeat(LONG),
    'dollar signs': '$'.repeat(LONG),
    'dollar tags': list((i) => `$a${String(i)}$`, ' '),
    colons: ':'.repeat(LONG),
    'question marks': '?'.repeat(LONG),
    'NUL bytes': `SELECT ${LOCK}(1)${'\0'.repeat(LONG)}`,
    'lone surrogates': '\ud800'.repeat(LONG),
    'BEGIN ATOMIC': 'CREATE FUNCTION f() BEGIN ATOMIC ;'.repeat(DEEP),
    rules: `CREATE RULE r AS ON UPDATE DO (${';'.repeat(DEEP)}`,
  }
  it.each(Object.entries(texts))('%s', (_name, text) => {
    expect(timed([text])).toBeLessThan(LIMIT)
  })
  it('many holes', () => {
    const holes = Array.from({ length: 100_000 }, () => '')
    expect(timed([`SELECT ${LOCK}(`, ...holes, ')'])).toBeLessThan(LIMIT)
    expect(timed([`SELECT ${LOCK}('`, ...holes, "')"])).toBeLessThan(LIMIT)
    expect(timed(['SELECT 1 FROM ', ...holes.map(() => ', '), 'a'])).toBeLessThan(LIMIT)
  })
})

describe('texts that say nothing', () => {
  it.each([
    ['no pieces', []],
    ['one empty piece', ['']],
    ['only a hole', ['', '']],
    ['only blanks and comments', [' -- a\n /* b */ ']],
  ])('%s', (_name, pieces) => {
    expect(() => readSql({ pieces })).not.toThrow()
  })
  it('a text that has the mark of a hole in it has no hole', () => {
    const [statement] = readSql({ pieces: [`SELECT ${LOCK}('\uffff')`] })
    expect(statement?.calls[0]?.args).toEqual([{ kind: 'string', pieces: ['\ufffd'], holes: [] }])
  })
  it('what stands behind the hundred thousandth token is a hole', () => {
    const [statement] = readSql({ pieces: ['SELECT ' + 'a, '.repeat(60_000) + `${LOCK}(1)`] })
    expect([statement?.kind, statement?.hole]).toEqual(['select', true])
  })
})

it('never throws on random words and signs', () => {
  const words = (
    'select from where ( ( ) ) [ ] , , ; . \' " $$ $a$ -- /* */ with as a b t insert into values update set delete union order by ' +
    'limit offset on join lateral exists in not and or case when then end cast coalesce :: = + || ? $1 :x @y 1 create function ' +
    'begin atomic do distinct group having for returning merge using is true set_config E\' U&" \n \0 \ud800 🔒 HOLE HOLE LOCK( LOCK'
  ).split(' ')
  const next = random(7)
  for (let i = 0; i < 4000; i++) {
    const length = 1 + Math.floor(next() * 40)
    const text = Array.from({ length }, () => words[Math.floor(next() * words.length)] ?? '').join(
      next() < 0.2 ? '' : ' ',
    )
    const pieces = text.replaceAll('LOCK', LOCK).split('HOLE')
    const statements = readSql({ pieces })
    for (const { calls } of statements) {
      for (const { position, args } of calls) {
        const name = pieces[position.piece]?.slice(position.offset, position.offset + LOCK.length)
        expect(name, JSON.stringify(pieces)).toBe(LOCK)
        for (const arg of args) printExpression(arg)
      }
    }
  }
})
