/** What an operator makes of its operands: signs, arithmetic, concatenation, `&&`, `||`, `??` and `?:`. */
import type { TSESTree } from '../syntax/ast.ts'
import { compare, notSentinel } from './comparisons.ts'
import type { Environment } from './environment.ts'
import type { Origins } from './evaluate.ts'
import { asPart } from './literals.ts'
import {
  type Primitive,
  type Value,
  choice,
  constant,
  differing,
  nullishness,
  operation,
  text,
  truthiness,
  UNDEFINED,
} from './value.ts'

export function unaryValue(node: TSESTree.UnaryExpression, env: Environment, origins: Origins): Value {
  const value = origins.evaluate(node.argument, env)
  const place = String(node.range[0])
  switch (node.operator) {
    case '!': {
      const truth = origins.truth(value, env)
      return truth === undefined ? operation('!', [value], place) : constant(!truth, value.about)
    }
    case '-':
    case '+':
      if (value.kind === 'constant' && typeof value.value === 'number')
        return constant(node.operator === '-' ? -value.value : value.value)
      if (value.kind === 'constant' && typeof value.value === 'bigint' && node.operator === '-')
        return constant(-value.value)
      return operation(node.operator, [value], place)
    case 'void':
      return UNDEFINED
    default:
      return operation(node.operator, [value], place)
  }
}

export function binaryValue(node: TSESTree.BinaryExpression, env: Environment, origins: Origins): Value {
  const left = origins.evaluate(node.left, env)
  const right = origins.evaluate(node.right, env)
  const place = String(node.range[0])
  if (node.operator === '+' && (isText(left) || isText(right))) return text([asPart(left), asPart(right)], place)
  const answer = compare(
    node.operator,
    notSentinel(node.left, left, origins),
    notSentinel(node.right, right, origins),
    env,
  )
  if (answer !== undefined) return constant(answer, left.about ?? right.about)
  if (left.kind === 'constant' && right.kind === 'constant') {
    const value = arithmetic(node.operator, left.value, right.value)
    if (value !== undefined) return constant(value)
  }
  return operation(node.operator, [left, right], place)
}

export function logicalValue(node: TSESTree.LogicalExpression, env: Environment, origins: Origins): Value {
  const left = origins.evaluate(node.left, env)
  const place = String(node.range[0])
  if (node.operator === '??') {
    const nullish = nullishness(left) ?? env.nullish(left)
    if (nullish === undefined) return either('??', left, origins.evaluate(node.right, env), place)
    return nullish ? origins.evaluate(node.right, env) : left
  }
  const truth = origins.truth(left, env)
  if (truth === undefined) {
    const right = origins.evaluate(node.right, env)
    if (truthiness(right) === (node.operator === '||')) return right
    return either(node.operator, left, right, place)
  }
  return (node.operator === '&&') === truth ? origins.evaluate(node.right, env) : left
}

function isOfGlobal(value: Value): boolean {
  if (value.kind !== 'opaque' || value.origin.from !== 'member') return false
  const { base } = value.origin
  return base.kind === 'opaque' && base.origin.from === 'global' && /^(globalThis|global)$/.test(base.origin.name)
}

function either(operator: string, left: Value, right: Value, place: string): Value {
  if (left.key === right.key) return left
  // `globalThis.prisma ?? new PrismaClient()`: what is kept there is what was made here before.
  if (operator !== '&&' && /^(handle|record|instance)$/.test(right.kind) && isOfGlobal(left)) return right
  return operation(operator, [left, right], place)
}

export function conditionalValue(node: TSESTree.ConditionalExpression, env: Environment, origins: Origins): Value {
  const test = origins.evaluate(node.test, env)
  const truth = origins.truth(test, env)
  if (truth !== undefined) {
    const chosen = origins.evaluate(truth ? node.consequent : node.alternate, env)
    if (test.about?.part !== 'answer' || chosen.kind !== 'opaque') return chosen
    return differing(chosen, origins.evaluate(truth ? node.alternate : node.consequent, env))
  }
  const then = origins.evaluate(node.consequent, env)
  return choice(test, then, origins.evaluate(node.alternate, env), String(node.range[0]))
}

function isText(value: Value): boolean {
  return value.kind === 'text' || (value.kind === 'constant' && typeof value.value === 'string')
}

function arithmetic(operator: string, left: Primitive, right: Primitive): Primitive {
  if (typeof left !== 'number' || typeof right !== 'number') return undefined
  switch (operator) {
    case '+':
      return left + right
    case '-':
      return left - right
    case '*':
      return left * right
    case '|':
      return left | right
    case '<<':
      return left << right
    case '**':
      return left ** right
    default:
      return undefined
  }
}
