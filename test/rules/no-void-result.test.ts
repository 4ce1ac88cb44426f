import rule from '../../rules/no-void-result.ts'
import { assertionOptions, tester, ts } from './tester.ts'

const PRISMA = "import { PrismaClient } from '@prisma/client'\nconst prisma = new PrismaClient()\n\n"
const TASK = "import type { ITask } from 'pg-promise'\n\n"

/** A statement that Prisma runs in a transaction. */
const prisma = (name: string, call: string) => ({
  name,
  code: `${PRISMA}export const lock = (id: number) => prisma.$transaction(async (tx) => {\n  ${call}\n})\n`,
})
const none = (name: string, sql: string) => ({
  name,
  code: `${TASK}export const lock = (task: ITask<object>, id: number) =>\n  task.none(${JSON.stringify(sql)}, [id])\n`,
})
const undecodable = (name: string, call: string, end: number, output: string | undefined) => ({
  ...prisma(`undecodable: ${name}`, call),
  errors: [
    {
      messageId: 'undecodable',
      line: 5,
      column: call.indexOf('tx.') + 3,
      endLine: 5,
      endColumn: end,
      suggestions: output === undefined ? [] : [{ messageId: 'useExecuteRaw', output: prisma('', output).code }],
    },
  ],
})
const rowCame = (name: string, sql: string) => ({
  ...none(`rowCame: ${name}`, sql),
  errors: [{ messageId: 'rowCame', line: 4, column: 3, endLine: 4, endColumn: JSON.stringify(sql).length + 20 }],
})

tester.run('no-void-result', rule, {
  assertionOptions,
  valid: [
    prisma('$executeRaw', 'await tx.$executeRaw`SELECT pg_advisory_xact_lock(${id})`'),
    prisma('$executeRawUnsafe', "await tx.$executeRawUnsafe('SELECT pg_advisory_xact_lock($1)', id)"),
    prisma('a cast to text', 'await tx.$queryRaw`SELECT pg_advisory_xact_lock(${id})::text`'),
    prisma('CAST', 'await tx.$queryRaw`SELECT CAST(pg_advisory_xact_lock(${id}) AS text) AS done`'),
    prisma('in FROM, another column', 'await tx.$queryRaw`SELECT 1 AS one FROM pg_advisory_xact_lock(${id})`'),
    prisma(
      'in a CTE, another column',
      'await tx.$queryRaw`WITH l AS (SELECT pg_advisory_xact_lock(${id})) SELECT 1 AS one FROM l`',
    ),
    prisma(
      'in a sub-query, another column',
      'await tx.$queryRaw`SELECT true AS done FROM (SELECT pg_advisory_xact_lock(${id})) s`',
    ),
    prisma('in a larger expression', 'await tx.$queryRaw`SELECT pg_advisory_xact_lock(${id}) IS NULL AS done`'),
    prisma('counted', 'await tx.$queryRaw`SELECT count(pg_advisory_xact_lock(id)) FROM seats WHERE event = ${id}`'),
    prisma('a try-lock answers a boolean', 'await tx.$queryRaw`SELECT pg_try_advisory_xact_lock(${id}) AS got`'),
    prisma('an unlock answers a boolean', 'await tx.$queryRaw`SELECT pg_advisory_unlock(${id}) AS freed`'),
    prisma('in a body', "await tx.$executeRawUnsafe('DO $$ BEGIN PERFORM pg_advisory_xact_lock(7); END $$')"),
    {
      name: 'other drivers read void as an empty string',
      code: ts`
        import type { PoolClient } from 'pg'
        import type { Sql } from 'postgres'
        import type { EntityManager } from 'typeorm'

        export async function lock(client: PoolClient, sql: Sql, manager: EntityManager, id: number) {
          await client.query('SELECT pg_advisory_xact_lock($1)', [id])
          await sql.begin((tx) => tx\`SELECT pg_advisory_xact_lock(\${id})\`)
          await manager.query('SELECT pg_advisory_xact_lock($1)', [id])
        }
      `,
    },
    {
      name: "a method of another driver's handle",
      code: ts`
        import type { PoolClient } from 'pg'

        export const lock = (client: PoolClient, id: number) => client.query('SELECT pg_advisory_xact_lock($1)', [id])
      `,
    },
    {
      name: 'pg-promise one, any and result',
      code: ts`
        import type { ITask } from 'pg-promise'

        export async function lock(task: ITask<object>, id: number) {
          await task.one('SELECT pg_advisory_xact_lock($1)', [id])
          await task.any('SELECT pg_advisory_xact_lock($1)', [id])
          await task.result('SELECT pg_advisory_xact_lock($1)', [id])
        }
      `,
    },
    none('none with rows that may not be there', 'SELECT pg_advisory_xact_lock(id) FROM jobs WHERE owner = $1'),
    none('none with a condition', 'SELECT pg_advisory_xact_lock($1) WHERE false'),
    none('none with OFFSET', 'SELECT pg_advisory_xact_lock($1) OFFSET 1'),
    none('none looks at the last statement', 'SELECT pg_advisory_xact_lock($1); UPDATE jobs SET done = true'),
    none('none with a change of data', 'WITH l AS (SELECT pg_advisory_xact_lock($1)) UPDATE jobs SET done = true'),
    none('none with INSERT … SELECT', 'INSERT INTO log SELECT 1 FROM pg_advisory_xact_lock($1)'),
    none('none with a DO block', 'DO $$ BEGIN PERFORM pg_advisory_xact_lock(7); END $$'),
    none('none with a try-lock is another rule’s', 'SELECT pg_try_advisory_xact_lock($1)'),
  ],
  invalid: [
    {
      name: 'tested: the function by its name',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function lock(client: PoolClient, id: number) {
          const { rows } = await client.query('SELECT pg_advisory_xact_lock($1)', [id])
          if (!rows[0].pg_advisory_xact_lock) throw new Error('busy')
        }
      `,
      errors: [{ messageId: 'tested', line: 4, column: 26, endLine: 4, endColumn: 80 }],
    },
    {
      name: 'tested: an alias (postgres.js)',
      code: ts`
        import postgres from 'postgres'
        const sql = postgres()

        export const lock = (id: number) =>
          sql.begin(async (tx) => {
            const [row] = await tx\`SELECT pg_advisory_xact_lock(\${id}) AS got\`
            if (row?.got !== true) throw new Error('busy')
          })
      `,
      errors: [{ messageId: 'tested', line: 6, column: 25, endLine: 6, endColumn: 71 }],
    },
    undecodable(
      '$queryRaw',
      'await tx.$queryRaw`SELECT pg_advisory_xact_lock(${id})`',
      58,
      'await tx.$executeRaw`SELECT pg_advisory_xact_lock(${id})`',
    ),
    undecodable(
      '$queryRawUnsafe',
      "await tx.$queryRawUnsafe('SELECT pg_advisory_xact_lock($1)', id)",
      67,
      "await tx.$executeRawUnsafe('SELECT pg_advisory_xact_lock($1)', id)",
    ),
    undecodable(
      'with an alias',
      'await tx.$queryRaw`SELECT pg_advisory_xact_lock_shared(${id}) AS done`',
      73,
      'await tx.$executeRaw`SELECT pg_advisory_xact_lock_shared(${id}) AS done`',
    ),
    undecodable(
      'every column of FROM',
      'await tx.$queryRaw`SELECT * FROM pg_advisory_xact_lock(${id})`',
      65,
      'await tx.$executeRaw`SELECT * FROM pg_advisory_xact_lock(${id})`',
    ),
    undecodable(
      'every column of a CTE',
      'await tx.$queryRaw`WITH l AS (SELECT pg_advisory_xact_lock(${id})) SELECT * FROM l`',
      86,
      'await tx.$executeRaw`WITH l AS (SELECT pg_advisory_xact_lock(${id})) SELECT * FROM l`',
    ),
    undecodable(
      'its rows are used',
      'const rows = await tx.$queryRaw`SELECT pg_advisory_xact_lock(${id})`',
      71,
      undefined,
    ),
    undecodable(
      'its error is caught',
      'await tx.$queryRaw`SELECT pg_advisory_xact_lock(${id})`.catch(() => {})',
      58,
      undefined,
    ),
    {
      name: 'undecodable: a session lock stays held',
      code: ts`
        import { PrismaClient } from '@prisma/client'
        const prisma = new PrismaClient()

        export const lock = async (id: bigint) => {
          await prisma.$queryRaw\`SELECT pg_advisory_lock(\${id})\`
        }
      `,
      errors: [
        {
          messageId: 'undecodable',
          data: { stays: ' and the lock stays held', lock: 'pg_advisory_lock' },
          line: 5,
          column: 9,
          endLine: 5,
          endColumn: 57,
          suggestions: [
            {
              messageId: 'useExecuteRaw',
              output: ts`
        import { PrismaClient } from '@prisma/client'
        const prisma = new PrismaClient()

        export const lock = async (id: bigint) => {
          await prisma.$executeRaw\`SELECT pg_advisory_lock(\${id})\`
        }
      `,
            },
          ],
        },
      ],
    },
    {
      name: 'undecodable: Prisma.sql, an element of the array form',
      code: ts`
        import { Prisma, PrismaClient } from '@prisma/client'
        const prisma = new PrismaClient()

        export const touch = (id: number) =>
          prisma.$transaction([
            prisma.$queryRaw(Prisma.sql\`SELECT pg_advisory_xact_lock(\${id})\`),
            prisma.seat.update({ where: { id }, data: { touched: true } }),
          ])
      `,
      errors: [{ messageId: 'undecodable', line: 6, column: 5, endLine: 6, endColumn: 70 }],
    },
    {
      name: 'undecodable: a client of another module',
      code: ts`
        import { Injectable } from '@nestjs/common'
        import { PrismaService } from './prisma.service'

        @Injectable()
        export class Seats {
          constructor(private readonly prisma: PrismaService) {}

          sell(id: number) {
            return this.prisma.$transaction(async (tx) => {
              const done = await tx.$queryRaw\`SELECT pg_advisory_xact_lock(\${id})\`
              return tx.seat.update({ where: { id }, data: { sold: true } }).then(() => done)
            })
          }
        }
      `,
      errors: [{ messageId: 'undecodable', line: 10, column: 26, endLine: 10, endColumn: 75 }],
    },
    {
      name: 'undecodable: an untyped client',
      code: ts`
        export async function lock(db, id) {
          const [row] = await db.$queryRawUnsafe('SELECT pg_advisory_lock($1)', id)
          return row
        }
      `,
      errors: [{ messageId: 'undecodable', line: 2, column: 23, endLine: 2, endColumn: 76 }],
    },
    rowCame('none', 'SELECT pg_advisory_xact_lock($1)'),
    rowCame('the last statement of several', 'SET LOCAL lock_timeout = 500; SELECT pg_advisory_xact_lock($1);'),
    rowCame('in FROM', 'SELECT 1 FROM pg_advisory_xact_lock($1)'),
    rowCame('a sub-query', 'SELECT done FROM (SELECT pg_advisory_xact_lock($1) AS done) s'),
  ],
})
