/** What an expression is evaluated with: what the variables and fields hold, and what tests told, at one point. */
import type { Node } from '../syntax/ast.ts'
import type { Value, VariableKey } from './value.ts'

/** What the variables, fields and finished sub-expressions hold at one point. */
export interface Environment {
  variable(variable: VariableKey): Value | undefined
  temporary(node: Node): Value | undefined
  field(key: string): Value | undefined
  self(): Value | undefined
  /** What is known of a value by tests that were passed. */
  truth(value: Value): boolean | undefined
  nullish(value: Value): boolean | undefined
}

/** No point at all: what is evaluated with it holds wherever it is used. */
export const EMPTY_ENVIRONMENT: Environment = {
  variable: () => undefined,
  temporary: () => undefined,
  field: () => undefined,
  self: () => undefined,
  truth: () => undefined,
  nullish: () => undefined,
}
