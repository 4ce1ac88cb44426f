/** The members of an object, with what the simulation stored in them and what classes of the file declare. */
import { roleNamed } from '../drivers/index.ts'
import type { Node } from '../syntax/ast.ts'
import { type Field, membersOf } from './classes.ts'
import { methodValue } from './closures.ts'
import { EMPTY_ENVIRONMENT, type Environment } from './environment.ts'
import type { Origins } from './evaluate.ts'
import { memberOf } from './members.ts'
import { valueOfType } from './types.ts'
import { type Value, type ValueOf, handle, namedValue, opaque } from './value.ts'

export function readMember(base: Value, name: string, node: Node, env: Environment, origins: Origins): Value {
  const stored = env.field(`${base.key}.${name}`)
  if (stored) return stored
  if (base.kind === 'instance') return instanceMember(base, name, node, origins)
  if (base.kind === 'class') return staticMember(base, name, node, origins)
  return memberOf(base, name, node)
}

function instanceMember(base: ValueOf<'instance'>, name: string, node: Node, origins: Origins): Value {
  const members = membersOf(base.of.node)
  const method = members.methods.get(name)
  if (method && !method.isStatic && !method.isGetter) return methodValue(method.node, base)
  const field = members.fields.get(name)
  if (field) return fieldValue(field, base, name, origins)
  const parent = parentOf(base.of, origins)
  if (parent?.kind === 'class')
    return instanceMember({ kind: 'instance', key: base.key, of: parent }, name, node, origins)
  if (parent?.kind === 'driver') return memberOf(inheritedHandle(parent, base) ?? base, name, node)
  return opaque(`${base.key}.${name}`, { from: 'member', base, name })
}

function fieldValue(field: Field, base: ValueOf<'instance'>, name: string, origins: Origins): Value {
  const place = `${base.key}.${name}`
  const typed = valueOfType(field.type, place, origins)
  const unknown = (): Value => opaque(place, { from: 'member', base, name })
  if (field.changes || !field.init) return typed ?? unknown()
  const given = origins.initialValue(field.init, base)
  const init = given && owned(namedValue(given, name), place)
  return init && init.kind !== 'opaque' ? init : (typed ?? init ?? unknown())
}

/**
 * Evaluates what fields are initialised with, once for each object: fields are made from fields, each perhaps named twice.
 * Undefined for a field that is needed to know itself.
 */
export function createInitials(): (init: Node, base: ValueOf<'instance'>, origins: Origins) => Value | undefined {
  const initials = new Map<Node, Map<string, Value | 'open'>>()
  return (init, base, origins) => {
    let byObject = initials.get(init)
    if (!byObject) initials.set(init, (byObject = new Map<string, Value | 'open'>()))
    const known = byObject.get(base.key)
    if (known) return known === 'open' ? undefined : known
    byObject.set(base.key, 'open')
    const selfOnly: Environment = { ...EMPTY_ENVIRONMENT, self: () => base }
    const value = origins.evaluate(init, selfOnly)
    byObject.set(base.key, value)
    return value
  }
}

/** A handle that a field was initialised with belongs to the object, not to the function that uses it. */
function owned(value: Value, place: string): Value {
  if (value.kind !== 'handle' || !value.session.owned) return value
  return handle(value.ref, { ...value.session, key: place, owned: false }, value.build)
}

function parentOf(value: ValueOf<'class'>, origins: Origins): Value | undefined {
  return value.node.superClass ? origins.evaluate(value.node.superClass, EMPTY_ENVIRONMENT) : undefined
}

/** The handle that an object of the file's own class is, if the class extends one of a driver. */
export function handleOf(base: ValueOf<'instance'>, origins: Origins): ValueOf<'handle'> | undefined {
  let at: ValueOf<'class'> = base.of
  for (let depth = 0; depth < DEEPEST; depth++) {
    const parent = parentOf(at, origins)
    if (parent?.kind === 'driver') return inheritedHandle(parent, base)
    if (parent?.kind !== 'class') return undefined
    at = parent
  }
  return undefined
}

/** Classes that extend each other are looked at so far. */
const DEEPEST = 8

/** `class PrismaService extends PrismaClient`: the object is a handle of the driver. */
function inheritedHandle(parent: ValueOf<'driver'>, base: ValueOf<'instance'>): ValueOf<'handle'> | undefined {
  const construct = parent.ref.role.construct
  if (construct?.do !== 'open' && construct?.do !== 'wrap') return undefined
  const ref = roleNamed(parent.ref.driver, construct.role)
  if (!ref.role.holder) return undefined
  // Known by its type only, it was injected: there is one in a process.
  const type = `new ${base.of.key}`
  const key = base.key.startsWith(`${type}:`) ? type : base.key
  return handle(ref, { key, holder: ref.role.holder, pool: undefined, owned: false, resets: false })
}

function staticMember(base: ValueOf<'class'>, name: string, node: Node, origins: Origins): Value {
  const members = membersOf(base.node)
  const method = members.methods.get(name)
  if (method?.isStatic) return methodValue(method.node, base)
  const field = members.fields.get(name)
  if (field?.init && !field.changes) return namedValue(origins.evaluate(field.init, EMPTY_ENVIRONMENT), name)
  return memberOf(base, name, node)
}
