/**
 * What an expression may stand for: the values of the abstract interpretation.
 *
 * Values are immutable and compared by `key`: two values with equal keys are the same value. A key names where a value
 * comes from (an access path), never what a variable is called. The domain is finite for a given file: keys are built
 * from places in the source, and a key that grows too long is cut to the place where it was made.
 */
import type { RoleRef, Holder } from '../drivers/index.ts'
import type { ClassNode, FunctionNode, Node } from '../syntax/ast.ts'
import type { NetworkKind } from '../network/network.ts'

/** A variable of the scope analysis; only its identity counts. */
export type VariableKey = object

export type Primitive = string | number | bigint | boolean | null | undefined

/** What part of a statement's result a value is, so that a test of it can be judged. */
export interface About {
  /** The acquisition whose result this is. */
  readonly acquisition: string
  /** `answer`: the boolean of the lock function itself; `void`: what a waiting one gives instead; the others are there whatever it answered. */
  readonly part: 'answer' | 'void' | 'result' | 'rows' | 'row' | 'count' | 'missing' | 'promise'
  /** Where a column was read that the statement doesn't return (`missing`). */
  readonly node?: Node
}

/** A database session, or the pool that picks one. */
export interface Session {
  readonly key: string
  readonly holder: Holder
  /** The pool it was taken from, if known. */
  readonly pool: Session | undefined
  /** Opened or checked out by the code that is being run, so that it is this code's to give back. */
  readonly owned: boolean
  /** The driver resets the session when it goes back. */
  readonly resets: boolean
  /**
   * What the options it was opened with say of the wait for a lock. `bounded`: it ends some day; `off`: never. `unseen`:
   * they aren't all in sight. Undefined: nothing, or it was opened elsewhere.
   */
  readonly waits?: 'bounded' | 'unseen' | 'off' | undefined
}

/** One call that leaves the process. */
export interface NetworkCall {
  readonly key: string
  readonly name: string
  readonly kind: NetworkKind
  /** Why the user's settings name it, if they do. */
  readonly reason: string | undefined
  readonly node: Node
  /** The frame in which it was made; opaque to this layer. */
  readonly frame: object | undefined
  /** The acquisition under which it was made, if any. */
  readonly under: string | undefined
  /** How many milliseconds it takes, where it is a sleep that says so. */
  readonly lasts: Value | undefined
}

export interface Base<K extends string> {
  readonly kind: K
  readonly key: string
  readonly about?: About | undefined
}

export type Value =
  /** `named`: a name in the program explains it, `label` if it is known. */
  | (Base<'constant'> & { readonly value: Primitive; readonly named: boolean; readonly label?: string | undefined })
  /** String concatenation: text with holes. */
  | (Base<'text'> & { readonly parts: readonly (string | Value)[] })
  /** SQL text made by a tag; runs when something sends it. */
  | (Base<'fragment'> & {
      readonly parts: readonly (string | Value)[]
      readonly ref: RoleRef | undefined
      readonly handle: Value | undefined
    })
  /** An object written as a literal, or the row of a result. `open`: it may have other properties too. */
  | (Base<'record'> & { readonly fields: ReadonlyMap<string, Value>; readonly open: boolean; readonly weight: number })
  /** An array. `rest`: what any further element is; undefined: there are no more. */
  | (Base<'list'> & { readonly items: readonly Value[]; readonly rest: Value | undefined; readonly weight: number })
  | (Base<'function'> & {
      readonly node: FunctionNode
      readonly captured: ReadonlyMap<VariableKey, Value>
      readonly self: Value | undefined
    })
  | (Base<'class'> & { readonly node: ClassNode; readonly captured: ReadonlyMap<VariableKey, Value> })
  /** An object of a class of this file. */
  | (Base<'instance'> & { readonly of: Value & { kind: 'class' } })
  /** A handle of a driver. `build`: a statement that runs when it is awaited, and the names called to build it. */
  | (Base<'handle'> & {
      readonly ref: RoleRef
      readonly session: Session
      readonly build: readonly string[] | undefined
      /** SQL given to the builder that takes or frees a lock. */
      readonly carries?: Value | undefined
    })
  /** Something of a driver that has no session: a module, a constructor. */
  | (Base<'driver'> & { readonly ref: RoleRef })
  /** What an import gives, and what is reached from it by members, calls and `new`. `instance`: an object of it. */
  | (Base<'import'> & {
      readonly module: string
      readonly path: readonly string[]
      readonly instance: boolean
      readonly args: readonly Value[]
    })
  /** A value of a named type whose origin isn't known. */
  /** `not`: what it would be on the other branch, so that a comparison with that tells the branch. */
  | (Base<'opaque'> & { readonly origin: Origin; readonly not?: Primitive | undefined; readonly differs?: true })
  | (Base<'promise'> & {
      /** What it gives when fulfilled; undefined: it never is. */
      readonly value: Value | undefined
      readonly rejects: boolean
      /** Calls that leave the process, which awaiting it waits for. */
      readonly network: readonly NetworkCall[]
      /** The call that made it, for messages. */
      readonly node: Node | undefined
    })
  /** `test ? then : otherwise`, when the test isn't decided. */
  | (Base<'choice'> & { readonly test: Value; readonly then: Value; readonly otherwise: Value })
  /** One of several values, where paths were joined. */
  | (Base<'oneOf'> & { readonly of: readonly Value[]; readonly name?: string })
  /** A function that the engine itself provides, bound to what it acts on. */
  | (Base<'native'> & {
      readonly does: 'release' | 'resolve' | 'reject' | 'call'
      readonly on: Value | undefined
      /** `call`: the method, and the arguments that are bound already. */
      readonly name?: string
      readonly args?: readonly Value[]
    })

/** Where an opaque value comes from. */
export type Origin =
  /**
   * `optional`: it may be left out, or be null or undefined by its type. `nullable`: null by its type. `sync`: by its
   * type a function that gives no promise.
   */
  | {
      readonly from: 'parameter'
      readonly name: string
      readonly type: string | undefined
      readonly optional: boolean
      readonly nullable: boolean
      readonly sync: boolean
    }
  | { readonly from: 'global'; readonly name: string }
  | { readonly from: 'member'; readonly base: Value; readonly name: string }
  /** `plain`: a function of the language gave it, so it is no promise. */
  | { readonly from: 'call'; readonly callee: Value; readonly args: readonly Value[]; readonly plain: boolean }
  | {
      readonly from: 'operation'
      readonly operator: string
      readonly operands: readonly Value[]
      readonly name?: string
    }
  /** An element of something, a caught error, the result of an await: known by its place only. */
  | { readonly from: 'place'; readonly of: Value | undefined; readonly name?: string }

export type ValueOf<K extends Value['kind']> = Value & { kind: K }

const LONGEST_KEY = 240

/** A key that stays finite: past the limit only the place counts; without one, what the key is made of. */
function cut(key: string, place = key): string {
  if (key.length <= LONGEST_KEY) return key
  return `…${place.length > LONGEST_KEY ? hash(place) : place}`
}

/** A short name of a long key (FNV-1a). */
export function hash(key: string): string {
  let h = 0x811c9dc5
  for (let i = 0; i < key.length; i++) h = Math.imul(h ^ key.charCodeAt(i), 0x01000193)
  return (h >>> 0).toString(36) + key.length.toString(36)
}

export function constant(value: Primitive, about?: About, named = false): ValueOf<'constant'> {
  return { kind: 'constant', key: `${typeof value}:${String(value)}`, value, about, named }
}

export const UNDEFINED = constant(undefined)

export function opaque(key: string, origin: Origin, about?: About): ValueOf<'opaque'> {
  return { kind: 'opaque', key, origin, about }
}

/** A value of which only the place is known. */
export function placed(place: string, of?: Value): ValueOf<'opaque'> {
  return opaque(`@${place};`, { from: 'place', of })
}

/** The same value, called by the name of the variable that holds it: for messages only. */
export function calledBy(value: Value, name: string): Value {
  if (value.kind === 'oneOf') return value.name === undefined ? { ...value, name } : value
  if (value.kind !== 'opaque' || (value.origin.from !== 'place' && value.origin.from !== 'operation')) return value
  return value.origin.name === undefined ? { ...value, origin: { ...value.origin, name } } : value
}

/** A constant that a name explains, also inside an object or array; `label` is the name. */
export function namedValue(value: Value, label?: string): Value {
  switch (value.kind) {
    case 'constant':
      return { ...value, named: true, label: value.label ?? label }
    case 'list':
      return { ...value, items: value.items.map((item) => namedValue(item)) }
    case 'record': {
      const path = (name: string): string => (label === undefined ? name : `${label}.${name}`)
      return {
        ...value,
        fields: new Map([...value.fields].map(([name, field]) => [name, namedValue(field, path(name))])),
      }
    }
    default:
      return value
  }
}

export function member(base: Value, name: string, place: string): Value {
  return opaque(cut(`${base.key}.${name}`, place), { from: 'member', base, name })
}

export function called(callee: Value, args: readonly Value[], place: string, plain = false): Value {
  const key = cut(`${callee.key}(${args.map((a) => a.key).join(',')})`, place)
  return opaque(key, { from: 'call', callee, args, plain })
}

export function operation(operator: string, operands: readonly Value[], place: string): Value {
  const key = cut(`(${operator} ${operands.map((a) => a.key).join(' ')})`, place)
  return opaque(key, { from: 'operation', operator, operands })
}

/** Text from parts: neighbours are merged, a text without holes is a constant. */
export function text(parts: readonly (string | Value)[], place: string): Value {
  const flat = flatten(parts)
  if (isTooLong(flat)) return placed(place)
  if (flat.length === 0) return constant('')
  if (flat.length === 1 && typeof flat[0] === 'string') return constant(flat[0])
  return { kind: 'text', key: cut(`t\`${partsKey(flat)}\``, place), parts: flat }
}

export function fragment(
  parts: readonly (string | Value)[],
  place: string,
  ref?: RoleRef,
  handle?: Value,
): ValueOf<'fragment'> {
  // A text in a hole stays a value: the tag sends it beside the SQL.
  const all = flatten(parts, false)
  const flat = isTooLong(all) ? [placed(place)] : all
  return { kind: 'fragment', key: cut(`sql\`${partsKey(flat)}\``, place), parts: flat, ref, handle }
}

/** Text that grows from itself must not: past this it is only known by its place. */
const LONGEST_TEXT = 200_000
const MOST_PARTS = 500

function isTooLong(parts: readonly (string | Value)[]): boolean {
  if (parts.length > MOST_PARTS) return true
  let length = 0
  for (const part of parts) if (typeof part === 'string') length += part.length
  return length > LONGEST_TEXT
}

function partsKey(parts: readonly (string | Value)[]): string {
  return parts.map((part) => (typeof part === 'string' ? part : `\${${part.key}}`)).join('')
}

function flatten(parts: readonly (string | Value)[], withTexts = true): (string | Value)[] {
  const flat: (string | Value)[] = []
  const push = (part: string | Value): void => {
    const last = flat.at(-1)
    if (typeof part === 'string') {
      if (part === '') return
      if (typeof last === 'string') flat[flat.length - 1] = last + part
      else flat.push(part)
    } else if (withTexts && part.kind === 'text') part.parts.forEach(push)
    else flat.push(part)
  }
  parts.forEach(push)
  return flat
}

export function record(
  given: ReadonlyMap<string, Value>,
  open: boolean,
  place: string,
  about?: About,
): ValueOf<'record'> {
  const tooHeavy = weightOf(given.values()) > MOST_WEIGHT
  const fields = tooHeavy ? new Map([...given].map(([name, field]) => [name, outline(field)])) : given
  const weight = weightOf(fields.values())
  const inside = [...fields].map(([name, value]) => `${name}:${value.key}`).join(',')
  const key = cut(`{${inside}${open ? ',…' : ''}}`, place)
  return { kind: 'record', key: about ? `${key}#${about.acquisition}.${about.part}` : key, fields, open, weight, about }
}

/** Objects and arrays that hold each other are trees of at most so many values: past this only the outermost is known. */
const MOST_WEIGHT = 5000

function weightOf(parts: Iterable<Value>): number {
  let weight = 1
  for (const part of parts) weight += weigh(part)
  return weight
}

function weigh(value: Value): number {
  if (value.kind === 'promise') return value.value ? weigh(value.value) : 1
  return value.kind === 'record' || value.kind === 'list' ? value.weight : 1
}

function outline(value: Value): Value {
  return weigh(value) > 1 ? placed(value.key) : value
}

const MOST_ITEMS = 500

export function list(given: readonly Value[], rest: Value | undefined, place?: string, about?: About): ValueOf<'list'> {
  if (given.length > MOST_ITEMS)
    return list(given.slice(0, MOST_ITEMS), rest ?? placed(`rest ${place ?? ''}`), place, about)
  const items = weightOf(given) > MOST_WEIGHT ? given.map(outline) : given
  const weight = weightOf(items)
  const key = cut(`[${items.map((i) => i.key).join(',')}${rest ? `,…${rest.key}` : ''}]`, place)
  return { kind: 'list', key: about ? `${key}#${about.acquisition}.${about.part}` : key, items, rest, weight, about }
}

export function handle(ref: RoleRef, session: Session, build?: readonly string[]): ValueOf<'handle'> {
  return {
    kind: 'handle',
    key: `h:${ref.driver.name}/${ref.name}:${session.key}${build ? `:${build.join('.')}` : ''}`,
    ref,
    session,
    build,
  }
}

export function driverValue(ref: RoleRef): ValueOf<'driver'> {
  return { kind: 'driver', key: `d:${ref.driver.name}/${ref.name}`, ref }
}

/** What an export of a driver is: most are constructors, some are handles already. `place` names the export. */
export function exportedValue(ref: RoleRef, place: string): Value {
  const { holder, resets } = ref.role
  return holder
    ? handle(ref, { key: place, holder, pool: undefined, owned: false, resets: resets === true })
    : driverValue(ref)
}

/** What a module exports under a name. */
export function imported(module: string, path: readonly string[]): ValueOf<'import'> {
  return { kind: 'import', key: `i:${module}:${path.join('.')}`, module, path, instance: false, args: [] }
}

/** An object whose type a module exports; `place` tells it from others. */
export function importedObject(module: string, path: readonly string[], place: string): ValueOf<'import'> {
  return { kind: 'import', key: `i:${module}:${path.join('.')}@${place};`, module, path, instance: true, args: [] }
}

const LONGEST_PATH = 12

export function importedMember(base: ValueOf<'import'>, name: string, place: string): ValueOf<'import'> {
  return { ...base, key: cut(`${base.key}.${name}`, place), path: [...base.path, name].slice(0, LONGEST_PATH) }
}

/** What calling or constructing it gives; `args` are all that went into it, so that equal calls are equal. */
export function importedResult(callee: ValueOf<'import'>, args: readonly Value[], place: string): ValueOf<'import'> {
  const key = cut(`${callee.key}(${args.map((a) => a.key).join(',')})`, place)
  return { ...callee, key, instance: true, args: [...callee.args, ...args] }
}

/** More calls than these are not kept with a promise: a chain of helpers would gather those of a whole program. */
const MOST_CALLS = 16

export function promise(
  value: Value | undefined,
  rejects: boolean,
  network: readonly NetworkCall[] = [],
  node?: Node,
): ValueOf<'promise'> {
  const calls = network.length > 1 ? eachOnce(network).slice(0, MOST_CALLS) : network
  const key = `p:${value?.key ?? '-'}${rejects ? '!' : ''}${calls.map((n) => `${n.key}${n.lasts?.key ?? ''}`).join('+')}`
  return {
    kind: 'promise',
    key,
    value,
    rejects,
    network: calls,
    node,
    about: value?.about && { ...value.about, part: 'promise' },
  }
}

/** How long a call takes that was made for different times can't be told. */
function eachOnce(network: readonly NetworkCall[]): NetworkCall[] {
  const calls = new Map<string, NetworkCall>()
  for (const call of network) {
    const before = calls.get(call.key)
    const same = !before || before.lasts?.key === call.lasts?.key
    calls.set(call.key, same ? call : { ...call, lasts: undefined })
  }
  return [...calls.values()]
}

export function choice(test: Value, then: Value, otherwise: Value, place: string): Value {
  if (then.key === otherwise.key) return then
  return { kind: 'choice', key: cut(`(${test.key}?${then.key}:${otherwise.key})`, place), test, then, otherwise }
}

const MOST_ALTERNATIVES = 8

/** What a place holds after two paths were joined; undefined when there is nothing sensible to say. */
export function join(a: Value, b: Value): Value | undefined {
  if (a.key === b.key) return a
  if (a.kind === 'promise' && b.kind === 'promise') return joinPromises(a, b)
  if (a.kind === 'list' && b.kind === 'list' && !a.about && !b.about) return joinLists(a, b)
  const all = new Map<string, Value>()
  for (const side of [a, b]) for (const value of side.kind === 'oneOf' ? side.of : [side]) all.set(value.key, value)
  if (all.size > MOST_ALTERNATIVES) return undefined
  const of = [...all.values()].sort((x, y) => (x.key < y.key ? -1 : 1))
  return { kind: 'oneOf', key: `|${of.map((v) => v.key).join('|')}|`, of }
}

/** The elements that both have, and some more. Joined again it is the same, or no loop that fills it would settle. */
function joinLists(a: ValueOf<'list'>, b: ValueOf<'list'>): Value {
  const both = Math.min(a.items.length, b.items.length)
  const items = a.items
    .slice(0, both)
    .map((item, index) => join(item, b.items[index] ?? item) ?? placed(`item ${String(index)}`))
  const more = a.rest ?? b.rest ?? (a.items.length === b.items.length ? undefined : placed('more items'))
  return list(items, more)
}

function joinPromises(a: ValueOf<'promise'>, b: ValueOf<'promise'>): Value {
  const value = a.value && b.value ? (join(a.value, b.value) ?? placed('joined')) : (a.value ?? b.value)
  // Where it rejects, the call that does is the one to name.
  const node = a.rejects || !b.rejects ? a.node : b.node
  return promise(value, a.rejects || b.rejects, [...a.network, ...b.network], node)
}

/** Each of what a value may be: of `held ? work() : undefined` both. */
export function alternativesOf(value: Value): readonly Value[] {
  if (value.kind === 'choice') return [value.then, value.otherwise]
  return value.kind === 'oneOf' ? value.of : [value]
}

/** The same value without the alternatives that `keep` refuses; undefined when none is left. */
export function narrow(value: Value, keep: (one: Value) => boolean): Value | undefined {
  if (value.kind !== 'oneOf') return keep(value) ? value : undefined
  const of = value.of.filter(keep)
  if (of.length === value.of.length) return value
  return of.reduce<Value | undefined>((joined, one) => (joined ? join(joined, one) : one), undefined)
}

/** The element that a loop takes, a parameter of a plain type: neither is missing. */
function isThere({ key, origin }: ValueOf<'opaque'>): boolean {
  if (key.startsWith('@el')) return true
  return (
    origin.from === 'parameter' && ['string', 'number', 'bigint', 'boolean', 'function'].includes(origin.type ?? '')
  )
}

/** `new Error()`, `new Map()`: an object of the language. */
export function isMade({ origin }: ValueOf<'opaque'>): boolean {
  if (origin.from !== 'call' || origin.callee.kind !== 'opaque' || origin.callee.origin.from !== 'global') return false
  const { name } = origin.callee.origin
  return /^[A-Z]/.test(name) && !['Number', 'String', 'Boolean', 'BigInt', 'Symbol'].includes(name)
}

/** An opaque value that is known to be another than a constant. */
export function differing(value: Value, not: Value): Value {
  return value.kind === 'opaque' && not.kind === 'constant' ? { ...value, not: not.value, differs: true } : value
}

/** Alternatives inside alternatives are looked at so far. */
const DEEPEST = 5

/** Whether a value is truthy, if that is known without facts about its path. */
export function truthiness(value: Value, depth = 0): boolean | undefined {
  if (depth > DEEPEST) return undefined
  switch (value.kind) {
    case 'constant':
      return Boolean(value.value)
    case 'oneOf': {
      // The result of an unknown method may be the boolean itself; whoever tests it as a whole takes it for that.
      const answer = value.of.find((one) => one.about?.part === 'answer')
      return answer && value.of.length > 1 && value.of.every((one) => one.about)
        ? truthiness(answer)
        : agreed(value.of.map((one) => truthiness(one, depth + 1)))
    }
    case 'choice':
      return agreed([truthiness(value.then, depth + 1), truthiness(value.otherwise, depth + 1)])
    case 'text':
      return value.parts.some((part) => typeof part === 'string') ? true : undefined
    case 'opaque':
      return (value.differs && !value.not) || isMade(value) ? true : undefined
    case 'import':
      return value.module === 'error' ? true : undefined
    default:
      return true
  }
}

/** Whether a value is null or undefined, if that is known. */
export function nullishness(value: Value, depth = 0): boolean | undefined {
  if (depth > DEEPEST) return undefined
  switch (value.kind) {
    case 'constant':
      return value.value === null || value.value === undefined
    case 'oneOf':
      return agreed(value.of.map((one) => nullishness(one, depth + 1)))
    case 'choice':
      return agreed([nullishness(value.then, depth + 1), nullishness(value.otherwise, depth + 1)])
    case 'opaque':
      if ((value.differs && (value.not === undefined || value.not === null)) || isMade(value)) return false
      return value.origin.from === 'operation' || isThere(value) ? false : undefined
    case 'import':
      return value.instance ? false : undefined
    default:
      return false
  }
}

function agreed(answers: readonly (boolean | undefined)[]): boolean | undefined {
  const first = answers[0]
  return answers.every((a) => a === first) ? first : undefined
}

/** Some error object: truthy, whatever else it is. */
export function errorAt(place: string): ValueOf<'import'> {
  return { kind: 'import', key: `error@${place};`, module: 'error', path: [], instance: true, args: [] }
}
