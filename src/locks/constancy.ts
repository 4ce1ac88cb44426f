/** With what a value varies: with nothing, with the clock only, or from call to call. */
import type { Value } from '../origins/value.ts'

/** Values inside values are looked at so far. */
const DEEPEST = 6

/** Whether a value is the same in every call and every process. */
export function isConstant(value: Value): boolean {
  return isMadeOf(value, () => false)
}

/** Whether there is one such value at a time, in every process: `today`, the hour. */
export function isTimed(value: Value): boolean {
  return isMadeOf(value, isClock)
}

/** Whether a value is put together from nothing but constants and what `isPart` takes. */
function isMadeOf(value: Value, isPart: (value: Value) => boolean, depth = 0): boolean {
  if (depth > DEEPEST) return false
  if (isPart(value)) return true
  const inner = (one: Value): boolean => isMadeOf(one, isPart, depth + 1)
  switch (value.kind) {
    case 'constant':
      return true
    case 'text':
    case 'fragment':
      return value.parts.every((part) => typeof part === 'string' || inner(part))
    case 'choice':
      return inner(value.then) && inner(value.otherwise)
    case 'oneOf':
      return value.of.every(inner)
    case 'import':
      return value.args.length > 0 && value.args.every(inner)
    case 'opaque':
      switch (value.origin.from) {
        case 'operation':
          return value.origin.operands.every(inner)
        case 'call':
          return value.origin.args.length > 0 && value.origin.args.every(inner) && isSteady(value.origin.callee, inner)
        case 'member':
          return isEnvironment(value.origin.base)
        default:
          return false
      }
    default:
      return false
  }
}

/** `new Date()`, `Date.now()`, what such a date tells of itself; also where the caller may give another time. */
function isClock(value: Value): boolean {
  if (value.kind !== 'opaque') return false
  const { origin } = value
  if (origin.from === 'operation') {
    const fallback = origin.operator === '??' ? origin.operands[1] : undefined
    return fallback !== undefined && isClock(fallback)
  }
  if (origin.from !== 'call' || origin.args.length > 0 || origin.callee.kind !== 'opaque') return false
  const called = origin.callee.origin
  if (called.from !== 'member') return isDate(origin.callee)
  return isDate(called.base) ? called.name === 'now' : isClock(called.base)
}

function isDate(value: Value): boolean {
  return value.kind === 'opaque' && value.origin.from === 'global' && value.origin.name === 'Date'
}

/** `process.env`, `import.meta.env`. */
function isEnvironment(value: Value): boolean {
  return value.kind === 'opaque' && value.origin.from === 'member' && value.origin.name === 'env'
}

function isSteady(callee: Value, isSame: (value: Value) => boolean): boolean {
  if (callee.kind === 'function' || callee.kind === 'import') return true
  if (callee.kind !== 'opaque') return false
  if (callee.origin.from === 'member') return isSame(callee.origin.base) || isSteady(callee.origin.base, isSame)
  if (callee.origin.from === 'call') return isSame(callee)
  return callee.origin.from === 'global'
}
