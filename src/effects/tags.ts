/** What a tagged template does: sends its text, makes a fragment of it, or leaves the process. */
import { type Value, fragment } from '../origins/value.ts'
import type { TSESTree } from '../syntax/ast.ts'
import { effectOfAction } from './action.ts'
import type { Context } from './call.ts'
import type { Effect } from './effect.ts'
import { networkOfImport } from './network-calls.ts'
import { ofUnknownTag } from './unknown-senders.ts'

export function ofTag(node: TSESTree.TaggedTemplateExpression, { env, origins, listed, read }: Context): Effect {
  const tag = origins.evaluate(node.tag, env)
  const place = String(node.range[0])
  const parts: (string | Value)[] = []
  node.quasi.quasis.forEach((quasi, index) => {
    parts.push(quasi.value.cooked ?? quasi.value.raw)
    const hole = node.quasi.expressions[index]
    if (hole) parts.push(origins.evaluate(hole, env))
  })
  if (tag.kind === 'import') {
    const network = networkOfImport(tag, [], listed)
    if (network) return network
  }
  if (tag.kind === 'handle' || tag.kind === 'driver') {
    const action = tag.ref.role.tag
    const effect = action && effectOfAction(action, tag.ref, { node, place, self: tag, name: '', args: [] }, parts)
    if (effect) return effect
  }
  const made = fragment(parts, place)
  return ofUnknownTag(tag, made, read) ?? { kind: 'value', value: made, throws: tag.kind === 'opaque' }
}
