/** The values that a value is made of. */
import type { Origin, Value } from './value.ts'

/** Of a text its holes, of a call what is called and with what, of an operation its operands. */
export function madeOf(value: Value): readonly Value[] {
  switch (value.kind) {
    case 'text':
    case 'fragment':
      return value.parts.filter((part) => typeof part !== 'string')
    case 'import':
      return value.args
    case 'opaque':
      return originsOf(value.origin)
    default:
      return []
  }
}

/** Beside those, what a value holds, and what it may be. */
export function partsOf(value: Value): readonly Value[] {
  switch (value.kind) {
    case 'record':
      return [...value.fields.values()]
    case 'list':
      return value.rest ? [...value.items, value.rest] : value.items
    case 'choice':
      return [value.test, value.then, value.otherwise]
    case 'oneOf':
      return value.of
    case 'promise':
      return value.value ? [value.value] : []
    case 'opaque':
      return value.origin.from === 'place' && value.origin.of ? [value.origin.of] : madeOf(value)
    default:
      return madeOf(value)
  }
}

function originsOf(origin: Origin): readonly Value[] {
  switch (origin.from) {
    case 'member':
      return [origin.base]
    case 'call':
      return [origin.callee, ...origin.args]
    case 'operation':
      return origin.operands
    default:
      return []
  }
}
