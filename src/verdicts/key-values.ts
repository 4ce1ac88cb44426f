/** What is wrong with a key argument: its range, its precision, whether it is there, whether two processes share it. */
import type { LockSite } from '../locks/facts.ts'
import { placeholderValue } from '../locks/key.ts'
import { UNDEFINED, type Value } from '../origins/value.ts'
import type { Expression } from '../sql/types.ts'
import { writtenPath } from '../origins/written-path.ts'
import type { FileAnalysis } from './file.ts'
import { isLookedAt, isTold } from './uses.ts'

export interface KeyFault {
  readonly id: 'outOfRange' | 'imprecise' | 'unsigned' | 'null' | 'stringified' | 'unshared' | 'notInteger'
  /** The value that is to blame; undefined: it is written in the SQL. */
  readonly value: Value | undefined
  /** What is wrong, as the program writes it. */
  readonly shown: string
  /** `unshared`: where it is another one. */
  readonly each?: string
}

interface Place {
  readonly site: LockSite
  readonly file: FileAnalysis
}

/** Values inside values are looked at so far. */
const DEEPEST = 8

const LIMITS = { ints: 2n ** 31n, bigint: 2n ** 63n } as const

export function keyFault(site: LockSite, file: FileAnalysis): KeyFault | undefined {
  const fault = firstOf(site.call.args, (arg) => ofArgument(arg, { site, file }))
  const isExcused = fault?.value && fault.id !== 'unshared' && isLookedAt(fault.value, site)
  return isExcused ? undefined : fault
}

function ofArgument(arg: Expression, at: Place): KeyFault | undefined {
  const { site } = at
  switch (arg.kind) {
    case 'number':
      return ofNumeral(arg.text, site, undefined)
    case 'constant':
      return arg.value === 'null' && !isTestedInSql(site)
        ? { id: 'null', value: undefined, shown: 'it is NULL' }
        : undefined
    case 'string':
      return arg.holes.length === 0 && !hasBitString(site) ? ofText(arg.pieces.join(''), site, undefined) : undefined
    case 'cast':
      // A cast rounds a fraction that is written in the SQL.
      if (!isInteger(arg.type) || (arg.operand.kind === 'number' && arg.operand.text.includes('.'))) return undefined
      return ofArgument(arg.operand, at)
    case 'hole':
      return ofValue(site.text.holes[arg.hole], at)
    case 'placeholder':
      return ofValue(placeholderValue(arg.placeholder, site.text), at)
    case 'call':
    case 'concat':
      return insideCall(arg, at)
    default:
      return undefined
  }
}

/** `x'1f'`, which is a number as a bit string. */
function hasBitString({ text }: LockSite): boolean {
  return text.sql.pieces.some((piece) => /\b[xb]'/i.test(piece))
}

/** `CASE WHEN $1 IS NULL …`: the statement itself may see to what is missing. */
function isTestedInSql({ text }: LockSite): boolean {
  return text.sql.pieces.some((piece) =>
    /\b(is\s+(not\s+)?null|is\s+(not\s+)?distinct|isnull|notnull|case|coalesce|nullif|if)\b/i.test(piece),
  )
}

function isInteger(type: string): boolean {
  return /^(int2|int4|int8|smallint|integer|bigint)$/.test(type)
}

/** Functions of the server of which is known that NULL in is NULL out. */
const STRICT =
  /^(hashtext(extended)?|hash(int[248]|bpchar|char|name|oid)(extended)?|uuid_hash(_extended)?|md5|sha(224|256|384|512)|digest|crc32c?|convert_to|encode|decode|lower|upper|initcap|b?trim|[lr]trim|left|right|[lr]pad|substr(ing)?|replace|translate|reverse|length|abs|text|int[248]|bigint|integer)$/

/** Inside a hash a value may be anything but missing, or another one in each process. */
function insideCall(arg: Expression, at: Place): KeyFault | undefined {
  const { site } = at
  switch (arg.kind) {
    case 'hole':
      return hashed(site.text.holes[arg.hole], at)
    case 'placeholder':
      return hashed(placeholderValue(arg.placeholder, site.text), at)
    case 'cast':
      return insideCall(arg.operand, at)
    case 'concat':
      return firstOf(arg.parts, (one) => insideCall(one, at))
    case 'call':
      return STRICT.test(arg.name) ? firstOf(arg.args, (one) => insideCall(one, at)) : undefined
    default:
      return undefined
  }
}

function hashed(value: Value | undefined, at: Place): KeyFault | undefined {
  if (!value) return undefined
  return missing(value, at) ?? unshared(value, at) ?? stringified(value, at.site)
}

function ofValue(value: Value | undefined, at: Place): KeyFault | undefined {
  if (!value) return undefined
  if (value.kind === 'text') return notNumeral(value) ?? hashed(value, at)
  if (value.kind === 'constant' && value.value !== null && value.value !== undefined) return ofConstant(value, at.site)
  return (
    missing(value, at) ??
    rangeOf(value, at.site) ??
    ofEach(value, at) ??
    unshared(value, at) ??
    stringified(value, at.site)
  )
}

/** `KEYS[name]`: whichever it is, when all of them have a fault. */
function ofEach(value: Value, at: Place): KeyFault | undefined {
  if (value.kind !== 'opaque' || value.origin.from !== 'operation' || value.origin.operator !== '[]') return undefined
  const [table] = value.origin.operands
  if (table?.kind !== 'record' || table.open) return undefined
  const faults = [...table.fields.values()].map((field) =>
    field.kind === 'constant' ? ofConstant(field, at.site) : undefined,
  )
  return faults.every((fault) => fault !== undefined) ? faults[0] : undefined
}

function ofConstant(value: Value & { kind: 'constant' }, site: LockSite): KeyFault | undefined {
  const { value: given } = value
  switch (typeof given) {
    case 'bigint':
      return ofNumeral(String(given), site, value)
    case 'string':
      return ofText(given, site, value)
    case 'number':
      if (!Number.isInteger(given)) return { id: 'notInteger', value, shown: String(given) }
      return (
        ofNumeral(String(BigInt(given)), site, value) ??
        (Number.isSafeInteger(given) ? undefined : { id: 'imprecise', value, shown: String(given) })
      )
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
  // Later servers also read `0x1f` and `1_000`.
  if (/^[-+]?(0[xob][\da-f_]+|\d[\d_]*_[\d_]*)$/i.test(trimmed)) return undefined
  return /^[-+]?\d+$/.test(trimmed)
    ? ofNumeral(trimmed.replace(/^\+/, ''), site, value)
    : { id: 'notInteger', value, shown: `'${text}'` }
}

/** Text with letters in it is no number, whatever its holes hold. */
function notNumeral(value: Value & { kind: 'text' }): KeyFault | undefined {
  const hasLetters = value.parts.some((part) => typeof part === 'string' && /[^\d\s+-]/.test(part))
  const shown = `'${value.parts.map((part) => (typeof part === 'string' ? part : '…')).join('')}'`
  return hasLetters ? { id: 'notInteger', value, shown } : undefined
}

function missing(value: Value, { site }: Place): KeyFault | undefined {
  if (isTestedInSql(site)) return undefined
  if (value.kind === 'constant') {
    if (value.value !== null && (value.value !== undefined || !sendsUndefined(site))) return undefined
    return { id: 'null', value, shown: `it is \`${String(value.value)}\`` }
  }
  if (!site.missing.has(value.key)) return undefined
  const isNullable = value.kind === 'opaque' && value.origin.from === 'parameter' && value.origin.nullable
  return isNullable || sendsUndefined(site)
    ? { id: 'null', value, shown: `\`${nameOf(value)}\` may be missing` }
    : undefined
}

function sendsUndefined({ on, node }: LockSite): boolean {
  if (on.kind === 'handle') return on.ref.driver.nullsUndefined === true
  return node.type === 'CallExpression' && /(^|\.)query$/.test(writtenPath(node))
}

/** A template turns what is missing into the word `undefined` or `null`: one key for all of them. */
function stringified(value: Value, site: LockSite, depth = 0): KeyFault | undefined {
  if (depth > DEEPEST) return undefined
  if (value.kind === 'text') {
    const part = value.parts.find(
      (one) => typeof one !== 'string' && site.missing.has(one.key) && !isLookedAt(one, site),
    )
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
    if (call && isRounded(call)) return { id: 'imprecise', value, shown: `from \`${call.name}()\`` }
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
  if (value.kind === 'opaque' && value.origin.from === 'operation') {
    const [, by] = value.origin.operands
    return value.origin.operator === '>>>' && by?.kind === 'constant' && by.value === 0
  }
  return /^readUInt32(BE|LE)$|^getUint32$/i.test(call?.name ?? '')
}

/** `Number(hash.readBigInt64BE())`, `parseInt(hex.slice(0, 16), 16)`: 53 bits are left of 64. */
function isRounded({ name, args }: CallIn): boolean {
  const [first, radix] = args
  if (first === undefined) return false
  const inside = callIn(first)
  if (name === 'Number' && inside) return is64Bits(inside)
  return name === 'parseInt' && radix?.kind === 'constant' && radix.value === 16 && isLongHex(first)
}

function is64Bits({ name, args }: CallIn): boolean {
  if (/^(readBig(U?)Int64(BE|LE)|getBig(Uint|Int)64)$/i.test(name)) return true
  const [first] = args
  if (/^as(Int|Uint)N$/.test(name)) return first?.kind === 'constant' && Number(first.value) > 53
  // `BigInt('0x' + digest)`
  if (name !== 'BigInt' || first?.kind !== 'text') return false
  const [prefix, digits, ...more] = first.parts
  return prefix === '0x' && digits !== undefined && typeof digits !== 'string' && more.length === 0 && isLongHex(digits)
}

/** More than 53 bits of a digest, as hexadecimal digits. */
function isLongHex(value: Value): boolean {
  const cut = callIn(value)
  const [from, to] = cut?.args.slice(-2) ?? []
  if (!cut || from?.kind !== 'constant' || to?.kind !== 'constant') return false
  if (typeof from.value !== 'number' || typeof to.value !== 'number' || from.value < 0) return false
  const length = { slice: to.value - from.value, substring: to.value - from.value, substr: to.value }[cut.name] ?? 0
  return length > 13 && isDigest(value.kind === 'import' ? value : cut.base)
}

function isDigest(value: Value | undefined): boolean {
  if (value?.kind === 'import')
    return /crypto/.test(value.module) && value.path.some((name) => /^(digest|hash)$/.test(name))
  return callIn(value ?? UNDEFINED)?.name === 'digest'
}

/** Functions that keep apart what is apart. */
const KEEPS = /^(Math\.)?(floor|ceil|round|trunc|abs|Number|String|BigInt|parseInt|toString)$/

/** Drawn anew by each process: no two of them ever meet. Arithmetic may make buckets of it, which are shared. */
function unshared(value: Value, at: Place, depth = 0): KeyFault | undefined {
  if (depth > DEEPEST) return undefined
  const made = value.kind === 'opaque' && value.origin.from === 'place' && value.origin.of ? value.origin.of : value
  const found = perProcess(made)
  const again = (one: Value): KeyFault | undefined => unshared(one, at, depth + 1)
  const fault: KeyFault | undefined = found ? { id: 'unshared', value, ...found } : firstOf(keptIn(made), again)
  return fault && !isTold(value, at.site, at.file) ? fault : undefined
}

/** The values of which a value still has all that tells them from others. */
function keptIn(value: Value): readonly Value[] {
  if (value.kind === 'text') return value.parts.filter((part) => typeof part !== 'string')
  if (value.kind === 'import') return /^(node:)?crypto$/.test(value.module) ? value.args : []
  if (value.kind !== 'opaque') return []
  const { origin } = value
  if (origin.from === 'call') {
    const call = callIn(value)
    if (!call || !KEEPS.test(call.name)) return []
    return origin.args.length === 0 && call.base ? [call.base] : origin.args
  }
  if (origin.from !== 'operation') return []
  const [left, right] = origin.operands
  if (origin.operator === '+') return origin.operands
  if (!left || right?.kind !== 'constant') return []
  if (origin.operator === '|' || origin.operator === '>>>') return right.value === 0 ? [left] : []
  return /^[*%&]$/.test(origin.operator) && Number(right.value) >= MANY ? [left] : []
}

/** A number drawn out of so many is hardly drawn twice; out of fewer it may be a slot that is tried. */
const MANY = 1e6

type PerProcess = Pick<KeyFault, 'shown' | 'each'>

const EVERYWHERE = 'in each process'

function perProcess(value: Value): PerProcess | undefined {
  if (value.kind === 'import') {
    const name = value.path.at(-1) ?? ''
    if (!/^(node:)?(crypto|os|process)$/.test(value.module)) return undefined
    if (name === 'hostname') return { shown: 'hostname()', each: 'on each machine' }
    if (name === 'pid') return { shown: 'process.pid', each: EVERYWHERE }
    if (name === 'randomInt') return isMany(value.args.at(-1)) ? { shown: 'randomInt()', each: EVERYWHERE } : undefined
    const isDrawn =
      name === 'randomUUID' ||
      (value.path.includes('randomBytes') && /^(randomBytes|toString|readBig.*|readU?Int32(BE|LE))$/i.test(name))
    return isDrawn ? { shown: `${name === 'randomUUID' ? name : 'randomBytes'}()`, each: EVERYWHERE } : undefined
  }
  if (value.kind !== 'opaque') return undefined
  const call = callIn(value)
  if (call?.base?.kind === 'opaque' && call.base.origin.from === 'global') {
    const path = `${call.base.origin.name}.${call.name}`
    if (/^(Math\.random|Date\.now|performance\.now|crypto\.randomUUID|process\.hrtime)$/.test(path))
      return { shown: `${path}()`, each: EVERYWHERE }
  }
  const { origin } = value
  return origin.from === 'member' &&
    origin.name === 'pid' &&
    origin.base.kind === 'opaque' &&
    origin.base.origin.from === 'global' &&
    origin.base.origin.name === 'process'
    ? { shown: 'process.pid', each: EVERYWHERE }
    : undefined
}

function isMany(value: Value | undefined): boolean {
  return value?.kind === 'constant' && Number(value.value) >= MANY
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
