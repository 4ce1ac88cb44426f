/** What `new` does. */
import { matchBuiltin } from '../builtins/index.ts'
import { called, errorAt, importedResult, placed } from '../origins/value.ts'
import type { TSESTree } from '../syntax/ast.ts'
import { isErrorName } from '../vocabulary.ts'
import { effectOfAction } from './action.ts'
import { argumentsOf, type Context } from './call.ts'
import type { Effect } from './effect.ts'
import { isKnownModule, networkOfNew } from './network-calls.ts'

export function ofNew(node: TSESTree.NewExpression, context: Context): Effect {
  const args = argumentsOf(node, context)
  const place = String(node.range[0])
  const callee = context.origins.evaluate(node.callee, context.env)
  switch (callee.kind) {
    case 'class':
      if (isErrorName(callee.node.id?.name ?? '')) return { kind: 'value', value: errorAt(place), throws: false }
      return { kind: 'construct', of: callee, args }
    case 'handle':
    case 'driver': {
      const action = callee.ref.role.construct
      const effect = action && effectOfAction(action, callee.ref, { node, place, self: callee, name: '', args })
      return effect ?? { kind: 'value', value: placed(place), throws: true }
    }
    case 'import':
      if (isErrorName(callee.path.at(-1) ?? '')) return { kind: 'value', value: errorAt(place), throws: false }
      return (
        networkOfNew(callee, args) ?? {
          kind: 'value',
          value: importedResult(callee, args, place),
          throws: !isKnownModule(callee),
        }
      )
    case 'opaque':
      if (callee.origin.from === 'global') {
        if (callee.origin.name === 'Promise') return { kind: 'executor', callback: args[0] }
        const behaviour = matchBuiltin('global', [callee.origin.name])
        if (behaviour) return { kind: 'value', value: called(callee, args, place, true), throws: behaviour === 'pure' }
      }
      return { kind: 'value', value: placed(place), throws: true }
    default:
      return { kind: 'value', value: placed(place), throws: true }
  }
}
