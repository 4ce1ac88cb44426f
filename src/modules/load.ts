/**
 * Modules that were parsed, for all analyses of the process.
 *
 * Each gets a base of its own, which is added to the places of its nodes: so a place names one node among all modules,
 * as the positions of Go's `token.FileSet` do, and whoever compares places needs to know nothing of modules.
 */
import { localsOf } from '../locks/roots.ts'
import { type Outline, outlineOf } from '../locks/outline.ts'
import { type Names, namesOf, type ScopeManagerLike, type VariableLike } from '../origins/names.ts'
import { parseSource } from '../parse/oxc.ts'
import { scopesOf } from '../parse/scopes.ts'
import type { Node, Program } from '../syntax/ast.ts'
import { FIRST_BASE } from '../syntax/places.ts'
import { type Exports, exportsOf } from './exports.ts'
import { readSource } from './files.ts'

export interface LoadedModule {
  readonly path: string
  readonly text: string
  readonly stamp: string
  /** The places of its nodes are at least `base` and less than `end`. */
  readonly base: number
  readonly end: number
  readonly program: Program
  readonly scopeManager: ScopeManagerLike
  readonly names: Names
  readonly exports: Exports
  readonly outline: Outline
  readonly localsOf: (fn: Node) => readonly VariableLike[]
}

/** Characters of text whose trees are kept at first; those that were used last stay. */
const KEPT_AT_FIRST = 750_000
/** Where trees that were let go are asked for again, as by each test of a large program, more are kept: so many at most. */
const KEPT_AT_MOST = 4_000_000
/** Modules that were let go are remembered so far. */
const MOST_LET_GO = 5000

let nextBase = FIRST_BASE
let kept = 0
let mayKeep = KEPT_AT_FIRST
/** What was let go, by path: its stamp. */
const letGo = new Map<string, string>()
const modules = new Map<string, LoadedModule | { readonly stamp: string; readonly program: undefined }>()

/** The module at a path; undefined if it can't be read or parsed. */
export function loadModule(path: string): LoadedModule | undefined {
  const file = readSource(path)
  if (!file) return undefined
  const known = modules.get(path)
  if (known) modules.delete(path)
  const module = known?.stamp === file.stamp ? known : parse(path, file.text(), file.stamp)
  if (!known && module.program && letGo.get(path) === file.stamp)
    mayKeep = Math.min(mayKeep + module.text.length, KEPT_AT_MOST)
  if (known?.program && known !== module) kept -= known.text.length
  modules.set(path, module)
  return module.program ? module : undefined
}

function parse(path: string, text: string, stamp: string): LoadedModule | { stamp: string; program: undefined } {
  const parsed = parseSource(text, path)
  if (parsed.error !== undefined) return { stamp, program: undefined }
  const base = nextBase
  nextBase += text.length + 1
  try {
    shift(parsed.ast, base)
    const scopeManager = scopesOf(parsed) as unknown as ScopeManagerLike
    const { ast: program } = parsed
    const outline = outlineOf(program, ({ range }) => text.slice(range[0] - base, range[1] - base))
    makeRoom(text.length)
    return {
      path,
      text,
      stamp,
      base,
      end: nextBase,
      program,
      scopeManager,
      names: namesOf(scopeManager),
      exports: exportsOf(program),
      outline,
      localsOf: localsOf(scopeManager, outline),
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return { stamp, program: undefined }
  }
}

function makeRoom(size: number): void {
  kept += size
  for (const [path, module] of modules) {
    if (kept <= mayKeep) return
    modules.delete(path)
    kept -= module.program ? module.text.length : 0
    if (letGo.size >= MOST_LET_GO) letGo.clear()
    letGo.set(path, module.stamp)
  }
}

/** Without recursion, since a chain of calls may be longer than the stack is deep. */
function shift(root: object, base: number): void {
  const pending: object[] = [root]
  const done = new Set<object>()
  for (let value = pending.pop(); value; value = pending.pop()) {
    // A shorthand property may have one node for its key and its value.
    if (done.has(value)) continue
    done.add(value)
    const node = value as { range?: [number, number] }
    if (Array.isArray(node.range)) node.range = [node.range[0] + base, node.range[1] + base]
    else if (!Array.isArray(value)) continue
    for (const child of Object.values(value) as unknown[])
      if (child !== null && typeof child === 'object' && child !== node.range) pending.push(child)
  }
}
