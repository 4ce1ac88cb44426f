/** Which functions of a file are run by themselves, in which order, and what each declares. */
import { EMPTY_ENVIRONMENT, type Origins } from '../origins/evaluate.ts'
import type { ScopeManagerLike, VariableLike } from '../origins/names.ts'
import type { Value } from '../origins/value.ts'
import type { FunctionNode, Node, Program } from '../syntax/ast.ts'
import type { FunctionInfo, Outline } from './outline.ts'

/** A function to run by itself: nobody in the file runs it in place. */
export interface Root {
  readonly fn: FunctionNode | Program
  readonly self: Value | undefined
  /** Other modules call it too, with arguments of their own: it runs by itself although a function here calls it. */
  readonly exported: boolean
}

/** The program, then functions that nobody here calls, then the others; what is run in place is left out on the way. */
export function rootsOf(
  outline: Outline,
  relevant: { has(name: string): boolean },
  origins: Origins,
  text: string,
): Root[] {
  const used = new Map<string, number>()
  for (const { identifiers } of outline.functions.values())
    for (const name of identifiers) used.set(name, (used.get(name) ?? 0) + 1)
  const candidates = [...outline.functions.values()].filter(({ fn, identifiers }) => {
    if (/advisory/i.test(text.slice(fn.range[0], fn.range[1]))) return true
    return [...identifiers].some((name) => relevant.has(name))
  })
  const rank = ({ fn, name, around }: FunctionInfo): number => {
    if (around.length > 0) return 2 + around.length
    // A declaration holds its own name, too.
    const own = fn.type === 'FunctionDeclaration' ? 1 : 0
    return name !== undefined && (used.get(name) ?? 0) > own ? 1 : 0
  }
  const ordered = candidates.sort((a, b) => rank(a) - rank(b) || a.fn.range[0] - b.fn.range[0])
  const runsLocks = /advisory/i.test(text) || [...outline.outerNames].some((name) => relevant.has(name))
  return [
    ...(runsLocks ? [{ fn: outline.program, self: undefined, exported: false }] : []),
    ...ordered.map((info) => ({ fn: info.fn, self: selfOf(info, origins), exported: isExported(info, outline) })),
  ]
}

function isExported({ name, around, owner }: FunctionInfo, { exportedNames }: Outline): boolean {
  return name !== undefined && around.length === 0 && !owner && exportedNames.has(name)
}

function selfOf({ owner }: FunctionInfo, origins: Origins): Value | undefined {
  if (!owner) return undefined
  const value = origins.evaluate(owner, EMPTY_ENVIRONMENT)
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
    own.push(...scope.variables.filter((variable) => !isWrittenInside(variable, owner, byStart)))
    locals.set(owner, own)
  }
  return (fn) => locals.get(fn) ?? []
}

/** Whether a closure writes a variable of the function around it: it remembers something there between its runs. */
function isWrittenInside({ references }: VariableLike, owner: Node, functions: readonly Node[]): boolean {
  return references.some((one) => one.isWrite() && (innermost(functions, one.identifier as Node) ?? owner) !== owner)
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
