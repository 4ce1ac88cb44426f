/** The functions of a file, what is around each, and which names have to do with advisory locks. */
import { keyName } from '../origins/classes.ts'
import { writtenPath } from '../origins/written-path.ts'
import {
  type ClassNode,
  type FunctionNode,
  isClass,
  isFunction,
  type Node,
  type Program,
  type TSESTree,
} from '../syntax/ast.ts'
import { childrenOf } from '../syntax/walk.ts'

/** A function of the file, and what is around it. */
export interface FunctionInfo {
  readonly fn: FunctionNode
  /** The name it is declared, assigned or defined under. */
  readonly name: string | undefined
  /** The class whose `this` it sees. */
  readonly owner: ClassNode | undefined
  /** It is a method of `owner`, visible from outside the class. */
  readonly method: 'public' | 'private' | undefined
  /** The functions around it, the innermost first. */
  readonly around: readonly FunctionNode[]
  readonly identifiers: ReadonlySet<string>
  /** What it is given to, and how it is marked: `cron.schedule(…)`, `@Cron()`. */
  readonly given: readonly string[]
}

export interface Outline {
  readonly functions: ReadonlyMap<Node, FunctionInfo>
  readonly program: Program
  /** Names of the functions that the module declares at its top. */
  readonly topNames: ReadonlySet<string>
  /** Local names that the module exports. */
  readonly exportedNames: ReadonlySet<string>
  /**
   * Names whose declaration mentions advisory locks (distance 0), or a name that does (one more than the nearest).
   * `leading`: such names of other modules.
   */
  readonly relevantWith: (leading: ReadonlyMap<string, number>) => ReadonlyMap<string, number>
  /** The call or member expression around a call or member expression: the rest of a chain. */
  readonly chains: ReadonlyMap<Node, Node>
  /** Names of methods and of fields that hold functions. */
  readonly memberNames: ReadonlySet<string>
  /** Names that stand outside of all functions. */
  readonly outerNames: ReadonlySet<string>
}

/** Walks the tree once. `sourceOf` gives the text of a node. */
export function outlineOf(program: Program, sourceOf: (node: Node) => string): Outline {
  const functions = new Map<Node, FunctionInfo>()
  const mentions: { name: string; identifiers: ReadonlySet<string>; direct: boolean }[] = []
  const topNames = new Set<string>()
  const memberNames = new Set<string>()
  const outerNames = new Set<string>()
  const chains = new Map<Node, Node>()
  const given = new Map<Node, readonly string[]>()
  const isDirect = (node: Node): boolean => /advisory/i.test(sourceOf(node))

  // An explicit stack: deep trees must not overflow. Each entry knows the functions, the class and the name around it.
  interface Entry {
    node: Node
    name: string | undefined
    owner: ClassNode | undefined
    method: FunctionInfo['method']
    around: readonly FunctionNode[]
    collectors: readonly Set<string>[]
  }
  const stack: Entry[] = [
    { node: program, name: undefined, owner: undefined, method: undefined, around: [], collectors: [] },
  ]
  for (let entry = stack.pop(); entry; entry = stack.pop()) {
    const { node } = entry
    let { name, owner, around, collectors } = entry
    let method: FunctionInfo['method']
    if (node.type === 'Identifier' && around.length === 0) outerNames.add(node.name)
    if (node.type === 'Identifier' || node.type === 'PrivateIdentifier')
      for (const set of collectors) set.add(node.type === 'PrivateIdentifier' ? `#${node.name}` : node.name)
    if (node.type === 'MemberExpression') chains.set(node.object, node)
    if (node.type === 'CallExpression') chains.set(node.callee, node)
    if (node.type === 'CallExpression')
      for (const argument of node.arguments) if (isFunction(argument)) given.set(argument, [writtenPath(node.callee)])
    if (node.type === 'MethodDefinition') given.set(node.value, decoratorsOf(node))
    switch (node.type) {
      case 'VariableDeclarator':
        name = node.id.type === 'Identifier' ? node.id.name : undefined
        if (name !== undefined) collectors = named(name, node, collectors)
        break
      case 'ClassDeclaration':
      case 'ClassExpression':
        owner = node
        name = undefined
        if (node.id) collectors = named(node.id.name, node, collectors)
        break
      case 'MethodDefinition':
      case 'PropertyDefinition':
        name = keyName(node.key, node.computed)
        method = node.accessibility === 'private' || name?.startsWith('#') ? 'private' : 'public'
        if (name !== undefined) collectors = named(name, node, collectors)
        if (name !== undefined) memberNames.add(name)
        break
      case 'Property':
        name = keyName(node.key, node.computed)
        if (name !== undefined && isFunction(node.value)) {
          collectors = named(name, node, collectors)
          memberNames.add(name)
        }
        break
      case 'AssignmentExpression':
        name = node.left.type === 'MemberExpression' ? keyName(node.left.property, node.left.computed) : undefined
        break
      default:
        break
    }
    if (isFunction(node)) {
      if (node.type === 'FunctionDeclaration') name = node.id?.name
      if (node.type === 'FunctionDeclaration' && name !== undefined) collectors = named(name, node, collectors)
      const identifiers = new Set<string>()
      const isOwn = entry.method !== undefined || node.type === 'ArrowFunctionExpression'
      functions.set(node, {
        fn: node,
        name,
        owner: isOwn ? owner : undefined,
        method: entry.method,
        around,
        identifiers,
        given: given.get(node) ?? [],
      })
      if (around.length === 0 && name !== undefined && !owner) topNames.add(name)
      if (!isOwn) owner = undefined
      around = [node, ...around]
      collectors = [...collectors, identifiers]
      name = undefined
    }
    const keep = isClass(node) || node.type === 'ClassBody' ? undefined : name
    for (const child of childrenOf(node).reverse())
      stack.push({ node: child, name: keep, owner, method, around, collectors })
  }

  return {
    functions,
    program,
    topNames,
    exportedNames: exportedNamesOf(program),
    relevantWith,
    chains,
    memberNames,
    outerNames,
  }

  function relevantWith(leading: ReadonlyMap<string, number>): ReadonlyMap<string, number> {
    const relevant = new Map(leading)
    for (const { name, direct } of mentions) if (direct) relevant.set(name, 0)
    for (let grown = true; grown;) {
      grown = false
      for (const { name, identifiers } of mentions) {
        const nearest = Math.min(
          ...[...identifiers].map((used) => (used === name ? Infinity : (relevant.get(used) ?? Infinity))),
        )
        if (nearest + 1 >= (relevant.get(name) ?? Infinity)) continue
        relevant.set(name, nearest + 1)
        grown = true
      }
    }
    return relevant
  }

  function named(name: string, node: Node, collectors: readonly Set<string>[]): readonly Set<string>[] {
    const identifiers = new Set<string>()
    mentions.push({ name, identifiers, direct: isDirect(node) })
    return [...collectors, identifiers]
  }
}

function exportedNamesOf(program: Program): ReadonlySet<string> {
  const names = new Set<string>()
  for (const statement of program.body) {
    if (statement.type === 'ExportDefaultDeclaration') {
      const { declaration } = statement
      if (declaration.type === 'Identifier') names.add(declaration.name)
      else if (declaration.type === 'FunctionDeclaration' && declaration.id) names.add(declaration.id.name)
    } else if (statement.type === 'ExportNamedDeclaration' && !statement.source) {
      for (const { local } of statement.specifiers) names.add(local.name)
      if (statement.declaration?.type === 'FunctionDeclaration' && statement.declaration.id)
        names.add(statement.declaration.id.name)
      if (statement.declaration?.type === 'VariableDeclaration')
        for (const { id } of statement.declaration.declarations) if (id.type === 'Identifier') names.add(id.name)
    }
  }
  return names
}

/** Parsers of plain JavaScript give no list of decorators. */
function decoratorsOf({ decorators }: { readonly decorators?: readonly TSESTree.Decorator[] }): string[] {
  return decorators?.map((one) => writtenPath(one.expression)) ?? []
}
