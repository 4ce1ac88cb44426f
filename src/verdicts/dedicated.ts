/** `require-dedicated-connection`: a session lock through something that picks a session for each call. */
import { pinningMember } from '../drivers/index.ts'
import type { LockSite } from '../locks/facts.ts'
import type { Frame } from '../locks/state.ts'
import type { Value } from '../origins/value.ts'
import { isFunction, type Node, unwrap } from '../syntax/ast.ts'
import { covers } from '../syntax/walk.ts'
import type { Fault } from './fault.ts'
import type { FileAnalysis } from './file.ts'
import { type Place, shownKey, writtenPlace } from './places.ts'

export function dedicatedFaults(file: FileAnalysis): Fault[] {
  const faults: Fault[] = []
  for (const site of file.facts.sites.values()) {
    if (site.call.action !== 'lock' || site.call.scope !== 'session' || site.call.inBody) continue
    const messageId = messageOf(site, file)
    if (messageId === undefined) continue
    const { node } = placeOf(site, file)
    faults.push({
      rule: 'require-dedicated-connection',
      messageId,
      node,
      data: { key: shownKey(site.key), mode: file.settings.poolMode, pin: pinOf(site.on) },
      trace: [],
      suggestions: [],
    })
  }
  return faults
}

function messageOf({ session, frame }: LockSite, file: FileAnalysis): string | undefined {
  if (session?.holder === 'single') return undefined
  if (file.settings.poolMode !== 'session') return 'transactionPooling'
  if (session?.holder !== 'pool') return undefined
  if (session.resets) return 'pooledReset'
  return isOwnPool(session.key, frame) ? undefined : 'pooled'
}

/** A pool that the function itself makes and nobody else has: one statement at a time it is one connection. */
function isOwnPool(session: string, frame: Frame): boolean {
  const made = Number(/^s(\d+)$/.exec(session)?.[1] ?? Number.NaN)
  for (let at: Frame | undefined = frame; at; at = at.parent) {
    if (isFunction(at.fn) && at.fn.range[0] <= made && made < at.fn.range[1]) return true
  }
  return false
}

/** A helper that is given the pool isn't to blame: the call that brings the lock to the pool is. */
function placeOf(site: LockSite, file: FileAnalysis): Place {
  let at = writtenPlace(site, file.text)
  while (at.frame.via === 'call' && at.frame.parent && at.frame.call && isGiven(at, file))
    at = { node: at.frame.call, frame: at.frame.parent }
  return at
}

/** Whether the receiver of a call is a parameter of the function around it, whose type says nothing of a pool. */
function isGiven({ node, frame }: Place, file: FileAnalysis): boolean {
  const { names } = file.origins
  let at = unwrap(node)
  while (at.type !== 'Identifier') {
    if (at.type === 'CallExpression' || at.type === 'NewExpression') at = unwrap(at.callee)
    else if (at.type === 'TaggedTemplateExpression') at = unwrap(at.tag)
    else if (at.type === 'MemberExpression') at = unwrap(at.object)
    else return false
  }
  const variable = names.variableOf(at)
  const def = variable?.defs[0]
  if (!variable || def?.type !== 'Parameter' || !covers(frame.fn, def.node as Node)) return false
  return file.origins.staticValue(variable).kind !== 'handle'
}

/** How this driver pins one connection, as its table says. */
function pinOf(on: Value): string {
  const pin = on.kind === 'handle' ? pinningMember(on.ref.driver) : undefined
  if (pin?.transaction) return `take pg_advisory_xact_lock in \`${pin.name}()\` instead`
  if (pin) return `take one connection with \`${pin.name}()\` for all of it, or pg_advisory_xact_lock in a transaction`
  return 'keep one connection for all of it, or take pg_advisory_xact_lock in a transaction'
}
