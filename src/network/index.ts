/** Which calls leave the process: the tables of all themes, and the one function that reads them. */
import { agents } from './agents.ts'
import { browsers } from './browsers.ts'
import { cloud } from './cloud.ts'
import { http } from './http.ts'
import { localModels } from './local-models.ts'
import { messages } from './messages.ts'
import { models } from './inference.ts'
import type { NetworkKind, NetworkTable } from './network.ts'
import { payments } from './payments.ts'
import { queues } from './queues.ts'
import { sleeps } from './sleeps.ts'
import { stores } from './stores.ts'
import { subprocesses } from './subprocesses.ts'

export type { NetworkKind, NetworkTable } from './network.ts'
export { networkGlobals } from './globals.ts'

export const networkTables: readonly NetworkTable[] = [
  ...http,
  ...models,
  ...agents,
  ...cloud,
  ...messages,
  ...payments,
  ...queues,
  ...stores,
  ...localModels,
  ...browsers,
  ...subprocesses,
  ...sleeps,
]

/** A call that leaves the process. */
export interface NetworkMatch {
  readonly kind: NetworkKind
  /** The call itself blocks until the other side has answered. */
  readonly sync: boolean
  /** It starts something that may be awaited through the value it gives, or be left alone: no promise is forgotten. */
  readonly starts: boolean
  /** Argument 0 says how many milliseconds it takes. */
  readonly lasts?: true
}

// Members that reach nobody in any package: listeners, and methods of the data that a service gives.
// prettier-ignore
const localEverywhere = new Set([
  'addEventListener', 'addListener', 'listenerCount', 'off', 'on', 'once', 'prependListener', 'removeAllListeners',
  'removeEventListener', 'removeListener', 'setMaxListeners',
  'abort', 'at', 'bind', 'charCodeAt', 'concat', 'endsWith', 'entries', 'filter', 'flat', 'flatMap', 'forEach',
  'getTime', 'hasOwnProperty', 'includes', 'indexOf', 'join', 'map', 'padStart', 'push', 'reduce', 'slice', 'some',
  'split', 'startsWith', 'toFixed', 'toISOString', 'toJSON', 'toLocaleString', 'toLowerCase', 'toSorted', 'toString',
  'toUpperCase', 'trim', 'values', 'valueOf',
])

/** Properties behind which nothing leaves: `response.headers.get(name)`. */
const inert = new Set(['defaults', 'headers', 'interceptors'])

/** After one of these calls are only collected, until one of `batchEnds`: `redis.multi().set(…).exec()`. */
const batches = new Set(['batch', 'initializeOrderedBulkOp', 'initializeUnorderedBulkOp', 'multi', 'pipeline'])
const batchEnds = new Set(['commit', 'do', 'exec', 'execAsPipeline', 'execTyped', 'execute', 'send'])

interface Entry {
  readonly kind: NetworkKind
  readonly local: ReadonlySet<string>
  /** The names of `local` with a capital: classes and namespaces, which stay here with all their members. */
  readonly localClasses: ReadonlySet<string>
  readonly only: ReadonlySet<string> | undefined
  readonly sync: ReadonlySet<string>
  readonly constructs: ReadonlySet<string>
  readonly starts: ReadonlySet<string>
  readonly lasts: ReadonlySet<string>
}

const byPackage = new Map<string, Entry>()
for (const table of networkTables) {
  const local = table.local ?? []
  const entry: Entry = {
    kind: table.kind,
    local: new Set(local),
    localClasses: new Set(local.filter((name) => /^[A-Z]/.test(name))),
    only: table.only && new Set(table.only),
    sync: new Set(table.sync),
    constructs: new Set(table.constructs),
    starts: new Set(table.starts),
    lasts: new Set(table.lasts),
  }
  for (const name of table.packages) byPackage.set(name.replace(/^node:|\/\*$/g, ''), entry)
}

/** The table of a module: its own, else that of the nearest package or scope above it. */
function entryOf(module: string): Entry | undefined {
  let name = module.startsWith('node:') ? module.slice('node:'.length) : module
  for (;;) {
    const entry = byPackage.get(name)
    if (entry) return entry
    const slash = name.lastIndexOf('/')
    if (slash < 0) return undefined
    name = name.slice(0, slash)
  }
}

/** Whether a package is in the tables: what it gives is followed, also where a call of it stays in the process. */
export function isNetworkPackage(module: string): boolean {
  return entryOf(module) !== undefined
}

/**
 * Whether a call leaves the process. `path` holds the names after the import, without the calls between them
 * (`['default', 'responses', 'create']`); for a value whose type was imported the type is the first of them.
 */
export function matchNetwork(module: string, path: readonly string[], form: 'call' | 'new'): NetworkMatch | undefined {
  const entry = entryOf(module)
  if (!entry) return undefined
  const names = path[0] === '*' ? path.slice(1) : path
  const last = names.at(-1) ?? 'default'
  // What a constructor starts, the object tells.
  if (form === 'new') return entry.constructs.has(last) ? { kind: entry.kind, sync: false, starts: true } : undefined
  if (entry.only ? !entry.only.has(last) : entry.local.has(last) || localEverywhere.has(last)) return undefined
  if (isLocalBefore(entry, names, last)) return undefined
  return {
    kind: entry.kind,
    sync: entry.sync.has(last),
    starts: entry.starts.has(last),
    ...(entry.lasts.has(last) ? { lasts: true } : {}),
  }
}

/** Whether a name before the last keeps the call here: a class does, an accessor (`mongo.db(…)`) doesn't. */
function isLocalBefore(entry: Entry, names: readonly string[], last: string): boolean {
  for (let i = 0; i < names.length - 1; i++) {
    const name = names[i] ?? ''
    if (entry.localClasses.has(name) || inert.has(name)) return true
    if (batches.has(name) && !batchEnds.has(last)) return true
  }
  return false
}
