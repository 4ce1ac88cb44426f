import type { gzip } from 'node:zlib'
import { vi } from 'vitest'
import type { Observer } from './observer.ts'
import { outcome } from './outcome.ts'
import { type Program, prove } from './prove.ts'

interface Office extends Program {
  closeInvoices(tenantId: number): Promise<void>
  /** @returns how many invoices are open when it gets the lock */
  countOpen(tenantId: number): Promise<number>
  archive(tenantId: number, csv: string): Promise<void>
  pack(attachmentId: number): Promise<void>
}

const WORKERS = 4

/** What is being compressed: the proof holds it back. */
const compressions = vi.hoisted(() => ({ running: [] as (() => void)[], most: 0, isHeld: true }))

vi.mock('node:zlib', async (importOriginal) => {
  const original = await importOriginal<{ gzip: typeof gzip }>()
  const heldBack = (data: Buffer, done: (error: Error | null, result: Buffer) => void) => {
    const run = () => original.gzip(data, (error, result) => done(error, result))
    if (!compressions.isHeld) return run()
    compressions.most = Math.max(compressions.most, compressions.running.push(run))
  }
  return { ...original, gzip: heldBack }
})

prove<Office>('no-unbounded-work-while-locked', {
  schema: `
    CREATE TABLE invoices (id int PRIMARY KEY, tenant_id int NOT NULL, open boolean NOT NULL DEFAULT true);
    INSERT INTO invoices SELECT id, 7 FROM generate_series(1, 250) id;
    CREATE TABLE statements (transaction xid8 NOT NULL DEFAULT pg_current_xact_id());
    CREATE FUNCTION note_statement() RETURNS trigger LANGUAGE plpgsql AS
      'BEGIN INSERT INTO statements DEFAULT VALUES; RETURN NULL; END';
    CREATE TRIGGER note_statement AFTER UPDATE ON invoices EXECUTE FUNCTION note_statement();
    CREATE TABLE exports (tenant_id int NOT NULL, body bytea NOT NULL);
    CREATE TABLE attachments (id int PRIMARY KEY, body bytea NOT NULL, version int NOT NULL DEFAULT 0);
    INSERT INTO attachments VALUES (8, repeat('lorem ipsum ', 100)::bytea)`,
  async observe({ closeInvoices, countOpen, archive, pack }, observer) {
    // The program has no connection yet: what is set for the database counts for later ones.
    await observer.rivalRuns(settingOfDatabase("SET idle_in_transaction_session_timeout = '5s'"))
    const packing = await held(observer, 1, () => pack(8))
    const holders = await observer.holders([43, 8])
    await observer.untilFree([43, 8])
    await letGo(packing.calls)
    await observer.rivalRuns(settingOfDatabase('RESET idle_in_transaction_session_timeout'))

    const unblock = await observer.rivalBlocksRow('invoices', 'id = 1')
    const closed = closeInvoices(7)
    await observer.untilBlocked(1)
    const counted = countOpen(7)
    await observer.untilBlocked(2)
    await unblock()
    await closed
    const open = await counted

    const archiving = await held(observer, WORKERS, () => archive(7, 'id;total\n1;100\n'))
    await letGo(archiving.calls)
    return {
      '`closeInvoices(7)` for 250 invoices: statements under one hold of the lock, at most': Number(
        await observer.value(
          'SELECT max(count) FROM (SELECT count(*) FROM statements GROUP BY transaction) AS transactions',
        ),
      ),
      'who waits from the beginning on gets the lock when so many of them are closed': 250 - open,
      'four workers call `archive(7, …)`: how many compress at the same time': archiving.most,
      'how many of them wait for the lock meanwhile': archiving.waiting,
      'while `pack(8)` compresses: who holds lock (43, 8)': holders,
      'the server ends transactions that are idle for 5 seconds, and compressing takes longer: `pack(8)`':
        await packing.calls[0],
    }
  },
  expected: {
    '`closeInvoices(7)` for 250 invoices: statements under one hold of the lock, at most': [250, 1],
    'who waits from the beginning on gets the lock when so many of them are closed': [250, 100],
    'four workers call `archive(7, …)`: how many compress at the same time': [1, 4],
    'how many of them wait for the lock meanwhile': [3, 0],
    'while `pack(8)` compresses: who holds lock (43, 8)': ['1 session: idle in transaction', 'nobody'],
    'the server ends transactions that are idle for 5 seconds, and compressing takes longer: `pack(8)`': [
      'throws Client has encountered a connection error and is not queryable',
      'returns',
    ],
  },
})

/** Makes calls and waits until each of them compresses or waits for a lock. */
async function held(observer: Observer, count: number, call: () => Promise<void>) {
  compressions.most = 0
  const calls = Array.from({ length: count }, () => outcome(call()))
  let waiting = 0
  await observer.until('each call compresses or waits', async () => {
    waiting = await observer.blocked()
    return compressions.running.length + waiting === count
  })
  return { calls, waiting, most: compressions.most }
}

/** Lets calls compress what they want until they have ended. */
async function letGo(calls: readonly Promise<string>[]): Promise<void> {
  compressions.isHeld = false
  for (const run of compressions.running.splice(0)) run()
  await Promise.all(calls)
  compressions.isHeld = true
}

function settingOfDatabase(setting: string): string {
  return `DO $$ BEGIN EXECUTE format($f$ALTER DATABASE %I ${setting}$f$, current_database()); END $$`
}
