/** Values as the program writes them, for messages. */
import type { Origin, Value } from '../origins/value.ts'
import { isConstant } from './constancy.ts'

type Operation = Extract<Origin, { from: 'operation' }>

/** Values inside values are shown so far. */
const DEEPEST = 6

/** A value as the program writes it, short. */
export function printValue(value: Value, depth = 0): string {
  if (depth > DEEPEST) return '…'
  const print = (one: Value): string => printValue(one, depth + 1)
  switch (value.kind) {
    case 'constant':
      if (value.label !== undefined) return value.label
      return typeof value.value === 'string' ? `'${value.value}'` : String(value.value)
    case 'text':
      return `\`${value.parts.map((part) => (typeof part === 'string' ? part : `\${${print(part)}}`)).join('')}\``
    case 'opaque':
      return printOrigin(value, depth + 1)
    case 'import': {
      const path = value.path.filter((name) => name !== 'default' && name !== '*')
      if (value.args.length === 0) return path.join('.')
      // What went into a chain of calls is known as a whole only: `createHash(name)` for a digest of the name.
      const varying = path.length > 2 ? value.args.filter((arg) => !isConstant(arg)) : []
      const args = varying.length > 0 ? varying : value.args
      return `${path.length > 2 ? (path[0] ?? '') : path.join('.')}(${args.map(print).join(', ')})`
    }
    case 'choice':
      return `${print(value.then)} or ${print(value.otherwise)}`
    case 'oneOf':
      return value.name ?? '…'
    default:
      return '…'
  }
}

function printOrigin(value: Value & { kind: 'opaque' }, depth: number): string {
  if (depth > DEEPEST) return '…'
  const print = (one: Value): string => printValue(one, depth + 1)
  const { origin } = value
  switch (origin.from) {
    case 'parameter':
    case 'global':
      return origin.name || '…'
    case 'member': {
      const base = origin.base.kind === 'instance' ? 'this' : print(origin.base)
      if (/^\d+$/.test(origin.name)) return base === '…' ? '…' : `${base}[${origin.name}]`
      return base === '…' ? origin.name : `${base}.${origin.name}`
    }
    case 'call': {
      const callee = origin.callee.kind === 'opaque' ? printOrigin(origin.callee, depth + 1) : '…'
      return `${callee}(${origin.args.map(print).join(', ')})`
    }
    case 'operation':
      if (origin.operator === '[]') return printLookup(origin.operands, print)
      return printOperation(origin, print)
    case 'place':
      return origin.name ?? '…'
  }
}

/** `a + b`; where a part of it has no name, by the name of the variable that holds it all. */
function printOperation({ operator, operands, name }: Operation, print: (one: Value) => string): string {
  const parts = operands.map(print)
  const isKnown = parts.length === 2 && !parts.includes('…')
  return isKnown ? parts.join(` ${operator} `) : (name ?? '…')
}

/** `KEYS[name]`; the object is called as the constants in it are. */
function printLookup([base, name]: readonly Value[], print: (one: Value) => string): string {
  if (!base || !name) return '…'
  const [field] = base.kind === 'record' ? base.fields.values() : []
  const label = field?.kind === 'constant' ? field.label?.replace(/\.[^.]*$/, '') : undefined
  return `${label ?? print(base)}[${print(name)}]`
}
