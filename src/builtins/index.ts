/** What functions of the language, of Node and of well-known libraries do: the tables, and what reads them. */
import type { Behaviour, BuiltinTable } from './builtin.ts'
import { concurrency } from './concurrency.ts'
import { handlers } from './handlers.ts'
import { language } from './language.ts'
import { libraries } from './libraries.ts'
import { loggers } from './loggers.ts'
import { methods } from './methods.ts'
import { node } from './node.ts'

export type { Behaviour, BuiltinTable, RetryTable } from './builtin.ts'
export { retryTableOf } from './retries.ts'

export const builtinTables: readonly BuiltinTable[] = [
  ...language,
  ...methods,
  ...node,
  ...loggers,
  ...concurrency,
  ...handlers,
  ...libraries,
]

const byModule = new Map<string, Map<string, Behaviour>>()
for (const { from, does } of builtinTables) {
  for (const specifier of from) {
    const module = specifier.replace(/^node:|\/\*$/g, '')
    const rows = byModule.get(module) ?? new Map<string, Behaviour>()
    for (const [path, behaviour] of Object.entries(does)) rows.set(path, behaviour)
    byModule.set(module, rows)
  }
}

/** The rows of a module: its own, else those of the nearest package or scope above it. */
function rowsOf(module: string): ReadonlyMap<string, Behaviour> | undefined {
  let name = module.startsWith('node:') ? module.slice('node:'.length) : module
  for (;;) {
    const rows = byModule.get(name)
    if (rows) return rows
    const slash = name.lastIndexOf('/')
    if (slash < 0) return undefined
    name = name.slice(0, slash)
  }
}

/**
 * What a call or construction does. `path` holds the names after the import (or from the global's name on), without the
 * calls between them; `['default', 'run']` and `['*', 'run']` are also looked up as `run`. For `method` it is the name.
 */
export function matchBuiltin(module: string, path: readonly string[]): Behaviour | undefined {
  const rows = rowsOf(module)
  if (!rows) return undefined
  const names = path[0] === '*' || (module === 'global' && path[0] === 'globalThis') ? path.slice(1) : path
  if (names.length === 0) return lookUp(rows, ['default'])
  const exact = rows.get(names.join('.'))
  if (exact !== undefined || names[0] !== 'default' || names.length === 1) return exact ?? lookUp(rows, names)
  return lookUp(rows, names.slice(1), names)
}

/**
 * The most exact row first: the path itself, its last name under any other, a member of its beginning, anything at all.
 * `Map.*` is a member of a map, not of what the map holds: `clients.get(id).release()` isn't known here.
 */
function lookUp(
  rows: ReadonlyMap<string, Behaviour>,
  names: readonly string[],
  full: readonly string[] = names,
): Behaviour | undefined {
  const exact = rows.get(names.join('.'))
  if (exact !== undefined) return exact
  if (full.length > 1) {
    const name = full.at(-1) ?? ''
    const last = rows.get(`*.${name}`)
    if (last !== undefined) return last
    // `Object.keys(o).map(f)`: a row for anything must not hide that a callback is run.
    const method = byModule.get('method')?.get(name)
    if (method === 'each' || method === 'later') return method
  }
  const member = names.length > 1 ? rows.get(`${names.slice(0, -1).join('.')}.*`) : undefined
  return member ?? rows.get('*')
}
