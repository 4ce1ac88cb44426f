/**
 * The same place, an earlier time. A value is named by the place that gave it; when the place gives another one, what it
 * gave before is an older one, wherever that is kept.
 */
import type { Value, VariableKey } from '../origins/value.ts'
import type { Key } from './key.ts'

const AGE = "'"

/** A name in which a place stands, when that place has given another value. All earlier times are one. */
export function aged(name: string, place: string): string {
  return name.replaceAll(place, `${place}${AGE}`).replaceAll(/;'+/g, `;${AGE}`)
}

/** The name that it had when its places had given it. */
export function withoutAge(name: string): string {
  return name.replaceAll(/;'+/g, ';')
}

/** The same key with every part seen from the later time. */
export function agedKey(key: Key, place: string): Key {
  return { space: key.space, parts: key.parts.map((part) => ({ ...part, canonical: aged(part.canonical, place) })) }
}

/** The same value seen from the later time. Sessions and objects of classes have names of their own, which stay. */
export function agedValue(value: Value, place: string): Value {
  if (!value.key.includes(place)) return value
  const inner = (one: Value): Value => agedValue(one, place)
  const key = aged(value.key, place)
  switch (value.kind) {
    case 'opaque':
    case 'import':
      return { ...value, key }
    case 'text':
    case 'fragment':
      return { ...value, key, parts: value.parts.map((part) => (typeof part === 'string' ? part : inner(part))) }
    case 'record':
      return { ...value, key, fields: new Map([...value.fields].map(([name, field]) => [name, inner(field)])) }
    case 'list':
      return { ...value, key, items: value.items.map(inner), rest: value.rest && inner(value.rest) }
    case 'function':
      return { ...value, key, captured: agedEach(value.captured, place) }
    case 'promise':
      return { ...value, key, value: value.value && inner(value.value) }
    case 'choice':
      return { ...value, key, test: inner(value.test), then: inner(value.then), otherwise: inner(value.otherwise) }
    case 'oneOf':
      return { ...value, key, of: value.of.map(inner) }
    default:
      return value
  }
}

function agedEach(values: ReadonlyMap<VariableKey, Value>, place: string): ReadonlyMap<VariableKey, Value> {
  return new Map([...values].map(([variable, value]) => [variable, agedValue(value, place)]))
}
