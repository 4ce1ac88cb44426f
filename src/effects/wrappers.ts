/** Calls of the wrappers that the settings describe: which of them a call is one of. */
import type { Names } from '../origins/names.ts'
import { importedName, moduleOf } from '../origins/types.ts'
import type { ValueOf } from '../origins/value.ts'
import { writtenPath } from '../origins/written-path.ts'
import type { Wrapper } from '../settings/index.ts'
import { type Node, type TSESTree, unwrap } from '../syntax/ast.ts'

export interface Wrappers {
  /** By how a call is written, and where its name is imported from. */
  written(callee: Node, names: Names): Wrapper | undefined
  /** By what is called, where that is something of a package. */
  imported(callee: ValueOf<'import'>): Wrapper | undefined
}

const NONE: Wrappers = { written: () => undefined, imported: () => undefined }

export function wrappersOf(listed: readonly Wrapper[]): Wrappers {
  if (listed.length === 0) return NONE
  const anywhere = new Map<string, Wrapper>()
  const ofModules: Wrapper[] = []
  for (const wrapper of listed)
    if (wrapper.module === undefined) anywhere.set(wrapper.name, wrapper)
    else ofModules.push(wrapper)
  return {
    written(callee, names) {
      const path = writtenPath(callee).split('.')
      const module = ofModules.find((wrapper) => comesFrom(callee, path, wrapper, names))
      // `locks.withLock` also stands for `this.locks.withLock`, `withLock` for any method called so.
      const ends = [path, path.slice(-2), path.slice(-1)].map((end) => anywhere.get(end.join('.')))
      return module ?? ends.find((one) => one !== undefined)
    },
    imported: ({ module, path }) => ofModules.find((wrapper) => wrapper.module === module && isNamed(path, wrapper)),
  }
}

function comesFrom(callee: Node, path: readonly string[], wrapper: Wrapper, names: Names): boolean {
  const root = rootOf(callee)
  const [def] = (root && names.variableOf(root)?.defs) ?? []
  if (def?.type !== 'ImportBinding' || moduleOf(def) !== wrapper.module) return false
  return isNamed([importedName(def.node as Node) ?? '', ...path.slice(1)], wrapper)
}

/** With or without the export through which it is reached: `locks.withLock` of `import { locks }`, or `withLock`. */
function isNamed(path: readonly string[], { name }: Wrapper): boolean {
  return path.join('.') === name || path.slice(1).join('.') === name || path.slice(-1).join('') === name
}

function rootOf(node: Node): TSESTree.Identifier | undefined {
  let at = unwrap(node)
  while (at.type === 'MemberExpression' || at.type === 'CallExpression')
    at = unwrap(at.type === 'MemberExpression' ? at.object : at.callee)
  return at.type === 'Identifier' ? at : undefined
}
