import { once } from 'node:events'
import { Client } from 'pg'
import { expect, it } from 'vitest'
import type { migrate as migrateType, Migration } from '../../../fixtures/proofs/recipes/migration-runner/migrate.ts'
import type { migrations as migrationsType } from '../../../fixtures/proofs/recipes/migration-runner/migrations.ts'
import type { Observer } from '../observer.ts'
import { outcome } from '../outcome.ts'
import { recipe } from './recipe.ts'

const MIGRATIONS = 4106
const NAMES = ['001 accounts', '002 accounts by email']

/** Waits until so many runners have been refused the lock, or have just tried. */
const untilPolling = (observer: Observer, count: number): Promise<void> =>
  observer.until(`${String(count)} runners try`, async () => {
    const trying = `SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database()
      AND application_name = 'migrate' AND query LIKE '%pg_try_advisory_lock%'`
    return (await observer.value(trying)) === count
  })

const isIndexValid = (observer: Observer): Promise<unknown> =>
  observer.value(`SELECT indisvalid FROM pg_index WHERE indexrelid = to_regclass('accounts_email')`)

/** A session of the test's own. */
async function connected(): Promise<Client & AsyncDisposable> {
  const client = new Client({ connectionString: process.env['DATABASE_URL'] })
  await client.connect()
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.end() })
}

recipe('migration-runner', ({ inDatabase, load, start }) => {
  /** The runner, and the migrations of the application. */
  const programs = async () => ({
    ...(await load<{ migrate: typeof migrateType }>('migrate.ts')),
    ...(await load<{ migrations: typeof migrationsType }>('migrations.ts')),
  })

  it('two runners at once both finish, and each migration is applied once', () =>
    inDatabase(async (observer) => {
      const { migrate, migrations } = await programs()
      const free = await observer.rivalHolds(MIGRATIONS)
      const runners = [migrate(migrations), migrate(migrations)]
      await untilPolling(observer, 2)
      await free()
      const applied = await Promise.all(runners)
      expect(applied.sort((a, b) => a.length - b.length)).toEqual([[], NAMES])
      expect(await observer.value(`SELECT string_agg(name, ', ' ORDER BY applied_at) FROM migrations`)).toBe(
        NAMES.join(', '),
      )
      expect(await isIndexValid(observer)).toBe(true)
      expect(await observer.locksHeld()).toBe(0)
      expect(await migrate(migrations)).toEqual([])
    }))

  it('one that waits in the server for the lock makes the other one fail, and leaves an invalid index', () =>
    inDatabase(async (observer) => {
      await observer.value('CREATE TABLE accounts (email text)')
      await using holder = await connected()
      await using waiter = await connected()
      // Who has waited for so long looks for deadlocks, and is the one that fails: not this one.
      await waiter.query(`SET deadlock_timeout = '1h'`)
      await holder.query('SELECT pg_advisory_lock($1)', [MIGRATIONS])
      const waiting = waiter.query('SELECT pg_advisory_lock($1)', [MIGRATIONS])
      await observer.untilBlocked(1)
      // This is what the builder waits for, and what VACUUM goes by.
      const hasSnapshot = `SELECT backend_xmin IS NOT NULL FROM pg_locks JOIN pg_stat_activity USING (pid)
        WHERE NOT granted AND datname = current_database()`
      expect(await observer.value(hasSnapshot)).toBe(true)
      await holder.query(`SET deadlock_timeout = '10ms'`)
      expect(await outcome(holder.query('CREATE INDEX CONCURRENTLY accounts_email ON accounts (email)'))).toBe(
        'throws 40P01',
      )
      expect(await isIndexValid(observer)).toBe(false)
      await holder.query('SELECT pg_advisory_unlock($1)', [MIGRATIONS])
      await waiting
    }))

  it('with the lock on another connection than the statements, both wait and no deadlock is there to be seen', () =>
    inDatabase(async (observer) => {
      await observer.value('CREATE TABLE accounts (email text)')
      const free = await observer.rivalHolds(MIGRATIONS)
      await using waiter = await connected()
      await using builder = await connected()
      const waiting = waiter.query('SELECT pg_advisory_lock($1)', [MIGRATIONS])
      await observer.untilBlocked(1)
      const building = builder.query('CREATE INDEX CONCURRENTLY accounts_email ON accounts (email)')
      await observer.untilBlocked(2)
      // Each waits for the next one, and the last one for nobody in the server: it is idle. Before, CREATE INDEX may
      // have waited for the observer, whose statement was another one then.
      const chain = `SELECT string_agg(concat_ws(' for ', left(waits.query, 12), left(holds.query, 23) || ' ' || holds.state), '; '
          ORDER BY waits.query)
        FROM pg_stat_activity AS waits, unnest(pg_blocking_pids(waits.pid)) AS blocking
        JOIN pg_stat_activity AS holds ON holds.pid = blocking
        WHERE waits.datname = current_database()`
      const expected = 'CREATE INDEX for SELECT pg_advisory_lock active; SELECT pg_ad for SELECT pg_advisory_lock idle'
      await observer.until('each waits for the next one', async () => (await observer.value(chain)) === expected)
      await free()
      await Promise.all([waiting, building])
    }))

  it('one that tries and pauses is no hindrance', () =>
    inDatabase(async (observer) => {
      const { migrate, migrations } = await programs()
      await migrate(migrations.slice(0, 1))
      await using holder = await connected()
      await holder.query('SELECT pg_advisory_lock($1)', [MIGRATIONS])
      const other = migrate(migrations)
      await untilPolling(observer, 1)
      await holder.query('CREATE UNIQUE INDEX CONCURRENTLY accounts_email ON accounts (email)')
      expect(await isIndexValid(observer)).toBe(true)
      await holder.end()
      expect(await other).toEqual(NAMES.slice(1))
    }))

  it('a migration that fails leaves nothing of itself, and the lock is free', () =>
    inDatabase(async (observer) => {
      const { migrate, migrations } = await programs()
      const statements = ['CREATE TABLE teams (id int)', 'ALTER TABLE nothing ADD COLUMN name text']
      const failing: Migration = { name: '002 teams', statements, isTransaction: true }
      expect(await outcome(migrate([...migrations.slice(0, 1), failing]))).toBe('throws 42P01')
      await observer.untilFree(MIGRATIONS)
      expect(await observer.value(`SELECT to_regclass('teams')`)).toBe(null)
      expect(await observer.value(`SELECT string_agg(name, ', ') FROM migrations`)).toBe('001 accounts')
    }))

  it('an index that could not be built is built anew by the next runner', () =>
    inDatabase(async (observer) => {
      const { migrate, migrations } = await programs()
      await migrate(migrations.slice(0, 1))
      await observer.value(`INSERT INTO accounts (email) VALUES ('ada@example.com'), ('ada@example.com')`)
      expect(await outcome(migrate(migrations))).toBe('throws 23505')
      expect(await isIndexValid(observer)).toBe(false)
      await observer.value('DELETE FROM accounts WHERE id = 2')
      expect(await migrate(migrations)).toEqual(NAMES.slice(1))
      expect(await isIndexValid(observer)).toBe(true)
    }))

  it('who waits for a table makes those behind it wait', () =>
    inDatabase(async (observer) => {
      await observer.value('CREATE TABLE accounts (email text)')
      await using reader = await connected()
      await using changer = await connected()
      await using next = await connected()
      await reader.query('BEGIN')
      await reader.query('SELECT FROM accounts')
      const changing = changer.query('ALTER TABLE accounts ADD COLUMN name text')
      await observer.untilBlocked(1)
      const reading = next.query('SELECT FROM accounts')
      await observer.untilBlocked(2)
      await reader.query('COMMIT')
      await Promise.all([changing, reading])
    }))

  it('a migration does not wait for a table for long', () =>
    inDatabase(async (observer) => {
      const { migrate, migrations } = await programs()
      await migrate(migrations.slice(0, 1))
      const free = await observer.rivalBlocks('accounts')
      const statements = ['ALTER TABLE accounts ADD COLUMN name text']
      const altering: Migration = { name: '002 names', statements, isTransaction: true }
      expect(await outcome(migrate([...migrations.slice(0, 1), altering]))).toBe('throws 55P03')
      await free()
    }))

  it('a connection that breaks fails the call, and not the process', () =>
    inDatabase(async (observer) => {
      const { migrate, migrations } = await programs()
      await migrate(migrations.slice(0, 1))
      const free = await observer.rivalBlocks('accounts')
      const migrated = outcome(migrate(migrations))
      await observer.untilBlocked(1)
      await observer.endsSessions()
      expect(await migrated).toBe('throws 57P01')
      await free()
      expect(await migrate(migrations)).toEqual(NAMES.slice(1))
    }))

  it('after a runner that was killed, the next one goes on when the server has noticed', () =>
    inDatabase(async (observer) => {
      const { migrate, migrations } = await programs()
      await migrate(migrations.slice(0, 1))
      const free = await observer.rivalBlocks('accounts')
      await using killed = start('main.ts')
      await observer.untilBlocked(1)
      await killed.kill()
      const next = migrate(migrations)
      await untilPolling(observer, 1)
      // The statement goes on, and with it the session.
      expect(await observer.holders(MIGRATIONS)).toBe('1 session: active')
      await free()
      expect(await next).toEqual(NAMES.slice(1))
      expect(await isIndexValid(observer)).toBe(true)
    }))

  it('a process says what it has applied', () =>
    inDatabase(async () => {
      await using runner = start('main.ts')
      const { stdout } = runner.child
      let says = ''
      stdout?.on('data', (chunk: Buffer) => (says += chunk.toString()))
      expect(await once(runner.child, 'close')).toEqual([0, null])
      expect(says).toContain(NAMES[1])
    }))
})
