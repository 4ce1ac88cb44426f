/** The counts in the comments are locks taken for rows returned, of a table of 1000 rows on PostgreSQL 15. */
import rule from '../../rules/no-lock-in-row-scan.ts'
import { assertionOptions, tester, ts } from './tester.ts'

const TRY = 'pg_try_advisory_xact_lock'

/** A program that sends one statement; the call stands on line 3. */
const program = (sql: string): string =>
  `import type { PoolClient } from 'pg'\n\nexport const take = (client: PoolClient, a: unknown) => client.query(\`${sql}\`, [a])\n`

const place = (sql: string) => {
  const lines = program(sql).trimEnd().split('\n')
  return { line: 3, column: 57, endLine: lines.length, endColumn: (lines.at(-1)?.length ?? 0) + 1 }
}

const silent = (name: string, sql: string) => ({ name, code: program(sql) })
const reported = (messageId: string, clause: string | undefined, name: string, sql: string) => ({
  name: `${messageId}: ${name}`,
  code: program(sql),
  errors: [{ messageId, ...(clause === undefined ? {} : { data: { lock: TRY, clause } }), ...place(sql) }],
})
const more = (name: string, clause: string, sql: string) => reported('moreRows', clause, name, sql)
const never = (name: string, sql: string) => reported('neverRuns', undefined, name, sql)
const limited = (name: string, sql: string) => ({
  ...reported('notPromised', undefined, name, sql),
  options: [{ limit: true }],
})

/** Streams: the LIMIT stops the scan. Silent, unless the option asks for them. */
const STREAMS: readonly (readonly [name: string, sql: string])[] = [
  ['a plain select list with LIMIT', `SELECT id, ${TRY}(id) AS got FROM jobs WHERE state = 'ready' LIMIT 3`],
  ['sorted, too: such columns are made behind the sort', `SELECT id, ${TRY}(id) FROM jobs ORDER BY priority LIMIT 3`],
  ['FETCH FIRST', `SELECT ${TRY}(id) FROM jobs ORDER BY id FETCH FIRST 2 ROWS ONLY`],
  ['the lock is the only condition, and LIMIT', `SELECT id FROM jobs WHERE ${TRY}(id) LIMIT 3`],
  [
    'beside conditions that cost nothing',
    `SELECT id FROM jobs WHERE ${TRY}(id) AND locked_at IS NULL AND NOT done LIMIT 3`,
  ],
  ['a key dearer than the comparison', `SELECT id FROM jobs WHERE ${TRY}(hashtext(name)) AND state = 'ready' LIMIT 3`],
  [
    'behind a fence of OFFSET 0',
    `SELECT id FROM (SELECT id FROM jobs WHERE state = 'x' OFFSET 0) s WHERE ${TRY}(s.id) LIMIT 1`,
  ],
  ['behind DISTINCT', `SELECT id FROM (SELECT DISTINCT id FROM jobs WHERE state = 'x') s WHERE ${TRY}(id) LIMIT 1`],
  [
    'behind MATERIALIZED',
    `WITH c AS MATERIALIZED (SELECT id FROM jobs WHERE state = 'x') SELECT id FROM c WHERE ${TRY}(id) LIMIT 1`,
  ],
  [
    'behind a change of data',
    `WITH d AS (DELETE FROM jobs WHERE done RETURNING id) SELECT id FROM d WHERE ${TRY}(id) LIMIT 2`,
  ],
  [
    'behind a CTE that reads itself',
    `WITH RECURSIVE c AS (SELECT id FROM jobs UNION ALL SELECT j.id FROM c JOIN jobs j ON j.id = c.id + 1) SELECT id FROM c WHERE ${TRY}(id) LIMIT 1`,
  ],
  ['LIMIT around a sub-query', `SELECT * FROM (SELECT id, ${TRY}(id) AS got FROM jobs) s WHERE got LIMIT 1`],
  ['LIMIT around a CTE', `WITH c AS (SELECT id, ${TRY}(id) AS got FROM jobs) SELECT id FROM c WHERE got LIMIT 1`],
  ['LIMIT around brackets', `(SELECT ${TRY}(id) FROM jobs) LIMIT 3`],
  ['LIMIT around UNION ALL', `SELECT ${TRY}(id) FROM jobs UNION ALL SELECT false LIMIT 3`],
  ['HAVING alone, and LIMIT', `SELECT topic FROM events GROUP BY topic HAVING ${TRY}(topic) LIMIT 1`],
  ['CASE decides first', `SELECT id FROM jobs WHERE CASE WHEN state = 'x' THEN ${TRY}(id) ELSE false END LIMIT 1`],
  ['a sub-query decides last', `SELECT id FROM jobs WHERE state = 'x' AND (SELECT ${TRY}(id)) LIMIT 1`],
  ['LATERAL', `SELECT j.id FROM jobs j CROSS JOIN LATERAL (SELECT ${TRY}(j.id) AS got) l WHERE l.got LIMIT 1`],
  [
    'IN (SELECT … LIMIT 1) with the lock as its only condition',
    `UPDATE jobs SET owner = $1 WHERE id IN (SELECT id FROM jobs WHERE ${TRY}(id) LIMIT 1)`,
  ],
]

tester.run('no-lock-in-row-scan', rule, {
  assertionOptions,
  valid: [
    ...STREAMS.map(([name, sql]) => silent(name, sql)),

    silent('no table', `SELECT ${TRY}($1) AS got`),
    silent('no table, in WHERE', `SELECT 1 WHERE ${TRY}($1)`),
    silent('VALUES', `SELECT k, ${TRY}(k) FROM (VALUES (1), (2)) v(k) OFFSET 1`),
    silent(
      'generate_series',
      `SELECT k FROM generate_series(1, 8) k WHERE k > 1 AND ${TRY}(k) ORDER BY k DESC LIMIT 1`,
    ),
    silent('unnest with ORDER BY', `SELECT pg_advisory_xact_lock(k) FROM unnest($1::bigint[]) AS k ORDER BY k`),
    silent(
      'the limited sub-query inside, the lock outside',
      `SELECT id, ${TRY}(id) AS got FROM (SELECT id FROM jobs WHERE state = 'ready' ORDER BY priority DESC LIMIT 1) s`,
    ),
    silent(
      'limited twice inside',
      `SELECT id, ${TRY}(id) AS got FROM (SELECT * FROM (SELECT id FROM jobs LIMIT 5) a) b WHERE id > 3`,
    ),
    silent(
      'the limited CTE first',
      `WITH c AS (SELECT id FROM jobs ORDER BY id LIMIT 1) SELECT id, ${TRY}(id) AS got FROM c`,
    ),
    silent(
      'a chain of CTEs, the first limited',
      `WITH a AS (SELECT id FROM jobs LIMIT 5), b AS (SELECT id, ${TRY}(id) AS got FROM a) SELECT id FROM b WHERE got ORDER BY id LIMIT 1`,
    ),
    silent(
      'a limited sub-query joined with its table',
      `SELECT j.* FROM (SELECT id FROM jobs LIMIT 1) c JOIN jobs j ON j.id = c.id WHERE ${TRY}(c.id)`,
    ),
    silent('… by ON', `SELECT j.* FROM (SELECT id FROM jobs LIMIT 1) c JOIN jobs j ON j.id = c.id AND ${TRY}(c.id)`),
    silent(
      'a queue walked by LATERAL steps',
      `WITH RECURSIVE q AS (
      SELECT (j).*, pg_try_advisory_lock((j).id) AS locked FROM (SELECT j FROM jobs j ORDER BY id LIMIT 1) t
      UNION ALL (
        SELECT (j).*, pg_try_advisory_lock((j).id) AS locked
        FROM (SELECT (SELECT j FROM jobs j WHERE j.id > q.id ORDER BY id LIMIT 1) AS j FROM q WHERE q.id IS NOT NULL LIMIT 1) t
      )) SELECT id, locked FROM q WHERE locked LIMIT 1`,
    ),
    silent('a unique row by its key', `SELECT id FROM jobs WHERE id = $1 AND ${TRY}(id)`),
    silent(
      "a unique row by its table's key",
      `UPDATE jobs SET owner = 'me' WHERE job_id = $1 AND NOT done AND state = 'ready' AND ${TRY}(job_id)`,
    ),
    silent('every row that is locked comes back', `SELECT id FROM jobs WHERE ${TRY}(id)`),
    silent('UPDATE of every row that is locked', `UPDATE jobs SET owner = $1 WHERE ${TRY}(id)`),
    silent('DELETE … RETURNING', `DELETE FROM jobs WHERE ${TRY}(id) RETURNING id`),
    silent(
      'a lock for each row that was changed',
      `WITH d AS (UPDATE jobs SET done = true RETURNING id, ${TRY}(id) AS got) SELECT id FROM d LIMIT 2`,
    ),
    silent('locked or otherwise wanted', `SELECT id FROM jobs WHERE ${TRY}(id) OR id = 5`),
    silent('a select list with WHERE only', `SELECT id, ${TRY}(id) AS got FROM jobs WHERE state = 'ready' ORDER BY id`),
    silent(
      'DISTINCT ON with its ORDER BY',
      `SELECT DISTINCT ON (queue) queue, ${TRY}(id) FROM jobs ORDER BY queue, id`,
    ),
    silent('once for each group', `SELECT queue, ${TRY}(hashtext(queue)) FROM jobs GROUP BY queue HAVING count(*) > 3`),
    silent('a key made of an aggregate', `SELECT pg_advisory_lock(max(id)) FROM jobs`),
    silent('beside an aggregate', `SELECT count(*), pg_advisory_lock($1) FROM jobs`),
    silent('a window function', `SELECT bool_and(${TRY}(id)) OVER () FROM jobs`),
    silent('HAVING alone', `SELECT topic FROM events GROUP BY topic HAVING ${TRY}(topic)`),
    silent(
      'the condition around a sub-query is tested inside it',
      `SELECT * FROM (SELECT id, state, ${TRY}(id) AS got FROM jobs) s WHERE got AND state = 'ready'`,
    ),
    silent(
      'the CTE is filtered by the answer only',
      `WITH c AS (SELECT id, ${TRY}(id) AS got FROM jobs) SELECT id FROM c WHERE got`,
    ),
    silent(
      'rows of a CTE counted',
      `WITH c AS (SELECT pg_advisory_xact_lock(id) FROM jobs WHERE owner = $1 ORDER BY id) SELECT count(*) FROM c`,
    ),
    silent(
      'rows of a CTE that are all updated',
      `WITH c AS (SELECT id, pg_advisory_xact_lock(id) FROM jobs WHERE NOT done) UPDATE jobs SET done = true FROM c WHERE jobs.id = c.id`,
    ),
    silent(
      'rows of a CTE that are all deleted',
      `WITH c AS (SELECT id, pg_advisory_xact_lock(id) FROM jobs WHERE done) DELETE FROM jobs WHERE id IN (SELECT id FROM c)`,
    ),
    silent(
      'an INSERT of what is locked',
      `INSERT INTO log (id, got) SELECT id, ${TRY}(id) FROM jobs WHERE state = 'x'`,
    ),
    silent(
      'one key for all rows, in a transaction',
      `SELECT id FROM jobs WHERE state = 'x' AND ${TRY}(42) ORDER BY priority LIMIT 1`,
    ),
    silent(
      'a sub-query that reads no row runs once',
      `SELECT id FROM jobs WHERE state = 'x' AND (SELECT pg_try_advisory_lock($1)) ORDER BY id LIMIT 1`,
    ),
    silent('EXISTS over the row that is locked', `SELECT EXISTS (SELECT 1 FROM jobs WHERE ${TRY}(id)) AS got`),
    silent('EXISTS whose columns do run: OFFSET', `SELECT EXISTS (SELECT ${TRY}($1) OFFSET 0)`),
    silent(
      'EXISTS whose columns do run: HAVING',
      `SELECT EXISTS (SELECT ${TRY}(id) FROM jobs GROUP BY id HAVING true)`,
    ),
    silent('EXISTS over a sub-query', `SELECT EXISTS (SELECT 1 FROM (SELECT ${TRY}($1)) s)`),
    silent(
      'a CTE that a sub-query reads',
      `WITH l AS (SELECT pg_advisory_xact_lock($1)) SELECT 1 WHERE EXISTS (SELECT 1 FROM l)`,
    ),
    silent(
      'a CTE that another one reads',
      `WITH l AS (SELECT ${TRY}($1) AS got), m AS (SELECT got FROM l) SELECT got FROM m`,
    ),
    silent('a CASE whose condition varies', `SELECT CASE WHEN $1 THEN ${TRY}(7) END`),
    silent(
      'unlocking over rows',
      `SELECT pg_advisory_unlock(id) FROM jobs WHERE state = 'x' ORDER BY priority LIMIT 1`,
    ),
    silent(
      'a statement that isn’t run',
      `DECLARE c CURSOR FOR SELECT id FROM jobs WHERE state = 'x' AND ${TRY}(id) LIMIT 1`,
    ),
    silent('in a comment', `SELECT id FROM jobs WHERE state = 'x' -- AND ${TRY}(id)`),
    {
      name: 'a hole that may hold conditions',
      code: ts`
        import type { PoolClient } from 'pg'

        export const take = (client: PoolClient, filter: string) =>
          client.query(\`SELECT id FROM jobs WHERE \${filter} AND pg_try_advisory_xact_lock(id) ORDER BY id LIMIT 1\`)
      `,
    },
    {
      name: 'a hole in place of a clause',
      code: ts`
        import type { PoolClient } from 'pg'

        export const take = (client: PoolClient, tail: string) =>
          client.query(\`WITH c AS (SELECT id, pg_try_advisory_xact_lock(id) AS got FROM jobs \${tail}) SELECT id FROM c ORDER BY id LIMIT 1\`)
      `,
    },
    {
      name: 'a hole in place of the table',
      code: ts`
        import { sql } from 'drizzle-orm'
        import { drizzle } from 'drizzle-orm/node-postgres'
        import { jobs } from './schema'
        const db = drizzle(process.env.DATABASE_URL!)

        export const take = () =>
          db.execute(sql\`SELECT id FROM \${jobs} WHERE state = 'x' AND pg_try_advisory_xact_lock(id) ORDER BY id LIMIT 1\`)
      `,
    },
  ],
  invalid: [
    ...STREAMS.map(([name, sql]) => limited(name, sql)),

    // 100 for 1 on a column without index, 1000 for 2 beside a dearer condition
    more('WHERE before another condition', 'WHERE', `SELECT id FROM jobs WHERE ${TRY}(id) AND state = 'ready' LIMIT 1`),
    more(
      'WHERE behind the other condition',
      'WHERE',
      `SELECT id FROM jobs WHERE state = 'ready' AND ${TRY}(id) LIMIT 1`,
    ),
    more('WHERE in brackets', 'WHERE', `SELECT id FROM jobs WHERE (id % 500 = 0 AND ${TRY}(id))`),
    more('WHERE beside a function', 'WHERE', `SELECT id FROM jobs WHERE lower(name) = $1 AND ${TRY}(hashtext(name))`),
    // 500 for 3
    more(
      'WHERE, sorted',
      'WHERE',
      `SELECT id FROM jobs WHERE locked_at IS NULL AND ${TRY}(id) ORDER BY priority LIMIT 3`,
    ),
    more(
      'a sub-query in WHERE, sorted',
      'a select list',
      `SELECT id FROM jobs WHERE state = 'x' AND (SELECT ${TRY}(id)) ORDER BY priority LIMIT 3`,
    ),
    more(
      'CASE in WHERE, sorted',
      'WHERE',
      `SELECT id FROM jobs WHERE CASE WHEN state = 'x' THEN ${TRY}(id) END ORDER BY priority LIMIT 1`,
    ),
    more('WHERE with OFFSET', 'WHERE', `SELECT id FROM jobs WHERE ${TRY}(id) OFFSET 5`),
    more('WHERE with DISTINCT', 'WHERE', `SELECT DISTINCT queue FROM jobs WHERE ${TRY}(id)`),
    more('WHERE with GROUP BY', 'WHERE', `SELECT queue FROM jobs WHERE ${TRY}(id) GROUP BY queue`),
    more('rows that were refused', 'WHERE', `SELECT id FROM jobs WHERE NOT ${TRY}(id)`),
    // 1000 for 1
    more('WHERE over a join', 'WHERE', `SELECT a.id FROM jobs a JOIN runs b ON b.id = a.id * 1000 WHERE ${TRY}(a.id)`),
    more('ON', 'ON', `SELECT a.id FROM jobs a JOIN runs b ON b.job_id = a.id AND ${TRY}(a.id)`),
    more(
      'HAVING, sorted',
      'HAVING',
      `SELECT topic FROM events GROUP BY topic HAVING ${TRY}(topic) ORDER BY count(*) DESC LIMIT 1`,
    ),
    // 5 for 0
    more(
      'HAVING beside another condition',
      'HAVING',
      `SELECT topic FROM events GROUP BY topic HAVING ${TRY}(topic) AND count(*) > 1000`,
    ),
    more('UPDATE', 'WHERE', `UPDATE jobs SET owner = $1 WHERE state = 'ready' AND ${TRY}(id)`),
    more(
      'DELETE … RETURNING beside a condition',
      'WHERE',
      `DELETE FROM jobs WHERE ${TRY}(id) AND created_at < $1 RETURNING id`,
    ),
    more(
      'UPDATE … FROM a limited sub-query, the key of the table',
      'WHERE',
      `UPDATE jobs SET owner = $1 FROM (SELECT id FROM jobs LIMIT 1) c WHERE jobs.id = c.id AND ${TRY}(jobs.id)`,
    ),
    more(
      'IN (SELECT … LIMIT 1)',
      'WHERE',
      `UPDATE jobs SET owner = $1 WHERE id IN (SELECT id FROM jobs WHERE state = 'x' AND ${TRY}(id) LIMIT 1)`,
    ),
    more('EXISTS beside a condition', 'WHERE', `SELECT EXISTS (SELECT 1 FROM jobs WHERE ${TRY}(id) AND state = 'x')`),
    // 5 for 3, 1000 for 3: ORDER BY inside is no fence
    more(
      'around a plain sub-query',
      'WHERE',
      `SELECT id FROM (SELECT id FROM jobs WHERE state = 'x') s WHERE ${TRY}(id) LIMIT 3`,
    ),
    more(
      'around a sorted sub-query',
      'WHERE',
      `SELECT id FROM (SELECT id FROM jobs WHERE state = 'x' ORDER BY priority) s WHERE ${TRY}(id) LIMIT 3`,
    ),
    more(
      'around a plain CTE',
      'WHERE',
      `WITH c AS (SELECT id FROM jobs WHERE state = 'x') SELECT id FROM c WHERE ${TRY}(id) LIMIT 3`,
    ),
    more(
      'around a materialized CTE, sorted',
      'WHERE',
      `WITH c AS MATERIALIZED (SELECT id, priority FROM jobs) SELECT id FROM c WHERE ${TRY}(id) ORDER BY priority LIMIT 1`,
    ),
    // 6 for 1
    more('OFFSET', 'a select list', `SELECT ${TRY}(id) FROM jobs ORDER BY id OFFSET 5 LIMIT 1`),
    more(
      'OFFSET of a parameter',
      'a select list',
      `SELECT ${TRY}(id) FROM jobs ORDER BY id OFFSET $1 FETCH FIRST ROW ONLY`,
    ),
    more('DISTINCT', 'a select list', `SELECT DISTINCT ${TRY}(id) FROM jobs WHERE state = 'x' LIMIT 3`),
    more('DISTINCT ON without its ORDER BY', 'a select list', `SELECT DISTINCT ON (queue) queue, ${TRY}(id) FROM jobs`),
    more('an aggregate', 'a select list', `SELECT bool_and(${TRY}(id)) FROM jobs WHERE state = 'x'`),
    more(
      'an aggregate of each group',
      'a select list',
      `SELECT queue, count(NULLIF(${TRY}(id), false)) FROM jobs GROUP BY queue`,
    ),
    // 1000 for 1
    more(
      "ORDER BY the lock's column, by number",
      'a select list',
      `SELECT id, ${TRY}(id) FROM jobs ORDER BY 2 DESC LIMIT 1`,
    ),
    more(
      "ORDER BY the lock's column, by name",
      'a select list',
      `SELECT id, ${TRY}(id) AS got FROM jobs ORDER BY got DESC, id LIMIT 1`,
    ),
    more('the lock in ORDER BY', 'ORDER BY', `SELECT id FROM jobs ORDER BY ${TRY}(id) DESC LIMIT 1`),
    more(
      'a CTE, sorted outside',
      'a CTE',
      `WITH c AS (SELECT id, ${TRY}(id) AS got FROM jobs) SELECT id FROM c WHERE got ORDER BY id LIMIT 1`,
    ),
    more(
      'a materialized CTE, filtered outside',
      'a CTE',
      `WITH c AS MATERIALIZED (SELECT id, queue, ${TRY}(id) AS got FROM jobs) SELECT id FROM c WHERE got AND queue = $1`,
    ),
    more(
      'the lock as condition of a CTE that is filtered outside',
      'WHERE',
      `WITH c AS (SELECT id FROM jobs WHERE ${TRY}(id)) SELECT id FROM c WHERE id > 900`,
    ),
    more(
      'through a chain of CTEs',
      'a CTE',
      `WITH a AS (SELECT id, ${TRY}(id) AS got FROM jobs), b AS (SELECT id FROM a WHERE got) SELECT id FROM b ORDER BY id LIMIT 1`,
    ),
    more(
      'a sub-query, sorted outside',
      'a select list',
      `SELECT id FROM (SELECT id, ${TRY}(id) AS got FROM jobs ORDER BY priority) s WHERE got ORDER BY id LIMIT 1`,
    ),
    more(
      'a sub-query with OFFSET outside',
      'a select list',
      `SELECT id FROM (SELECT id, ${TRY}(id) AS got FROM jobs) s LIMIT 3 OFFSET 10`,
    ),
    more(
      'an arm of a union that is sorted',
      'a select list',
      `SELECT ${TRY}(id), id FROM jobs UNION ALL SELECT true, 5 ORDER BY 2 LIMIT 1`,
    ),
    // 500 for 3
    more(
      'LATERAL, sorted',
      'a select list',
      `SELECT j.id FROM jobs j CROSS JOIN LATERAL (SELECT ${TRY}(j.id) AS got) l WHERE l.got ORDER BY j.priority LIMIT 3`,
    ),
    more(
      'a function in FROM, sorted',
      'FROM',
      `SELECT j.id FROM jobs j, ${TRY}(j.id) AS got WHERE got ORDER BY j.priority LIMIT 3`,
    ),

    never('a CTE that nobody reads', `WITH l AS (SELECT ${TRY}($1)) SELECT id FROM jobs`),
    never(
      'materialized, and before an UPDATE',
      `WITH l AS MATERIALIZED (SELECT ${TRY}($1)) UPDATE jobs SET done = true`,
    ),
    never(
      'a CTE that only an unread one reads',
      `WITH l AS (SELECT ${TRY}($1) AS got), m AS (SELECT got FROM l) SELECT 1`,
    ),
    never('EXISTS', `SELECT EXISTS (SELECT ${TRY}($1)) AS got`),
    never('NOT EXISTS in WHERE', `UPDATE jobs SET done = true WHERE NOT EXISTS (SELECT ${TRY}(jobs.id))`),
    never('EXISTS over rows', `SELECT EXISTS (SELECT ${TRY}(id) FROM jobs WHERE state = 'x')`),
    never('a value in the columns of EXISTS', `SELECT EXISTS (SELECT (SELECT ${TRY}($1)))`),
    never('CASE WHEN false', `SELECT CASE WHEN false THEN ${TRY}($1) END`),
    never('COALESCE(true, …)', `SELECT coalesce(true, ${TRY}($1)) AS got`),
    never('false AND …', `SELECT 1 FROM jobs WHERE false AND ${TRY}(id)`),
    {
      name: 'moreRows: one key, but a session lock for each row',
      code: program(`SELECT id FROM jobs WHERE state = 'x' AND pg_try_advisory_lock(42) LIMIT 1`),
      errors: [
        {
          messageId: 'moreRows',
          data: { lock: 'pg_try_advisory_lock', clause: 'WHERE' },
          ...place(`SELECT id FROM jobs WHERE state = 'x' AND pg_try_advisory_lock(42) LIMIT 1`),
        },
      ],
    },
    {
      name: 'moreRows: postgres.js',
      code: ts`
        import postgres from 'postgres'
        const sql = postgres()

        export const take = (queue: string) =>
          sql.begin(async (tx) => tx\`SELECT id FROM jobs WHERE queue = \${queue} AND pg_try_advisory_xact_lock(id) LIMIT 1\`)
      `,
      errors: [{ messageId: 'moreRows', line: 5, column: 27, endLine: 5, endColumn: 115 }],
    },
    {
      name: 'moreRows: prisma, a waiting function',
      code: ts`
        import { PrismaClient } from '@prisma/client'
        const prisma = new PrismaClient()

        export const lockPage = (book: number) =>
          prisma.$transaction(async (tx) => {
            await tx.$executeRaw\`SELECT pg_advisory_xact_lock(id) FROM pages WHERE book = \${book} ORDER BY id OFFSET 5 LIMIT 1\`
          })
      `,
      errors: [{ messageId: 'moreRows', line: 6, column: 11, endLine: 6, endColumn: 120 }],
    },
    {
      name: 'moreRows: knex.raw',
      code: ts`
        import type { Knex } from 'knex'

        export const take = (trx: Knex.Transaction, queue: string) =>
          trx.raw('SELECT id FROM jobs WHERE queue = ? AND pg_try_advisory_xact_lock(id) LIMIT 1', [queue])
      `,
      errors: [{ messageId: 'moreRows', line: 4, column: 3, endLine: 4, endColumn: 100 }],
    },
    {
      name: 'moreRows: kysely',
      code: ts`
        import { type Kysely, sql } from 'kysely'

        export const take = (db: Kysely<unknown>) =>
          sql\`select id from jobs where state = 'x' and pg_try_advisory_xact_lock(id) order by id limit 1\`.execute(db)
      `,
      errors: [{ messageId: 'moreRows', line: 4, column: 3, endLine: 4, endColumn: 111 }],
    },
    {
      name: 'neverRuns: drizzle',
      code: ts`
        import { sql } from 'drizzle-orm'
        import { drizzle } from 'drizzle-orm/node-postgres'
        const db = drizzle(process.env.DATABASE_URL!)

        export const tidy = (id: number) =>
          db.execute(sql\`WITH l AS (SELECT pg_advisory_xact_lock(\${id})) DELETE FROM jobs WHERE owner = \${id}\`)
      `,
      errors: [{ messageId: 'neverRuns', line: 6, column: 3, endLine: 6, endColumn: 104 }],
    },
    {
      name: 'neverRuns: slonik exists',
      code: ts`
        import { type DatabasePool, sql } from 'slonik'

        export const got = (pool: DatabasePool, id: number) =>
          pool.oneFirst(sql.unsafe\`SELECT EXISTS (SELECT pg_try_advisory_lock(\${id}))\`)
      `,
      errors: [{ messageId: 'neverRuns', line: 4, column: 3, endLine: 4, endColumn: 80 }],
    },
    {
      name: 'moreRows: typeorm, sequelize, pg-promise',
      code: ts`
        import type { ITask } from 'pg-promise'
        import type { Sequelize } from 'sequelize'
        import type { EntityManager } from 'typeorm'

        const SQL = "SELECT id FROM jobs WHERE state = 'x' AND pg_try_advisory_xact_lock(id) LIMIT 1"
        export const one = (manager: EntityManager) => manager.query(SQL)
        export const two = (sequelize: Sequelize) => sequelize.query(SQL)
        export const three = (task: ITask<object>) => task.any(SQL)
      `,
      errors: [
        { messageId: 'moreRows', line: 6, column: 48, endLine: 6, endColumn: 66 },
        { messageId: 'moreRows', line: 7, column: 46, endLine: 7, endColumn: 66 },
        { messageId: 'moreRows', line: 8, column: 47, endLine: 8, endColumn: 60 },
      ],
    },
    {
      name: 'moreRows: a receiver that nobody knows',
      code: ts`
        export const take = (db: { query(text: string): Promise<unknown> }) =>
          db.query("SELECT id FROM jobs WHERE state = 'x' AND pg_try_advisory_xact_lock(id) LIMIT 1")
      `,
      errors: [{ messageId: 'moreRows', line: 2, column: 3, endLine: 2, endColumn: 94 }],
    },
  ],
})
