/** What else a program does with a value that a key is made of: whether it looked at it before, or tells others. */
import type { LockSite } from '../locks/facts.ts'
import type { Frame } from '../locks/state.ts'
import type { VariableLike } from '../origins/names.ts'
import type { Value } from '../origins/value.ts'
import type { FileAnalysis } from './file.ts'
import { writtenPath } from '../origins/written-path.ts'
import { isFunction, type Node } from '../syntax/ast.ts'
import { covers, pathTo } from '../syntax/walk.ts'

/**
 * Whether the program tested a value, or gave it to somebody who may have, before it got to the lock. What such a look
 * tells isn't always known (a type guard, an assertion, a test on one branch): whoever looked is trusted.
 */
export function isLookedAt(value: Value, site: LockSite): boolean {
  return variablesOf(value, site).some((variable) =>
    usesOf(variable, outermost(site)).some(
      ({ identifier, path }) => isClaim(path) || (isLook(path) && isBefore(identifier, variable, site)),
    ),
  )
}

/** Whether somebody else may learn a value: it is kept in a field, or used for more than the lock. */
export function isTold(value: Value, site: LockSite, { text, outline }: FileAnalysis): boolean {
  if (site.holders.get(value.key)?.has('field')) return true
  return variablesOf(value, site).some((variable) =>
    usesOf(variable, outline.program).some(({ path }) => tells(path, site, text)),
  )
}

function variablesOf(value: Value, { holders }: LockSite): VariableLike[] {
  return [...(holders.get(value.key) ?? [])].filter((holder) => holder !== 'field')
}

interface Use {
  readonly identifier: Node
  /** From the root down to the identifier. */
  readonly path: readonly Node[]
}

/** In the function that declares a parameter; of another variable in `around`. */
function usesOf({ defs: [def], references }: VariableLike, around: Node): Use[] {
  const root = def?.type === 'Parameter' ? (def.node as Node) : around
  return references
    .filter((reference) => !reference.isWrite())
    .map(({ identifier }) => identifier as Node)
    .filter((identifier) => covers(root, identifier))
    .map((identifier) => ({ identifier, path: pathTo(root, identifier) }))
}

/** The function by which the run began. */
function outermost({ frame }: LockSite): Node {
  return framesOf(frame).at(-1)?.fn ?? frame.fn
}

function framesOf(frame: Frame): Frame[] {
  const frames: Frame[] = []
  for (let at: Frame | undefined = frame; at; at = at.parent) frames.push(at)
  return frames
}

/** Whether a place comes before the lock, as the source goes; outside the functions that run nothing is known of when. */
function isBefore(identifier: Node, variable: VariableLike, { node, frame }: LockSite): boolean {
  let at: Node | undefined = node
  let isRun = false
  for (const { fn, call } of framesOf(frame)) {
    if (covers(fn, identifier)) {
      isRun = true
      if (at && identifier.range[0] < at.range[0]) return true
    }
    at = call
  }
  const def = variable.defs[0]
  return !isRun && def?.type === 'Parameter'
}

/** `id!`, `id as number`: the author says that it is there. */
function isClaim(path: readonly Node[]): boolean {
  const parent = path.at(-2)
  return (
    parent?.type === 'TSNonNullExpression' || parent?.type === 'TSAsExpression' || parent?.type === 'TSTypeAssertion'
  )
}

/** Passing a value on and making text of it are no looks; all else may be one. */
function isLook(path: readonly Node[]): boolean {
  for (let index = path.length - 1; index > 0; index--) {
    const [parent, child] = [path[index - 1], path[index]]
    if (!parent || !child) return true
    switch (parent.type) {
      case 'TemplateLiteral':
      case 'ArrayExpression':
      case 'ObjectExpression':
      case 'Property':
        break
      case 'BinaryExpression':
        if (parent.operator !== '+') return true
        break
      case 'VariableDeclarator':
        return parent.init !== child
      case 'AssignmentExpression':
        return parent.operator !== '='
      case 'CallExpression':
        return !isLogged(parent)
      case 'ExpressionStatement':
      case 'ReturnStatement':
        return false
      default:
        // A parameter where it is declared.
        return !isFunction(parent) || parent.body === child
    }
  }
  return false
}

function isLogged(node: Node): boolean {
  return /^console\./.test(writtenPath(node))
}

/** A use other than in a call that takes or frees a lock, or leads to one. */
function tells(path: readonly Node[], { node, frame }: LockSite, text: string): boolean {
  const leads = [node, ...framesOf(frame).map(({ call }) => call)]
  const inside = path.findLast(
    (one) =>
      leads.includes(one) ||
      ((one.type === 'CallExpression' || one.type === 'TaggedTemplateExpression') &&
        (/advisory/i.test(text.slice(one.range[0], one.range[1])) || isLogged(one))),
  )
  if (inside) return !directlyIn(path, inside)
  // `const key = \`job:${id}\``: the uses of `key` are looked at too.
  const declares = path.findLastIndex((one) => one.type === 'VariableDeclarator')
  return declares < path.findLastIndex((one) => isFunction(one)) || isLook(path)
}

/** Not in a callback that the call runs. */
function directlyIn(path: readonly Node[], call: Node): boolean {
  return !path.slice(path.indexOf(call) + 1).some(isFunction)
}
