/** Takes a value apart along a pattern: parameters, declarations and assignments. */
import { type Node, type TSESTree, unwrap } from '../syntax/ast.ts'
import type { Environment } from './environment.ts'
import type { BindingSink, Origins } from './evaluate.ts'
import { propertyName } from './property-name.ts'
import { type Value, nullishness, operation, placed, record } from './value.ts'

export function bind(pattern: Node, value: Value, env: Environment, set: BindingSink, origins: Origins): void {
  switch (pattern.type) {
    case 'Identifier': {
      const variable = origins.names.variableOf(pattern)
      if (variable) set.variable(variable, value)
      return
    }
    case 'TSParameterProperty':
      bind(pattern.parameter, value, env, set, origins)
      return
    case 'AssignmentPattern':
      bind(pattern.left, givenOrDefault(pattern, value, env, origins), env, set, origins)
      return
    case 'ObjectPattern':
      bindObject(pattern, value, env, set, origins)
      return
    case 'ArrayPattern':
      pattern.elements.forEach((element, index) => {
        if (!element) return
        if (element.type === 'RestElement')
          bind(element.argument, placed(String(element.range[0]), value), env, set, origins)
        else bind(element, origins.readMember(value, String(index), element, env), env, set, origins)
      })
      return
    case 'MemberExpression': {
      const name = propertyName(pattern.property, pattern.computed, env, origins)
      if (name !== undefined) set.member(origins.evaluate(pattern.object, env), name, value)
      return
    }
    default: {
      const inner = unwrap(pattern)
      if (inner !== pattern) bind(inner, value, env, set, origins)
    }
  }
}

function bindObject(
  pattern: TSESTree.ObjectPattern,
  value: Value,
  env: Environment,
  set: BindingSink,
  origins: Origins,
): void {
  const taken = new Set<string>()
  for (const property of pattern.properties) {
    if (property.type === 'RestElement') {
      bind(property.argument, restOf(value, taken, property), env, set, origins)
      continue
    }
    const name = propertyName(property.key, property.computed, env, origins)
    if (name !== undefined) taken.add(name)
    const part =
      name === undefined ? placed(String(property.range[0]), value) : origins.readMember(value, name, property.key, env)
    bind(property.value, part, env, set, origins)
  }
}

function givenOrDefault(pattern: TSESTree.AssignmentPattern, value: Value, env: Environment, origins: Origins): Value {
  const isMissing =
    value.kind === 'constant' ? value.value === undefined : nullishness(value) === false ? false : undefined
  if (isMissing === true) return origins.evaluate(pattern.right, env)
  if (isMissing === false || value.about) return value
  return withDefault(value, origins.evaluate(pattern.right, env), pattern)
}

/** A parameter with a default is what the caller gave, or the default. */
function withDefault(value: Value, fallback: Value, pattern: Node): Value {
  return fallback.kind === 'constant' || fallback.kind === 'record'
    ? value
    : operation('??', [value, fallback], String(pattern.range[0]))
}

function restOf(value: Value, taken: ReadonlySet<string>, node: Node): Value {
  if (value.kind !== 'record') return placed(String(node.range[0]), value)
  return record(new Map([...value.fields].filter(([name]) => !taken.has(name))), value.open, String(node.range[0]))
}
