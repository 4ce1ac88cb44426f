/** Which file an import names: tsconfig paths, package exports and imports, `.js` for `.ts`, workspace links. */
import { createRequire, isBuiltin } from 'node:module'
import { dirname, join, sep } from 'node:path'
import type { ResolverFactory } from 'oxc-resolver'
import { modelOfPackage } from '../models/index.ts'

/**
 * Real path of the module, or the model that stands for a package; undefined: any other package, a module of Node, nothing,
 * or a file outside of `root`.
 */
export type Resolve = (importer: string, specifier: string, root: string) => string | undefined

const SOURCE = /\.[mc]?[jt]sx?$/
/** Answers that are kept; past this all are forgotten. */
const MOST_KEPT = 50_000

/** One resolver for a process: it is native, and each has caches of its own. */
let resolver: ResolverFactory | null | undefined

function load(): ResolverFactory | null {
  try {
    const oxc = createRequire(import.meta.url)('oxc-resolver') as typeof import('oxc-resolver')
    return new oxc.ResolverFactory({
      tsconfig: 'auto',
      extensions: ['.ts', '.tsx', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs'],
      extensionAlias: {
        '.js': ['.ts', '.tsx', '.js', '.jsx'],
        '.jsx': ['.tsx', '.jsx'],
        '.mjs': ['.mts', '.mjs'],
        '.cjs': ['.cts', '.cjs'],
      },
      conditionNames: ['source', 'development', 'import', 'require', 'node', 'default', 'types'],
      mainFields: ['source', 'module', 'main', 'types'],
    })
  } catch {
    // Without a native binding for this platform other modules are unknown.
    return null
  }
}

/** By place: what relative specifiers lead to. Files come and go. */
const relatives = new Map<string, string | undefined>()
/** By folder: what all others lead to. That changes with an installation or a tsconfig.json only. */
const packages = new Map<string, string | undefined>()
/** Milliseconds for which the latter are kept. */
const LONG = 30_000
let since = 0

export const resolve: Resolve = (importer, specifier, root) => {
  const isRelative = specifier.startsWith('.')
  const known = isRelative ? relatives : packages
  const key = isRelative ? join(dirname(importer), specifier) : `${dirname(importer)}\0${specifier}`
  if (!known.has(key)) {
    if (known.size >= MOST_KEPT) known.clear()
    known.set(key, find(importer, specifier))
  }
  const path = known.get(key)
  return path?.startsWith(root + sep) === true ? path : modelOfPackage(specifier)
}

/** Forgets what was found and what wasn't. */
export function forgetResolved(): void {
  relatives.clear()
  resolver?.clearCache()
  const now = Date.now()
  if (now - since < LONG) return
  packages.clear()
  since = now
}

function find(importer: string, specifier: string): string | undefined {
  if (isBuiltin(specifier)) return undefined
  resolver ??= load()
  try {
    const path = resolver?.resolveFileSync(importer, specifier).path
    const isOwn = path !== undefined && SOURCE.test(path) && !path.includes(`${sep}node_modules${sep}`)
    return isOwn && !path.endsWith('.d.ts') ? path : undefined
  } catch {
    return undefined
  }
}
