/** What other modules give. This layer asks; who answers reads them. */
import type { Node } from '../syntax/ast.ts'
import { EMPTY_ENVIRONMENT } from './environment.ts'
import type { Origins } from './evaluate.ts'
import type { VariableLike } from './names.ts'
import { type Value, record } from './value.ts'

/** What a name that a module exports stands for there. */
export type Exported =
  | { readonly kind: 'variable'; readonly variable: VariableLike }
  /** `export default …`, `module.exports = …`. */
  | { readonly kind: 'expression'; readonly node: Node }
  /** All of a module, as `import * as` and `require` give it. */
  | {
      readonly kind: 'namespace'
      readonly key: string
      readonly names: ReadonlyMap<string, Exported>
      /** What `module.exports` was set to: `require` gives that. */
      readonly whole: Exported | undefined
    }

export interface ImportLookup {
  /**
   * What the module at `from`, a node of it, gets for `name` (`default`, `*` for all) from the module that it calls
   * `specifier`. Undefined: that can't be told, or is a package.
   */
  exported(from: Node, specifier: string, name: string): Exported | undefined
}

/** Nothing is known of other modules. */
export const NO_MODULES: ImportLookup = { exported: () => undefined }

/** Names of a namespace that are looked at; a larger one is known by its first names only. */
const MOST_NAMES = 200

/** What `require` gives. */
export function valueOfModule(exported: Exported, origins: Origins): Value {
  const whole = exported.kind === 'namespace' ? exported.whole : undefined
  return valueOfExport(whole ?? exported, origins)
}

export function valueOfExport(exported: Exported, origins: Origins): Value {
  switch (exported.kind) {
    case 'variable':
      return origins.staticValue(exported.variable)
    case 'expression':
      return origins.evaluate(exported.node, EMPTY_ENVIRONMENT)
    case 'namespace': {
      const fields = new Map<string, Value>()
      for (const [name, one] of exported.names)
        if (fields.size < MOST_NAMES && one.kind !== 'namespace') fields.set(name, valueOfExport(one, origins))
      return record(fields, true, exported.key)
    }
  }
}
