/** Statements that go to a pool: which of them stay on one session all the same, and who is to blame for the others. */
import type { LockSite } from '../locks/facts.ts'
import type { Frame } from '../locks/state.ts'
import { handleOf } from '../origins/fields.ts'
import type { VariableLike } from '../origins/names.ts'
import { type Node, unwrap } from '../syntax/ast.ts'
import { covers } from '../syntax/walk.ts'
import type { FileAnalysis } from './file.ts'
import { type Place, writtenPlace } from './places.ts'

/** The handle keeps to one session while its transaction is open, be it by itself or by the async context. */
export function isPinned({ on, frame, transactions }: LockSite, { facts }: FileAnalysis): boolean {
  if (on.kind !== 'handle') return false
  const { driver, role } = on.ref
  const members = Object.values(role.members ?? {})
  if (members.some((action) => action.do === 'begin') && transactions.size === 1 && transactions.has('open'))
    return true
  for (let at: Frame | undefined = frame; at; at = at.parent) {
    const action = at.via === 'lend' && at.call ? role.members?.[calledMember(at.call)] : undefined
    if (action?.do === 'lend' && action.transaction && (action.ambient || facts.contexts.has(driver.name))) return true
  }
  return false
}

function calledMember(call: Node): string {
  const callee = call.type === 'CallExpression' ? unwrap(call.callee) : call
  return callee.type === 'MemberExpression' && callee.property.type === 'Identifier' ? callee.property.name : ''
}

/** A helper that is given the pool isn't to blame: the call that brings the statement to the pool is. */
export function placeOf(site: LockSite, file: FileAnalysis): Place {
  let at = writtenPlace(site, file)
  while (at.frame.via === 'call' && at.frame.parent && at.frame.call && isGiven(at, file))
    at = { node: at.frame.call, frame: at.frame.parent }
  return at
}

/** Whether the receiver of a call is a parameter of the function around it, whose type says nothing of a pool. */
function isGiven({ node, frame }: Place, file: FileAnalysis): boolean {
  const variable = receiverOf(node, file)
  const def = variable?.defs[0]
  if (!variable || def?.type !== 'Parameter' || !covers(frame.fn, def.node as Node)) return false
  const typed = file.origins.staticValue(variable)
  return typed.kind === 'instance' ? handleOf(typed, file.origins) === undefined : typed.kind !== 'handle'
}

/** The variable that a call, or a member, begins with: `client` of `client.query(…)`. */
export function receiverOf(node: Node, { origins }: FileAnalysis): VariableLike | undefined {
  let at = unwrap(node)
  while (at.type !== 'Identifier') {
    if (at.type === 'CallExpression' || at.type === 'NewExpression') at = unwrap(at.callee)
    else if (at.type === 'TaggedTemplateExpression') at = unwrap(at.tag)
    else if (at.type === 'MemberExpression') at = unwrap(at.object)
    else return undefined
  }
  return origins.names.variableOf(at)
}
