/**
 * Public lock packages, each as a small module that takes and ends its locks as the package does, as far as rules ask.
 * They are followed like modules of the project, instead of the package's own code, which is never read.
 */

export interface PackageModel {
  /** As imports name it. */
  readonly name: string
  /** The version whose code was read. */
  readonly read: string
  readonly text: string
}

export const packages: readonly PackageModel[] = [
  {
    name: 'advisory-lock',
    read: '2.0.0',
    text: `
      import { Client } from 'pg'

      export default (connectionString) => (name) => {
        let last

        async function open() {
          const client = new Client({ connectionString })
          await client.connect()
          return client
        }

        function unlockOf(client) {
          return async () => {
            try {
              await client.query('SELECT pg_advisory_unlock($1)', [strToKey(name)])
            } finally {
              await client.end()
            }
          }
        }

        async function lock() {
          const client = await open()
          try {
            await client.query('SELECT pg_advisory_lock($1)', [strToKey(name)])
          } catch (error) {
            await client.end()
            throw error
          }
          return (last = unlockOf(client))
        }

        async function tryLock() {
          const client = await open()
          try {
            const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS locked', [strToKey(name)])
            if (rows[0].locked) return (last = unlockOf(client))
          } catch (error) {
            await client.end()
            throw error
          }
          await client.end()
        }

        async function unlock() {
          if (last) return last()
        }

        async function withLock(fn) {
          const release = await lock()
          try {
            return await fn()
          } finally {
            await release()
          }
        }

        return { lock, unlock, tryLock, withLock }
      }
    `,
  },
  {
    name: 'pg-advisory-lock',
    read: 'IlyaSemenov/pg-advisory-lock at 57edafac',
    text: `
      import { session } from 'pg-advisory-lock/model'

      export function createAdvisoryLockManager() {
        async function tryLock(name) {
          const { rows } = await session.query('SELECT pg_try_advisory_lock($1) AS locked', [keyOf(name)])
          if (!rows[0].locked) return undefined
          return async () => {
            await session.query('SELECT pg_advisory_unlock($1)', [keyOf(name)])
          }
        }

        async function tryWithLock(name, fn) {
          const release = await tryLock(name)
          if (!release) return { acquired: false }
          try {
            return { acquired: true, result: await fn() }
          } finally {
            await release()
          }
        }

        async function withLock(name, fn) {
          await session.query('SELECT pg_advisory_lock($1)', [keyOf(name)])
          try {
            return await fn()
          } finally {
            await session.query('SELECT pg_advisory_unlock($1)', [keyOf(name)])
          }
        }

        const wrapWithLock =
          (name, fn) =>
          (...args) =>
            withLock(name, () => fn(...args))

        const createMutex = (name) => ({
          tryLock: () => tryLock(name),
          tryWithLock: (fn) => tryWithLock(name, fn),
          withLock: (fn) => withLock(name, fn),
          wrapWithLock: (fn) => wrapWithLock(name, fn),
        })

        return { tryLock, tryWithLock, withLock, wrapWithLock, createMutex, close: async () => {} }
      }

      export const createAdvisoryLock = createAdvisoryLockManager
    `,
  },
  {
    name: 'pg-advisory-locks',
    read: '0.1.0',
    text: `
      import { on } from 'pg-advisory-lock/model'

      const answer = async (db, sql, name) => {
        const { rows } = await on(db).query(sql, [hash(name)])
        return rows[0].answer
      }

      export const lock = (db, name) => answer(db, 'SELECT pg_advisory_lock($1) AS answer', name)
      export const unlock = (db, name) => answer(db, 'SELECT pg_advisory_unlock($1) AS answer', name)
      export const tryLock = (db, name) => answer(db, 'SELECT pg_try_advisory_lock($1) AS answer', name)
      export const xactLock = (db, name) => answer(db, 'SELECT pg_advisory_xact_lock($1) AS answer', name)
      export const tryXactLock = (db, name) => answer(db, 'SELECT pg_try_advisory_xact_lock($1) AS answer', name)

      export async function withLock(db, name, fn) {
        await lock(db, name)
        try {
          return await fn()
        } finally {
          await unlock(db, name)
        }
      }
    `,
  },
  {
    name: 'pg-mutex-lock',
    read: '1.0.1',
    text: `
      import { Client } from 'pg'

      export default class PGMutexLock {
        constructor() {
          this.client = new Client()
        }

        async acquireLock(key) {
          const { rows } = await this.client.query('SELECT pg_try_advisory_lock($1) AS locked', [strToKey(key)])
          if (!rows[0].locked) throw new Error()
          return true
        }

        async releaseLock(key) {
          const { rows } = await this.client.query('SELECT pg_advisory_unlock($1) AS unlocked', [strToKey(key)])
          return rows[0].unlocked
        }

        end() {
          return this.client.end()
        }
      }
    `,
  },
]
