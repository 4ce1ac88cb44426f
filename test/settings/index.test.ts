import { describe, expect, it } from 'vitest'
import { readSettings } from '../../src/settings/index.ts'

const nobody = { pool: [], client: [], transaction: [] }
const defaults = { network: [], poolMode: 'session', lockTimeout: 'visible', connections: nobody, wrappers: [] }

describe('readSettings', () => {
  it('has defaults', () => {
    expect(readSettings(undefined)).toEqual(defaults)
    expect(readSettings({})).toEqual(defaults)
  })

  it('takes names with and without a reason', () => {
    expect(readSettings({ network: ['callModel', { name: 'ask' }, { name: 'send', reason: 'It waits.' }] })).toEqual({
      network: [{ name: 'callModel' }, { name: 'ask' }, { name: 'send', reason: 'It waits.' }],
      poolMode: 'session',
      lockTimeout: 'visible',
      connections: nobody,
      wrappers: [],
    })
  })

  it('takes names of connections as the code writes them', () => {
    const connections = {
      pool: ['db', 'this.#pool', 'database.pool', 'getPool()', 'app.get().pool', 'größe$1'],
      client: ['Session'],
    }
    expect(readSettings({ connections })).toEqual({ ...defaults, connections: { ...nobody, ...connections } })
    expect(readSettings({ connections: {} })).toEqual(defaults)
  })

  it('reads one object once', () => {
    const raw = { network: ['a'] }
    expect(readSettings(raw)).toBe(readSettings(raw))
    expect(readSettings({ network: ['a'] })).not.toBe(readSettings(raw))
  })

  it('knows that something else bounds the waits', () => {
    expect(readSettings({ lockTimeout: 'external' })).toMatchObject({ lockTimeout: 'external' })
    expect(readSettings({ lockTimeout: 'visible' })).toMatchObject({ lockTimeout: 'visible' })
  })

  const whole = 'settings["pg-advisory-lock"]'
  it.each([
    ['null', null, `${whole}: must be an object, is null`],
    ['an array', [], `${whole}: must be an object, is an array`],
    ['a string', 'network', `${whole}: must be an object, is the string "network"`],
    [
      'an unknown key',
      { networks: [] },
      `${whole}.networks: unknown key; allowed: network, poolMode, lockTimeout, connections, wrappers, fingerprint`,
    ],
    [
      'a key of a later version',
      { packages: [] },
      `${whole}.packages: unknown key; allowed: network, poolMode, lockTimeout, connections, wrappers, fingerprint`,
    ],
    [
      'a name alone',
      { network: 'fetch' },
      `${whole}.network: must be an array of names or of { name, reason }, is the string "fetch"`,
    ],
    [
      'a number in the list',
      { network: ['a', 1] },
      `${whole}.network[1]: must be a name or { name, reason }, is the number 1`,
    ],
    ['null in the list', { network: [null] }, `${whole}.network[0]: must be a name or { name, reason }, is null`],
    ['an empty name', { network: [' '] }, `${whole}.network[0]: must not be empty`],
    ['no name', { network: [{ reason: 'x' }] }, `${whole}.network[0].name: must be a string, is missing`],
    [
      'a misspelt key',
      { network: [{ name: 'a', why: 'x' }] },
      `${whole}.network[0].why: unknown key; allowed: name, reason`,
    ],
    [
      'another place of the bound',
      { lockTimeout: 'role' },
      `${whole}.lockTimeout: must be one of visible, external, is the string "role"`,
    ],
    [
      'a bound as a number',
      { lockTimeout: 5000 },
      `${whole}.lockTimeout: must be one of visible, external, is the number 5000`,
    ],
    [
      'connections that are a list',
      { connections: ['db'] },
      `${whole}.connections: must be { pool, client, transaction }, is an array`,
    ],
    [
      'an unknown kind of connection',
      { connections: { pools: ['db'] } },
      `${whole}.connections.pools: unknown key; allowed: pool, client, transaction`,
    ],
    [
      'a name outside a list',
      { connections: { pool: 'db' } },
      `${whole}.connections.pool: must be an array of names, is the string "db"`,
    ],
    [
      'a number among the names',
      { connections: { client: ['c', 1] } },
      `${whole}.connections.client[1]: must be a string, is the number 1`,
    ],
    [
      'a call with arguments',
      { connections: { pool: ['getPool(main)'] } },
      `${whole}.connections.pool[0]: must be a name as the code writes it, like db, database.pool or getPool(), is the string "getPool(main)"`,
    ],
    [
      'one name of two kinds',
      { connections: { pool: ['db'], transaction: ['tx', 'db'] } },
      `${whole}.connections.transaction[1]: db is listed under pool already`,
    ],
    [
      'a wrong reason',
      { network: [{ name: 'a', reason: true }] },
      `${whole}.network[0].reason: must be a string, is the boolean true`,
    ],
  ])('refuses %s', (_, raw, message) => {
    expect(() => readSettings(raw)).toThrow(new TypeError(message))
  })
})
