import rule from '../../rules/valid-key.ts'
import { assertionOptions, tester, ts } from './tester.ts'

tester.run('valid-key', rule, {
  assertionOptions,
  valid: [
    {
      name: 'an id made by the clock, of a row that is stored',
      code: ts`
        import type { PoolClient } from 'pg'

        const SUFFIX = \`\${Date.now()}\`
        const ORG = \`org-\${SUFFIX}\`

        async function lock(c: PoolClient, id: string) {
          await c.query('SELECT pg_advisory_xact_lock(hashtext($1))', [\`org:\${id}\`])
        }

        export async function test(c: PoolClient) {
          await c.query('INSERT INTO orgs (id) VALUES ($1)', [ORG])
          await lock(c, ORG)
        }
      `,
    },
    {
      name: 'one of the values of the object that the key is looked up in is too large: who gives the name is told',
      code: ts`
        import type { PoolClient } from 'pg'

        const KEYS = { tax: 0x5441585f53594e43, sale: 1 } as const

        export async function f(c: PoolClient, name: keyof typeof KEYS) {
          await c.query('SELECT pg_advisory_xact_lock($1)', [KEYS[name]])
        }
      `,
    },
    {
      name: 'early return',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function f(c: PoolClient, id?: number) {
          if (!id) return
          await c.query('SELECT pg_advisory_xact_lock($1)', [id])
        }
      `,
    },
    {
      name: 'throw undefined',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function f(c: PoolClient, id?: number) {
          if (id === undefined) throw new Error('x')
          await c.query('SELECT pg_advisory_xact_lock($1)', [id])
        }
      `,
    },
    {
      name: '!= null',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function f(c: PoolClient, id?: number | null) {
          if (id != null) await c.query('SELECT pg_advisory_xact_lock($1)', [id])
        }
      `,
    },
    {
      name: '== null return',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function f(c: PoolClient, id: number | null) {
          if (id == null) return
          await c.query('SELECT pg_advisory_xact_lock($1)', [id])
        }
      `,
    },
    {
      name: '!== null on nullable',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function f(c: PoolClient, id: number | null) {
          if (id === null) return
          await c.query('SELECT pg_advisory_xact_lock($1)', [id])
        }
      `,
    },
    {
      name: 'both',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function f(c: PoolClient, id?: number | null) {
          if (id === null || id === undefined) return
          await c.query('SELECT pg_advisory_xact_lock($1)', [id])
        }
      `,
    },
    {
      name: 'if id',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function f(c: PoolClient, id?: number) {
          if (id) {
            await c.query('SELECT pg_advisory_xact_lock($1)', [id])
          }
        }
      `,
    },
    {
      name: '?? 0',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function f(c: PoolClient, id?: number) {
          await c.query('SELECT pg_advisory_xact_lock($1)', [id ?? 0])
        }
      `,
    },
    {
      name: '|| 0',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function f(c: PoolClient, id?: number) {
          await c.query('SELECT pg_advisory_xact_lock($1)', [id || 0])
        }
      `,
    },
    {
      name: 'bang',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function f(c: PoolClient, id?: number) {
          await c.query('SELECT pg_advisory_xact_lock($1)', [id!])
        }
      `,
    },
    {
      name: 'as number',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function f(c: PoolClient, id?: number) {
          await c.query('SELECT pg_advisory_xact_lock($1)', [id as number])
        }
      `,
    },
    {
      name: 'default',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function f(c: PoolClient, id = 4) {
          await c.query('SELECT pg_advisory_xact_lock($1)', [id])
        }
      `,
    },
    {
      name: 'default reassign',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function f(c: PoolClient, id?: number) {
          id ??= 4
          await c.query('SELECT pg_advisory_xact_lock($1)', [id])
        }
      `,
    },
    {
      name: 'reassign if',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function f(c: PoolClient, id?: number) {
          if (id === undefined) id = 4
          await c.query('SELECT pg_advisory_xact_lock($1)', [id])
        }
      `,
    },
    {
      name: 'assert',
      code: ts`
        import type { PoolClient } from 'pg'
        import assert from 'node:assert'

        export async function f(c: PoolClient, id?: number) {
          assert(id)
          await c.query('SELECT pg_advisory_xact_lock($1)', [id])
        }
      `,
    },
    {
      name: 'assert !==',
      code: ts`
        import type { PoolClient } from 'pg'
        import assert from 'node:assert'

        export async function f(c: PoolClient, id?: number) {
          assert(id !== undefined)
          await c.query('SELECT pg_advisory_xact_lock($1)', [id])
        }
      `,
    },
    {
      name: 'assert.ok',
      code: ts`
        import type { PoolClient } from 'pg'
        import assert from 'node:assert'

        export async function f(c: PoolClient, id?: number) {
          assert.ok(id != null, 'no id')
          await c.query('SELECT pg_advisory_xact_lock($1)', [id])
        }
      `,
    },
    {
      name: 'assert.notEqual',
      code: ts`
        import type { PoolClient } from 'pg'
        import assert from 'node:assert'

        export async function f(c: PoolClient, id?: number) {
          assert.notStrictEqual(id, undefined)
          await c.query('SELECT pg_advisory_xact_lock($1)', [id])
        }
      `,
    },
    {
      name: 'tiny-invariant',
      code: ts`
        import type { PoolClient } from 'pg'

        import invariant from 'tiny-invariant'
        export async function f(c: PoolClient, id?: number) {
          invariant(id)
          await c.query('SELECT pg_advisory_xact_lock($1)', [id])
        }
      `,
    },
    {
      name: 'own assert',
      code: ts`
        import type { PoolClient } from 'pg'

        function must(v: unknown): asserts v {
          if (!v) throw new Error('x')
        }
        export async function f(c: PoolClient, id?: number) {
          must(id)
          await c.query('SELECT pg_advisory_xact_lock($1)', [id])
        }
      `,
    },
    {
      name: 'imported assert',
      code: ts`
        import type { PoolClient } from 'pg'

        import { assertDefined } from './util'
        export async function f(c: PoolClient, id?: number) {
          assertDefined(id)
          await c.query('SELECT pg_advisory_xact_lock($1)', [id])
        }
      `,
    },
    {
      name: 'imported assert method',
      code: ts`
        import type { PoolClient } from 'pg'

        import { check } from './util'
        export async function f(c: PoolClient, id?: number) {
          check.defined(id, 'id')
          await c.query('SELECT pg_advisory_xact_lock($1)', [id])
        }
      `,
    },
    {
      name: 'type guard import',
      code: ts`
        import type { PoolClient } from 'pg'

        import { isPresent } from './util'
        export async function f(c: PoolClient, id?: number) {
          if (!isPresent(id)) return
          await c.query('SELECT pg_advisory_xact_lock($1)', [id])
        }
      `,
    },
    {
      name: 'type guard local',
      code: ts`
        import type { PoolClient } from 'pg'

        const isPresent = (v: unknown): v is number => v !== undefined
        export async function f(c: PoolClient, id?: number) {
          if (!isPresent(id)) return
          await c.query('SELECT pg_advisory_xact_lock($1)', [id])
        }
      `,
    },
    {
      name: 'typeof number',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function f(c: PoolClient, id?: number) {
          if (typeof id !== 'number') return
          await c.query('SELECT pg_advisory_xact_lock($1)', [id])
        }
      `,
    },
    {
      name: 'typeof undefined',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function f(c: PoolClient, id?: number) {
          if (typeof id === 'undefined') return
          await c.query('SELECT pg_advisory_xact_lock($1)', [id])
        }
      `,
    },
    {
      name: 'Number.isInteger',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function f(c: PoolClient, id?: number) {
          if (!Number.isInteger(id)) throw new Error()
          await c.query('SELECT pg_advisory_xact_lock($1)', [id])
        }
      `,
    },
    {
      name: 'id > 0',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function f(c: PoolClient, id?: number) {
          if (id > 0) await c.query('SELECT pg_advisory_xact_lock($1)', [id])
        }
      `,
    },
    {
      name: 'id >= 0 negated',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function f(c: PoolClient, id?: number) {
          if (!(id >= 0)) return
          await c.query('SELECT pg_advisory_xact_lock($1)', [id])
        }
      `,
    },
    {
      name: 'isNaN',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function f(c: PoolClient, id?: number) {
          if (Number.isNaN(id)) return
          if (isNaN(id)) return
          await c.query('SELECT pg_advisory_xact_lock($1)', [id])
        }
      `,
    },
    {
      name: 'ternary',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function f(c: PoolClient, id?: number) {
          return id === undefined ? 1 : c.query('SELECT pg_advisory_xact_lock($1)', [id])
        }
      `,
    },
    {
      name: '&&',
      code: ts`
        import type { PoolClient } from 'pg'

        export const f = async (c: PoolClient, id?: number) => id && c.query('SELECT pg_advisory_xact_lock($1)', [id])
      `,
    },
    {
      name: 'Boolean(id)',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function f(c: PoolClient, id?: number) {
          if (Boolean(id)) await c.query('SELECT pg_advisory_xact_lock($1)', [id])
        }
      `,
    },
    {
      name: '!!id',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function f(c: PoolClient, id?: number) {
          if (!!id) await c.query('SELECT pg_advisory_xact_lock($1)', [id])
        }
      `,
    },
    {
      name: 'alias flag',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function f(c: PoolClient, id?: number) {
          const has = id !== undefined
          if (!has) return
          await c.query('SELECT pg_advisory_xact_lock($1)', [id])
        }
      `,
    },
    {
      name: 'switch true',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function f(c: PoolClient, id?: number) {
          switch (typeof id) {
            case 'number':
              await c.query('SELECT pg_advisory_xact_lock($1)', [id])
          }
        }
      `,
    },
    {
      name: 'switch id',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function f(c: PoolClient, id?: number) {
          switch (id) {
            case undefined:
              return
            default:
              await c.query('SELECT pg_advisory_xact_lock($1)', [id])
          }
        }
      `,
    },
    {
      name: 'instance member length',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function f(c: PoolClient, id?: string) {
          if (!id?.length) return
          await c.query('SELECT pg_advisory_xact_lock(hashtext($1))', [id])
        }
      `,
    },
    {
      name: 'id.trim() before',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function f(c: PoolClient, id?: string) {
          if (id?.trim() === '') return
          const k = id.trim()
          await c.query('SELECT pg_advisory_xact_lock(hashtext($1))', [k])
        }
      `,
    },
    {
      name: 'used member before',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function f(c: PoolClient, id?: string) {
          console.log(id.length)
          await c.query('SELECT pg_advisory_xact_lock(hashtext($1))', [id])
        }
      `,
    },
    {
      name: 'early reject in other check',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function f(c: PoolClient, opts: { id?: number }) {
          if (!opts.id) return
          await c.query('SELECT pg_advisory_xact_lock($1)', [opts.id])
        }
      `,
    },
    {
      name: 'unknown type',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function f(c: PoolClient, id) {
          await c.query('SELECT pg_advisory_xact_lock($1)', [id])
        }
      `,
    },
    {
      name: 'unknown type2',
      code: ts`
        import type { PoolClient } from 'pg'

        import type { Id } from './t'
        export async function f(c: PoolClient, id: Id) {
          await c.query('SELECT pg_advisory_xact_lock($1)', [id])
        }
      `,
    },
    {
      name: 'validated by zod',
      code: ts`
        import type { PoolClient } from 'pg'

        import { z } from 'zod'
        export async function f(c: PoolClient, id?: number) {
          const k = z.number().parse(id)
          await c.query('SELECT pg_advisory_xact_lock($1)', [k])
        }
      `,
    },
    {
      name: 'coalesce',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function f(c: PoolClient, id?: number) {
          await c.query('SELECT pg_advisory_xact_lock(coalesce($1, 0))', [id])
        }
      `,
    },
    {
      name: 'case when',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function f(c: PoolClient, id?: number) {
          await c.query('SELECT pg_advisory_xact_lock($1) WHERE $1 IS NOT NULL', [id])
        }
      `,
    },
    {
      name: 'case when2',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function f(c: PoolClient, id?: number) {
          await c.query('SELECT CASE WHEN $1 IS NULL THEN NULL ELSE pg_advisory_xact_lock($1) END', [id])
        }
      `,
    },
    {
      name: 'helper always given',
      code: ts`
        import type { PoolClient } from 'pg'

        async function lock(c: PoolClient, id?: number) {
          await c.query('SELECT pg_advisory_xact_lock($1)', [id])
        }
        export async function f(c: PoolClient, id: number) {
          await lock(c, id)
        }
      `,
    },
    {
      name: 'conditional spread part',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function f(c: PoolClient, a?: number, b?: number) {
          const key = a ?? b
          if (key === undefined) return
          await c.query('SELECT pg_advisory_xact_lock($1)', [key])
        }
      `,
    },
    {
      name: 'template narrowed',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function f(c: PoolClient, id?: string) {
          if (!id) throw new Error()
          await c.query('SELECT pg_advisory_xact_lock(hashtext($1))', [\`job:\${id}\`])
        }
      `,
    },
    {
      name: 'template default',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function f(c: PoolClient, id?: string) {
          await c.query('SELECT pg_advisory_xact_lock(hashtext($1))', [\`job:\${id ?? 'all'}\`])
        }
      `,
    },
    {
      name: '| 0',
      code: ts`
        import type { PoolClient } from 'pg'

        const h = (s: string) => {
          let x = 0
          for (const ch of s) x = (x * 31 + ch.charCodeAt(0)) | 0
          return x
        }
        export async function f(c: PoolClient, id: string) {
          await c.query('SELECT pg_advisory_xact_lock(1, $1)', [h(id)])
        }
      `,
    },
    {
      name: '>>> 0 | 0',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function f(c: PoolClient, id: number) {
          await c.query('SELECT pg_advisory_xact_lock(1, $1)', [(id >>> 0) | 0])
        }
      `,
    },
    {
      name: '>>> 0 in bigint',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function f(c: PoolClient, id: number) {
          await c.query('SELECT pg_advisory_xact_lock($1)', [id >>> 0])
        }
      `,
    },
    {
      name: '>>> 1',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function f(c: PoolClient, id: number) {
          await c.query('SELECT pg_advisory_xact_lock(1, $1)', [id >>> 1])
        }
      `,
    },
    {
      name: '>>> n',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function f(c: PoolClient, id: number, n: number) {
          await c.query('SELECT pg_advisory_xact_lock(1, $1)', [id >>> n])
        }
      `,
    },
    {
      name: '>> 1',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function f(c: PoolClient, id: number) {
          await c.query('SELECT pg_advisory_xact_lock(1, $1)', [id >> 1])
        }
      `,
    },
    {
      name: 'readInt32BE',
      code: ts`
        import type { PoolClient } from 'pg'
        import { createHash } from 'node:crypto'

        export async function f(c: PoolClient, id: string) {
          await c.query('SELECT pg_advisory_xact_lock(1, $1)', [
            createHash('sha256').update(id).digest().readInt32BE(0),
          ])
        }
      `,
    },
    {
      name: 'readUInt32BE >> 1',
      code: ts`
        import type { PoolClient } from 'pg'
        import { createHash } from 'node:crypto'

        export async function f(c: PoolClient, id: string) {
          await c.query('SELECT pg_advisory_xact_lock(1, $1)', [
            createHash('sha256').update(id).digest().readUInt32BE(0) >> 1,
          ])
        }
      `,
    },
    {
      name: 'readUInt32BE & 0x7fffffff',
      code: ts`
        import type { PoolClient } from 'pg'
        import { createHash } from 'node:crypto'

        export async function f(c: PoolClient, id: string) {
          await c.query('SELECT pg_advisory_xact_lock(1, $1)', [
            createHash('sha256').update(id).digest().readUInt32BE(0) & 0x7fffffff,
          ])
        }
      `,
    },
    {
      name: 'readUInt32BE % 2**31',
      code: ts`
        import type { PoolClient } from 'pg'
        import { createHash } from 'node:crypto'

        export async function f(c: PoolClient, id: string) {
          await c.query('SELECT pg_advisory_xact_lock(1, $1)', [
            createHash('sha256').update(id).digest().readUInt32BE(0) % 2 ** 31,
          ])
        }
      `,
    },
    {
      name: 'readUInt32BE - 2**31',
      code: ts`
        import type { PoolClient } from 'pg'
        import { createHash } from 'node:crypto'

        export async function f(c: PoolClient, id: string) {
          await c.query('SELECT pg_advisory_xact_lock(1, $1)', [
            createHash('sha256').update(id).digest().readUInt32BE(0) - 2 ** 31,
          ])
        }
      `,
    },
    {
      name: 'cast to bigint masks in sql ::bit',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function f(c: PoolClient, id: number) {
          await c.query('SELECT pg_advisory_xact_lock(1, ($1::bigint - 2147483648)::int)', [id >>> 0])
        }
      `,
    },
    {
      name: 'cast',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function f(c: PoolClient, id: number) {
          await c.query('SELECT pg_advisory_xact_lock(1, $1::bit(32)::int)', [id >>> 0])
        }
      `,
    },
    {
      name: 'asIntN',
      code: ts`
        import type { PoolClient } from 'pg'
        import { createHash } from 'node:crypto'

        export async function f(c: PoolClient, id: string) {
          await c.query('SELECT pg_advisory_xact_lock($1)', [
            BigInt.asIntN(64, BigInt('0x' + createHash('sha256').update(id).digest('hex').slice(0, 16))),
          ])
        }
      `,
    },
    {
      name: 'asIntN string',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function f(c: PoolClient, id: string) {
          await c.query('SELECT pg_advisory_xact_lock($1)', [BigInt.asIntN(64, BigInt('0x' + id)).toString()])
        }
      `,
    },
    {
      name: 'readBigInt64BE',
      code: ts`
        import type { PoolClient } from 'pg'
        import { createHash } from 'node:crypto'

        export async function f(c: PoolClient, id: string) {
          await c.query('SELECT pg_advisory_xact_lock($1)', [
            createHash('sha256').update(id).digest().readBigInt64BE(),
          ])
        }
      `,
    },
    {
      name: 'Number(readBigInt >> 11n)',
      code: ts`
        import type { PoolClient } from 'pg'
        import { createHash } from 'node:crypto'

        export async function f(c: PoolClient, id: string) {
          await c.query('SELECT pg_advisory_xact_lock($1)', [
            Number(createHash('sha256').update(id).digest().readBigInt64BE() >> 11n),
          ])
        }
      `,
    },
    {
      name: 'Number(asIntN(32))',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function f(c: PoolClient, id: bigint) {
          await c.query('SELECT pg_advisory_xact_lock(1, $1)', [Number(BigInt.asIntN(32, id))])
        }
      `,
    },
    {
      name: 'Number(asIntN(53))',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function f(c: PoolClient, id: bigint) {
          await c.query('SELECT pg_advisory_xact_lock($1)', [Number(BigInt.asIntN(53, id))])
        }
      `,
    },
    {
      name: 'Number(BigInt(small))',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function f(c: PoolClient, id: number) {
          await c.query('SELECT pg_advisory_xact_lock($1)', [Number(BigInt(id))])
        }
      `,
    },
    {
      name: 'Number(asUintN 48)',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function f(c: PoolClient, id: bigint) {
          await c.query('SELECT pg_advisory_xact_lock($1)', [Number(BigInt.asUintN(48, id))])
        }
      `,
    },
    {
      name: 'parseInt 13 hex',
      code: ts`
        import type { PoolClient } from 'pg'
        import { createHash } from 'node:crypto'

        export async function f(c: PoolClient, id: string) {
          await c.query('SELECT pg_advisory_xact_lock($1)', [
            parseInt(createHash('sha256').update(id).digest('hex').slice(0, 13), 16),
          ])
        }
      `,
    },
    {
      name: 'parseInt 8 hex',
      code: ts`
        import type { PoolClient } from 'pg'
        import { createHash } from 'node:crypto'

        export async function f(c: PoolClient, id: string) {
          await c.query('SELECT pg_advisory_xact_lock($1)', [
            parseInt(createHash('sha256').update(id).digest('hex').slice(0, 8), 16),
          ])
        }
      `,
    },
    {
      name: 'substr(8, 12)',
      code: ts`
        import type { PoolClient } from 'pg'
        import { createHash } from 'node:crypto'

        export async function f(c: PoolClient, id: string) {
          await c.query('SELECT pg_advisory_xact_lock($1)', [
            parseInt(createHash('sha256').update(id).digest('hex').substr(2, 12), 16),
          ])
        }
      `,
    },
    {
      name: 'negative slice',
      code: ts`
        import type { PoolClient } from 'pg'
        import { createHash } from 'node:crypto'

        export async function f(c: PoolClient, id: string) {
          await c.query('SELECT pg_advisory_xact_lock($1)', [
            parseInt(createHash('sha256').update(id).digest('hex').slice(-12), 16),
          ])
        }
      `,
    },
    {
      name: 'slice(-12, 0)',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function f(c: PoolClient, id: string) {
          await c.query('SELECT pg_advisory_xact_lock($1)', [parseInt(id.slice(-10, 40), 16)])
        }
      `,
    },
    {
      name: 'parseInt of ULID slice',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function f(c: PoolClient, id: string) {
          await c.query('SELECT pg_advisory_xact_lock($1)', [parseInt(id.slice(0, 24), 16) % 1000])
        }
      `,
    },
    {
      name: 'md5 bit',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function f(c: PoolClient, id: string) {
          await c.query("SELECT pg_advisory_xact_lock(('x' || substr(md5($1), 1, 16))::bit(64)::bigint)", [id])
        }
      `,
    },
    {
      name: 'md5 bit int4',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function f(c: PoolClient, id: string) {
          await c.query("SELECT pg_advisory_xact_lock(1, ('x' || substr(md5($1), 1, 8))::bit(32)::int)", [id])
        }
      `,
    },
    {
      name: 'md5 literal',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function f(c: PoolClient) {
          await c.query("SELECT pg_advisory_xact_lock(('x' || substr(md5('rates'), 1, 16))::bit(64)::bigint)")
        }
      `,
    },
    {
      name: "x'..'",
      code: ts`
        import type { PoolClient } from 'pg'

        export async function f(c: PoolClient) {
          await c.query("SELECT pg_advisory_xact_lock(x'1f2f3f'::bigint)")
        }
      `,
    },
    {
      name: "x'..' 2",
      code: ts`
        import type { PoolClient } from 'pg'

        export async function f(c: PoolClient) {
          await c.query("SELECT pg_advisory_xact_lock('xdeadbeef'::bit(32)::int::bigint)")
        }
      `,
    },
    {
      name: 'hashtext text cast',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function f(c: PoolClient, id: string) {
          await c.query('SELECT pg_advisory_xact_lock(hashtext($1::text))', [id])
        }
      `,
    },
    {
      name: 'hashtext literal',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function f(c: PoolClient) {
          await c.query("SELECT pg_advisory_xact_lock(hashtext('rates'), hashtextextended('a', 0)::int)")
        }
      `,
    },
    {
      name: 'number as text',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function f(c: PoolClient) {
          await c.query('SELECT pg_advisory_xact_lock($1)', ['9007199254740993'])
        }
      `,
    },
    {
      name: 'number as text cast',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function f(c: PoolClient) {
          await c.query("SELECT pg_advisory_xact_lock('42'::bigint)")
        }
      `,
    },
    {
      name: 'bigint literal',
      code: ts`
        import type { PoolClient } from 'pg'

        const K = 9007199254740993n
        export async function f(c: PoolClient) {
          await c.query('SELECT pg_advisory_xact_lock($1)', [K])
        }
      `,
    },
    {
      name: '2^63-1',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function f(c: PoolClient) {
          await c.query('SELECT pg_advisory_xact_lock(9223372036854775807)')
        }
      `,
    },
    {
      name: '-2^63',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function f(c: PoolClient) {
          await c.query('SELECT pg_advisory_xact_lock($1)', [-9223372036854775808n])
        }
      `,
    },
    {
      name: 'int4 max',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function f(c: PoolClient) {
          await c.query('SELECT pg_advisory_xact_lock(2147483647, -2147483648)')
        }
      `,
    },
    {
      name: 'negative template',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function f(c: PoolClient, id: string) {
          await c.query('SELECT pg_advisory_xact_lock($1)', [\`-\${id}\`])
        }
      `,
    },
    {
      name: '1.0 in SQL',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function f(c: PoolClient) {
          await c.query('SELECT pg_advisory_xact_lock(1e3::bigint)')
        }
      `,
    },
    {
      name: '1.5::bigint',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function f(c: PoolClient) {
          await c.query('SELECT pg_advisory_xact_lock(1.5::bigint)')
        }
      `,
    },
    {
      name: '1.5 $1::numeric::bigint',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function f(c: PoolClient) {
          await c.query('SELECT pg_advisory_xact_lock($1::numeric::bigint)', [1.5])
        }
      `,
    },
    {
      name: '5000000000::bigint::int4 bad anyway',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function f(c: PoolClient) {
          await c.query('SELECT pg_advisory_xact_lock((5000000000 % 100)::int, 1)')
        }
      `,
    },
    {
      name: 'lquote',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function f(c: PoolClient) {
          await c.query("SELECT pg_advisory_xact_lock('0x10'::bigint)")
        }
      `,
    },
    {
      name: 'underscore',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function f(c: PoolClient) {
          await c.query('SELECT pg_advisory_xact_lock(1_000_000)')
        }
      `,
    },
    {
      name: 'unlock null',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function f(c: PoolClient, id?: number) {
          await c.query('SELECT pg_advisory_unlock($1)', [id])
        }
      `,
    },
    {
      name: 'unlock random',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function f(c: PoolClient) {
          await c.query('SELECT pg_advisory_unlock($1)', [Math.random()])
        }
      `,
    },
    {
      name: 'enum',
      code: ts`
        import type { PoolClient } from 'pg'

        enum K {
          A = 1,
          B,
        }
        export async function f(c: PoolClient) {
          await c.query('SELECT pg_advisory_xact_lock($1, $2)', [K.A, K.B])
        }
      `,
    },
    {
      name: 'enum string via hashtext',
      code: ts`
        import type { PoolClient } from 'pg'

        enum K {
          A = 'a',
        }
        export async function f(c: PoolClient) {
          await c.query('SELECT pg_advisory_xact_lock(hashtext($1))', [K.A])
        }
      `,
    },
    {
      name: 'boolean',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function f(c: PoolClient) {
          await c.query('SELECT pg_advisory_xact_lock($1::int)', [true])
        }
      `,
    },
    {
      name: 'day',
      code: ts`
        import type { PoolClient } from 'pg'

        const DAY = 86_400_000
        export async function f(c: PoolClient) {
          await c.query('SELECT pg_advisory_xact_lock($1)', [Math.floor(Date.now() / DAY)])
        }
      `,
    },
    {
      name: 'day const',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function f(c: PoolClient) {
          const day = Math.trunc(Date.now() / 86_400_000)
          await c.query('SELECT pg_advisory_xact_lock(1, $1)', [day])
        }
      `,
    },
    {
      name: 'minus rem',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function f(c: PoolClient) {
          const now = Date.now()
          await c.query('SELECT pg_advisory_xact_lock($1)', [now - (now % 60000)])
        }
      `,
    },
    {
      name: '>>',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function f(c: PoolClient) {
          await c.query('SELECT pg_advisory_xact_lock($1)', [Date.now() >> 20])
        }
      `,
    },
    {
      name: 'Math.round mult',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function f(c: PoolClient) {
          const t = Math.floor(Date.now() * 1e-9)
          await c.query('SELECT pg_advisory_xact_lock($1)', [t])
        }
      `,
    },
    {
      name: 'new Date iso day',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function f(c: PoolClient) {
          await c.query('SELECT pg_advisory_xact_lock(hashtext($1))', [
            new Date(Date.now()).toISOString().slice(0, 10),
          ])
        }
      `,
    },
    {
      name: 'new Date year',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function f(c: PoolClient) {
          await c.query('SELECT pg_advisory_xact_lock($1)', [new Date(Date.now()).getFullYear()])
        }
      `,
    },
    {
      name: 'imported rounding',
      code: ts`
        import type { PoolClient } from 'pg'

        import { startOfHour } from 'date-fns'
        export async function f(c: PoolClient) {
          await c.query('SELECT pg_advisory_xact_lock(hashtext($1))', [\`h:\${startOfHour(Date.now()).toISOString()}\`])
        }
      `,
    },
    {
      name: 'dayOf local',
      code: ts`
        import type { PoolClient } from 'pg'

        const dayOf = (ms: number) => Math.floor(ms / 86400000)
        export async function f(c: PoolClient) {
          await c.query('SELECT pg_advisory_xact_lock($1)', [dayOf(Date.now())])
        }
      `,
    },
    {
      name: 'shard by random',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function f(c: PoolClient) {
          await c.query('SELECT pg_try_advisory_xact_lock(1, $1)', [Math.floor(Math.random() * 8)])
        }
      `,
    },
    {
      name: 'randomInt small',
      code: ts`
        import type { PoolClient } from 'pg'

        import { randomInt } from 'node:crypto'
        export async function f(c: PoolClient) {
          await c.query('SELECT pg_try_advisory_xact_lock(1, $1)', [randomInt(8)])
        }
      `,
    },
    {
      name: 'pid mod',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function f(c: PoolClient) {
          await c.query('SELECT pg_try_advisory_xact_lock(1, $1)', [process.pid % 8])
        }
      `,
    },
    {
      name: 'uuid inserted',
      code: ts`
        import type { PoolClient } from 'pg'
        import { randomUUID } from 'node:crypto'

        export async function f(c: PoolClient) {
          const id = randomUUID()
          await c.query('INSERT INTO runs (id) VALUES ($1)', [id])
          await c.query('SELECT pg_advisory_xact_lock(hashtext($1))', [id])
        }
      `,
    },
    {
      name: 'uuid returned',
      code: ts`
        import type { PoolClient } from 'pg'
        import { randomUUID } from 'node:crypto'

        export async function f(c: PoolClient) {
          const id = randomUUID()
          await c.query('SELECT pg_advisory_lock(hashtext($1))', [id])
          return id
        }
      `,
    },
    {
      name: 'uuid notify',
      code: ts`
        import type { PoolClient } from 'pg'
        import { randomUUID } from 'node:crypto'

        import { publish } from './bus'
        export async function f(c: PoolClient) {
          const id = randomUUID()
          await c.query('SELECT pg_advisory_lock(hashtext($1))', [id])
          await publish({ id })
        }
      `,
    },
    {
      name: 'id ?? randomUUID',
      code: ts`
        import type { PoolClient } from 'pg'
        import { randomUUID } from 'node:crypto'

        export async function f(c: PoolClient, id?: string) {
          const k = id ?? randomUUID()
          await c.query('SELECT pg_advisory_xact_lock(hashtext($1))', [k])
        }
      `,
    },
    {
      name: 'id param default random',
      code: ts`
        import type { PoolClient } from 'pg'
        import { randomUUID } from 'node:crypto'

        export async function f(c: PoolClient, id: string = randomUUID()) {
          await c.query('SELECT pg_advisory_xact_lock(hashtext($1))', [id])
        }
      `,
    },
    {
      name: 'helper guard on undefined',
      code: ts`
        import type { PoolClient } from 'pg'

        async function lock(c: PoolClient, id?: number) {
          if (typeof id !== 'number') throw new Error('x')
          await c.query('SELECT pg_advisory_xact_lock($1)', [id])
        }
        export async function f(c: PoolClient) {
          await lock(c)
          await lock(c, undefined)
        }
      `,
    },
    {
      name: 'helper guard unknown',
      code: ts`
        import type { PoolClient } from 'pg'

        import { isId } from './x'
        async function lock(c: PoolClient, id?: number) {
          if (isId(id)) await c.query('SELECT pg_advisory_xact_lock($1)', [id])
        }
        export async function f(c: PoolClient) {
          await lock(c, null)
        }
      `,
    },
    {
      name: 'let then set',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function f(c: PoolClient, xs: number[]) {
          let k
          for (const x of xs) k = x
          await c.query('SELECT pg_advisory_xact_lock($1)', [k])
        }
      `,
    },
    {
      name: 'env',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function f(c: PoolClient) {
          await c.query('SELECT pg_advisory_xact_lock($1)', [Number(process.env.KEY)])
        }
      `,
    },
    {
      name: 'lib unknown fn',
      code: ts`
        import type { PoolClient } from 'pg'

        import { keyOf } from './key'
        export async function f(c: PoolClient, id?: string) {
          await c.query('SELECT pg_advisory_xact_lock($1)', [keyOf(id)])
        }
      `,
    },
    {
      name: 'user function in SQL',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function f(c: PoolClient, id?: string) {
          await c.query('SELECT pg_advisory_xact_lock(app.lock_key($1))', [id])
        }
      `,
    },
    {
      name: 'user function in SQL text',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function f(c: PoolClient, id: string) {
          await c.query('SELECT pg_advisory_xact_lock(lock_key($1))', ['job:' + id])
        }
      `,
    },
    {
      name: 'postgres.js throws on undefined',
      code: ts`
        import postgres from 'postgres'

        export async function f(tx: postgres.TransactionSql, id?: number) {
          await tx\`SELECT pg_advisory_xact_lock(\${id})\`
        }
      `,
    },
    {
      name: 'nullable then N checks in callback',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function f(c: PoolClient, q: { add(fn: () => Promise<void>): void }, id?: number) {
          const run = async () => {
            await c.query('SELECT pg_advisory_xact_lock($1)', [id])
          }
          if (!id) return
          q.add(run)
        }
      `,
    },
    {
      name: 'in callback after check',
      code: ts`
        import { PrismaClient } from '@prisma/client'

        export async function f(p: PrismaClient, id?: number) {
          if (typeof id !== 'number') return
          await p.$transaction(async (tx) => {
            await tx.$executeRaw\`SELECT pg_advisory_xact_lock(\${id})\`
          })
        }
      `,
    },
    {
      name: 'SQL null guard param',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function f(c: PoolClient, id: number | null) {
          await c.query('SELECT CASE WHEN $1::int IS NOT NULL THEN pg_try_advisory_xact_lock($1) ELSE true END', [id])
        }
      `,
    },
    {
      name: 'explicit kinds',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function f(c: PoolClient, kind: string, id?: number) {
          if (kind === 'one' && id === undefined) throw new Error()
          if (kind === 'one') await c.query('SELECT pg_advisory_xact_lock($1)', [id])
        }
      `,
    },
    {
      name: 'alias check',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function f(c: PoolClient, id?: number) {
          const k = id
          if (typeof k === 'undefined') return
          await c.query('SELECT pg_advisory_xact_lock($1)', [k])
        }
      `,
    },
    {
      name: 'field worker id',
      code: ts`
        import type { PoolClient } from 'pg'
        import { randomUUID } from 'node:crypto'

        export class W {
          readonly #id = randomUUID()
          constructor(private readonly c: PoolClient) {}
          async f() {
            await this.c.query('SELECT pg_advisory_lock(hashtext($1))', [this.#id])
          }
        }
      `,
    },
    {
      name: 'field worker id in ctor',
      code: ts`
        import type { PoolClient } from 'pg'
        import { randomUUID } from 'node:crypto'

        export class W {
          id: string
          constructor(private readonly c: PoolClient) {
            this.id = randomUUID()
          }
          async f() {
            await this.c.query('SELECT pg_advisory_lock(hashtext($1))', [this.id])
          }
        }
      `,
    },
    {
      name: 'module id told',
      code: ts`
        import type { PoolClient } from 'pg'
        import { randomUUID } from 'node:crypto'

        const ID = randomUUID()
        export async function f(c: PoolClient) {
          await c.query('SELECT pg_advisory_lock(hashtext($1))', [ID])
        }
        export const whoAmI = () => ID
      `,
    },
    {
      name: 'test for lock then null',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function f(c: PoolClient, id: number | null) {
          const held = id === null ? null : id
          if (held !== null) await c.query('SELECT pg_advisory_xact_lock($1)', [held])
        }
      `,
    },
    {
      name: 'row value',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function f(c: PoolClient) {
          const {
            rows: [r],
          } = await c.query('select id from x')
          await c.query('SELECT pg_advisory_xact_lock($1)', [r?.id])
        }
      `,
    },
    {
      name: 'array index',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function f(c: PoolClient, ids: number[]) {
          const [a, b] = ids
          await c.query('SELECT pg_advisory_xact_lock($1, $2)', [a, b])
        }
      `,
    },
    {
      name: 'let undefined set in try',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function f(c: PoolClient) {
          let id: number | undefined
          try {
            id = await pick()
          } catch {}
          await c.query('SELECT pg_advisory_xact_lock($1)', [id])
        }
        declare function pick(): Promise<number>
      `,
    },
    {
      name: 'choose params',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function f(c: PoolClient, a: number, b?: number) {
          const sql = b === undefined ? 'SELECT pg_advisory_xact_lock($1)' : 'SELECT pg_advisory_xact_lock($1, $2)'
          await c.query(sql, b === undefined ? [a] : [a, b])
        }
      `,
    },
    {
      name: 'choose params 2',
      code: ts`
        import type { PoolClient } from 'pg'

        const KEY = (a: number, b?: number) => (b === undefined ? [a] : [a, b])
        export async function f(c: PoolClient, a: number, b?: number) {
          await c.query('SELECT pg_advisory_xact_lock($1, $2)', KEY(a, b))
        }
      `,
    },
    {
      name: 'helper with choice of sql',
      code: ts`
        import type { PoolClient } from 'pg'

        async function lock(c: PoolClient, a: number, b?: number) {
          if (b === undefined) return c.query('SELECT pg_advisory_xact_lock($1)', [a])
          return c.query('SELECT pg_advisory_xact_lock($1, $2)', [a, b])
        }
        export async function f(c: PoolClient, a: number) {
          await lock(c, a)
          await lock(c, a, 4)
        }
      `,
    },
    {
      name: 'helper with filter',
      code: ts`
        import type { PoolClient } from 'pg'

        async function lock(c: PoolClient, a: number, b?: number) {
          const args = [a, b].filter((x) => x !== undefined)
          return c.query('SELECT pg_advisory_xact_lock($1)', args)
        }
        export async function f(c: PoolClient, a: number) {
          await lock(c, a)
        }
      `,
    },
    {
      name: 'hash of text guard',
      code: ts`
        import type { PoolClient } from 'pg'

        async function lock(c: PoolClient, key: string | number) {
          if (typeof key === 'number') return c.query('SELECT pg_advisory_xact_lock($1)', [key])
          return c.query('SELECT pg_advisory_xact_lock(hashtext($1))', [key])
        }
        export async function f(c: PoolClient) {
          await lock(c, 'rates')
          await lock(c, 4)
        }
      `,
    },
    {
      name: 'hash of text guard by bigint',
      code: ts`
        import type { PoolClient } from 'pg'
        import { createHash } from 'node:crypto'

        async function lock(c: PoolClient, key: string | bigint) {
          const k = typeof key === 'bigint' ? key : BigInt(createHash('md5').update(key).digest().readBigInt64BE())
          return c.query('SELECT pg_advisory_xact_lock($1)', [k])
        }
        export async function f(c: PoolClient) {
          await lock(c, 'rates')
        }
      `,
    },
    {
      name: 'regex guard',
      code: ts`
        import type { PoolClient } from 'pg'

        async function lock(c: PoolClient, key: string) {
          if (/^\\d+$/.test(key)) return c.query('SELECT pg_advisory_xact_lock($1)', [key])
          return c.query('SELECT pg_advisory_xact_lock(hashtext($1))', [key])
        }
        export async function f(c: PoolClient) {
          await lock(c, 'rates')
        }
      `,
    },
    {
      name: 'Number.isInteger guard',
      code: ts`
        import type { PoolClient } from 'pg'

        async function lock(c: PoolClient, key: number) {
          if (!Number.isSafeInteger(key)) throw new RangeError('key')
          return c.query('SELECT pg_advisory_xact_lock($1)', [key])
        }
        export async function f(c: PoolClient) {
          await lock(c, 1.5)
        }
      `,
    },
    {
      name: 'int4 guard',
      code: ts`
        import type { PoolClient } from 'pg'

        async function lock(c: PoolClient, key: number) {
          if (key > 0x7fffffff) return c.query('SELECT pg_advisory_xact_lock($1)', [key])
          return c.query('SELECT pg_advisory_xact_lock(1, $1)', [key])
        }
        export async function f(c: PoolClient) {
          await lock(c, 4_000_000_000)
        }
      `,
    },
    {
      name: 'unsigned guard',
      code: ts`
        import type { PoolClient } from 'pg'
        import { createHash } from 'node:crypto'

        export async function f(c: PoolClient, id: string) {
          let k = createHash('md5').update(id).digest().readUInt32BE(0)
          if (k > 0x7fffffff) k -= 2 ** 32
          await c.query('SELECT pg_advisory_xact_lock(1, $1)', [k])
        }
      `,
    },
    {
      name: 'unsigned ternary',
      code: ts`
        import type { PoolClient } from 'pg'
        import { createHash } from 'node:crypto'

        export async function f(c: PoolClient, id: string) {
          const k = createHash('md5').update(id).digest().readUInt32BE(0)
          await c.query('SELECT pg_advisory_xact_lock(1, $1)', [k > 0x7fffffff ? k - 0x100000000 : k])
        }
      `,
    },
    {
      name: 'unsigned retry',
      code: ts`
        import type { PoolClient } from 'pg'
        import { createHash } from 'node:crypto'

        export async function f(c: PoolClient, id: string) {
          const k = createHash('md5').update(id).digest().readUInt32BE(0)
          if (k > 0x7fffffff) throw new Error('x')
          await c.query('SELECT pg_advisory_xact_lock(1, $1)', [k])
        }
      `,
    },
    {
      name: 'Int32Array',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function f(c: PoolClient, id: number) {
          const [k] = new Int32Array([id >>> 0])
          await c.query('SELECT pg_advisory_xact_lock(1, $1)', [k])
        }
      `,
    },
    {
      name: 'knex refuses undefined',
      code: ts`
        import type { Knex } from 'knex'
        export const f = (trx: Knex.Transaction, id?: number) => trx.raw('SELECT pg_advisory_xact_lock(?)', [id])
      `,
    },
  ],
  invalid: [
    {
      name: 'null: optional',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function f(c: PoolClient, id?: number) {
          await c.query('SELECT pg_advisory_xact_lock($1)', [id])
        }
      `,
      errors: [{ messageId: 'null', line: 4, column: 9, endLine: 4, endColumn: 58 }],
    },
    {
      name: 'null: union null',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function f(c: PoolClient, id: number | null) {
          await c.query('SELECT pg_advisory_xact_lock($1)', [id])
        }
      `,
      errors: [{ messageId: 'null', line: 4, column: 9, endLine: 4, endColumn: 58 }],
    },
    {
      name: 'null: hashed',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function f(c: PoolClient, id?: string) {
          await c.query('SELECT pg_advisory_xact_lock(hashtext($1))', [id])
        }
      `,
      errors: [{ messageId: 'null', line: 4, column: 9, endLine: 4, endColumn: 68 }],
    },
    {
      name: 'null: literal null',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function f(c: PoolClient) {
          await c.query('SELECT pg_advisory_xact_lock(NULL)')
        }
      `,
      errors: [{ messageId: 'null', line: 4, column: 9, endLine: 4, endColumn: 54 }],
    },
    {
      name: 'null: const undefined',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function f(c: PoolClient) {
          await c.query('SELECT pg_advisory_xact_lock($1)', [undefined])
        }
      `,
      errors: [{ messageId: 'null', line: 4, column: 9, endLine: 4, endColumn: 65 }],
    },
    {
      name: 'null: const null',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function f(c: PoolClient) {
          await c.query('SELECT pg_advisory_xact_lock($1)', [null])
        }
      `,
      errors: [{ messageId: 'null', line: 4, column: 9, endLine: 4, endColumn: 60 }],
    },
    {
      name: 'null: helper',
      code: ts`
        import type { PoolClient } from 'pg'

        async function lock(c: PoolClient, id?: number) {
          await c.query('SELECT pg_advisory_xact_lock($1)', [id])
        }
        export async function f(c: PoolClient) {
          await lock(c)
        }
      `,
      errors: [{ messageId: 'null', line: 7, column: 9, endLine: 7, endColumn: 16 }],
    },
    {
      name: 'null: helper2',
      code: ts`
        import type { PoolClient } from 'pg'

        async function lock(c: PoolClient, id: number) {
          await c.query('SELECT pg_advisory_xact_lock($1)', [id])
        }
        export async function f(c: PoolClient, id?: number) {
          await lock(c, id)
        }
      `,
      errors: [{ messageId: 'null', line: 7, column: 9, endLine: 7, endColumn: 20 }],
    },
    {
      name: 'null: logged only',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function f(c: PoolClient, id?: number) {
          console.log('locking', id)
          await c.query('SELECT pg_advisory_xact_lock($1)', [id])
        }
      `,
      errors: [{ messageId: 'null', line: 5, column: 9, endLine: 5, endColumn: 58 }],
    },
    {
      name: 'stringified: template',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function f(c: PoolClient, id?: string) {
          await c.query('SELECT pg_advisory_xact_lock(hashtext($1))', [\`job:\${id}\`])
        }
      `,
      errors: [{ messageId: 'stringified', line: 4, column: 9, endLine: 4, endColumn: 77 }],
    },
    {
      name: 'stringified: plus',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function f(c: PoolClient, id?: string) {
          await c.query('SELECT pg_advisory_xact_lock(hashtext($1))', ['job:' + id])
        }
      `,
      errors: [{ messageId: 'stringified', line: 4, column: 9, endLine: 4, endColumn: 77 }],
    },
    {
      name: 'unsigned: readUInt32BE',
      code: ts`
        import type { PoolClient } from 'pg'
        import { createHash } from 'node:crypto'

        export async function f(c: PoolClient, id: string) {
          await c.query('SELECT pg_advisory_xact_lock(1, $1)', [
            createHash('sha256').update(id).digest().readUInt32BE(0),
          ])
        }
      `,
      errors: [{ messageId: 'unsigned', line: 5, column: 9, endLine: 7, endColumn: 5 }],
    },
    {
      name: 'unsigned: getUint32',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function f(c: PoolClient, v: DataView) {
          await c.query('SELECT pg_advisory_xact_lock(1, $1)', [v.getUint32(0)])
        }
      `,
      errors: [{ messageId: 'unsigned', line: 4, column: 9, endLine: 4, endColumn: 73 }],
    },
    {
      name: 'unsigned: readUInt32LE var',
      code: ts`
        import type { PoolClient } from 'pg'
        import { createHash } from 'node:crypto'

        export async function f(c: PoolClient, id: string) {
          const d = createHash('sha256').update(id).digest()
          const k = d.readUInt32LE(4)
          await c.query('SELECT pg_advisory_xact_lock(1, $1)', [k])
        }
      `,
      errors: [{ messageId: 'unsigned', line: 7, column: 9, endLine: 7, endColumn: 60 }],
    },
    {
      name: 'unsigned: local hash',
      code: ts`
        import type { PoolClient } from 'pg'

        const h = (s: string) => {
          let x = 0
          for (const ch of s) x = (x * 31 + ch.charCodeAt(0)) | 0
          return x >>> 0
        }
        export async function f(c: PoolClient, id: string) {
          await c.query('SELECT pg_advisory_xact_lock(1, $1)', [h(id)])
        }
      `,
      errors: [{ messageId: 'unsigned', line: 9, column: 9, endLine: 9, endColumn: 64 }],
    },
    {
      name: 'unsigned: postgres',
      code: ts`
        import postgres from 'postgres'

        export async function f(tx: postgres.TransactionSql, id: number) {
          await tx\`SELECT pg_advisory_xact_lock(1, \${id >>> 0})\`
        }
      `,
      errors: [{ messageId: 'unsigned', line: 4, column: 9, endLine: 4, endColumn: 57 }],
    },
    {
      name: 'imprecise: Number(readBigInt)',
      code: ts`
        import type { PoolClient } from 'pg'
        import { createHash } from 'node:crypto'

        export async function f(c: PoolClient, id: string) {
          await c.query('SELECT pg_advisory_xact_lock($1)', [
            Number(createHash('sha256').update(id).digest().readBigInt64BE()),
          ])
        }
      `,
      errors: [{ messageId: 'imprecise', line: 5, column: 9, endLine: 7, endColumn: 5 }],
    },
    {
      name: 'imprecise: Number(asIntN(64))',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function f(c: PoolClient, id: bigint) {
          await c.query('SELECT pg_advisory_xact_lock($1)', [Number(BigInt.asIntN(64, id))])
        }
      `,
      errors: [{ messageId: 'imprecise', line: 4, column: 9, endLine: 4, endColumn: 85 }],
    },
    {
      name: "imprecise: Number(BigInt('0x' + 16 hex))",
      code: ts`
        import type { PoolClient } from 'pg'
        import { createHash } from 'node:crypto'

        export async function f(c: PoolClient, id: string) {
          await c.query('SELECT pg_advisory_xact_lock($1)', [
            Number(BigInt('0x' + createHash('sha256').update(id).digest('hex').slice(0, 16))),
          ])
        }
      `,
      errors: [{ messageId: 'imprecise', line: 5, column: 9, endLine: 7, endColumn: 5 }],
    },
    {
      name: 'imprecise: parseInt 16 hex',
      code: ts`
        import type { PoolClient } from 'pg'
        import { createHash } from 'node:crypto'

        export async function f(c: PoolClient, id: string) {
          await c.query('SELECT pg_advisory_xact_lock($1)', [
            parseInt(createHash('sha256').update(id).digest('hex').slice(0, 15), 16),
          ])
        }
      `,
      errors: [{ messageId: 'imprecise', line: 5, column: 9, endLine: 7, endColumn: 5 }],
    },
    {
      name: 'imprecise: each value of the object that the key is looked up in',
      code: ts`
        import type { PoolClient } from 'pg'

        const KEYS = { tax: 0x5441585f53594e43, sale: 0x504f535653594e43 } as const

        export async function f(c: PoolClient, name: keyof typeof KEYS) {
          await c.query('SELECT pg_advisory_xact_lock($1)', [KEYS[name]])
        }
      `,
      errors: [{ messageId: 'imprecise', line: 6, column: 9, endLine: 6, endColumn: 66 }],
    },
    {
      name: 'imprecise: Number.parseInt',
      code: ts`
        import type { PoolClient } from 'pg'
        import { createHash } from 'node:crypto'

        export async function f(c: PoolClient, id: string) {
          await c.query('SELECT pg_advisory_xact_lock($1)', [
            Number.parseInt(createHash('md5').update(id).digest('hex').substring(0, 16), 16),
          ])
        }
      `,
      errors: [{ messageId: 'imprecise', line: 5, column: 9, endLine: 7, endColumn: 5 }],
    },
    {
      name: 'outOfRange: int4',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function f(c: PoolClient) {
          await c.query('SELECT pg_advisory_xact_lock(2147483648, 1)')
        }
      `,
      errors: [{ messageId: 'outOfRange', line: 4, column: 9, endLine: 4, endColumn: 63 }],
    },
    {
      name: 'outOfRange: int4 neg',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function f(c: PoolClient) {
          await c.query('SELECT pg_advisory_xact_lock(1, -2147483649)')
        }
      `,
      errors: [{ messageId: 'outOfRange', line: 4, column: 9, endLine: 4, endColumn: 64 }],
    },
    {
      name: 'outOfRange: int8',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function f(c: PoolClient) {
          await c.query('SELECT pg_advisory_xact_lock(9223372036854775808)')
        }
      `,
      errors: [{ messageId: 'outOfRange', line: 4, column: 9, endLine: 4, endColumn: 69 }],
    },
    {
      name: 'outOfRange: bigint lit',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function f(c: PoolClient) {
          await c.query('SELECT pg_advisory_xact_lock($1)', [9223372036854775808n])
        }
      `,
      errors: [{ messageId: 'outOfRange', line: 4, column: 9, endLine: 4, endColumn: 76 }],
    },
    {
      name: 'outOfRange: named',
      code: ts`
        import type { PoolClient } from 'pg'

        const SPACE = 4_000_000_000
        export async function f(c: PoolClient, id: number) {
          await c.query('SELECT pg_advisory_xact_lock($1, $2)', [SPACE, id])
        }
      `,
      errors: [{ messageId: 'outOfRange', line: 5, column: 9, endLine: 5, endColumn: 69 }],
    },
    {
      name: 'outOfRange: hex',
      code: ts`
        import postgres from 'postgres'

        export async function f(tx: postgres.TransactionSql, id: number) {
          await tx\`SELECT pg_advisory_xact_lock(\${0xdeadbeef}, \${id})\`
        }
      `,
      errors: [{ messageId: 'outOfRange', line: 4, column: 9, endLine: 4, endColumn: 63 }],
    },
    {
      name: 'outOfRange: string',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function f(c: PoolClient) {
          await c.query('SELECT pg_advisory_xact_lock($1)', ['9223372036854775808'])
        }
      `,
      errors: [{ messageId: 'outOfRange', line: 4, column: 9, endLine: 4, endColumn: 77 }],
    },
    {
      name: 'imprecise: literal',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function f(c: PoolClient) {
          await c.query('SELECT pg_advisory_xact_lock($1)', [9007199254740993])
        }
      `,
      errors: [{ messageId: 'imprecise', line: 4, column: 9, endLine: 4, endColumn: 72 }],
    },
    {
      name: 'notInteger: 1.5',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function f(c: PoolClient) {
          await c.query('SELECT pg_advisory_xact_lock($1)', [1.5])
        }
      `,
      errors: [{ messageId: 'notInteger', line: 4, column: 9, endLine: 4, endColumn: 59 }],
    },
    {
      name: 'notInteger: text',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function f(c: PoolClient) {
          await c.query('SELECT pg_advisory_xact_lock($1)', ['rates'])
        }
      `,
      errors: [{ messageId: 'notInteger', line: 4, column: 9, endLine: 4, endColumn: 63 }],
    },
    {
      name: 'notInteger: text in sql',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function f(c: PoolClient) {
          await c.query("SELECT pg_advisory_xact_lock('rates')")
        }
      `,
      errors: [{ messageId: 'notInteger', line: 4, column: 9, endLine: 4, endColumn: 57 }],
    },
    {
      name: 'notInteger: template',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function f(c: PoolClient, id: string) {
          await c.query('SELECT pg_advisory_xact_lock($1)', [\`job:\${id}\`])
        }
      `,
      errors: [{ messageId: 'notInteger', line: 4, column: 9, endLine: 4, endColumn: 67 }],
    },
    {
      name: 'null: Prisma sends undefined as NULL',
      code: ts`
        import { PrismaClient } from '@prisma/client'
        const prisma = new PrismaClient()
        export async function consume(units: number, projectId?: number) {
          await prisma.$transaction(async (tx) => {
            await tx.$executeRaw\`SELECT pg_advisory_xact_lock(\${projectId})\`
            await tx.$executeRaw\`UPDATE quotas SET used = used + \${units}\`
          })
        }
      `,
      errors: [{ messageId: 'null', line: 5, column: 11, endLine: 5, endColumn: 69 }],
    },
    {
      name: 'notInteger: given to a helper whose callback takes the lock',
      code: ts`
        import { Pool, type PoolClient } from 'pg'
        const pool = new Pool()
        async function transaction(work: (client: PoolClient) => Promise<void>) {
          const client = await pool.connect()
          try {
            await client.query('BEGIN')
            await work(client)
            await client.query('COMMIT')
          } catch (error) {
            await client.query('ROLLBACK')
            throw error
          } finally {
            client.release()
          }
        }
        const locked = (key: number, work: () => Promise<void>) =>
          transaction(async (client) => {
            await client.query('SELECT pg_advisory_xact_lock($1)', [key])
            await work()
          })
        export const a = (work: () => Promise<void>) => locked(1.5, work)
        export const b = (work: () => Promise<void>) => locked(7, work)
      `,
      errors: [{ messageId: 'notInteger', line: 21, column: 49, endLine: 21, endColumn: 66 }],
    },
    {
      name: 'notInteger: prisma',
      code: ts`
        import { PrismaClient } from '@prisma/client'

        export async function f(p: PrismaClient, id: string) {
          await p.$transaction(async (tx) => {
            await tx.$executeRaw\`SELECT pg_advisory_xact_lock(\${'job:' + id})\`
          })
        }
      `,
      errors: [{ messageId: 'notInteger', line: 5, column: 11, endLine: 5, endColumn: 71 }],
    },
    {
      name: 'unshared: random',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function f(c: PoolClient) {
          await c.query('SELECT pg_advisory_xact_lock($1)', [Math.floor(Math.random() * 1e9)])
        }
      `,
      errors: [{ messageId: 'unshared', line: 4, column: 9, endLine: 4, endColumn: 87 }],
    },
    {
      name: 'unshared: uuid',
      code: ts`
        import type { PoolClient } from 'pg'
        import { randomUUID } from 'node:crypto'

        export async function f(c: PoolClient) {
          await c.query('SELECT pg_advisory_xact_lock(hashtext($1))', [randomUUID()])
        }
      `,
      errors: [{ messageId: 'unshared', line: 5, column: 9, endLine: 5, endColumn: 78 }],
    },
    {
      name: 'unshared: now',
      code: ts`
        import postgres from 'postgres'

        export async function f(tx: postgres.TransactionSql) {
          await tx\`SELECT pg_advisory_xact_lock(\${Date.now()})\`
        }
      `,
      errors: [{ messageId: 'unshared', line: 4, column: 9, endLine: 4, endColumn: 56 }],
    },
    {
      name: 'unshared: pid',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function f(c: PoolClient) {
          await c.query('SELECT pg_try_advisory_xact_lock(1, $1)', [process.pid])
        }
      `,
      errors: [{ messageId: 'unshared', line: 4, column: 9, endLine: 4, endColumn: 74 }],
    },
    {
      name: 'unshared: template',
      code: ts`
        import type { PoolClient } from 'pg'
        import { randomUUID } from 'node:crypto'

        export async function f(c: PoolClient, id: string) {
          await c.query('SELECT pg_advisory_xact_lock(hashtext($1))', [\`job:\${id}:\${randomUUID()}\`])
        }
      `,
      errors: [{ messageId: 'unshared', line: 5, column: 9, endLine: 5, endColumn: 93 }],
    },
    {
      name: 'unshared: crypto.randomUUID',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function f(c: PoolClient, id: string) {
          const k = crypto.randomUUID()
          await c.query('SELECT pg_advisory_xact_lock(hashtext($1))', [k])
        }
      `,
      errors: [{ messageId: 'unshared', line: 5, column: 9, endLine: 5, endColumn: 67 }],
    },
    {
      name: 'unshared: helper',
      code: ts`
        import type { PoolClient } from 'pg'

        const lock = (c: PoolClient, key: number) => c.query('SELECT pg_advisory_xact_lock($1)', [key])
        export async function f(c: PoolClient) {
          await lock(c, process.pid)
        }
      `,
      errors: [{ messageId: 'unshared', line: 5, column: 9, endLine: 5, endColumn: 29 }],
    },
    {
      name: 'imprecise: helper',
      code: ts`
        import type { PoolClient } from 'pg'

        const lock = (c: PoolClient, key: number) => c.query('SELECT pg_advisory_xact_lock($1)', [key])
        export async function f(c: PoolClient) {
          await lock(c, 9007199254740993)
        }
      `,
      errors: [{ messageId: 'imprecise', line: 5, column: 9, endLine: 5, endColumn: 34 }],
    },
    {
      name: 'null: postgres.js null',
      code: ts`
        import postgres from 'postgres'

        export async function f(tx: postgres.TransactionSql, id: number | null) {
          await tx\`SELECT pg_advisory_xact_lock(\${id})\`
        }
      `,
      errors: [{ messageId: 'null', line: 4, column: 9, endLine: 4, endColumn: 48 }],
    },
    {
      name: 'null: helper exported both',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function lock(c: PoolClient, id?: number) {
          await c.query('SELECT pg_advisory_xact_lock($1)', [id])
        }
        export async function f(c: PoolClient, id?: number) {
          await lock(c, id)
        }
      `,
      errors: [
        { messageId: 'null', line: 4, column: 9, endLine: 4, endColumn: 58 },
        { messageId: 'null', line: 7, column: 9, endLine: 7, endColumn: 20 },
      ],
    },
    {
      name: 'null: two helpers',
      code: ts`
        import type { PoolClient } from 'pg'

        async function lock(c: PoolClient, id: number | null) {
          await c.query('SELECT pg_advisory_xact_lock($1)', [id])
        }
        async function outer(c: PoolClient, id: number | null) {
          await lock(c, id)
        }
        export async function f(c: PoolClient) {
          await outer(c, null)
        }
      `,
      errors: [{ messageId: 'null', line: 10, column: 9, endLine: 10, endColumn: 23 }],
    },
    {
      name: 'unshared: helper again',
      code: ts`
        import type { PoolClient } from 'pg'

        const lock = (c: PoolClient, key: number) => c.query('SELECT pg_advisory_xact_lock($1)', [key])
        export async function f(c: PoolClient) {
          await lock(c, Date.now())
        }
      `,
      errors: [{ messageId: 'unshared', line: 5, column: 9, endLine: 5, endColumn: 28 }],
    },
    {
      name: 'unshared: helper var',
      code: ts`
        import type { PoolClient } from 'pg'
        import { randomUUID } from 'node:crypto'

        const lock = (c: PoolClient, key: string) => c.query('SELECT pg_advisory_xact_lock(hashtext($1))', [key])
        export async function f(c: PoolClient) {
          const run = randomUUID()
          console.log(run)
          await lock(c, \`run:\${run}\`)
        }
      `,
      errors: [{ messageId: 'unshared', line: 8, column: 9, endLine: 8, endColumn: 30 }],
    },
    {
      name: 'stringified: helper',
      code: ts`
        import type { PoolClient } from 'pg'

        const lock = (c: PoolClient, key: string) => c.query('SELECT pg_advisory_xact_lock(hashtext($1))', [key])
        export async function f(c: PoolClient, id?: string) {
          await lock(c, \`job:\${id}\`)
        }
      `,
      errors: [{ messageId: 'stringified', line: 5, column: 9, endLine: 5, endColumn: 29 }],
    },
    {
      name: 'stringified: helper makes the text',
      code: ts`
        import type { PoolClient } from 'pg'

        const lock = (c: PoolClient, id?: string) =>
          c.query('SELECT pg_advisory_xact_lock(hashtext($1))', [\`job:\${id}\`])
        export async function f(c: PoolClient, id?: string) {
          await lock(c, id)
        }
      `,
      errors: [{ messageId: 'stringified', line: 6, column: 9, endLine: 6, endColumn: 20 }],
    },
    {
      name: 'outOfRange: helper named',
      code: ts`
        import type { PoolClient } from 'pg'

        const SPACE = 4_000_000_000
        const lock = (c: PoolClient, space: number, id: number) =>
          c.query('SELECT pg_advisory_xact_lock($1, $2)', [space, id])
        export async function f(c: PoolClient, id: number) {
          await lock(c, SPACE, id)
        }
      `,
      errors: [{ messageId: 'outOfRange', line: 7, column: 9, endLine: 7, endColumn: 27 }],
    },
    {
      name: 'outOfRange: helper default',
      code: ts`
        import type { PoolClient } from 'pg'

        const lock = (c: PoolClient, id: number, space = 4_000_000_000) =>
          c.query('SELECT pg_advisory_xact_lock($1, $2)', [space, id])
        export async function f(c: PoolClient, id: number) {
          await lock(c, id)
        }
      `,
      errors: [{ messageId: 'outOfRange', line: 4, column: 3, endLine: 4, endColumn: 63 }],
    },
    {
      name: 'unsigned: helper arg',
      code: ts`
        import type { PoolClient } from 'pg'
        import { createHash } from 'node:crypto'

        const lock = (c: PoolClient, id: number) => c.query('SELECT pg_advisory_xact_lock(4, $1)', [id])
        export async function f(c: PoolClient, id: string) {
          await lock(c, createHash('md5').update(id).digest().readUInt32BE(0))
        }
      `,
      errors: [{ messageId: 'unsigned', line: 6, column: 9, endLine: 6, endColumn: 71 }],
    },
    {
      name: 'notInteger: helper',
      code: ts`
        import type { PoolClient } from 'pg'

        const lock = (c: PoolClient, id: string) => c.query('SELECT pg_advisory_xact_lock($1)', [id])
        export async function f(c: PoolClient) {
          await lock(c, 'rates')
        }
      `,
      errors: [{ messageId: 'notInteger', line: 5, column: 9, endLine: 5, endColumn: 25 }],
    },
    {
      name: 'null: knex, null by its type',
      code: ts`
        import type { Knex } from 'knex'
        export const f = (trx: Knex.Transaction, id: number | null) =>
          trx.raw('SELECT pg_advisory_xact_lock(?)', [id])
      `,
      errors: [{ messageId: 'null', line: 3, column: 3, endLine: 3, endColumn: 51 }],
    },
    {
      name: 'null: typeorm',
      code: ts`
        import type { EntityManager } from 'typeorm'
        export const f = (manager: EntityManager, id?: number) =>
          manager.query('SELECT pg_advisory_xact_lock($1)', [id])
      `,
      errors: [{ messageId: 'null', line: 3, column: 3, endLine: 3, endColumn: 58 }],
    },
    {
      name: 'null: prisma, hashed',
      code: ts`
        import { PrismaClient } from '@prisma/client'

        export const f = (prisma: PrismaClient, name: string | null) =>
          prisma.$executeRaw\`SELECT pg_advisory_xact_lock(hashtext('job:' || \${name}))\`
      `,
      errors: [{ messageId: 'null', line: 4, column: 3, endLine: 4, endColumn: 80 }],
    },
    {
      name: 'null: kysely',
      code: ts`
        import { type Transaction, sql } from 'kysely'
        export const f = (trx: Transaction<unknown>, id: number | null) =>
          sql\`SELECT pg_advisory_xact_lock(\${id})\`.execute(trx)
      `,
      errors: [{ messageId: 'null', line: 3, column: 3, endLine: 3, endColumn: 56 }],
    },
    {
      name: 'null: a try answers NULL',
      code: ts`
        import type { PoolClient } from 'pg'

        export async function f(c: PoolClient, id?: number) {
          const { rows } = await c.query('SELECT pg_try_advisory_lock($1) AS got', [id])
          return rows[0].got
        }
      `,
      errors: [{ messageId: 'null', line: 4, column: 26, endLine: 4, endColumn: 81 }],
    },
    {
      name: 'stringified: postgres',
      code: ts`
        import postgres from 'postgres'

        export const f = (tx: postgres.TransactionSql, id?: string) =>
          tx\`SELECT pg_advisory_xact_lock(hashtextextended(\${'job:' + id}, 0))\`
      `,
      errors: [{ messageId: 'stringified', line: 4, column: 3, endLine: 4, endColumn: 72 }],
    },
    {
      name: 'stringified: typeorm',
      code: ts`
        import type { EntityManager } from 'typeorm'
        export const f = (manager: EntityManager, id: string | null) =>
          manager.query('SELECT pg_advisory_xact_lock(hashtext($1))', [\`job:\${id}:sync\`])
      `,
      errors: [{ messageId: 'stringified', line: 3, column: 3, endLine: 3, endColumn: 82 }],
    },
    {
      name: 'outOfRange: knex',
      code: ts`
        import type { Knex } from 'knex'
        export const f = (trx: Knex.Transaction, id: number) =>
          trx.raw('SELECT pg_advisory_xact_lock(?, ?)', [4294967295, id])
      `,
      errors: [{ messageId: 'outOfRange', line: 3, column: 3, endLine: 3, endColumn: 66 }],
    },
    {
      name: 'imprecise: drizzle',
      code: ts`
        import { sql } from 'drizzle-orm'
        import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
        const KEYS = { filings: 7241988316542092817 }
        export const f = (db: NodePgDatabase) => db.execute(sql\`SELECT pg_advisory_xact_lock(\${KEYS.filings})\`)
      `,
      errors: [{ messageId: 'imprecise', line: 4, column: 42, endLine: 4, endColumn: 104 }],
    },
    {
      name: 'unsigned: prisma',
      code: ts`
        import { PrismaClient } from '@prisma/client'

        export const f = (prisma: PrismaClient, id: number) =>
          prisma.$executeRaw\`SELECT pg_advisory_xact_lock(9, \${id >>> 0})\`
      `,
      errors: [{ messageId: 'unsigned', line: 4, column: 3, endLine: 4, endColumn: 67 }],
    },
    {
      name: 'notInteger: knex',
      code: ts`
        import type { Knex } from 'knex'
        export const f = (trx: Knex.Transaction) => trx.raw('SELECT pg_advisory_xact_lock(?)', [0.5])
      `,
      errors: [{ messageId: 'notInteger', line: 2, column: 45, endLine: 2, endColumn: 94 }],
    },
    {
      name: 'unshared: prisma, hostname',
      code: ts`
        import { PrismaClient } from '@prisma/client'

        import { hostname } from 'node:os'
        export const f = (prisma: PrismaClient) =>
          prisma.$executeRaw\`SELECT pg_advisory_xact_lock(hashtext(\${hostname()}))\`
      `,
      errors: [{ messageId: 'unshared', line: 5, column: 3, endLine: 5, endColumn: 76 }],
    },
    {
      name: 'unshared: typeorm',
      code: ts`
        import type { EntityManager } from 'typeorm'
        export const f = (manager: EntityManager) =>
          manager.query('SELECT pg_advisory_xact_lock(hashtext($1))', [\`run-\${Math.random()}\`])
      `,
      errors: [{ messageId: 'unshared', line: 3, column: 3, endLine: 3, endColumn: 88 }],
    },
  ],
})
