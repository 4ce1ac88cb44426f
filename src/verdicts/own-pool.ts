/** Pools that a function makes: those it keeps to itself and uses one statement at a time are in practice one connection. */
import type { LockSite } from '../locks/facts.ts'
import type { Frame } from '../locks/state.ts'
import { openingOf } from '../origins/openings.ts'
import type { Session } from '../origins/value.ts'
import { type FunctionNode, isFunction, type Node, unwrap } from '../syntax/ast.ts'
import { covers, descendantsOf, pathTo } from '../syntax/walk.ts'
import type { FileAnalysis } from './file.ts'

/** Variables that a pool is passed on to are followed so far. */
const DEEPEST = 4

export function isOwnPool({ session, frame }: LockSite, file: FileAnalysis): boolean {
  const made = openingOf(session)
  const maker = innermost(made, file)
  if (!maker) return false
  for (let at: Frame | undefined = frame; at; at = at.parent) {
    const { fn } = at
    if (!isFunction(fn)) continue
    if (fn === maker) {
      const creation = [...descendantsOf(fn)].find((node) => node.range[0] === made && isCall(node))
      return creation !== undefined && isKept(creation, fn, file, 0)
    }
    const call = [...descendantsOf(fn)].find((node) => isCallOf(node, maker, file))
    if (call && innermost(call.range[0], file) === fn && hands(maker, made)) return isKept(call, fn, file, 0)
  }
  return false
}

/** The run that is in this frame made the pool: no other run takes connections from it that it holds a lock on. */
export function isMadeInRun(pool: Session, frame: Frame, file: FileAnalysis): boolean {
  const maker = innermost(openingOf(pool), file)
  for (let at: Frame | undefined = frame; maker && at; at = at.via === 'call' ? at.parent : undefined)
    if (at.fn === maker) return true
  return false
}

function innermost(place: number, { outline }: FileAnalysis): FunctionNode | undefined {
  let found: FunctionNode | undefined
  for (const { fn } of outline.functions.values())
    if (fn.range[0] <= place && place < fn.range[1] && (!found || covers(found, fn))) found = fn
  return found
}

function isCall({ type }: Node): boolean {
  return type === 'CallExpression' || type === 'NewExpression' || type === 'TaggedTemplateExpression'
}

function isCallOf(node: Node, fn: FunctionNode, { origins }: FileAnalysis): boolean {
  if (node.type !== 'CallExpression' || node.callee.type !== 'Identifier') return false
  const def = origins.names.variableOf(node.callee)?.defs[0]?.node as Node | undefined
  return def === fn || (def?.type === 'VariableDeclarator' && def.init === fn)
}

/** A factory: what it makes is new at each call, stored nowhere. */
function hands(maker: FunctionNode, made: number): boolean {
  const creation = [...descendantsOf(maker)].find((node) => node.range[0] === made && isCall(node))
  return creation !== undefined && !pathTo(maker, creation).some(({ type }) => type === 'AssignmentExpression')
}

/** Whether a pool, or a closure over it, stays inside the function, and nothing runs beside something else on it. */
function isKept(node: Node, fn: FunctionNode, file: FileAnalysis, depth: number): boolean {
  const path = pathTo(fn, node)
  /** Whether the node on the way is the pool itself, or something that holds it. */
  let holds = true
  for (let index = path.length - 2; index >= 0; index--) {
    const at = path[index]
    const child = path[index + 1]
    if (!at || !child) break
    switch (at.type) {
      case 'ArrowFunctionExpression':
      case 'FunctionExpression':
        if (at !== fn) holds = true
        else if (holds && at.body === child) return false
        break
      case 'FunctionDeclaration':
        if (at !== fn) return at.id !== null && areKept(at.id, fn, file, depth)
        break
      case 'CallExpression':
      case 'NewExpression':
      case 'TaggedTemplateExpression':
        if (runsTogether(at, child)) return false
        holds = false
        break
      case 'VariableDeclarator':
        if (holds || depth === 0) return at.init !== child || areKept(at.id, fn, file, depth)
        break
      case 'AssignmentExpression':
        if (holds && at.right === child) return isLocal(at.left, fn, file) && areKept(at.left, fn, file, depth)
        break
      case 'ReturnStatement':
        if (holds) return false
        break
      default:
        break
    }
  }
  return true
}

function areKept(target: Node, fn: FunctionNode, file: FileAnalysis, depth: number): boolean {
  const variable = file.origins.names.variableOf(target)
  if (!variable || depth >= DEEPEST) return target.type !== 'Identifier'
  const uses = variable.references.map(({ identifier }) => identifier as Node)
  return uses.every((use) => isTarget(use, fn) || isKept(use, fn, file, depth + 1))
}

/** Where a variable is written, nothing leaves it. */
function isTarget(use: Node, fn: FunctionNode): boolean {
  const around = pathTo(fn, use).at(-2)
  if (around?.type === 'AssignmentExpression') return around.left === use
  return around?.type === 'VariableDeclarator' && around.id === use
}

function isLocal(target: Node, fn: FunctionNode, file: FileAnalysis): boolean {
  const name = file.origins.names.variableOf(target)?.defs[0]?.name as Node | undefined
  return name !== undefined && covers(fn, name)
}

/** `Promise.all([…])`, `ids.map(async …)`: several at once. */
function runsTogether(call: Node, child: Node): boolean {
  if (call.type !== 'CallExpression' || call.callee === child) return false
  const callee = unwrap(call.callee)
  if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return false
  const { name } = callee.property
  if (callee.object.type === 'Identifier' && callee.object.name === 'Promise')
    return ['all', 'allSettled', 'any', 'race'].includes(name)
  return (name === 'map' || name === 'forEach') && isFunction(child) && child.async
}
