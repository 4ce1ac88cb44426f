/** Which calls keep this machine busy for long: the tables of all themes, and the one function that reads them. */
import { compression } from './compression.ts'
import { documents } from './documents.ts'
import { hashing } from './hashing.ts'
import type { HeavyKind, HeavyTable } from './heavy.ts'

export const heavyTables: readonly HeavyTable[] = [...hashing, ...compression, ...documents]

export interface HeavyMatch {
  readonly kind: HeavyKind
  /** The call itself blocks until the work is done. */
  readonly sync: boolean
}

const byPackage = new Map<string, Map<string, HeavyMatch>>()
for (const { kind, packages, calls, sync = [] } of heavyTables) {
  for (const specifier of packages) {
    const module = specifier.replace(/^node:|\/\*$/g, '')
    const rows = byPackage.get(module) ?? new Map<string, HeavyMatch>()
    for (const name of calls) rows.set(name, { kind, sync: name.endsWith('Sync') || sync.includes(name) })
    byPackage.set(module, rows)
  }
}

/** The rows of a module: its own, else those of the nearest package or scope above it. */
function rowsOf(module: string): ReadonlyMap<string, HeavyMatch> | undefined {
  let name = module.startsWith('node:') ? module.slice('node:'.length) : module
  for (;;) {
    const rows = byPackage.get(name)
    if (rows) return rows
    const slash = name.lastIndexOf('/')
    if (slash < 0) return undefined
    name = name.slice(0, slash)
  }
}

/** Whether a call is heavy. `path` holds the names after the import, without the calls between them. */
export function matchHeavy(module: string, path: readonly string[]): HeavyMatch | undefined {
  return rowsOf(module)?.get(path.at(-1) ?? 'default')
}
