/** Values that stand for something on the other side of the process. */
import type { NetworkKind } from '../network/network.ts'
import { matchNetwork } from '../network/index.ts'
import type { Value } from '../origins/value.ts'

/** A stream or iterator that a package's call gave: each of its elements is awaited from the other side. */
export function remoteStream(value: Value): { readonly name: string; readonly kind: NetworkKind } | undefined {
  if (value.kind !== 'import' || !value.instance) return undefined
  const found = matchNetwork(value.module, value.path, 'call')
  return found && { name: value.path.filter((part) => part !== 'default').join('.'), kind: found.kind }
}
