/** Which variable a name stands for, from the scope analysis of the host, whichever it is. */
import type { FunctionNode, Node } from '../syntax/ast.ts'

/** What is used of a scope manager: the same in ESLint's, typescript-eslint's and oxlint's. */
export interface ScopeManagerLike {
  readonly scopes: readonly ScopeLike[]
}
interface ScopeLike {
  readonly block: unknown
  readonly through: readonly ReferenceLike[]
  readonly references: readonly ReferenceLike[]
  readonly variables: readonly VariableLike[]
}
interface ReferenceLike {
  readonly identifier: unknown
  readonly resolved: VariableLike | null
  isWrite(): boolean
  readonly init?: boolean | undefined
}
export interface VariableLike {
  readonly name: string
  readonly defs: readonly DefinitionLike[]
  readonly references: readonly ReferenceLike[]
}
interface DefinitionLike {
  readonly type: string
  readonly node: unknown
  readonly name: unknown
  readonly parent?: unknown
}

export interface Names {
  /** The variable of an identifier that reads, writes or declares one. */
  variableOf(identifier: Node): VariableLike | undefined
  /** Variables from outside that a function or class uses, its nested functions included. */
  capturesOf(node: Node): readonly VariableLike[]
  /** The function that a name stands for, if it is declared in another function. */
  declaredInside(variable: VariableLike): FunctionNode | undefined
  /** Whether a variable keeps the value that it got where it was declared. */
  isSteady(variable: VariableLike): boolean
}

/** `type Key = …` beside `const Key = …` says nothing of the value. */
export function isOfValue({ type }: DefinitionLike): boolean {
  return type !== 'Type'
}

/** Indexes a scope analysis once. */
export function namesOf(manager: ScopeManagerLike): Names {
  const variables = new Map<unknown, VariableLike>()
  const captures = new Map<unknown, Set<VariableLike>>()
  for (const scope of manager.scopes) {
    for (const variable of scope.variables) for (const def of variable.defs) variables.set(def.name, variable)
    for (const reference of scope.references)
      if (reference.resolved) variables.set(reference.identifier, reference.resolved)
    const outside = captures.get(scope.block) ?? new Set<VariableLike>()
    for (const reference of scope.through) if (reference.resolved) outside.add(reference.resolved)
    captures.set(scope.block, outside)
  }
  // A function has up to two scopes (its name's and its body's): what the inner finds in the outer isn't captured.
  for (const scope of manager.scopes)
    for (const variable of scope.variables) captures.get(scope.block)?.delete(variable)
  // Who names such a function needs what it captures, too; what is added on the way is visited as well.
  const inside = declaredInside(manager)
  if (inside.size > 0)
    for (const variables of captures.values())
      for (const variable of variables)
        for (const captured of captures.get(inside.get(variable)) ?? []) variables.add(captured)
  const steady = new Map<VariableLike, boolean>()
  return {
    variableOf: (identifier) => variables.get(identifier),
    capturesOf: (node) => [...(captures.get(node) ?? [])],
    declaredInside: (variable) => inside.get(variable),
    isSteady(variable) {
      let known = steady.get(variable)
      if (known === undefined) {
        known = variable.defs.filter(isOfValue).length === 1 && !variable.references.some((r) => r.isWrite() && !r.init)
        steady.set(variable, known)
      }
      return known
    },
  }
}

function declaredInside({ scopes }: ScopeManagerLike): ReadonlyMap<VariableLike, FunctionNode> {
  const inside = new Map<VariableLike, FunctionNode>()
  for (const { block, variables } of scopes) {
    if ((block as Node).type === 'Program') continue
    for (const variable of variables) {
      const [def] = variable.defs
      const node = def?.type === 'FunctionName' ? (def.node as Node) : undefined
      if (node?.type === 'FunctionDeclaration') inside.set(variable, node)
    }
  }
  return inside
}
