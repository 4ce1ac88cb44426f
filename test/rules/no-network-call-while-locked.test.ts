import rule from '../../rules/no-network-call-while-locked.ts'
import { assertionOptions, tester, ts } from './tester.ts'

const WAITS = 'Everyone who wants the lock waits for it too'

tester.run('no-network-call-while-locked', rule, {
  assertionOptions,
  valid: [
    {
      name: 'the lock is taken for objects with another field',
      code: ts`
        import type { PoolClient } from 'pg'

        const wantsLock = (payload: object) => Object.hasOwn(payload, 'balance')

        async function update(c: PoolClient, id: number, payload: object) {
          if (wantsLock(payload)) await c.query('SELECT pg_advisory_xact_lock($1)', [id])
          await fetch('https://rates.test/')
        }

        export const close = (c: PoolClient, id: number) => update(c, id, { closed: true })
      `,
    },
    {
      name: 'a helper sleeps before it tries again what failed',
      code: ts`
        import type { PoolClient } from 'pg'

        async function query(db: PoolClient, text: string, values: unknown[]) {
          for (let attempt = 1; ; attempt++) {
            try {
              return await db.query(text, values)
            } catch (error) {
              if (attempt > 3) throw error
              await new Promise((resolve) => setTimeout(resolve, attempt * 1000))
            }
          }
        }

        export async function close(db: PoolClient, reader: PoolClient, id: number) {
          await db.query('SELECT pg_advisory_lock($1)', [id])
          try {
            await query(reader, 'SELECT 1 FROM t WHERE id = $1', [id])
          } finally {
            await db.query('SELECT pg_advisory_unlock($1)', [id])
          }
        }
      `,
    },
    {
      name: 'queries on the holder',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function f(client: PoolClient, id: number) {
          await client.query('SELECT pg_advisory_xact_lock($1)', [id])
          await client.query('SELECT * FROM orders WHERE id = $1', [id])
          await client.query('UPDATE orders SET seen = true WHERE id = $1', [id])
        }
      `,
    },
    {
      name: 'queries on the holder: query builders',
      code: ts`
        import knex from 'knex'
        const db = knex({ client: 'pg' })

        export const f = (id: number) =>
          db.transaction(async (trx) => {
            await trx.raw('SELECT pg_advisory_xact_lock(?)', [id])
            await trx('orders').where({ id }).update({ seen: true })
            await db('audit').transacting(trx).insert({ id })
          })
      `,
    },
    {
      name: 'after the end of the lock: unlock',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function f(client: PoolClient, id: number) {
          await client.query('SELECT pg_advisory_lock($1)', [id])
          try {
            await client.query('UPDATE orders SET seen = true WHERE id = $1', [id])
          } finally {
            await client.query('SELECT pg_advisory_unlock($1)', [id])
          }
          await fetch('https://hooks.example.com')
        }
      `,
    },
    {
      name: 'after the end of the lock: commit',
      code: ts`
        import { PrismaClient } from '@prisma/client'
        const prisma = new PrismaClient()

        export async function f(id: number) {
          await prisma.$transaction(async (tx) => {
            await tx.$executeRaw\`SELECT pg_advisory_xact_lock(\${id})\`
            await tx.order.update({ where: { id }, data: { seen: true } })
          })
          await fetch('https://hooks.example.com')
        }
      `,
    },
    {
      name: 'before the lock: compute, then verify and publish',
      code: ts`
        import type { Sql } from 'postgres'

        export async function f(sql: Sql, id: number) {
          const response = await fetch('https://rates.example.com')
          const fresh = await response.json()
          await sql.begin(async (tx) => {
            await tx\`SELECT pg_advisory_xact_lock(\${id})\`
            const [current] = await tx\`SELECT version FROM rates WHERE id = \${id}\`
            if (current.version < fresh.version) await tx\`UPDATE rates SET value = \${fresh.value} WHERE id = \${id}\`
          })
        }
      `,
    },
    {
      name: 'not awaited inside the section',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function f(client: PoolClient, id: number) {
          await client.query('SELECT pg_advisory_lock($1)', [id])
          let sent: Promise<Response> | undefined
          try {
            await client.query('UPDATE orders SET seen = true WHERE id = $1', [id])
            sent = fetch('https://hooks.example.com')
          } finally {
            await client.query('SELECT pg_advisory_unlock($1)', [id])
          }
          await sent
        }
      `,
    },
    {
      name: 'connection set-up of the holder',
      code: ts`
        import { Client } from 'pg'

        export async function f(id: number) {
          const client = new Client()
          await client.connect()
          try {
            await client.query('SELECT pg_advisory_lock($1)', [id])
            await client.query('UPDATE orders SET seen = true WHERE id = $1', [id])
          } finally {
            await client.end()
          }
        }
      `,
    },
    {
      name: "another PostgreSQL session is same-connection's subject",
      code: ts`
        import { Client, Pool } from 'pg'
        const reports = new Pool({ host: 'reports' })

        export async function f(client: Client, id: number) {
          await client.query('SELECT pg_advisory_lock($1)', [id])
          try {
            await reports.query('UPDATE totals SET stale = true WHERE id = $1', [id])
          } finally {
            await client.query('SELECT pg_advisory_unlock($1)', [id])
          }
        }
      `,
    },
    {
      name: 'the idle loop of a leader on a dedicated client',
      code: ts`
        import { setTimeout as sleep } from 'node:timers/promises'
        import { Client } from 'pg'

        export async function lead(signal: AbortSignal, work: () => Promise<void>) {
          const client = new Client()
          await client.connect()
          await client.query("SELECT pg_advisory_lock(hashtext('scheduler'))")
          while (!signal.aborted) {
            await client.query('SELECT 1')
            await sleep(5000)
          }
        }
      `,
    },
    {
      name: 'the loser of a try-lock calls out, it holds nothing',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function f(client: PoolClient, id: number) {
          const { rows } = await client.query('SELECT pg_try_advisory_xact_lock($1) AS got', [id])
          if (!rows[0].got) {
            await fetch('https://hooks.example.com/busy')
            return
          }
          await client.query('UPDATE orders SET seen = true WHERE id = $1', [id])
        }
      `,
    },
    {
      name: 'an xact lock in autocommit holds nothing afterwards',
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool()

        export async function f(id: number) {
          await pool.query('SELECT pg_advisory_xact_lock($1)', [id])
          await fetch('https://hooks.example.com')
        }
      `,
    },
    {
      name: 'a leader opens its connection where it asks, and keeps it for the life of the process',
      code: ts`
        import postgres from 'postgres'

        let leading: ReturnType<typeof postgres> | null = null

        async function leads(): Promise<boolean> {
          leading = postgres({ max: 1 })
          const [row] = await leading\`SELECT pg_try_advisory_lock(51) AS leads\`
          if (!row?.leads) {
            await leading.end()
            leading = null
          }
          return row?.leads === true
        }

        export async function start() {
          if (await leads()) await fetch('https://weather.example.com')
        }
      `,
    },
    {
      name: 'a leader keeps its lock, whatever others unlock on connections of a pool',
      code: ts`
        import { Client, Pool } from 'pg'

        const pool = new Pool()

        export class Captain {
          readonly #client = new Client()

          async leads() {
            const { rows } = await this.#client.query('SELECT pg_try_advisory_lock(51) AS leads')
            return rows[0].leads
          }

          async stop() {
            await this.#client.end()
          }
        }

        export async function sail(captain: Captain) {
          if (await captain.leads()) await fetch('https://weather.example.com')
        }

        export async function anchor(id: number) {
          const client = await pool.connect()
          try {
            await client.query('SELECT pg_advisory_lock($1)', [id])
            try {
              await client.query('UPDATE ships SET anchored = true WHERE id = $1', [id])
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
      name: 'a leader keeps its lock, whatever other keys are unlocked on connections that nobody knows',
      code: ts`
        import { Client } from 'pg'
        import { pool } from './pool'

        export class Captain {
          readonly #client = new Client()

          async leads() {
            const { rows } = await this.#client.query('SELECT pg_try_advisory_lock(51) AS leads')
            return rows[0].leads
          }

          async stop() {
            await this.#client.end()
          }
        }

        export async function sail(captain: Captain) {
          if (await captain.leads()) await fetch('https://weather.example.com')
        }

        export async function anchor() {
          const client = await pool.connect()
          try {
            await client.query('SELECT pg_advisory_lock(52)')
            try {
              await client.query('UPDATE ships SET anchored = true')
            } finally {
              await client.query('SELECT pg_advisory_unlock(52)')
            }
          } finally {
            client.release()
          }
        }
      `,
    },
    {
      name: 'an opaque callback of a wrapper: its callers are judged',
      code: ts`
        import type { Sql, TransactionSql } from 'postgres'

        export const withLock = (sql: Sql, id: number, work: (tx: TransactionSql) => Promise<void>) =>
          sql.begin(async (tx) => {
            await tx\`SELECT pg_advisory_xact_lock(\${id})\`
            await work(tx)
          })
      `,
    },
    {
      name: 'an unresolved function may or may not leave the process',
      code: ts`
        import type { TransactionSql } from 'postgres'
        import { format } from './format'

        export async function f(tx: TransactionSql, id: number) {
          await tx\`SELECT pg_advisory_xact_lock(\${id})\`
          const text = await format(id)
          await tx\`UPDATE orders SET text = \${text} WHERE id = \${id}\`
        }
      `,
    },
    {
      name: 'a function of the user called fetch is not the global one',
      code: ts`
        import type { TransactionSql } from 'postgres'

        const fetch = async (tx: TransactionSql, id: number) => tx\`SELECT * FROM orders WHERE id = \${id}\`

        export async function f(tx: TransactionSql, id: number) {
          await tx\`SELECT pg_advisory_xact_lock(\${id})\`
          await fetch(tx, id)
        }
      `,
    },
    {
      name: 'calls of a package that stay in the process',
      code: ts`
        import OpenAI from 'openai'
        import type { TransactionSql } from 'postgres'

        export async function f(tx: TransactionSql, id: number) {
          await tx\`SELECT pg_advisory_xact_lock(\${id})\`
          const client = new OpenAI()
          await tx\`UPDATE orders SET base = \${client.baseURL} WHERE id = \${id}\`
        }
      `,
    },
    {
      name: 'sleep: false',
      options: [{ sleep: false }],
      code: ts`
        import { setTimeout as sleep } from 'node:timers/promises'
        import type { TransactionSql } from 'postgres'

        export async function f(tx: TransactionSql, id: number) {
          await tx\`SELECT pg_advisory_xact_lock(\${id})\`
          await sleep(100)
          await tx\`UPDATE orders SET seen = true WHERE id = \${id}\`
        }
      `,
    },
    {
      name: 'ignore: a name',
      options: [{ ignore: ['fetch'] }],
      code: ts`
        import type { TransactionSql } from 'postgres'

        export async function f(tx: TransactionSql, id: number) {
          await tx\`SELECT pg_advisory_xact_lock(\${id})\`
          await fetch('http://localhost/health')
          await tx\`UPDATE orders SET seen = true WHERE id = \${id}\`
        }
      `,
    },
    {
      name: 'ignore: a name with a reason',
      options: [{ ignore: [{ name: 'redis.del', reason: 'the cache runs on this machine' }] }],
      code: ts`
        import { createClient } from 'redis'
        import type { TransactionSql } from 'postgres'
        const redis = createClient()

        export async function f(tx: TransactionSql, id: number) {
          await tx\`SELECT pg_advisory_xact_lock(\${id})\`
          await redis.del(\`order:\${id}\`)
          await tx\`UPDATE orders SET seen = true WHERE id = \${id}\`
        }
      `,
    },
    {
      name: 'a name in a string or a comment is no lock',
      code: ts`
        // pg_advisory_lock is not taken here
        export const f = async () => {
          const hint = 'SELECT pg_advisory_lock(1)'
          await fetch(\`https://docs.example.com?q=\${hint}\`)
        }
      `,
    },
  ],
  invalid: [
    {
      name: 'direct: a client that is made once and kept',
      code: ts`
        import nodemailer from 'nodemailer'
        import type { PoolClient } from 'pg'

        let kept: { transporter: Mailer } | undefined
        function mailer() {
          if (kept) return kept.transporter
          const transporter = nodemailer.createTransport({ host: 'mail' })
          kept = { transporter }
          return transporter
        }

        export async function close(db: PoolClient, id: number) {
          await db.query('SELECT pg_advisory_lock($1)', [id])
          try {
            await mailer().sendMail({ to: 'a@test' })
          } finally {
            await db.query('SELECT pg_advisory_unlock($1)', [id])
          }
        }
      `,
      errors: [{ messageId: 'direct', line: 15, column: 11, endLine: 15, endColumn: 46 }],
    },
    {
      name: 'direct: a sleep of the section itself, before it tries again',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function close(db: PoolClient, id: number) {
          await db.query('SELECT pg_advisory_lock($1)', [id])
          try {
            await db.query('UPDATE t SET a = 1 WHERE id = $1', [id])
          } catch {
            await new Promise((resolve) => setTimeout(resolve, 1000))
          } finally {
            await db.query('SELECT pg_advisory_unlock($1)', [id])
          }
        }
      `,
      errors: [{ messageId: 'direct', line: 8, column: 11, endLine: 8, endColumn: 62 }],
    },
    {
      name: 'direct: who tries meanwhile is turned away',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function close(db: PoolClient, id: number) {
          const { rows } = await db.query('SELECT pg_try_advisory_xact_lock($1) AS locked', [id])
          if (!rows[0].locked) return
          await fetch('https://rates.test/')
          await db.query('UPDATE t SET a = 1 WHERE id = $1', [id])
        }
      `,
      errors: [
        {
          messageId: 'direct',
          data: {
            key: 'id',
            taken: '4',
            name: 'fetch',
            kind: 'HTTP',
            reason: '',
            others: '',
            harm: 'Until then everyone else is turned away, and a connection is kept',
            claim: ', or claim the work by a row that expires',
          },
          line: 6,
          column: 9,
          endLine: 6,
          endColumn: 37,
        },
      ],
    },
    {
      name: 'throughHelper: two paths of one section are one fault, and a call is named once',
      code: ts`
        import type { PoolClient } from 'pg'

        async function send(id: number, twice: boolean) {
          if (twice) await fetch('https://a.test/' + id)
          else await fetch('https://a.test/2/' + id)
        }

        export async function close(db: PoolClient, id: number, early: boolean) {
          await db.query('SELECT pg_advisory_lock($1)', [id])
          try {
            if (early) await send(id, early)
            await send(id, false)
          } finally {
            await db.query('SELECT pg_advisory_unlock($1)', [id])
          }
        }
      `,
      errors: [
        {
          messageId: 'throughHelper',
          data: {
            key: 'id',
            taken: '9',
            chain: 'send → fetch',
            kind: 'HTTP',
            reason: '',
            others: ' Also \`fetch\` (line 12).',
            harm: WAITS,
            claim: '',
          },
          line: 11,
          column: 22,
          endLine: 11,
          endColumn: 37,
        },
      ],
    },
    {
      name: 'direct: fetch under an xact lock (pg)',
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool()

        export async function refresh(rateId: number) {
          const client = await pool.connect()
          try {
            await client.query('BEGIN')
            await client.query('SELECT pg_advisory_xact_lock($1)', [rateId])
            const response = await fetch(\`https://rates.example.com/\${rateId}\`)
            await client.query('UPDATE rates SET body = $1 WHERE id = $2', [await response.text(), rateId])
            await client.query('COMMIT')
          } catch (error) {
            await client.query('ROLLBACK')
            throw error
          } finally {
            client.release()
          }
        }
      `,
      errors: [
        {
          messageId: 'direct',
          data: {
            key: 'rateId',
            taken: '8',
            name: 'fetch',
            kind: 'HTTP',
            reason: '',
            others: '',
            harm: WAITS,
            claim: '',
          },
          line: 9,
          column: 28,
          endLine: 9,
          endColumn: 72,
        },
      ],
    },
    {
      name: 'direct: a model under a session lock, all calls are listed',
      code: ts`
        import OpenAI from 'openai'
        import type { PoolClient } from 'pg'
        import nodemailer from 'nodemailer'
        import Stripe from 'stripe'
        const openai = new OpenAI()
        const mail = nodemailer.createTransport('smtp://localhost')
        const stripe = new Stripe('key')

        export async function plan(client: PoolClient, agentId: number) {
          await client.query('SELECT pg_advisory_lock($1)', [agentId])
          try {
            const answer = await openai.responses.create({ model: 'gpt-5', input: 'plan' })
            await client.query('UPDATE agents SET plan = $1 WHERE id = $2', [answer.output_text, agentId])
            await mail.sendMail({ to: 'ops@example.com', subject: 'planned' })
            await stripe.charges.create({ amount: 1, currency: 'eur' })
            await fetch('https://hooks.example.com')
            await fetch('https://hooks.example.com/again')
          } finally {
            await client.query('SELECT pg_advisory_unlock($1)', [agentId])
          }
        }
      `,
      errors: [
        {
          messageId: 'direct',
          data: {
            key: 'agentId',
            taken: '10',
            name: 'openai.responses.create',
            kind: 'model API',
            reason: '',
            harm: WAITS,
            claim: '',
            others: ' Also `mail.sendMail` (line 14), `stripe.charges.create` (line 15), `fetch` (line 16) and 1 more.',
          },
          line: 12,
          column: 26,
          endLine: 12,
          endColumn: 84,
        },
      ],
    },
    {
      name: 'direct: prisma, in an interactive transaction',
      code: ts`
        import Anthropic from '@anthropic-ai/sdk'
        import { PrismaClient } from '@prisma/client'
        const prisma = new PrismaClient()
        const anthropic = new Anthropic()

        export const summarize = (noteId: number) =>
          prisma.$transaction(async (tx) => {
            await tx.$executeRaw\`SELECT pg_advisory_xact_lock(\${noteId})\`
            const message = await anthropic.messages.create({ model: 'claude', max_tokens: 9, messages: [] })
            await tx.note.update({ where: { id: noteId }, data: { summary: JSON.stringify(message) } })
          })
      `,
      errors: [
        {
          messageId: 'direct',
          line: 9,
          column: 27,
          endLine: 9,
          endColumn: 102,
        },
      ],
    },
    {
      name: 'direct: postgres.js, a cache',
      code: ts`
        import postgres from 'postgres'
        import { createClient } from 'redis'
        const sql = postgres()
        const redis = createClient()

        export const publish = (pageId: number) =>
          sql.begin(async (tx) => {
            await tx\`SELECT pg_advisory_xact_lock(\${pageId})\`
            await tx\`UPDATE pages SET live = true WHERE id = \${pageId}\`
            await redis.del(\`page:\${pageId}\`)
          })
      `,
      errors: [
        {
          messageId: 'direct',
          line: 10,
          column: 11,
          endLine: 10,
          endColumn: 38,
        },
      ],
    },
    {
      name: 'direct: drizzle, an object store',
      code: ts`
        import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3'
        import { sql } from 'drizzle-orm'
        import { drizzle } from 'drizzle-orm/node-postgres'
        import { files } from './schema'
        const db = drizzle(process.env.DATABASE_URL!)
        const s3 = new S3Client()

        export const load = (fileId: number) =>
          db.transaction(async (tx) => {
            await tx.execute(sql\`select pg_advisory_xact_lock(\${fileId})\`)
            const object = await s3.send(new GetObjectCommand({ Bucket: 'b', Key: String(fileId) }))
            await tx.insert(files).values({ fileId, etag: object.ETag })
          })
      `,
      errors: [
        {
          messageId: 'direct',
          line: 11,
          column: 26,
          endLine: 11,
          endColumn: 93,
        },
      ],
    },
    {
      name: 'direct: knex, an HTTP client',
      code: ts`
        import axios from 'axios'
        import knex from 'knex'
        const db = knex({ client: 'pg' })

        export const load = (feedId: number) =>
          db.transaction(async (trx) => {
            await trx.raw('SELECT pg_advisory_xact_lock(?)', [feedId])
            const { data } = await axios.get(\`https://feeds.example.com/\${feedId}\`)
            await trx('feeds').where({ id: feedId }).update({ data })
          })
      `,
      errors: [
        {
          messageId: 'direct',
          line: 8,
          column: 28,
          endLine: 8,
          endColumn: 76,
        },
      ],
    },
    {
      name: 'direct: kysely, a queue',
      code: ts`
        import { Queue } from 'bullmq'
        import { type Kysely, sql } from 'kysely'
        const queue = new Queue('mails')

        export const enqueue = (db: Kysely<unknown>, listId: number) =>
          db.transaction().execute(async (trx) => {
            await sql\`select pg_advisory_xact_lock(\${listId})\`.execute(trx)
            await sql\`update lists set queued = true where id = \${listId}\`.execute(trx)
            await queue.add('send', { listId })
          })
      `,
      errors: [
        {
          messageId: 'direct',
          line: 9,
          column: 11,
          endLine: 9,
          endColumn: 40,
        },
      ],
    },
    {
      name: "direct: typeorm, an agent's tool",
      code: ts`
        import { Client } from '@modelcontextprotocol/sdk/client/index.js'
        import type { DataSource } from 'typeorm'
        const tools = new Client({ name: 'agent', version: '1' })

        export const act = (dataSource: DataSource, taskId: number) =>
          dataSource.transaction(async (manager) => {
            await manager.query('SELECT pg_advisory_xact_lock($1)', [taskId])
            const result = await tools.callTool({ name: 'search', arguments: {} })
            await manager.query('UPDATE tasks SET result = $1 WHERE id = $2', [result, taskId])
          })
      `,
      errors: [
        {
          messageId: 'direct',
          line: 8,
          column: 26,
          endLine: 8,
          endColumn: 75,
        },
      ],
    },
    {
      name: 'direct: pg-promise, another database',
      code: ts`
        import { MongoClient } from 'mongodb'
        import pgPromise from 'pg-promise'
        const db = pgPromise()('postgres://localhost/app')
        const mongo = new MongoClient('mongodb://localhost')

        export const copy = (orderId: number) =>
          db.tx(async (tx) => {
            await tx.any('SELECT pg_advisory_xact_lock($1)', [orderId])
            await mongo.db('archive').collection('orders').insertOne({ orderId })
            await tx.none('DELETE FROM orders WHERE id = $1', [orderId])
          })
      `,
      errors: [
        {
          messageId: 'direct',
          line: 9,
          column: 11,
          endLine: 9,
          endColumn: 74,
        },
      ],
    },
    {
      name: 'direct: slonik, a local model runtime',
      code: ts`
        import { pipeline } from '@huggingface/transformers'
        import { createPool, sql } from 'slonik'

        export async function embed(docId: number, text: string) {
          const pool = await createPool('postgres://localhost/app')
          const extract = await pipeline('feature-extraction')
          await pool.transaction(async (tx) => {
            await tx.any(sql.unsafe\`SELECT pg_advisory_xact_lock(\${docId})\`)
            const vector = await extract(text)
            await tx.query(sql.unsafe\`UPDATE docs SET vector = \${vector} WHERE id = \${docId}\`)
          })
        }
      `,
      errors: [
        {
          messageId: 'direct',
          line: 9,
          column: 26,
          endLine: 9,
          endColumn: 39,
        },
      ],
    },
    {
      name: 'direct: a synchronous subprocess counts at the call',
      code: ts`
        import { execFileSync } from 'node:child_process'
        import type { PoolClient } from 'pg'

        export async function dump(client: PoolClient, tableId: number) {
          await client.query('SELECT pg_advisory_lock($1)', [tableId])
          try {
            execFileSync('pg_dump', ['app'])
            await client.query('UPDATE tables SET dumped = now() WHERE id = $1', [tableId])
          } finally {
            await client.query('SELECT pg_advisory_unlock($1)', [tableId])
          }
        }
      `,
      errors: [
        {
          messageId: 'direct',
          line: 7,
          column: 5,
          endLine: 7,
          endColumn: 37,
        },
      ],
    },
    {
      name: 'direct: a sleep',
      code: ts`
        import { setTimeout as sleep } from 'node:timers/promises'
        import type { PoolClient } from 'pg'

        export async function poll(client: PoolClient, jobId: number) {
          await client.query('SELECT pg_advisory_lock($1)', [jobId])
          try {
            await sleep(1000)
            await client.query('UPDATE jobs SET polled = now() WHERE id = $1', [jobId])
          } finally {
            await client.query('SELECT pg_advisory_unlock($1)', [jobId])
          }
        }
      `,
      errors: [
        {
          messageId: 'direct',
          data: {
            key: 'jobId',
            taken: '5',
            name: 'sleep',
            kind: 'sleep',
            reason: '',
            others: '',
            harm: WAITS,
            claim: '',
          },
          line: 7,
          column: 11,
          endLine: 7,
          endColumn: 22,
        },
      ],
    },
    {
      name: 'direct: a promise started before the lock and awaited under it',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function store(client: PoolClient, cityId: number) {
          const weather = fetch('https://weather.example.com')
          await client.query('SELECT pg_advisory_lock($1)', [cityId])
          try {
            const response = await weather
            await client.query('UPDATE cities SET weather = $1 WHERE id = $2', [await response.text(), cityId])
          } finally {
            await client.query('SELECT pg_advisory_unlock($1)', [cityId])
          }
        }
      `,
      errors: [
        {
          messageId: 'direct',
          line: 7,
          column: 22,
          endLine: 7,
          endColumn: 35,
        },
      ],
    },
    {
      name: 'direct: several at once in Promise.all',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function upload(client: PoolClient, albumId: number, urls: string[]) {
          await client.query('SELECT pg_advisory_lock($1)', [albumId])
          try {
            await Promise.all(urls.map((url) => fetch(url, { method: 'PUT' })))
            await client.query('UPDATE albums SET uploaded = true WHERE id = $1', [albumId])
          } finally {
            await client.query('SELECT pg_advisory_unlock($1)', [albumId])
          }
        }
      `,
      errors: [
        {
          messageId: 'direct',
          line: 6,
          column: 41,
          endLine: 6,
          endColumn: 70,
        },
      ],
    },
    {
      name: 'throughHelper: the chain is named',
      code: ts`
        import type { PoolClient } from 'pg'

        async function getJson(url: string) {
          const response = await fetch(url)
          return response.json()
        }

        const loadRates = (base: string) => getJson(\`https://rates.example.com/\${base}\`)

        export async function refresh(client: PoolClient, base: string) {
          await client.query('SELECT pg_advisory_lock(hashtext($1))', [base])
          try {
            const rates = await loadRates(base)
            await client.query('UPDATE rates SET value = $1 WHERE base = $2', [rates, base])
          } finally {
            await client.query('SELECT pg_advisory_unlock(hashtext($1))', [base])
          }
        }
      `,
      errors: [
        {
          messageId: 'throughHelper',
          data: {
            key: 'hashtext(base)',
            taken: '11',
            chain: 'loadRates → getJson → fetch',
            kind: 'HTTP',
            reason: '',
            harm: WAITS,
            claim: '',
            others: '',
          },
          line: 13,
          column: 25,
          endLine: 13,
          endColumn: 40,
        },
      ],
    },
    {
      name: 'throughHelper: a method of the same class',
      code: ts`
        import { PrismaClient } from '@prisma/client'

        export class Invoices {
          constructor(private readonly prisma: PrismaClient) {}

          private async charge(id: number) {
            await fetch(\`https://pay.example.com/\${id}\`, { method: 'POST' })
          }

          async settle(id: number) {
            await this.prisma.$transaction(async (tx) => {
              await tx.$executeRaw\`SELECT pg_advisory_xact_lock(\${id})\`
              await this.charge(id)
              await tx.invoice.update({ where: { id }, data: { settled: true } })
            })
          }
        }
      `,
      errors: [
        {
          messageId: 'throughHelper',
          data: {
            key: 'id',
            taken: '12',
            chain: 'charge → fetch',
            kind: 'HTTP',
            reason: '',
            others: '',
            harm: WAITS,
            claim: '',
          },
          line: 13,
          column: 13,
          endLine: 13,
          endColumn: 28,
        },
      ],
    },
    {
      name: 'callback: the wrapper runs what its caller gave it',
      code: ts`
        import postgres, { type TransactionSql } from 'postgres'
        const sql = postgres()

        const withLock = (id: number, work: (tx: TransactionSql) => Promise<void>) =>
          sql.begin(async (tx) => {
            await tx\`SELECT pg_advisory_xact_lock(\${id})\`
            await work(tx)
          })

        export async function rename(id: number, name: string) {
          await withLock(id, async (tx) => {
            await fetch(\`https://directory.example.com/\${id}\`, { method: 'PUT', body: name })
            await tx\`UPDATE people SET name = \${name} WHERE id = \${id}\`
          })
        }

        export async function retire(id: number) {
          await withLock(id, async (tx) => {
            await tx\`UPDATE people SET retired = true WHERE id = \${id}\`
          })
        }
      `,
      errors: [
        {
          messageId: 'callback',
          data: { key: 'id', taken: '6', name: 'fetch', kind: 'HTTP', reason: '', others: '', harm: WAITS, claim: '' },
          line: 12,
          column: 11,
          endLine: 12,
          endColumn: 86,
        },
      ],
    },
    {
      name: 'throughHelper: a helper gives map() a callback of its own',
      code: ts`
        import type { PrismaClient } from '@prisma/client'

        export class Stock {
          constructor(private readonly prisma: PrismaClient) {}

          private async poll(shelves: string[]) {
            await Promise.all(
              shelves.map(async (shelf) => {
                await fetch(\`https://scales.example.com/\${shelf}\`)
              }),
            )
          }

          async weigh(hall: string, shelves: string[]) {
            await this.prisma.$transaction(async (tx) => {
              await tx.$executeRaw\`SELECT pg_advisory_xact_lock(hashtextextended(\${hall}, 0))\`
              await this.poll(shelves)
              await tx.hall.update({ where: { hall }, data: { weighed: true } })
            })
          }
        }
      `,
      errors: [
        {
          messageId: 'throughHelper',
          line: 17,
          column: 13,
          endLine: 17,
          endColumn: 31,
        },
      ],
    },
    {
      name: 'throughHelper: a helper gives a retry of this file a callback of its own',
      code: ts`
        import type { TransactionSql } from 'postgres'

        async function twice<T>(attempt: () => Promise<T>): Promise<T> {
          try {
            return await attempt()
          } catch {
            return await attempt()
          }
        }

        const load = (id: number) => twice(async () => fetch(\`https://rates.example.com/\${id}\`))

        export async function refresh(tx: TransactionSql, id: number) {
          await tx\`SELECT pg_advisory_xact_lock(\${id})\`
          await load(id)
          await tx\`UPDATE rates SET fresh = true WHERE id = \${id}\`
        }
      `,
      errors: [
        {
          messageId: 'throughHelper',
          line: 15,
          column: 9,
          endLine: 15,
          endColumn: 17,
        },
      ],
    },
    {
      name: 'throughHelper: the section gives map() a helper by its name',
      code: ts`
        import type { TransactionSql } from 'postgres'

        async function poll(shelf: string) {
          await fetch(\`https://scales.example.com/\${shelf}\`)
        }

        export async function weigh(tx: TransactionSql, hall: string, shelves: string[]) {
          await tx\`SELECT pg_advisory_xact_lock(hashtextextended(\${hall}, 0))\`
          await Promise.all(shelves.map(poll))
          await tx\`UPDATE halls SET weighed = true WHERE hall = \${hall}\`
        }
      `,
      errors: [
        {
          messageId: 'throughHelper',
          line: 9,
          column: 21,
          endLine: 9,
          endColumn: 38,
        },
      ],
    },
    {
      name: 'throughHelper: the section gives a retry of this file a helper by its name',
      code: ts`
        import type { TransactionSql } from 'postgres'

        async function twice(attempt: () => Promise<void>) {
          await attempt()
          await attempt()
        }

        async function poll() {
          await fetch('https://scales.example.com')
        }

        export async function weigh(tx: TransactionSql, hall: string) {
          await tx\`SELECT pg_advisory_xact_lock(hashtextextended(\${hall}, 0))\`
          await twice(poll)
          await tx\`UPDATE halls SET weighed = true WHERE hall = \${hall}\`
        }
      `,
      errors: [
        {
          messageId: 'throughHelper',
          line: 14,
          column: 9,
          endLine: 14,
          endColumn: 20,
        },
      ],
    },
    {
      name: 'callback: a function with a name, given to the wrapper by its caller',
      code: ts`
        import postgres, { type TransactionSql } from 'postgres'
        const sql = postgres()

        const withLock = (id: number, work: (tx: TransactionSql) => Promise<void>) =>
          sql.begin(async (tx) => {
            await tx\`SELECT pg_advisory_xact_lock(\${id})\`
            await work(tx)
          })

        async function work(tx: TransactionSql) {
          await fetch('https://directory.example.com')
          await tx\`UPDATE people SET renamed = true\`
        }

        export const rename = (id: number) => withLock(id, work)
      `,
      errors: [
        {
          messageId: 'callback',
          line: 11,
          column: 9,
          endLine: 11,
          endColumn: 47,
        },
      ],
    },
    {
      name: 'callback: what the caller gives calls map() in turn',
      code: ts`
        import postgres, { type TransactionSql } from 'postgres'
        const sql = postgres()

        const withLock = (id: number, work: (tx: TransactionSql) => Promise<void>) =>
          sql.begin(async (tx) => {
            await tx\`SELECT pg_advisory_xact_lock(\${id})\`
            await work(tx)
          })

        export const rename = (id: number, names: string[]) =>
          withLock(id, async (tx) => {
            await Promise.all(names.map(async (name) => fetch(\`https://directory.example.com/\${name}\`)))
            await tx\`UPDATE people SET renamed = true WHERE id = \${id}\`
          })
      `,
      errors: [
        {
          messageId: 'callback',
          line: 12,
          column: 49,
          endLine: 12,
          endColumn: 95,
        },
      ],
    },
    {
      name: 'direct: the section gives map() a callback of its own',
      code: ts`
        import type { TransactionSql } from 'postgres'

        export async function weigh(tx: TransactionSql, hall: string, shelves: string[]) {
          await tx\`SELECT pg_advisory_xact_lock(hashtextextended(\${hall}, 0))\`
          await Promise.all(shelves.map(async (shelf) => fetch(\`https://scales.example.com/\${shelf}\`)))
          await tx\`UPDATE halls SET weighed = true WHERE hall = \${hall}\`
        }
      `,
      errors: [
        {
          messageId: 'direct',
          line: 5,
          column: 50,
          endLine: 5,
          endColumn: 94,
        },
      ],
    },
    {
      name: 'sleep: setTimeout in a promise',
      code: ts`
        import type { TransactionSql } from 'postgres'

        export async function settle(tx: TransactionSql, id: number) {
          await tx\`SELECT pg_advisory_xact_lock(\${id})\`
          await new Promise((resolve) => setTimeout(resolve, 500))
          await tx\`UPDATE orders SET settled = true WHERE id = \${id}\`
        }
      `,
      errors: [
        {
          messageId: 'direct',
          line: 5,
          column: 9,
          endLine: 5,
          endColumn: 59,
        },
      ],
    },
    {
      name: 'sleep: false still reports what is no sleep',
      options: [{ sleep: false }],
      code: ts`
        import type { TransactionSql } from 'postgres'

        export async function settle(tx: TransactionSql, id: number) {
          await tx\`SELECT pg_advisory_xact_lock(\${id})\`
          await new Promise((resolve) => setTimeout(resolve, 500))
          await fetch('https://pay.example.com')
          await tx\`UPDATE orders SET settled = true WHERE id = \${id}\`
        }
      `,
      errors: [
        {
          messageId: 'direct',
          data: { key: 'id', taken: '4', name: 'fetch', kind: 'HTTP', reason: '', others: '', harm: WAITS, claim: '' },
          line: 6,
          column: 9,
          endLine: 6,
          endColumn: 41,
        },
      ],
    },
    {
      name: "ignore: the next call that isn't ignored is reported",
      options: [{ ignore: ['fetch'] }],
      code: ts`
        import axios from 'axios'
        import type { TransactionSql } from 'postgres'

        export async function settle(tx: TransactionSql, id: number) {
          await tx\`SELECT pg_advisory_xact_lock(\${id})\`
          await fetch('http://localhost/health')
          await axios.post('https://pay.example.com')
          await tx\`UPDATE orders SET settled = true WHERE id = \${id}\`
        }
      `,
      errors: [
        {
          messageId: 'direct',
          data: {
            key: 'id',
            taken: '5',
            name: 'axios.post',
            kind: 'HTTP',
            reason: '',
            others: '',
            harm: WAITS,
            claim: '',
          },
          line: 7,
          column: 9,
          endLine: 7,
          endColumn: 46,
        },
      ],
    },
    {
      name: "settings: a name of the user's, with the reason in the message",
      settings: { 'pg-advisory-lock': { network: [{ name: 'askOracle', reason: 'It waits for a person.' }] } },
      code: ts`
        import type { TransactionSql } from 'postgres'
        import { askOracle } from './oracle'

        export async function decide(tx: TransactionSql, id: number) {
          await tx\`SELECT pg_advisory_xact_lock(\${id})\`
          const answer = await askOracle(id)
          await tx\`UPDATE cases SET answer = \${answer} WHERE id = \${id}\`
        }
      `,
      errors: [
        {
          messageId: 'direct',
          data: {
            key: 'id',
            taken: '5',
            name: 'askOracle',
            kind: 'listed in settings',
            reason: ' It waits for a person.',
            harm: WAITS,
            claim: '',
            others: '',
          },
          line: 6,
          column: 24,
          endLine: 6,
          endColumn: 37,
        },
      ],
    },
    {
      name: 'the loser of a try-lock has left, the holder calls out',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function ping(client: PoolClient, hostId: number) {
          const { rows } = await client.query('SELECT pg_try_advisory_xact_lock($1) AS got', [hostId])
          if (!rows[0].got) return
          await fetch(\`https://\${hostId}.example.com\`)
          await client.query('UPDATE hosts SET seen = now() WHERE id = $1', [hostId])
        }
      `,
      errors: [
        {
          messageId: 'direct',
          line: 6,
          column: 9,
          endLine: 6,
          endColumn: 47,
        },
      ],
    },
    {
      name: 'one report for each section',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function ping(client: PoolClient, first: number, second: number) {
          await client.query('SELECT pg_advisory_lock(1, $1)', [first])
          try {
            await fetch('https://one.example.com')
          } finally {
            await client.query('SELECT pg_advisory_unlock(1, $1)', [first])
          }
          await client.query('SELECT pg_advisory_lock(1, $1)', [second])
          try {
            await fetch('https://two.example.com')
          } finally {
            await client.query('SELECT pg_advisory_unlock(1, $1)', [second])
          }
        }
      `,
      errors: [
        {
          messageId: 'direct',
          line: 6,
          column: 11,
          endLine: 6,
          endColumn: 43,
        },
        {
          messageId: 'direct',
          line: 12,
          column: 11,
          endLine: 12,
          endColumn: 43,
        },
      ],
    },
  ],
})
