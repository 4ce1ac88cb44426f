/** `no-abandoned-acquisition`: nobody waits for the lock any more, and the server grants it all the same. */
import type { LockSite, Observations } from '../locks/facts.ts'
import type { VariableLike } from '../origins/names.ts'
import { type Node, unwrap } from '../syntax/ast.ts'
import { descendantsOf } from '../syntax/walk.ts'
import type { Fault } from './fault.ts'
import { type FileAnalysis, sourceOf } from './file.ts'
import { type Lines, shownKey, writtenPlace } from './places.ts'

export function abandonedFaults(seen: Observations, file: FileAnalysis): Fault[] {
  // A try never waits.
  const how = [...seen.abandoned].find(
    (one) => one === 'siblings' || (seen.acquisition.call.wait && !isBounded(seen, file)),
  )
  if (how === undefined) return []
  const { node } = writtenPlace(seen.acquisition, file)
  const data = { key: shownKey(seen.acquisition.key) }
  return [{ rule: 'no-abandoned-acquisition', messageId: how, node, data, trace: [], suggestions: [] }]
}

/** The server is told, too, how long to wait: which of both gives up first can't be told. */
function isBounded({ acquisition }: Observations, file: FileAnalysis): boolean {
  if (/\b(lock|statement)_timeout['"]?\s*:/.test(file.text)) return true
  for (let at: LockSite['frame'] | undefined = acquisition.frame; at; at = at.parent)
    if (/\b(lock|statement)_timeout\b/i.test(sourceOf(at.fn, file))) return true
  return false
}

/** An unlock that is given the signal which stops the work it cleans up after. */
export function abortableUnlockFaults(file: FileAnalysis, lines: Lines): Fault[] {
  const faults: Fault[] = []
  for (const site of file.facts.sites.values()) {
    if (site.call.action === 'lock' || site.call.inBody) continue
    const place = writtenPlace(site, file)
    // node-postgres doesn't read a signal; a function of the file does if it says so.
    if (place.node === site.node || !heedsSignal(site, place.node)) continue
    const signal = signalOf(place.node, file)
    const work = signal && otherUse(signal, place.node, site, file)
    if (!work) continue
    faults.push({
      rule: 'no-abandoned-acquisition',
      messageId: 'abortableUnlock',
      ...place,
      data: { key: shownKey(site.key), line: lines.shown(work) },
      trace: [],
      suggestions: [],
    })
  }
  return faults
}

/** The parameter that a call hands on as its signal. */
function signalOf(call: Node, { origins: { names } }: FileAnalysis): VariableLike | undefined {
  if (call.type !== 'CallExpression') return undefined
  for (const argument of call.arguments) {
    const given =
      argument.type === 'ObjectExpression'
        ? argument.properties.flatMap((one) => (one.type === 'Property' ? [one.value as Node] : []))
        : [argument as Node]
    for (const value of given) {
      const name = unwrap(value)
      const variable = name.type === 'Identifier' && /signal$/i.test(name.name) ? names.variableOf(name) : undefined
      if (variable?.defs[0]?.type === 'Parameter') return variable
    }
  }
  return undefined
}

/** Another call in the same function that is given it, too. */
function otherUse(signal: VariableLike, unlock: Node, { frame }: LockSite, file: FileAnalysis): Node | undefined {
  let { fn } = frame
  for (let at: LockSite['frame'] | undefined = frame; at; at = at.parent)
    if (at.call === unlock && at.parent) fn = at.parent.fn
  if ([...descendantsOf(fn)].some(endsSession)) return undefined
  for (const node of descendantsOf(fn))
    if (node !== unlock && node.type === 'CallExpression' && signalOf(node, file) === signal) return node
  return undefined
}

/** Whether the function that is called there looks at a signal. */
function heedsSignal({ frame }: LockSite, call: Node): boolean {
  for (let at: LockSite['frame'] | undefined = frame; at; at = at.parent) {
    for (const node of descendantsOf(at.fn)) {
      if (node.type === 'Identifier' && (node.name === 'throwIfAborted' || node.name === 'aborted')) return true
      if (node.type === 'Literal' && node.value === 'abort') return true
    }
    if (at.call === call) return false
  }
  return false
}

/** `client.end()`, `client.release(true)`: the lock goes with its session. */
function endsSession(node: Node): boolean {
  if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return false
  const { property } = node.callee
  if (property.type !== 'Identifier') return false
  return (
    property.name === 'end' || property.name === 'destroy' || (property.name === 'release' && node.arguments.length > 0)
  )
}
