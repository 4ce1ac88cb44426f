import { describe, expect, it } from 'vitest'
import type { StatementDetail } from '../../src/sql/sql.ts'
import { read, readOne } from './read.ts'

describe('cuts at semicolons', () => {
  it.each([
    ['empty statements and comments are none', ' ; -- a\n; /* b */ ;', []],
    ['not in strings, comments and dollar quotes', "SELECT ';', $$;$$ /* ; */ -- ;\n; SELECT 2", ['select', 'select']],
    [
      'not in BEGIN ATOMIC, where CASE has an END too',
      'CREATE FUNCTION f() RETURNS int BEGIN ATOMIC SELECT CASE WHEN a THEN 1 END; SELECT 2; END; SELECT 3',
      ['create-function', 'select'],
    ],
    [
      'not in the brackets of CREATE RULE',
      'CREATE RULE r AS ON UPDATE TO t DO (SELECT 1; SELECT 2); SELECT 3',
      ['ddl', 'select'],
    ],
    ['behind a bracket left open', 'SELECT (1; SELECT 2', ['select', 'select']],
    ['a hole may be a statement', 'BEGIN; ⌷; COMMIT', ['begin', 'unknown', 'commit']],
  ])('%s', (_name, text, kinds) => {
    expect(read(text).map((statement) => statement.kind)).toEqual(kinds)
  })
  it('gives the places of the first and last token', () => {
    const [first, second] = read('SELECT ⌷ ; /* x */ COMMIT ;')
    expect([first?.start, first?.end]).toEqual([
      { piece: 0, offset: 0 },
      { piece: 1, offset: 0 },
    ])
    expect([second?.start, second?.end]).toEqual([
      { piece: 1, offset: 11 },
      { piece: 1, offset: 17 },
    ])
  })
})

describe('tells the kind', () => {
  const details: [string, StatementDetail][] = [
    ['BEGIN', { kind: 'begin', isolation: undefined, readOnly: false }],
    ['begin isolation level repeatable read', { kind: 'begin', isolation: 'repeatable read', readOnly: false }],
    [
      'START TRANSACTION ISOLATION LEVEL SERIALIZABLE, READ ONLY',
      { kind: 'begin', isolation: 'serializable', readOnly: true },
    ],
    [
      'SET TRANSACTION ISOLATION LEVEL READ COMMITTED',
      { kind: 'set-transaction', scope: 'transaction', isolation: 'read committed', readOnly: false },
    ],
    [
      'SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY',
      { kind: 'set-transaction', scope: 'session', isolation: undefined, readOnly: true },
    ],
    ['COMMIT', { kind: 'commit', chain: false }],
    ['END WORK AND CHAIN', { kind: 'commit', chain: true }],
    ['COMMIT AND NO CHAIN', { kind: 'commit', chain: false }],
    ['ROLLBACK', { kind: 'rollback', chain: false }],
    ['ABORT', { kind: 'rollback', chain: false }],
    ['SAVEPOINT "A b"', { kind: 'savepoint', name: 'A b' }],
    ['ROLLBACK WORK TO SAVEPOINT Sp', { kind: 'rollback-to', name: 'sp' }],
    ['ROLLBACK TO sp_⌷', { kind: 'rollback-to', name: undefined }],
    ['RELEASE sp', { kind: 'release-savepoint', name: 'sp' }],
    ["PREPARE TRANSACTION 'x'", { kind: 'prepare-transaction' }],
    ["COMMIT PREPARED 'x'", { kind: 'commit-prepared' }],
    ['PREPARE lk (int) AS SELECT 1', { kind: 'prepare' }],
    ["SET LOCAL lock_timeout = '5s'", { kind: 'set', name: 'lock_timeout', local: true }],
    ['SET SESSION Statement_Timeout TO 5', { kind: 'set', name: 'statement_timeout', local: false }],
    ["SET TIME ZONE 'UTC'", { kind: 'set', name: 'timezone', local: false }],
    ['SET app.user_id = ⌷', { kind: 'set', name: 'app.user_id', local: false }],
    ['SET ⌷ = 1', { kind: 'set', name: undefined, local: false }],
    ['RESET ALL', { kind: 'reset', name: 'all' }],
    ['RESET lock_timeout', { kind: 'reset', name: 'lock_timeout' }],
    ['DISCARD ALL', { kind: 'discard', what: 'all' }],
    [
      'CREATE UNIQUE INDEX CONCURRENTLY i ON t (a)',
      { kind: 'ddl', verb: 'create', object: 'index', concurrently: true },
    ],
    ['DROP INDEX CONCURRENTLY i', { kind: 'ddl', verb: 'drop', object: 'index', concurrently: true }],
    ['REINDEX (VERBOSE) TABLE CONCURRENTLY t', { kind: 'ddl', verb: 'reindex', object: 'table', concurrently: true }],
    [
      'ALTER TABLE t DETACH PARTITION p CONCURRENTLY',
      { kind: 'ddl', verb: 'alter', object: 'table', concurrently: true },
    ],
    ['REFRESH MATERIALIZED VIEW v', { kind: 'ddl', verb: 'refresh', object: 'materialized view', concurrently: false }],
    ['VACUUM (ANALYZE) t', { kind: 'vacuum' }],
    ['EXPLAIN SELECT 1', { kind: 'explain', analyze: false }],
    ['EXPLAIN (COSTS off, ANALYZE) SELECT 1', { kind: 'explain', analyze: true }],
    ['EXPLAIN (ANALYZE false) SELECT 1', { kind: 'explain', analyze: false }],
    ['GRANT EXECUTE ON FUNCTION pg_advisory_lock(bigint) TO a', { kind: 'privilege' }],
    ['WITH a AS (DELETE FROM t) SELECT 1', { kind: 'select' }],
    ['WITH a AS (SELECT 1) INSERT INTO t SELECT * FROM a', { kind: 'insert' }],
    ['(SELECT 1) UNION (SELECT 2)', { kind: 'select' }],
    ['⌷ SELECT 1', { kind: 'unknown' }],
    ['sel⌷ 1', { kind: 'unknown' }],
    ['FROBNICATE', { kind: 'other' }],
  ]
  it.each(details)('%s', (text, detail) => {
    expect(readOne(text)).toMatchObject(detail)
  })
})

describe('reads or writes', () => {
  it.each([
    ['SELECT 1', 'read'],
    ['SELECT 1 FROM t FOR UPDATE', 'read'],
    ['SELECT 1 INTO x FROM t', 'write'],
    ['WITH d AS (DELETE FROM t RETURNING a) SELECT * FROM d', 'write'],
    ['WITH a AS (SELECT 1) SELECT * FROM a', 'read'],
    ['UPDATE t SET a = 1', 'write'],
    ['TRUNCATE t', 'write'],
    ['CALL p()', 'write'],
    ['COPY t FROM STDIN', 'write'],
    ['COPY (SELECT 1 FROM t) TO STDOUT', 'read'],
    ['DO $$ BEGIN PERFORM f(); END $$', 'read'],
    ['DO $$ BEGIN IF a THEN UPDATE t SET a = 1; END IF; END $$', 'write'],
    ["DO $$ BEGIN EXECUTE 'x'; END $$", 'write'],
    ['DO ⌷', 'unknown'],
    ['EXPLAIN ANALYZE DELETE FROM t', 'write'],
    ['EXPLAIN DELETE FROM t', 'read'],
    ['ALTER TABLE t ADD a int', 'write'],
    ['COMMIT', 'control'],
    ['SET a = 1', 'control'],
    ['LOCK TABLE t', 'control'],
    ['EXECUTE p(1)', 'unknown'],
    ['⌷', 'unknown'],
  ])('%s', (text, access) => {
    expect(readOne(text).access).toBe(access)
  })
})

describe('settings', () => {
  it.each([
    ["SET LOCAL lock_timeout = '5s'", [{ name: 'lock_timeout', value: '5s', local: true }]],
    ['SET a TO b, -1', [{ name: 'a', value: 'b, -1', local: false }]],
    ['SET lock_timeout = DEFAULT', [{ name: 'lock_timeout', value: 'default', local: false }]],
    ["SET LOCAL lock_timeout = '⌷ms'", [{ name: 'lock_timeout', value: undefined, local: true }]],
    ["ALTER ROLE app SET lock_timeout = '5s'", [{ name: 'lock_timeout', value: '5s', local: false, lasting: true }]],
    ['ALTER DATABASE shop SET Lock_Timeout TO 5000', [{ name: 'lock_timeout', value: '5000', lasting: true }]],
    ['ALTER SYSTEM SET statement_timeout = ⌷', [{ name: 'statement_timeout', value: undefined, lasting: true }]],
    ['ALTER TABLE a ALTER b SET DEFAULT 1', []],
    ['SET LOCAL lock_timeout = ?', [{ name: 'lock_timeout', value: undefined, local: true }]],
    [
      "SELECT set_config('Lock_Timeout', '5s', true), pg_catalog.set_config($1, 5::text, ⌷)",
      [
        { name: 'lock_timeout', value: '5s', local: true },
        { name: undefined, value: '5', local: undefined },
      ],
    ],
  ])('%s', (text, settings) => {
    expect(readOne(text).settings).toMatchObject(settings)
  })
})

describe('result columns', () => {
  it.each([
    ['SELECT a, b.c, d AS "E f", g h', ['a', 'c', 'E f', 'h']],
    ["SELECT count(*), now(), current_date, nextval('s')", ['count', 'now', 'current_date', 'nextval']],
    ["SELECT 1, 'x', $1, null, a + b, NOT c, d IS NULL", Array.from({ length: 7 }, () => '?column?')],
    ["SELECT 1::bigint, 'x'::text, cast(a AS int), true, interval '1 day'", ['int8', 'text', 'a', 'bool', 'interval']],
    [
      'SELECT coalesce(a, b), (c), ((SELECT d FROM e)), EXISTS (SELECT 1), array[1]',
      ['coalesce', 'c', 'd', 'exists', 'array'],
    ],
    ["SELECT a AT TIME ZONE 'utc', b AT TIME ZONE c d, e::timestamp with time zone", ['?column?', 'd', 'e']],
    ['SELECT *', [undefined]],
    ['SELECT a, ⌷, b AS ⌷, c', ['a', undefined, undefined, 'c']],
    ['SELECT a ⌷', [undefined]],
    ['SELECT * FROM (SELECT a, b AS c FROM t) s', ['a', 'c']],
    ['WITH s AS (SELECT a FROM t) SELECT * FROM s', ['a']],
    ['SELECT a FROM t UNION SELECT b FROM u', ['a']],
    ['SELECT FROM t', []],
    ['INSERT INTO t (a) VALUES (1)', []],
    ['INSERT INTO t (a) VALUES (1) RETURNING id, a AS b', ['id', 'b']],
    ['UPDATE t SET a = 1 ⌷', undefined],
    ['TABLE t', undefined],
    ['COMMIT', []],
  ])('%s', (text, columns) => {
    expect(readOne(text).columns).toEqual(columns)
  })
})

describe('holes that may change the structure', () => {
  it.each([
    ['a value', 'SELECT a FROM t WHERE b = ⌷ LIMIT ⌷', false],
    ['a table', 'SELECT a FROM ⌷.t', false],
    ['part of a name', 'SELECT a FROM t_⌷ WHERE b', false],
    ['a whole condition', 'SELECT a FROM t WHERE ⌷', false],
    ['rows', 'INSERT INTO t (a) VALUES ⌷', false],
    ['behind a table', 'SELECT a FROM t ⌷', true],
    ['glued to a table', 'SELECT a FROM t⌷', true],
    ['two in a row', 'SELECT a FROM t WHERE ⌷ ⌷', true],
    ['inside a sub-query', 'SELECT a FROM (SELECT b FROM t ⌷) s', true],
    ['in front', '⌷ SELECT 1', true],
    ['of BEGIN', 'BEGIN ⌷', true],
    ['in a string', "SELECT '⌷'", false],
  ])('%s', (_name, text, hole) => {
    expect(readOne(text).hole).toBe(hole)
  })
})
