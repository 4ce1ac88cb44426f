/** What a comparison of two values gives, as far as it is known on this path. */
import type { Node } from '../syntax/ast.ts'
import { EMPTY_ENVIRONMENT, type Environment } from './environment.ts'
import type { Origins } from './evaluate.ts'
import { type Value, differing, nullishness, UNDEFINED } from './value.ts'

/** Undefined: the operator doesn't compare, or the answer isn't known. */
export function compare(operator: string, left: Value, right: Value, env: Environment): boolean | undefined {
  switch (operator) {
    case '===':
    case '==':
      return equal(left, right, operator === '==', env)
    case '!==':
    case '!=': {
      const same = equal(left, right, operator === '!=', env)
      return same === undefined ? undefined : !same
    }
    case '<':
    case '>':
    case '<=':
    case '>=':
      return ordered(operator, left, right)
    case 'instanceof':
      if (right.kind !== 'opaque' || right.origin.from !== 'global' || right.origin.name !== 'Error') return undefined
      if (left.kind === 'import' && left.module === 'error') return true
      return left.about ? false : undefined
    default:
      return undefined
  }
}

function ordered(operator: '<' | '>' | '<=' | '>=', left: Value, right: Value): boolean | undefined {
  if (
    operator === '>' &&
    left.kind === 'opaque' &&
    left.differs &&
    left.not === 0 &&
    right.kind === 'constant' &&
    right.value === 0
  )
    return true
  if (
    left.kind === 'constant' &&
    right.kind === 'constant' &&
    typeof left.value === 'number' &&
    typeof right.value === 'number'
  ) {
    if (operator === '<') return left.value < right.value
    if (operator === '>') return left.value > right.value
    return operator === '<=' ? left.value <= right.value : left.value >= right.value
  }
  return undefined
}

function equal(left: Value, right: Value, loose: boolean, env: Environment): boolean | undefined {
  if (left.kind === 'constant' && right.kind === 'constant') {
    if (loose && nullishness(left) && nullishness(right)) return true
    return left.value === right.value
  }
  const [known, other] = left.kind === 'constant' ? [left, right] : [right, left]
  if (known.kind !== 'constant') return undefined
  if (
    other.kind === 'opaque' &&
    other.differs &&
    (other.not === known.value || (loose && (other.not ?? null) === (known.value ?? null)))
  )
    return false
  if (nullishness(known)) {
    const nullish = nullishness(other) ?? env.nullish(other)
    if (nullish === false) return false
    return nullish && loose ? true : undefined
  }
  if (other.kind === 'oneOf')
    return other.of.every((one) => equal(one, known, loose, env) === false) ? false : undefined
  if (typeof known.value === 'boolean') {
    const truth = env.truth(other)
    return truth === undefined ? undefined : truth === known.value ? undefined : false
  }
  if (nullishness(other) ?? env.nullish(other)) return false
  return ['record', 'list', 'function', 'handle', 'instance', 'class', 'promise'].includes(other.kind)
    ? false
    : undefined
}

/** `let slot` that was given an element: it isn't what it was declared with any more. */
export function notSentinel(place: Node, value: Value, origins: Origins): Value {
  if (value.kind !== 'opaque' || place.type !== 'Identifier') return value
  const { from } = value.origin
  if (from !== 'parameter' && !value.key.startsWith('@el')) return value
  const variable = origins.names.variableOf(place)
  const node = variable?.defs[0]?.node as Node | undefined
  if (!variable || origins.names.isSteady(variable) || node?.type !== 'VariableDeclarator') return value
  const first = node.init ? origins.evaluate(node.init, EMPTY_ENVIRONMENT) : UNDEFINED
  return differing(value, first)
}
