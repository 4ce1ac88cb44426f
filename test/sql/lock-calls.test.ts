import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import {
  LOCK_FUNCTIONS,
  type LockCall,
  mentionsAdvisory,
  type Position,
  printExpression,
  readSql,
} from '../../src/sql/sql.ts'
import { callIn, read, readOne } from './read.ts'

const TRY = 'pg_try_advisory_lock'

interface Sample {
  readonly id: string
  readonly parts: readonly string[]
  /** Which occurrences of an advisory function's name are real calls. */
  readonly calls: readonly number[]
}

const file = readFileSync(new URL('sql-strings.json', import.meta.url), 'utf8')
const samples = (JSON.parse(file) as { strings: readonly Sample[] }).strings

/** Places of all occurrences of an advisory function's name, a quote before it included. */
function occurrences(parts: readonly string[]): Position[] {
  return parts.flatMap((part, piece) =>
    [...part.matchAll(/"?pg_(?:try_)?advisory_\w*lock\w*/gi)].map((match) => ({ piece, offset: match.index })),
  )
}

describe('finds exactly the real calls, at their places', () => {
  it.each(samples)('$id $parts', ({ parts, calls }) => {
    const names = occurrences(parts)
    const found = readSql({ pieces: parts }).flatMap((statement) => statement.calls.map((call) => call.position))
    expect(found).toEqual(calls.map((call) => names[call]))
  })
})

describe('which function', () => {
  it.each([...LOCK_FUNCTIONS.values()])('$name', (fn) => {
    expect(callIn(`SELECT ${fn.name.toUpperCase()}(1)`)).toMatchObject(fn)
  })
  it.each([
    ['with its schema', 'SELECT pg_catalog . pg_advisory_lock (1)', 1],
    ['a hole as schema', 'SELECT ⌷.pg_advisory_lock(1)', 1],
    ['a schema with a hole in quotes', 'SELECT "⌷".pg_advisory_lock(1)', 1],
    ['another schema', 'SELECT app.pg_advisory_lock(1)', 0],
    ['quoted, in other case', 'SELECT "PG_advisory_lock"(1)', 0],
    ['an alias with columns in FROM', 'SELECT 1 FROM t pg_advisory_lock(a)', 0],
    ['a table with columns', 'INSERT INTO pg_advisory_lock (a) VALUES (1)', 0],
    ['a CTE with columns', 'WITH pg_advisory_lock(a) AS (SELECT 1) SELECT 1', 0],
    ['a trigger function', 'CREATE TRIGGER t BEFORE INSERT ON t EXECUTE FUNCTION pg_advisory_lock(1)', 0],
    ['a comment on it', "COMMENT ON FUNCTION pg_advisory_lock(bigint) IS 'x'", 0],
  ])('%s', (_name, text, count) => {
    expect(read(text).flatMap((statement) => statement.calls)).toHaveLength(count)
  })
})

describe('names that are not whole', () => {
  it.each([
    ['SELECT pg_advisory_lock⌷(1)', true],
    ['SELECT pg_⌷lock(1)', true],
    ['SELECT ⌷pg_advisory_lock(1)', true],
    ['SELECT ⌷(1)', true],
    ['SELECT pg_catalog.⌷(1)', true],
    ['SELECT "⌷"(1)', true],
    ["DO $$ BEGIN EXECUTE 'SELECT pg_advisory_lock(1)'; END $$", true],
    ['SELECT my_⌷(1)', false],
    ['INSERT INTO ⌷(a) VALUES (1)', false],
    ['SELECT 1 FROM t WHERE a IN ⌷', false],
    ['SELECT pg_advisory_lock(⌷)', false],
  ])('%s', (text, openName) => {
    expect(readOne(text).openName).toBe(openName)
  })
})

describe('key arguments', () => {
  it.each([
    ['42', '42'],
    ['- 7', '-7'],
    ['0X1F', '0x1f'],
    ['9_000', '9000'],
    ["1, 'a'", "1 | 'a'"],
    ['$1, $2', '$1 | $2'],
    ['?, ?', '?1 | ?2'],
    [':ns::int, :...ids', ':ns::int4 | :ids'],
    ['$⌷', '${0}'],
    ['⌷::bigint', '{0}::int8'],
    ['CAST(⌷ AS BIGINT)', '{0}::int8'],
    ["BIGINT '5'", "'5'::int8"],
    ["hashtext('tenant:' || $1)", "hashtext('tenant:' || $1)"],
    ["hashtext ( 'a:⌷:b' )", "hashtext('a:{0}:b')"],
    ['PG_CATALOG.HASHTEXTEXTENDED($$x$$, 0)', "hashtextextended('x', 0)"],
    ["app.key(E'a\\nb')", "app.key('a\nb')"],
    ["'a' || b || ('c' || d)", "'a' || b || ('c' || d)"],
    ['⌷ + ⌷ * 2', '{0} + ({1} * 2)'],
    ["('x' || substr(md5(t.id), 1, 16))::bit(64)::bigint", "('x' || substr(md5(t.id), 1, 16))::bit(64)::int8"],
    ['null, true', 'null | true'],
    ['"Id"', 'Id'],
    ['1⌷', '1 {0}'],
    ['k_⌷', 'k_ {0}'],
    ['case when a then 1 end', 'case when a then 1 end'],
    ['(SELECT id FROM t)', '( select id from t )'],
    ['id[1]', 'id [ 1 ]'],
  ])('(%s)', (args, printed) => {
    expect(callIn(`SELECT pg_advisory_lock(${args})`).args.map(printExpression).join(' | ')).toBe(printed)
  })
  it('none', () => {
    expect(callIn('SELECT pg_advisory_unlock_all()').args).toEqual([])
  })
  it('keeps the parts of a string with holes', () => {
    expect(callIn("SELECT pg_advisory_lock(hashtext('a:⌷:⌷'))").args).toEqual([
      { kind: 'call', name: 'hashtext', args: [{ kind: 'string', pieces: ['a:', ':', ''], holes: [0, 1] }] },
    ])
  })
  it('numbers question marks over all statements', () => {
    expect(callIn('SET LOCAL a = ?; SELECT pg_advisory_lock(?)').args).toEqual([
      { kind: 'placeholder', placeholder: { style: 'question', number: 2, identifier: false } },
    ])
  })
  it('gives up on a very long argument', () => {
    const [argument] = callIn(`SELECT pg_advisory_lock(${'1 + '.repeat(200)}1)`).args
    expect(argument).toEqual({ kind: 'other', text: undefined, holes: [] })
  })
})

describe('by which column the answer comes', () => {
  it.each([
    ['the function', `SELECT ${TRY}(1)`, TRY],
    ['AS', `SELECT ${TRY}(1) AS got`, 'got'],
    ['a quoted alias', `SELECT ${TRY}(1) "Got"`, 'Got'],
    ['a cast keeps the name', `SELECT ${TRY}(1)::text`, TRY],
    ['an alias that is a hole', `SELECT ${TRY}(1) AS ⌷`, undefined],
    ['a function in FROM', `SELECT * FROM ${TRY}(1) AS got`, 'got'],
    ['a column of it', `SELECT t.ok FROM ${TRY}(1) AS t(ok)`, 'ok'],
    ['a sub-query as value', `SELECT 1, (SELECT ${TRY}(1)) AS got`, 'got'],
    ['a sub-query in FROM', `SELECT s.got AS ok FROM (SELECT ${TRY}(1) AS got) s`, 'ok'],
    ['a star over it', `SELECT * FROM (SELECT 1 AS a, ${TRY}(1) AS got) s`, 'got'],
    [
      'a CTE through another',
      `WITH a AS (SELECT ${TRY}(1) AS got), b AS (SELECT * FROM a) SELECT got AS x FROM b`,
      'x',
    ],
    ['the first arm names a union', `SELECT true AS a UNION SELECT ${TRY}(1)`, 'a'],
    ['RETURNING', `UPDATE t SET a = 1 RETURNING ${TRY}(id) AS got`, 'got'],
    ['not in the outer list', `SELECT id FROM (SELECT id, ${TRY}(1) AS got FROM t) s`, undefined],
    ['inserted', `INSERT INTO t (a) SELECT ${TRY}(1)`, undefined],
    ['in a condition', `SELECT id FROM t WHERE ${TRY}(1)`, undefined],
    ['EXISTS', `SELECT EXISTS (SELECT ${TRY}(1)) AS got`, undefined],
    ['in a body', `DO $$ BEGIN PERFORM ${TRY}(1); END $$`, undefined],
  ])('%s', (_name, text, alias) => {
    expect(callIn(text).alias).toBe(alias)
  })
  it('gives the index in the select list', () => {
    const calls = readOne(`SELECT a, ${TRY}(1), ${TRY}(2)`).calls
    expect(calls.map((call) => call.column)).toEqual([1, 2])
  })
})

describe('what wraps it', () => {
  const cases: [string, LockCall['wrapping'], boolean, string | undefined][] = [
    [`${TRY}(1)`, 'none', false, undefined],
    [`((${TRY}(1)))`, 'none', false, undefined],
    [`${TRY}(1)::text`, 'cast', false, 'text'],
    [`CAST(${TRY}(1) AS int)`, 'cast', false, 'int4'],
    [`NOT ${TRY}(1)`, 'boolean', true, undefined],
    [`NOT (NOT ${TRY}(1))`, 'boolean', false, undefined],
    [`${TRY}(1) IS TRUE`, 'boolean', false, undefined],
    [`${TRY}(1) IS NOT TRUE`, 'boolean', true, undefined],
    [`${TRY}(1) = false`, 'boolean', true, undefined],
    [`${TRY}(1) IS DISTINCT FROM true`, 'boolean', true, undefined],
    [`coalesce(${TRY}(1), false)`, 'boolean', false, undefined],
    [`(NOT ${TRY}(1))::int`, 'boolean', true, 'int4'],
    [`(SELECT NOT ${TRY}(1))::text`, 'boolean', true, 'text'],
    [`${TRY}(1) AND a`, 'other', false, undefined],
    [`${TRY}(1) IS NULL`, 'other', false, undefined],
    [`CASE WHEN ${TRY}(1) THEN 1 END`, 'other', false, undefined],
    [`count(${TRY}(1))`, 'other', false, undefined],
    [`ARRAY(SELECT ${TRY}(1))`, 'other', false, undefined],
    [`array[${TRY}(1)]`, 'other', false, undefined],
  ]
  it.each(cases)('%s', (expression, wrapping, negated, castType) => {
    expect(callIn(`SELECT ${expression} AS x`)).toMatchObject({ wrapping, negated, castType })
  })
  it('names the functions and constructs around, inside out', () => {
    expect(callIn(`SELECT CASE WHEN f(g(${TRY}(1))) THEN 1 END`).within).toEqual(['g', 'f', 'case'])
  })
})

describe('whether it gates the rows', () => {
  it.each([
    [`SELECT 1 FROM t WHERE ${TRY}(id)`, 'granted'],
    [`SELECT 1 FROM t WHERE a = 1 AND NOT ${TRY}(id) LIMIT 1`, 'refused'],
    [`SELECT 1 FROM t WHERE a = 1 OR ${TRY}(id)`, 'unknown'],
    [`SELECT 1 FROM t JOIN u ON ${TRY}(id)`, 'granted'],
    [`SELECT a FROM t GROUP BY a HAVING ${TRY}(a)`, 'granted'],
    [`SELECT FROM (SELECT ${TRY}(⌷) AS ok) AS c WHERE c.ok`, 'granted'],
    [`WITH c AS (SELECT NOT ${TRY}(1) AS busy) SELECT 1 FROM c WHERE NOT busy`, 'granted'],
    [`WITH got AS (SELECT ${TRY}(7) AS ok) UPDATE t SET a = 1 FROM got WHERE got.ok`, 'granted'],
    [`SELECT ${TRY}(1)`, 'none'],
  ])('%s', (text, gate) => {
    expect(callIn(text).gate).toBe(gate)
  })
})

describe('clause and level', () => {
  it('of a condition over a table', () => {
    expect(callIn(`SELECT id FROM jobs j WHERE state = 'x' AND ${TRY}(id) ORDER BY id DESC LIMIT 1`)).toMatchObject({
      clause: 'where',
      level: {
        role: { kind: 'statement' },
        from: [{ kind: 'table', name: 'jobs', alias: 'j' }],
        where: { conjuncts: 2, equals: ['state'], free: 0, cheap: 1, hole: false },
        orderBy: ['id'],
        limit: true,
        offset: false,
        hole: false,
      },
    })
  })
  it.each([
    [
      'limited sub-query',
      '(SELECT id FROM t LIMIT 1) s',
      [{ kind: 'subquery', alias: 's', limited: true, fenced: true, tables: true }],
    ],
    ['plain sub-query', '(SELECT id FROM t) s', [{ kind: 'subquery', alias: 's', limited: false, fenced: false }]],
    ['a limit further inside', '(SELECT id FROM (SELECT id FROM t LIMIT 1) x) s', [{ limited: true, fenced: false }]],
    ['a limit beside a table', '(SELECT 1 FROM (SELECT id FROM t LIMIT 1) x, u) s', [{ limited: false }]],
    ['an arm without limit', '((SELECT id FROM t LIMIT 1) UNION ALL SELECT id FROM u) s', [{ limited: false }]],
    ['OFFSET 0', '(SELECT id FROM t OFFSET 0) s', [{ limited: false, fenced: true }]],
    ['DISTINCT', '(SELECT DISTINCT id FROM t) s', [{ limited: false, fenced: true }]],
    ['GROUP BY', '(SELECT id FROM t GROUP BY id) s', [{ limited: false, fenced: true }]],
    ['ORDER BY', '(SELECT id FROM t ORDER BY a) s', [{ limited: false, fenced: false }]],
    ['values', '(VALUES (1), (2)) v(x)', [{ kind: 'values', alias: 'v' }]],
    ['function', 'unnest(⌷::int[]) AS x', [{ kind: 'function', name: 'unnest', alias: 'x' }]],
    ['hole', '⌷ AS x', [{ kind: 'hole', hole: 0, alias: 'x' }]],
    ['schema of a hole', '⌷.jobs', [{ kind: 'table', name: undefined, alias: undefined }]],
    ['list and join', 'a, b JOIN c USING (id)', [{ name: 'a' }, { name: 'b' }, { name: 'c' }]],
    ['joins in brackets', '(a JOIN b ON a.id = b.id)', [{ name: 'a' }, { name: 'b' }]],
  ])('FROM: %s', (_name, from, items) => {
    expect(callIn(`SELECT ${TRY}(id) FROM ${from}`).level.from).toMatchObject(items)
  })
  it.each([
    ['plain', 'WITH c AS (SELECT id FROM t)', { limited: false, fenced: false }],
    ['MATERIALIZED', 'WITH c AS MATERIALIZED (SELECT id FROM t)', { limited: false, fenced: true }],
    ['limited', 'WITH c AS (SELECT id FROM t FETCH FIRST ROW ONLY)', { limited: true, fenced: true }],
    ['that changes data', 'WITH c AS (DELETE FROM t RETURNING id)', { limited: false, fenced: true }],
    [
      'that reads itself',
      'WITH RECURSIVE c AS (SELECT id FROM t UNION ALL SELECT c.id FROM c JOIN t USING (id))',
      { limited: false, fenced: true },
    ],
  ])('FROM: a CTE, %s', (_name, list, facts) => {
    const { from } = callIn(`${list} SELECT ${TRY}(id) FROM c k`).level
    expect(from).toEqual([{ kind: 'cte', name: 'c', alias: 'k', tables: true, ...facts }])
  })
  it.each([
    ['distinct', `SELECT DISTINCT ${TRY}(id) FROM t`, { distinct: 'all' }],
    ['distinct on', `SELECT DISTINCT ON (a, b) a, ${TRY}(id) FROM t`, { distinct: 'on' }],
    ['offset', `SELECT ${TRY}(id) FROM t OFFSET 5`, { offset: true }],
    ['no offset', `SELECT ${TRY}(id) FROM t LIMIT ALL OFFSET 0`, { offset: false, limit: false, fence: true }],
    ['fetch', `SELECT ${TRY}(id) FROM t FETCH FIRST ROW ONLY`, { limit: true }],
    ['aggregate', `SELECT ${TRY}(1), count(*) FROM t`, { aggregate: true }],
    ['no aggregate', `SELECT ${TRY}(1), count(*) FILTER (WHERE a) OVER () FROM t`, { aggregate: false }],
    ['row lock', `SELECT ${TRY}(id) FROM t FOR NO KEY UPDATE SKIP LOCKED`, { rowLock: true }],
    [
      'sort keys',
      `SELECT ${TRY}(id) AS x FROM t ORDER BY 1, t.b DESC NULLS LAST, c + 1`,
      { orderBy: ['1', 'b', undefined] },
    ],
    ['a condition that is a hole', `SELECT ${TRY}(id) FROM t WHERE a = 1 AND ⌷`, { where: { hole: true } }],
    [
      'BETWEEN',
      `SELECT ${TRY}(id) FROM t WHERE a BETWEEN 1 AND 2 AND b = $1`,
      { where: { conjuncts: 2, equals: ['b'] } },
    ],
    [
      'conditions that cost nothing',
      `SELECT ${TRY}(id) FROM t WHERE a AND NOT t.b AND c IS NOT NULL AND d = false AND e IS NOT TRUE AND f(g) AND h = i`,
      { where: { conjuncts: 7, free: 5, cheap: 0 } },
    ],
    [
      'comparisons with a value',
      `SELECT ${TRY}(id) FROM t WHERE (a = 'x' AND t.b >= $1::int AND c <> ⌷ AND d + 1 = 2 AND lower(e) = 'y')`,
      { where: { conjuncts: 5, free: 0, cheap: 3, equals: ['a'], hole: false } },
    ],
    [
      'HAVING',
      `SELECT ${TRY}(a) FROM t GROUP BY a HAVING count(*) > 1 AND a = 2`,
      { having: { conjuncts: 2, cheap: 1 } },
    ],
    ['OR', `SELECT ${TRY}(id) FROM t WHERE a = 1 OR b = 2`, { where: { conjuncts: 1, equals: [] } }],
    ['a fragment', `SELECT ${TRY}(id) FROM t ⌷`, { hole: true }],
  ])('%s', (_name, text, level) => {
    expect(callIn(text).level).toMatchObject(level)
  })
  it.each([
    ['a CTE nobody reads', `WITH l AS (SELECT ${TRY}(1)) SELECT 1`, { kind: 'cte', name: 'l', referenced: 'no' }],
    [
      'a CTE that only an unread one reads',
      `WITH l AS (SELECT ${TRY}(1) x), m AS (SELECT x FROM l) SELECT 1`,
      { referenced: 'no' },
    ],
    [
      'a CTE read through another',
      `WITH l AS (SELECT ${TRY}(1) x), m AS (SELECT x FROM l) SELECT 1 FROM m`,
      { referenced: 'yes' },
    ],
    [
      'a CTE read in a sub-query',
      `WITH l AS (SELECT ${TRY}(1) x) SELECT 1 WHERE EXISTS (SELECT 1 FROM l)`,
      { referenced: 'yes' },
    ],
    ['a CTE that changes data', `WITH l AS (DELETE FROM t WHERE ${TRY}(id)) SELECT 1`, { referenced: 'yes' }],
    ['a table that is a hole', `WITH l AS (SELECT ${TRY}(1)) SELECT 1 FROM ⌷`, { referenced: 'unknown' }],
    ['holes that are values', `WITH l AS (SELECT ${TRY}(⌷)) SELECT 1 FROM t WHERE a = ⌷ LIMIT ⌷`, { referenced: 'no' }],
    ['EXISTS', `SELECT EXISTS (SELECT ${TRY}(1))`, { kind: 'exists' }],
    ['IN', `SELECT 1 FROM t WHERE a IN (SELECT id FROM u WHERE ${TRY}(id))`, { kind: 'in' }],
    ['value', `SELECT 1 FROM t WHERE a = (SELECT id FROM u WHERE ${TRY}(id) LIMIT 1)`, { kind: 'scalar' }],
    ['LATERAL', `SELECT 1 FROM t, LATERAL (SELECT ${TRY}(t.id)) l`, { kind: 'from', lateral: true }],
    ['INSERT', `INSERT INTO t SELECT ${TRY}(1) ON CONFLICT DO NOTHING`, { kind: 'insert-source' }],
  ])('role: %s', (_name, text, role) => {
    expect(callIn(text).level.role).toMatchObject(role)
  })
  it('an outer level is behind the inner one', () => {
    const { level } = callIn(
      `WITH c AS (SELECT id, ${TRY}(id) AS got FROM t) SELECT id FROM c WHERE got ORDER BY id LIMIT 1`,
    )
    expect(level).toMatchObject({ where: undefined, limit: false, outerClause: 'with' })
    expect(level.outer).toMatchObject({ where: { conjuncts: 1 }, limit: true, orderBy: ['id'], outer: undefined })
  })
  it.each([
    ['the statement', 'WITH c AS (…) SELECT id FROM c LIMIT 1', { role: { kind: 'statement' }, limit: true }],
    ['another CTE', 'WITH c AS (…), d AS (SELECT id FROM c OFFSET 1) SELECT id FROM d', { offset: true }],
    ['a sub-query', 'WITH c AS (…) DELETE FROM t WHERE id IN (SELECT id FROM c)', { role: { kind: 'in' } }],
    ['an INSERT', 'WITH c AS (…) INSERT INTO t SELECT id FROM c', { role: { kind: 'insert-source' } }],
    ['two places', 'WITH c AS (…) SELECT 1 FROM c JOIN c d ON true', undefined],
    ['nobody', 'WITH c AS (…) SELECT 1', undefined],
  ])('a CTE is read by %s', (_name, text, reader) => {
    const { role } = callIn(text.replace('…', `SELECT id, ${TRY}(id) FROM t`)).level
    expect(role).toMatchObject({ kind: 'cte', reader })
  })
  it("ORDER BY and LIMIT behind a union are the union's", () => {
    const { level } = callIn(`SELECT id FROM a UNION ALL SELECT ${TRY}(id) FROM b LIMIT 1`)
    expect(level).toMatchObject({ role: { kind: 'set-operand' }, limit: false })
    expect(level.outer).toMatchObject({ setOperation: true, limit: true })
  })
})

describe('branches that constants rule out', () => {
  it.each([
    [`SELECT CASE WHEN false THEN ${TRY}(1) END`, true],
    [`SELECT coalesce(true, ${TRY}(1))`, true],
    [`SELECT 1 WHERE false AND ${TRY}(1)`, true],
    [`SELECT 1 FROM t WHERE ${TRY}(1) AND false ORDER BY a`, true],
    [`SELECT 1 WHERE true OR ${TRY}(1)`, true],
    [`SELECT CASE a WHEN false THEN ${TRY}(1) END`, false],
    [`SELECT CASE WHEN a THEN ${TRY}(1) END`, false],
    [`SELECT coalesce(a, ${TRY}(1))`, false],
    [`SELECT 1 FROM t WHERE a = false AND ${TRY}(1)`, false],
    [`SELECT 1 FROM t WHERE NOT false AND ${TRY}(1)`, false],
    [`SELECT 1 FROM t WHERE a AND true OR ${TRY}(1)`, false],
    [`SELECT 1 FROM t WHERE ${TRY}(1) AND false = a`, false],
  ])('%s', (text, untaken) => {
    expect(callIn(text).untaken).toBe(untaken)
  })
})

describe('which statements run their calls', () => {
  it.each([
    [`SELECT ${TRY}(1)`, true],
    [`⌷ SELECT ${TRY}(1)`, true],
    [`DO $$ BEGIN PERFORM ${TRY}(1); END $$`, true],
    [`CREATE TABLE t AS SELECT ${TRY}(1)`, true],
    [`EXPLAIN ANALYZE SELECT ${TRY}(1)`, true],
    [`CREATE TABLE t AS SELECT ${TRY}(1) WITH NO DATA`, false],
    [`CREATE TABLE t (a bool DEFAULT ${TRY}(1))`, false],
    [`CREATE VIEW v AS SELECT ${TRY}(1)`, false],
    [`CREATE FUNCTION f() RETURNS bool LANGUAGE sql AS $$ SELECT ${TRY}(1) $$`, false],
    [`CREATE FUNCTION f() RETURNS bool LANGUAGE sql BEGIN ATOMIC SELECT ${TRY}(1); END`, false],
    [`EXPLAIN SELECT ${TRY}(1)`, false],
    [`PREPARE p AS SELECT ${TRY}(1)`, false],
    [`DECLARE c CURSOR FOR SELECT ${TRY}(1)`, false],
  ])('%s', (text, runs) => {
    const statement = readOne(text)
    expect(statement.runs).toBe(runs)
    expect(statement.calls).toHaveLength(1)
  })
})

describe('bodies', () => {
  it('finds calls in all places of PL/pgSQL', () => {
    const body = `DECLARE x bool := ${TRY}(1); BEGIN
      FOR r IN SELECT id FROM t WHERE ${TRY}(2) LIMIT 1 LOOP y := (SELECT ${TRY}(3)); END LOOP;
      IF NOT ${TRY}(4) THEN RETURN; ELSIF ${TRY}(5) THEN NULL; END IF;
      PERFORM CASE WHEN a THEN ${TRY}(6) ELSE ${TRY}(7) END; -- ${TRY}(8)
      RAISE NOTICE '${TRY}(9)'; END`
    const { calls } = readOne(`DO $x$ ${body} $x$ LANGUAGE plpgsql`)
    expect(calls.map((call) => [call.args.map(printExpression).join(), call.clause, call.negated])).toEqual([
      ['1', 'body', false],
      ['2', 'where', false],
      ['3', 'select-list', false],
      ['4', 'body', true],
      ['5', 'body', false],
      ['6', 'select-list', false],
      ['7', 'select-list', false],
    ])
    expect(calls.every((call) => call.inBody)).toBe(true)
  })
  it.each([
    ['INTO in front', `SELECT INTO STRICT got ${TRY}(1)`],
    ['INTO behind', `SELECT ${TRY}(1) INTO got`],
    ['INTO a field', `SELECT INTO r.got ${TRY}(1) FROM t`],
  ])('%s of the select list', (_name, text) => {
    const call = callIn(`DO $$ BEGIN ${text}; END $$`)
    expect(call).toMatchObject({ clause: 'select-list', column: 0, wrapping: 'none', level: { verb: 'select' } })
  })
  it('reads a body in single quotes, whose quotes are doubled', () => {
    const call = callIn(`DO 'BEGIN PERFORM ''${TRY}(0)'', pg_advisory_lock(hashtext(''a;b'')); END'`)
    expect(call.args.map(printExpression)).toEqual(["hashtext('a;b')"])
    expect(call.position).toEqual({ piece: 0, offset: 47 })
  })
  it('reads holes in a body', () => {
    const call = callIn('DO $$ BEGIN PERFORM pg_advisory_xact_lock(⌷, ⌷); END $$')
    expect(call.args.map(printExpression)).toEqual(['{0}', '{1}'])
  })
})

describe('mentionsAdvisory', () => {
  it('is true for any case, false without the word', () => {
    expect([mentionsAdvisory('x PG_Advisory_Lock'), mentionsAdvisory('select 1')]).toEqual([true, false])
  })
})
