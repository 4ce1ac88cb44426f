/** The modules that one analysis has looked into, and what a name that is imported stands for in them. */
import type { Exported, ImportLookup } from '../origins/imports.ts'
import type { Names, VariableLike } from '../origins/names.ts'
import { importedName, moduleOf } from '../origins/types.ts'
import type { Node } from '../syntax/ast.ts'
import { isForeign } from '../syntax/places.ts'
import type { Export } from './exports.ts'
import { type LoadedModule, loadModule } from './load.ts'
import { resolve } from './resolve.ts'

/** Modules that an analysis may look into, and the text in them. */
const MOST_MODULES = 60
const MOST_TEXT = 1_500_000
/** A name may be passed on so many times. */
const DEEPEST = 12

export interface LinkedFile {
  readonly path: string
  /** Nothing outside of this folder is read. */
  readonly root: string
}

export interface Links extends ImportLookup {
  /** The module that a node belongs to; undefined: the file that is linted. */
  moduleOf(node: Node): LoadedModule | undefined
  /** Modules that were not looked into, since there were too many, or too much text in them. */
  readonly left: ReadonlySet<string>
  /** What the model of a wrapper exports under this name. */
  ofModel(path: string, name: string): Exported | undefined
  /** The module that an import at `from` names. */
  target(from: Node, specifier: string): LoadedModule | undefined
}

/** `file` undefined: the path of the file isn't known, so no other is looked into. */
export function linksOf(file: LinkedFile | undefined): Links {
  /** In the order of their bases. */
  const linked: LoadedModule[] = []
  const paths = new Map<string, LoadedModule | undefined>()
  const left = new Set<string>()
  let text = 0

  function owner(node: Node): LoadedModule | undefined {
    const [start] = node.range
    return !isForeign(node) ? undefined : linked.find(({ base, end }) => base <= start && start < end)
  }

  function load(path: string): LoadedModule | undefined {
    if (paths.has(path)) return paths.get(path)
    const isWithin = paths.size < MOST_MODULES && text < MOST_TEXT
    if (!isWithin) left.add(path)
    const module = isWithin ? loadModule(path) : undefined
    paths.set(path, module)
    if (module) {
      text += module.text.length
      linked.push(module)
    }
    return module
  }

  function target(from: Node, specifier: string): LoadedModule | undefined {
    if (!file) return undefined
    const importer = isForeign(from) ? owner(from)?.path : file.path
    const path = importer === undefined ? undefined : resolve(importer, specifier, file.root)
    // The file that is linted is never read a second time.
    return path === undefined || path === file.path ? undefined : load(path)
  }

  function find(module: LoadedModule, name: string, depth: number): Exported | undefined {
    if (depth > DEEPEST) return undefined
    if (name === '*') return namespaceOf(module, depth)
    const own = module.exports.names.get(name)
    if (own) return exportedBy(module, own, depth)
    if (name === 'default') return undefined
    for (const { at, specifier } of module.exports.stars) {
      const other = target(at, specifier)
      const found = other && find(other, name, depth + 1)
      if (found) return found
    }
    return undefined
  }

  function exportedBy(module: LoadedModule, one: Export, depth: number): Exported | undefined {
    switch (one.kind) {
      case 'name': {
        const variable = module.names.variableOf(one.identifier)
        return variable && (passedOn(variable, depth) ?? { kind: 'variable', variable })
      }
      case 'expression':
        return { kind: 'expression', node: one.node }
      case 'from': {
        const other = target(one.at, one.specifier)
        return other && find(other, one.name, depth + 1)
      }
    }
  }

  /** `import { a } from './a'; export { a }` is what `export { a } from './a'` is. */
  function passedOn({ defs: [def] }: VariableLike, depth: number): Exported | undefined {
    const node = def?.type === 'ImportBinding' ? (def.node as Node) : undefined
    const specifier = def && node && moduleOf(def)
    const name = node && importedName(node)
    const other = node && specifier !== undefined ? target(node, specifier) : undefined
    return other && name !== undefined ? find(other, name, depth + 1) : undefined
  }

  function namespaceOf(module: LoadedModule, depth: number): Exported {
    const names = new Map<string, Exported>()
    for (const [name, one] of module.exports.names) {
      const exported = exportedBy(module, one, depth + 1)
      if (exported) names.set(name, exported)
    }
    for (const { at, specifier } of module.exports.stars) {
      const other = target(at, specifier)
      const all = other && find(other, '*', depth + 1)
      if (all?.kind === 'namespace')
        for (const [name, one] of all.names) if (name !== 'default' && !names.has(name)) names.set(name, one)
    }
    const { whole } = module.exports
    return {
      kind: 'namespace',
      key: `m${String(module.base)}`,
      names,
      whole: whole && exportedBy(module, whole, depth + 1),
    }
  }

  return {
    left,
    moduleOf: owner,
    target,
    ofModel(path, name) {
      const module = load(path)
      return module && find(module, name, 0)
    },
    exported(from, specifier, name) {
      const module = target(from, specifier)
      return module && find(module, name, 0)
    },
  }
}

/** The names of a file together with those of the modules that it is linked with. */
export function linkedNames(own: Names, links: Links): Names {
  return {
    variableOf: (identifier) => (links.moduleOf(identifier)?.names ?? own).variableOf(identifier),
    capturesOf: (node) => (links.moduleOf(node)?.names ?? own).capturesOf(node),
    declaredInside(variable) {
      const node = variable.defs[0]?.node as Node | undefined
      return ((node && links.moduleOf(node)?.names) ?? own).declaredInside(variable)
    },
    isSteady: (variable) => own.isSteady(variable),
  }
}
