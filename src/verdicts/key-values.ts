/** What is wrong with a key argument: its range, its precision, whether it is there, whether two processes share it. */
import type { LockSite } from '../locks/facts.ts'
import { placeholderValue } from '../locks/key.ts'
import type { Value } from '../origins/value.ts'
import type { Expression } from '../sql/types.ts'

export interface KeyFault {
  readonly id: 'outOfRange' | 'imprecise' | 'unsigned' | 'null' | 'stringified' | 'unshared' | 'notInteger'
  /** The value that is to blame; undefined: it is written in the SQL. */
  readonly value: Value | undefined
  /** What is wrong, as the program writes it. */
  readonly shown: string
}

/** Values inside values are looked at so far. */
const DEEPEST = 8

const LIMITS = { ints: 2n ** 31n, bigint: 2n ** 63n } as const

export function keyFault(site: LockSite): KeyFault | undefined {
  for (const arg of site.call.args) {
    const fault = ofArgument(arg, site)
    if (fault) return fault
  }
  return undefined
}

function ofArgument(arg: Expression, site: LockSite): KeyFault | undefined {
  switch (arg.kind) {
    case 'number':
      return ofNumeral(arg.text, site, undefined)
    case 'constant':
      return arg.value === 'null' ? { id: 'null', value: undefined, shown: 'NULL' } : undefined
    case 'string':
      return arg.holes.length === 0 ? ofText(arg.pieces.join(''), site, undefined) : undefined
    case 'cast':
      return isInteger(arg.type) ? ofArgument(arg.operand, site) : undefined
    case 'hole':
      return ofValue(site.text.holes[arg.hole], site)
    case 'placeholder':
      return ofValue(placeholderValue(arg.placeholder, site.text), site)
    case 'call':
      return firstOf(arg.args, (one) => insideCall(one, site))
    case 'concat':
      return firstOf(arg.parts, (one) => insideCall(one, site))
    default:
      return undefined
  }
}

function isInteger(type: string): boolean {
  return /^(int2|int4|int8|smallint|integer|bigint)$/.test(type)
}

/** Inside a hash a value may be anything but missing, or another one in each process. */
function insideCall(arg: Expression, site: LockSite): KeyFault | undefined {
  switch (arg.kind) {
    case 'hole':
      return hashed(site.text.holes[arg.hole], site)
    case 'placeholder':
      return hashed(placeholderValue(arg.placeholder, site.text), site)
    case 'cast':
      return insideCall(arg.operand, site)
    case 'concat':
      return firstOf(arg.parts, (one) => insideCall(one, site))
    case 'call':
      // `concat` and `coalesce` take care of NULL.
      return /^(concat|coalesce|concat_ws|format)$/.test(arg.name)
        ? undefined
        : firstOf(arg.args, (one) => insideCall(one, site))
    default:
      return undefined
  }
}

function hashed(value: Value | undefined, site: LockSite): KeyFault | undefined {
  if (!value) return undefined
  return missing(value, site) ?? unshared(value) ?? stringified(value, site)
}

function ofValue(value: Value | undefined, site: LockSite): KeyFault | undefined {
  if (!value) return undefined
  if (value.kind === 'constant') return ofConstant(value, site)
  if (value.kind === 'text') return notNumeral(value) ?? hashed(value, site)
  return missing(value, site) ?? rangeOf(value, site) ?? unshared(value) ?? stringified(value, site)
}

function ofConstant(value: Value & { kind: 'constant' }, site: LockSite): KeyFault | undefined {
  const { value: given } = value
  switch (typeof given) {
    case 'undefined':
      return { id: 'null', value, shown: 'undefined' }
    case 'object':
      return { id: 'null', value, shown: 'null' }
    case 'bigint':
      return ofNumeral(String(given), site, value)
    case 'string':
      return ofText(given, site, value)
    case 'number':
      if (!Number.isInteger(given)) return { id: 'notInteger', value, shown: String(given) }
      if (!Number.isSafeInteger(given)) return { id: 'imprecise', value, shown: String(given) }
      return ofNumeral(String(given), site, value)
    default:
      return undefined
  }
}

function ofNumeral(text: string, site: LockSite, value: Value | undefined): KeyFault | undefined {
  if (!/^-?(\d+|0x[\da-f]+|0o[0-7]+|0b[01]+)$/i.test(text))
    return /^-?\d*\.\d+$/.test(text) ? { id: 'notInteger', value, shown: text } : undefined
  const number = text.startsWith('-') ? -BigInt(text.slice(1)) : BigInt(text)
  const limit = LIMITS[site.key.space]
  return number >= limit || number < -limit ? { id: 'outOfRange', value, shown: text } : undefined
}

/** A text that the server reads as a number. */
function ofText(text: string, site: LockSite, value: Value | undefined): KeyFault | undefined {
  const trimmed = text.trim()
  return /^[-+]?\d+$/.test(trimmed)
    ? ofNumeral(trimmed.replace(/^\+/, ''), site, value)
    : { id: 'notInteger', value, shown: `'${text}'` }
}

/** Text with letters in it is no number, whatever its holes hold. */
function notNumeral(value: Value & { kind: 'text' }): KeyFault | undefined {
  const letters = value.parts.find((part) => typeof part === 'string' && /[^\d\s+-]/.test(part))
  return letters === undefined ? undefined : { id: 'notInteger', value, shown: 'a text' }
}

function missing(value: Value, site: LockSite): KeyFault | undefined {
  return site.missing.has(value.key) ? { id: 'null', value, shown: nameOf(value) } : undefined
}

/** A template turns what is missing into the word `undefined`: one key for all of them. */
function stringified(value: Value, site: LockSite, depth = 0): KeyFault | undefined {
  if (depth > DEEPEST) return undefined
  if (value.kind === 'text') {
    const part = value.parts.find((one) => typeof one !== 'string' && site.missing.has(one.key))
    return part && typeof part !== 'string' ? { id: 'stringified', value: part, shown: nameOf(part) } : undefined
  }
  return firstOf(inner(value), (one) => stringified(one, site, depth + 1))
}

/** Values that a number of the language or of 32 bits can't hold. */
function rangeOf(value: Value, site: LockSite): KeyFault | undefined {
  if (value.kind === 'import' || value.kind === 'opaque') {
    const call = callIn(value)
    if (site.key.space === 'ints' && isUnsigned(value, call))
      return { id: 'unsigned', value, shown: call?.name ?? '>>> 0' }
    if (call && isRounded(call)) return { id: 'imprecise', value, shown: `${call.name}()` }
  }
  return undefined
}

interface CallIn {
  readonly name: string
  readonly args: readonly Value[]
  readonly base: Value | undefined
}

function callIn(value: Value): CallIn | undefined {
  if (value.kind === 'import') return { name: value.path.at(-1) ?? '', args: value.args, base: undefined }
  if (value.kind !== 'opaque' || value.origin.from !== 'call') return undefined
  const { callee, args } = value.origin
  if (callee.kind !== 'opaque') return undefined
  if (callee.origin.from === 'member') return { name: callee.origin.name, args, base: callee.origin.base }
  return callee.origin.from === 'global' ? { name: callee.origin.name, args, base: undefined } : undefined
}

function isUnsigned(value: Value, call: CallIn | undefined): boolean {
  if (value.kind === 'opaque' && value.origin.from === 'operation') return value.origin.operator === '>>>'
  return /^readUInt32(BE|LE)$|^getUint32$/i.test(call?.name ?? '')
}

/** `Number(hash.readBigInt64BE())`, `parseInt(hex.slice(0, 16), 16)`: 53 bits are left of 64. */
function isRounded({ name, args }: CallIn): boolean {
  const [first, radix] = args
  if (first === undefined) return false
  if (name === 'Number')
    return /^(readBig(U?)Int64(BE|LE)|asIntN|asUintN|BigInt|getBig(U?)[Ii]nt64)$/.test(callIn(first)?.name ?? '')
  if (name !== 'parseInt' || radix?.kind !== 'constant' || radix.value !== 16) return false
  const cut = callIn(first)
  const [from, to] = cut?.args.slice(-2) ?? []
  return (
    /^(slice|substring)$/.test(cut?.name ?? '') &&
    from?.kind === 'constant' &&
    to?.kind === 'constant' &&
    typeof from.value === 'number' &&
    typeof to.value === 'number' &&
    to.value - from.value > 13
  )
}

/** Drawn anew by each process: no two of them ever meet. */
function unshared(value: Value, depth = 0): KeyFault | undefined {
  if (depth > DEEPEST) return undefined
  const made = value.kind === 'opaque' && value.origin.from === 'place' ? value.origin.of : value
  const shown = made && perProcess(made)
  if (shown !== undefined) return { id: 'unshared', value, shown }
  // `Math.floor(Date.now() / DAY)` is the same for all for a day.
  if (value.kind === 'opaque' && value.origin.from === 'operation' && ['/', '%', '==='].includes(value.origin.operator))
    return undefined
  return firstOf(inner(value), (one) => unshared(one, depth + 1))
}

function perProcess(value: Value): string | undefined {
  const call = callIn(value)
  if (value.kind === 'import') {
    const name = value.path.at(-1) ?? ''
    return /^(node:)?(crypto|os)$/.test(value.module) && /^(randomUUID|randomInt|randomBytes|hostname)$/.test(name)
      ? `${name}()`
      : undefined
  }
  if (call?.base?.kind === 'opaque' && call.base.origin.from === 'global') {
    const path = `${call.base.origin.name}.${call.name}`
    if (/^(Math\.random|Date\.now|performance\.now|crypto\.randomUUID|process\.hrtime)$/.test(path)) return `${path}()`
  }
  return value.kind === 'opaque' &&
    value.origin.from === 'member' &&
    value.origin.name === 'pid' &&
    value.origin.base.kind === 'opaque' &&
    value.origin.base.origin.from === 'global' &&
    value.origin.base.origin.name === 'process'
    ? 'process.pid'
    : undefined
}

function inner(value: Value): readonly Value[] {
  if (value.kind === 'text' || value.kind === 'fragment') return value.parts.filter((part) => typeof part !== 'string')
  if (value.kind === 'import') return value.args
  if (value.kind !== 'opaque') return []
  switch (value.origin.from) {
    case 'operation':
      return value.origin.operands
    case 'call':
      return [...(callIn(value)?.base ? [callIn(value)?.base as Value] : []), ...value.origin.args]
    default:
      return []
  }
}

function nameOf(value: Value): string {
  return value.kind === 'opaque' && 'name' in value.origin && value.origin.name ? value.origin.name : 'the value'
}

function firstOf<T>(all: readonly T[], find: (one: T) => KeyFault | undefined): KeyFault | undefined {
  for (const one of all) {
    const found = find(one)
    if (found) return found
  }
  return undefined
}
