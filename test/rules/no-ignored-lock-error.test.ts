import rule from '../../rules/no-ignored-lock-error.ts'
import { assertionOptions, tester, ts } from './tester.ts'

tester.run('no-ignored-lock-error', rule, {
  assertionOptions,
  valid: [
    {
      name: 'rethrown',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function f(client: PoolClient, id: number) {
          try {
            await client.query('select pg_advisory_lock($1)', [id])
          } catch (e) {
            console.warn(e)
            throw e
          }
          try {
            await client.query('update t set a=1 where id=$1', [id])
          } finally {
            await client.query('select pg_advisory_unlock($1)', [id])
          }
        }
      `,
    },
    {
      name: 'returned',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function f(client: PoolClient, id: number) {
          try {
            await client.query('select pg_advisory_lock($1)', [id])
          } catch (e) {
            console.warn(e)
            return false
          }
          try {
            await client.query('update t set a=1 where id=$1', [id])
          } finally {
            await client.query('select pg_advisory_unlock($1)', [id])
          }
          return true
        }
      `,
    },
    {
      name: 'a flag keeps the work from running',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function f(client: PoolClient, id: number) {
          let failed = false
          try {
            await client.query('select pg_advisory_lock($1)', [id])
          } catch (e) {
            failed = true
          }
          if (failed) return
          try {
            await client.query('update t set a=1 where id=$1', [id])
          } finally {
            await client.query('select pg_advisory_unlock($1)', [id])
          }
        }
      `,
    },
    {
      name: 'the error is thrown later',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function f(client: PoolClient, id: number) {
          let error: unknown
          try {
            await client.query('select pg_advisory_lock($1)', [id])
          } catch (e) {
            error = e
          }
          if (error) throw error
          try {
            await client.query('update t set a=1 where id=$1', [id])
          } finally {
            await client.query('select pg_advisory_unlock($1)', [id])
          }
        }
      `,
    },
    {
      name: 'the errors are collected and thrown later',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function f(client: PoolClient, id: number) {
          const errors: unknown[] = []
          try {
            await client.query('select pg_advisory_lock($1)', [id])
          } catch (e) {
            errors.push(e)
          }
          if (errors.length > 0) throw errors[0]
          try {
            await client.query('update t set a=1 where id=$1', [id])
          } finally {
            await client.query('select pg_advisory_unlock($1)', [id])
          }
        }
      `,
    },
    {
      name: 'the error is told from a result by its class',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function f(client: PoolClient, id: number) {
          const res = await client.query('select pg_advisory_lock($1)', [id]).catch((e: Error) => e)
          if (res instanceof Error) throw res
          try {
            await client.query('update t set a=1 where id=$1', [id])
          } finally {
            await client.query('select pg_advisory_unlock($1)', [id])
          }
        }
      `,
    },
    {
      name: 'a boolean: then true, catch false',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function f(client: PoolClient, id: number) {
          const got = await client
            .query('select pg_advisory_lock($1)', [id])
            .then(() => true)
            .catch(() => false)
          if (!got) return
          try {
            await client.query('update t set a=1 where id=$1', [id])
          } finally {
            await client.query('select pg_advisory_unlock($1)', [id])
          }
        }
      `,
    },
    {
      name: 'a boolean: two handlers of then',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function f(client: PoolClient, id: number) {
          const got = await client.query('select pg_advisory_lock($1)', [id]).then(
            () => true,
            () => false,
          )
          if (got !== true) return
          try {
            await client.query('update t set a=1 where id=$1', [id])
          } finally {
            await client.query('select pg_advisory_unlock($1)', [id])
          }
        }
      `,
    },
    {
      name: 'null in place of a result is tested',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function f(client: PoolClient, id: number) {
          const got = await client.query('select pg_advisory_lock($1)', [id]).catch(() => null)
          if (!got) return
          try {
            await client.query('update t set a=1 where id=$1', [id])
          } finally {
            await client.query('select pg_advisory_unlock($1)', [id])
          }
        }
      `,
    },
    {
      name: 'a fallback that does no protected work',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function f(client: PoolClient, id: number) {
          try {
            await client.query('select pg_advisory_lock($1)', [id])
          } catch (e) {
            await client.query('insert into missed values ($1)', [id])
            return
          }
          try {
            await client.query('update t set a=1 where id=$1', [id])
          } finally {
            await client.query('select pg_advisory_unlock($1)', [id])
          }
        }
      `,
    },
    {
      name: 'the catch is around lock and work together',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function f(client: PoolClient, id: number) {
          try {
            await client.query('select pg_advisory_lock($1)', [id])
            try {
              await client.query('update t set a=1 where id=$1', [id])
            } finally {
              await client.query('select pg_advisory_unlock($1)', [id])
            }
          } catch (e) {
            console.warn(e)
          }
          await client.query('insert into runs values ($1)', [id])
        }
      `,
    },
    {
      name: 'an error that is classified and rethrown',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function f(client: PoolClient, id: number) {
          try {
            await client.query('select pg_advisory_lock($1)', [id])
          } catch (e: any) {
            if (e.code !== '0A000') throw e
          }
          try {
            await client.query('update t set a=1 where id=$1', [id])
          } finally {
            await client.query('select pg_advisory_unlock($1)', [id])
          }
        }
      `,
    },
    {
      name: 'an error that is classified and rethrown by a handler',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function f(client: PoolClient, id: number) {
          await client.query('select pg_advisory_lock($1)', [id]).catch((e: any) => {
            if (e.code !== '0A000') throw e
          })
          try {
            await client.query('update t set a=1 where id=$1', [id])
          } finally {
            await client.query('select pg_advisory_unlock($1)', [id])
          }
        }
      `,
    },
    {
      name: 'a handler that is out of sight',
      code: ts`
        import { asBusy } from './errors'
        import type { PoolClient } from 'pg'

        export async function f(client: PoolClient, id: number) {
          await client.query('select pg_advisory_lock($1)', [id]).catch(asBusy)
          try {
            await client.query('update t set a=1 where id=$1', [id])
          } finally {
            await client.query('select pg_advisory_unlock($1)', [id])
          }
        }
      `,
    },
    {
      name: 'a function out of sight is given the error',
      code: ts`
        import { asBusy } from './errors'
        import type { PoolClient } from 'pg'

        export async function f(client: PoolClient, id: number) {
          try {
            await client.query('select pg_advisory_lock($1)', [id])
          } catch (e) {
            asBusy(e)
          }
          try {
            await client.query('update t set a=1 where id=$1', [id])
          } finally {
            await client.query('select pg_advisory_unlock($1)', [id])
          }
        }
      `,
    },
    {
      name: 'a handler gives the error to a function out of sight',
      code: ts`
        import { asBusy } from './errors'
        import type { PoolClient } from 'pg'

        export async function f(client: PoolClient, id: number) {
          await client.query('select pg_advisory_lock($1)', [id]).catch((e) => asBusy(e))
          try {
            await client.query('update t set a=1 where id=$1', [id])
          } finally {
            await client.query('select pg_advisory_unlock($1)', [id])
          }
        }
      `,
    },
    {
      name: 'the process ends',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function f(client: PoolClient, id: number) {
          await client.query('select pg_advisory_lock($1)', [id]).catch((e) => {
            console.error(e)
            process.exit(1)
          })
          try {
            await client.query('update t set a=1 where id=$1', [id])
          } finally {
            await client.query('select pg_advisory_unlock($1)', [id])
          }
        }
      `,
    },
    {
      name: 'tried again until it succeeds',
      code: ts`
        import { setTimeout as delay } from 'node:timers/promises'
        import type { PoolClient } from 'pg'

        export async function f(client: PoolClient, id: number) {
          for (;;) {
            try {
              await client.query('select pg_advisory_lock($1)', [id])
              break
            } catch (e) {
              await delay(100)
            }
          }
          try {
            await client.query('update t set a=1 where id=$1', [id])
          } finally {
            await client.query('select pg_advisory_unlock($1)', [id])
          }
        }
      `,
    },
    {
      name: 'tried again while a flag says so',
      code: ts`
        import { setTimeout as delay } from 'node:timers/promises'
        import type { PoolClient } from 'pg'

        export async function f(client: PoolClient, id: number) {
          let got = false
          while (!got) {
            try {
              await client.query('select pg_advisory_lock($1)', [id])
              got = true
            } catch (e) {
              await delay(100)
            }
          }
          try {
            await client.query('update t set a=1 where id=$1', [id])
          } finally {
            await client.query('select pg_advisory_unlock($1)', [id])
          }
        }
      `,
    },
    {
      name: 'taken again in the catch',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function f(client: PoolClient, id: number) {
          try {
            await client.query('select pg_advisory_lock($1)', [id])
          } catch (e) {
            await client.query('select pg_advisory_lock($1)', [id])
          }
          try {
            await client.query('update t set a=1 where id=$1', [id])
          } finally {
            await client.query('select pg_advisory_unlock($1)', [id])
          }
        }
      `,
    },
    {
      name: 'taken in the catch on another connection',
      code: ts`
        import { reconnect } from './db'
        import type { PoolClient } from 'pg'

        export async function f(client: PoolClient, id: number) {
          try {
            await client.query('select pg_advisory_lock($1)', [id])
          } catch (e) {
            client = await reconnect()
            await client.query('select pg_advisory_lock($1)', [id])
          }
          try {
            await client.query('update t set a=1 where id=$1', [id])
          } finally {
            await client.query('select pg_advisory_unlock($1)', [id])
          }
        }
      `,
    },
    {
      name: 'the work only reads',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function f(client: PoolClient, id: number) {
          await client.query('select pg_advisory_lock($1)', [id]).catch(console.warn)
          try {
            await client.query('select a from t where id=$1', [id])
          } finally {
            await client.query('select pg_advisory_unlock($1)', [id])
          }
        }
      `,
    },
    {
      name: 'the server refuses the work of an aborted transaction (pg)',
      code: ts`
        import { Pool } from 'pg'
        const pool = new Pool()

        export async function f(id: number) {
          const client = await pool.connect()
          try {
            await client.query('begin')
            await client.query('select pg_advisory_xact_lock($1)', [id]).catch(console.warn)
            await client.query('update t set a=1 where id=$1', [id])
            await client.query('commit')
          } catch (e) {
            await client.query('rollback')
            throw e
          } finally {
            client.release()
          }
        }
      `,
    },
    {
      name: 'the server refuses the work of an aborted transaction (Prisma)',
      code: ts`
        import { PrismaClient } from '@prisma/client'
        const prisma = new PrismaClient()

        export async function f(id: number) {
          await prisma.$transaction(async (tx) => {
            await tx.$executeRaw\`select pg_advisory_xact_lock(\${id})\`.catch(console.warn)
            await tx.$executeRaw\`update t set a=1 where id=\${id}\`
          })
        }
      `,
    },
    {
      name: 'a helper tells its caller',
      code: ts`
        import type { PoolClient } from 'pg'

        async function lock(client: PoolClient, id: number) {
          try {
            await client.query('select pg_advisory_lock($1)', [id])
            return true
          } catch (e) {
            console.warn(e)
            return false
          }
        }
        export async function f(client: PoolClient, id: number) {
          if (!(await lock(client, id))) return
          try {
            await client.query('update t set a=1 where id=$1', [id])
          } finally {
            await client.query('select pg_advisory_unlock($1)', [id])
          }
        }
      `,
    },
    {
      name: 'a tuple of error and result',
      code: ts`
        import type { PoolClient } from 'pg'

        const to = <T,>(p: Promise<T>) =>
          p.then(
            (v) => [null, v] as const,
            (e) => [e, null] as const,
          )
        export async function f(client: PoolClient, id: number) {
          const [err] = await to(client.query('select pg_advisory_lock($1)', [id]))
          if (err) throw err
          try {
            await client.query('update t set a=1 where id=$1', [id])
          } finally {
            await client.query('select pg_advisory_unlock($1)', [id])
          }
        }
      `,
    },
    {
      name: 'an object tells how it ended',
      code: ts`
        import type { PoolClient } from 'pg'

        const to = <T,>(p: Promise<T>) =>
          p.then(
            () => ({ ok: true }),
            (error) => ({ ok: false, error }),
          )
        export async function f(client: PoolClient, id: number) {
          const r = await to(client.query('select pg_advisory_lock($1)', [id]))
          if (!r.ok) throw r.error
          try {
            await client.query('update t set a=1 where id=$1', [id])
          } finally {
            await client.query('select pg_advisory_unlock($1)', [id])
          }
        }
      `,
    },
    {
      name: 'allSettled, and its result is looked at',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function f(client: PoolClient, id: number) {
          const [lock] = await Promise.allSettled([client.query('select pg_advisory_lock($1)', [id])])
          if (lock.status === 'rejected') throw lock.reason
          try {
            await client.query('update t set a=1 where id=$1', [id])
          } finally {
            await client.query('select pg_advisory_unlock($1)', [id])
          }
        }
      `,
    },
    {
      name: 'a flag in a field',
      code: ts`
        import { Client } from 'pg'

        export class X {
          failed = false
          client = new Client()
          async f(id: number) {
            try {
              await this.client.query('select pg_advisory_lock($1)', [id])
            } catch {
              this.failed = true
            }
            if (this.failed) return
            try {
              await this.client.query('update t set a=1 where id=$1', [id])
            } finally {
              await this.client.query('select pg_advisory_unlock($1)', [id])
            }
          }
        }
      `,
    },
    {
      name: 'an abort signal stops the work',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function f(client: PoolClient, id: number) {
          const stop = new AbortController()
          try {
            await client.query('select pg_advisory_lock($1)', [id])
          } catch (e) {
            stop.abort(e)
          }
          stop.signal.throwIfAborted()
          try {
            await client.query('update t set a=1 where id=$1', [id])
          } finally {
            await client.query('select pg_advisory_unlock($1)', [id])
          }
        }
      `,
    },
    {
      name: 'failures are counted',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function f(client: PoolClient, id: number) {
          let failures = 0
          try {
            await client.query('select pg_advisory_lock($1)', [id])
          } catch (e) {
            failures++
          }
          if (failures > 0) return
          try {
            await client.query('update t set a=1 where id=$1', [id])
          } finally {
            await client.query('select pg_advisory_unlock($1)', [id])
          }
        }
      `,
    },
    {
      name: 'the failure of the unlock is logged',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function f(client: PoolClient, id: number) {
          await client.query('select pg_advisory_lock($1)', [id])
          try {
            await client.query('update t set a=1 where id=$1', [id])
          } finally {
            await client.query('select pg_advisory_unlock($1)', [id]).catch(console.warn)
          }
        }
      `,
    },
    {
      name: 'a loop over jobs logs those that fail',
      code: ts`
        import type { PoolClient } from 'pg'

        async function job(client: PoolClient, id: number) {
          await client.query('select pg_advisory_lock($1)', [id])
          try {
            await client.query('update t set a=1 where id=$1', [id])
          } finally {
            await client.query('select pg_advisory_unlock($1)', [id])
          }
        }
        export async function f(client: PoolClient, ids: number[]) {
          for (const id of ids) {
            try {
              await job(client, id)
            } catch (e) {
              console.warn(e)
            }
          }
        }
        export async function g(client: PoolClient, ids: number[]) {
          for (const id of ids) await job(client, id).catch(console.warn)
          await client.query('insert into runs default values')
        }
      `,
    },
    {
      name: 'row locks stand in for the lock',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function f(client: PoolClient, id: number) {
          let mode = 'advisory'
          try {
            await client.query('select pg_advisory_lock($1)', [id])
          } catch (e) {
            mode = 'rows'
            await client.query('select 1 from t where id=$1 for update', [id])
          }
          await client.query('update t set a=1 where id=$1', [id])
          if (mode === 'advisory') await client.query('select pg_advisory_unlock($1)', [id])
        }
      `,
    },
    {
      name: 'the fallback for the result is tested through its rows',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function f(client: PoolClient, id: number) {
          const res = await client.query('select pg_try_advisory_lock($1) as got', [id]).catch(() => undefined)
          if (!res?.rows[0]?.got) return
          try {
            await client.query('update t set a=1 where id=$1', [id])
          } finally {
            await client.query('select pg_advisory_unlock($1)', [id])
          }
        }
      `,
    },
    {
      name: 'the fallback has no rows',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function f(client: PoolClient, id: number) {
          const { rows } = await client
            .query('select pg_try_advisory_lock($1) as got', [id])
            .catch(() => ({ rows: [] as any[] }))
          if (!rows[0]?.got) return
          try {
            await client.query('update t set a=1 where id=$1', [id])
          } finally {
            await client.query('select pg_advisory_unlock($1)', [id])
          }
        }
      `,
    },
  ],
  invalid: [
    {
      name: 'goesOn: .catch(console.warn)',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function f(client: PoolClient, id: number) {
          await client.query('select pg_advisory_lock($1)', [id]).catch(console.warn)
          try {
            await client.query('update t set a=1 where id=$1', [id])
          } finally {
            await client.query('select pg_advisory_unlock($1)', [id])
          }
        }
      `,
      errors: [{ messageId: 'goesOn', line: 4, column: 9, endLine: 4, endColumn: 78 }],
    },
    {
      name: 'goesOn: a catch that logs',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function f(client: PoolClient, id: number) {
          try {
            await client.query('select pg_advisory_lock($1)', [id])
          } catch (e) {
            console.warn(e)
          }
          try {
            await client.query('update t set a=1 where id=$1', [id])
          } finally {
            await client.query('select pg_advisory_unlock($1)', [id])
          }
        }
      `,
      errors: [{ messageId: 'goesOn', line: 6, column: 5, endLine: 8, endColumn: 4 }],
    },
    {
      name: 'goesOn: a helper that resolves normally',
      code: ts`
        import type { PoolClient } from 'pg'

        async function lock(client: PoolClient, id: number) {
          try {
            await client.query('select pg_advisory_lock($1)', [id])
          } catch (e) {
            console.warn(e)
          }
        }
        export async function f(client: PoolClient, id: number) {
          await lock(client, id)
          try {
            await client.query('update t set a=1 where id=$1', [id])
          } finally {
            await client.query('select pg_advisory_unlock($1)', [id])
          }
        }
      `,
      errors: [{ messageId: 'goesOn', line: 6, column: 5, endLine: 8, endColumn: 4 }],
    },
    {
      name: 'goesOn: a handler that logs (postgres.js)',
      code: ts`
        import postgres from 'postgres'
        const sql = postgres()

        export async function f(id: number) {
          const client = await sql.reserve()
          try {
            await client\`select pg_advisory_lock(\${id})\`.catch((e) => console.error(e))
            try {
              await client\`update t set a=1 where id=\${id}\`
            } finally {
              await client\`select pg_advisory_unlock(\${id})\`
            }
          } finally {
            client.release()
          }
        }
      `,
      errors: [{ messageId: 'goesOn', line: 7, column: 11, endLine: 7, endColumn: 80 }],
    },
    {
      name: 'goesOn: a try-lock',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function f(client: PoolClient, id: number) {
          let busy = false
          try {
            const { rows } = await client.query('select pg_try_advisory_lock($1) as got', [id])
            busy = !rows[0].got
          } catch (e) {
            console.warn(e)
          }
          if (busy) return
          try {
            await client.query('update t set a=1 where id=$1', [id])
          } finally {
            await client.query('select pg_advisory_unlock($1)', [id])
          }
        }
      `,
      errors: [{ messageId: 'goesOn', line: 8, column: 5, endLine: 10, endColumn: 4 }],
    },
    {
      name: 'goesOn: a logger of another module is given the error',
      code: ts`
        import { logger } from './log'
        import type { PoolClient } from 'pg'

        export async function f(client: PoolClient, id: number) {
          try {
            await client.query('select pg_advisory_lock($1)', [id])
          } catch (err) {
            logger.warn({ err }, 'no lock')
          }
          try {
            await client.query('update t set a=1 where id=$1', [id])
          } finally {
            await client.query('select pg_advisory_unlock($1)', [id])
          }
        }
      `,
      errors: [{ messageId: 'goesOn', line: 7, column: 5, endLine: 9, endColumn: 4 }],
    },
    {
      name: 'goesOn: a new transaction after the aborted one',
      code: ts`
        import { Client } from 'pg'

        export async function f(id: number) {
          const client = new Client()
          await client.connect()
          try {
            await client.query('begin')
            try {
              await client.query('select pg_advisory_xact_lock($1)', [id])
            } catch (e) {
              console.warn(e)
              await client.query('rollback')
              await client.query('begin')
            }
            await client.query('update t set a=1 where id=$1', [id])
            await client.query('commit')
          } finally {
            await client.end()
          }
        }
      `,
      errors: [{ messageId: 'goesOn', line: 10, column: 7, endLine: 14, endColumn: 6 }],
    },
    {
      name: 'goesOn: the work runs on another connection',
      code: ts`
        import { Client } from 'pg'
        import { PrismaClient } from '@prisma/client'
        const prisma = new PrismaClient()

        export async function f(id: number) {
          const other = new Client()
          await other.connect()
          try {
            await prisma.$transaction(async (tx) => {
              await tx.$executeRaw\`select pg_advisory_xact_lock(\${id})\`.catch(console.warn)
              await other.query('update t set a=1 where id=$1', [id])
            })
          } finally {
            await other.end()
          }
        }
      `,
      errors: [{ messageId: 'goesOn', line: 10, column: 13, endLine: 10, endColumn: 84 }],
    },
  ],
})
