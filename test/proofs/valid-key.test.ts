import { createHash } from 'node:crypto'
import type { Observer } from './observer.ts'
import { codeOf, outcome } from './outcome.ts'
import { type Program, prove } from './prove.ts'

type Work = () => Promise<void>

interface Keys extends Program {
  consume(measure: () => Promise<number>, projectId: number | null | undefined): Promise<void>
  issueInvoice(id: number): Promise<void>
  addTenant(name: string): Promise<void>
}

/** With node-postgres: what is the same with every driver. */
interface MoreKeys extends Keys {
  importFeed(url: string, work: Work, tenant?: string): Promise<void>
  exportAll(work: Work): Promise<string>
  importAll(work: Work): Promise<string>
  publish(path: string, work: Work): Promise<void>
  cancelInvoice(id: number): Promise<void>
  saveDocument(name: string): Promise<void>
  writeReport(month: string, work: Work): Promise<void>
}

const PAGE = '/prices'

prove<Keys>('valid-key', {
  schema: `
    CREATE TABLE quotas (project_id int UNIQUE NULLS NOT DISTINCT, used int NOT NULL);
    INSERT INTO quotas VALUES (NULL, 0);
    CREATE TABLE invoices (id int);
    CREATE TABLE tenants (name text);
    CREATE TABLE feeds (url text);
    CREATE TABLE pages (path text);
    CREATE TABLE documents (name text);
    CREATE TABLE reports (month text)`,
  async observe(program, observer) {
    return {
      '`null`: units that two calls of `consume` at once count, 1 each, the project is `null`': await unitsCounted(
        program,
        null,
        observer,
      ),
      '`null`: the same, the project is `undefined`': await unitsCounted(program, undefined, observer),
      '`outOfRange`: `issueInvoice(3)`': await outcome(program.issueInvoice(3)),
      '`notInteger`: `addTenant("acme")`': await outcome(program.addTenant('acme')),
      ...('publish' in program ? await more(program as MoreKeys, observer) : {}),
    }
  },
  expected: {
    '`null`: units that two calls of `consume` at once count, 1 each, the project is `null`': [1, 2],
    '`null`: the same, the project is `undefined`': [1, 2],
    '`outOfRange`: `issueInvoice(3)`': ['throws 22003', 'returns'],
    '`notInteger`: `addTenant("acme")`': ['throws 22P02', 'returns'],
  },
  differing: {
    pg: {
      '`stringified`: while `importFeed` is at a feed of no tenant, that of another such feed': [
        'waits',
        'works at the same time',
      ],
      '`imprecise`: while `exportAll` is at work, `importAll`': ['returns "skipped"', 'returns "done"'],
      '`imprecise`: the number that `exportAll` locks': ['7205759403792794000', '7205759403792793601'],
      '`imprecise`: while another program has locked a page by its 64 bits, `publish` of that page': [
        'works at the same time',
        'waits',
      ],
      '`outOfRange`: `cancelInvoice(3)`, the number is in the SQL': ['throws 42883', 'returns'],
      '`unsigned`: documents out of 100 that `saveDocument` saves': [47, 100],
      '`unshared`: reports that two calls of `writeReport("May")` at once write': [2, 1],
    },
    // Raises an error before anything is sent.
    postgres: { '`null`: the same, the project is `undefined`': ['throws UNDEFINED_VALUE', 'throws UNDEFINED_VALUE'] },
    knex: {
      '`null`: the same, the project is `undefined`': [
        'throws Undefined binding(s) detected',
        'throws Undefined binding(s) detected',
      ],
    },
    // The code of the server is in its text.
    prisma: {
      '`outOfRange`: `issueInvoice(3)`': ['throws P2010', 'returns'],
      '`notInteger`: `addTenant("acme")`': ['throws P2010', 'returns'],
    },
  },
})

async function more(program: MoreKeys, observer: Observer): Promise<Record<string, unknown>> {
  let number: unknown
  let imported = ''
  await program.exportAll(async () => {
    number = await observer.value(
      `SELECT (classid::bigint << 32 | objid::bigint)::text FROM pg_locks JOIN pg_stat_activity USING (pid)
        WHERE locktype = 'advisory' AND datname = current_database()`,
    )
    imported = await outcome(program.importAll(() => Promise.resolve()))
  })
  return {
    '`stringified`: while `importFeed` is at a feed of no tenant, that of another such feed': await meeting(
      (work) => program.importFeed('https://one.example/feed', work),
      (work) => program.importFeed('https://two.example/feed', work),
      observer,
    ),
    '`imprecise`: while `exportAll` is at work, `importAll`': imported,
    '`imprecise`: the number that `exportAll` locks': number,
    '`imprecise`: while another program has locked a page by its 64 bits, `publish` of that page': await meeting(
      (work) => locked(createHash('sha256').update(PAGE).digest().readBigInt64BE(), work, observer),
      (work) => program.publish(PAGE, work),
      observer,
    ),
    '`outOfRange`: `cancelInvoice(3)`, the number is in the SQL': await outcome(program.cancelInvoice(3)),
    '`unsigned`: documents out of 100 that `saveDocument` saves': await documentsSaved(program, observer),
    '`unshared`: reports that two calls of `writeReport("May")` at once write': await reportsWritten(program, observer),
  }
}

/** How many of two units are there in the end, or how the first call ended that threw. */
async function unitsCounted({ consume }: Keys, projectId: null | undefined, observer: Observer): Promise<unknown> {
  const used = async () => Number(await observer.value('SELECT used FROM quotas WHERE project_id IS NULL'))
  const before = await used()
  const consumeOne = (work: Work) =>
    consume(async () => {
      await work()
      return 1
    }, projectId)
  try {
    await meeting(consumeOne, consumeOne, observer)
  } catch (error) {
    // A code is one word; of a message the first ones say enough.
    return `throws ${codeOf(error).split(' ').slice(0, 3).join(' ')}`
  }
  return (await used()) - before
}

async function documentsSaved({ saveDocument }: MoreKeys, observer: Observer): Promise<number> {
  for (let number = 1; number <= 100; number++) await saveDocument(`document ${String(number)}`).catch(() => undefined)
  return Number(await observer.value('SELECT count(*) FROM documents'))
}

async function reportsWritten({ writeReport }: MoreKeys, observer: Observer): Promise<number> {
  const write = (work: Work) => writeReport('May', work)
  await meeting(write, write, observer)
  return Number(await observer.value('SELECT count(*) FROM reports'))
}

/** Another program that does its work under a lock. */
async function locked(key: bigint, work: Work, observer: Observer): Promise<void> {
  const letGo = await observer.rivalHolds(key)
  await work()
  await letGo()
}

/** What the second call does while the first one is at work. Both have ended after it. */
async function meeting(
  first: (work: Work) => Promise<void>,
  second: (work: Work) => Promise<void>,
  observer: Observer,
): Promise<string> {
  let other: Promise<string> | undefined
  let state = ''
  await first(async () => {
    other = outcome(
      second(async () => {
        state ||= 'works at the same time'
        await Promise.resolve()
      }),
    ).finally(() => (state ||= 'has ended'))
    await observer.until('the second call works, waits or has ended', async () => {
      if (state === '' && (await observer.blocked()) === 1) state = 'waits'
      return state !== ''
    })
  })
  await other
  return state
}
