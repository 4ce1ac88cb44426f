/** Keys of advisory locks: their canonical form, and whether two of them are the same. */
import type { Statementlike } from '../effects/sql-text.ts'
import type { Value } from '../origins/value.ts'
import type { Expression, LockCall } from '../sql/types.ts'
import { withoutAge } from './ages.ts'
import { isConstant, isTimed } from './constancy.ts'
import { printValue } from './shown.ts'

/** One `bigint`, or one half of a pair of `int4`. */
export interface KeyPart {
  /** Equal for equal values: built from value keys, never from variable names. */
  readonly canonical: string
  /** Whether anything is known of it. */
  readonly known: boolean
  /** Nothing in it varies: literals, named constants, environment variables. */
  readonly constant: boolean
  /** Nothing in it varies but with the clock: a daily job has one key at a time. */
  readonly timed: boolean
  /** A number written in the SQL or at the call, which no name explains. */
  readonly bare: boolean
  /** How the program writes it, for messages. */
  readonly shown: string
  /** A parameter, a property or an element as it is, so that two different ones are two keys. */
  readonly simple: boolean
  /** The value that varies, when it is the whole part. */
  readonly value: Value | undefined
}

/** The two key spaces never meet: `lock(1)` isn't `lock(0, 1)` (facts-postgresql, F4). */
export interface Key {
  readonly space: 'bigint' | 'ints'
  readonly parts: readonly KeyPart[]
}

export type Comparison = 'same' | 'different' | 'unknown'

/** The key of a lock call. `text` holds the values for its holes and placeholders. */
export function keyOf(call: LockCall, text: Statementlike): Key {
  const parts = call.args.map((arg) => partOf(arg, text))
  return { space: parts.length === 2 ? 'ints' : 'bigint', parts }
}

export function printKey(key: Key): string {
  const inside = key.parts.map((part) => part.shown).join(', ')
  return key.space === 'ints' ? `(${inside})` : inside
}

export function canonicalKey(key: Key): string {
  return `${key.space}:${key.parts.map((part) => part.canonical).join(' & ')}`
}

export function compareKeys(a: Key, b: Key): Comparison {
  if (a.space !== b.space) return 'different'
  let answer: Comparison = 'same'
  a.parts.forEach((part, index) => {
    const other = b.parts[index]
    const one = other ? compareParts(part, other) : 'unknown'
    if (one === 'different') answer = 'different'
    else if (one === 'unknown' && answer === 'same') answer = 'unknown'
  })
  return answer
}

function compareParts(a: KeyPart, b: KeyPart): Comparison {
  if (!a.known || !b.known) return 'unknown'
  if (a.canonical === b.canonical) return 'same'
  if (a.constant && b.constant) return 'different'
  // The same expression of an earlier and of a later turn of a loop.
  if (withoutAge(a.canonical) === withoutAge(b.canonical)) return 'different'
  if (a.simple && b.simple && a.value && b.value && areDifferent(a.value, b.value)) return 'different'
  if (a.value && b.value && differsInText(a.value, b.value)) return 'different'
  return 'unknown'
}

/**
 * Two parameters, or properties as deep as each other: `from.id` and `to.id`, `job.id` and `job.tenantId`. The row that
 * was read for an id has the same one.
 */
function areDifferent(a: Value, b: Value): boolean {
  const [left, right] = [pathOf(a), pathOf(b)]
  if (left.depth !== right.depth) return false
  return left.root.key === right.root.key || (isGiven(left.root) && isGiven(right.root))
}

function pathOf(value: Value): { readonly root: Value; readonly depth: number } {
  let depth = 0
  let root = value
  for (; root.kind === 'opaque' && root.origin.from === 'member'; depth++) root = root.origin.base
  return { root, depth }
}

function isGiven(value: Value): boolean {
  return value.kind === 'instance' || (value.kind === 'opaque' && value.origin.from === 'parameter')
}

/** Values inside values are looked at so far. */
const DEEPEST = 6

/** The same expression but for literal text in it: `hash('site:' + id)` and `hash(id)`. */
function differsInText(a: Value, b: Value, depth = 0): boolean {
  if (depth > DEEPEST) return false
  if (a.kind === 'text' || b.kind === 'text') {
    const [left, right] = [partsOf(a), partsOf(b)]
    const holes = (parts: readonly (string | Value)[]): string =>
      parts.map((part) => (typeof part === 'string' ? '' : `${part.key},`)).join('')
    const literals = (parts: readonly (string | Value)[]): string =>
      parts.map((part) => (typeof part === 'string' ? part : '\u0000')).join('')
    return holes(left) === holes(right) && literals(left) !== literals(right)
  }
  const [left, right] = [argumentsIn(a), argumentsIn(b)]
  if (left.head === undefined || left.head !== right.head || left.args.length !== right.args.length) return false
  const pairs = left.args.map((arg, index) => [arg, right.args[index] ?? arg] as const)
  const different = pairs.filter(([one, other]) => one.key !== other.key)
  return different.length > 0 && different.every(([one, other]) => differsInText(one, other, depth + 1))
}

function partsOf(value: Value): readonly (string | Value)[] {
  if (value.kind === 'text') return value.parts
  return value.kind === 'constant' && typeof value.value === 'string' ? [value.value] : [value]
}

/** What is called with which values; without a head: no call. */
function argumentsIn(value: Value): { readonly head: string | undefined; readonly args: readonly Value[] } {
  if (value.kind === 'import') return { head: `${value.module} ${value.path.join('.')}`, args: value.args }
  if (value.kind === 'opaque' && value.origin.from === 'call') {
    const { callee, args } = value.origin
    return callee.kind === 'opaque' && callee.origin.from === 'member'
      ? { head: `.${callee.origin.name}`, args: [callee.origin.base, ...args] }
      : { head: callee.key, args }
  }
  return { head: undefined, args: [] }
}

const VARIES = { constant: false, timed: false, bare: false } as const

function partOf(arg: Expression, text: Statementlike): KeyPart {
  switch (arg.kind) {
    case 'number':
      return {
        canonical: `n${arg.text}`,
        constant: true,
        timed: true,
        bare: true,
        shown: arg.text,
        simple: false,
        value: undefined,
        known: true,
      }
    case 'constant':
      return {
        canonical: arg.value,
        constant: true,
        timed: true,
        bare: false,
        shown: arg.value,
        simple: false,
        value: undefined,
        known: true,
      }
    case 'string':
      return combined(
        `'`,
        arg.holes.map((hole) => ofValue(text.holes[hole])),
        arg.pieces.join('…'),
        arg.holes.length > 0 ? "'…'" : `'${arg.pieces.join('')}'`,
      )
    case 'hole':
      return ofValue(text.holes[arg.hole])
    case 'placeholder':
      return ofValue(placeholderValue(arg.placeholder, text), printPlaceholder(arg.placeholder))
    case 'cast':
      return partOf(arg.operand, text)
    case 'call': {
      const args = arg.args.map((one) => partOf(one, text))
      return combined(arg.name, args, '', `${arg.name}(${args.map((one) => one.shown).join(', ')})`)
    }
    case 'concat': {
      const args = arg.parts.map((one) => partOf(one, text))
      return combined('||', args, '', args.map((one) => one.shown).join(' || '))
    }
    case 'binary': {
      const args = [partOf(arg.left, text), partOf(arg.right, text)]
      return combined(arg.operator, args, '', args.map((one) => one.shown).join(` ${arg.operator} `))
    }
    case 'unary': {
      const operand = partOf(arg.operand, text)
      return { ...combined(arg.operator, [operand], '', `${arg.operator}${operand.shown}`), bare: operand.bare }
    }
    case 'name':
      return {
        canonical: `col ${arg.path.join('.')}`,
        ...VARIES,
        shown: arg.path.join('.'),
        simple: false,
        value: undefined,
        known: true,
      }
    case 'other':
      return {
        canonical: arg.text ?? 'unknown',
        ...VARIES,
        shown: '…',
        simple: false,
        value: undefined,
        known: arg.text !== undefined,
      }
    default: {
      const never: never = arg
      return never
    }
  }
}

function combined(head: string, parts: readonly KeyPart[], literal: string, shown: string): KeyPart {
  return {
    canonical: `${head}(${literal}${parts.map((part) => part.canonical).join(',')})`,
    constant: parts.every((part) => part.constant),
    timed: parts.every((part) => part.timed),
    bare: false,
    shown,
    simple: false,
    value: undefined,
    known: parts.every((part) => part.known),
  }
}

/** The value that is given for a placeholder. */
export function placeholderValue(
  placeholder: Extract<Expression, { kind: 'placeholder' }>['placeholder'],
  text: Statementlike,
): Value | undefined {
  switch (placeholder.style) {
    case 'numbered':
    case 'question':
      return text.values.positional?.[placeholder.number - 1]
    case 'named':
      return text.values.named?.get(placeholder.name)
    case 'open':
      return undefined
  }
}

function printPlaceholder(placeholder: Extract<Expression, { kind: 'placeholder' }>['placeholder']): string {
  switch (placeholder.style) {
    case 'numbered':
      return `$${String(placeholder.number)}`
    case 'question':
      return '?'
    case 'named':
      return `:${placeholder.name}`
    case 'open':
      return '?'
  }
}

function ofValue(value: Value | undefined, shown = '…'): KeyPart {
  if (!value) return { canonical: `unknown ${shown}`, ...VARIES, shown, simple: false, value: undefined, known: false }
  return {
    canonical: value.kind === 'constant' ? `n${String(value.value)}` : value.key,
    constant: isConstant(value),
    timed: isTimed(value),
    bare: value.kind === 'constant' && !value.named && typeof value.value !== 'string',
    shown: printValue(value),
    simple: value.kind === 'opaque' && (value.origin.from === 'parameter' || value.origin.from === 'member'),
    value,
    known: true,
  }
}
