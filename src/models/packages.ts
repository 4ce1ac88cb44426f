/**
 * Public lock packages, each as a small module that takes and ends its locks as the package does, as far as rules ask.
 * They are followed like modules of the project, instead of the package's own code, which is never read. A key that is cast
 * may be anything: the package makes a number of it.
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

      export default () => (name) => {
        const session = new Client()

        async function unlock() {
          await session.query('SELECT pg_advisory_unlock($1::text)', [name])
        }

        async function lock() {
          await session.query('SELECT pg_advisory_lock($1::text)', [name])
          return unlock
        }

        async function tryLock() {
          const { rows } = await session.query('SELECT pg_try_advisory_lock($1::text) AS locked', [name])
          return rows[0].locked ? unlock : undefined
        }

        async function withLock(fn) {
          await lock()
          try {
            return await fn()
          } finally {
            await unlock()
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
      import { Client } from 'pg'

      export function createAdvisoryLockManager() {
        async function tryLock(name) {
          const session = new Client()
          const { rows } = await session.query('SELECT pg_try_advisory_lock($1::text) AS locked', [name])
          if (!rows[0].locked) return undefined
          return async () => {
            await session.query('SELECT pg_advisory_unlock($1::text)', [name])
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
          const session = new Client()
          await session.query('SELECT pg_advisory_lock($1::text)', [name])
          try {
            return await fn()
          } finally {
            await session.query('SELECT pg_advisory_unlock($1::text)', [name])
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
        const { rows } = await on(db).query(sql, [name])
        return rows[0].answer
      }

      export const lock = (db, name) => answer(db, 'SELECT pg_advisory_lock($1::text) AS answer', name)
      export const unlock = (db, name) => answer(db, 'SELECT pg_advisory_unlock($1::text) AS answer', name)
      export const tryLock = (db, name) => answer(db, 'SELECT pg_try_advisory_lock($1::text) AS answer', name)
      export const xactLock = (db, name) => answer(db, 'SELECT pg_advisory_xact_lock($1::text) AS answer', name)
      export const tryXactLock = (db, name) => answer(db, 'SELECT pg_try_advisory_xact_lock($1::text) AS answer', name)

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
      import { session } from 'pg-advisory-lock/model'

      export default class PGMutexLock {
        async acquireLock(key) {
          const { rows } = await session.query('SELECT pg_try_advisory_lock($1::text) AS locked', [key])
          if (!rows[0].locked) throw new Error()
          return true
        }

        async releaseLock(key) {
          const { rows } = await session.query('SELECT pg_advisory_unlock($1::text) AS unlocked', [key])
          return rows[0].unlocked
        }

        async end() {}
      }
    `,
  },
]
