import { describe, expect, it } from 'vitest'
import { readSettings } from '../../src/settings/index.ts'

const whole = 'settings["pg-advisory-lock"].wrappers'

describe('wrappers', () => {
  it('has defaults', () => {
    expect(readSettings({ wrappers: [{ name: 'lock' }] }).wrappers).toEqual([
      {
        name: 'lock',
        module: undefined,
        key: [],
        callback: undefined,
        connection: undefined,
        scope: 'session',
        wait: 'blocking',
        returns: 'nothing',
        releases: false,
        lends: false,
      },
    ])
  })

  it('takes a try to give a boolean, unless it runs a callback', () => {
    const { wrappers } = readSettings({
      wrappers: [
        { name: 'tryLock', wait: 'try' },
        { name: 'tryWith', wait: 'try', callback: 0 },
      ],
    })
    expect(wrappers.map(({ returns }) => returns)).toEqual(['boolean', 'nothing'])
  })

  it('takes one name of several modules', () => {
    const wrappers = [{ name: 'lock', module: './a' }, { name: 'lock', module: './b' }, { name: 'lock' }]
    expect(readSettings({ wrappers }).wrappers).toHaveLength(3)
  })

  it.each([
    ['no array', {}, `${whole}: must be an array of { name, … }, is an object`],
    ['a name alone', ['lock'], `${whole}[0]: must be { name, … }, is the string "lock"`],
    ['no name', [{ key: 0 }], `${whole}[0].name: must be a string, is missing`],
    [
      'a name that is none',
      [{ name: 'with lock' }],
      `${whole}[0].name: must be a name as the code writes it, like withLock or locks.acquire, is the string "with lock"`,
    ],
    [
      'a call',
      [{ name: 'locks().take' }],
      `${whole}[0].name: must be a name as the code writes it, like withLock or locks.acquire, is the string "locks().take"`,
    ],
    [
      'an unknown key',
      [{ name: 'lock', keys: [0] }],
      `${whole}[0].keys: unknown key; allowed: name, module, key, callback, connection, scope, wait, returns, releases, lends`,
    ],
    ['the same twice', [{ name: 'lock' }, { name: 'lock', key: 0 }], `${whole}[1].name: lock is listed already`],
    [
      'a key that is no argument',
      [{ name: 'lock', key: 'id' }],
      `${whole}[0].key: must be the number of an argument, from 0, is the string "id"`,
    ],
    ['three keys', [{ name: 'lock', key: [0, 1, 2] }], `${whole}[0].key: a lock has one key or two`],
    [
      'an argument before the first',
      [{ name: 'lock', callback: -1 }],
      `${whole}[0].callback: must be the number of an argument, from 0, is the number -1`,
    ],
    [
      'an unknown scope',
      [{ name: 'lock', scope: 'transaction' }],
      `${whole}[0].scope: must be one of session, xact, is the string "transaction"`,
    ],
    ['no flag', [{ name: 'lock', releases: 1 }], `${whole}[0].releases: must be true or false, is the number 1`],
    [
      'a callback that gets something, but none',
      [{ name: 'lock', lends: true }],
      `${whole}[0].lends: needs a callback`,
    ],
    [
      'a callback and a handle',
      [{ name: 'lock', callback: 0, returns: 'handle' }],
      `${whole}[0].returns: a wrapper with a callback gives what that gives`,
    ],
    [
      'a transaction and a handle',
      [{ name: 'lock', scope: 'xact', returns: 'release' }],
      `${whole}[0].returns: a lock of a transaction ends with it`,
    ],
    [
      'a transaction that is released',
      [{ name: 'lock', scope: 'xact', releases: true }],
      `${whole}[0].releases: a lock of a transaction ends with it`,
    ],
    [
      'a release that runs something',
      [{ name: 'unlock', releases: true, callback: 0 }],
      `${whole}[0].callback: it releases, and so runs nothing under the lock`,
    ],
    [
      'a release that waits',
      [{ name: 'unlock', releases: true, wait: 'try' }],
      `${whole}[0].wait: it releases, and so never waits`,
    ],
    [
      'a release that gives one',
      [{ name: 'unlock', releases: true, returns: 'release' }],
      `${whole}[0].returns: it releases itself`,
    ],
  ])('refuses %s', (_, wrappers, message) => {
    expect(() => readSettings({ wrappers })).toThrow(new TypeError(message))
  })
})
