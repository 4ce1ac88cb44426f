import rule from '../../rules/require-dedicated-connection.ts'
import { assertionOptions, tester, ts } from './tester.ts'

tester.run('require-dedicated-connection', rule, {
  assertionOptions,
  valid: [
    {
      name: 'pinned: pg',
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool()

        export async function f(id: number) {
          const client = await pool.connect()
          try {
            await client.query('SELECT pg_advisory_lock($1)', [id])
            try {
              await client.query('UPDATE t SET a = 1 WHERE id = $1', [id])
            } finally {
              await client.query('SELECT pg_advisory_unlock($1)', [id])
            }
          } finally {
            client.release()
          }
        }
      `,
    },
    {
      name: 'lock of a transaction: pg',
      code: ts`
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
            await client.query('ROLLBACK')
            throw error
          } finally {
            client.release()
          }
        }
      `,
    },
    {
      name: 'pinned: postgres.js',
      code: ts`
        import postgres from 'postgres'
        const sql = postgres()

        export async function f(id: number) {
          const reserved = await sql.reserve()
          try {
            await reserved\`SELECT pg_advisory_lock(\${id})\`
            try {
              await reserved\`UPDATE t SET a = 1 WHERE id = \${id}\`
            } finally {
              await reserved\`SELECT pg_advisory_unlock(\${id})\`
            }
          } finally {
            reserved.release()
          }
        }
      `,
    },
    {
      name: 'lock of a transaction: postgres.js',
      code: ts`
        import postgres from 'postgres'
        const sql = postgres()

        export async function f(id: number) {
          await sql.begin(async (tx) => {
            await tx\`SELECT pg_advisory_xact_lock(\${id})\`
            await tx\`UPDATE t SET a = 1 WHERE id = \${id}\`
          })
        }
      `,
    },
    {
      name: 'lock of a transaction: prisma',
      code: ts`
        import { PrismaClient } from '@prisma/client'
        const prisma = new PrismaClient()

        export async function f(id: number) {
          await prisma.$transaction(async (tx) => {
            await tx.$executeRaw\`SELECT pg_advisory_xact_lock(\${id})\`
            await tx.$executeRaw\`UPDATE t SET a = 1 WHERE id = \${id}\`
          })
        }
      `,
    },
    {
      name: 'pinned: drizzle/node-postgres',
      code: ts`
        import { sql } from 'drizzle-orm'
        import { drizzle } from 'drizzle-orm/node-postgres'
        import { Pool } from 'pg'
        const pool = new Pool()
        const db = drizzle(pool)

        export async function f(id: number) {
          const client = await pool.connect()
          try {
            await drizzle(client).execute(sql\`SELECT pg_advisory_lock(\${id})\`)
            try {
              await drizzle(client).execute(sql\`UPDATE t SET a = 1 WHERE id = \${id}\`)
            } finally {
              await drizzle(client).execute(sql\`SELECT pg_advisory_unlock(\${id})\`)
            }
          } finally {
            client.release()
          }
        }
      `,
    },
    {
      name: 'lock of a transaction: drizzle/node-postgres',
      code: ts`
        import { sql } from 'drizzle-orm'
        import { drizzle } from 'drizzle-orm/node-postgres'
        import { Pool } from 'pg'
        const pool = new Pool()
        const db = drizzle(pool)

        export async function f(id: number) {
          await db.transaction(async (tx) => {
            await tx.execute(sql\`SELECT pg_advisory_xact_lock(\${id})\`)
            await tx.execute(sql\`UPDATE t SET a = 1 WHERE id = \${id}\`)
          })
        }
      `,
    },
    {
      name: 'lock of a transaction: drizzle/postgres-js',
      code: ts`
        import { sql } from 'drizzle-orm'
        import { drizzle } from 'drizzle-orm/postgres-js'
        const db = drizzle(process.env.DATABASE_URL!)

        export async function f(id: number) {
          await db.transaction(async (tx) => {
            await tx.execute(sql\`SELECT pg_advisory_xact_lock(\${id})\`)
            await tx.execute(sql\`UPDATE t SET a = 1 WHERE id = \${id}\`)
          })
        }
      `,
    },
    {
      name: 'lock of a transaction: drizzle/neon-serverless',
      code: ts`
        import { sql } from 'drizzle-orm'
        import { drizzle } from 'drizzle-orm/neon-serverless'
        const db = drizzle(process.env.DATABASE_URL!)

        export async function f(id: number) {
          await db.transaction(async (tx) => {
            await tx.execute(sql\`SELECT pg_advisory_xact_lock(\${id})\`)
            await tx.execute(sql\`UPDATE t SET a = 1 WHERE id = \${id}\`)
          })
        }
      `,
    },
    {
      name: 'lock of a transaction: drizzle/vercel-postgres',
      code: ts`
        import { sql } from 'drizzle-orm'
        import { drizzle } from 'drizzle-orm/vercel-postgres'
        const db = drizzle()

        export async function f(id: number) {
          await db.transaction(async (tx) => {
            await tx.execute(sql\`SELECT pg_advisory_xact_lock(\${id})\`)
            await tx.execute(sql\`UPDATE t SET a = 1 WHERE id = \${id}\`)
          })
        }
      `,
    },
    {
      name: 'lock of a transaction: drizzle/bun-sql',
      code: ts`
        import { sql } from 'drizzle-orm'
        import { drizzle } from 'drizzle-orm/bun-sql'
        const db = drizzle(process.env.DATABASE_URL!)

        export async function f(id: number) {
          await db.transaction(async (tx) => {
            await tx.execute(sql\`SELECT pg_advisory_xact_lock(\${id})\`)
            await tx.execute(sql\`UPDATE t SET a = 1 WHERE id = \${id}\`)
          })
        }
      `,
    },
    {
      name: 'pinned: kysely',
      code: ts`
        import { Kysely, PostgresDialect, sql } from 'kysely'
        import { Pool } from 'pg'
        const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool: new Pool() }) })

        export async function f(id: number) {
          await db.connection().execute(async (connection) => {
            await sql\`SELECT pg_advisory_lock(\${id})\`.execute(connection)
            try {
              await sql\`UPDATE t SET a = 1 WHERE id = \${id}\`.execute(connection)
            } finally {
              await sql\`SELECT pg_advisory_unlock(\${id})\`.execute(connection)
            }
          })
        }
      `,
    },
    {
      name: 'lock of a transaction: kysely',
      code: ts`
        import { Kysely, PostgresDialect, sql } from 'kysely'
        import { Pool } from 'pg'
        const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool: new Pool() }) })

        export async function f(id: number) {
          await db.transaction().execute(async (trx) => {
            await sql\`SELECT pg_advisory_xact_lock(\${id})\`.execute(trx)
            await sql\`UPDATE t SET a = 1 WHERE id = \${id}\`.execute(trx)
          })
        }
      `,
    },
    {
      name: 'pinned: knex',
      code: ts`
        import knex from 'knex'
        const db = knex({ client: 'pg' })

        export async function f(id: number) {
          const connection = await db.client.acquireConnection()
          try {
            await db.raw('SELECT pg_advisory_lock(?)', [id]).connection(connection)
            try {
              await db.raw('UPDATE t SET a = 1 WHERE id = ?', [id]).connection(connection)
            } finally {
              await db.raw('SELECT pg_advisory_unlock(?)', [id]).connection(connection)
            }
          } finally {
            await db.client.releaseConnection(connection)
          }
        }
      `,
    },
    {
      name: 'lock of a transaction: knex',
      code: ts`
        import knex from 'knex'
        const db = knex({ client: 'pg' })

        export async function f(id: number) {
          await db.transaction(async (trx) => {
            await trx.raw('SELECT pg_advisory_xact_lock(?)', [id])
            await trx.raw('UPDATE t SET a = 1 WHERE id = ?', [id])
          })
        }
      `,
    },
    {
      name: 'lock of a transaction: sequelize',
      code: ts`
        import { Sequelize } from 'sequelize'
        const sequelize = new Sequelize('postgres://localhost/app')

        export async function f(id: number) {
          await sequelize.transaction(async (transaction) => {
            await sequelize.query('SELECT pg_advisory_xact_lock($1)', { bind: [id], transaction })
            await sequelize.query('UPDATE t SET a = 1 WHERE id = $1', { bind: [id], transaction })
          })
        }
      `,
    },
    {
      name: 'pinned: typeorm',
      code: ts`
        import { DataSource } from 'typeorm'
        const dataSource = new DataSource({ type: 'postgres' })

        export async function f(id: number) {
          const runner = dataSource.createQueryRunner()
          try {
            await runner.query('SELECT pg_advisory_lock($1)', [id])
            try {
              await runner.query('UPDATE t SET a = 1 WHERE id = $1', [id])
            } finally {
              await runner.query('SELECT pg_advisory_unlock($1)', [id])
            }
          } finally {
            await runner.release()
          }
        }
      `,
    },
    {
      name: 'lock of a transaction: typeorm',
      code: ts`
        import { DataSource } from 'typeorm'
        const dataSource = new DataSource({ type: 'postgres' })

        export async function f(id: number) {
          await dataSource.transaction(async (manager) => {
            await manager.query('SELECT pg_advisory_xact_lock($1)', [id])
            await manager.query('UPDATE t SET a = 1 WHERE id = $1', [id])
          })
        }
      `,
    },
    {
      name: 'lock of a transaction: mikro-orm',
      code: ts`
        import { MikroORM } from '@mikro-orm/postgresql'
        const orm = await MikroORM.init()

        export async function f(id: number) {
          await orm.em.transactional(async (em) => {
            await em.execute('SELECT pg_advisory_xact_lock(?)', [id])
            await em.execute('UPDATE t SET a = 1 WHERE id = ?', [id])
          })
        }
      `,
    },
    {
      name: 'pinned: slonik',
      code: ts`
        import { createPool, sql } from 'slonik'
        const pool = await createPool('postgres://localhost/app')

        export async function f(id: number) {
          await pool.connect(async (connection) => {
            await connection.query(sql.unsafe\`SELECT pg_advisory_lock(\${id})\`)
            try {
              await connection.query(sql.unsafe\`UPDATE t SET a = 1 WHERE id = \${id}\`)
            } finally {
              await connection.query(sql.unsafe\`SELECT pg_advisory_unlock(\${id})\`)
            }
          })
        }
      `,
    },
    {
      name: 'lock of a transaction: slonik',
      code: ts`
        import { createPool, sql } from 'slonik'
        const pool = await createPool('postgres://localhost/app')

        export async function f(id: number) {
          await pool.transaction(async (transaction) => {
            await transaction.query(sql.unsafe\`SELECT pg_advisory_xact_lock(\${id})\`)
            await transaction.query(sql.unsafe\`UPDATE t SET a = 1 WHERE id = \${id}\`)
          })
        }
      `,
    },
    {
      name: 'pinned: pg-promise',
      code: ts`
        import pgPromise from 'pg-promise'
        const db = pgPromise()('postgres://localhost/app')

        export async function f(id: number) {
          await db.task(async (task) => {
            await task.any('SELECT pg_advisory_lock($1)', [id])
            try {
              await task.any('UPDATE t SET a = 1 WHERE id = $1', [id])
            } finally {
              await task.any('SELECT pg_advisory_unlock($1)', [id])
            }
          })
        }
      `,
    },
    {
      name: 'lock of a transaction: pg-promise',
      code: ts`
        import pgPromise from 'pg-promise'
        const db = pgPromise()('postgres://localhost/app')

        export async function f(id: number) {
          await db.tx(async (tx) => {
            await tx.any('SELECT pg_advisory_xact_lock($1)', [id])
            await tx.any('UPDATE t SET a = 1 WHERE id = $1', [id])
          })
        }
      `,
    },
    {
      name: 'pinned: vercel-postgres',
      code: ts`
        import { sql } from '@vercel/postgres'

        export async function f(id: number) {
          const client = await sql.connect()
          try {
            await client.sql\`SELECT pg_advisory_lock(\${id})\`
            try {
              await client.sql\`UPDATE t SET a = 1 WHERE id = \${id}\`
            } finally {
              await client.sql\`SELECT pg_advisory_unlock(\${id})\`
            }
          } finally {
            client.release()
          }
        }
      `,
    },
    {
      name: 'pinned: neon, its pool',
      code: ts`
        import { Pool } from '@neondatabase/serverless'
        const pool = new Pool()

        export async function f(id: number) {
          const client = await pool.connect()
          try {
            await client.query('SELECT pg_advisory_lock($1)', [id])
            try {
              await client.query('UPDATE t SET a = 1 WHERE id = $1', [id])
            } finally {
              await client.query('SELECT pg_advisory_unlock($1)', [id])
            }
          } finally {
            client.release()
          }
        }
      `,
    },
    {
      name: 'pinned: bun',
      code: ts`
        import { sql } from 'bun'

        export async function f(id: number) {
          const reserved = await sql.reserve()
          try {
            await reserved\`SELECT pg_advisory_lock(\${id})\`
            try {
              await reserved\`UPDATE t SET a = 1 WHERE id = \${id}\`
            } finally {
              await reserved\`SELECT pg_advisory_unlock(\${id})\`
            }
          } finally {
            reserved.release()
          }
        }
      `,
    },
    {
      name: 'lock of a transaction: bun',
      code: ts`
        import { sql } from 'bun'

        export async function f(id: number) {
          await sql.begin(async (tx) => {
            await tx\`SELECT pg_advisory_xact_lock(\${id})\`
            await tx\`UPDATE t SET a = 1 WHERE id = \${id}\`
          })
        }
      `,
    },
    {
      name: 'pinned: dumbo',
      code: ts`
        import { dumbo, SQL } from '@event-driven-io/dumbo'
        const pool = dumbo({ connectionString: process.env.DATABASE_URL! })

        export async function f(id: number) {
          await pool.withConnection(async (connection) => {
            await connection.execute.query(SQL\`SELECT pg_advisory_lock(\${id})\`)
            try {
              await connection.execute.query(SQL\`UPDATE t SET a = 1 WHERE id = \${id}\`)
            } finally {
              await connection.execute.query(SQL\`SELECT pg_advisory_unlock(\${id})\`)
            }
          })
        }
      `,
    },
    {
      name: 'lock of a transaction: dumbo',
      code: ts`
        import { dumbo, SQL } from '@event-driven-io/dumbo'
        const pool = dumbo({ connectionString: process.env.DATABASE_URL! })

        export async function f(id: number) {
          await pool.withTransaction(async (transaction) => {
            await transaction.execute.query(SQL\`SELECT pg_advisory_xact_lock(\${id})\`)
            await transaction.execute.query(SQL\`UPDATE t SET a = 1 WHERE id = \${id}\`)
          })
        }
      `,
    },
    {
      name: 'pinned: pgkit',
      code: ts`
        import { createClient, sql } from '@pgkit/client'
        const client = createClient('postgres://localhost/app')

        export async function f(id: number) {
          await client.connect(async (connection) => {
            await connection.query(sql\`SELECT pg_advisory_lock(\${id})\`)
            try {
              await connection.query(sql\`UPDATE t SET a = 1 WHERE id = \${id}\`)
            } finally {
              await connection.query(sql\`SELECT pg_advisory_unlock(\${id})\`)
            }
          })
        }
      `,
    },
    {
      name: 'lock of a transaction: pgkit',
      code: ts`
        import { createClient, sql } from '@pgkit/client'
        const client = createClient('postgres://localhost/app')

        export async function f(id: number) {
          await client.transaction(async (tx) => {
            await tx.query(sql\`SELECT pg_advisory_xact_lock(\${id})\`)
            await tx.query(sql\`UPDATE t SET a = 1 WHERE id = \${id}\`)
          })
        }
      `,
    },
    {
      name: 'one connection: pg, max',
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool({ max: 1 })

        export async function f(id: number) {
          await pool.query('SELECT pg_advisory_lock($1)', [id])
          try {
            await pool.query('UPDATE t SET a = 1 WHERE id = $1', [id])
          } finally {
            await pool.query('SELECT pg_advisory_unlock($1)', [id])
          }
        }
      `,
    },
    {
      name: 'one connection: pg, poolSize',
      code: ts`
        import pg from 'pg'
        const pool = new pg.Pool({ poolSize: 1 })

        export async function f(id: number) {
          await pool.query('SELECT pg_advisory_lock($1)', [id])
          try {
            await pool.query('UPDATE t SET a = 1 WHERE id = $1', [id])
          } finally {
            await pool.query('SELECT pg_advisory_unlock($1)', [id])
          }
        }
      `,
    },
    {
      name: 'one connection: pg, a named constant beside other options',
      code: ts`
        import { Pool } from 'pg'
        const ONE = 1
        const base = { host: 'localhost' }
        const pool = new Pool({ ...base, max: ONE })

        export async function f(id: number) {
          await pool.query('SELECT pg_advisory_lock($1)', [id])
          try {
            await pool.query('UPDATE t SET a = 1 WHERE id = $1', [id])
          } finally {
            await pool.query('SELECT pg_advisory_unlock($1)', [id])
          }
        }
      `,
    },
    {
      name: 'one connection: postgres.js, options',
      code: ts`
        import postgres from 'postgres'
        const sql = postgres({ max: 1 })

        export async function f(id: number) {
          await sql\`SELECT pg_advisory_lock(\${id})\`
          try {
            await sql\`UPDATE t SET a = 1 WHERE id = \${id}\`
          } finally {
            await sql\`SELECT pg_advisory_unlock(\${id})\`
          }
        }
      `,
    },
    {
      name: 'one connection: postgres.js, options behind a URL',
      code: ts`
        import postgres from 'postgres'
        const sql = postgres(process.env.DATABASE_URL!, { max: 1 })

        export async function f(id: number) {
          await sql\`SELECT pg_advisory_lock(\${id})\`
          try {
            await sql\`UPDATE t SET a = 1 WHERE id = \${id}\`
          } finally {
            await sql\`SELECT pg_advisory_unlock(\${id})\`
          }
        }
      `,
    },
    {
      name: 'one connection: postgres.js, in the URL',
      code: ts`
        import postgres from 'postgres'
        const sql = postgres('postgres://localhost/app?max=1')

        export async function f(id: number) {
          await sql\`SELECT pg_advisory_lock(\${id})\`
          try {
            await sql\`UPDATE t SET a = 1 WHERE id = \${id}\`
          } finally {
            await sql\`SELECT pg_advisory_unlock(\${id})\`
          }
        }
      `,
    },
    {
      name: 'one connection: prisma, connection_limit in a text',
      code: ts`
        import { PrismaClient } from '@prisma/client'
        const prisma = new PrismaClient({ datasourceUrl: \`\${process.env.DATABASE_URL}?connection_limit=1\` })

        export async function f(id: number) {
          await prisma.$executeRaw\`SELECT pg_advisory_lock(\${id})\`
          try {
            await prisma.$executeRaw\`UPDATE t SET a = 1 WHERE id = \${id}\`
          } finally {
            await prisma.$executeRaw\`SELECT pg_advisory_unlock(\${id})\`
          }
        }
      `,
    },
    {
      name: 'one connection: prisma, connection_limit of a data source',
      code: ts`
        import { PrismaClient } from '@prisma/client'
        const url = 'postgres://localhost/app?schema=public&connection_limit=1'
        const prisma = new PrismaClient({ datasources: { db: { url } } })

        export async function f(id: number) {
          await prisma.$executeRaw\`SELECT pg_advisory_lock(\${id})\`
          try {
            await prisma.$executeRaw\`UPDATE t SET a = 1 WHERE id = \${id}\`
          } finally {
            await prisma.$executeRaw\`SELECT pg_advisory_unlock(\${id})\`
          }
        }
      `,
    },
    {
      name: 'one connection: prisma, its adapter',
      code: ts`
        import { PrismaPg } from '@prisma/adapter-pg'
        import { PrismaClient } from '@prisma/client'
        const adapter = new PrismaPg({ connectionString: process.env.DATABASE_URL, max: 1 })
        const prisma = new PrismaClient({ adapter })

        export async function f(id: number) {
          await prisma.$executeRaw\`SELECT pg_advisory_lock(\${id})\`
          try {
            await prisma.$executeRaw\`UPDATE t SET a = 1 WHERE id = \${id}\`
          } finally {
            await prisma.$executeRaw\`SELECT pg_advisory_unlock(\${id})\`
          }
        }
      `,
    },
    {
      name: 'one connection: drizzle, over a pool',
      code: ts`
        import { sql } from 'drizzle-orm'
        import { drizzle } from 'drizzle-orm/node-postgres'
        import { Pool } from 'pg'
        const db = drizzle({ client: new Pool({ max: 1 }) })

        export async function f(id: number) {
          await db.execute(sql\`SELECT pg_advisory_lock(\${id})\`)
          try {
            await db.execute(sql\`UPDATE t SET a = 1 WHERE id = \${id}\`)
          } finally {
            await db.execute(sql\`SELECT pg_advisory_unlock(\${id})\`)
          }
        }
      `,
    },
    {
      name: 'one connection: drizzle, over postgres.js',
      code: ts`
        import { sql } from 'drizzle-orm'
        import { drizzle } from 'drizzle-orm/postgres-js'
        import postgres from 'postgres'
        const db = drizzle(postgres(process.env.DATABASE_URL!, { max: 1 }))

        export async function f(id: number) {
          await db.execute(sql\`SELECT pg_advisory_lock(\${id})\`)
          try {
            await db.execute(sql\`UPDATE t SET a = 1 WHERE id = \${id}\`)
          } finally {
            await db.execute(sql\`SELECT pg_advisory_unlock(\${id})\`)
          }
        }
      `,
    },
    {
      name: 'one connection: drizzle, its own connection',
      code: ts`
        import { sql } from 'drizzle-orm'
        import { drizzle } from 'drizzle-orm/node-postgres'
        const db = drizzle({ connection: { connectionString: process.env.DATABASE_URL, max: 1 } })

        export async function f(id: number) {
          await db.execute(sql\`SELECT pg_advisory_lock(\${id})\`)
          try {
            await db.execute(sql\`UPDATE t SET a = 1 WHERE id = \${id}\`)
          } finally {
            await db.execute(sql\`SELECT pg_advisory_unlock(\${id})\`)
          }
        }
      `,
    },
    {
      name: 'one connection: drizzle, over a client',
      code: ts`
        import { sql } from 'drizzle-orm'
        import { drizzle } from 'drizzle-orm/node-postgres'
        import { Client } from 'pg'
        const db = drizzle(new Client())

        export async function f(id: number) {
          await db.execute(sql\`SELECT pg_advisory_lock(\${id})\`)
          try {
            await db.execute(sql\`UPDATE t SET a = 1 WHERE id = \${id}\`)
          } finally {
            await db.execute(sql\`SELECT pg_advisory_unlock(\${id})\`)
          }
        }
      `,
    },
    {
      name: 'one connection: kysely',
      code: ts`
        import { Kysely, PostgresDialect, sql } from 'kysely'
        import { Pool } from 'pg'
        const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool: new Pool({ max: 1 }) }) })

        export async function f(id: number) {
          await sql\`SELECT pg_advisory_lock(\${id})\`.execute(db)
          try {
            await sql\`UPDATE t SET a = 1 WHERE id = \${id}\`.execute(db)
          } finally {
            await sql\`SELECT pg_advisory_unlock(\${id})\`.execute(db)
          }
        }
      `,
    },
    {
      name: 'one connection: kysely over postgres.js',
      code: ts`
        import { Kysely, sql } from 'kysely'
        import { PostgresJSDialect } from 'kysely-postgres-js'
        import postgres from 'postgres'
        const db = new Kysely<Database>({ dialect: new PostgresJSDialect({ postgres: postgres({ max: 1 }) }) })

        export async function f(id: number) {
          await sql\`SELECT pg_advisory_lock(\${id})\`.execute(db)
          try {
            await sql\`UPDATE t SET a = 1 WHERE id = \${id}\`.execute(db)
          } finally {
            await sql\`SELECT pg_advisory_unlock(\${id})\`.execute(db)
          }
        }
      `,
    },
    {
      name: 'one connection: knex',
      code: ts`
        import knex from 'knex'
        const db = knex({ client: 'pg', pool: { min: 0, max: 1 } })

        export async function f(id: number) {
          await db.raw('SELECT pg_advisory_lock(?)', [id])
          try {
            await db.raw('UPDATE t SET a = 1 WHERE id = ?', [id])
          } finally {
            await db.raw('SELECT pg_advisory_unlock(?)', [id])
          }
        }
      `,
    },
    {
      name: 'one connection: sequelize',
      code: ts`
        import { Sequelize } from 'sequelize'
        const sequelize = new Sequelize('postgres://localhost/app', { pool: { max: 1 } })

        export async function f(id: number) {
          await sequelize.query('SELECT pg_advisory_lock($1)', { bind: [id] })
          try {
            await sequelize.query('UPDATE t SET a = 1 WHERE id = $1', { bind: [id] })
          } finally {
            await sequelize.query('SELECT pg_advisory_unlock($1)', { bind: [id] })
          }
        }
      `,
    },
    {
      name: 'one connection: typeorm, poolSize',
      code: ts`
        import { DataSource } from 'typeorm'
        const dataSource = new DataSource({ type: 'postgres', poolSize: 1 })

        export async function f(id: number) {
          await dataSource.query('SELECT pg_advisory_lock($1)', [id])
          try {
            await dataSource.query('UPDATE t SET a = 1 WHERE id = $1', [id])
          } finally {
            await dataSource.query('SELECT pg_advisory_unlock($1)', [id])
          }
        }
      `,
    },
    {
      name: 'one connection: typeorm, extra.max',
      code: ts`
        import { DataSource } from 'typeorm'
        const dataSource = new DataSource({ type: 'postgres', extra: { max: 1 } })

        export async function f(id: number) {
          await dataSource.manager.query('SELECT pg_advisory_lock($1)', [id])
          try {
            await dataSource.manager.query('UPDATE t SET a = 1 WHERE id = $1', [id])
          } finally {
            await dataSource.manager.query('SELECT pg_advisory_unlock($1)', [id])
          }
        }
      `,
    },
    {
      name: 'one connection: mikro-orm',
      code: ts`
        import { MikroORM } from '@mikro-orm/postgresql'
        const orm = await MikroORM.init({ pool: { min: 1, max: 1 } })
        const em = orm.em.fork()

        export async function f(id: number) {
          await em.execute('SELECT pg_advisory_lock(?)', [id])
          try {
            await em.execute('UPDATE t SET a = 1 WHERE id = ?', [id])
          } finally {
            await em.execute('SELECT pg_advisory_unlock(?)', [id])
          }
        }
      `,
    },
    {
      name: 'one connection: slonik',
      code: ts`
        import { createPool, sql } from 'slonik'
        const pool = await createPool('postgres://localhost/app', { maximumPoolSize: 1 })

        export async function f(id: number) {
          await pool.query(sql.unsafe\`SELECT pg_advisory_lock(\${id})\`)
          try {
            await pool.query(sql.unsafe\`UPDATE t SET a = 1 WHERE id = \${id}\`)
          } finally {
            await pool.query(sql.unsafe\`SELECT pg_advisory_unlock(\${id})\`)
          }
        }
      `,
    },
    {
      name: 'one connection: pg-promise',
      code: ts`
        import pgPromise from 'pg-promise'
        const db = pgPromise()({ connectionString: process.env.DATABASE_URL, max: 1 })

        export async function f(id: number) {
          await db.any('SELECT pg_advisory_lock($1)', [id])
          try {
            await db.any('UPDATE t SET a = 1 WHERE id = $1', [id])
          } finally {
            await db.any('SELECT pg_advisory_unlock($1)', [id])
          }
        }
      `,
    },
    {
      name: 'one connection: vercel-postgres',
      code: ts`
        import { createPool } from '@vercel/postgres'
        const pool = createPool({ max: 1 })

        export async function f(id: number) {
          await pool.query('SELECT pg_advisory_lock($1)', [id])
          try {
            await pool.query('UPDATE t SET a = 1 WHERE id = $1', [id])
          } finally {
            await pool.query('SELECT pg_advisory_unlock($1)', [id])
          }
        }
      `,
    },
    {
      name: 'one connection: neon',
      code: ts`
        import { Pool } from '@neondatabase/serverless'
        const pool = new Pool({ max: 1 })

        export async function f(id: number) {
          await pool.query('SELECT pg_advisory_lock($1)', [id])
          try {
            await pool.query('UPDATE t SET a = 1 WHERE id = $1', [id])
          } finally {
            await pool.query('SELECT pg_advisory_unlock($1)', [id])
          }
        }
      `,
    },
    {
      name: 'one connection: bun',
      code: ts`
        import { SQL } from 'bun'
        const sql = new SQL(process.env.DATABASE_URL!, { max: 1 })

        export async function f(id: number) {
          await sql\`SELECT pg_advisory_lock(\${id})\`
          try {
            await sql\`UPDATE t SET a = 1 WHERE id = \${id}\`
          } finally {
            await sql\`SELECT pg_advisory_unlock(\${id})\`
          }
        }
      `,
    },
    {
      name: 'one connection: dumbo over a client',
      code: ts`
        import { dumbo, SQL } from '@event-driven-io/dumbo'
        import { Client } from 'pg'
        const client = new Client()
        const pool = dumbo({ connectionString: process.env.DATABASE_URL!, client })

        export async function f(id: number) {
          await pool.execute.query(SQL\`SELECT pg_advisory_lock(\${id})\`)
          try {
            await pool.execute.query(SQL\`UPDATE t SET a = 1 WHERE id = \${id}\`)
          } finally {
            await pool.execute.query(SQL\`SELECT pg_advisory_unlock(\${id})\`)
          }
        }
      `,
    },
    {
      name: 'one connection: pgkit',
      code: ts`
        import { createClient, sql } from '@pgkit/client'
        const client = createClient('postgres://localhost/app', { pgpOptions: { connect: { max: 1 } } })

        export async function f(id: number) {
          await client.query(sql\`SELECT pg_advisory_lock(\${id})\`)
          try {
            await client.query(sql\`UPDATE t SET a = 1 WHERE id = \${id}\`)
          } finally {
            await client.query(sql\`SELECT pg_advisory_unlock(\${id})\`)
          }
        }
      `,
    },
    {
      name: 'PGlite: one session by nature',
      code: ts`
        import { PGlite } from '@electric-sql/pglite'
        const db = new PGlite()

        export async function f(id: number) {
          await db.query('SELECT pg_advisory_lock($1)', [id])
          try {
            await db.query('UPDATE t SET a = 1 WHERE id = $1', [id])
          } finally {
            await db.query('SELECT pg_advisory_unlock($1)', [id])
          }
        }
      `,
    },
    {
      name: 'PGlite: through drizzle',
      code: ts`
        import { sql } from 'drizzle-orm'
        import { drizzle } from 'drizzle-orm/pglite'
        const db = drizzle()

        export async function f(id: number) {
          await db.execute(sql\`SELECT pg_advisory_lock(\${id})\`)
          try {
            await db.execute(sql\`UPDATE t SET a = 1 WHERE id = \${id}\`)
          } finally {
            await db.execute(sql\`SELECT pg_advisory_unlock(\${id})\`)
          }
        }
      `,
    },
    {
      name: 'PGlite: through a dialect that no table knows (kysely)',
      code: ts`
        import { PGlite } from '@electric-sql/pglite'
        import { Kysely, sql } from 'kysely'
        import { PGliteDialect } from 'kysely-pglite-dialect'
        const db = new Kysely<Database>({ dialect: new PGliteDialect(new PGlite()) })

        export async function f(id: number) {
          await sql\`SELECT pg_advisory_lock(\${id})\`.execute(db)
          try {
            await sql\`UPDATE t SET a = 1 WHERE id = \${id}\`.execute(db)
          } finally {
            await sql\`SELECT pg_advisory_unlock(\${id})\`.execute(db)
          }
        }
      `,
    },
    {
      name: 'PGlite: behind no pooler',
      code: ts`
        import { PGlite } from '@electric-sql/pglite'
        const db = new PGlite()

        export async function f(id: number) {
          await db.query('SELECT pg_advisory_lock($1)', [id])
          try {
            await db.query('UPDATE t SET a = 1 WHERE id = $1', [id])
          } finally {
            await db.query('SELECT pg_advisory_unlock($1)', [id])
          }
        }
      `,
      settings: { 'pg-advisory-lock': { poolMode: 'transaction' } },
    },
    {
      name: 'dedicated: a client of its own',
      code: ts`
        import { Client } from 'pg'
        const client = new Client()
        await client.connect()

        export async function f(id: number) {
          await client.query('SELECT pg_advisory_lock($1)', [id])
          try {
            await client.query('UPDATE t SET a = 1 WHERE id = $1', [id])
          } finally {
            await client.query('SELECT pg_advisory_unlock($1)', [id])
          }
        }
      `,
    },
    {
      name: 'own pool: made in the function, used alone, ended',
      code: ts`
        import { Pool } from 'pg'

        export async function f(id: number) {
          const pool = new Pool()
          await pool.query('SELECT pg_advisory_lock($1)', [id])
          try {
            await pool.query('UPDATE t SET a = 1 WHERE id = $1', [id])
          } finally {
            await pool.query('SELECT pg_advisory_unlock($1)', [id])
          }
          await pool.end()
        }
      `,
    },
    {
      name: 'own pool: used through a closure that stays inside',
      code: ts`
        import { Pool } from 'pg'

        export async function f(id: number) {
          const pool = new Pool()
          const run = (text: string) => pool.query(text, [id])
          await run('SELECT pg_advisory_lock($1)')
          await run('UPDATE t SET a = 1 WHERE id = $1')
          await run('SELECT pg_advisory_unlock($1)')
          await pool.end()
        }
      `,
    },
    {
      name: 'own pool: from a factory of this file',
      code: ts`
        import { Pool } from 'pg'

        const createPool = () => new Pool({ connectionString: process.env.DATABASE_URL })

        export async function f(id: number) {
          const pool = createPool()
          await pool.query('SELECT pg_advisory_lock($1)', [id])
          try {
            await pool.query('UPDATE t SET a = 1 WHERE id = $1', [id])
          } finally {
            await pool.query('SELECT pg_advisory_unlock($1)', [id])
          }
          await pool.end()
        }
      `,
    },
    {
      name: 'own pool: given to a migration that is awaited',
      code: ts`
        import { sql } from 'drizzle-orm'
        import { drizzle } from 'drizzle-orm/node-postgres'
        import { migrate } from 'drizzle-orm/node-postgres/migrator'
        import { Pool } from 'pg'

        export async function main() {
          const pool = new Pool()
          const db = drizzle(pool)
          await db.execute(sql\`SELECT pg_advisory_lock(hashtext('migrations'))\`)
          await migrate(db, { migrationsFolder: 'drizzle' })
          await db.execute(sql\`SELECT pg_advisory_unlock(hashtext('migrations'))\`)
          await pool.end()
        }
      `,
    },
    {
      name: 'unknown: a union',
      code: ts`
        import type { Pool, PoolClient } from 'pg'

        export async function f(db: Pool | PoolClient, id: number) {
          await db.query('SELECT pg_advisory_lock($1)', [id])
          try {
            await db.query('UPDATE t SET a = 1 WHERE id = $1', [id])
          } finally {
            await db.query('SELECT pg_advisory_unlock($1)', [id])
          }
        }
      `,
    },
    {
      name: 'unknown: a union behind a name',
      code: ts`
        import type { Prisma, PrismaClient } from '@prisma/client'
        type Db = PrismaClient | Prisma.TransactionClient

        export async function f(db: Db, id: number) {
          await db.$executeRaw\`SELECT pg_advisory_lock(\${id})\`
          try {
            await db.$executeRaw\`UPDATE t SET a = 1 WHERE id = \${id}\`
          } finally {
            await db.$executeRaw\`SELECT pg_advisory_unlock(\${id})\`
          }
        }
      `,
    },
    {
      name: 'unknown: a part of a type',
      code: ts`
        import type { Pool } from 'pg'

        export async function f(db: Pick<Pool, 'query'>, id: number) {
          await db.query('SELECT pg_advisory_lock($1)', [id])
          try {
            await db.query('UPDATE t SET a = 1 WHERE id = $1', [id])
          } finally {
            await db.query('SELECT pg_advisory_unlock($1)', [id])
          }
        }
      `,
    },
    {
      name: 'unknown: an own interface',
      code: ts`
        interface Queryable {
          query(text: string, values?: unknown[]): Promise<unknown>
        }

        export async function f(db: Queryable, id: number) {
          await db.query('SELECT pg_advisory_lock($1)', [id])
          try {
            await db.query('UPDATE t SET a = 1 WHERE id = $1', [id])
          } finally {
            await db.query('SELECT pg_advisory_unlock($1)', [id])
          }
        }
      `,
    },
    {
      name: 'unknown: Kysely',
      code: ts`
        import { type Kysely, sql } from 'kysely'

        export async function f(db: Kysely<Database>, id: number) {
          await sql\`SELECT pg_advisory_lock(\${id})\`.execute(db)
          try {
            await sql\`UPDATE t SET a = 1 WHERE id = \${id}\`.execute(db)
          } finally {
            await sql\`SELECT pg_advisory_unlock(\${id})\`.execute(db)
          }
        }
      `,
    },
    {
      name: 'unknown: Knex',
      code: ts`
        import type { Knex } from 'knex'

        export async function f(db: Knex, id: number) {
          await db.raw('SELECT pg_advisory_lock(?)', [id])
          try {
            await db.raw('UPDATE t SET a = 1 WHERE id = ?', [id])
          } finally {
            await db.raw('SELECT pg_advisory_unlock(?)', [id])
          }
        }
      `,
    },
    {
      name: 'unknown: EntityManager (typeorm)',
      code: ts`
        import { InjectEntityManager } from '@nestjs/typeorm'
        import { EntityManager } from 'typeorm'

        export class Jobs {
          constructor(@InjectEntityManager() private readonly em: EntityManager) {}

          async f(id: number) {
            await this.em.query('SELECT pg_advisory_lock($1)', [id])
            try {
              await this.em.query('UPDATE t SET a = 1 WHERE id = $1', [id])
            } finally {
              await this.em.query('SELECT pg_advisory_unlock($1)', [id])
            }
          }
        }
      `,
    },
    {
      name: 'unknown: EntityManager (mikro-orm)',
      code: ts`
        import type { EntityManager } from '@mikro-orm/postgresql'

        export async function f(em: EntityManager, id: number) {
          await em.execute('SELECT pg_advisory_lock(?)', [id])
          try {
            await em.execute('UPDATE t SET a = 1 WHERE id = ?', [id])
          } finally {
            await em.execute('SELECT pg_advisory_unlock(?)', [id])
          }
        }
      `,
    },
    {
      name: 'unknown: Sql (postgres.js)',
      code: ts`
        import type { Sql } from 'postgres'

        export async function f(sql: Sql, id: number) {
          await sql\`SELECT pg_advisory_lock(\${id})\`
          try {
            await sql\`UPDATE t SET a = 1 WHERE id = \${id}\`
          } finally {
            await sql\`SELECT pg_advisory_unlock(\${id})\`
          }
        }
      `,
    },
    {
      name: 'unknown: a database of drizzle',
      code: ts`
        import { sql } from 'drizzle-orm'
        import type { NodePgDatabase } from 'drizzle-orm/node-postgres'

        export async function f(db: NodePgDatabase, id: number) {
          await db.execute(sql\`SELECT pg_advisory_lock(\${id})\`)
          try {
            await db.execute(sql\`UPDATE t SET a = 1 WHERE id = \${id}\`)
          } finally {
            await db.execute(sql\`SELECT pg_advisory_unlock(\${id})\`)
          }
        }
      `,
    },
    {
      name: 'unknown: another module',
      code: ts`
        import { db } from './db'

        export async function f(id: number) {
          await db.query('SELECT pg_advisory_lock($1)', [id])
          try {
            await db.query('UPDATE t SET a = 1 WHERE id = $1', [id])
          } finally {
            await db.query('SELECT pg_advisory_unlock($1)', [id])
          }
        }
      `,
    },
    {
      name: 'unknown: drizzle over what another module exports',
      code: ts`
        import { sql } from 'drizzle-orm'
        import { drizzle } from 'drizzle-orm/postgres-js'
        import { client } from './client'
        import * as schema from './schema'
        const db = drizzle({ client, schema })

        export async function f(id: number) {
          await db.execute(sql\`SELECT pg_advisory_lock(\${id})\`)
          try {
            await db.execute(sql\`UPDATE t SET a = 1 WHERE id = \${id}\`)
          } finally {
            await db.execute(sql\`SELECT pg_advisory_unlock(\${id})\`)
          }
        }
      `,
    },
    {
      name: 'unknown: kysely over a pool that is made later',
      code: ts`
        import { Kysely, PostgresDialect, sql } from 'kysely'
        import { createPool } from './pool'
        const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool: async () => createPool() }) })

        export async function f(id: number) {
          await sql\`SELECT pg_advisory_lock(\${id})\`.execute(db)
          try {
            await sql\`UPDATE t SET a = 1 WHERE id = \${id}\`.execute(db)
          } finally {
            await sql\`SELECT pg_advisory_unlock(\${id})\`.execute(db)
          }
        }
      `,
    },
    {
      name: 'unknown: the pool only where the caller gives nothing',
      code: ts`
        import { Pool } from 'pg'
        import type { Queryable } from './types'
        const pool = new Pool()

        export async function f(id: number, db: Queryable = pool) {
          await db.query('SELECT pg_advisory_lock($1)', [id])
          try {
            await db.query('UPDATE t SET a = 1 WHERE id = $1', [id])
          } finally {
            await db.query('SELECT pg_advisory_unlock($1)', [id])
          }
        }
      `,
    },
    {
      name: 'helper: given a client that its caller checked out',
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool()

        async function lock(db: any, id: number) {
          await db.query('SELECT pg_advisory_lock($1)', [id])
        }

        export async function f(id: number) {
          const client = await pool.connect()
          try {
            await lock(client, id)
            try {
              await client.query('UPDATE t SET a = 1 WHERE id = $1', [id])
            } finally {
              await client.query('SELECT pg_advisory_unlock($1)', [id])
            }
          } finally {
            client.release()
          }
        }
      `,
    },
    {
      name: 'helper: given a pool of one connection, though its type says Pool',
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool({ max: 1 })

        async function lock(db: Pool, id: number) {
          await db.query('SELECT pg_advisory_lock($1)', [id])
        }

        export async function f(id: number) {
          await lock(pool, id)
          try {
            await pool.query('UPDATE t SET a = 1 WHERE id = $1', [id])
          } finally {
            await pool.query('SELECT pg_advisory_unlock($1)', [id])
          }
        }
      `,
    },
    {
      name: 'helper: given a pool that its caller made for itself',
      code: ts`
        import { Pool } from 'pg'

        async function lock(db: any, id: number) {
          await db.query('SELECT pg_advisory_lock($1)', [id])
        }

        export async function f(id: number) {
          const own = new Pool()
          await lock(own, id)
          try {
            await own.query('UPDATE t SET a = 1 WHERE id = $1', [id])
          } finally {
            await own.query('SELECT pg_advisory_unlock($1)', [id])
          }
          await own.end()
        }
      `,
    },
    {
      name: 'layer: over a client',
      code: ts`
        import { Client } from 'pg'

        export class Database {
          readonly #client = new Client()

          private run(text: string, values: unknown[] = []) {
            return this.#client.query(text, values)
          }

          async f(id: number) {
            await this.run('SELECT pg_advisory_lock($1)', [id])
            try {
              await this.run('UPDATE t SET a = 1 WHERE id = $1', [id])
            } finally {
              await this.run('SELECT pg_advisory_unlock($1)', [id])
            }
          }
        }
      `,
    },
    {
      name: 'at once: lock and unlock in one text',
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool()
        const TOTALS = 71

        export async function refresh() {
          await pool.query(
            \`SELECT pg_advisory_lock(\${TOTALS}); REFRESH MATERIALIZED VIEW totals; SELECT pg_advisory_unlock(\${TOTALS})\`,
          )
        }
      `,
    },
    {
      name: 'at once: lock and unlock in one array (prisma)',
      code: ts`
        import { PrismaClient } from '@prisma/client'
        const prisma = new PrismaClient()

        export async function f(id: number) {
          await prisma.$transaction([
            prisma.$executeRaw\`SELECT pg_advisory_lock(\${id})\`,
            prisma.$executeRaw\`UPDATE t SET a = 1 WHERE id = \${id}\`,
            prisma.$executeRaw\`SELECT pg_advisory_unlock(\${id})\`,
          ])
        }
      `,
    },
    {
      name: 'at once: lock and unlock in one array (neon)',
      code: ts`
        import { neon } from '@neondatabase/serverless'
        const sql = neon(process.env.DATABASE_URL!)

        export async function f(id: number) {
          await sql.transaction([
            sql\`SELECT pg_advisory_lock(\${id})\`,
            sql\`UPDATE t SET a = 1 WHERE id = \${id}\`,
            sql\`SELECT pg_advisory_unlock(\${id})\`,
          ])
        }
      `,
    },
    {
      name: 'by context: the fork of a transaction (mikro-orm)',
      code: ts`
        import { MikroORM } from '@mikro-orm/postgresql'
        const orm = await MikroORM.init()

        export async function f(id: number) {
          const em = orm.em.fork()
          await em.transactional(async () => {
            await em.execute('SELECT pg_advisory_lock(?)', [id])
            try {
              await em.execute('UPDATE t SET a = 1 WHERE id = ?', [id])
            } finally {
              await em.execute('SELECT pg_advisory_unlock(?)', [id])
            }
          })
        }
      `,
    },
    {
      name: 'by context: a transaction that a fork began (mikro-orm)',
      code: ts`
        import { MikroORM } from '@mikro-orm/postgresql'
        const orm = await MikroORM.init()

        export async function f(id: number) {
          const em = orm.em.fork()
          await em.begin()
          await em.execute('SELECT pg_advisory_lock(?)', [id])
          try {
            await em.execute('UPDATE t SET a = 1 WHERE id = ?', [id])
          } finally {
            await em.execute('SELECT pg_advisory_unlock(?)', [id])
          }
          await em.commit()
        }
      `,
    },
    {
      name: 'by context: once useCLS is visible (sequelize)',
      code: ts`
        import { createNamespace } from 'cls-hooked'
        import { Sequelize } from 'sequelize'
        Sequelize.useCLS(createNamespace('transaction'))
        const sequelize = new Sequelize('postgres://localhost/app')

        export async function f(id: number) {
          await sequelize.transaction(async () => {
            await sequelize.query('SELECT pg_advisory_lock($1)', { bind: [id] })
            try {
              await sequelize.query('UPDATE t SET a = 1 WHERE id = $1', { bind: [id] })
            } finally {
              await sequelize.query('SELECT pg_advisory_unlock($1)', { bind: [id] })
            }
          })
        }
      `,
    },
    {
      name: 'another lock: one of a transaction, though it is on the pool',
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool()

        export async function f(id: number) {
          await pool.query('SELECT pg_advisory_xact_lock($1)', [id])
        }
      `,
    },
    {
      name: 'another call: an unlock alone',
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool()

        export async function f(id: number) {
          await pool.query('SELECT pg_advisory_unlock($1)', [id])
        }
      `,
    },
    {
      name: 'not run: a function that is created',
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool()

        export async function migrate() {
          await pool.query(
            'CREATE FUNCTION hold(k bigint) RETURNS void LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_advisory_lock(k); END $$',
          )
        }
      `,
    },
    {
      name: 'poolMode transaction: a lock of a transaction',
      code: ts`
        import postgres from 'postgres'
        const sql = postgres()

        export async function f(id: number) {
          await sql.begin(async (tx) => {
            await tx\`SELECT pg_advisory_xact_lock(\${id})\`
            await tx\`UPDATE t SET a = 1 WHERE id = \${id}\`
          })
        }
      `,
      settings: { 'pg-advisory-lock': { poolMode: 'transaction' } },
    },
    {
      name: 'poolMode transaction: lock and unlock in one transaction',
      code: ts`
        import postgres from 'postgres'
        const sql = postgres()

        export async function f(id: number) {
          await sql.begin(async (tx) => {
            await tx\`SELECT pg_advisory_lock(\${id})\`
            try {
              await tx\`UPDATE t SET a = 1 WHERE id = \${id}\`
            } finally {
              await tx\`SELECT pg_advisory_unlock(\${id})\`
            }
          })
        }
      `,
      settings: { 'pg-advisory-lock': { poolMode: 'transaction' } },
    },
    {
      name: 'poolMode session: a client that is checked out',
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool()

        export async function f(id: number) {
          const client = await pool.connect()
          try {
            await client.query('SELECT pg_advisory_lock($1)', [id])
            try {
              await client.query('UPDATE t SET a = 1 WHERE id = $1', [id])
            } finally {
              await client.query('SELECT pg_advisory_unlock($1)', [id])
            }
          } finally {
            client.release()
          }
        }
      `,
      settings: { 'pg-advisory-lock': { poolMode: 'session' } },
    },
    {
      name: 'an imported object of which nothing is known',
      code: ts`
        import { db } from '../database'

        export async function f(id: number) {
          await db.query('SELECT pg_advisory_lock($1)', [id])
          try {
            await db.query('UPDATE t SET a = 1 WHERE id = $1', [id])
          } finally {
            await db.query('SELECT pg_advisory_unlock($1)', [id])
          }
        }
      `,
    },
    {
      name: 'connections: the object is named as client',
      code: ts`
        import { db } from '../database'

        export async function f(id: number) {
          await db.query('SELECT pg_advisory_lock($1)', [id])
          try {
            await db.query('UPDATE t SET a = 1 WHERE id = $1', [id])
          } finally {
            await db.query('SELECT pg_advisory_unlock($1)', [id])
          }
        }
      `,
      settings: { 'pg-advisory-lock': { connections: { client: ['db'] } } },
    },
    {
      name: 'connections: another object has the name',
      code: ts`
        import { db } from '../database'

        export async function f(id: number) {
          await db.query('SELECT pg_advisory_lock($1)', [id])
          try {
            await db.query('UPDATE t SET a = 1 WHERE id = $1', [id])
          } finally {
            await db.query('SELECT pg_advisory_unlock($1)', [id])
          }
        }
      `,
      settings: { 'pg-advisory-lock': { connections: { pool: ['database.db'] } } },
    },
    {
      name: 'connections: what is known of a value counts more than its name',
      code: ts`
        import { Client } from 'pg'
        const db = new Client()
        await db.connect()

        export async function f(id: number) {
          await db.query('SELECT pg_advisory_lock($1)', [id])
          try {
            await db.query('UPDATE t SET a = 1 WHERE id = $1', [id])
          } finally {
            await db.query('SELECT pg_advisory_unlock($1)', [id])
          }
        }
      `,
      settings: { 'pg-advisory-lock': { connections: { pool: ['db'] } } },
    },
    {
      name: 'a type that may be a pool or a transaction',
      code: ts`
        import { type Kysely, sql } from 'kysely'

        export async function f(db: Kysely<unknown>, id: number) {
          await sql\`SELECT pg_advisory_lock(\${id})\`.execute(db)
          try {
            await db.updateTable('t').set({ a: 1 }).execute()
          } finally {
            await sql\`SELECT pg_advisory_unlock(\${id})\`.execute(db)
          }
        }
      `,
    },
  ],
  invalid: [
    {
      name: 'pooled: pg',
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool()

        export async function f(id: number) {
          await pool.query('SELECT pg_advisory_lock($1)', [id])
          try {
            await pool.query('UPDATE t SET a = 1 WHERE id = $1', [id])
          } finally {
            await pool.query('SELECT pg_advisory_unlock($1)', [id])
          }
        }
      `,
      errors: [
        {
          messageId: 'pooled',
          data: {
            key: 'id',
            pin: 'take one connection with `connect()` for all of it, or pg_advisory_xact_lock in a transaction',
          },
          line: 5,
          column: 9,
          endLine: 5,
          endColumn: 56,
        },
      ],
    },
    {
      name: 'pooled: postgres.js',
      code: ts`
        import postgres from 'postgres'
        const sql = postgres()

        export async function f(id: number) {
          await sql\`SELECT pg_advisory_lock(\${id})\`
          try {
            await sql\`UPDATE t SET a = 1 WHERE id = \${id}\`
          } finally {
            await sql\`SELECT pg_advisory_unlock(\${id})\`
          }
        }
      `,
      errors: [
        {
          messageId: 'pooled',
          data: {
            key: 'id',
            pin: 'take one connection with `reserve()` for all of it, or pg_advisory_xact_lock in a transaction',
          },
          line: 5,
          column: 9,
          endLine: 5,
          endColumn: 44,
        },
      ],
    },
    {
      name: 'pooled: the message names the object that the key is looked up in',
      code: ts`
        import { PrismaClient } from '@prisma/client'
        const prisma = new PrismaClient()
        const KEYS = { tax: 1, sale: 2 } as const

        export async function f(name: keyof typeof KEYS) {
          const rows = await prisma.$queryRaw\`SELECT pg_try_advisory_lock(\${KEYS[name]}) AS locked\`
          return rows[0].locked
        }
      `,
      errors: [
        {
          messageId: 'pooled',
          data: { key: 'KEYS[name]', pin: 'take pg_advisory_xact_lock in `$transaction()` instead' },
          line: 6,
          column: 22,
          endLine: 6,
          endColumn: 92,
        },
      ],
    },
    {
      name: 'pooled: prisma',
      code: ts`
        import { PrismaClient } from '@prisma/client'
        const prisma = new PrismaClient()

        export async function f(id: number) {
          await prisma.$executeRaw\`SELECT pg_advisory_lock(\${id})\`
          try {
            await prisma.$executeRaw\`UPDATE t SET a = 1 WHERE id = \${id}\`
          } finally {
            await prisma.$executeRaw\`SELECT pg_advisory_unlock(\${id})\`
          }
        }
      `,
      errors: [
        {
          messageId: 'pooled',
          data: { key: 'id', pin: 'take pg_advisory_xact_lock in `$transaction()` instead' },
          line: 5,
          column: 9,
          endLine: 5,
          endColumn: 59,
        },
      ],
    },
    {
      name: 'pooled: drizzle/node-postgres',
      code: ts`
        import { sql } from 'drizzle-orm'
        import { drizzle } from 'drizzle-orm/node-postgres'
        import { Pool } from 'pg'
        const pool = new Pool()
        const db = drizzle(pool)

        export async function f(id: number) {
          await db.execute(sql\`SELECT pg_advisory_lock(\${id})\`)
          try {
            await db.execute(sql\`UPDATE t SET a = 1 WHERE id = \${id}\`)
          } finally {
            await db.execute(sql\`SELECT pg_advisory_unlock(\${id})\`)
          }
        }
      `,
      errors: [
        {
          messageId: 'pooled',
          data: { key: 'id', pin: 'take pg_advisory_xact_lock in `transaction()` instead' },
          line: 8,
          column: 9,
          endLine: 8,
          endColumn: 56,
        },
      ],
    },
    {
      name: 'pooled: drizzle/postgres-js',
      code: ts`
        import { sql } from 'drizzle-orm'
        import { drizzle } from 'drizzle-orm/postgres-js'
        const db = drizzle(process.env.DATABASE_URL!)

        export async function f(id: number) {
          await db.execute(sql\`SELECT pg_advisory_lock(\${id})\`)
          try {
            await db.execute(sql\`UPDATE t SET a = 1 WHERE id = \${id}\`)
          } finally {
            await db.execute(sql\`SELECT pg_advisory_unlock(\${id})\`)
          }
        }
      `,
      errors: [
        {
          messageId: 'pooled',
          data: { key: 'id', pin: 'take pg_advisory_xact_lock in `transaction()` instead' },
          line: 6,
          column: 9,
          endLine: 6,
          endColumn: 56,
        },
      ],
    },
    {
      name: 'pooled: drizzle/neon-serverless',
      code: ts`
        import { sql } from 'drizzle-orm'
        import { drizzle } from 'drizzle-orm/neon-serverless'
        const db = drizzle(process.env.DATABASE_URL!)

        export async function f(id: number) {
          await db.execute(sql\`SELECT pg_advisory_lock(\${id})\`)
          try {
            await db.execute(sql\`UPDATE t SET a = 1 WHERE id = \${id}\`)
          } finally {
            await db.execute(sql\`SELECT pg_advisory_unlock(\${id})\`)
          }
        }
      `,
      errors: [
        {
          messageId: 'pooled',
          data: { key: 'id', pin: 'take pg_advisory_xact_lock in `transaction()` instead' },
          line: 6,
          column: 9,
          endLine: 6,
          endColumn: 56,
        },
      ],
    },
    {
      name: 'pooled: drizzle/vercel-postgres',
      code: ts`
        import { sql } from 'drizzle-orm'
        import { drizzle } from 'drizzle-orm/vercel-postgres'
        const db = drizzle()

        export async function f(id: number) {
          await db.execute(sql\`SELECT pg_advisory_lock(\${id})\`)
          try {
            await db.execute(sql\`UPDATE t SET a = 1 WHERE id = \${id}\`)
          } finally {
            await db.execute(sql\`SELECT pg_advisory_unlock(\${id})\`)
          }
        }
      `,
      errors: [
        {
          messageId: 'pooled',
          data: { key: 'id', pin: 'take pg_advisory_xact_lock in `transaction()` instead' },
          line: 6,
          column: 9,
          endLine: 6,
          endColumn: 56,
        },
      ],
    },
    {
      name: 'pooled: drizzle/bun-sql',
      code: ts`
        import { sql } from 'drizzle-orm'
        import { drizzle } from 'drizzle-orm/bun-sql'
        const db = drizzle(process.env.DATABASE_URL!)

        export async function f(id: number) {
          await db.execute(sql\`SELECT pg_advisory_lock(\${id})\`)
          try {
            await db.execute(sql\`UPDATE t SET a = 1 WHERE id = \${id}\`)
          } finally {
            await db.execute(sql\`SELECT pg_advisory_unlock(\${id})\`)
          }
        }
      `,
      errors: [
        {
          messageId: 'pooled',
          data: { key: 'id', pin: 'take pg_advisory_xact_lock in `transaction()` instead' },
          line: 6,
          column: 9,
          endLine: 6,
          endColumn: 56,
        },
      ],
    },
    {
      name: 'pooled: drizzle/neon-http',
      code: ts`
        import { sql } from 'drizzle-orm'
        import { drizzle } from 'drizzle-orm/neon-http'
        const db = drizzle(process.env.DATABASE_URL!)

        export async function f(id: number) {
          await db.execute(sql\`SELECT pg_advisory_lock(\${id})\`)
          try {
            await db.execute(sql\`UPDATE t SET a = 1 WHERE id = \${id}\`)
          } finally {
            await db.execute(sql\`SELECT pg_advisory_unlock(\${id})\`)
          }
        }
      `,
      errors: [
        {
          messageId: 'pooled',
          data: { key: 'id', pin: 'take pg_advisory_xact_lock in `transaction()` instead' },
          line: 6,
          column: 9,
          endLine: 6,
          endColumn: 56,
        },
      ],
    },
    {
      name: 'pooled: kysely',
      code: ts`
        import { Kysely, PostgresDialect, sql } from 'kysely'
        import { Pool } from 'pg'
        const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool: new Pool() }) })

        export async function f(id: number) {
          await sql\`SELECT pg_advisory_lock(\${id})\`.execute(db)
          try {
            await sql\`UPDATE t SET a = 1 WHERE id = \${id}\`.execute(db)
          } finally {
            await sql\`SELECT pg_advisory_unlock(\${id})\`.execute(db)
          }
        }
      `,
      errors: [
        {
          messageId: 'pooled',
          data: {
            key: 'id',
            pin: 'take one connection with `connection().execute()` for all of it, or pg_advisory_xact_lock in a transaction',
          },
          line: 6,
          column: 9,
          endLine: 6,
          endColumn: 56,
        },
      ],
    },
    {
      name: 'pooled: knex',
      code: ts`
        import knex from 'knex'
        const db = knex({ client: 'pg' })

        export async function f(id: number) {
          await db.raw('SELECT pg_advisory_lock(?)', [id])
          try {
            await db.raw('UPDATE t SET a = 1 WHERE id = ?', [id])
          } finally {
            await db.raw('SELECT pg_advisory_unlock(?)', [id])
          }
        }
      `,
      errors: [
        {
          messageId: 'pooled',
          data: { key: 'id', pin: 'take pg_advisory_xact_lock in `transaction()` instead' },
          line: 5,
          column: 9,
          endLine: 5,
          endColumn: 51,
        },
      ],
    },
    {
      name: 'pooled: sequelize',
      code: ts`
        import { Sequelize } from 'sequelize'
        const sequelize = new Sequelize('postgres://localhost/app')

        export async function f(id: number) {
          await sequelize.query('SELECT pg_advisory_lock($1)', { bind: [id] })
          try {
            await sequelize.query('UPDATE t SET a = 1 WHERE id = $1', { bind: [id] })
          } finally {
            await sequelize.query('SELECT pg_advisory_unlock($1)', { bind: [id] })
          }
        }
      `,
      errors: [
        {
          messageId: 'pooled',
          data: { key: 'id', pin: 'take pg_advisory_xact_lock in `transaction()` instead' },
          line: 5,
          column: 9,
          endLine: 5,
          endColumn: 71,
        },
      ],
    },
    {
      name: 'pooled: typeorm',
      code: ts`
        import { DataSource } from 'typeorm'
        const dataSource = new DataSource({ type: 'postgres' })

        export async function f(id: number) {
          await dataSource.query('SELECT pg_advisory_lock($1)', [id])
          try {
            await dataSource.query('UPDATE t SET a = 1 WHERE id = $1', [id])
          } finally {
            await dataSource.query('SELECT pg_advisory_unlock($1)', [id])
          }
        }
      `,
      errors: [
        {
          messageId: 'pooled',
          data: {
            key: 'id',
            pin: 'take one connection with `createQueryRunner()` for all of it, or pg_advisory_xact_lock in a transaction',
          },
          line: 5,
          column: 9,
          endLine: 5,
          endColumn: 62,
        },
      ],
    },
    {
      name: 'pooled: typeorm, the manager',
      code: ts`
        import { DataSource } from 'typeorm'
        const dataSource = new DataSource({ type: 'postgres' })

        export async function f(id: number) {
          await dataSource.manager.query('SELECT pg_advisory_lock($1)', [id])
          try {
            await dataSource.manager.query('UPDATE t SET a = 1 WHERE id = $1', [id])
          } finally {
            await dataSource.manager.query('SELECT pg_advisory_unlock($1)', [id])
          }
        }
      `,
      errors: [
        {
          messageId: 'pooled',
          data: {
            key: 'id',
            pin: 'take one connection with `createQueryRunner()` for all of it, or pg_advisory_xact_lock in a transaction',
          },
          line: 5,
          column: 9,
          endLine: 5,
          endColumn: 70,
        },
      ],
    },
    {
      name: 'pooled: mikro-orm',
      code: ts`
        import { MikroORM } from '@mikro-orm/postgresql'
        const orm = await MikroORM.init()

        export async function f(id: number) {
          await orm.em.getConnection().execute('SELECT pg_advisory_lock(?)', [id])
          try {
            await orm.em.getConnection().execute('UPDATE t SET a = 1 WHERE id = ?', [id])
          } finally {
            await orm.em.getConnection().execute('SELECT pg_advisory_unlock(?)', [id])
          }
        }
      `,
      errors: [
        {
          messageId: 'pooled',
          data: { key: 'id', pin: 'take pg_advisory_xact_lock in `transactional()` instead' },
          line: 5,
          column: 9,
          endLine: 5,
          endColumn: 75,
        },
      ],
    },
    {
      name: 'pooled: mikro-orm, a fork',
      code: ts`
        import { MikroORM } from '@mikro-orm/postgresql'
        const orm = await MikroORM.init()
        const em = orm.em.fork()

        export async function f(id: number) {
          await em.execute('SELECT pg_advisory_lock(?)', [id])
          try {
            await em.execute('UPDATE t SET a = 1 WHERE id = ?', [id])
          } finally {
            await em.execute('SELECT pg_advisory_unlock(?)', [id])
          }
        }
      `,
      errors: [
        {
          messageId: 'pooled',
          data: { key: 'id', pin: 'take pg_advisory_xact_lock in `transactional()` instead' },
          line: 6,
          column: 9,
          endLine: 6,
          endColumn: 55,
        },
      ],
    },
    {
      name: 'pooledReset: slonik',
      code: ts`
        import { createPool, sql } from 'slonik'
        const pool = await createPool('postgres://localhost/app')

        export async function f(id: number) {
          await pool.query(sql.unsafe\`SELECT pg_advisory_lock(\${id})\`)
          try {
            await pool.query(sql.unsafe\`UPDATE t SET a = 1 WHERE id = \${id}\`)
          } finally {
            await pool.query(sql.unsafe\`SELECT pg_advisory_unlock(\${id})\`)
          }
        }
      `,
      errors: [
        {
          messageId: 'pooledReset',
          data: {
            key: 'id',
            pin: 'take one connection with `connect()` for all of it, or pg_advisory_xact_lock in a transaction',
          },
          line: 5,
          column: 9,
          endLine: 5,
          endColumn: 63,
        },
      ],
    },
    {
      name: 'pooled: pg-promise',
      code: ts`
        import pgPromise from 'pg-promise'
        const db = pgPromise()('postgres://localhost/app')

        export async function f(id: number) {
          await db.any('SELECT pg_advisory_lock($1)', [id])
          try {
            await db.any('UPDATE t SET a = 1 WHERE id = $1', [id])
          } finally {
            await db.any('SELECT pg_advisory_unlock($1)', [id])
          }
        }
      `,
      errors: [
        {
          messageId: 'pooled',
          data: {
            key: 'id',
            pin: 'take one connection with `task()` for all of it, or pg_advisory_xact_lock in a transaction',
          },
          line: 5,
          column: 9,
          endLine: 5,
          endColumn: 52,
        },
      ],
    },
    {
      name: 'pooled: vercel-postgres',
      code: ts`
        import { sql } from '@vercel/postgres'

        export async function f(id: number) {
          await sql\`SELECT pg_advisory_lock(\${id})\`
          try {
            await sql\`UPDATE t SET a = 1 WHERE id = \${id}\`
          } finally {
            await sql\`SELECT pg_advisory_unlock(\${id})\`
          }
        }
      `,
      errors: [
        {
          messageId: 'pooled',
          data: {
            key: 'id',
            pin: 'take one connection with `connect()` for all of it, or pg_advisory_xact_lock in a transaction',
          },
          line: 4,
          column: 9,
          endLine: 4,
          endColumn: 44,
        },
      ],
    },
    {
      name: 'pooled: neon, its pool',
      code: ts`
        import { Pool } from '@neondatabase/serverless'
        const pool = new Pool()

        export async function f(id: number) {
          await pool.query('SELECT pg_advisory_lock($1)', [id])
          try {
            await pool.query('UPDATE t SET a = 1 WHERE id = $1', [id])
          } finally {
            await pool.query('SELECT pg_advisory_unlock($1)', [id])
          }
        }
      `,
      errors: [
        {
          messageId: 'pooled',
          data: {
            key: 'id',
            pin: 'take one connection with `connect()` for all of it, or pg_advisory_xact_lock in a transaction',
          },
          line: 5,
          column: 9,
          endLine: 5,
          endColumn: 56,
        },
      ],
    },
    {
      name: 'pooled: neon over HTTP',
      code: ts`
        import { neon } from '@neondatabase/serverless'
        const sql = neon(process.env.DATABASE_URL!)

        export async function f(id: number) {
          await sql\`SELECT pg_advisory_lock(\${id})\`
          try {
            await sql\`UPDATE t SET a = 1 WHERE id = \${id}\`
          } finally {
            await sql\`SELECT pg_advisory_unlock(\${id})\`
          }
        }
      `,
      errors: [
        {
          messageId: 'pooled',
          data: { key: 'id', pin: 'keep one connection for all of it, or take pg_advisory_xact_lock in a transaction' },
          line: 5,
          column: 9,
          endLine: 5,
          endColumn: 44,
        },
      ],
    },
    {
      name: 'pooled: bun',
      code: ts`
        import { sql } from 'bun'

        export async function f(id: number) {
          await sql\`SELECT pg_advisory_lock(\${id})\`
          try {
            await sql\`UPDATE t SET a = 1 WHERE id = \${id}\`
          } finally {
            await sql\`SELECT pg_advisory_unlock(\${id})\`
          }
        }
      `,
      errors: [
        {
          messageId: 'pooled',
          data: {
            key: 'id',
            pin: 'take one connection with `reserve()` for all of it, or pg_advisory_xact_lock in a transaction',
          },
          line: 4,
          column: 9,
          endLine: 4,
          endColumn: 44,
        },
      ],
    },
    {
      name: 'pooled: dumbo',
      code: ts`
        import { dumbo, SQL } from '@event-driven-io/dumbo'
        const pool = dumbo({ connectionString: process.env.DATABASE_URL! })

        export async function f(id: number) {
          await pool.execute.query(SQL\`SELECT pg_advisory_lock(\${id})\`)
          try {
            await pool.execute.query(SQL\`UPDATE t SET a = 1 WHERE id = \${id}\`)
          } finally {
            await pool.execute.query(SQL\`SELECT pg_advisory_unlock(\${id})\`)
          }
        }
      `,
      errors: [
        {
          messageId: 'pooled',
          data: {
            key: 'id',
            pin: 'take one connection with `withConnection()` for all of it, or pg_advisory_xact_lock in a transaction',
          },
          line: 5,
          column: 9,
          endLine: 5,
          endColumn: 64,
        },
      ],
    },
    {
      name: 'pooled: pgkit',
      code: ts`
        import { createClient, sql } from '@pgkit/client'
        const client = createClient('postgres://localhost/app')

        export async function f(id: number) {
          await client.query(sql\`SELECT pg_advisory_lock(\${id})\`)
          try {
            await client.query(sql\`UPDATE t SET a = 1 WHERE id = \${id}\`)
          } finally {
            await client.query(sql\`SELECT pg_advisory_unlock(\${id})\`)
          }
        }
      `,
      errors: [
        {
          messageId: 'pooled',
          data: {
            key: 'id',
            pin: 'take one connection with `connect()` for all of it, or pg_advisory_xact_lock in a transaction',
          },
          line: 5,
          column: 9,
          endLine: 5,
          endColumn: 58,
        },
      ],
    },
    {
      name: 'pooled: supabase',
      code: ts`
        import { createClient } from '@supabase/supabase-js'
        const supabase = createClient('https://db.example', process.env.KEY!)

        export async function f(id: number) {
          await supabase.rpc('pg_advisory_lock', { key: id })
          try {
            await supabase.from('t').update({ a: 1 }).eq('id', id)
          } finally {
            await supabase.rpc('pg_advisory_unlock', { key: id })
          }
        }
      `,
      errors: [
        {
          messageId: 'pooled',
          data: { key: 'id', pin: 'keep one connection for all of it, or take pg_advisory_xact_lock in a transaction' },
          line: 5,
          column: 9,
          endLine: 5,
          endColumn: 54,
        },
      ],
    },
    {
      name: 'pooled: a try-lock',
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool()

        export async function f(id: number) {
          const { rows } = await pool.query('SELECT pg_try_advisory_lock($1) AS locked', [id])
          if (!rows[0].locked) return
          try {
            await pool.query('UPDATE t SET a = 1 WHERE id = $1', [id])
          } finally {
            await pool.query('SELECT pg_advisory_unlock($1)', [id])
          }
        }
      `,
      errors: [
        {
          messageId: 'pooled',
          data: {
            key: 'id',
            pin: 'take one connection with `connect()` for all of it, or pg_advisory_xact_lock in a transaction',
          },
          line: 5,
          column: 26,
          endLine: 5,
          endColumn: 87,
        },
      ],
    },
    {
      name: 'pooled: a shared lock',
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool()

        export async function f(id: number) {
          await pool.query('SELECT pg_advisory_lock_shared($1)', [id])
          await pool.query('SELECT pg_advisory_unlock_shared($1)', [id])
        }
      `,
      errors: [
        {
          messageId: 'pooled',
          data: {
            key: 'id',
            pin: 'take one connection with `connect()` for all of it, or pg_advisory_xact_lock in a transaction',
          },
          line: 5,
          column: 9,
          endLine: 5,
          endColumn: 63,
        },
      ],
    },
    {
      name: 'pooled: without any unlock',
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool()

        export async function f(id: number) {
          await pool.query('SELECT pg_advisory_lock($1)', [id])
        }
      `,
      errors: [
        {
          messageId: 'pooled',
          data: {
            key: 'id',
            pin: 'take one connection with `connect()` for all of it, or pg_advisory_xact_lock in a transaction',
          },
          line: 5,
          column: 9,
          endLine: 5,
          endColumn: 56,
        },
      ],
    },
    {
      name: 'pooled: a type that can only be a pool',
      code: ts`
        import type { Pool } from 'pg'

        export async function f(pool: Pool, id: number) {
          await pool.query('SELECT pg_advisory_lock($1)', [id])
          try {
            await pool.query('UPDATE t SET a = 1 WHERE id = $1', [id])
          } finally {
            await pool.query('SELECT pg_advisory_unlock($1)', [id])
          }
        }
      `,
      errors: [
        {
          messageId: 'pooled',
          data: {
            key: 'id',
            pin: 'take one connection with `connect()` for all of it, or pg_advisory_xact_lock in a transaction',
          },
          line: 4,
          column: 9,
          endLine: 4,
          endColumn: 56,
        },
      ],
    },
    {
      name: 'pooled: the type behind a name, and undefined',
      code: ts`
        import type { Pool } from 'pg'
        type Db = Pool
        let pool: Db | undefined

        export function start(given: Db) {
          pool = given
        }

        export async function f(id: number) {
          await pool!.query('SELECT pg_advisory_lock($1)', [id])
          try {
            await pool!.query('UPDATE t SET a = 1 WHERE id = $1', [id])
          } finally {
            await pool!.query('SELECT pg_advisory_unlock($1)', [id])
          }
        }
      `,
      errors: [
        {
          messageId: 'pooled',
          data: {
            key: 'id',
            pin: 'take one connection with `connect()` for all of it, or pg_advisory_xact_lock in a transaction',
          },
          line: 10,
          column: 9,
          endLine: 10,
          endColumn: 57,
        },
      ],
    },
    {
      name: 'pooled: the reset pool by its type (slonik)',
      code: ts`
        import { type DatabasePool, sql } from 'slonik'

        export async function f(pool: DatabasePool, id: number) {
          await pool.query(sql.unsafe\`SELECT pg_advisory_lock(\${id})\`)
          try {
            await pool.query(sql.unsafe\`UPDATE t SET a = 1 WHERE id = \${id}\`)
          } finally {
            await pool.query(sql.unsafe\`SELECT pg_advisory_unlock(\${id})\`)
          }
        }
      `,
      errors: [
        {
          messageId: 'pooledReset',
          data: {
            key: 'id',
            pin: 'take one connection with `connect()` for all of it, or pg_advisory_xact_lock in a transaction',
          },
          line: 4,
          column: 9,
          endLine: 4,
          endColumn: 63,
        },
      ],
    },
    {
      name: 'pooled: a client extension (prisma)',
      code: ts`
        import { PrismaClient } from '../generated/prisma/client'
        const prisma = new PrismaClient().$extends({})

        export async function f(id: number) {
          await prisma.$executeRaw\`SELECT pg_advisory_lock(\${id})\`
          try {
            await prisma.$executeRaw\`UPDATE t SET a = 1 WHERE id = \${id}\`
          } finally {
            await prisma.$executeRaw\`SELECT pg_advisory_unlock(\${id})\`
          }
        }
      `,
      errors: [
        {
          messageId: 'pooled',
          data: { key: 'id', pin: 'take pg_advisory_xact_lock in `$transaction()` instead' },
          line: 5,
          column: 9,
          endLine: 5,
          endColumn: 59,
        },
      ],
    },
    {
      name: 'pooled: a field of a class',
      code: ts`
        import { Pool } from 'pg'

        export class Jobs {
          readonly #pool = new Pool()

          async f(id: number) {
            await this.#pool.query('SELECT pg_advisory_lock($1)', [id])
            try {
              await this.#pool.query('UPDATE t SET a = 1 WHERE id = $1', [id])
            } finally {
              await this.#pool.query('SELECT pg_advisory_unlock($1)', [id])
            }
          }
        }
      `,
      errors: [
        {
          messageId: 'pooled',
          data: {
            key: 'id',
            pin: 'take one connection with `connect()` for all of it, or pg_advisory_xact_lock in a transaction',
          },
          line: 7,
          column: 11,
          endLine: 7,
          endColumn: 64,
        },
      ],
    },
    {
      name: 'pooled: an injected pool (NestJS)',
      code: ts`
        import { Inject, Injectable } from '@nestjs/common'
        import { Pool } from 'pg'

        @Injectable()
        export class Jobs {
          constructor(@Inject('PG_POOL') private readonly pool: Pool) {}

          async f(id: number) {
            await this.pool.query('SELECT pg_advisory_lock($1)', [id])
            try {
              await this.pool.query('UPDATE t SET a = 1 WHERE id = $1', [id])
            } finally {
              await this.pool.query('SELECT pg_advisory_unlock($1)', [id])
            }
          }
        }
      `,
      errors: [
        {
          messageId: 'pooled',
          data: {
            key: 'id',
            pin: 'take one connection with `connect()` for all of it, or pg_advisory_xact_lock in a transaction',
          },
          line: 9,
          column: 11,
          endLine: 9,
          endColumn: 63,
        },
      ],
    },
    {
      name: 'pooled: an injected data source (NestJS)',
      code: ts`
        import { InjectDataSource } from '@nestjs/typeorm'
        import { DataSource } from 'typeorm'

        export class Jobs {
          constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

          async f(id: number) {
            await this.dataSource.query('SELECT pg_advisory_lock($1)', [id])
            try {
              await this.dataSource.query('UPDATE t SET a = 1 WHERE id = $1', [id])
            } finally {
              await this.dataSource.query('SELECT pg_advisory_unlock($1)', [id])
            }
          }
        }
      `,
      errors: [
        {
          messageId: 'pooled',
          data: {
            key: 'id',
            pin: 'take one connection with `createQueryRunner()` for all of it, or pg_advisory_xact_lock in a transaction',
          },
          line: 8,
          column: 11,
          endLine: 8,
          endColumn: 69,
        },
      ],
    },
    {
      name: 'pooled: a service that is the client (prisma, NestJS)',
      code: ts`
        import { PrismaClient } from '@prisma/client'

        export class PrismaService extends PrismaClient {
          async f(id: number) {
            await this.$executeRaw\`SELECT pg_advisory_lock(\${id})\`
            try {
              await this.$executeRaw\`UPDATE t SET a = 1 WHERE id = \${id}\`
            } finally {
              await this.$executeRaw\`SELECT pg_advisory_unlock(\${id})\`
            }
          }
        }
      `,
      errors: [
        {
          messageId: 'pooled',
          data: { key: 'id', pin: 'take pg_advisory_xact_lock in `$transaction()` instead' },
          line: 5,
          column: 11,
          endLine: 5,
          endColumn: 59,
        },
      ],
    },
    {
      name: 'pooled: acquire and release in two functions',
      code: ts`
        import { PrismaClient } from '@prisma/client'
        const prisma = new PrismaClient()

        export async function acquire(id: number) {
          await prisma.$executeRaw\`SELECT pg_advisory_lock(\${id})\`
        }

        export async function release(id: number) {
          await prisma.$executeRaw\`SELECT pg_advisory_unlock(\${id})\`
        }
      `,
      errors: [
        {
          messageId: 'pooled',
          data: { key: 'id', pin: 'take pg_advisory_xact_lock in `$transaction()` instead' },
          line: 5,
          column: 9,
          endLine: 5,
          endColumn: 59,
        },
      ],
    },
    {
      name: 'pooled: closures that a factory hands out',
      code: ts`
        import { Pool } from 'pg'

        export function makeLock(id: number) {
          const pool = new Pool()
          return {
            lock: () => pool.query('SELECT pg_advisory_lock($1)', [id]),
            unlock: () => pool.query('SELECT pg_advisory_unlock($1)', [id]),
          }
        }
      `,
      errors: [
        {
          messageId: 'pooled',
          data: {
            key: 'id',
            pin: 'take one connection with `connect()` for all of it, or pg_advisory_xact_lock in a transaction',
          },
          line: 6,
          column: 17,
          endLine: 6,
          endColumn: 64,
        },
      ],
    },
    {
      name: 'pooled: through an own layer, at the call that brings the SQL',
      code: ts`
        import { Pool } from 'pg'

        export class Database {
          constructor(private readonly pool: Pool) {}

          private run(text: string, values: unknown[] = []) {
            return this.pool.query(text, values)
          }

          async f(id: number) {
            await this.run('SELECT pg_advisory_lock($1)', [id])
            try {
              await this.run('UPDATE t SET a = 1 WHERE id = $1', [id])
            } finally {
              await this.run('SELECT pg_advisory_unlock($1)', [id])
            }
          }
        }
      `,
      errors: [
        {
          messageId: 'pooled',
          data: {
            key: 'id',
            pin: 'take one connection with `connect()` for all of it, or pg_advisory_xact_lock in a transaction',
          },
          line: 11,
          column: 11,
          endLine: 11,
          endColumn: 56,
        },
      ],
    },
    {
      name: 'pooled: a layer of functions',
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool()

        const run = (text: string, values: unknown[]) => pool.query(text, values)

        export async function f(id: number) {
          await run('SELECT pg_advisory_lock($1)', [id])
          try {
            await run('UPDATE t SET a = 1 WHERE id = $1', [id])
          } finally {
            await run('SELECT pg_advisory_unlock($1)', [id])
          }
        }
      `,
      errors: [
        {
          messageId: 'pooled',
          data: {
            key: 'id',
            pin: 'take one connection with `connect()` for all of it, or pg_advisory_xact_lock in a transaction',
          },
          line: 7,
          column: 9,
          endLine: 7,
          endColumn: 49,
        },
      ],
    },
    {
      name: 'pooled: a helper that is given the pool, at the call of the helper',
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool()

        async function lock(db: any, id: number) {
          await db.query('SELECT pg_advisory_lock($1)', [id])
        }

        export async function f(id: number) {
          await lock(pool, id)
          try {
            await pool.query('UPDATE t SET a = 1 WHERE id = $1', [id])
          } finally {
            await pool.query('SELECT pg_advisory_unlock($1)', [id])
          }
        }
      `,
      errors: [
        {
          messageId: 'pooled',
          data: {
            key: 'id',
            pin: 'take one connection with `connect()` for all of it, or pg_advisory_xact_lock in a transaction',
          },
          line: 9,
          column: 9,
          endLine: 9,
          endColumn: 23,
        },
      ],
    },
    {
      name: 'pooled: a helper that names the pool itself, in the helper',
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool()

        async function lock(id: number) {
          await pool.query('SELECT pg_advisory_lock($1)', [id])
        }

        export async function f(id: number) {
          await lock(id)
          try {
            await pool.query('UPDATE t SET a = 1 WHERE id = $1', [id])
          } finally {
            await pool.query('SELECT pg_advisory_unlock($1)', [id])
          }
        }
      `,
      errors: [
        {
          messageId: 'pooled',
          data: {
            key: 'id',
            pin: 'take one connection with `connect()` for all of it, or pg_advisory_xact_lock in a transaction',
          },
          line: 5,
          column: 9,
          endLine: 5,
          endColumn: 56,
        },
      ],
    },
    {
      name: 'pooled: the pool, though a client is checked out',
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool()

        export async function f(id: number) {
          const client = await pool.connect()
          try {
            await pool.query('SELECT pg_advisory_lock($1)', [id])
            try {
              await client.query('UPDATE t SET a = 1 WHERE id = $1', [id])
            } finally {
              await client.query('SELECT pg_advisory_unlock($1)', [id])
            }
          } finally {
            client.release()
          }
        }
      `,
      errors: [
        {
          messageId: 'pooled',
          data: {
            key: 'id',
            pin: 'take one connection with `connect()` for all of it, or pg_advisory_xact_lock in a transaction',
          },
          line: 7,
          column: 11,
          endLine: 7,
          endColumn: 58,
        },
      ],
    },
    {
      name: 'pooled: a pool that is made once for all calls',
      code: ts`
        import { Pool } from 'pg'

        let made: Pool | undefined
        const getPool = () => (made ??= new Pool())

        export async function f(id: number) {
          const pool = getPool()
          await pool.query('SELECT pg_advisory_lock($1)', [id])
          try {
            await pool.query('UPDATE t SET a = 1 WHERE id = $1', [id])
          } finally {
            await pool.query('SELECT pg_advisory_unlock($1)', [id])
          }
        }
      `,
      errors: [
        {
          messageId: 'pooled',
          data: {
            key: 'id',
            pin: 'take one connection with `connect()` for all of it, or pg_advisory_xact_lock in a transaction',
          },
          line: 8,
          column: 9,
          endLine: 8,
          endColumn: 56,
        },
      ],
    },
    {
      name: 'pooled: a pool of the function, kept in a field',
      code: ts`
        import { Pool } from 'pg'

        export class Jobs {
          pool: Pool | undefined

          async start(id: number) {
            const pool = new Pool()
            this.pool = pool
            await pool.query('SELECT pg_advisory_lock($1)', [id])
          }
        }
      `,
      errors: [
        {
          messageId: 'pooled',
          data: {
            key: 'id',
            pin: 'take one connection with `connect()` for all of it, or pg_advisory_xact_lock in a transaction',
          },
          line: 9,
          column: 11,
          endLine: 9,
          endColumn: 58,
        },
      ],
    },
    {
      name: 'pooled: a pool of the function, several statements at once',
      code: ts`
        import { Pool } from 'pg'

        export async function f(ids: number[]) {
          const pool = new Pool()
          await Promise.all(
            ids.map(async (id) => {
              await pool.query('SELECT pg_advisory_lock($1)', [id])
              try {
                await pool.query('UPDATE t SET a = 1 WHERE id = $1', [id])
              } finally {
                await pool.query('SELECT pg_advisory_unlock($1)', [id])
              }
            }),
          )
        }
      `,
      errors: [
        {
          messageId: 'pooled',
          data: {
            key: 'id',
            pin: 'take one connection with `connect()` for all of it, or pg_advisory_xact_lock in a transaction',
          },
          line: 7,
          column: 13,
          endLine: 7,
          endColumn: 60,
        },
      ],
    },
    {
      name: 'pooled: the size of the pool is not visible',
      code: ts`
        import { Pool } from 'pg'
        import { config } from './config'
        const pool = new Pool(config)

        export async function f(id: number) {
          await pool.query('SELECT pg_advisory_lock($1)', [id])
          try {
            await pool.query('UPDATE t SET a = 1 WHERE id = $1', [id])
          } finally {
            await pool.query('SELECT pg_advisory_unlock($1)', [id])
          }
        }
      `,
      errors: [
        {
          messageId: 'pooled',
          data: {
            key: 'id',
            pin: 'take one connection with `connect()` for all of it, or pg_advisory_xact_lock in a transaction',
          },
          line: 6,
          column: 9,
          endLine: 6,
          endColumn: 56,
        },
      ],
    },
    {
      name: 'pooled: two connections',
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool({ max: 2 })

        export async function f(id: number) {
          await pool.query('SELECT pg_advisory_lock($1)', [id])
          try {
            await pool.query('UPDATE t SET a = 1 WHERE id = $1', [id])
          } finally {
            await pool.query('SELECT pg_advisory_unlock($1)', [id])
          }
        }
      `,
      errors: [
        {
          messageId: 'pooled',
          data: {
            key: 'id',
            pin: 'take one connection with `connect()` for all of it, or pg_advisory_xact_lock in a transaction',
          },
          line: 5,
          column: 9,
          endLine: 5,
          endColumn: 56,
        },
      ],
    },
    {
      name: 'pooled: one array takes the lock, another gives it back (prisma)',
      code: ts`
        import { PrismaClient } from '@prisma/client'
        const prisma = new PrismaClient()

        export async function lock(id: number) {
          await prisma.$transaction([
            prisma.$executeRaw\`SELECT pg_advisory_lock(\${id})\`,
            prisma.$executeRaw\`UPDATE t SET a = 1 WHERE id = \${id}\`,
          ])
        }

        export async function unlock(id: number) {
          await prisma.$executeRaw\`SELECT pg_advisory_unlock(\${id})\`
        }
      `,
      errors: [
        {
          messageId: 'pooled',
          data: { key: 'id', pin: 'take pg_advisory_xact_lock in `$transaction()` instead' },
          line: 6,
          column: 5,
          endLine: 6,
          endColumn: 55,
        },
      ],
    },
    {
      name: 'transactionPooling: a client that is checked out',
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool()

        export async function f(id: number) {
          const client = await pool.connect()
          try {
            await client.query('SELECT pg_advisory_lock($1)', [id])
            try {
              await client.query('UPDATE t SET a = 1 WHERE id = $1', [id])
            } finally {
              await client.query('SELECT pg_advisory_unlock($1)', [id])
            }
          } finally {
            client.release()
          }
        }
      `,
      settings: { 'pg-advisory-lock': { poolMode: 'transaction' } },
      errors: [
        {
          messageId: 'transactionPooling',
          data: {
            key: 'id',
            mode: 'transaction',
            instead: 'take pg_advisory_xact_lock in a transaction, or connect around the pooler',
          },
          line: 7,
          column: 11,
          endLine: 7,
          endColumn: 60,
        },
      ],
    },
    {
      name: 'transactionPooling: a client of its own, statement by statement',
      code: ts`
        import { Client } from 'pg'
        const client = new Client()

        export async function f(id: number) {
          await client.query('SELECT pg_advisory_lock($1)', [id])
          try {
            await client.query('UPDATE t SET a = 1 WHERE id = $1', [id])
          } finally {
            await client.query('SELECT pg_advisory_unlock($1)', [id])
          }
        }
      `,
      settings: { 'pg-advisory-lock': { poolMode: 'statement' } },
      errors: [
        {
          messageId: 'transactionPooling',
          data: { key: 'id', mode: 'statement', instead: 'connect around the pooler' },
          line: 5,
          column: 9,
          endLine: 5,
          endColumn: 58,
        },
      ],
    },
    {
      name: 'transactionPooling: a pool',
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool()

        export async function f(id: number) {
          await pool.query('SELECT pg_advisory_lock($1)', [id])
          try {
            await pool.query('UPDATE t SET a = 1 WHERE id = $1', [id])
          } finally {
            await pool.query('SELECT pg_advisory_unlock($1)', [id])
          }
        }
      `,
      settings: { 'pg-advisory-lock': { poolMode: 'transaction' } },
      errors: [
        {
          messageId: 'transactionPooling',
          data: {
            key: 'id',
            mode: 'transaction',
            instead: 'take pg_advisory_xact_lock in a transaction, or connect around the pooler',
          },
          line: 5,
          column: 9,
          endLine: 5,
          endColumn: 56,
        },
      ],
    },
    {
      name: 'transactionPooling: a handle of unknown origin',
      code: ts`
        import { db } from './db'

        export async function f(id: number) {
          await db.query('SELECT pg_advisory_lock($1)', [id])
          try {
            await db.query('UPDATE t SET a = 1 WHERE id = $1', [id])
          } finally {
            await db.query('SELECT pg_advisory_unlock($1)', [id])
          }
        }
      `,
      settings: { 'pg-advisory-lock': { poolMode: 'transaction' } },
      errors: [
        {
          messageId: 'transactionPooling',
          data: {
            key: 'id',
            mode: 'transaction',
            instead: 'take pg_advisory_xact_lock in a transaction, or connect around the pooler',
          },
          line: 4,
          column: 9,
          endLine: 4,
          endColumn: 54,
        },
      ],
    },
    {
      name: 'transactionPooling: a lock that outlives its transaction',
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool()

        export async function f(id: number) {
          const client = await pool.connect()
          await client.query('BEGIN')
          await client.query('SELECT pg_advisory_lock($1)', [id])
          await client.query('COMMIT')
          await client.query('UPDATE t SET a = 1 WHERE id = $1', [id])
          await client.query('SELECT pg_advisory_unlock($1)', [id])
          client.release()
        }
      `,
      settings: { 'pg-advisory-lock': { poolMode: 'transaction' } },
      errors: [
        {
          messageId: 'transactionPooling',
          data: {
            key: 'id',
            mode: 'transaction',
            instead: 'take pg_advisory_xact_lock in a transaction, or connect around the pooler',
          },
          line: 7,
          column: 9,
          endLine: 7,
          endColumn: 58,
        },
      ],
    },
    {
      name: 'connections: an imported object that is named as pool',
      code: ts`
        import { db } from '../database'

        export async function f(id: number) {
          await db.query('SELECT pg_advisory_lock($1)', [id])
          try {
            await db.query('UPDATE t SET a = 1 WHERE id = $1', [id])
          } finally {
            await db.query('SELECT pg_advisory_unlock($1)', [id])
          }
        }
      `,
      settings: { 'pg-advisory-lock': { connections: { pool: ['db'] } } },
      errors: [
        {
          messageId: 'pooled',
          data: { key: 'id', pin: 'keep one connection for all of it, or take pg_advisory_xact_lock in a transaction' },
          line: 4,
          column: 9,
          endLine: 4,
          endColumn: 54,
        },
      ],
    },
    {
      name: 'connections: a type that is named as pool',
      code: ts`
        import type { Database } from '../database'

        export async function f(store: Database, id: number) {
          await store.query('SELECT pg_advisory_lock($1)', [id])
          try {
            await store.query('UPDATE t SET a = 1 WHERE id = $1', [id])
          } finally {
            await store.query('SELECT pg_advisory_unlock($1)', [id])
          }
        }
      `,
      settings: { 'pg-advisory-lock': { connections: { pool: ['Database'] } } },
      errors: [{ messageId: 'pooled', line: 4, column: 9, endLine: 4, endColumn: 57 }],
    },
    {
      name: 'connections: a function that is named as pool',
      code: ts`
        import { app } from '../app'

        export async function f(id: number) {
          const query = (text: string) => app.getPool().query(text, [id])
          await query('SELECT pg_advisory_lock($1)')
          await query('UPDATE t SET a = 1 WHERE id = $1')
          await query('SELECT pg_advisory_unlock($1)')
        }
      `,
      settings: { 'pg-advisory-lock': { connections: { pool: ['getPool()'] } } },
      errors: [{ messageId: 'pooled', line: 5, column: 9, endLine: 5, endColumn: 45 }],
    },
    {
      name: 'connections: a pool whose type may be a transaction as well',
      code: ts`
        import { type Kysely, sql } from 'kysely'

        export async function f(db: Kysely<unknown>, id: number) {
          await sql\`SELECT pg_advisory_lock(\${id})\`.execute(db)
          try {
            await db.updateTable('t').set({ a: 1 }).execute()
          } finally {
            await sql\`SELECT pg_advisory_unlock(\${id})\`.execute(db)
          }
        }
      `,
      settings: { 'pg-advisory-lock': { connections: { pool: ['db'] } } },
      errors: [{ messageId: 'pooled', line: 4, column: 9, endLine: 4, endColumn: 56 }],
    },
  ],
})
