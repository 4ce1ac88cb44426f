/** `no-abandoned-acquisition`: nobody waits for the lock any more, and the server grants it all the same. */
import type { LockSite, Observations } from '../locks/facts.ts'
import type { VariableLike } from '../origins/names.ts'
import { type Node, unwrap } from '../syntax/ast.ts'
import { descendantsOf } from '../syntax/walk.ts'
import type { Fault } from './fault.ts'
import type { FileAnalysis } from './file.ts'
import { type Lines, shownKey, writtenPlace } from './places.ts'

export function abandonedFaults(seen: Observations, file: FileAnalysis): Fault[] {
  const [how] = seen.abandoned
  if (how === undefined) return []
  const { node } = writtenPlace(seen.acquisition, file.text)
  const data = { key: shownKey(seen.acquisition.key) }
  return [{ rule: 'no-abandoned-acquisition', messageId: how, node, data, trace: [], suggestions: [] }]
}

/** An unlock that is given the signal which stops the work it cleans up after. */
export function abortableUnlockFaults(file: FileAnalysis, lines: Lines): Fault[] {
  const faults: Fault[] = []
  for (const site of file.facts.sites.values()) {
    if (site.call.action === 'lock' || site.call.inBody) continue
    const place = writtenPlace(site, file.text)
    const signal = signalOf(place.node, file)
    const work = signal && otherUse(signal, place.node, site, file)
    if (!work) continue
    faults.push({
      rule: 'no-abandoned-acquisition',
      messageId: 'abortableUnlock',
      node: place.node,
      data: { key: shownKey(site.key), line: String(lines.lineOf(work)) },
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
  for (const node of descendantsOf(fn))
    if (node !== unlock && node.type === 'CallExpression' && signalOf(node, file) === signal) return node
  return undefined
}
