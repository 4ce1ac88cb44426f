/** What a type annotation tells of a value: a handle of a driver, an object of a package, an instance of a class here. */
import { roleOfType } from '../drivers/index.ts'
import { isClass, type Node, type TSESTree } from '../syntax/ast.ts'
import { classValue } from './closures.ts'
import { EMPTY_ENVIRONMENT } from './environment.ts'
import type { Origins } from './evaluate.ts'
import { type Session, type Value, handle, importedObject, promise } from './value.ts'

/**
 * The value of a parameter, field or variable that is annotated with a type, if the type says anything.
 * `place` is what identifies the value: two places are two sessions.
 */
export function valueOfType(annotation: Node | null | undefined, place: string, origins: Origins): Value | undefined {
  const seen = new Set<unknown>()
  const read = (type: Node | null | undefined): Value | undefined => {
    if (!type || seen.has(type)) return undefined
    seen.add(type)
    switch (type.type) {
      case 'TSTypeAnnotation':
        return read(type.typeAnnotation)
      case 'TSUnionType': {
        const parts = type.types.filter((t) => t.type !== 'TSNullKeyword' && t.type !== 'TSUndefinedKeyword')
        return parts.length === 1 ? read(parts[0]) : undefined
      }
      case 'TSTypeOperator':
        return read(type.typeAnnotation)
      case 'TSTypeReference':
        return readReference(type)
      default:
        return undefined
    }
  }
  const readReference = (type: TSESTree.TSTypeReference): Value | undefined => {
    const path = qualifiedName(type.typeName)
    const root = rootOf(type.typeName)
    if (!path || !root) return undefined
    const variable = origins.names.variableOf(root)
    const def = variable?.defs[0]
    if (!def) {
      if (path[0] === 'Promise') {
        const inner = read(type.typeArguments?.params[0])
        return inner && promise(inner, true)
      }
      if (path[0] === 'Readonly') return read(type.typeArguments?.params[0])
      return origins.named.ofType(path, place)
    }
    if (def.type === 'ImportBinding') return ofImport(def, path)
    return ofDeclaration(def.node as Node, path)
  }
  const ofDeclaration = (node: Node, path: readonly string[]): Value | undefined => {
    if (isClass(node)) {
      const value = classValue(node, EMPTY_ENVIRONMENT, origins)
      return { kind: 'instance', key: `new ${value.key}:${place}`, of: value }
    }
    const meant = node.type === 'TSTypeAliasDeclaration' ? read(node.typeAnnotation) : undefined
    return meant ?? origins.named.ofType(path, place)
  }
  const ofImport = (def: { node: unknown; parent?: unknown }, path: readonly string[]): Value | undefined => {
    const module = moduleOf(def)
    const specifier = def.node as Node
    if (module === undefined) return undefined
    const first = importedName(specifier)
    // A default or namespace import stands for the module: `Prisma.TransactionClient`, `pg.PoolClient`, `Knex`.
    const name = [first === '*' || first === 'default' ? undefined : first, ...path.slice(1)]
      .filter((n) => n !== undefined)
      .join('.')
    const ref =
      roleOfType(module, name || (path[0] ?? '')) ??
      (first === 'default' ? roleOfType(module, path.join('.')) : undefined)
    if (ref?.role.holder) {
      const { holder, resets } = ref.role
      const session: Session = { key: place, holder, pool: undefined, owned: false, resets: resets === true }
      return handle(ref, session)
    }
    const declared = declarationIn(specifier, module, first ?? '', path, origins)
    if (declared) return ofDeclaration(declared, path)
    const all = [...(first ? [first] : []), ...path.slice(1)]
    return origins.named.ofType(path, place) ?? importedObject(module, all, place)
  }
  return read(annotation)
}

/** The declaration in another module that a type reference names. */
function declarationIn(
  specifier: Node,
  module: string,
  name: string,
  path: readonly string[],
  { imports }: Origins,
): Node | undefined {
  let exported = imports.exported(specifier, module, name)
  if (exported?.kind === 'namespace') exported = exported.names.get(path[1] ?? '')
  if (exported?.kind === 'expression') return exported.node
  return exported?.kind === 'variable' ? (exported.variable.defs[0]?.node as Node | undefined) : undefined
}

function qualifiedName(name: TSESTree.EntityName): string[] | undefined {
  if (name.type === 'Identifier') return [name.name]
  if (name.type !== 'TSQualifiedName') return undefined
  const left = qualifiedName(name.left)
  return left && [...left, name.right.name]
}

function rootOf(name: TSESTree.EntityName): Node | undefined {
  return name.type === 'TSQualifiedName' ? rootOf(name.left) : name.type === 'Identifier' ? name : undefined
}

/** The module that an import binding comes from. */
export function moduleOf(def: { node: unknown; parent?: unknown }): string | undefined {
  const declaration = def.parent as Node | undefined
  if (declaration?.type === 'ImportDeclaration') return declaration.source.value
  return undefined
}

/** The name under which the module exports what an import specifier names; `*` for the namespace. */
export function importedName(specifier: Node): string | undefined {
  switch (specifier.type) {
    case 'ImportDefaultSpecifier':
      return 'default'
    case 'ImportNamespaceSpecifier':
      return '*'
    case 'ImportSpecifier':
      return specifier.imported.type === 'Identifier' ? specifier.imported.name : specifier.imported.value
    default:
      return undefined
  }
}
