/** What is written out in the source: literals, templates, objects and arrays. */
import type { TSESTree } from '../syntax/ast.ts'
import type { Environment } from './environment.ts'
import type { Origins } from './evaluate.ts'
import { propertyName } from './property-name.ts'
import { type Value, constant, list, placed, record, text, UNDEFINED } from './value.ts'

export function literalValue(node: TSESTree.Literal): Value {
  if ('bigint' in node) return constant(BigInt(node.bigint))
  if ('regex' in node) return placed(String(node.range[0]))
  return constant(node.value)
}

export function templateValue(node: TSESTree.TemplateLiteral, env: Environment, origins: Origins): Value {
  const parts: (string | Value)[] = []
  node.quasis.forEach((quasi, index) => {
    parts.push(quasi.value.cooked ?? quasi.value.raw)
    const hole = node.expressions[index]
    if (hole) parts.push(asPart(origins.evaluate(hole, env)))
  })
  return text(parts, String(node.range[0]))
}

export function objectValue(node: TSESTree.ObjectExpression, env: Environment, origins: Origins): Value {
  const fields = new Map<string, Value>()
  let open = false
  for (const property of node.properties) {
    if (property.type === 'SpreadElement') {
      const spread = origins.evaluate(property.argument, env)
      if (spread.kind !== 'record' || spread.open) {
        open = true
        // It may hold another value for what came before; a connection that is handed on is handed on all the same.
        for (const [name, value] of fields) if (value.kind === 'constant') fields.delete(name)
      }
      if (spread.kind === 'record') for (const [name, value] of spread.fields) fields.set(name, value)
      continue
    }
    const name = propertyName(property.key, property.computed, env, origins)
    if (name === undefined) open = true
    else fields.set(name, origins.evaluate(property.value, env))
  }
  return record(fields, open, String(node.range[0]))
}

export function arrayValue(node: TSESTree.ArrayExpression, env: Environment, origins: Origins): Value {
  const items: Value[] = []
  let rest: Value | undefined
  for (const element of node.elements) {
    if (!element) items.push(UNDEFINED)
    else if (element.type === 'SpreadElement') {
      const spread = origins.evaluate(element.argument, env)
      if (spread.kind === 'list' && !spread.rest) items.push(...spread.items)
      else rest = placed(String(element.range[0]), spread)
    } else items.push(origins.evaluate(element, env))
  }
  return list(items, rest, String(node.range[0]))
}

/** A part of a text: what a tag made stands for its own text. */
export function asPart(value: Value): string | Value {
  if (
    value.kind === 'constant' &&
    value.value !== null &&
    value.value !== undefined &&
    typeof value.value !== 'boolean'
  ) {
    return value.named ? value : String(value.value)
  }
  return value
}
