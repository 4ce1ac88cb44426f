/** Whether a value leads to a session: the handle, an object or a closure that has it. */
import type { Session, Value } from '../origins/value.ts'
import type { Env } from './environment.ts'

/** How many values are looked through for one answer. */
const MOST_VALUES = 200

/** `session` is the key of a session, or of a receiver that is no known handle. */
export function leadsTo(value: Value, session: string, env: Env, seen = new Set<string>()): boolean {
  if (seen.has(value.key) || seen.size > MOST_VALUES) return false
  seen.add(value.key)
  const inner = (one: Value): boolean => leadsTo(one, session, env, seen)
  switch (value.kind) {
    case 'handle':
      return value.session.key === session
    case 'opaque':
      return value.key === session
    case 'record':
      return [...value.fields.values()].some(inner)
    case 'list':
      return value.items.some(inner) || (value.rest !== undefined && inner(value.rest))
    case 'function':
      return [...value.captured.values()].some(inner) || (value.self !== undefined && inner(value.self))
    case 'promise':
      return value.value !== undefined && inner(value.value)
    case 'oneOf':
      return value.of.some(inner)
    case 'choice':
      return inner(value.then) || inner(value.otherwise)
    case 'native':
      return value.on !== undefined && inner(value.on)
    case 'instance':
      return value.key === session || fieldsOf(value, env).some(inner)
    default:
      return false
  }
}

function fieldsOf(instance: Value, env: Env): Value[] {
  const prefix = `.${instance.key}.`
  const fields: Value[] = []
  for (const [place, value] of env.places) if (typeof place === 'string' && place.startsWith(prefix)) fields.push(value)
  return fields
}

/** The sessions that a closure or object brings to whoever gets it. */
export function sessionsIn(
  value: Value,
  isMeant: (session: Session) => boolean = () => true,
  found = new Set<string>(),
  seen = new Set<string>(),
): ReadonlySet<string> {
  if (seen.has(value.key) || seen.size > MOST_VALUES) return found
  seen.add(value.key)
  const inner = (one: Value): void => void sessionsIn(one, isMeant, found, seen)
  switch (value.kind) {
    case 'handle':
      if (isMeant(value.session)) found.add(value.session.key)
      break
    case 'record':
      value.fields.forEach(inner)
      break
    case 'list':
      value.items.forEach(inner)
      break
    case 'function':
      value.captured.forEach(inner)
      break
    default:
      break
  }
  return found
}

/** Whether a value is, or holds, a part of the result of an acquisition. */
export function isAbout(value: Value, acquisition: string, seen = new Set<Value>()): boolean {
  if (value.about?.acquisition === acquisition) return true
  if (seen.has(value) || seen.size > MOST_VALUES) return false
  seen.add(value)
  const inner = (one: Value): boolean => isAbout(one, acquisition, seen)
  switch (value.kind) {
    case 'record':
      return [...value.fields.values()].some(inner)
    case 'list':
      return value.items.some(inner) || (value.rest !== undefined && inner(value.rest))
    case 'promise':
      return value.value !== undefined && inner(value.value)
    case 'oneOf':
      return value.of.some(inner)
    case 'choice':
      return inner(value.then) || inner(value.otherwise)
    default:
      return false
  }
}

/** Whether a value was made from a part of the result of an acquisition, in a way that can't be followed. */
export function isMadeOf(value: Value, acquisition: string, seen = new Set<Value>()): boolean {
  if (isAbout(value, acquisition)) return true
  if (value.kind !== 'opaque' || seen.has(value) || seen.size > MOST_VALUES) return false
  seen.add(value)
  const inner = (one: Value | undefined): boolean => one !== undefined && isMadeOf(one, acquisition, seen)
  const { origin } = value
  switch (origin.from) {
    case 'member':
      return inner(origin.base)
    case 'call':
      return inner(origin.callee) || origin.args.some(inner)
    case 'operation':
      return origin.operands.some(inner)
    case 'place':
      return inner(origin.of)
    default:
      return false
  }
}

/** Whether anything that outlives the run has the session: a field, or a variable for which `inside` is false. */
export function isKept(session: string, env: Env, inside: (place: object) => boolean): boolean {
  for (const [place, value] of env.places) {
    if (place === 'this' || place === 'return') continue
    // What an object made here holds is kept if the object is.
    if (typeof place === 'string' ? !place.startsWith('.') || place.startsWith('.new ') : inside(place)) continue
    if (leadsTo(value, session, env)) return true
  }
  return false
}
