/** `valid-key`: a key that the server refuses, that others collapse into, or that no two processes share. */
import type { LockSite } from '../locks/facts.ts'
import type { Value } from '../origins/value.ts'
import { covers } from '../syntax/walk.ts'
import type { Fault } from './fault.ts'
import type { FileAnalysis } from './file.ts'
import { type KeyFault, keyFault } from './key-values.ts'
import { type Place, shownKey, writtenPlace } from './places.ts'

export function validKeyFaults(file: FileAnalysis): Fault[] {
  const faults: Fault[] = []
  for (const site of file.facts.sites.values()) {
    const fault = site.call.action === 'lock' ? keyFault(site) : undefined
    if (!fault) continue
    faults.push({
      rule: 'valid-key',
      messageId: fault.id,
      node: placeOf(site, fault, file).node,
      data: {
        key: shownKey(site.key),
        part: fault.shown,
        type: site.key.space === 'ints' ? 'int4' : 'bigint',
        lock: site.call.name,
      },
      trace: [],
      suggestions: [],
    })
  }
  return faults
}

/** The call that brings the value: the acquisition, or the call of a helper that is given it. */
function placeOf(site: LockSite, { value }: KeyFault, file: FileAnalysis): Place {
  const own = writtenPlace(site, file.text)
  if (!value) return own
  let at = own
  while (at.frame.via === 'call' && at.frame.parent && at.frame.call) {
    if (!isGiven(value, at, file)) break
    at = { node: at.frame.call, frame: at.frame.parent }
  }
  return at
}

/** Whether a value came into a function by one of its arguments. */
function isGiven(value: Value, { frame }: Place, file: FileAnalysis): boolean {
  const { call, parent } = frame
  if (call?.type !== 'CallExpression' || !parent) return false
  const literals = file.text.slice(call.range[0], call.range[1])
  if (value.kind === 'constant') return literals.includes(value.label ?? String(value.value))
  const made = Number(/@\D*(\d+)/.exec(value.key)?.[1] ?? Number.NaN)
  return (
    call.arguments.some((argument) => argument.range[0] <= made && made < argument.range[1]) && !covers(frame.fn, call)
  )
}
