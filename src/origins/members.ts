/** What a member of a value is, and what one gets by taking a value apart. */
import { propertyOf, roleOfExport } from '../drivers/index.ts'
import type { Holder } from '../drivers/driver.ts'
import type { Node } from '../syntax/ast.ts'
import {
  type About,
  type Session,
  type Value,
  type ValueOf,
  constant,
  differing,
  driverValue,
  exportedValue,
  handle,
  imported,
  importedMember,
  join,
  member,
  narrow,
  placed,
  promise,
  UNDEFINED,
} from './value.ts'

/** The member `name` (an index is written as a number) of a value. `node` is where it is read. */
export function memberOf(base: Value, name: string, node: Node): Value {
  const place = String(node.range[0])
  switch (base.kind) {
    case 'record':
      return fieldOf(base, name, node, place)
    case 'list':
      return elementOf(base, name, place)
    case 'constant':
    case 'text':
      return name === 'length' && base.kind === 'constant' && typeof base.value === 'string'
        ? constant(base.value.length)
        : member(base, name, place)
    case 'handle':
      return handleMember(base, name, place)
    case 'driver': {
      const property = propertyOf(base.ref, name)
      return property === undefined ? member(base, name, place) : driverValue(property.ref)
    }
    case 'import':
      return importMember(base, name, place)
    case 'promise':
      // The stream of a pending answer waits for what the answer waits for.
      return base.network.length > 0
        ? promise(member(base, name, place), false, base.network, base.node)
        : member(base, name, place)
    case 'oneOf':
      return memberOfAny(base, name, node, place)
    case 'choice': {
      const then = memberOf(base.then, name, node)
      const otherwise = memberOf(base.otherwise, name, node)
      return then.key === otherwise.key ? then : member(base, name, place)
    }
    default:
      return member(base, name, place)
  }
}

function fieldOf(base: ValueOf<'record'>, name: string, node: Node, place: string): Value {
  const known = base.fields.get(name)
  if (known) return known
  // Rows as arrays: the first column by its number.
  if (base.about?.part === 'row' && /^\d+$/.test(name)) return [...base.fields.values()][Number(name)] ?? UNDEFINED
  if (base.open) return member(base, name, place)
  const about: About | undefined =
    base.about?.part === 'row' ? { acquisition: base.about.acquisition, part: 'missing', node } : undefined
  return constant(undefined, about)
}

function elementOf(base: ValueOf<'list'>, name: string, place: string): Value {
  if (name === 'length') {
    if (base.rest)
      return base.items.length > 0 ? differing(member(base, name, place), constant(0)) : member(base, name, place)
    return constant(base.items.length, base.about && { ...base.about, part: 'count' })
  }
  if (name === 'count' && base.about?.part === 'rows')
    return constant(base.items.length, { ...base.about, part: 'count' })
  const index = Number(name)
  if (!Number.isInteger(index)) return member(base, name, place)
  return base.items.at(index) ?? base.rest ?? UNDEFINED
}

function handleMember(base: ValueOf<'handle'>, name: string, place: string): Value {
  const property = propertyOf(base.ref, name)
  if (property)
    return handle(property.ref, property.same ? base.session : otherSession(base.session, property.ref.role.holder))
  if (base.build) return handle(base.ref, base.session, [...base.build, name].slice(0, 12))
  if (base.ref.role.others === 'build' && base.ref.role.members?.[name] === undefined)
    return handle(base.ref, base.session, [name])
  return member(base, name, place)
}

/** A session that isn't the one given, though reached from it; where there is only one connection, that one. */
export function otherSession(session: Session, holder: Holder = 'pool'): Session {
  if (session.holder === 'dedicated' || session.holder === 'single') return session
  return { key: `other:${session.key}`, holder, pool: undefined, owned: false, resets: false }
}

function importMember(base: ValueOf<'import'>, name: string, place: string): Value {
  // `import pg from 'pg'` and `import * as pg from 'pg'` both reach the exports by their names.
  const top = base.path[0]
  if (!base.instance && base.path.length === 1 && (top === 'default' || top === '*')) {
    const ref = roleOfExport(base.module, name)
    if (ref) return exportedValue(ref, `${base.module}.${name}`)
    if (top === '*') return imported(base.module, [name])
  }
  return importedMember(base, name, place)
}

/** Of several alternatives, those that have the member are meant. */
function memberOfAny(base: ValueOf<'oneOf'>, name: string, node: Node, place: string): Value {
  const having =
    narrow(base, (one) => (one.kind === 'record' ? one.fields.has(name) : one.kind === 'opaque')) ??
    narrow(base, (one) => hasMember(one, name)) ??
    narrow(base, (one) => one.kind !== 'constant')
  if (having?.kind === 'oneOf') {
    let joined: Value | undefined
    for (const one of having.of) {
      const value = memberOf(one, name, node)
      joined = joined ? (join(joined, value) ?? placed(place, base)) : value
    }
    return joined ?? member(base, name, place)
  }
  return having ? memberOf(having, name, node) : member(base, name, place)
}

function hasMember(value: Value, name: string): boolean {
  switch (value.kind) {
    case 'record':
      return value.fields.has(name) || (value.open && !/^\d+$/.test(name))
    case 'list':
      return name === 'length' || Number.isInteger(Number(name))
    case 'constant':
      return typeof value.value === 'string' && name === 'length'
    default:
      return true
  }
}

/** The element that a loop or an array method gets. */
export function someElementOf(collection: Value, place: string): Value {
  if (collection.kind === 'list' && collection.items.length + (collection.rest ? 1 : 0) === 1) {
    return collection.items[0] ?? collection.rest ?? placed(place, collection)
  }
  return placed(place, collection)
}
