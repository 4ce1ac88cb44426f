import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { Pool } from 'pg'
import { expect, inject, it, vi } from 'vitest'
import type { Subject } from '../../../fixtures/proofs/recipes/staging-test/stage.ts'
import type { checks as checksType } from '../../../fixtures/proofs/recipes/staging-test/staging-test.ts'
import type { Observer } from '../observer.ts'
import { hushed } from './hushed.ts'
import { recipe } from './recipe.ts'

type WithLock = Subject['withLock']

const openPool = (): Pool => new Pool({ max: 5 })

const inTransaction: WithLock = async (pool, key, work) => {
  const client = await pool.connect()
  try {
    await client.query('BEGIN')
    await client.query('SELECT pg_advisory_xact_lock($1)', [key])
    await work()
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK')
    throw error
  } finally {
    client.release()
  }
}

const BROKEN: readonly { what: string; fails: readonly string[]; withLock: WithLock }[] = [
  {
    what: 'locks and unlocks through the pool, in `try` and `finally`',
    fails: ['contention', 'recycling'],
    withLock: async (pool, key, work) => {
      await pool.query('SELECT pg_advisory_lock($1)', [key])
      try {
        await work()
      } finally {
        await pool.query('SELECT pg_advisory_unlock($1)', [key])
      }
    },
  },
  {
    what: 'unlocks behind the work, not in `finally`',
    fails: ['exception'],
    withLock: async (pool, key, work) => {
      const client = await pool.connect()
      try {
        const { rows } = await client.query<{ got: boolean }>('SELECT pg_try_advisory_lock($1) AS got', [key])
        if (rows[0]?.got !== true) return
        await work()
        await client.query('SELECT pg_advisory_unlock($1)', [key])
      } finally {
        client.release()
      }
    },
  },
  {
    what: 'takes one key for everybody',
    fails: ['two keys'],
    withLock: (pool, _key, work) => inTransaction(pool, 1, work),
  },
  {
    what: 'ignores the error of the acquisition',
    fails: ['cancellation'],
    withLock: async (pool, key, work) => {
      const client = await pool.connect()
      try {
        await client.query('SELECT pg_advisory_lock($1)', [key]).catch(() => undefined)
        await work()
      } finally {
        await client.query('SELECT pg_advisory_unlock($1)', [key])
        client.release()
      }
    },
  },
  {
    what: 'gives back the connection without `ROLLBACK`',
    fails: ['exception', 'cancellation'],
    withLock: async (pool, key, work) => {
      const client = await pool.connect()
      try {
        await client.query('BEGIN')
        await client.query('SELECT pg_advisory_xact_lock($1)', [key])
        await work()
        await client.query('COMMIT')
      } finally {
        client.release()
      }
    },
  },
  {
    what: 'takes a lock of the transaction, outside of one',
    fails: ['contention', 'cancellation'],
    withLock: async (pool, key, work) => {
      await pool.query('SELECT pg_advisory_xact_lock($1)', [key])
      await work()
    },
  },
]

recipe('staging-test', ({ inDatabase, load, start }) => {
  /**
   * The checks that a lock does not stand.
   * @param observer waits for the end of the sessions of each check, which may have locks. Those of a pooler don't end.
   */
  async function failuresOf(withLock: WithLock, observer?: Observer): Promise<string[]> {
    const { checks } = await load<{ checks: typeof checksType }>('staging-test.ts')
    const failures: string[] = []
    for (const [name, check] of Object.entries(checks)) {
      await check({ openPool, withLock }).catch(() => failures.push(name))
      await observer?.until('no lock is left', async () => (await observer.locksHeld()) === 0)
    }
    return failures
  }

  it('the lock of the recipe passes', () =>
    inDatabase(async (observer) => {
      const { withLock } = await load<{ withLock: WithLock }>('lock.ts')
      expect(await failuresOf(withLock, observer)).toEqual([])
    }))

  it('a lock of the transaction, which is waited for, passes', () =>
    inDatabase(async (observer) => expect(await failuresOf(inTransaction, observer)).toEqual([])))

  it.each(BROKEN)('one that $what fails: $fails', ({ withLock, fails }) =>
    inDatabase(async (observer) => expect(await failuresOf(withLock, observer)).toEqual(fails)),
  )

  it('a connection that breaks fails the call of the lock of the recipe, and not the process', () =>
    inDatabase(async (observer) => {
      const lock = await load<{ openPool: () => Pool; withLock: WithLock }>('lock.ts')
      const pool = lock.openPool()
      const complaints = await hushed(async () => {
        const cut = lock.withLock(pool, 7, async () => {
          await observer.endsSessions()
          await observer.until('it is heard of', async () => vi.mocked(console.error).mock.calls.length > 0)
        })
        await expect(cut).rejects.toThrow()
        expect(await lock.withLock(pool, 7, async () => {})).toBe(true)
      })
      expect(complaints).toBeGreaterThan(0)
      await pool.end()
    }))

  it('the page shows what fails', () => {
    const page = readFileSync(new URL('../../../docs/recipes/staging-test.md', import.meta.url), 'utf8')
    const [head = [], , ...rows] = page
      .split('\n')
      .filter((line) => line.startsWith('|'))
      .map((line) => line.split('|').map((cell) => cell.trim()))
    const shown = rows.map((row) => ({ what: row[1], fails: head.filter((_check, index) => row[index] === 'fails') }))
    expect(shown).toEqual(BROKEN.map(({ what, fails }) => ({ what, fails })))
  })

  it('a pooler that lends connections for a transaction breaks a lock of the session, not one of a transaction', ({
    skip,
  }) => {
    const poolerUrl = inject('poolerUrl')
    if (poolerUrl === '') skip('PgBouncer is not on the PATH')
    return inDatabase(async () => {
      const { withLock } = await load<{ withLock: WithLock }>('lock.ts')
      expect(await failuresOf(withLock)).not.toEqual([])
      expect(await failuresOf(inTransaction)).toEqual([])
    }, poolerUrl)
  })

  it('runs by node --test', () =>
    inDatabase(async () => {
      await using tests = start('main.ts')
      let says = ''
      tests.child.stdout?.on('data', (chunk: Buffer) => (says += chunk.toString()))
      expect(await once(tests.child, 'close')).toEqual([0, null])
      expect(says).toMatch(/^# pass 5$/m)
    }))
})
