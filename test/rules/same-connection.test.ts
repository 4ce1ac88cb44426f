import rule from '../../rules/same-connection.ts'
import { assertionOptions, tester, ts } from './tester.ts'
import { drivers, placeOf, program, WRITE } from './uses.ts'

/** A function that holds a session lock on a client of `pool` around the lines. */
const underSession = (
  line: string,
  lock = 'pg_advisory_lock(41, 7)',
  head = 'const pool = new Pool()',
) => `import { Client, Pool } from 'pg'
${head}
export async function send(id, other) {
  const client = await pool.connect()
  try {
    await client.query('SELECT ${lock}')
    ${line}
    await client.query('SELECT pg_advisory_unlock(41, 7)')
  } finally {
    client.release(true)
  }
}`

/** The same for a transaction of Prisma, Knex, TypeORM, Sequelize. */
const inPrisma = (line: string) => `import { PrismaClient } from '@prisma/client'
const prisma = new PrismaClient()
export const send = (id, sql) =>
  prisma.$transaction(async (tx) => {
    await tx.$executeRaw\`SELECT pg_advisory_xact_lock(41, 7)\`
    ${line}
    await tx.invoice.update({ where: { id }, data: { sent: true } })
  })`
const inTypeorm = (line: string) => `import { DataSource } from 'typeorm'
const db = new DataSource({ type: 'postgres' })
export const send = (id) =>
  db.transaction(async (manager) => {
    await manager.query('SELECT pg_advisory_xact_lock(41, 7)')
    ${line}
  })`
const inSequelize = (line: string, head = '') => `import { Sequelize } from 'sequelize'
const db = new Sequelize('postgres://localhost/app')
${head}
export const send = (id, options) =>
  db.transaction(async (transaction) => {
    await db.query('SELECT pg_advisory_xact_lock(41, 7)', { transaction })
    ${line}
  })`
const inKnex = (line: string) => `import knex from 'knex'
const db = knex({ client: 'pg' })
export const send = (id) =>
  db.transaction(async (trx) => {
    await trx.raw('SELECT pg_advisory_xact_lock(41, 7)')
    ${line}
  })`

/** A statement that is built runs where it is awaited. */
const awaitOf = (code: string) => {
  const place = placeOf(code, "sent: '!'")
  return { ...place, column: place.column - 'await '.length }
}

const silent = (name: string, code: string) => ({ name, code })

/** A write through `sql` under a lock on a connection of `locks`. */
function beside(pools: string): string {
  const use = ts`
        export async function close(id: number) {
          const own = await locks.reserve()
          try {
            await own\`SELECT pg_advisory_lock(\${id})\`
            try {
              await sql\`UPDATE teams SET closed = true WHERE id = \${id}\`
            } finally {
              await own\`SELECT pg_advisory_unlock(\${id})\`
            }
          } finally {
            own.release()
          }
        }
  `
  return `import postgres from 'postgres'\n${pools}\n${use}`
}

tester.run('same-connection', rule, {
  assertionOptions,
  valid: [
    silent(
      'another holder is started under the lock and waited for when it is gone',
      ts`
        import { Sequelize } from 'sequelize'
        const sequelize = new Sequelize('postgres://localhost')
        async function sync() {
          await sequelize.query('UPDATE agents SET synced = true')
        }
        export async function waits() {
          const holder = await sequelize.transaction()
          await sequelize.query("SELECT pg_advisory_xact_lock(hashtext('sync'))", { transaction: holder })
          const waiting = sync()
          await holder.commit()
          await waiting
        }
      `,
    ),
    silent(
      'a factory of pools that is called twice: the lock has a pool of its own',
      beside(ts`
        const connect = (max: number) => {
          return postgres({ max })
        }
        const sql = connect(10)
        const locks = connect(4)
      `),
    ),
    silent(
      'migrations have transactions of their own beside the one that keeps the lock',
      ts`
        import { Sequelize } from 'sequelize'
        const sequelize = new Sequelize('postgres://localhost')
        const LOCK = 870778001
        async function runPendingMigrations() {
          await sequelize.query('ALTER TABLE teams ADD COLUMN closed boolean')
        }
        export async function start() {
          await sequelize.transaction(async (transaction) => {
            await sequelize.query(\`SELECT pg_advisory_xact_lock(\${LOCK})\`, { transaction })
            await runPendingMigrations()
          })
        }
      `,
    ),
    silent(
      'a daily job: one key at a time, and its losers leave at once',
      ts`
        import { Pool } from 'pg'
        const pool = new Pool()
        export async function rebuild(now: Date = new Date()) {
          const today = now.toISOString().slice(0, 10)
          const client = await pool.connect()
          try {
            const { rows } = await client.query('SELECT pg_try_advisory_lock(hashtext($1)) AS got', [\`rebuild:\${today}\`])
            if (!rows[0].got) return
            try {
              await pool.query('UPDATE reports SET built = now()')
            } finally {
              await client.query('SELECT pg_advisory_unlock(hashtext($1))', [\`rebuild:\${today}\`])
            }
          } finally {
            client.release()
          }
        }
      `,
    ),
    silent(
      'a pool that this run makes: nobody else keeps a connection of it',
      ts`
        import { Pool, type PoolClient } from 'pg'
        let pool: Pool
        let keeper: PoolClient
        beforeAll(async () => {
          pool = new Pool({ max: 2 })
          keeper = await pool.connect()
          await keeper.query('SELECT pg_advisory_lock(86420, 97631)')
          await pool.query('CREATE ROLE tester')
        })
        afterAll(async () => {
          await keeper.query('SELECT pg_advisory_unlock(86420, 97631)')
          keeper.release()
          await pool.end()
        })
      `,
    ),
    ...drivers.map((driver) =>
      silent(
        `lock and write on the transaction (${driver.name})`,
        program(driver, [driver.send(driver.tx, 'lock'), driver.send(driver.tx, 'write')], true),
      ),
    ),
    ...drivers.map((driver) =>
      silent(
        `xact lock on the outer handle is the subject of require-transaction (${driver.name})`,
        program(driver, [driver.send(driver.root, 'lock'), driver.send(driver.root, 'write')], true),
      ),
    ),
    silent(
      'holder is a client of its own',
      ts`
        import { Client, Pool } from 'pg'
        const pool = new Pool()
        export async function f(id: number) {
          const client = new Client()
          await client.connect()
          await client.query('SELECT pg_advisory_lock($1)', [id])
          await pool.query('UPDATE t SET a = 1 WHERE id = $1', [id])
          await client.end()
        }
      `,
    ),
    silent(
      'visibly different pool',
      ts`
        import { Pool } from 'pg'
        const locks = new Pool({ max: 5 })
        const pool = new Pool({ max: 20 })
        export async function f(id: number) {
          const client = await locks.connect()
          await client.query('SELECT pg_advisory_lock($1)', [id])
          await pool.query('UPDATE t SET a = 1 WHERE id = $1', [id])
          client.release(true)
        }
      `,
    ),
    silent(
      'visibly different pool, in fields',
      ts`
        import { Pool } from 'pg'
        export class Locks {
          constructor(private readonly locks: Pool, private readonly pool: Pool) {}
          async f(id: number) {
            const client = await this.locks.connect()
            await client.query('SELECT pg_advisory_lock($1)', [id])
            await this.pool.query('UPDATE t SET a = 1 WHERE id = $1', [id])
            client.release(true)
          }
        }
      `,
    ),
    silent('read on the root handle (pg)', underSession("await pool.query('SELECT 1 FROM t')")),
    silent('read on the root handle (prisma)', inPrisma('await prisma.invoice.findMany({ where: { id } })')),
    silent('read of a model called like a write (prisma)', inPrisma('await prisma.setting.findMany()')),
    silent('read of a model called address (prisma)', inPrisma('await prisma.address.findFirst({ where: { id } })')),
    silent('read of deleted rows (prisma)', inPrisma('await prisma.deletedInvoice.count()')),
    silent(
      'read by a query builder (typeorm)',
      inTypeorm("await db.createQueryBuilder().select('a').from('t', 'a').getMany()"),
    ),
    silent(
      'read by the query builder of a repository (typeorm)',
      inTypeorm("await db.getRepository('T').createQueryBuilder('t').addSelect('t.a').setParameter('id', id).getOne()"),
    ),
    silent('read with a CTE (knex)', inKnex("await db.with('l', db('t').where({ id })).select('*').from('l')")),
    silent('read of another schema (knex)', inKnex("await db.withSchema('app').select('*').from('t')")),
    silent('text out of sight', underSession('await pool.query(other)')),
    silent(
      'text of another module',
      `import { REPORT } from './sql.js'\n${underSession('await pool.query(REPORT, [id])')}`,
    ),
    silent('a hole in place of the statement', inPrisma('await prisma.$queryRawUnsafe(sql)')),
    silent('nobody waits for it', underSession("void pool.query('UPDATE t SET a = 1')")),
    silent(
      'nobody waits for it, and its error is caught',
      underSession("pool.query('UPDATE t SET a = 1').catch(() => {})"),
    ),
    silent('a heartbeat in a timer', underSession("setInterval(() => pool.query('UPDATE t SET a = 1'), 1000)")),
    silent(
      'a heartbeat in a timer, awaited there',
      underSession("setInterval(async () => { await pool.query('UPDATE t SET a = 1') }, 1000)"),
    ),
    silent('a statement that no transaction can hold', inKnex("await db.raw('CREATE INDEX CONCURRENTLY i ON t (a)')")),
    silent('VACUUM', inKnex("await db.raw('VACUUM t')")),
    silent('a notification', inKnex("await db.raw('NOTIFY changed')")),
    silent(
      'a failure that is written down before the rollback',
      ts`
        import { Pool } from 'pg'
        const pool = new Pool()
        export async function f(id: number) {
          const client = await pool.connect()
          try {
            await client.query('BEGIN')
            await client.query('SELECT pg_advisory_xact_lock($1)', [id])
            await client.query('UPDATE t SET a = 1 WHERE id = $1', [id])
            await client.query('COMMIT')
          } catch (error) {
            await pool.query('INSERT INTO failures (id) VALUES ($1)', [id])
            await client.query('ROLLBACK')
            throw error
          } finally {
            client.release()
          }
        }
      `,
    ),
    silent(
      'behind the COMMIT',
      ts`
        import { Pool } from 'pg'
        const pool = new Pool()
        export async function f(id: number) {
          const client = await pool.connect()
          await client.query('BEGIN')
          await client.query('SELECT pg_advisory_xact_lock($1)', [id])
          await client.query('COMMIT')
          await pool.query('UPDATE t SET a = 1 WHERE id = $1', [id])
          client.release()
        }
      `,
    ),
    silent(
      'on the path where the try answered false',
      ts`
        import { PrismaClient } from '@prisma/client'
        const prisma = new PrismaClient()
        export const f = (id: number) =>
          prisma.$transaction(async (tx) => {
            const [{ got }] = await tx.$queryRaw\`SELECT pg_try_advisory_xact_lock(\${id}) AS got\`
            if (!got) {
              await prisma.miss.create({ data: { id } })
              return
            }
            await tx.hit.create({ data: { id } })
          })
      `,
    ),
    silent(
      'try-lock on one constant key: losers leave at once',
      underSession("await pool.query('UPDATE t SET a = 1')", 'pg_try_advisory_lock(41, 7) AS got'),
    ),
    silent(
      'MikroORM: em inside transactional',
      ts`
        import { MikroORM } from '@mikro-orm/postgresql'
        const orm = await MikroORM.init({})
        export async function f(id: number) {
          const em = orm.em.fork()
          await em.transactional(async (tx) => {
            await tx.execute('SELECT pg_advisory_xact_lock(?)', [id])
            await em.execute('UPDATE t SET a = 1 WHERE id = ?', [id])
          })
        }
      `,
    ),
    silent('Sequelize with useCLS', inSequelize("await db.query('UPDATE t SET a = 1')", 'Sequelize.useCLS({})')),
    silent('Sequelize, options out of sight', inSequelize("await db.query('UPDATE t SET a = 1', options)")),
    silent(
      'Sequelize, a model that is given the transaction',
      inSequelize('await db.models.Invoice.update({ sent: true }, { where: { id }, transaction })'),
    ),
    silent(
      'Sequelize, a bulk insert that is given the transaction',
      inSequelize("await db.getQueryInterface().bulkInsert('t', [{ id }], { transaction })"),
    ),
    silent(
      'Sequelize, a model with options out of sight',
      inSequelize('await db.models.Invoice.update({ sent: true }, options)'),
    ),
    silent('Knex: transacting', inKnex("await db('t').where({ id }).update({ a: 1 }).transacting(trx)")),
    silent(
      'Knex: transacting before the rest',
      inKnex("await db('t').transacting(trx).where({ id }).update({ a: 1 })"),
    ),
    silent(
      'Knex: transacting in another statement',
      inKnex("const write = db('t').where({ id }).update({ a: 1 })\nawait write.transacting(trx)"),
    ),
    silent(
      'TypeORM: a query builder on the runner of the transaction',
      inTypeorm(
        "await db.createQueryBuilder().update('t').set({ a: 1 }).setQueryRunner(manager.queryRunner).execute()",
      ),
    ),
    silent(
      'TypeORM: a query builder made with the runner',
      inTypeorm("await db.createQueryBuilder(manager.queryRunner).update('t').set({ a: 1 }).execute()"),
    ),
    silent(
      'TypeORM: a repository of the transaction',
      inTypeorm("await manager.withRepository(db.getRepository('T')).save({ id })"),
    ),
    silent(
      'TypeORM: the runner as third argument',
      inTypeorm("await db.query('UPDATE t SET a = 1', [], manager.queryRunner)"),
    ),
    silent(
      'helper given the transaction by parameter',
      ts`
        import { PrismaClient } from '@prisma/client'
        const prisma = new PrismaClient()
        const mark = (tx, id: number) => tx.invoice.update({ where: { id }, data: { sent: true } })
        export const f = (id: number) =>
          prisma.$transaction(async (tx) => {
            await tx.$executeRaw\`SELECT pg_advisory_xact_lock(\${id})\`
            await mark(tx, id)
          })
      `,
    ),
    silent(
      'helper whose parameter has the root handle as default',
      ts`
        import { PrismaClient } from '@prisma/client'
        const prisma = new PrismaClient()
        const mark = (id: number, db = prisma) => db.invoice.update({ where: { id }, data: { sent: true } })
        export const f = (id: number) =>
          prisma.$transaction(async (tx) => {
            await tx.$executeRaw\`SELECT pg_advisory_xact_lock(\${id})\`
            await mark(id, tx)
          })
      `,
    ),
    silent(
      'helper given the transaction by context',
      ts`
        import { AsyncLocalStorage } from 'node:async_hooks'
        import { PrismaClient } from '@prisma/client'
        const prisma = new PrismaClient()
        const store = new AsyncLocalStorage<PrismaClient>()
        const db = () => store.getStore() ?? prisma
        export const f = (id: number) =>
          prisma.$transaction(async (tx) => {
            await tx.$executeRaw\`SELECT pg_advisory_xact_lock(\${id})\`
            await store.run(tx, () => db().invoice.update({ where: { id }, data: { sent: true } }))
          })
      `,
    ),
    silent(
      'repositories of other modules',
      ts`
        import { PrismaClient } from '@prisma/client'
        import { invoices } from './invoices.js'
        const prisma = new PrismaClient()
        export const f = (id: number) =>
          prisma.$transaction(async (tx) => {
            await tx.$executeRaw\`SELECT pg_advisory_xact_lock(\${id})\`
            await invoices.markSent(id)
          })
      `,
    ),
    silent(
      'migration runner (drizzle)',
      `import { migrate } from 'drizzle-orm/node-postgres/migrator'\n${underSession("await migrate(pool, { migrationsFolder: 'drizzle' })")}`,
    ),
    silent(
      'migration runner (umzug)',
      `import { Umzug } from 'umzug'\nconst umzug = new Umzug({})\n${underSession('await umzug.up()')}`,
    ),
    silent('migration runner (knex)', inKnex('await db.migrate.latest()')),
    silent('migration runner (typeorm)', inTypeorm('await db.runMigrations()')),
    silent(
      'a decorator routes the root handle',
      ts`
      import { DataSource } from 'typeorm'
      import { Transactional } from 'typeorm-transactional'
      export class Invoices {
        constructor(private readonly db: DataSource) {}
        @Transactional()
        async send(id: number) {
          await this.db.transaction(async (manager) => {
            await manager.query('SELECT pg_advisory_xact_lock($1)', [id])
            await this.db.query('UPDATE invoices SET sent = true WHERE id = $1', [id])
          })
        }
      }
    `,
    ),
  ],
  invalid: [
    {
      name: 'outerHandle, in a transaction of a helper: told at the call of the helper',
      code: ts`
        import { Sequelize } from 'sequelize'
        const sequelize = new Sequelize('postgres://localhost')
        async function release(id: number) {
          await sequelize.transaction(async (transaction) => {
            await sequelize.query('SELECT 1', { transaction })
            await sequelize.query('UPDATE leads SET held = false WHERE id = $1', { bind: [id] })
          })
        }
        export async function sweep(id: number) {
          return await sequelize.transaction(async (transaction) => {
            await sequelize.query('SELECT pg_advisory_xact_lock($1)', { bind: [id], transaction })
            return release(id)
          })
        }
      `,
      errors: [{ messageId: 'outerHandle', line: 12, column: 12, endLine: 12, endColumn: 23 }],
    },
    {
      name: 'samePool, one pool that two names of a factory stand for',
      code: beside(ts`
        const sql = postgres({ max: 10 })
        const getPool = () => sql
        const locks = getPool()
      `),
      errors: [{ messageId: 'samePool', line: 10, column: 13, endLine: 10, endColumn: 65 }],
    },
    {
      name: 'samePool, a key for each day that somebody names',
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool()
        export async function rebuild(day: Date) {
          const client = await pool.connect()
          try {
            const { rows } = await client.query('SELECT pg_try_advisory_lock(hashtext($1)) AS got', [day.toISOString()])
            if (!rows[0].got) return
            try {
              await pool.query('UPDATE reports SET built = now()')
            } finally {
              await client.query('SELECT pg_advisory_unlock(hashtext($1))', [day.toISOString()])
            }
          } finally {
            client.release()
          }
        }
      `,
      errors: [{ messageId: 'samePool', line: 9, column: 13, endLine: 9, endColumn: 59 }],
    },
    {
      name: 'samePool, a pool that this run makes for runs of its own',
      code: ts`
        import { Pool } from 'pg'
        export async function importAll(ids: number[]) {
          const pool = new Pool()
          await Promise.all(ids.map(async (id) => {
            const client = await pool.connect()
            try {
              await client.query('SELECT pg_advisory_lock(41, $1)', [id])
              try {
                await pool.query('UPDATE rows SET done = true WHERE id = $1', [id])
              } finally {
                await client.query('SELECT pg_advisory_unlock(41, $1)', [id])
              }
            } finally {
              client.release()
            }
          }))
          await pool.end()
        }
      `,
      errors: [{ messageId: 'samePool', line: 9, column: 15, endLine: 9, endColumn: 76 }],
    },
    ...drivers.map((driver) => {
      const code = program(driver, [driver.send(driver.tx, 'lock'), driver.send(driver.root, 'write')], true)
      return {
        name: `outerHandle (${driver.name})`,
        code,
        errors: [{ messageId: 'outerHandle', ...placeOf(code, WRITE) }],
      }
    }),
    ...[
      { name: 'samePool', code: underSession(`await pool.query('${WRITE}')`) },
      {
        name: 'samePool, try-lock on a key for each entity',
        code: underSession(`await pool.query('${WRITE}')`, "pg_try_advisory_lock(41, ' + id + ') AS got"),
      },
      {
        name: 'samePool, the only connection of the pool',
        code: underSession(
          `await pool.query('${WRITE}')`,
          'pg_advisory_lock(41, 7)',
          'const pool = new Pool({ max: 1 })',
        ),
      },
      {
        name: 'samePool, a read that waits for the only connection',
        code: underSession(
          "await pool.query('SELECT 1 -- ${WRITE}')".replace('${WRITE}', WRITE),
          'pg_advisory_lock(41, 7)',
          'const pool = new Pool({ max: 1 })',
        ),
      },
    ].map(({ name, code }) => ({ name, code, errors: [{ messageId: 'samePool', ...placeOf(code, WRITE) }] })),
    {
      name: 'samePool, at the call of the helper that sends it',
      code: `${underSession('await mark()')}\nasync function mark() {\n  await pool.query('${WRITE}')\n}`,
      errors: [{ messageId: 'samePool', line: 7, column: 11, endLine: 7, endColumn: 17 }],
    },
    ...[
      {
        name: 'a model of the root handle (prisma)',
        code: inPrisma("await prisma.invoice.update({ where: { id }, data: { sent: '!' } })"),
      },
      { name: 'a table of the root handle (knex)', code: inKnex("await db('t').where({ id }).update({ sent: '!' })") },
      {
        name: 'a query builder of the root handle (typeorm)',
        code: inTypeorm("await db.createQueryBuilder().update('t').set({ sent: '!' }).execute()"),
      },
      {
        name: 'a model without the transaction (sequelize)',
        code: inSequelize("await db.models.Invoice.update({ sent: '!' }, { where: { id } })"),
      },
    ].map(({ name, code }) => ({
      name: `outerHandle, ${name}`,
      code,
      errors: [{ messageId: 'outerHandle', ...awaitOf(code) }],
    })),
  ],
})
