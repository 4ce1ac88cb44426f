/** The names of a file that have to do with advisory locks by what it imports. */
import { keyName } from '../origins/classes.ts'
import { importedName } from '../origins/types.ts'
import { type Node, type Program, unwrap } from '../syntax/ast.ts'
import { currentSpan, leadingImports, leads, trusted } from './leads.ts'
import { type LoadedModule, loadModule } from './load.ts'
import { readSource } from './files.ts'
import { mentionsLocks, ofWrappers } from './mentions.ts'
import { resolve } from './resolve.ts'

/** A name that an import gives, and what the other module calls it; `*`: all of it. */
interface Imported {
  readonly local: string
  readonly name: string
}

/** Modules that are passed on the way to a lock: a helper, its caller, and what only passes them on. */
const MOST_HOPS = 3
const NOTHING: ReadonlyMap<string, number> = new Map()

/** By path: what of a module has to do with locks, as its importers name it. */
const known = new Map<string, ReadonlyMap<string, number>>()
let knownIn = 0

/**
 * Whether a text that imports modules which lead to a lock uses something of them that does: a rough answer that needs
 * only those modules parsed.
 */
export function usesLocksOf(path: string, text: string, root: string): boolean {
  return trusted(() => namesLeading(path, text, root, MOST_HOPS))
}

function namesLeading(path: string, text: string, root: string, hops: number): boolean {
  return leadingImports(path, text, root).some((module) =>
    [...relevantExports(module, root, hops).keys()].some((name) => name === 'default' || text.includes(name)),
  )
}

/** Whether a module is worth parsing by its text: it mentions locks, names what leads to one, or passes on all of a module. */
function isWorthParsing(path: string, root: string, hops: number): boolean {
  const text = readSource(path)?.text() ?? ''
  return mentionsLocks(text) || /\bexport\s*\*/.test(text) || namesLeading(path, text, root, hops)
}

/**
 * The local names of what leads to a lock in another module, and with them the methods there that do: those of a service
 * are called by their names.
 */
export function leadingNames(
  path: string,
  program: Program,
  root: string,
  hops = MOST_HOPS,
): ReadonlyMap<string, number> {
  const leading = ofWrappers()
  const add = (name: string, distance: number): void => {
    leading.set(name, Math.min(distance, leading.get(name) ?? Infinity))
  }
  for (const statement of program.body) {
    for (const { specifier, names } of importsOf(statement)) {
      const module = resolve(path, specifier, root)
      if (module === undefined || !leads(module, root)) continue
      const there = relevantExports(module, root, hops)
      const nearest = Math.min(...there.values())
      let uses = false
      for (const { local, name } of names) {
        const distance = name === '*' ? nearest : there.get(name)
        if (distance === undefined || distance === Infinity) continue
        uses = true
        if (local !== '*') add(local, distance)
      }
      if (!uses) continue
      const isWhole = names.some(({ name }) => name === '*')
      const members = loadModule(module)?.outline.memberNames
      for (const [name, distance] of there) if (isWhole || members?.has(name)) add(name, distance)
    }
  }
  return leading
}

/** The names under which a module exports what has to do with locks, and the methods of these. */
function relevantExports(path: string, root: string, hops = MOST_HOPS): ReadonlyMap<string, number> {
  if (hops === 0) return NOTHING
  const span = currentSpan()
  if (span !== knownIn) {
    known.clear()
    knownIn = span
  }
  // By the hops that are left, too: the answer must not depend on who asked first.
  const key = `${String(hops)} ${path}`
  let names = known.get(key)
  if (!names) {
    const module = isWorthParsing(path, root, hops - 1) ? loadModule(path) : undefined
    names = module ? exportedFrom(module, root, hops - 1) : NOTHING
    known.set(key, names)
  }
  return names
}

/** A function of so few characters is run to see what it gives: a factory, a getter. */
const SHORT = 800

/** By module: its names that have to do with locks, at whatever distance. */
const concerned = new WeakMap<LoadedModule, { readonly span: number; readonly names: ReadonlyMap<string, number> }>()

/** Whether a function may take or end a lock, or is short; `module` undefined: it is one of the file that is linted. */
export function concernsLocks(fn: Node, module: LoadedModule | undefined, root: string): boolean {
  if (!module || fn.range[1] - fn.range[0] <= SHORT) return true
  const text = module.text.slice(fn.range[0] - module.base, fn.range[1] - module.base)
  if (/advisory/i.test(text)) return true
  const span = currentSpan()
  let known = concerned.get(module)
  if (known?.span !== span) {
    const leading = leadingNames(module.path, module.program, root)
    known = { span, names: module.outline.relevantWith(leading) }
    concerned.set(module, known)
  }
  const identifiers = module.outline.functions.get(fn)?.identifiers ?? []
  for (const name of identifiers) if (known.names.has(name)) return true
  return false
}

/**
 * A function that takes a lock, and those that call it, concern their callers: these give it a key, a connection, a
 * callback, or get its answer. What is farther away has been dealt with on the way.
 */
const FARTHEST = 1

function exportedFrom(module: LoadedModule, root: string, hops: number): ReadonlyMap<string, number> {
  const { outline, program, exports, path } = module
  const local = outline.relevantWith(leadingNames(path, program, root, hops))
  const names = new Map<string, number>()
  const add = (name: string, distance: number | undefined): void => {
    if (distance !== undefined && distance <= FARTHEST) names.set(name, Math.min(distance, names.get(name) ?? Infinity))
  }
  for (const [name, one] of exports.names) {
    if (one.kind === 'name' && one.identifier.type === 'Identifier') add(name, local.get(one.identifier.name))
    else if (one.kind === 'expression') add(name, Math.min(...local.values()))
    else add(name, local.get(name))
  }
  for (const { specifier } of exports.stars) {
    const other = resolve(path, specifier, root)
    if (other === undefined || !leads(other, root)) continue
    for (const [name, distance] of relevantExports(other, root, hops)) add(name, distance)
  }
  if (names.size > 0) for (const name of outline.memberNames) add(name, local.get(name))
  return names
}

function importsOf(statement: Node): readonly { readonly specifier: string; readonly names: readonly Imported[] }[] {
  switch (statement.type) {
    case 'ImportDeclaration': {
      const names = statement.specifiers.map((one) => ({ local: one.local.name, name: importedName(one) ?? '*' }))
      return [{ specifier: statement.source.value, names }]
    }
    case 'ExportAllDeclaration':
      return [{ specifier: statement.source.value, names: [{ local: '*', name: '*' }] }]
    case 'ExportNamedDeclaration': {
      if (!statement.source) return []
      const names = statement.specifiers.map(({ local, exported }) => ({
        local: textOf(exported),
        name: textOf(local),
      }))
      return [{ specifier: statement.source.value, names }]
    }
    case 'VariableDeclaration':
      return statement.declarations.flatMap(({ id, init }) => {
        const specifier = init ? requiredBy(init) : undefined
        return init && specifier !== undefined ? [{ specifier, names: namesIn(id) }] : []
      })
    default:
      return []
  }
}

function textOf(name: { readonly type: string; readonly name?: string; readonly value?: unknown }): string {
  return name.name ?? String(name.value)
}

/** `require('./lock')`, `require('./lock').withLock`. */
function requiredBy(node: Node): string | undefined {
  let inner = unwrap(node)
  while (inner.type === 'MemberExpression') inner = unwrap(inner.object)
  if (inner.type !== 'CallExpression' || inner.callee.type !== 'Identifier' || inner.callee.name !== 'require')
    return undefined
  const [first] = inner.arguments
  return first?.type === 'Literal' && typeof first.value === 'string' ? first.value : undefined
}

function namesIn(pattern: Node): Imported[] {
  if (pattern.type === 'Identifier') return [{ local: pattern.name, name: '*' }]
  if (pattern.type !== 'ObjectPattern') return []
  return pattern.properties.flatMap((one): Imported[] => {
    if (one.type !== 'Property' || one.value.type !== 'Identifier') return []
    return [{ local: one.value.name, name: keyName(one.key, one.computed) ?? '*' }]
  })
}
