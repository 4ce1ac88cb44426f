/**
 * Two sessions beside the program: one looks at pg_locks and pg_stat_activity, the other one competes for locks.
 * Nothing here measures time. What is to happen is waited for in the views of the server.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'

/** A key as the lock functions take it: a number, two of them, or an SQL expression. */
export type Key = number | bigint | readonly [number, number] | string

/** How long something may take to show. Proofs fail after it; none depends on it. */
const LIMIT_MS = 30_000
const PAUSE_MS = 5

/** The sessions of the program, as pg_stat_activity shows them. */
const PROGRAM = `(SELECT * FROM pg_stat_activity WHERE datname = current_database()
  AND backend_type = 'client backend' AND application_name NOT IN ('observer', 'rival')) AS program`

/** Not by `wait_event` alone: who is woken for a moment, to look for a deadlock, has none, and stays in the queue. */
const BLOCKED = `${PROGRAM} WHERE pid IN (SELECT pid FROM pg_locks WHERE NOT granted)`

export class Observer {
  readonly #views: Client
  readonly #rival: Client

  private constructor(views: Client, rival: Client) {
    this.#views = views
    this.#rival = rival
  }

  static async of(url: string): Promise<Observer> {
    const [views, rival] = ['observer', 'rival'].map(
      (name) => new Client({ connectionString: url, application_name: name }),
    ) as [Client, Client]
    await views.connect()
    await rival.connect()
    return new Observer(views, rival)
  }

  async end(): Promise<void> {
    await this.#views.end()
    await this.#rival.end()
  }

  /** Who holds a lock: `nobody`, or how many sessions and what they do: `1 session: idle`. */
  async holders(key: Key): Promise<string> {
    return sessionsAs(await this.#statesOf(key, true))
  }

  /** Who waits for a lock, in the same words. */
  async waiters(key: Key): Promise<string> {
    return sessionsAs(await this.#statesOf(key, false))
  }

  /** Whether another session gets the lock now. It is not kept. */
  async rivalGets(key: Key): Promise<boolean> {
    const { rows } = await this.#rival.query<{ got: boolean }>(
      `SELECT pg_try_advisory_lock(${argumentsOf(key)}) AS got`,
    )
    const got = rows[0]?.got === true
    if (got) await this.#rival.query(`SELECT pg_advisory_unlock(${argumentsOf(key)})`)
    return got
  }

  /** Another session holds the lock until what is returned is called. */
  async rivalHolds(key: Key): Promise<() => Promise<void>> {
    await this.#rival.query(`SELECT pg_advisory_lock(${argumentsOf(key)})`)
    return async () => {
      await this.#rival.query(`SELECT pg_advisory_unlock(${argumentsOf(key)})`)
    }
  }

  /** Another session blocks every use of a table until what is returned is called. */
  async rivalBlocks(table: string): Promise<() => Promise<void>> {
    return this.#rivalKeeps(`LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`)
  }

  /** Another session blocks changes of the rows that meet a condition, until what is returned is called. */
  async rivalBlocksRow(table: string, condition: string): Promise<() => Promise<void>> {
    return this.#rivalKeeps(`SELECT FROM ${table} WHERE ${condition} FOR UPDATE`)
  }

  /** Another session runs a statement: `BEGIN`, what it does then, and `COMMIT`. */
  async rivalRuns(sql: string): Promise<void> {
    await this.#rival.query(sql)
  }

  /** Waits until so many sessions of the program wait for a lock of any kind, and sleep. */
  async untilBlocked(count: number): Promise<void> {
    const asleep = `${BLOCKED} AND wait_event_type = 'Lock'`
    await this.until(`${String(count)} sessions wait for a lock`, async () => (await this.#count(asleep)) === count)
  }

  /** Whether sessions of the program wait for a lock, and all of them for longer than a time. */
  async haveWaited(time: string): Promise<boolean> {
    // For a moment there is no `waitstart` yet.
    const waited = `SELECT bool_and(coalesce(clock_timestamp() - waitstart > $1::interval, false))
      FROM pg_locks JOIN ${PROGRAM} USING (pid) WHERE NOT granted`
    return (await this.value(waited, [time])) === true
  }

  /** How many sessions of the program wait for a lock of any kind. */
  async blocked(): Promise<number> {
    return this.#count(BLOCKED)
  }

  /**
   * Waits until no session of the program runs a statement or ends: both show a moment after the program goes on. A
   * session whose client is gone never waits for it.
   */
  async untilQuiet(): Promise<void> {
    const running = `${PROGRAM} WHERE state = 'active' OR wait_event IS DISTINCT FROM 'ClientRead'`
    await this.until('no statement runs', async () => (await this.#count(running)) === 0)
  }

  /** Waits until a lock is free: the end of a session, or of a statement, shows a moment after the program goes on. */
  async untilFree(key: Key): Promise<void> {
    await this.until(`lock ${String(key)} is free`, async () => (await this.holders(key)) === 'nobody')
  }

  /** Ends the sessions of the program, as a restart of the server does. */
  async endsSessions(): Promise<void> {
    await this.value(`SELECT count(pg_terminate_backend(pid)) FROM ${PROGRAM}`)
  }

  /** How many sessions the program has. */
  async sessions(): Promise<number> {
    return this.#count(PROGRAM)
  }

  /** How many advisory locks are held, by anybody. */
  async locksHeld(): Promise<number> {
    return this.#count(
      `pg_locks WHERE locktype = 'advisory' AND granted
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    )
  }

  /** The one value that a query gives. */
  async value(sql: string, parameters: readonly unknown[] = []): Promise<unknown> {
    const { rows } = await this.#views.query<unknown[]>({ text: sql, values: [...parameters], rowMode: 'array' })
    return rows[0]?.[0]
  }

  /** Asks until it is so. @throws Error with the name of what did not happen */
  async until(what: string, isSo: () => Promise<boolean>): Promise<void> {
    const end = Date.now() + LIMIT_MS
    while (!(await isSo())) {
      if (Date.now() > end) throw new Error(`did not happen: ${what}`)
      await sleep(PAUSE_MS)
    }
  }

  async #count(from: string): Promise<number> {
    return Number(await this.value(`SELECT count(*) FROM ${from}`))
  }

  async #rivalKeeps(statement: string): Promise<() => Promise<void>> {
    await this.#rival.query('BEGIN')
    await this.#rival.query(statement)
    return async () => {
      await this.#rival.query('COMMIT')
    }
  }

  async #statesOf(key: Key, granted: boolean): Promise<string[]> {
    const isPair = Array.isArray(key)
    const matches = isPair
      ? `objsubid = 2 AND (classid::bigint, objid::bigint) = (${key.map((part) => `${String(part)}::bigint & 4294967295`).join(', ')})`
      : `objsubid = 1 AND (classid::bigint << 32 | objid::bigint) = (${argumentsOf(key)})::bigint`
    const { rows } = await this.#views.query<{ state: string }>(
      `SELECT coalesce(state, backend_type) AS state FROM pg_locks JOIN pg_stat_activity USING (pid)
        WHERE locktype = 'advisory' AND granted = $1 AND datname = current_database() AND ${matches} ORDER BY 1`,
      [granted],
    )
    return rows.map(({ state }) => state)
  }
}

function argumentsOf(key: Key): string {
  return typeof key === 'object' ? key.join(', ') : String(key)
}

function sessionsAs(states: readonly string[]): string {
  if (states.length === 0) return 'nobody'
  const kinds = [...new Set(states)].join(', ')
  return `${String(states.length)} ${states.length === 1 ? 'session' : 'sessions'}: ${kinds}`
}
