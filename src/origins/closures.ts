/** Functions and classes as values, with what they capture of the variables around them. */
import type { ClassNode, FunctionNode, Node } from '../syntax/ast.ts'
import type { Environment } from './environment.ts'
import type { Origins } from './evaluate.ts'
import { hash, type Value, type ValueOf, type VariableKey } from './value.ts'

export function functionValue(
  node: FunctionNode,
  env: Environment,
  origins: Origins,
  self = env.self(),
): ValueOf<'function'> {
  const captured = capture(node, env, origins)
  return { kind: 'function', key: `f:${String(node.range[0])}${capturedKey(captured, self)}`, node, captured, self }
}

export function classValue(node: ClassNode, env: Environment, origins: Origins): ValueOf<'class'> {
  const captured = capture(node, env, origins)
  return { kind: 'class', key: `k:${String(node.range[0])}${capturedKey(captured, undefined)}`, node, captured }
}

/** A method with the object, or for a static one the class, that it was read from. */
export function methodValue(node: FunctionNode, self: ValueOf<'instance'> | ValueOf<'class'>): ValueOf<'function'> {
  const { captured } = self.kind === 'instance' ? self.of : self
  return { kind: 'function', key: `f:${String(node.range[0])}{${self.key}}`, node, captured, self }
}

function capture(node: Node, env: Environment, { names }: Origins): Map<VariableKey, Value> {
  const captured = new Map<VariableKey, Value>()
  for (const variable of names.capturesOf(node)) {
    const value = names.isSteady(variable) ? env.variable(variable) : undefined
    if (value) captured.set(variable, value)
  }
  return captured
}

function capturedKey(captured: ReadonlyMap<VariableKey, Value>, self: Value | undefined): string {
  const parts = [...captured.values()].map((value) => value.key)
  if (self) parts.push(self.key)
  const key = parts.length > 0 ? `{${parts.join(',')}}` : ''
  return key.length > 400 ? `{${hash(key)}}` : key
}
