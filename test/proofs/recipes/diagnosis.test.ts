import { Client, Pool } from 'pg'
import { expect, it } from 'vitest'
import type { sampleUntil as sampleUntilType } from '../../../fixtures/proofs/recipes/diagnosis/sampler.ts'
import type { Observer } from '../observer.ts'
import type { Program } from '../program.ts'
import { recipe } from './recipe.ts'

interface Sampler extends Program {
  sampleUntil: typeof sampleUntilType
}

/** The query of the document that this recipe makes real, for one database. */
const IDLE_IN_TRANSACTION = `SELECT a.pid, a.state, a.query_start, l.objid
  FROM pg_locks l
  JOIN pg_stat_activity a ON a.pid = l.pid
  WHERE l.locktype = 'advisory'
    AND l.granted
    AND a.state = 'idle in transaction'
    AND a.datname = current_database()`

const COUNT_BY_WAIT_EVENT = `SELECT pid FROM pg_stat_activity WHERE wait_event = 'advisory' AND datname = current_database()`

const WAITED_FOR = `SELECT classid, objid, objsubid FROM pg_locks JOIN pg_stat_activity USING (pid)
  WHERE locktype = 'advisory' AND NOT granted AND datname = current_database()`

/** Sessions with names, and what they have sent that is still under way. */
class Sessions implements AsyncDisposable {
  readonly #clients = new Map<string, Client>()
  readonly #waiting: Promise<unknown>[] = []

  async run(name: string, ...statements: string[]): Promise<void> {
    const client = await this.#of(name)
    for (const statement of statements) await client.query(statement)
  }

  /** Sends a statement that will wait. */
  async send(name: string, statement: string): Promise<void> {
    const client = await this.#of(name)
    this.#waiting.push(client.query(statement).catch(() => undefined))
  }

  /** All rows that a query of the recipe gives, some columns of each. */
  async ask(sql: string, parameters: readonly unknown[], ...columns: string[]): Promise<unknown[][]> {
    const client = await this.#of('doctor')
    const { rows } = await client.query<Record<string, unknown>>(sql, [...parameters])
    return rows.map((row) => columns.map((column) => row[column]))
  }

  /** Cancels what waits, so that nobody waits for it. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.run(
      'doctor',
      `SELECT pg_cancel_backend(pid) FROM pg_locks JOIN pg_stat_activity USING (pid)
        WHERE NOT granted AND datname = current_database()`,
    )
    await Promise.all(this.#waiting)
    await Promise.all([...this.#clients.values()].map((client) => client.end()))
  }

  async #of(name: string): Promise<Client> {
    const existing = this.#clients.get(name)
    if (existing) return existing
    const client = new Client({
      connectionString: process.env['DATABASE_URL'],
      application_name: name,
      // Who looks for deadlocks shows no `wait_event` meanwhile.
      options: '-c deadlock_timeout=1h',
    })
    this.#clients.set(name, client)
    await client.connect()
    return client
  }
}

/** Waits until the server says of a session what it is said to do. */
const untilState = (observer: Observer, name: string, state: string): Promise<void> =>
  observer.until(`${name} is ${state}`, async () => {
    const states = `SELECT string_agg(state, ', ') FROM pg_stat_activity
      WHERE application_name = $1 AND datname = current_database()`
    return (await observer.value(states, [name])) === state
  })

recipe('diagnosis', ({ inDatabase, run, text }) => {
  it('waiters.sql shows who waits, for which key, and the longest first', () =>
    inDatabase(async (observer) => {
      await using sessions = new Sessions()
      await sessions.run('ada', 'SELECT pg_advisory_lock(4108, 7)', 'SELECT pg_advisory_lock(-5)')
      await sessions.send('bob', 'SELECT pg_advisory_lock(4108, 7)')
      await observer.untilBlocked(1)
      await sessions.send('cleo', 'SELECT pg_advisory_xact_lock_shared(-5)')
      await observer.untilBlocked(2)
      const shown = await sessions.ask(text('waiters.sql'), [], 'application_name', 'key', 'mode', 'wait_event')
      expect(shown).toEqual([
        ['bob', '4108, 7', 'ExclusiveLock', 'advisory'],
        ['cleo', '-5', 'ShareLock', 'advisory'],
      ])
      expect(await sessions.ask(COUNT_BY_WAIT_EVENT, [], 'pid')).toHaveLength(2)
    }))

  it('waiters.sql shows them to a role that may not see what others do, a query for wait_event does not', () =>
    inDatabase(async (observer) => {
      await using sessions = new Sessions()
      await sessions.run('ada', 'SELECT pg_advisory_lock(4108, 7)')
      await sessions.send('bob', 'SELECT pg_advisory_lock(4108, 7)')
      await observer.untilBlocked(1)
      // The role is gone with the transaction.
      const role = 'lock_doctor_without_rights'
      await sessions.run('doctor', 'BEGIN', `CREATE ROLE ${role}`, `SET LOCAL ROLE ${role}`)
      expect(await sessions.ask(COUNT_BY_WAIT_EVENT, [], 'pid')).toEqual([])
      const columns = ['application_name', 'key', 'wait_event', 'query']
      expect(await sessions.ask(text('waiters.sql'), [], ...columns)).toEqual([
        ['bob', '4108, 7', null, '<insufficient privilege>'],
      ])
      expect(await sessions.ask(text('idle-holders.sql'), [], 'pid')).toEqual([])
      await sessions.run('doctor', 'RESET ROLE', `GRANT pg_read_all_stats TO ${role}`, `SET LOCAL ROLE ${role}`)
      expect(await sessions.ask(COUNT_BY_WAIT_EVENT, [], 'pid')).toHaveLength(1)
      expect(await sessions.ask(text('idle-holders.sql'), [], 'application_name')).toEqual([['ada']])
      await sessions.run('doctor', 'ROLLBACK')
    }))

  it('idle-holders.sql finds the lock that a pooled connection has kept; a query for idle in transaction does not', () =>
    inDatabase(async (observer) => {
      await using sessions = new Sessions()
      const pool = new Pool({ connectionString: process.env['DATABASE_URL'], application_name: 'leak' })
      const client = await pool.connect()
      await client.query('SELECT pg_advisory_lock(4108, 7)')
      client.release()
      await untilState(observer, 'leak', 'idle')
      expect(await sessions.ask(IDLE_IN_TRANSACTION, [], 'pid')).toEqual([])
      const columns = ['application_name', 'state', 'key', 'last_query']
      expect(await sessions.ask(text('idle-holders.sql'), [], ...columns)).toEqual([
        ['leak', 'idle', '4108, 7', 'SELECT pg_advisory_lock(4108, 7)'],
      ])
      await pool.end()
    }))

  it('idle-holders.sql finds those in a transaction as well, also in one that has failed', () =>
    inDatabase(async (observer) => {
      await using sessions = new Sessions()
      await sessions.run('ada', 'BEGIN', 'SELECT pg_advisory_xact_lock(1)')
      await untilState(observer, 'ada', 'idle in transaction')
      // The failure lets go of the lock of the transaction, before any ROLLBACK, but not of that of the session.
      await sessions.run('bob', 'BEGIN', 'SELECT pg_advisory_xact_lock(2)', 'SELECT pg_advisory_lock(3)')
      await sessions.send('bob', 'SELECT 1 / 0')
      await untilState(observer, 'bob', 'idle in transaction (aborted)')
      await sessions.run('cleo', 'SELECT pg_advisory_lock(4)')
      await untilState(observer, 'cleo', 'idle')
      await sessions.run('nobody', 'SELECT pg_advisory_lock(5)', 'SELECT pg_advisory_unlock(5)')
      await untilState(observer, 'nobody', 'idle')
      expect(await sessions.ask(text('idle-holders.sql'), [], 'application_name', 'state', 'key')).toEqual([
        ['ada', 'idle in transaction', '1'],
        ['bob', 'idle in transaction (aborted)', '3'],
        ['cleo', 'idle', '4'],
      ])
      expect(await sessions.ask(IDLE_IN_TRANSACTION, [], 'state')).toEqual([['idle in transaction']])
    }))

  it('blocking.sql shows the chain, and who is at its end', () =>
    inDatabase(async (observer) => {
      await using sessions = new Sessions()
      await sessions.run('ada', 'SELECT pg_advisory_lock(4108, 7)')
      await sessions.run('bob', 'BEGIN', `INSERT INTO lock_samples (key, waiters) VALUES ('a', 1)`, 'COMMIT')
      await sessions.run('bob', 'BEGIN', 'UPDATE lock_samples SET waiters = 2')
      await sessions.send('bob', 'SELECT pg_advisory_lock(4108, 7)')
      await observer.untilBlocked(1)
      await sessions.send('cleo', 'UPDATE lock_samples SET waiters = 3')
      await observer.untilBlocked(2)
      await untilState(observer, 'ada', 'idle')
      const columns = ['waiter', 'wait_event', 'blocker', 'state', 'blocker_waits_too']
      expect((await sessions.ask(text('blocking.sql'), [], ...columns)).sort()).toEqual([
        ['bob', 'advisory', 'ada', 'idle', false],
        ['cleo', 'transactionid', 'bob', 'active', true],
      ])
    }))

  it('blocking.sql also names those who are ahead in the queue', () =>
    inDatabase(async (observer) => {
      await using sessions = new Sessions()
      await sessions.run('ada', 'SELECT pg_advisory_lock_shared(4108, 7)')
      await sessions.send('bob', 'SELECT pg_advisory_lock(4108, 7)')
      await observer.untilBlocked(1)
      // The lock that it wants goes with that of ada, but bob came first.
      await sessions.send('cleo', 'SELECT pg_advisory_lock_shared(4108, 7)')
      await observer.untilBlocked(2)
      const shown = await sessions.ask(text('blocking.sql'), [], 'waiter', 'blocker', 'blocker_waits_too')
      expect(shown.sort()).toEqual([
        ['bob', 'ada', false],
        ['cleo', 'bob', true],
      ])
    }))

  it.each(['0', '7', '-1', '-5', '4294967296', '9223372036854775807', '-9223372036854775808'])(
    'find-key.sql finds %s, and key-of.sql gives it back',
    (key) =>
      inDatabase(async (observer) => {
        await using sessions = new Sessions()
        await sessions.run('ada', `SELECT pg_advisory_lock('${key}'::bigint)`)
        await sessions.run('pair', 'SELECT pg_advisory_lock(0, 7)', 'SELECT pg_advisory_lock(-1, -1)')
        await sessions.send('bob', `SELECT pg_advisory_lock('${key}'::bigint)`)
        await observer.untilBlocked(1)
        expect(await sessions.ask(text('find-key.sql'), [key], 'application_name', 'granted')).toEqual([
          ['ada', true],
          ['bob', false],
        ])
        const [numbers = []] = await sessions.ask(WAITED_FOR, [], 'classid', 'objid', 'objsubid')
        expect(await sessions.ask(text('key-of.sql'), numbers, 'key')).toEqual([[key]])
      }),
  )

  it.each([
    [0, 7],
    [4108, -7],
    [-1, -1],
    [-2147483648, 2147483647],
  ])('find-pair.sql finds %i, %i, and key-of.sql gives it back', (space, id) =>
    inDatabase(async (observer) => {
      await using sessions = new Sessions()
      await sessions.run('ada', `SELECT pg_advisory_lock(${String(space)}, ${String(id)})`)
      await sessions.run('single', 'SELECT pg_advisory_lock(7)', 'SELECT pg_advisory_lock(-1)')
      await sessions.send('bob', `SELECT pg_advisory_lock(${String(space)}, ${String(id)})`)
      await observer.untilBlocked(1)
      expect(await sessions.ask(text('find-pair.sql'), [space, id], 'application_name', 'granted')).toEqual([
        ['ada', true],
        ['bob', false],
      ])
      const [numbers = []] = await sessions.ask(WAITED_FOR, [], 'classid', 'objid', 'objsubid')
      expect(await sessions.ask(text('key-of.sql'), numbers, 'key')).toEqual([[`${String(space)}, ${String(id)}`]])
    }),
  )

  it('key-of.sql reads the report of a deadlock', () =>
    inDatabase(async (observer) => {
      await using sessions = new Sessions()
      await sessions.run('ada', 'SELECT pg_advisory_lock(4108, -7)')
      await sessions.run('bob', `SET deadlock_timeout = '10ms'`, 'SELECT pg_advisory_lock(-5)')
      await sessions.send('ada', 'SELECT pg_advisory_lock(-5)')
      await observer.untilBlocked(1)
      const report = await sessions.run('bob', 'SELECT pg_advisory_lock(4108, -7)').catch((error: unknown) => error)
      expect(report).toMatchObject({ code: '40P01' })
      const { detail = '' } = report as { detail?: string }
      const keys: unknown[] = []
      for (const [, ...numbers] of detail.matchAll(/advisory lock \[\d+,(\d+),(\d+),(\d+)\]/g))
        keys.push(...(await sessions.ask(text('key-of.sql'), numbers, 'key')))
      expect(keys).toEqual([['4108, -7'], ['-5']])
    }))

  it('by-database.sql tells the databases apart, in which the same key is another lock', () =>
    inDatabase(async (first) => {
      await first.rivalHolds(7)
      const firstName = await first.value('SELECT current_database()')
      await inDatabase(async (second) => {
        await using sessions = new Sessions()
        await second.rivalHolds(7)
        await sessions.send('ada', 'SELECT pg_advisory_lock(7)')
        await second.untilBlocked(1)
        const shown = await sessions.ask(text('by-database.sql'), [], 'database', 'held', 'waited_for')
        const secondName = await second.value('SELECT current_database()')
        expect(shown).toContainEqual([firstName, '1', '0'])
        expect(shown).toContainEqual([secondName, '1', '1'])
      })
    }))

  it('samples show how many waited, also after it is over', () =>
    run<Sampler>('sampler.ts', async ({ sampleUntil }, observer) => {
      await using sessions = new Sessions()
      const untilSampled = (waiters: number): Promise<void> =>
        observer.until(`a sample of ${String(waiters)}`, async () => {
          const samples = `SELECT count(*)::int FROM lock_samples WHERE key = '4108, 7' AND waiters = $1`
          return Number(await observer.value(samples, [waiters])) > 0
        })
      await sessions.run('doctor', `INSERT INTO lock_samples VALUES (now() - interval '8 days', 'old', 1)`)
      const stop = new AbortController()
      const sampling = sampleUntil(stop.signal, 10)
      await sessions.run('ada', 'SELECT pg_advisory_lock(4108, 7)', 'SELECT pg_advisory_lock(9)')
      await sessions.send('bob', 'SELECT pg_advisory_lock(4108, 7)')
      await untilSampled(1)
      await sessions.send('cleo', 'SELECT pg_advisory_lock(4108, 7)')
      await sessions.send('dora', 'SELECT pg_advisory_lock(9)')
      await observer.untilBlocked(3)
      await untilSampled(2)
      await observer.until('a sample of the other key', async () => {
        return (await observer.value(`SELECT count(*)::int FROM lock_samples WHERE key = '9'`)) !== 0
      })
      await sessions.run('ada', 'SELECT pg_advisory_unlock_all()')
      await observer.untilBlocked(1)
      stop.abort()
      await sampling
      const most = new Map<unknown, number>()
      for (const [key, waiters] of await sessions.ask(text('trend.sql'), [], 'key', 'waiters'))
        most.set(key, Math.max(most.get(key) ?? 0, Number(waiters)))
      expect(Object.fromEntries(most)).toEqual({ '4108, 7': 2, '9': 1 })
      expect(await observer.value(`SELECT count(*)::int FROM lock_samples WHERE key = 'old'`)).toBe(0)
    }))
})
