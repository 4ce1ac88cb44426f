import rule from '../../rules/require-transaction.ts'
import { assertionOptions, tester, ts } from './tester.ts'
import { drivers, LOCK, placeOf, program, WRITE } from './uses.ts'

tester.run('require-transaction', rule, {
  assertionOptions,
  valid: [
    ...drivers.map((driver) => ({
      name: `taken on the transaction (${driver.name})`,
      code: program(driver, [driver.send(driver.tx, 'lock'), driver.send(driver.tx, 'write')], true),
    })),
    {
      name: 'nothing follows: a barrier that waits for others',
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool()
        export const drain = () => pool.query('SELECT pg_advisory_xact_lock(41, 7)')
      `,
    },
    {
      name: 'only reads follow: a barrier behind which others have committed',
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool()
        export async function lastSeen() {
          await pool.query('SELECT pg_advisory_xact_lock(41, 7)')
          const { rows } = await pool.query('SELECT max(id) AS id FROM events')
          return rows[0].id
        }
      `,
    },
    {
      name: 'what follows in the text is on another way through the function',
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool()
        export async function run(wait: boolean, id: number) {
          if (wait) {
            await pool.query('SELECT pg_advisory_xact_lock(41, $1)', [id])
            return
          }
          await pool.query('UPDATE runs SET done = true WHERE id = $1', [id])
        }
      `,
    },
    ...[
      { name: 'is called but not waited for', call: 'void work()' },
      { name: 'is a logger', call: 'await log.info(id)' },
      { name: 'is of a type that gives no promise', call: 'return tell(id)' },
    ].map(({ name, call }) => ({
      name: `a barrier: what a caller gave ${name}`,
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool()
        export async function drain(id: number, work: () => Promise<void>, log: Log, tell: (id: number) => void) {
          await pool.query('SELECT pg_advisory_xact_lock(41, $1)', [id])
          CALL
        }
      `.replace('CALL', call),
    })),
    {
      name: 'a wrapper that opens a transaction for the work of its caller',
      code: ts`
        import { PrismaClient } from '@prisma/client'
        const prisma = new PrismaClient()
        export const withLock = <T>(id: number, work: () => Promise<T>) =>
          prisma.$transaction(async (tx) => {
            await tx.$executeRaw\`SELECT pg_advisory_xact_lock(\${id})\`
            return await work()
          })
      `,
    },
    {
      name: "a wrapper around a transaction that is the caller's to open",
      code: ts`
        import type { PoolClient } from 'pg'
        export async function withLock<T>(client: PoolClient, id: number, work: () => Promise<T>): Promise<T> {
          await client.query('SELECT pg_advisory_xact_lock(41, $1)', [id])
          return work()
        }
      `,
    },
    {
      name: 'what follows stands in the catch',
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool()
        export async function drain(id: number) {
          try {
            await pool.query('SELECT pg_advisory_xact_lock(41, $1)', [id])
          } catch (error) {
            await pool.query('INSERT INTO failures (id) VALUES ($1)', [id])
            throw error
          }
        }
      `,
    },
    {
      name: 'BEGIN before it on the same client',
      code: ts`
        import { Client } from 'pg'
        export async function f(id: number) {
          const client = new Client()
          await client.connect()
          await client.query('START TRANSACTION ISOLATION LEVEL READ COMMITTED')
          await client.query('SELECT pg_advisory_xact_lock($1)', [id])
          await client.query('UPDATE t SET a = 1 WHERE id = $1', [id])
          await client.query('COMMIT')
          await client.end()
        }
      `,
    },
    {
      name: 'BEGIN on the same pool: a fault, but another one',
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool()
        export async function f(id: number) {
          await pool.query('BEGIN')
          await pool.query('SELECT pg_advisory_xact_lock($1)', [id])
          await pool.query('UPDATE t SET a = 1 WHERE id = $1', [id])
          await pool.query('COMMIT')
        }
      `,
    },
    {
      name: 'BEGIN in a helper of this file',
      code: ts`
        import { Pool, type PoolClient } from 'pg'
        const pool = new Pool()
        const begin = (client: PoolClient) => client.query('BEGIN')
        export async function f(id: number) {
          const client = await pool.connect()
          await begin(client)
          await client.query('SELECT pg_advisory_xact_lock($1)', [id])
          await client.query('UPDATE t SET a = 1 WHERE id = $1', [id])
          await client.query('COMMIT')
          client.release()
        }
      `,
    },
    {
      name: 'a helper of another module may have begun it',
      code: ts`
        import { Pool } from 'pg'
        import { begin, commit } from './transactions.js'
        const pool = new Pool()
        export async function f(id: number) {
          const client = await pool.connect()
          await begin(client)
          await client.query('SELECT pg_advisory_xact_lock($1)', [id])
          await client.query('UPDATE t SET a = 1 WHERE id = $1', [id])
          await commit(client)
          client.release()
        }
      `,
    },
    {
      name: 'a class of another module may have begun it',
      code: ts`
        import { Pool } from 'pg'
        import { UnitOfWork } from './unit-of-work.js'
        const pool = new Pool()
        export async function f(id: number) {
          const client = await pool.connect()
          const unit = new UnitOfWork(client)
          await unit.begin()
          await client.query('SELECT pg_advisory_xact_lock($1)', [id])
          await client.query('UPDATE t SET a = 1 WHERE id = $1', [id])
          await unit.commit()
          client.release()
        }
      `,
    },
    {
      name: 'a constant of another module may be BEGIN',
      code: ts`
        import { Pool } from 'pg'
        import { BEGIN, COMMIT } from './sql.js'
        const pool = new Pool()
        export async function f(id: number) {
          const client = await pool.connect()
          await client.query(BEGIN)
          await client.query('SELECT pg_advisory_xact_lock($1)', [id])
          await client.query('UPDATE t SET a = 1 WHERE id = $1', [id])
          await client.query(COMMIT)
          client.release()
        }
      `,
    },
    {
      name: 'BEGIN with a hole',
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool()
        export async function f(id: number, level: string) {
          const client = await pool.connect()
          await client.query(\`BEGIN ISOLATION LEVEL \${level}\`)
          await client.query('SELECT pg_advisory_xact_lock($1)', [id])
          await client.query('UPDATE t SET a = 1 WHERE id = $1', [id])
          await client.query('COMMIT')
          client.release()
        }
      `,
    },
    {
      name: 'BEGIN on one of the paths that meet before it',
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool()
        export async function f(id: number, single: boolean) {
          const client = await pool.connect()
          if (!single) await client.query('BEGIN')
          await client.query('SELECT pg_advisory_xact_lock($1)', [id])
          await client.query('UPDATE t SET a = 1 WHERE id = $1', [id])
          if (!single) await client.query('COMMIT')
          client.release()
        }
      `,
    },
    {
      name: 'same string of several statements (pg)',
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool()
        export async function f() {
          await pool.query('SELECT pg_advisory_xact_lock(41, 7); UPDATE t SET a = a + 1')
          await pool.query('UPDATE counters SET runs = runs + 1')
        }
      `,
    },
    {
      name: 'same string of several statements (prisma, a hole between them)',
      code: ts`
        import { PrismaClient } from '@prisma/client'
        const prisma = new PrismaClient()
        export async function f(rest: string) {
          await prisma.$executeRawUnsafe(\`SELECT pg_advisory_xact_lock(41, 7); \${rest}\`)
          await prisma.run.create({ data: {} })
        }
      `,
    },
    {
      name: "Prisma's array form",
      code: ts`
        import { PrismaClient } from '@prisma/client'
        const prisma = new PrismaClient()
        export async function f(id: number) {
          await prisma.$transaction([
            prisma.$executeRaw\`SELECT pg_advisory_xact_lock(\${id})\`,
            prisma.invoice.update({ where: { id }, data: { sent: true } }),
          ])
          await prisma.log.create({ data: { id } })
        }
      `,
    },
    {
      name: "Prisma's array form, its elements in variables",
      code: ts`
        import { PrismaClient } from '@prisma/client'
        const prisma = new PrismaClient()
        export async function f(id: number) {
          const lock = prisma.$executeRaw\`SELECT pg_advisory_xact_lock(\${id})\`
          const write = prisma.invoice.update({ where: { id }, data: { sent: true } })
          await prisma.$transaction([lock, write])
          await prisma.log.create({ data: { id } })
        }
      `,
    },
    {
      name: 'DO block',
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool()
        export async function f() {
          await pool.query('DO $$ BEGIN PERFORM pg_advisory_xact_lock(41, 7); UPDATE t SET a = 1; END $$')
          await pool.query('UPDATE u SET a = 1')
        }
      `,
    },
    {
      name: 'body of a function that is created',
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool()
        export async function f() {
          await pool.query('CREATE FUNCTION g() RETURNS void LANGUAGE sql AS $$ SELECT pg_advisory_xact_lock(41, 7) $$')
          await pool.query('UPDATE u SET a = 1')
        }
      `,
    },
    {
      name: 'the statement does the work: a CTE before an UPDATE',
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool()
        export async function f(id: number) {
          await pool.query('WITH l AS (SELECT pg_advisory_xact_lock($1)) UPDATE t SET a = 1 FROM l WHERE id = $1', [id])
          await pool.query('UPDATE u SET a = 1')
        }
      `,
    },
    {
      name: 'the statement does the work: INSERT from a SELECT',
      code: ts`
        import postgres from 'postgres'
        const sql = postgres()
        export async function f(id: number) {
          await sql\`INSERT INTO t (id) SELECT \${id} FROM (SELECT pg_advisory_xact_lock(\${id})) l\`
          await sql\`UPDATE u SET a = 1\`
        }
      `,
    },
    {
      name: 'the statement does the work: a function beside the lock',
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool()
        export async function f(id: number) {
          await pool.query('SELECT pg_advisory_xact_lock($1), app.settle_account($1)', [id])
          await pool.query('INSERT INTO settlements (id) VALUES ($1)', [id])
        }
      `,
    },
    {
      name: 'MikroORM: em inside transactional follows the context',
      code: ts`
        import type { EntityManager } from '@mikro-orm/postgresql'
        export const f = (em: EntityManager, id: number) =>
          em.transactional(async () => {
            await em.execute('SELECT pg_advisory_xact_lock(?)', [id])
            await em.execute('UPDATE t SET a = 1 WHERE id = ?', [id])
          })
      `,
    },
    {
      name: 'MikroORM: the em of the program inside transactional',
      code: ts`
        import { MikroORM } from '@mikro-orm/postgresql'
        const orm = await MikroORM.init({})
        export const f = (id: number) =>
          orm.em.transactional(async () => {
            await orm.em.execute('SELECT pg_advisory_xact_lock(?)', [id])
            await orm.em.execute('UPDATE t SET a = 1 WHERE id = ?', [id])
          })
      `,
    },
    {
      name: 'MikroORM: a fork that runs its own transactional',
      code: ts`
        import { MikroORM } from '@mikro-orm/postgresql'
        const orm = await MikroORM.init({})
        export async function f(id: number) {
          const em = orm.em.fork()
          await em.transactional(async () => {
            await em.execute('SELECT pg_advisory_xact_lock(?)', [id])
            await em.execute('UPDATE t SET a = 1 WHERE id = ?', [id])
          })
        }
      `,
    },
    {
      name: 'Sequelize with useCLS',
      code: ts`
        import { Sequelize } from 'sequelize'
        import { createNamespace } from 'cls-hooked'
        Sequelize.useCLS(createNamespace('tx'))
        const sequelize = new Sequelize('postgres://localhost/app')
        export const f = () =>
          sequelize.transaction(async (t) => {
            await sequelize.query('SELECT pg_advisory_xact_lock(41, 7)')
            await sequelize.query('UPDATE t SET a = 1')
          })
      `,
    },
    {
      name: 'Sequelize, a callback that takes no transaction: only useCLS somewhere makes sense of it',
      code: ts`
        import type { Sequelize } from 'sequelize'
        export const f = (sequelize: Sequelize) =>
          sequelize.transaction(async () => {
            await sequelize.query('SELECT pg_advisory_xact_lock(41, 7)')
            await sequelize.query('UPDATE t SET a = 1')
          })
      `,
    },
    {
      name: 'Sequelize, options out of sight',
      code: ts`
        import { Sequelize } from 'sequelize'
        const sequelize = new Sequelize('postgres://localhost/app')
        export async function f(options: object) {
          await sequelize.query('SELECT pg_advisory_xact_lock(41, 7)', options)
          await sequelize.query('UPDATE t SET a = 1', { ...options, raw: true })
        }
      `,
    },
    {
      name: 'Sequelize, the transaction in spread options',
      code: ts`
        import { Sequelize } from 'sequelize'
        const sequelize = new Sequelize('postgres://localhost/app')
        export async function f(options: object) {
          await sequelize.query('SELECT pg_advisory_xact_lock(41, 7)', { ...options, raw: true })
          await sequelize.query('UPDATE t SET a = 1', { ...options, raw: true })
        }
      `,
    },
    {
      name: 'TypeORM, the query runner as third argument',
      code: ts`
        import { DataSource } from 'typeorm'
        const dataSource = new DataSource({ type: 'postgres' })
        export async function f(id: number) {
          const runner = dataSource.createQueryRunner()
          await runner.startTransaction()
          await dataSource.query('SELECT pg_advisory_xact_lock($1)', [id], runner)
          await runner.query('UPDATE t SET a = 1 WHERE id = $1', [id])
          await runner.commitTransaction()
          await runner.release()
        }
      `,
    },
    {
      name: 'a decorator puts the method into a transaction of the context',
      code: ts`
        import { DataSource } from 'typeorm'
        import { Transactional } from 'typeorm-transactional'
        export class Invoices {
          constructor(private readonly dataSource: DataSource) {}
          @Transactional()
          async send(id: number) {
            await this.dataSource.query('SELECT pg_advisory_xact_lock($1)', [id])
            await this.dataSource.query('UPDATE invoices SET sent = true WHERE id = $1', [id])
          }
        }
      `,
    },
    {
      name: 'a function of another module runs the callback in a transaction of the context',
      code: ts`
        import { DataSource } from 'typeorm'
        import { runInTransaction } from 'typeorm-transactional'
        export const send = (dataSource: DataSource, id: number) =>
          runInTransaction(async () => {
            await dataSource.query('SELECT pg_advisory_xact_lock($1)', [id])
            await dataSource.query('UPDATE invoices SET sent = true WHERE id = $1', [id])
          })
      `,
    },
    {
      name: 'Knex: transacting in another statement than raw',
      code: ts`
        import knex from 'knex'
        const db = knex({ client: 'pg' })
        export const f = (id: number) =>
          db.transaction(async (trx) => {
            const lock = db.raw('SELECT pg_advisory_xact_lock(?)', [id])
            await lock.transacting(trx)
            await trx('t').where({ id }).update({ a: 1 })
          })
      `,
    },
    {
      name: 'handle of unknown origin',
      code: ts`
        import { db } from './db.js'
        export async function f(id: number) {
          await db.query('SELECT pg_advisory_xact_lock($1)', [id])
          await db.query('UPDATE t SET a = 1 WHERE id = $1', [id])
        }
      `,
    },
    {
      name: 'handle without a type',
      code: ts`
        export async function f(tx, id) {
          await tx.query('SELECT pg_advisory_xact_lock($1)', [id])
          await tx.query('UPDATE t SET a = 1 WHERE id = $1', [id])
        }
      `,
    },
    ...[
      ["import type { PoolClient } from 'pg'", 'PoolClient', '.query'],
      ["import type { ClientBase } from 'pg'", 'ClientBase', '.query'],
      ["import type { TransactionSql } from 'postgres'", 'TransactionSql', '.unsafe'],
      ["import type { Sql } from 'postgres'", 'Sql', '.unsafe'],
      ["import type { Knex } from 'knex'", 'Knex.Transaction', '.raw'],
      ["import type { Knex } from 'knex'", 'Knex', '.raw'],
      ["import type { EntityManager } from 'typeorm'", 'EntityManager', '.query'],
      ["import type { QueryRunner } from 'typeorm'", 'QueryRunner', '.query'],
      ["import type { Prisma } from '@prisma/client'", 'Prisma.TransactionClient', '.$executeRawUnsafe'],
      ["import type { ITask } from 'pg-promise'", 'ITask<object>', '.any'],
      [
        "import type { Prisma, PrismaClient } from '@prisma/client'",
        'PrismaClient | Prisma.TransactionClient',
        '.$executeRawUnsafe',
      ],
      ["import type { Pool, PoolClient } from 'pg'", 'Pool | PoolClient', '.query'],
    ].map(([head = '', type = '', call = '']) => ({
      name: `handle typed as ${type} (${head})`,
      code: `${head}
export async function f(tx: ${type}) {
  await tx${call}('${LOCK}')
  await tx${call}('${WRITE}')
}`,
    })),
    {
      name: 'a helper, given the transaction',
      code: ts`
        import { PrismaClient } from '@prisma/client'
        const prisma = new PrismaClient()
        async function lock(tx, id: number) {
          await tx.$executeRaw\`SELECT pg_advisory_xact_lock(\${id})\`
        }
        export const f = (id: number) =>
          prisma.$transaction(async (tx) => {
            await lock(tx, id)
            await tx.invoice.update({ where: { id }, data: { sent: true } })
          })
      `,
    },
    {
      name: 'a try-probe whose boolean is returned',
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool()
        export async function isFree(id: number) {
          const { rows } = await pool.query('SELECT pg_try_advisory_xact_lock($1) AS free', [id])
          return rows[0].free
        }
      `,
    },
    {
      name: 'a try-probe whose boolean is logged, with statements behind it',
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool()
        export async function f(id: number) {
          const { rows } = await pool.query('SELECT pg_try_advisory_xact_lock($1) AS free', [id])
          console.log('free', rows[0].free)
          await pool.query('UPDATE t SET a = 1 WHERE id = $1', [id])
        }
      `,
    },
    {
      name: 'a try-probe whose boolean is written down',
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool()
        export async function report(id: number) {
          const { rows } = await pool.query('SELECT pg_try_advisory_xact_lock($1) AS free', [id])
          await pool.query('INSERT INTO status (id, busy) VALUES ($1, $2)', [id, !rows[0].free])
        }
      `,
    },
    {
      name: 'a session lock',
      code: ts`
        import { Client } from 'pg'
        export async function f() {
          const client = new Client()
          await client.connect()
          await client.query('SELECT pg_advisory_lock(41, 7)')
          await client.query('UPDATE t SET a = 1')
          await client.end()
        }
      `,
    },
    {
      name: 'a savepoint that is rolled back, and the lock older than it',
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool()
        export async function f(id: number) {
          const client = await pool.connect()
          await client.query('BEGIN')
          await client.query('SELECT pg_advisory_xact_lock($1)', [id])
          await client.query('SAVEPOINT step')
          await client.query('ROLLBACK TO SAVEPOINT step')
          await client.query('UPDATE t SET a = 1 WHERE id = $1', [id])
          await client.query('COMMIT')
          client.release()
        }
      `,
    },
    {
      name: 'the lock is older than the savepoint',
      code: ts`
        import type { PoolClient } from 'pg'
        export async function f(client: PoolClient, id: number) {
          await client.query('BEGIN')
          await client.query('SELECT pg_advisory_xact_lock($1)', [id])
          await client.query('SAVEPOINT before')
          try {
            await client.query('UPDATE t SET a = 1 WHERE id = $1', [id])
          } catch (error) {
            await client.query('ROLLBACK TO SAVEPOINT before')
          }
          await client.query('UPDATE t SET b = 1 WHERE id = $1', [id])
          await client.query('COMMIT')
        }
      `,
    },
    {
      name: 'the lock is taken again after ROLLBACK TO',
      code: ts`
        import type { PoolClient } from 'pg'
        export async function f(client: PoolClient, id: number) {
          await client.query('BEGIN')
          await client.query('SAVEPOINT before')
          try {
            await client.query('SELECT pg_advisory_xact_lock($1)', [id])
            await client.query('UPDATE t SET a = 1 WHERE id = $1', [id])
          } catch (error) {
            await client.query('ROLLBACK TO SAVEPOINT before')
          }
          await client.query('SELECT pg_advisory_xact_lock($1)', [id])
          await client.query('UPDATE t SET b = 1 WHERE id = $1', [id])
          await client.query('COMMIT')
        }
      `,
    },
    {
      name: 'a session lock outlives ROLLBACK TO',
      code: ts`
        import type { PoolClient } from 'pg'
        export async function f(client: PoolClient, id: number) {
          await client.query('BEGIN')
          await client.query('SAVEPOINT before')
          try {
            await client.query('SELECT pg_advisory_lock($1)', [id])
            await client.query('UPDATE t SET a = 1 WHERE id = $1', [id])
          } catch (error) {
            await client.query('ROLLBACK TO SAVEPOINT before')
          }
          await client.query('UPDATE t SET b = 1 WHERE id = $1', [id])
          await client.query('COMMIT')
          await client.query('SELECT pg_advisory_unlock($1)', [id])
        }
      `,
    },
    {
      name: 'after ROLLBACK TO only the failure is noted',
      code: ts`
        import type { PoolClient } from 'pg'
        export async function f(client: PoolClient, id: number) {
          await client.query('BEGIN')
          await client.query('SAVEPOINT before')
          try {
            await client.query('SELECT pg_advisory_xact_lock($1)', [id])
            await client.query('UPDATE t SET a = 1 WHERE id = $1', [id])
          } catch (error) {
            await client.query('ROLLBACK TO SAVEPOINT before')
          }
          await client.query('INSERT INTO failures VALUES ($1)', [id])
          await client.query('COMMIT')
        }
      `,
    },
    {
      name: 'an imported object of which nothing is known',
      code: ts`
        import { db } from '../database'

        export async function f(id: number) {
          await db.query('SELECT pg_advisory_xact_lock($1)', [id])
          await db.query('UPDATE t SET a = 1 WHERE id = $1', [id])
        }
      `,
    },
    {
      name: 'connections: in the transaction of a named pool',
      code: ts`
        import { db } from '../database'

        export async function f(id: number) {
          await db.transaction(async (tx) => {
            await tx.query('SELECT pg_advisory_xact_lock($1)', [id])
            await tx.query('UPDATE t SET a = 1 WHERE id = $1', [id])
          })
        }
      `,
      settings: { 'pg-advisory-lock': { connections: { pool: ['db'] } } },
    },
    {
      name: 'connections: in the transaction of a named pool, under its name',
      code: ts`
        import { db } from '../database'

        export async function f(id: number) {
          await db.transaction(async (db) => {
            await db.query('SELECT pg_advisory_xact_lock($1)', [id])
            await db.query('UPDATE t SET a = 1 WHERE id = $1', [id])
          })
        }
      `,
      settings: { 'pg-advisory-lock': { connections: { pool: ['db'] } } },
    },
    {
      name: 'connections: a named transaction',
      code: ts`
        export async function f(tx: unknown, id: number) {
          await tx.query('SELECT pg_advisory_xact_lock($1)', [id])
          await tx.query('UPDATE t SET a = 1 WHERE id = $1', [id])
        }
      `,
      settings: { 'pg-advisory-lock': { connections: { transaction: ['tx'] } } },
    },
    {
      name: 'connections: a named client may be in a transaction',
      code: ts`
        export async function f(tx: unknown, id: number) {
          await tx.query('SELECT pg_advisory_xact_lock($1)', [id])
          await tx.query('UPDATE t SET a = 1 WHERE id = $1', [id])
        }
      `,
      settings: { 'pg-advisory-lock': { connections: { client: ['tx'] } } },
    },
  ],
  invalid: [
    ...['return await work()', 'return work()', 'const done = await work()\n          return done'].map((call) => ({
      name: `autocommit in a wrapper: ${call.split('\n')[0] ?? ''}`,
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool()
        export async function withLock<T>(id: number, work: () => Promise<T>): Promise<T> {
          await pool.query('SELECT pg_advisory_xact_lock(41, $1)', [id])
          CALL
        }
      `.replace('CALL', call),
      errors: [{ messageId: 'autocommit', line: 4, column: 9, endLine: 4, endColumn: 65 }],
    })),
    {
      name: 'autocommit in a wrapper that tries, by its helper',
      code: ts`
        import { PrismaClient } from '@prisma/client'
        const prisma = new PrismaClient()
        async function got(id: number): Promise<boolean> {
          const [row] = await prisma.$queryRaw<{ got: boolean }[]>\`SELECT pg_try_advisory_xact_lock(\${id}) AS got\`
          return row?.got === true
        }
        export const once = async <T>(id: number, { work }: { work: () => Promise<T> }): Promise<T | undefined> =>
          (await got(id)) ? work() : undefined
      `,
      errors: [{ messageId: 'autocommit', line: 4, column: 23, endLine: 4, endColumn: 107 }],
    },
    ...drivers.map((driver) => {
      const code = program(driver, [driver.send(driver.root, 'lock'), driver.send(driver.tx, 'write')], true)
      return {
        name: `outerHandle (${driver.name})`,
        code,
        errors: [{ messageId: 'outerHandle', ...placeOf(code, LOCK) }],
      }
    }),
    ...drivers
      .filter(({ name }) => name !== 'typeorm (query runner)')
      .map((driver) => {
        const code = program(driver, [driver.send(driver.root, 'lock'), driver.send(driver.root, 'write')], false)
        return {
          name: `autocommit (${driver.name})`,
          code,
          errors: [{ messageId: 'autocommit', ...placeOf(code, LOCK) }],
        }
      }),
    {
      name: 'autocommit on a client that was checked out',
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool()
        export async function f(id: number) {
          const client = await pool.connect()
          try {
            await client.query('SELECT pg_advisory_xact_lock($1)', [id])
            await client.query('UPDATE t SET a = 1 WHERE id = $1', [id])
          } finally {
            client.release()
          }
        }
      `,
      errors: [{ messageId: 'autocommit', line: 6, column: 11, endLine: 6, endColumn: 65 }],
    },
    {
      name: 'autocommit behind a COMMIT',
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool()
        export async function f(id: number) {
          const client = await pool.connect()
          await client.query('BEGIN')
          await client.query('INSERT INTO t (id) VALUES ($1)', [id])
          await client.query('COMMIT')
          await client.query('SELECT pg_advisory_xact_lock($1)', [id])
          await client.query('UPDATE t SET a = 1 WHERE id = $1', [id])
          client.release()
        }
      `,
      errors: [{ messageId: 'autocommit', line: 8, column: 9, endLine: 8, endColumn: 63 }],
    },
    {
      name: 'autocommit, the boolean of a try tested',
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool()
        export async function f(id: number) {
          const { rows } = await pool.query('SELECT pg_try_advisory_xact_lock($1) AS got', [id])
          if (!rows[0].got) return
          await pool.query('UPDATE t SET a = 1 WHERE id = $1', [id])
        }
      `,
      errors: [{ messageId: 'autocommit', line: 4, column: 26, endLine: 4, endColumn: 89 }],
    },
    {
      name: 'autocommit, the boolean of a helper tested by its caller',
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool()
        async function tryLock(id: number): Promise<boolean> {
          const { rows } = await pool.query('SELECT pg_try_advisory_xact_lock($1) AS got', [id])
          return rows[0].got
        }
        export async function f(id: number) {
          if (!(await tryLock(id))) return
          await pool.query('UPDATE t SET a = 1 WHERE id = $1', [id])
        }
      `,
      errors: [{ messageId: 'autocommit', line: 4, column: 26, endLine: 4, endColumn: 89 }],
    },
    {
      name: 'autocommit, the transaction is that of another database',
      code: ts`
        import { Pool } from 'pg'
        import knex from 'knex'
        const reports = knex({ client: 'pg' })
        const pool = new Pool()
        export const f = (id: number) =>
          reports.transaction(async (trx) => {
            await pool.query('SELECT pg_advisory_xact_lock($1)', [id])
            await pool.query('UPDATE t SET a = 1 WHERE id = $1', [id])
            await trx('t').insert({ id })
          })
      `,
      errors: [{ messageId: 'autocommit', line: 7, column: 11, endLine: 7, endColumn: 63 }],
    },
    {
      name: 'autocommit in a loop, the work before it in the text',
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool()
        export async function f(ids: number[]) {
          for (const id of ids) {
            await pool.query('UPDATE t SET a = 1 WHERE id = $1', [id])
            await pool.query('SELECT pg_advisory_xact_lock($1)', [id])
          }
        }
      `,
      errors: [{ messageId: 'autocommit', line: 6, column: 11, endLine: 6, endColumn: 63 }],
    },
    {
      name: 'a write after ROLLBACK TO a savepoint that is older than the lock',
      code: ts`
        import type { PoolClient } from 'pg'
        export async function f(client: PoolClient, id: number) {
          await client.query('BEGIN')
          await client.query('SAVEPOINT before')
          try {
            await client.query('SELECT pg_advisory_xact_lock($1)', [id])
            await client.query('UPDATE t SET a = 1 WHERE id = $1', [id])
          } catch (error) {
            await client.query('ROLLBACK TO SAVEPOINT before')
          }
          await client.query('UPDATE t SET b = 1 WHERE id = $1', [id])
          await client.query('COMMIT')
        }
      `,
      errors: [{ messageId: 'savepoint', line: 6, column: 11, endLine: 6, endColumn: 65 }],
    },
    {
      name: 'a write after a nested transaction that took the lock and failed (Drizzle)',
      code: ts`
        import { sql } from 'drizzle-orm'
        import { drizzle } from 'drizzle-orm/node-postgres'
        const db = drizzle(process.env.DATABASE_URL!)
        export const f = (id: number) =>
          db.transaction(async (tx) => {
            try {
              await tx.transaction(async (inner) => {
                await inner.execute(sql\`SELECT pg_advisory_xact_lock(\${id})\`)
                await inner.execute(sql\`UPDATE t SET a = 1 WHERE id = \${id}\`)
              })
            } catch (error) {
              console.error(error)
            }
            await tx.execute(sql\`UPDATE t SET b = 1 WHERE id = \${id}\`)
          })
      `,
      errors: [{ messageId: 'savepoint', line: 8, column: 15, endLine: 8, endColumn: 70 }],
    },
    {
      name: 'a write after a nested transaction that took the lock and failed (Sequelize)',
      code: ts`
        import { Sequelize } from 'sequelize'
        const sequelize = new Sequelize(process.env.DATABASE_URL!)
        export const f = (id: number) =>
          sequelize.transaction(async (transaction) => {
            try {
              await sequelize.transaction({ transaction }, async (inner) => {
                await sequelize.query('SELECT pg_advisory_xact_lock($1)', { bind: [id], transaction: inner })
                await sequelize.query('UPDATE t SET a = 1 WHERE id = $1', { bind: [id], transaction: inner })
              })
            } catch (error) {
              console.error(error)
            }
            await sequelize.query('UPDATE t SET b = 1 WHERE id = $1', { bind: [id], transaction })
          })
      `,
      errors: [{ messageId: 'savepoint', line: 7, column: 15, endLine: 7, endColumn: 102 }],
    },
    {
      name: 'connections: autocommit through a named pool',
      code: ts`
        import { db } from '../database'

        export async function f(id: number) {
          await db.query('SELECT pg_advisory_xact_lock($1)', [id])
          await db.query('UPDATE t SET a = 1 WHERE id = $1', [id])
        }
      `,
      settings: { 'pg-advisory-lock': { connections: { pool: ['db'] } } },
      errors: [{ messageId: 'autocommit', line: 4, column: 9, endLine: 4, endColumn: 59 }],
    },
    {
      name: 'connections: on the named pool inside its transaction',
      code: ts`
        import { db } from '../database'

        export async function f(id: number) {
          await db.transaction(async (tx) => {
            await db.query('SELECT pg_advisory_xact_lock($1)', [id])
            await tx.query('UPDATE t SET a = 1 WHERE id = $1', [id])
          })
        }
      `,
      settings: { 'pg-advisory-lock': { connections: { pool: ['db'] } } },
      errors: [{ messageId: 'outerHandle', line: 5, column: 11, endLine: 5, endColumn: 61 }],
    },
  ],
})
