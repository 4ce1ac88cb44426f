/** `wrappers`: functions that take or end a lock in a way that can't be read. */
import { flagAt, indexAt, nameAt, objectAt, oneOfAt, PATH, typeName } from './checks.ts'

const scopes = ['session', 'xact'] as const
const waits = ['blocking', 'try'] as const
const results = ['nothing', 'boolean', 'release', 'handle'] as const

/** A function that takes a lock, ends one, or runs a callback under one. Numbers are those of its arguments, from 0. */
export interface Wrapper {
  /** A function or method, as the code writes it: `withLock`, `locks.acquire`. */
  readonly name: string
  /** The module that exports it, as imports name it; undefined: whatever is called so. */
  readonly module: string | undefined
  /** Of what the key is made; none: it is always the same lock. */
  readonly key: readonly number[]
  /** What runs under the lock. */
  readonly callback: number | undefined
  /** What the lock is taken on; undefined: a session that isn't in sight. */
  readonly connection: number | undefined
  readonly scope: (typeof scopes)[number]
  readonly wait: (typeof waits)[number]
  /** What it gives, once awaited; a try that gives nothing throws when it is refused. */
  readonly returns: (typeof results)[number]
  /** It ends the lock instead of taking it. */
  readonly releases: boolean
  /** The callback gets the connection, or the transaction, as its first argument. */
  readonly lends: boolean
}

const wrapperKeys = [
  'name',
  'module',
  'key',
  'callback',
  'connection',
  'scope',
  'wait',
  'returns',
  'releases',
  'lends',
] as const

export function wrappersAt(place: string, value: unknown): readonly Wrapper[] {
  if (value === undefined) return []
  if (!Array.isArray(value)) throw new TypeError(`${place}: must be an array of { name, … }, is ${typeName(value)}`)
  const seen = new Set<string>()
  return value.map((entry: unknown, index) => {
    const at = `${place}[${index}]`
    const wrapper = wrapperAt(at, entry)
    const id = `${wrapper.module ?? ''} ${wrapper.name}`
    if (seen.has(id)) throw new TypeError(`${at}.name: ${wrapper.name} is listed already`)
    seen.add(id)
    return wrapper
  })
}

function wrapperAt(place: string, value: unknown): Wrapper {
  const entry = objectAt(place, value, wrapperKeys, '{ name, … }')
  const name = nameAt(`${place}.name`, entry['name'])
  if (!PATH.test(name) || name.includes('('))
    throw new TypeError(
      `${place}.name: must be a name as the code writes it, like withLock or locks.acquire, is ${typeName(name)}`,
    )
  const { module } = entry
  const keys = entry['key'] ?? []
  const callback = indexAt(`${place}.callback`, entry['callback'])
  const scope = oneOfAt(`${place}.scope`, entry['scope'], scopes, 'session')
  const wait = oneOfAt(`${place}.wait`, entry['wait'], waits, 'blocking')
  const returns = oneOfAt(
    `${place}.returns`,
    entry['returns'],
    results,
    wait === 'try' && callback === undefined ? 'boolean' : 'nothing',
  )
  const wrapper: Wrapper = {
    name,
    module: module === undefined ? undefined : nameAt(`${place}.module`, module),
    key: (Array.isArray(keys) ? keys : [keys]).map((one: unknown) => indexAt(`${place}.key`, one) ?? 0),
    callback,
    connection: indexAt(`${place}.connection`, entry['connection']),
    scope,
    wait,
    returns,
    releases: flagAt(`${place}.releases`, entry['releases']),
    lends: flagAt(`${place}.lends`, entry['lends']),
  }
  const [key, why] = contradictionIn(wrapper, entry) ?? []
  if (key !== undefined) throw new TypeError(`${place}.${key}: ${why ?? ''}`)
  return wrapper
}

/** The key that says something which the others rule out, and why. */
function contradictionIn(
  { key, callback, scope, returns, releases, lends }: Wrapper,
  entry: Readonly<Record<string, unknown>>,
): readonly [key: string, why: string] | undefined {
  if (key.length > 2) return ['key', 'a lock has one key or two']
  if (lends && callback === undefined) return ['lends', 'needs a callback']
  if (callback !== undefined && entry['returns'] !== undefined)
    return ['returns', 'a wrapper with a callback gives what that gives']
  if (scope === 'xact' && releases) return ['releases', 'a lock of a transaction ends with it']
  if (scope === 'xact' && (returns === 'release' || returns === 'handle'))
    return ['returns', 'a lock of a transaction ends with it']
  if (!releases) return undefined
  if (callback !== undefined) return ['callback', 'it releases, and so runs nothing under the lock']
  if (entry['wait'] !== undefined) return ['wait', 'it releases, and so never waits']
  return returns === 'release' || returns === 'handle' ? ['returns', 'it releases itself'] : undefined
}
