import { expect, it } from 'vitest'
import type { Key, Observer } from '../observer.ts'
import { outcome } from '../outcome.ts'
import { load, type Program } from '../program.ts'
import { hushed } from './hushed.ts'
import { recipe } from './recipe.ts'

interface Tenants extends Program {
  rebuildSummary(tenantId: string): Promise<void>
  grantCredit(tenantId: string, amount: number, limit: number): Promise<boolean>
  saveDocument(path: string, body: string): Promise<void>
}

interface Locks {
  KEY_SPACES: Readonly<Record<string, number>>
  WIDE_KEY_SPACES: Readonly<Record<string, string>>
}

recipe('sharded-key', ({ run, text }) => {
  it('two tenants run side by side, the same tenant waits', () =>
    run<Tenants>('tenants.ts', async ({ rebuildSummary }, observer) => {
      await observer.value(`INSERT INTO orders VALUES ('acme', 3), ('acme', 4), ('globex', 5)`)
      const free = await observer.rivalBlocks('orders')
      const first = ['acme', 'globex'].map((tenant) => rebuildSummary(tenant))
      await observer.untilBlocked(2)
      // Both have their lock, and wait for the table.
      expect(await observer.locksHeld()).toBe(2)
      expect(await observer.waiters(await pair(observer, 4201, 'acme'))).toBe('nobody')
      const second = rebuildSummary('acme')
      await observer.untilBlocked(3)
      expect(await observer.locksHeld()).toBe(2)
      expect(await observer.waiters(await pair(observer, 4201, 'acme'))).toBe('1 session: active')
      await free()
      await Promise.all([...first, second])
      expect(await observer.value(`SELECT json_object_agg(tenant_id, total) FROM summaries`)).toEqual({
        acme: 7,
        globex: 5,
      })
      expect(await observer.locksHeld()).toBe(0)
    }))

  it('two features that use the same id do not exclude each other', () =>
    run<Tenants>('tenants.ts', async ({ rebuildSummary, grantCredit, saveDocument }, observer) => {
      const free = await observer.rivalHolds(await pair(observer, 4201, 'acme'))
      const rebuilt = rebuildSummary('acme')
      await observer.untilBlocked(1)
      expect(await grantCredit('acme', 10, 100)).toBe(true)
      await saveDocument('acme', 'x')
      expect(await observer.blocked()).toBe(1)
      await free()
      await rebuilt
    }))

  it('what is read and written under the lock is not lost', () =>
    run<Tenants>('tenants.ts', async ({ grantCredit, saveDocument }, observer) => {
      const granted = await Promise.all(Array.from({ length: 10 }, () => grantCredit('acme', 30, 100)))
      expect(granted.filter(Boolean)).toHaveLength(3)
      await Promise.all(Array.from({ length: 10 }, () => saveDocument('/a', 'x')))
      expect(await observer.value('SELECT max(revision) FROM documents')).toBe(10)
    }))

  it('an id that is missing is refused: the server would take no lock, or one for all', () =>
    run<Tenants>('tenants.ts', async ({ rebuildSummary, saveDocument }, observer) => {
      for (const missing of [null, undefined, ''] as unknown as string[]) {
        expect(await outcome(rebuildSummary(missing))).toBe('throws summary: a lock needs the id of what it protects')
        expect(await outcome(saveDocument(missing, 'x'))).toBe(
          'throws document: a lock needs the id of what it protects',
        )
      }
      expect(await observer.value('SELECT count(*)::int FROM documents')).toBe(0)
      expect(await observer.value('SELECT pg_try_advisory_lock(4201, hashtext(NULL))')).toBe(null)
      expect(await observer.value('SELECT pg_advisory_lock(4201, hashtext(NULL))')).toBe(null)
      expect(await observer.value('SELECT pg_advisory_lock(hashtextextended(NULL, 0))')).toBe(null)
      expect(await observer.locksHeld()).toBe(0)
    }))

  it('two names with one hash of 32 bits wait for each other; with 64 bits they do not', () =>
    run<Tenants>('tenants.ts', async ({ rebuildSummary, saveDocument }, observer) => {
      const names = await collision(observer)
      const one = await pair(observer, 4201, names[0])
      expect(await pair(observer, 4201, names[1])).toEqual(one)
      const free = await observer.rivalHolds(one)
      const rebuilt = rebuildSummary(names[1])
      await observer.untilBlocked(1)
      await free()
      await rebuilt

      const freeWide = await observer.rivalHolds(`hashtextextended('document:${names[0]}', 0)`)
      await saveDocument(names[1], 'x')
      const saved = saveDocument(names[0], 'x')
      await observer.untilBlocked(1)
      await freeWide()
      await saved
    }))

  it('another spelling of a name is another lock', () =>
    run<Tenants>('tenants.ts', async ({ rebuildSummary }, observer) => {
      const free = await observer.rivalHolds(await pair(observer, 4201, 'acme'))
      await rebuildSummary('Acme')
      await rebuildSummary('acme ')
      await free()
    }))

  it('a connection that breaks fails the call, and not the process', () =>
    run<Tenants>('tenants.ts', async ({ rebuildSummary }, observer) => {
      const free = await observer.rivalHolds(await pair(observer, 4201, 'acme'))
      const rebuilt = outcome(rebuildSummary('acme'))
      await observer.untilBlocked(1)
      const complaints = await hushed(async () => {
        await observer.endsSessions()
        expect(await rebuilt).toBe('throws 57P01')
      })
      expect(complaints).toBeGreaterThan(0)
      await free()
      await rebuildSummary('acme')
    }))

  it('a failure leaves no lock', () =>
    run<Tenants>('tenants.ts', async ({ rebuildSummary }, observer) => {
      await observer.value('ALTER TABLE summaries ADD CHECK (total < 100)')
      await observer.value(`INSERT INTO orders VALUES ('acme', 100)`)
      expect(await outcome(rebuildSummary('acme'))).toBe('throws 23514')
      expect(await observer.locksHeld()).toBe(0)
      expect(await observer.value('SELECT count(*)::int FROM summaries')).toBe(0)
    }))

  it('the registry gives each feature a number of its own', async () => {
    expect(text('locks.ts')).toContain('KEY_SPACES')
    const { KEY_SPACES, WIDE_KEY_SPACES } = await load<Locks>('recipes/sharded-key/locks.ts')
    for (const spaces of [KEY_SPACES, WIDE_KEY_SPACES])
      expect(new Set(Object.values(spaces)).size).toBe(Object.keys(spaces).length)
  })
})

/** The key of a name as the observer takes it. */
async function pair(observer: Observer, space: number, name: string): Promise<Key> {
  return [space, Number(await observer.value('SELECT hashtext($1)', [name]))]
}

/** Two names that have the same hash of 32 bits. */
async function collision(observer: Observer): Promise<[string, string]> {
  const found = await observer.value(
    `SELECT json_build_array(min(name), max(name)) FROM (SELECT 'tenant:' || n AS name FROM generate_series(1, 300000) n)
      GROUP BY hashtext(name) HAVING count(*) > 1 LIMIT 1`,
  )
  return found as [string, string]
}
