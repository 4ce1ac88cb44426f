/** From an action of a driver's table to the effect of the call that does it. */
import { type Action, type OnSource, type RoleRef, type Shape, roleNamed } from '../drivers/index.ts'
import { otherSession } from '../origins/members.ts'
import { openedAt } from '../origins/openings.ts'
import {
  type Session,
  type Value,
  type ValueOf,
  driverValue,
  exportedValue,
  fragment,
  handle,
  placed,
  promise,
  UNDEFINED,
} from '../origins/value.ts'
import { builtOn } from './builders.ts'
import type { Call } from './call.ts'
import { waitsOf } from './connection-options.ts'
import { type Effect, NO_PLACEHOLDERS, type Placeholders } from './effect.ts'
import { placeholdersOf } from './sql-text.ts'

/** Undefined: the action doesn't fit the arguments. `parts`: of the template, for a tag. */
export function effectOfAction(
  action: Action,
  ref: RoleRef,
  call: Call,
  parts?: readonly (string | Value)[],
): Effect | undefined {
  const { self, args, place } = call
  const session = self.kind === 'handle' ? self.session : undefined
  switch (action.do) {
    case 'open': {
      const made = opened(ref, action, call)
      return value(action.async ? promise(made, true) : made, false)
    }
    case 'send': {
      const text =
        action.text === 'template'
          ? parts && fragment(parts, place, ref)
          : action.text === 'receiver'
            ? self
            : args[action.text.arg]
      if (!text) return undefined
      if (action.text === 'template' && call.self.kind === 'driver')
        return value(fragment(parts ?? [], place, ref), false)
      const last = args.at(-1)
      return {
        kind: 'send',
        on: onWhat(action.on, call),
        text,
        values: valuesOf(action.values, args),
        shape: shapeOf(action, args),
        callback: action.callback && last && isFunctionLike(last) ? last : undefined,
        mapper: action.mapper === undefined ? undefined : args[action.mapper],
        lazy: action.lazy === true,
      }
    }
    case 'rpc':
      return rpc(call, action.shape)
    case 'checkout': {
      const role = roleNamed(ref.driver, action.role)
      const made = handle(role, taken(call, role, session))
      const last = args.at(-1)
      const callback = action.callback && last && isFunctionLike(last) ? last : undefined
      return { kind: 'checkout', handle: made, sync: action.sync === true, callback }
    }
    case 'lend': {
      const callback = args.at(action.arg)
      if (!callback || !isCallback(callback)) {
        if (action.otherwise === 'batch') return { kind: 'batch', on: self, items: callback ?? UNDEFINED }
        if (action.otherwise === 'begin-handle') return beginHandle(action.role, ref, call, session)
        if (!callback) return undefined
      }
      const role = roleNamed(ref.driver, action.role)
      const outer = action.on && args.length > 1 ? onWhat(action.on, call) : self
      const around = outer.kind === 'handle' ? outer.session : session
      // A pinned handle begins its transaction on its own session; only a pool takes a connection out for it.
      const fresh = !around || around.holder === 'pool' || (around.holder === 'lent' && action.transaction !== true)
      const lent = fresh ? { ...taken(call, role, around), resets: action.resets === true } : around
      return {
        kind: 'lend',
        handle: handle(role, lent),
        fresh,
        callback,
        param: action.param ?? 0,
        transaction: action.transaction === true,
        ambient: action.ambient && isAmbient(action.ambient, callback) ? ref.driver.name : undefined,
      }
    }
    case 'begin-handle':
      return beginHandle(action.role, ref, call, session)
    case 'begin':
    case 'commit':
    case 'rollback':
    case 'savepoint':
      return { kind: 'transaction', does: action.do, on: self }
    case 'abort':
      return { kind: 'aborts' }
    case 'release':
      return {
        kind: 'release',
        on: action.of === undefined ? self : (args[action.of] ?? self),
        destroy: action.destroy === undefined ? undefined : args[action.destroy],
      }
    case 'close':
      return { kind: 'close', on: self }
    case 'wrap': {
      const given = args[action.arg]
      const over = wrapped(given, action.options)
      if (over) return value(handle(roleNamed(ref.driver, action.role), over.session), false)
      if (isUnseen(given, action)) return value(unseen(ref, action, call), false)
      return value(opened(ref, action, call), false)
    }
    case 'derive': {
      const role = action.role === undefined ? ref : roleNamed(ref.driver, action.role)
      const made = session ? handle(role, session) : self.kind === 'fragment' ? named(self, call) : driverValue(role)
      return value(action.async ? promise(made, true) : made, false)
    }
    case 'other': {
      const role = roleNamed(ref.driver, action.role)
      return session
        ? value(handle(role, otherSession(session, role.role.holder ?? session.holder)), false)
        : value(exportedValue(role, `${ref.driver.name}.${action.role}`), false)
    }
    case 'fragment': {
      const role = action.role === undefined ? ref : roleNamed(ref.driver, action.role)
      if (action.text === 'template') return value(fragment(parts ?? [], place, role), false)
      const source = typeof action.text === 'object' ? args[action.text.arg] : undefined
      return value(fragment(source ? asText(source) : [], place, role), false)
    }
    case 'tag':
      return value(self.kind === 'handle' || self.kind === 'driver' ? self : placed(place), false)
    case 'value':
      return value(args[0] ?? UNDEFINED, false)
    case 'join':
      return value(fragment(joined(args[0], args[1]), place, ref), false)
    case 'batch':
      return { kind: 'batch', on: self, items: args[0] ?? UNDEFINED }
    case 'build':
      return session
        ? {
            kind: 'value',
            value: handle(ref, builtOn(ref, call) ?? session, [
              args[0] ? `${call.name}(${args[0].key.slice(0, 60)})` : call.name,
            ]),
            throws: false,
            given: args,
          }
        : undefined
    case 'use-context':
      return { kind: 'use-context', driver: ref.driver.name }
    case 'local':
      return value(self, false)
    case 'listen':
      return { kind: 'listen', on: self, event: args[0] }
    default: {
      const never: never = action
      return never
    }
  }
}

function value(of: Value, throws: boolean): Effect {
  return { kind: 'value', value: of, throws }
}

/** A function for sure; a value that nobody knows may as well be an array of parameters. */
function isFunctionLike(arg: Value): boolean {
  if (arg.kind === 'function' || arg.kind === 'native') return true
  return arg.kind === 'opaque' && arg.origin.from === 'parameter' && arg.origin.type === 'function'
}

/** May be a function: where the driver takes nothing else. */
function isCallback(arg: Value): boolean {
  if (arg.kind === 'function' || arg.kind === 'native') return true
  if (arg.kind !== 'opaque') return false
  const { origin } = arg
  return origin.from === 'parameter' || origin.from === 'member' || origin.from === 'place' || origin.from === 'call'
}

type Opening = Extract<Action, { do: 'open' | 'wrap' }>

function opened(ref: RoleRef, action: Opening, call: Call): Value {
  const role = roleNamed(ref.driver, action.role)
  const single = isSingle(action.single, call.args)
  const holder = role.role.holder
  if (!holder) return driverValue(role)
  const session: Session = {
    key: openedAt(call.place),
    holder: single && holder === 'pool' ? 'dedicated' : holder,
    pool: undefined,
    owned: true,
    resets: role.role.resets === true,
    waits: waitsOf(call.args),
  }
  return handle(role, session)
}

function taken(call: Call, role: RoleRef, pool: Session | undefined): Session {
  return {
    key: openedAt(call.place),
    holder: role.role.holder ?? 'checked-out',
    pool,
    owned: true,
    resets: pool?.resets === true,
    waits: pool?.waits,
  }
}

function isAmbient(ambient: true | 'without-handle', callback: Value): boolean {
  return ambient === true || (callback.kind === 'function' && callback.node.params.length === 0)
}

function beginHandle(roleName: string, ref: RoleRef, call: Call, session: Session | undefined): Effect {
  const role = roleNamed(ref.driver, roleName)
  const own = session && session.holder !== 'pool' ? session : taken(call, role, session)
  return { kind: 'begin-handle', handle: handle(role, own) }
}

function onWhat(on: OnSource | undefined, call: Call): Value {
  if (!on) return call.self
  if ('arg' in on) {
    const handleGiven = call.args[on.arg]
    return handleGiven && handleGiven.kind !== 'constant' ? handleGiven : call.self
  }
  const options = call.args[on.option[0]]
  const given = options?.kind === 'record' ? options.fields.get(on.option[1]) : undefined
  // Options out of sight may name another handle.
  if (!given && options && (options.kind === 'record' ? options.open : options.kind !== 'constant'))
    return placed(`on ${call.place}`)
  return given && given.kind !== 'constant' ? given : call.self
}

function valuesOf(source: Extract<Action, { do: 'send' }>['values'], args: readonly Value[]): Placeholders {
  if (!source) return NO_PLACEHOLDERS
  if ('arg' in source) {
    const given = args[source.arg]
    if (!given || isFunctionLike(given)) return NO_PLACEHOLDERS
    // pg-promise and others take a single value in place of an array.
    return given.kind === 'constant' || given.kind === 'text'
      ? { positional: [given], named: undefined }
      : placeholdersOf(given)
  }
  if ('rest' in source) return { positional: args.slice(source.rest), named: undefined }
  const options = args[source.option[0]]
  if (options?.kind !== 'record') return NO_PLACEHOLDERS
  for (const name of source.option.slice(1)) {
    const given = options.fields.get(String(name))
    if (given) return placeholdersOf(given)
  }
  return NO_PLACEHOLDERS
}

function shapeOf(action: Extract<Action, { do: 'send' }>, args: readonly Value[]): Shape {
  for (const { option, is, shape } of action.shapes ?? []) {
    const [index, name] = option
    const arg = args[index]
    const given = name === undefined ? arg : arg?.kind === 'record' ? arg.fields.get(name) : undefined
    if (given && isNamed(given, is)) return shape
  }
  return action.shape
}

/** A constant of that value, or one that is reached by a path that ends in its name. */
function isNamed(given: Value, is: string | boolean): boolean {
  if (given.kind === 'constant') return given.value === is
  if (given.kind === 'import') return given.path.at(-1) === is
  if (given.kind === 'opaque') return given.origin.from === 'member' && given.origin.name === is
  return false
}

function isSingle(rules: Extract<Action, { do: 'open' }>['single'], args: readonly Value[]): boolean {
  return (rules ?? []).some(({ arg, path }) => {
    let at: Value | undefined = args[arg]
    for (const name of path) at = at?.kind === 'record' ? at.fields.get(name) : undefined
    if (at?.kind === 'constant') return at.value === 1 || (typeof at.value === 'string' && SINGLE_URL.test(at.value))
    return at?.kind === 'text' && at.parts.some((part) => typeof part === 'string' && SINGLE_URL.test(part))
  })
}

/** Prisma's and postgres.js' parameter of a URL. */
const SINGLE_URL = /[?&](?:connection_limit|max)=1(?!\d)/

function wrapped(arg: Value | undefined, options: readonly string[] | undefined): ValueOf<'handle'> | undefined {
  if (arg?.kind === 'handle') return arg
  if (arg?.kind !== 'record') return undefined
  for (const name of options ?? []) {
    const given = arg.fields.get(name)
    if (given?.kind === 'handle') return given
  }
  return undefined
}

/** Whether what a handle is put over may be a connection of somebody else. */
function isUnseen(given: Value | undefined, action: Extract<Action, { do: 'wrap' }>): boolean {
  if (given?.kind === 'record' && action.options) {
    const inner = action.options.map((name) => given.fields.get(name)).filter((one) => one !== undefined)
    if (inner.length > 0) return inner.some((one) => mayBeConnection(one, action.takesPool))
    return given.open && !action.takesPool
  }
  return given !== undefined && mayBeConnection(given, action.takesPool)
}

function mayBeConnection(given: Value, takesPool: true | undefined): boolean {
  // A function makes it later, out of sight.
  if (given.kind === 'function') return true
  return !takesPool && !isPlain(given)
}

/** Text, options, or what the environment says: no handle for sure. */
function isPlain(given: Value): boolean {
  switch (given.kind) {
    case 'constant':
    case 'text':
    case 'record':
      return true
    case 'opaque': {
      const { origin } = given
      if (origin.from === 'operation') return origin.operands.some(isPlain)
      if (origin.from === 'parameter') return origin.type === 'string'
      return origin.from === 'member' ? isPlain(origin.base) : origin.from === 'global' && origin.name === 'process'
    }
    default:
      return false
  }
}

/** A handle over a session of which nothing is known, but that it is the same each time the same value is given. */
function unseen(ref: RoleRef, action: Extract<Action, { do: 'wrap' }>, { args, place }: Call): Value {
  const waits = waitsOf(args)
  const session: Session = {
    key: `s:${args[action.arg]?.key ?? place}`,
    holder: 'lent',
    pool: undefined,
    owned: false,
    resets: false,
    waits,
  }
  return handle(roleNamed(ref.driver, action.role), session)
}

/** `` sql`…`.as('locked') ``: the column's name. */
function named(self: ValueOf<'fragment'>, { name, args, place }: Call): Value {
  const alias = name === 'as' && args[0]?.kind === 'constant' ? String(args[0].value) : undefined
  return alias === undefined ? self : fragment([...self.parts, ` as "${alias}"`], place, self.ref)
}

function asText(source: Value): readonly (string | Value)[] {
  if (source.kind === 'constant') return [String(source.value)]
  if (source.kind === 'text' || source.kind === 'fragment') return source.parts
  return [source]
}

function joined(items: Value | undefined, separator: Value | undefined): (string | Value)[] {
  if (items?.kind !== 'list' || items.rest) return items ? [items] : []
  const between = separator ? asText(separator) : [', ']
  return items.items.flatMap((item, index) => (index === 0 ? [item] : [...between, item]))
}

function rpc(call: Call, shape: Shape): Effect | undefined {
  const [name, given] = call.args
  if (name?.kind !== 'constant' || typeof name.value !== 'string') return undefined
  const values = given?.kind === 'record' ? [...given.fields.values()] : given?.kind === 'list' ? given.items : []
  const parts: (string | Value)[] = [`select ${name.value}(`]
  values.forEach((one, index) => parts.push(index > 0 ? ', ' : '', one))
  parts.push(')')
  return {
    kind: 'send',
    on: call.self,
    text: fragment(parts, call.place),
    values: NO_PLACEHOLDERS,
    shape,
    callback: undefined,
    mapper: undefined,
    lazy: false,
  }
}
