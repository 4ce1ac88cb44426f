/** Each driver that has a pool and a transaction API, and how both send SQL. */

export const LOCK = 'SELECT pg_advisory_xact_lock(41, 7)'
export const WRITE = 'UPDATE invoices SET sent = true'

/** A driver with its pool, its transaction, and how both send SQL. `LOCK` stands for the call that is judged. */
export interface DriverUse {
  readonly name: string
  readonly head: string
  readonly send: (handle: string, sql: 'lock' | 'write') => string
  /** The handle of the pool, and what opens a transaction around its body. */
  readonly root: string
  readonly tx: string
  readonly open: string
  readonly close: string
}

const text = (call: string) => (handle: string, sql: 'lock' | 'write') =>
  `await ${handle}.${call}('${sql === 'lock' ? LOCK : WRITE}')`
const inTag = (handle: string, sql: 'lock' | 'write') =>
  `await ${handle}.execute(sql\`${sql === 'lock' ? LOCK : WRITE}\`)`

export const drivers: readonly DriverUse[] = [
  {
    name: 'pg',
    head: "import { Pool } from 'pg'\nconst db = new Pool()",
    send: text('query'),
    root: 'db',
    tx: 'client',
    open: "const client = await db.connect()\nawait client.query('BEGIN')",
    close: "await client.query('COMMIT')\nclient.release()",
  },
  {
    name: 'postgres.js',
    head: "import postgres from 'postgres'\nconst db = postgres()",
    send: (handle, sql) => `await ${handle}\`${sql === 'lock' ? LOCK : WRITE}\``,
    root: 'db',
    tx: 'tx',
    open: 'await db.begin(async (tx) => {',
    close: '})',
  },
  {
    name: 'knex',
    head: "import knex from 'knex'\nconst db = knex({ client: 'pg' })",
    send: text('raw'),
    root: 'db',
    tx: 'trx',
    open: 'await db.transaction(async (trx) => {',
    close: '})',
  },
  {
    name: 'kysely',
    head: "import { Kysely, PostgresDialect, sql } from 'kysely'\nimport { Pool } from 'pg'\nconst db = new Kysely({ dialect: new PostgresDialect({ pool: new Pool() }) })",
    send: (handle, sql) => `await sql\`${sql === 'lock' ? LOCK : WRITE}\`.execute(${handle})`,
    root: 'db',
    tx: 'trx',
    open: 'await db.transaction().execute(async (trx) => {',
    close: '})',
  },
  {
    name: 'drizzle (node-postgres)',
    head: "import { sql } from 'drizzle-orm'\nimport { drizzle } from 'drizzle-orm/node-postgres'\nimport { Pool } from 'pg'\nconst db = drizzle(new Pool())",
    send: inTag,
    root: 'db',
    tx: 'tx',
    open: 'await db.transaction(async (tx) => {',
    close: '})',
  },
  {
    name: 'drizzle (postgres-js)',
    head: "import { sql } from 'drizzle-orm'\nimport { drizzle } from 'drizzle-orm/postgres-js'\nimport postgres from 'postgres'\nconst db = drizzle(postgres())",
    send: inTag,
    root: 'db',
    tx: 'tx',
    open: 'await db.transaction(async (tx) => {',
    close: '})',
  },
  {
    name: 'prisma',
    head: "import { PrismaClient } from '@prisma/client'\nconst db = new PrismaClient()",
    send: (handle, sql) => `await ${handle}.$executeRaw\`${sql === 'lock' ? LOCK : WRITE}\``,
    root: 'db',
    tx: 'tx',
    open: 'await db.$transaction(async (tx) => {',
    close: '})',
  },
  {
    name: 'sequelize',
    head: "import { Sequelize } from 'sequelize'\nconst db = new Sequelize('postgres://localhost/app')",
    send: (handle, sql) =>
      `await db.query('${sql === 'lock' ? LOCK : WRITE}'${handle === 'db' ? '' : `, { transaction: ${handle} }`})`,
    root: 'db',
    tx: 'transaction',
    open: 'await db.transaction(async (transaction) => {',
    close: '})',
  },
  {
    name: 'typeorm',
    head: "import { DataSource } from 'typeorm'\nconst db = new DataSource({ type: 'postgres' })",
    send: text('query'),
    root: 'db',
    tx: 'manager',
    open: 'await db.transaction(async (manager) => {',
    close: '})',
  },
  {
    name: 'typeorm (query runner)',
    head: "import { DataSource } from 'typeorm'\nconst db = new DataSource({ type: 'postgres' })",
    send: text('query'),
    root: 'db',
    tx: 'runner',
    open: 'const runner = db.createQueryRunner()\nawait runner.startTransaction()',
    close: 'await runner.commitTransaction()\nawait runner.release()',
  },
  {
    name: 'pg-promise',
    head: "import pgPromise from 'pg-promise'\nconst db = pgPromise()('postgres://localhost/app')",
    send: text('any'),
    root: 'db',
    tx: 'task',
    open: 'await db.tx(async (task) => {',
    close: '})',
  },
  {
    name: 'slonik',
    head: "import { createPool, sql } from 'slonik'\nconst db = await createPool('postgres://localhost/app')",
    send: (handle, sql) => `await ${handle}.query(sql.unsafe\`${sql === 'lock' ? LOCK : WRITE}\`)`,
    root: 'db',
    tx: 'connection',
    open: 'await db.transaction(async (connection) => {',
    close: '})',
  },
  {
    name: 'mikro-orm (connection of its own)',
    head: "import { MikroORM } from '@mikro-orm/postgresql'\nconst orm = await MikroORM.init({})\nconst db = orm.em.getConnection()",
    send: (handle, sql) =>
      `await db.execute('${sql === 'lock' ? LOCK : WRITE}'${handle === 'db' ? '' : `, [], 'all', ${handle}`})`,
    root: 'db',
    tx: 'ctx',
    open: 'await db.transactional(async (ctx) => {',
    close: '})',
  },
]

/** A function of that driver around the lines. */
export const program = ({ head, open, close }: DriverUse, lines: readonly string[], inTransaction: boolean): string => {
  const body = (inTransaction ? [open, ...lines, close] : lines).join('\n')
  return `${head}\nexport async function send() {\n${body}\n}`
}

/** Where the call is whose SQL holds that text. */
export function placeOf(
  code: string,
  sql: string,
): { line: number; column: number; endLine: number; endColumn: number } {
  const lines = code.split('\n')
  const at = lines.findIndex((one) => one.includes(sql))
  const line = lines[at] ?? ''
  const column = line.indexOf('await ') + 'await '.length + 1
  return { line: at + 1, column, endLine: at + 1, endColumn: line.length + 1 }
}
