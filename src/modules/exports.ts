/** What a module exports, by its tree alone: names of its own, expressions, and what it passes on from others. */
import { type Node, type Program, type TSESTree, unwrap } from '../syntax/ast.ts'
import { keyName } from '../origins/classes.ts'

export type Export =
  /** A variable of the module; `identifier` is a place that names it. */
  | { readonly kind: 'name'; readonly identifier: Node }
  | { readonly kind: 'expression'; readonly node: Node }
  /** `name` of another module; `*` for all of it. */
  | { readonly kind: 'from'; readonly at: Node; readonly specifier: string; readonly name: string }

export interface Exports {
  readonly names: ReadonlyMap<string, Export>
  /** `export * from …`. */
  readonly stars: readonly { readonly at: Node; readonly specifier: string }[]
  /** `module.exports = …`, `export = …`. */
  readonly whole: Export | undefined
}

export function exportsOf({ body }: Program): Exports {
  const names = new Map<string, Export>()
  const stars: { at: Node; specifier: string }[] = []
  let whole: Export | undefined
  for (const statement of body) {
    switch (statement.type) {
      case 'ExportDefaultDeclaration':
        names.set('default', valueOf(statement.declaration))
        break
      case 'ExportNamedDeclaration':
        if (statement.declaration) for (const id of declaredIn(statement.declaration)) names.set(id.name, named(id))
        for (const { local, exported } of statement.specifiers) {
          const [own, outer] = [textOf(local), textOf(exported)]
          names.set(
            outer,
            statement.source
              ? { kind: 'from', at: statement, specifier: statement.source.value, name: own }
              : named(local),
          )
        }
        break
      case 'ExportAllDeclaration': {
        const specifier = statement.source.value
        if (statement.exported)
          names.set(textOf(statement.exported), { kind: 'from', at: statement, specifier, name: '*' })
        else stars.push({ at: statement, specifier })
        break
      }
      case 'TSExportAssignment':
        whole = addAssigned(statement.expression, names)
        break
      case 'ExpressionStatement':
        if (statement.expression.type === 'AssignmentExpression')
          whole = addCommonJs(statement.expression, names) ?? whole
        break
      default:
    }
  }
  return { names, stars, whole }
}

function named(identifier: Node): Export {
  return { kind: 'name', identifier }
}

function valueOf(node: Node): Export {
  const inner = unwrap(node)
  if (inner.type === 'Identifier') return named(inner)
  const isDeclared = inner.type === 'FunctionDeclaration' || inner.type === 'ClassDeclaration'
  return isDeclared && inner.id ? named(inner.id) : { kind: 'expression', node: inner }
}

function textOf(name: TSESTree.Identifier | TSESTree.StringLiteral): string {
  return name.type === 'Identifier' ? name.name : name.value
}

/** The names that a declaration makes, those of patterns too. */
function declaredIn(declaration: Node): TSESTree.Identifier[] {
  if (declaration.type !== 'VariableDeclaration') {
    const id = 'id' in declaration ? (declaration.id as Node | null) : null
    return id?.type === 'Identifier' ? [id] : []
  }
  return declaration.declarations.flatMap(({ id }) => boundIn(id))
}

function boundIn(pattern: Node): TSESTree.Identifier[] {
  switch (pattern.type) {
    case 'Identifier':
      return [pattern]
    case 'ObjectPattern':
      return pattern.properties.flatMap((one) => boundIn(one.type === 'Property' ? one.value : one.argument))
    case 'ArrayPattern':
      return pattern.elements.flatMap((one) => (one ? boundIn(one) : []))
    case 'AssignmentPattern':
      return boundIn(pattern.left)
    default:
      return []
  }
}

/** `module.exports = …`, `module.exports.name = …`, `exports.name = …`. */
function addCommonJs(
  { left, right, operator }: TSESTree.AssignmentExpression,
  names: Map<string, Export>,
): Export | undefined {
  if (operator !== '=' || left.type !== 'MemberExpression') return undefined
  if (isModuleExports(left)) return addAssigned(right, names)
  const name = keyName(left.property, left.computed)
  const isExports = left.object.type === 'Identifier' && left.object.name === 'exports'
  if (name !== undefined && (isExports || isModuleExports(left.object))) names.set(name, valueOf(right))
  return undefined
}

function isModuleExports(node: Node): boolean {
  return (
    node.type === 'MemberExpression' &&
    node.object.type === 'Identifier' &&
    node.object.name === 'module' &&
    keyName(node.property, node.computed) === 'exports'
  )
}

/** The whole is the default export; the properties of an object are names, too. */
function addAssigned(whole: Node, names: Map<string, Export>): Export {
  const all = valueOf(whole)
  names.set('default', all)
  const inner = unwrap(whole)
  if (inner.type !== 'ObjectExpression') return all
  for (const property of inner.properties) {
    if (property.type !== 'Property') continue
    const name = keyName(property.key, property.computed)
    if (name !== undefined) names.set(name, valueOf(property.value))
  }
  return all
}
