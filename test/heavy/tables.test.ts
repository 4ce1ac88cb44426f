import { describe, expect, it } from 'vitest'
import { heavyTables, matchHeavy } from '../../src/heavy/index.ts'

describe('matchHeavy', () => {
  it.each([
    ['bcrypt', ['default', 'hash'], 'hashing', false],
    ['bcryptjs', ['hashSync'], 'hashing', true],
    ['node:crypto', ['*', 'scrypt'], 'hashing', false],
    ['crypto', ['pbkdf2Sync'], 'hashing', true],
    ['@noble/hashes/scrypt', ['scrypt'], 'hashing', true],
    ['node:zlib', ['brotliCompressSync'], 'compression', true],
    ['sharp', ['default', 'resize', 'toBuffer'], 'image work', false],
    ['csv-parse/sync', ['parse'], 'parsing', true],
    ['exceljs', ['default', 'Workbook', 'xlsx', 'load'], 'parsing', false],
    ['pdf-parse', ['default'], 'parsing', false],
    ['react-dom/server', ['renderToString'], 'rendering', true],
  ] as const)('%s %j is %s', (module, path, kind, sync) => {
    expect(matchHeavy(module, path)).toEqual({ kind, sync })
  })

  it.each([
    ['node:crypto', ['createHash']],
    ['node:crypto', ['randomBytes']],
    ['bcrypt', ['default', 'getRounds']],
    ['sharp', ['default', 'resize']],
    ['csv-parse', ['parse']],
    ['scrypt', ['scrypt']],
  ] as const)('%s %j is none', (module, path) => {
    expect(matchHeavy(module, path)).toBeUndefined()
  })

  it('names as blocking only calls that it lists', () => {
    for (const { calls, sync = [] } of heavyTables) expect(calls).toEqual(expect.arrayContaining([...sync]))
  })
})
