/** What a passed test tells: the environment on the true and on the false side of a condition. */
import type { Origins } from '../origins/evaluate.ts'
import { type Value, type ValueOf, constant, narrow, operation, nullishness, truthiness } from '../origins/value.ts'
import { type Node, unwrap } from '../syntax/ast.ts'
import type { Env } from './environment.ts'

/** What is true exactly where the other isn't. */
const OPPOSITE: Readonly<Record<string, string>> = { '===': '!==', '!==': '===', '==': '!=', '!=': '==' }

/** The environment where `test` is truthy (or falsy); undefined if it never is. */
export function refine(test: Node, holds: boolean, env: Env, origins: Origins): Env | undefined {
  const node = unwrap(test)
  const value = origins.evaluate(node, env)
  const truth = origins.truth(value, env)
  if (truth !== undefined && truth !== holds) return undefined
  let refined: Env | undefined = env
  switch (node.type) {
    case 'UnaryExpression':
      if (node.operator === '!') refined = refine(node.argument, !holds, env, origins)
      break
    case 'LogicalExpression':
      if (node.operator === '&&' && holds) refined = both(node.left, node.right, true, env, origins)
      else if (node.operator === '||' && !holds) refined = both(node.left, node.right, false, env, origins)
      break
    case 'BinaryExpression': {
      refined = refineComparison(node.operator, node.left, node.right, holds, env, origins)
      const opposite = OPPOSITE[node.operator]
      if (refined && opposite !== undefined && value.kind === 'opaque' && value.origin.from === 'operation')
        refined = refined.know('T', operation(opposite, value.origin.operands, String(node.range[0])), !holds)
      break
    }
    case 'AssignmentExpression':
      refined = narrowPlace(node.left, (one) => truthiness(one) !== !holds, env, origins)
      break
    case 'Identifier':
    case 'MemberExpression':
      refined = narrowPlace(node, (one) => (truthiness(one) ?? env.truth(one)) !== !holds, env, origins)
      break
    default:
      break
  }
  if (!refined) return undefined
  if (node.type === 'MemberExpression' && node.optional && holds) {
    const base = origins.evaluate(node.object, refined)
    if (base.kind === 'opaque') refined = refined.know('N', base, false)
  }
  return truth === undefined ? refined.know('T', value, holds) : refined
}

function both(left: Node, right: Node, holds: boolean, env: Env, origins: Origins): Env | undefined {
  const first = refine(left, holds, env, origins)
  return first && refine(right, holds, first, origins)
}

function refineComparison(
  operator: string,
  left: Node,
  right: Node,
  holds: boolean,
  env: Env,
  origins: Origins,
): Env | undefined {
  const positive = operator === '===' || operator === '=='
  if (!positive && operator !== '!==' && operator !== '!=') return env
  const equal = positive === holds
  const loose = operator === '==' || operator === '!='
  const leftValue = origins.evaluate(left, env)
  const rightValue = origins.evaluate(right, env)
  const known = leftValue.kind === 'constant' ? leftValue : rightValue.kind === 'constant' ? rightValue : undefined
  if (!known) return env
  const other = known === leftValue ? rightValue : leftValue
  return refineEqual(known === leftValue ? right : left, other, known, equal, loose, env, origins)
}

/** `place` holds `value`, which equals the constant or doesn't. */
export function refineEqual(
  place: Node,
  value: Value,
  known: ValueOf<'constant'>,
  equal: boolean,
  loose: boolean,
  env: Env,
  origins: Origins,
): Env | undefined {
  const nullish = known.value === null || known.value === undefined
  const matches = (one: Value): boolean | undefined => {
    if (one.kind === 'constant')
      return loose && nullish ? one.value === null || one.value === undefined : one.value === known.value
    if (nullish) return nullishness(one) === false ? false : undefined
    return undefined
  }
  const refined = narrowPlace(place, (one) => matches(one) !== !equal, env, origins)
  if (!refined || value.kind !== 'opaque') return refined
  if (nullish && loose) return refined.know('N', value, equal)
  if (equal) return nullish ? refined.know('N', value, true) : refined.equals(value, constant(known.value))
  // What may be left out is undefined then; who also allows null tests for both, or for either by `==`.
  if (nullish)
    return value.origin.from === 'parameter' && value.origin.optional ? refined.know('N', value, false) : refined
  return typeof known.value === 'boolean' ? refined.know('T', value, !known.value) : refined
}

/** Leaves out what a variable or field can't hold any more. */
export function narrowPlace(place: Node, keep: (one: Value) => boolean, env: Env, origins: Origins): Env | undefined {
  const node = unwrap(place)
  if (node.type === 'Identifier') {
    const variable = origins.names.variableOf(node)
    const value = variable && env.variable(variable)
    if (!variable || value?.kind !== 'oneOf') return env
    const narrowed = narrow(value, keep)
    return narrowed && env.set(variable, narrowed)
  }
  if (node.type === 'MemberExpression' && node.property.type === 'Identifier' && !node.computed) {
    const key = `${origins.evaluate(node.object, env).key}.${node.property.name}`
    const value = env.field(key)
    if (value?.kind !== 'oneOf') return env
    const narrowed = narrow(value, keep)
    return narrowed && env.setField(key, narrowed)
  }
  return env
}
