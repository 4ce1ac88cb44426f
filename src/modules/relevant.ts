/** The names of a file that have to do with advisory locks by what it imports. */
import { keyName } from '../origins/classes.ts'
import { importedName } from '../origins/types.ts'
import { type Node, type Program, unwrap } from '../syntax/ast.ts'
import { leads } from './leads.ts'
import type { Links } from './link.ts'
import type { LoadedModule } from './load.ts'

/** A name that an import gives, and what the other module calls it; `*`: all of it. */
interface Imported {
  readonly local: string
  readonly name: string
}

/**
 * The local names of what leads to a lock in another module, and with them the names of that module that do: methods of
 * a service are called by their names.
 */
export function leadingNames(program: Program, links: Links, root: string): ReadonlySet<string> {
  const done = new Map<LoadedModule, ReadonlySet<string>>()
  return leadingIn(program)

  function leadingIn({ body }: Program): ReadonlySet<string> {
    const leading = new Set<string>()
    for (const statement of body) {
      for (const { at, specifier, names } of importsOf(statement)) {
        const module = links.target(at, specifier)
        if (!module || !leads(module.path, root)) continue
        const there = relevantIn(module)
        const used = names.filter(
          ({ name }) => there.has(name) || ((name === '*' || name === 'default') && there.size > 0),
        )
        if (used.length === 0) continue
        for (const { local } of used) if (local !== '*') leading.add(local)
        for (const name of there) leading.add(name)
      }
    }
    return leading
  }

  function relevantIn(module: LoadedModule): ReadonlySet<string> {
    let names = done.get(module)
    if (!names) {
      // Modules that import each other: what the first asks of itself on the way adds nothing.
      done.set(module, new Set())
      const local = module.outline.relevantWith(leadingIn(module.program))
      names = new Set([...local, ...exportedAs(module, local)])
      done.set(module, names)
    }
    return names
  }
}

/** `export { withLock as run }`. */
function exportedAs({ exports }: LoadedModule, local: ReadonlySet<string>): string[] {
  return [...exports.names].flatMap(([name, one]) =>
    one.kind === 'name' && one.identifier.type === 'Identifier' && local.has(one.identifier.name) ? [name] : [],
  )
}

function importsOf(
  statement: Node,
): readonly { readonly at: Node; readonly specifier: string; readonly names: readonly Imported[] }[] {
  switch (statement.type) {
    case 'ImportDeclaration': {
      const names = statement.specifiers.map((one) => ({ local: one.local.name, name: importedName(one) ?? '*' }))
      return [{ at: statement, specifier: statement.source.value, names }]
    }
    case 'ExportAllDeclaration':
      return [{ at: statement, specifier: statement.source.value, names: [{ local: '*', name: '*' }] }]
    case 'ExportNamedDeclaration': {
      if (!statement.source) return []
      const names = statement.specifiers.map(({ local, exported }) => ({
        local: textOf(exported),
        name: textOf(local),
      }))
      return [{ at: statement, specifier: statement.source.value, names }]
    }
    case 'VariableDeclaration':
      return statement.declarations.flatMap(({ id, init }) => {
        const specifier = init ? requiredBy(init) : undefined
        return init && specifier !== undefined ? [{ at: init, specifier, names: namesIn(id) }] : []
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
