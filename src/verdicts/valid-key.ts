/** `valid-key`: a key that the server refuses, that others collapse into, or that no two processes share. */
import type { LockSite } from '../locks/facts.ts'
import type { Frame } from '../locks/state.ts'
import { UNDEFINED, type Value } from '../origins/value.ts'
import { isFunction, type Node } from '../syntax/ast.ts'
import { covers } from '../syntax/walk.ts'
import type { Fault } from './fault.ts'
import type { FileAnalysis } from './file.ts'
import { type KeyFault, keyFault } from './key-values.ts'
import { type Place, shownKey, writtenPlace } from './places.ts'

export function validKeyFaults(file: FileAnalysis): Fault[] {
  const faults: Fault[] = []
  for (const site of file.facts.sites.values()) {
    const fault = site.call.action === 'lock' ? keyFault(site, file) : undefined
    if (!fault) continue
    faults.push({
      rule: 'valid-key',
      messageId: fault.id,
      ...placeOf(site, fault, file),
      data: {
        key: shownKey(site.key),
        part: fault.shown,
        type: site.key.space === 'ints' ? 'int4' : 'bigint',
        lock: site.call.name,
        each: fault.each ?? '',
        answer: site.call.wait
          ? 'gives no sign, and what follows runs unlocked'
          : 'answers NULL, as if somebody had it',
      },
      trace: [],
      suggestions: [],
    })
  }
  return faults
}

/**
 * The call that brings the value: the acquisition, or the call of a helper that is given it, also where a callback that is
 * written in the helper takes the lock.
 */
function placeOf(site: LockSite, { value }: KeyFault, file: FileAnalysis): Place {
  let at = writtenPlace(site, file)
  for (let frame = at.frame; value && frame.parent && frame.call; frame = frame.parent)
    if (frame.via === 'call' && covers(frame.fn, at.node) && isGiven(value, site, frame))
      at = { node: frame.call, frame: frame.parent }
  return at
}

/** Whether a value, or one that is made of it, came into a function by one of its arguments. */
function isGiven({ key }: Value, { holders }: LockSite, { fn, call }: Frame): boolean {
  if (call?.type !== 'CallExpression' || !isFunction(fn) || covers(fn, call)) return false
  const given = fn.params.slice(0, Math.max(call.arguments.length, key === UNDEFINED.key ? fn.params.length : 0))
  return [...holders].some(
    ([held, by]) =>
      held.includes(key) &&
      [...by].some(
        (holder) =>
          holder !== 'field' &&
          holder.defs[0]?.type === 'Parameter' &&
          given.some((param) => covers(param, holder.defs[0]?.name as Node)),
      ),
  )
}
