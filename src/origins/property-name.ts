/** The name of a property, as it is written or as the value of its key tells. */
import type { Node } from '../syntax/ast.ts'
import { keyName } from './classes.ts'
import type { Environment } from './environment.ts'
import type { Origins } from './evaluate.ts'

/** Undefined: the key is computed, and its value isn't known. */
export function propertyName(key: Node, computed: boolean, env: Environment, origins: Origins): string | undefined {
  const known = keyName(key, computed)
  if (known !== undefined || !computed) return known
  const value = origins.evaluate(key, env)
  return value.kind === 'constant' ? String(value.value) : undefined
}
