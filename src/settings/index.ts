/** Reads `settings["pg-advisory-lock"]`: validated once, with one error that names the key and what it may hold. */
import { nameAt, objectAt, oneOfAt, PATH, typeName } from './checks.ts'
import { type Wrapper, wrappersAt } from './wrappers.ts'

export type { Wrapper } from './wrappers.ts'

export const settingsKey = 'pg-advisory-lock'

export interface Settings {
  /** What the user says leaves the process, beside the built-in tables. */
  readonly network: readonly NetworkName[]
  /** How a pooler between the program and the server lends its server connections. */
  readonly poolMode: PoolMode
  /** Where the wait for a lock is bounded: where the code shows it, or out of sight, by the role or the server. */
  readonly lockTimeout: LockTimeout
  /** The project's own names of connections, beside what the driver tables know. */
  readonly connections: Connections
  /** Functions that take or end a lock in a way that can't be read: what they do. */
  readonly wrappers: readonly Wrapper[]
}

/** Names of variables, fields, functions and types, as the code writes them. */
export type Connections = Readonly<Record<(typeof connectionKinds)[number], readonly string[]>>

const connectionKinds = ['pool', 'client', 'transaction'] as const

export type PoolMode = (typeof poolModes)[number]

export type LockTimeout = (typeof lockTimeouts)[number]

const lockTimeouts = ['visible', 'external'] as const
const poolModes = ['session', 'transaction', 'statement'] as const
/** `fingerprint` is for ESLint's cache only: rules don't read it. */
const settingKeys = ['network', 'poolMode', 'lockTimeout', 'connections', 'wrappers', 'fingerprint']

/** `name`: a function, a method, or a package as it is written in the code. */
export interface NetworkName {
  readonly name: string
  /** Printed in the message. */
  readonly reason?: string
}

const whole = `settings["${settingsKey}"]`
const defaults: Settings = {
  network: [],
  poolMode: 'session',
  lockTimeout: 'visible',
  connections: { pool: [], client: [], transaction: [] },
  wrappers: [],
}
const known = new WeakMap<object, Settings>()

/** Throws where `raw` holds anything but what `Settings` promises. */
export function readSettings(raw: unknown): Settings {
  if (raw === undefined) return defaults
  const object = objectAt(whole, raw, settingKeys)
  const before = known.get(object)
  if (before !== undefined) return before
  const { fingerprint } = object
  if (fingerprint !== undefined) nameAt(`${whole}.fingerprint`, fingerprint)
  const settings = {
    network: networkAt(`${whole}.network`, object['network']),
    poolMode: oneOfAt(`${whole}.poolMode`, object['poolMode'], poolModes, defaults.poolMode),
    lockTimeout: oneOfAt(`${whole}.lockTimeout`, object['lockTimeout'], lockTimeouts, defaults.lockTimeout),
    connections: connectionsAt(`${whole}.connections`, object['connections']),
    wrappers: wrappersAt(`${whole}.wrappers`, object['wrappers']),
  }
  known.set(object, settings)
  return settings
}

function networkAt(place: string, value: unknown): readonly NetworkName[] {
  if (value === undefined) return []
  if (!Array.isArray(value)) {
    throw new TypeError(`${place}: must be an array of names or of { name, reason }, is ${typeName(value)}`)
  }
  return value.map((entry: unknown, index) => networkNameAt(`${place}[${index}]`, entry))
}

function networkNameAt(place: string, value: unknown): NetworkName {
  if (typeof value === 'string') return { name: nameAt(place, value) }
  const entry = objectAt(place, value, ['name', 'reason'], 'a name or { name, reason }')
  const name = nameAt(`${place}.name`, entry['name'])
  const reason = entry['reason']
  if (reason === undefined) return { name }
  if (typeof reason !== 'string') throw new TypeError(`${place}.reason: must be a string, is ${typeName(reason)}`)
  return { name, reason }
}

function connectionsAt(place: string, value: unknown): Connections {
  if (value === undefined) return defaults.connections
  const object = objectAt(place, value, connectionKinds, '{ pool, client, transaction }')
  const seen = new Map<string, string>()
  const listAt = (kind: (typeof connectionKinds)[number]): readonly string[] => {
    const list = object[kind] ?? []
    const at = `${place}.${kind}`
    if (!Array.isArray(list)) throw new TypeError(`${at}: must be an array of names, is ${typeName(list)}`)
    return list.map((entry: unknown, index) => {
      const name = connectionNameAt(`${at}[${index}]`, entry)
      const other = seen.get(name)
      if (other !== undefined) throw new TypeError(`${at}[${index}]: ${name} is listed under ${other} already`)
      seen.set(name, kind)
      return name
    })
  }
  return { pool: listAt('pool'), client: listAt('client'), transaction: listAt('transaction') }
}

function connectionNameAt(place: string, value: unknown): string {
  const name = nameAt(place, value)
  if (!PATH.test(name))
    throw new TypeError(
      `${place}: must be a name as the code writes it, like db, database.pool or getPool(), is ${typeName(value)}`,
    )
  return name
}
