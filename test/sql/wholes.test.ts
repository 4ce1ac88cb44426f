import { describe, expect, it } from 'vitest'
import { printExpression } from '../../src/sql/sql.ts'
import { readOne } from './read.ts'

const wholes = (text: string): string[][] =>
  readOne(text).wholes.map(({ narrowedBy }) => narrowedBy.map((one) => printExpression(one)))

describe('what narrows the rows that an aggregate looks at', () => {
  it.each([
    ['nothing', 'SELECT count(*) FROM t', [[]]],
    ['its conditions', 'SELECT count(*) FROM t WHERE a = $1 AND b IN (SELECT b FROM u WHERE c = $2)', [['$1', '$2']]],
    ['its joins', 'SELECT count(*) FROM t JOIN u ON u.a = $1', [['$1']]],
    ['its CTEs', 'WITH mine AS (SELECT * FROM t WHERE a = $1) SELECT count(*) FROM mine', [['$1']]],
    ['its FILTER', 'SELECT count(*) FILTER (WHERE a = $1) FROM t', [['$1']]],
    ['its operand', 'SELECT max(CASE WHEN a = $1 THEN b END) FROM t', [['$1']]],
    ['no other column', 'INSERT INTO t (n, a) SELECT max(n) + 1, $1 FROM t', [[]]],
    ['no condition around it', 'UPDATE t SET a = $1 WHERE b = $2 AND (SELECT count(*) FROM t) > 1', [[]]],
    [
      'all around it, when it reads that',
      'DELETE FROM t WHERE a = $1 AND (SELECT count(*) FROM u WHERE u.a = t.a) = 0',
      [['$1']],
    ],
    ['a table of a schema is its own', 'DELETE FROM t WHERE a = $1 AND (SELECT count(*) FROM s.u WHERE u.a) = 0', [[]]],
    ['EXISTS', 'SELECT EXISTS (SELECT 1 FROM t WHERE a = $1)', [['$1']]],
    ['one that is left out', 'SELECT count(*) FROM t WHERE a <> $1 AND b NOT IN ($2) AND c IS DISTINCT FROM $3', [[]]],
    ['LIMIT 1', 'SELECT a FROM t WHERE b = $1 ORDER BY a LIMIT 1', [['$1']]],
    ['a counter that is raised and read', 'UPDATE n SET last = last + 1 WHERE a = $1 RETURNING last', [['$1']]],
    ['the counter of all', 'UPDATE n SET last = last + $1 RETURNING last', [[]]],
    ['no counter that nobody reads', 'UPDATE n SET last = last + 1', []],
    ['no other column that is raised', 'UPDATE n SET last = other + 1 RETURNING last', []],
    ['no more rows than one', 'SELECT a FROM t LIMIT 10', []],
    ['no column of that name', 'SELECT count, max FROM t WHERE a = $1', []],
  ])('%s', (_, text, expected) => {
    expect(wholes(text)).toEqual(expected)
  })
})
