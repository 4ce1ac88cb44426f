import rule from '../../rules/await-locked-work.ts'
import { assertionOptions, tester, ts } from './tester.ts'

const pg = "import { Pool, type PoolClient } from 'pg'\nconst pool = new Pool()\n"

/** Two statements, the second behind an `await`. */
const refresh = ts`
  async function refresh(client: PoolClient, id: number) {
    await client.query('update rates set stale = true where id = $1', [id])
    await client.query('insert into rates select $1, * from feed', [id])
  }
`

/** A section under a session lock, in a function that takes these parameters; its first line is line 4. */
function section(body: string, params = ''): string {
  return `${pg}export async function job(client: PoolClient, id: number${params}) {
  await client.query('select pg_advisory_lock($1)', [id])
  try {
    ${body}
  } finally {
    await client.query('select pg_advisory_unlock($1)', [id])
  }
}
${refresh}
`
}

const rejectAfter = 'new Promise((_, reject) => setTimeout(reject, 5000))'

/** A program with one finding, on the first place of `call` behind `after`; `awaited`: the suggestion is to await it. */
function wrong(name: string, code: string, messageId: string, call: string, after = 'export async') {
  const start = code.indexOf(call, code.indexOf(after))
  const end = start + call.length
  const awaited = `${code.slice(0, start).replace(/void $/, '')}await ${code.slice(start)}`
  const suggestions = messageId === 'floating' ? [] : [{ messageId: 'addAwait', output: awaited }]
  return { name, code, errors: [{ messageId, ...locate(code, start, end), suggestions }] }
}

function locate(code: string, start: number, end: number) {
  const before = (offset: number) => code.slice(0, offset).split('\n')
  const column = (offset: number) => (before(offset).at(-1)?.length ?? 0) + 1
  return { line: before(start).length, column: column(start), endLine: before(end).length, endColumn: column(end) }
}

tester.run('await-locked-work', rule, {
  assertionOptions,
  valid: [
    {
      name: 'a call with a callback that settles the promise around it',
      code: ts`
        import { execFile } from 'node:child_process'
        import { Client } from 'pg'
        const run = (file: string) => new Promise<string>((done) => {
          execFile(file, { timeout: 1000 }, (error, out) => done(error ? '' : out))
        })
        export async function provision() {
          const client = new Client()
          await client.connect()
          try {
            await client.query('SELECT pg_advisory_lock(41, 7)')
            await run('provision.sh')
          } finally {
            await client.query('SELECT pg_advisory_unlock(41, 7)')
            await client.end()
          }
        }
      `,
    },
    { name: 'the work is awaited', code: section('await refresh(client, id)') },
    { name: 'the returned promise is awaited', code: section('return await refresh(client, id)') },
    {
      name: 'returned is one statement on the connection of the lock: it runs before the unlock',
      code: section("return client.query('select total from rates where id = $1', [id])"),
    },
    {
      name: 'returned is a helper that sends one statement on the connection of the lock',
      code: `${section('return one(client)')}
async function one(client: PoolClient) {
  await client.query('update rates set stale = true')
}`,
    },
    {
      name: "one statement for each element: a connection's statements run in the order in which they are sent",
      code: section(
        "ids.forEach(async (one) => { await client.query('update rates set stale = true where id = $1', [one]) })",
        ', ids: number[]',
      ),
    },
    {
      name: 'returned is what a function of a plain type gives',
      code: section('return count()', ', count: () => number'),
    },
    { name: 'all promises are awaited', code: section('await Promise.all([refresh(client, 1), refresh(client, 2)])') },
    {
      name: 'a promise with a name is awaited later',
      code: section("const running = refresh(client, id)\n    await client.query('select 1')\n    await running"),
    },
    {
      name: 'promises are collected and awaited',
      code: section(
        'const all: Promise<void>[] = []\n    for (const one of ids) all.push(refresh(client, one))\n    await Promise.all(all)',
        ', ids: number[]',
      ),
    },
    {
      name: 'the loser of the race is awaited before the unlock',
      code: section(
        `const running = work()\n    try {\n      await Promise.race([running, ${rejectAfter}])\n    } finally {\n      await running\n    }`,
        ', work: () => Promise<void>',
      ),
    },
    {
      name: 'the loser of the race is told to stop',
      code: section(
        `await Promise.race([work(controller.signal), ${rejectAfter}])`,
        ', work: (signal: AbortSignal) => Promise<void>, controller: AbortController',
      ),
    },
    {
      name: 'an audit line is written beside the work',
      code: `${section('void audit(id)\n    await refresh(client, id)')}
async function audit(id: number) {
  await pool.query('insert into audit values ($1)', [id])
}`,
    },
    {
      name: 'a request is sent beside the work, and its failure is dealt with',
      code: section("void fetch('https://hooks.test/').catch(() => {})\n    await refresh(client, id)"),
    },
    {
      name: 'a transaction waits for what its callback returns (Drizzle)',
      code: ts`
        import { sql } from 'drizzle-orm'
        import { drizzle } from 'drizzle-orm/node-postgres'
        const db = drizzle(process.env.DATABASE_URL!)

        export const job = (id: number) =>
          db.transaction(async (tx) => {
            await tx.execute(sql\`select pg_advisory_xact_lock(\${id})\`)
            return refresh(tx, id)
          })

        async function refresh(tx: any, id: number) {
          await tx.execute(sql\`update rates set stale = true where id = \${id}\`)
          await tx.execute(sql\`insert into rates select * from feed\`)
        }
      `,
    },
    {
      name: 'the wrapper awaits its callback, which returns a promise',
      code: ts`
        import type { PoolClient } from 'pg'

        async function withLock<T>(client: PoolClient, id: number, work: () => Promise<T>): Promise<T> {
          await client.query('select pg_advisory_lock($1)', [id])
          try {
            return await work()
          } finally {
            await client.query('select pg_advisory_unlock($1)', [id])
          }
        }

        export const job = (client: PoolClient, id: number) => withLock(client, id, () => refresh(client, id))

        async function refresh(client: PoolClient, id: number) {
          await client.query('update rates set stale = true where id = $1', [id])
          await client.query('insert into rates select * from feed')
        }
      `,
    },
    {
      name: 'whole sections are started and left alone',
      code: `${section('await refresh(client, id)')}
export async function main(client: PoolClient) {
  void job(client, 1)
  job(client, 2)
}`,
    },
    {
      name: 'a whole section, ended by the end of its connection, is started and left alone',
      code: ts`
        import { Client } from 'pg'

        async function exclusively(id: number) {
          const client = new Client()
          await client.connect()
          try {
            await client.query('select pg_advisory_lock($1)', [id])
            await client.query('update rates set stale = true where id = $1', [id])
          } finally {
            await client.end()
          }
        }

        export async function main() {
          exclusively(1)
          await exclusively(2)
        }
      `,
    },
    {
      name: 'a race that a flag settles: what is late keeps its connection',
      code: ts`
        import { Client } from 'pg'

        export async function exclusively(id: number, work: () => Promise<void>) {
          const client = new Client()
          await client.connect()
          let late = false
          const timer = () => new Promise((_, reject) => setTimeout(() => { late = true; reject(new Error('late')) }, 5000))
          try {
            await client.query('select pg_advisory_lock($1)', [id])
            await Promise.race([work(), timer()])
          } finally {
            if (!late) await client.end()
          }
        }
      `,
    },
    {
      name: 'a leader works for as long as its connection lives',
      code: ts`
        import { Client } from 'pg'

        export async function lead() {
          const client = new Client()
          await client.connect()
          const { rows } = await client.query("select pg_try_advisory_lock(hashtext('leader')) as ok")
          if (!rows[0].ok) return client.end()
          void loop(client)
        }

        async function loop(client: Client) {
          for (;;) {
            await client.query('update jobs set seen = now()')
            await new Promise((resolve) => setTimeout(resolve, 1000))
          }
        }
      `,
    },
    {
      name: 'the unlock has a callback that hears of its failure',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function job(client: PoolClient, id: number) {
          await client.query('select pg_advisory_lock($1)', [id])
          try {
            await client.query('update rates set stale = true')
          } finally {
            client.query('select pg_advisory_unlock($1)', [id], (error) => console.error(error))
          }
        }
      `,
    },
    {
      name: "the unlock's failure is dealt with",
      code: ts`
        import type { PoolClient } from 'pg'

        export async function job(client: PoolClient, id: number) {
          await client.query('select pg_advisory_lock($1)', [id])
          try {
            await client.query('update rates set stale = true')
          } finally {
            client.query('select pg_advisory_unlock($1)', [id]).catch(() => client.release(true))
          }
        }
      `,
    },
    {
      name: 'a function that is not async has nothing to await with',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function hold(client: PoolClient, id: number) {
          await client.query('select pg_advisory_lock($1)', [id])
          process.once('SIGTERM', () => {
            client.query('select pg_advisory_unlock($1)', [id])
          })
        }
      `,
    },
    {
      name: 'a try that nobody awaits is for no-unchecked-try-lock',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function job(client: PoolClient, id: number) {
          client.query('select pg_try_advisory_xact_lock($1)', [id])
          await client.query('update rates set stale = true')
        }
      `,
    },
  ],
  invalid: [
    ...(
      [
        ['a helper that sends more than one statement', 'refresh(client, id)'],
        ["the caller's work", 'work()', ', work: () => Promise<void>'],
        [
          "the caller's work, which is given the connection",
          'work(client)',
          ', work: (client: PoolClient) => Promise<void>',
        ],
        ['a write on another connection', "pool.query('update rates set stale = true')"],
        ['a request', "fetch('https://rates.test/')"],
        ["the caller's work from its options", 'options.work()', ', options: { work: () => Promise<void> }'],
        ["the caller's work and what comes behind it", 'work().then(() => 1)', ', work: () => Promise<void>'],
        ["several of the caller's works", 'Promise.all([work(), work()])', ', work: () => Promise<void>'],
        ['all of several', 'Promise.all([refresh(client, 1), refresh(client, 2)])'],
      ] as const
    ).map(([name, call, params = '']) =>
      wrong(`returned without await: ${name}`, section(`return ${call}`, params), 'returnedPromise', call),
    ),
    wrong(
      'a disposer lets go of the lock before the returned promise is done',
      ts`
        import { Pool } from 'pg'
        const pool = new Pool({ max: 4 })
        const other = new Pool({ max: 5 })

        async function take(id: number) {
          const client = await pool.connect()
          await client.query('select pg_advisory_lock($1)', [id])
          return {
            async [Symbol.asyncDispose]() {
              await client.query('select pg_advisory_unlock($1)', [id])
              client.release()
            },
          }
        }

        export async function job(id: number) {
          await using lock = await take(id)
          return write(id)
        }

        async function write(id: number) {
          await other.query('update rates set stale = true where id = $1', [id])
        }
      `,
      'returnedPromise',
      'write(id)',
    ),
    ...(
      [
        ['a statement', 'refresh(client, id)'],
        ['void', 'refresh(client, id)', 'void '],
        ['behind a condition', 'refresh(client, id)', 'id > 3 && '],
        ['its failure is dealt with', 'refresh(client, id).catch(console.error)'],
        ['goes on in then', "refresh(client, id).then(() => client.query('select 1'))"],
        ['Promise.all of it', 'Promise.all([refresh(client, 1), refresh(client, 2)])'],
        ['an array of it', 'ids.map((one) => refresh(client, one))'],
        ['forEach', 'ids.forEach((one) => refresh(client, one))'],
        ['forEach with an async callback', 'ids.forEach(async (one) => { await refresh(client, one) })'],
        ['a request that nobody hears of', "fetch('https://rates.test/')", 'void '],
        ['the loser of a race', 'refresh(client, id)', 'await Promise.race([', `, ${rejectAfter}])`],
        ["the caller's work loses the race", 'work()', 'await Promise.race([', `, ${rejectAfter}])`],
      ] as const
    ).map(([name, call, before = '', behind = '']) => {
      const body = `${before}${call}${behind}\n    await client.query('select 2')`
      const code = section(body, ', ids: number[], work: () => Promise<void>')
      return wrong(`started and not awaited: ${name}`, code, 'floating', call)
    }),
    wrong(
      'it outlives the transaction that has the lock (Prisma)',
      ts`
        import { PrismaClient } from '@prisma/client'
        const prisma = new PrismaClient()

        export async function job(id: number) {
          await prisma.$transaction(async (tx) => {
            await tx.$executeRaw\`select pg_advisory_xact_lock(\${id})\`
            const lines = await tx.line.findMany({ where: { orderId: id } })
            for (const line of lines) void sell(tx, line)
          })
        }

        async function sell(tx: any, line: { sku: string }) {
          const stock = await tx.stock.findFirst({ where: { sku: line.sku } })
          await tx.stock.update({ where: { sku: line.sku }, data: { left: stock.left - 1 } })
        }
      `,
      'floating',
      'sell(tx, line)',
    ),
    wrong(
      'the lock is a statement of its own',
      ts`
        import type { PoolClient } from 'pg'

        export async function job(client: PoolClient, id: number) {
          client.query('select pg_advisory_xact_lock($1)', [id])
          await client.query('update rates set stale = true')
        }
      `,
      'lockNotAwaited',
      "client.query('select pg_advisory_xact_lock($1)', [id])",
    ),
    wrong(
      'a lock that is sent only when it is awaited (Prisma)',
      ts`
        import { PrismaClient } from '@prisma/client'
        const prisma = new PrismaClient()

        export async function job(id: number) {
          await prisma.$transaction(async (tx) => {
            tx.$executeRaw\`select pg_advisory_xact_lock(\${id})\`
            await tx.line.deleteMany({ where: { orderId: id } })
          })
        }
      `,
      'lockNotAwaited',
      'tx.$executeRaw`select pg_advisory_xact_lock(${id})`',
    ),
    wrong(
      'the unlock is behind void (postgres.js)',
      ts`
        import postgres from 'postgres'
        const sql = postgres()

        export async function job(id: number) {
          const one = await sql.reserve()
          await one\`select pg_advisory_lock(\${id})\`
          try {
            await one\`update rates set stale = true\`
          } finally {
            void one\`select pg_advisory_unlock(\${id})\`
            one.release()
          }
        }
      `,
      'lockNotAwaited',
      'one`select pg_advisory_unlock(${id})`',
    ),
    wrong(
      'the unlock is in a helper that nobody awaits',
      ts`
        import type { PoolClient } from 'pg'

        async function unlock(client: PoolClient, id: number) {
          await client.query('select pg_advisory_unlock($1)', [id])
        }

        export async function job(client: PoolClient, id: number) {
          await client.query('select pg_advisory_lock($1)', [id])
          try {
            await client.query('update rates set stale = true')
          } finally {
            unlock(client, id)
          }
        }
      `,
      'lockNotAwaited',
      'unlock(client, id)',
    ),
  ],
})
