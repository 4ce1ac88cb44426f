/** Which functions of a file are run by themselves, in which order, and what each declares. */
import { writtenPath } from '../effects/classify.ts'
import type { Origins } from '../origins/evaluate.ts'
import { keyName } from '../origins/classes.ts'
import type { ScopeManagerLike, VariableLike } from '../origins/names.ts'
import { EMPTY_ENVIRONMENT } from '../origins/evaluate.ts'
import type { Value } from '../origins/value.ts'
import { type ClassNode, type FunctionNode, isClass, isFunction, type Node, type Program } from '../syntax/ast.ts'
import { childrenOf } from '../syntax/walk.ts'
import type { Root } from './simulate.ts'

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
  /** Names whose declaration mentions advisory locks, or a name that does. */
  readonly relevant: ReadonlySet<string>
  /** The call or member expression around a call or member expression: the rest of a chain. */
  readonly chains: ReadonlyMap<Node, Node>
}

/** Walks the tree once. `text` is the source. */
export function outlineOf(program: Program, text: string): Outline {
  const functions = new Map<Node, FunctionInfo>()
  const mentions: { name: string; identifiers: ReadonlySet<string>; direct: boolean }[] = []
  const topNames = new Set<string>()
  const chains = new Map<Node, Node>()
  const given = new Map<Node, readonly string[]>()
  const isDirect = (node: Node): boolean => /advisory/i.test(text.slice(node.range[0], node.range[1]))

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
    if (node.type === 'Identifier' || node.type === 'PrivateIdentifier')
      for (const set of collectors) set.add(node.type === 'PrivateIdentifier' ? `#${node.name}` : node.name)
    if (node.type === 'MemberExpression') chains.set(node.object, node)
    if (node.type === 'CallExpression') chains.set(node.callee, node)
    if (node.type === 'CallExpression') for (const argument of node.arguments) if (isFunction(argument)) given.set(argument, [writtenPath(node.callee)])
    if (node.type === 'MethodDefinition') given.set(node.value, node.decorators?.map((one) => writtenPath(one.expression)) ?? [])
    switch (node.type) {
      case 'VariableDeclarator':
        name = node.id.type === 'Identifier' ? node.id.name : undefined
        if (name !== undefined) collectors = named(name, node, collectors)
        break
      case 'ClassDeclaration':
      case 'ClassExpression':
        owner = node
        name = undefined
        break
      case 'MethodDefinition':
      case 'PropertyDefinition':
        name = keyName(node.key, node.computed)
        method = node.accessibility === 'private' || name?.startsWith('#') ? 'private' : 'public'
        if (name !== undefined) collectors = named(name, node, collectors)
        break
      case 'Property':
        name = keyName(node.key, node.computed)
        if (name !== undefined && isFunction(node.value)) collectors = named(name, node, collectors)
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
    for (const child of childrenOf(node).reverse()) stack.push({ node: child, name: keep, owner, method, around, collectors })
  }

  const relevant = new Set(mentions.filter((one) => one.direct).map((one) => one.name))
  for (let grown = true; grown;) {
    grown = false
    for (const one of mentions) {
      if (relevant.has(one.name) || ![...one.identifiers].some((name) => relevant.has(name))) continue
      relevant.add(one.name)
      grown = true
    }
  }
  return { functions, program, topNames, relevant, chains }

  function named(name: string, node: Node, collectors: readonly Set<string>[]): readonly Set<string>[] {
    const identifiers = new Set<string>()
    mentions.push({ name, identifiers, direct: isDirect(node) })
    return [...collectors, identifiers]
  }
}

/** The program, then functions that nobody here calls, then the others; what is run in place is left out on the way. */
export function rootsOf(outline: Outline, origins: Origins, text: string): Root[] {
  const used = new Map<string, number>()
  for (const { identifiers } of outline.functions.values())
    for (const name of identifiers) used.set(name, (used.get(name) ?? 0) + 1)
  const candidates = [...outline.functions.values()].filter(({ fn, identifiers }) => {
    if (/advisory/i.test(text.slice(fn.range[0], fn.range[1]))) return true
    return [...identifiers].some((name) => outline.relevant.has(name))
  })
  const rank = ({ fn, name, around }: FunctionInfo): number => {
    if (around.length > 0) return 2 + around.length
    // A declaration holds its own name, too.
    const own = fn.type === 'FunctionDeclaration' ? 1 : 0
    return name !== undefined && (used.get(name) ?? 0) > own ? 1 : 0
  }
  const ordered = candidates.sort((a, b) => rank(a) - rank(b) || a.fn.range[0] - b.fn.range[0])
  return [
    { fn: outline.program, self: undefined },
    ...ordered.map((info) => ({ fn: info.fn, self: selfOf(info, origins) })),
  ]
}

function selfOf({ owner, fn }: FunctionInfo, origins: Origins): Value | undefined {
  if (!owner) return undefined
  const value = origins.evaluate(owner, EMPTY_ENVIRONMENT)
  void fn
  return value.kind === 'class' ? { kind: 'instance', key: `this:${value.key}`, of: value } : undefined
}

/** The variables that each function declares itself, its blocks included, unless a closure may still write them. */
export function localsOf(manager: ScopeManagerLike, outline: Outline): (fn: Node) => readonly VariableLike[] {
  const locals = new Map<Node, VariableLike[]>()
  const byStart = [...outline.functions.keys()].sort((a, b) => a.range[0] - b.range[0])
  for (const scope of manager.scopes) {
    if (scope.variables.length === 0) continue
    const owner = innermost(byStart, scope.block as Node) ?? outline.program
    const own = locals.get(owner) ?? []
    own.push(...scope.variables)
    locals.set(owner, own)
  }
  return (fn) => locals.get(fn) ?? []
}

/** The last function that begins before a node and ends after it. */
function innermost(functions: readonly Node[], node: Node): Node | undefined {
  let low = 0
  let high = functions.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((functions[middle]?.range[0] ?? 0) <= node.range[0]) low = middle + 1
    else high = middle
  }
  for (let index = low - 1; index >= 0; index--) {
    const fn = functions[index]
    if (fn && fn.range[0] <= node.range[0] && node.range[1] <= fn.range[1]) return fn
  }
  return undefined
}
