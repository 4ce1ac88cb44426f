import rule from '../../rules/no-unbounded-work-while-locked.ts'
import { assertionOptions, spanOf, tester, ts } from './tester.ts'

const WRITE = "await client.query('UPDATE orders SET state = $2 WHERE id = $1', [id, state])"

/** A session lock of a checked-out client around the lines. */
const held = (lines: string, head = '', before = '', key = '$1', name = 'change') => `
import { Pool } from 'pg'
${head}
const pool = new Pool()
export async function ${name}(id, state, rows, file, work) {
  const client = await pool.connect()
  try {
    ${before}
    await client.query('SELECT pg_advisory_lock(${key})', [id])
    try {
      ${lines}
    } finally {
      await client.query('SELECT pg_advisory_unlock(${key})', [id])
    }
  } finally {
    client.release()
  }
}`

/** The same in a transaction, with a lock of its own. */
const inTransaction = (lines: string, head = '') => `
import { PrismaClient } from '@prisma/client'
${head}
const prisma = new PrismaClient()
export const change = (id, state, rows, file, work) =>
  prisma.$transaction(async (tx) => {
    await tx.$executeRaw\`SELECT pg_advisory_xact_lock(\${id})\`
    ${lines}
  })`

const silent = (name: string, code: string) => ({ name, code })
const reported = (name: string, messageId: string, code: string, place: string) => ({
  name,
  code,
  errors: [{ messageId, ...headOf(code, place) }],
})
/** `items) await`: of a loop only what it goes over. */
const headOf = (code: string, place: string) => {
  const span = spanOf(code, place)
  const rest = /\) await$/.exec(place)?.[0].length ?? 0
  return { ...span, endColumn: span.endColumn - rest }
}

const SELECT = "await client.query('SELECT id FROM items WHERE order_id = $1', [id])"
const BCRYPT = "import { hash } from 'bcrypt'"
const SHARP = "import sharp from 'sharp'"

tester.run('no-unbounded-work-while-locked', rule, {
  assertionOptions,
  valid: [
    // loops
    silent('an array literal', held(`for (const one of ['a', 'b']) ${WRITE}`)),
    silent('a constant of the file', held(`for (const one of STATES) ${WRITE}`, "const STATES = ['a', 'b']")),
    silent(
      'a constant of another module',
      held(`for (const one of STATES) ${WRITE}`, "import { STATES } from './states'"),
    ),
    silent('its keys', held(`for (const one of Object.keys(STATES)) ${WRITE}`, "import { STATES } from './states'")),
    silent(
      'LIMIT in the query',
      held(`const { rows: due } = ${SELECT.replace("$1'", "$1 LIMIT 50'")}\nfor (const one of due) ${WRITE}`),
    ),
    silent(
      'LIMIT by a parameter',
      held(
        `const due = (${SELECT.replace("$1'", "$1 FETCH FIRST 10 ROWS ONLY'")}).rows\nfor (const one of due) ${WRITE}`,
      ),
    ),
    silent(
      'LIMIT in what chooses the rows',
      held(
        `const { rows: due } = await client.query('UPDATE items SET taken = true WHERE id IN (SELECT id FROM items LIMIT 20) RETURNING id')\nfor (const one of due) ${WRITE}`,
      ),
    ),
    silent(
      'one row by its primary key',
      held(`for (const one of (await client.query('SELECT * FROM orders WHERE id = $1', [id])).rows) ${WRITE}`),
    ),
    silent(
      'a query with a part out of sight',
      held('for (const one of (await client.query(`SELECT * FROM items ${state}`)).rows) ' + WRITE),
    ),
    silent('slice', held(`for (const one of rows.slice(0, 100)) ${WRITE}`)),
    silent(
      'chunk: each pass takes a batch',
      held(`for (const one of chunk(rows, 500)) ${WRITE}`, "import { chunk } from 'lodash'"),
    ),
    silent('a constant number of passes', held(`for (let i = 0; i < 10; i++) ${WRITE}`)),
    silent('in steps of a batch', held(`for (let i = 0; i < rows.length; i += 500) ${WRITE}`)),
    silent(
      'a length that is checked',
      held(`for (const one of rows) ${WRITE}`, '', 'if (rows.length > 200) throw new Error()'),
    ),
    silent(
      'a length that is checked against a constant',
      held(`for (const one of rows) ${WRITE}`, 'const MOST = 200', 'if (rows.length > MOST) throw new Error()'),
    ),
    silent('nothing is awaited inside', held(`for (const one of rows) state += one\n${WRITE}`)),
    silent(
      'only requests inside: no-network-call-while-locked reports them',
      held("for (const one of rows) await fetch('https://x.example.com/' + one)"),
    ),
    silent(
      'the loop is around the lock',
      held(WRITE)
        .replace(
          "await client.query('SELECT pg_advisory_lock",
          "for (const one of rows) await client.query('SELECT pg_advisory_lock",
        )
        .replace('lock($1)', 'xact_lock($1)'),
    ),
    silent('the loop ends before the lock is taken', held(WRITE, '', `for (const one of rows) ${WRITE}`)),
    silent('forEach waits for nothing', held(`rows.forEach(async (one) => { ${WRITE} })`)),
    silent(
      'a while loop goes over no collection',
      held(
        `let more = true\nwhile (more) more = (await client.query('DELETE FROM logs WHERE day = $1', [id])).rowCount > 0`,
      ),
    ),
    silent(
      'a function that nobody waits for',
      held(
        'void touch(client, rows)',
        "const touch = async (c, all) => { for (const one of all) await c.query('UPDATE t SET n = $1', [one]) }",
      ),
    ),
    silent(
      'what an object of the class holds',
      ts`
      export class Hooks {
        hooks = []
        async run(client, id) {
          await client.query('SELECT pg_advisory_xact_lock($1)', [id])
          for (const hook of this.hooks) await hook(client)
        }
      }
    `,
    ),
    silent(
      'tables of the catalogue',
      held(
        "for (const one of (await client.query('SELECT tablename FROM pg_tables')).rows) await client.query('ANALYZE ' + one.tablename)",
      ),
    ),
    silent(
      'a call that says how many',
      held(`for (const one of await due({ limit: 50 })) ${WRITE}`, "import { due } from './items'"),
    ),
    silent(
      'Prisma: take',
      inTransaction(
        'for (const one of await tx.item.findMany({ take: 50 })) await tx.item.update({ where: { id: one.id }, data: { state } })',
      ),
    ),
    silent(
      'migrations, by name',
      held('for (const one of rows) await client.query(one.sql)', '', '', '$1', 'runMigrations'),
    ),
    silent(
      'migrations, by what they do',
      held("for (const one of rows) await client.query('CREATE TABLE IF NOT EXISTS a (b int)')"),
    ),
    silent(
      'a job for one: nobody waits for its constant key',
      held(`for (const one of rows) ${WRITE}`)
        .replace(
          "await client.query('SELECT pg_advisory_lock($1)', [id])",
          "const { rows: [{ got }] } = await client.query('SELECT pg_try_advisory_lock(77) AS got')\nif (!got) return",
        )
        .replaceAll('unlock($1)', 'unlock(77)'),
    ),
    silent('a wrapper that runs the work of its callers', held('return work()')),
    // hoistable
    silent('computed before the lock', held(WRITE, BCRYPT, 'state = await hash(state, 12)')),
    silent(
      'computed after the lock',
      held(WRITE, BCRYPT).replace('client.release()', 'await hash(state, 12)\nclient.release()'),
    ),
    silent(
      'it needs what was read under the lock',
      held(
        `const { rows: [row] } = await client.query('SELECT salt FROM users WHERE id = $1', [id])\nstate = await hash(state, row.salt)\n${WRITE}`,
        BCRYPT,
      ),
    ),
    silent(
      'it needs something that was computed from it',
      held(
        `const { rows: all } = ${SELECT}\nconst text = all.map((one) => one.id).join()\nstate = gzipSync(Buffer.from(text))\n${WRITE}`,
        "import { gzipSync } from 'node:zlib'",
      ),
    ),
    silent(
      'it needs the answer of a call that cannot be seen',
      held(
        `const text = await load(id)\nstate = await hash(text, 12)\n${WRITE}`,
        `${BCRYPT}\nimport { load } from './texts'`,
      ),
    ),
    silent('it is begun and left alone', held(`hash(state, 12)\n${WRITE}`, BCRYPT)),
    silent(
      'cheap work of the same packages',
      held(
        "state = createHash('sha256').update(state).digest('hex')\n" + WRITE,
        "import { createHash } from 'node:crypto'",
      ),
    ),
    silent(
      'a request in the section, too: the same cure',
      held(`const answer = await fetch('https://x.example.com')\nstate = await hash(state, 12)\n${WRITE}`, BCRYPT),
    ),
    silent(
      'a function of another module that reads',
      held(`state = await loadState()\n${WRITE}`, "import { loadState } from './state'"),
    ),
    silent(
      'one that is told what is locked',
      held(`state = await computeState(id)\n${WRITE}`, "import { computeState } from './state'"),
    ),
    silent(
      'one whose result is not written',
      held(`await computeState()\n${WRITE}`, "import { computeState } from './state'"),
    ),
    silent(
      'one that gets the holder',
      held(`state = await computeState(client)\n${WRITE}`, "import { computeState } from './state'"),
    ),
    silent('a method of an object, which may be a repository', held(`state = await work.compute()\n${WRITE}`)),
    silent(
      'the key itself',
      held(WRITE, "import { keyOf } from './keys'").replaceAll('[id])\n', '[await keyOf(file)])\n'),
    ),
    silent(
      'set-up reads its files',
      held(
        `state = await composeSchema()\n${WRITE}`,
        "import { composeSchema } from './schema'",
        '',
        '$1',
        'bootstrap',
      ),
    ),
    // idleTransaction
    silent(
      'no transaction is open',
      held(
        `const { rows: [row] } = await client.query('SELECT body FROM files WHERE id = $1', [id])\nawait sharp(row.body).toBuffer()`,
        SHARP,
      ),
    ),
    silent(
      'after the transaction',
      inTransaction('await tx.file.update({ where: { id }, data: { state } })', SHARP).replace(
        '  })',
        '  }).then(() => sharp(file).toBuffer())',
      ),
    ),
  ],
  invalid: [
    reported(
      'rows of a query without LIMIT',
      'loop',
      held(`const { rows: items } = ${SELECT}\nfor (const one of items) ${WRITE}`),
      'items) await',
    ),
    reported('what the caller gave', 'loop', held(`for (const one of rows) ${WRITE}`), 'rows) await'),
    reported('by its length', 'loop', held(`for (let i = 0; i < rows.length; i++) ${WRITE}`), 'i < rows.length'),
    reported('all at once', 'loop', held(`await Promise.all(rows.map(async (one) => { ${WRITE} }))`), 'rows.map'),
    reported(
      'filtered and sorted',
      'loop',
      held(`const { rows: items } = ${SELECT}\nfor (const one of items.filter((x) => x.id > 1).sort()) ${WRITE}`),
      'items.filter((x) => x.id > 1).sort()',
    ),
    reported(
      'the entries of a map',
      'loop',
      held(`for (const [k, v] of new Map(rows).entries()) ${WRITE}`),
      'new Map(rows).entries()',
    ),
    reported(
      'read before the lock',
      'loop',
      held(`for (const one of items) ${WRITE}`, '', `const { rows: items } = ${SELECT}`),
      'items) await',
    ),
    reported(
      'work that cannot be seen',
      'loop',
      held(`for (const one of rows) await handle(one)`, "import { handle } from './items'"),
      'rows) await',
    ),
    reported(
      'what a call gave, whatever it reads',
      'loop',
      held(`const items = await due()\nfor (const one of items) ${WRITE}`, "import { due } from './items'"),
      'items) await',
    ),
    reported('heavy work for each', 'loop', held(`for (const one of rows) await hash(one, 12)`, BCRYPT), 'rows) await'),
    reported(
      'in a helper of the file: at its call',
      'loop',
      held(
        'await touch(client, rows)',
        "const touch = async (c, all) => { for (const one of all) await c.query('UPDATE t SET n = $1', [one]) }",
      ),
      'touch(client, rows)',
    ),
    reported(
      'in the callback that a wrapper runs',
      'loop',
      ts`
      import postgres from 'postgres'
      const sql = postgres()
      const withLock = (id, work) =>
        sql.begin(async (tx) => {
          await tx\`SELECT pg_advisory_xact_lock(\${id})\`
          return work(tx)
        })
      export const save = (id, items) =>
        withLock(id, async (tx) => {
          for (const item of items) await tx\`INSERT INTO items VALUES (\${item})\`
        })
    `,
      'items) await',
    ),
    reported(
      'Prisma: findMany without take',
      'loop',
      inTransaction(
        'const found = await tx.item.findMany({ where: { id } })\nfor (const one of found) await tx.item.update({ where: { id: one.id }, data: { state } })',
      ),
      'found) await',
    ),
    reported(
      'Kysely',
      'loop',
      ts`
      import { Kysely, PostgresDialect, sql } from 'kysely'
      import { Pool } from 'pg'
      const db = new Kysely({ dialect: new PostgresDialect({ pool: new Pool() }) })
      export const close = (id) =>
        db.transaction().execute(async (trx) => {
          await sql\`select pg_advisory_xact_lock(\${id})\`.execute(trx)
          const open = await trx.selectFrom('orders').selectAll().where('shop', '=', id).execute()
          for (const one of open) await trx.updateTable('orders').set({ open: false }).where('id', '=', one.id).execute()
        })
    `,
      'open) await',
    ),
    reported('hashing', 'hoistable', held(`state = await hash(state, 12)\n${WRITE}`, BCRYPT), 'hash(state, 12)'),
    reported(
      'with a salt that was made for it',
      'hoistable',
      held(
        `const salt = await bcrypt.genSalt()\nstate = await bcrypt.hash(state, 10)\n${WRITE}`,
        "import bcrypt from 'bcryptjs'",
      ),
      'bcrypt.hash(state, 10)',
    ),
    reported(
      'though a row decides whether it is wanted',
      'hoistable',
      held(
        `const { rows: [row] } = await client.query('SELECT done FROM orders WHERE id = $1', [id])\nif (row.done) return\nstate = gzipSync(file)\n${WRITE}`,
        "import { gzipSync } from 'node:zlib'",
      ),
      'gzipSync(file)',
    ),
    reported(
      'a chain of calls',
      'hoistable',
      held(`state = await sharp(file).resize(200).webp().toBuffer()\n${WRITE}`, SHARP),
      'sharp(file).resize(200).webp().toBuffer()',
    ),
    reported(
      'promisified',
      'hoistable',
      held(
        `state = await derive(state, 'salt', 64)\n${WRITE}`,
        "import { scrypt } from 'node:crypto'\nimport { promisify } from 'node:util'\nconst derive = promisify(scrypt)",
      ),
      "derive(state, 'salt', 64)",
    ),
    reported(
      'in a promise made by hand',
      'hoistable',
      held(
        `state = await new Promise((resolve, reject) => pbkdf2(state, 'salt', 1e6, 64, 'sha512', (e, k) => (e ? reject(e) : resolve(k))))\n${WRITE}`,
        "import { pbkdf2 } from 'node:crypto'",
      ),
      "pbkdf2(state, 'salt', 1e6, 64, 'sha512', (e, k) => (e ? reject(e) : resolve(k)))",
    ),
    reported(
      'side by side',
      'hoistable',
      held(`await Promise.all([hash(state, 12), hash(file, 12)])\n${WRITE}`, BCRYPT),
      'hash(state, 12)',
    ),
    reported(
      'an object of the package',
      'hoistable',
      held(
        `const book = new ExcelJS.Workbook()\nawait book.xlsx.load(file)\n${WRITE}`,
        "import ExcelJS from 'exceljs'",
      ),
      'book.xlsx.load(file)',
    ),
    reported(
      'a parser',
      'hoistable',
      held(`const items = parse(file, { columns: true })\n${WRITE}`, "import { parse } from 'csv-parse/sync'"),
      'parse(file, { columns: true })',
    ),
    reported(
      'in a transaction, too',
      'hoistable',
      inTransaction(
        'const passwordHash = await argon2.hash(state)\nawait tx.user.update({ where: { id }, data: { passwordHash } })',
        "import argon2 from 'argon2'",
      ),
      'argon2.hash(state)',
    ),
    reported(
      'a helper of the file: at its call',
      'hoistable',
      held(
        `state = await shrink(file)\n${WRITE}`,
        `${SHARP}\nconst shrink = (one) => sharp(one).resize(64).toBuffer()`,
      ),
      'shrink(file)',
    ),
    reported(
      'a function of another module whose result is written',
      'hoistable',
      held(
        `const report = await renderReport(file)\nawait client.query('UPDATE reports SET body = $2 WHERE id = $1', [id, report])`,
        "import { renderReport } from './report'",
      ),
      'renderReport(file)',
    ),
    reported(
      'and given to a function with the holder',
      'hoistable',
      held(
        `const report = await renderReport()\nawait save(client, report)`,
        "import { renderReport, save } from './report'",
      ),
      'renderReport()',
    ),
    reported(
      'it needs what the lock guards, inside the transaction',
      'idleTransaction',
      inTransaction(
        'const row = await tx.file.findUnique({ where: { id } })\nconst body = await sharp(row.body).toBuffer()\nawait tx.file.update({ where: { id }, data: { body } })',
        SHARP,
      ),
      'sharp(row.body).toBuffer()',
    ),
    reported(
      'also where nobody can tell what it needs',
      'idleTransaction',
      inTransaction(
        'const text = await load()\nconst body = await hash(text, 12)\nawait tx.file.update({ where: { id }, data: { body } })',
        `${BCRYPT}\nimport { load } from './texts'`,
      ),
      'hash(text, 12)',
    ),
    reported(
      'the first place of the section',
      'loop',
      held(`for (const one of rows) ${WRITE}\nstate = await hash(state, 12)`, BCRYPT),
      'rows) await',
    ),
  ],
})
