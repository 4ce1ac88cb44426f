/** Every call of a lock function that a statement sends, whether or not its lock can be followed. */
import type { EffectOf } from '../effects/effect.ts'
import type { Statementlike } from '../effects/sql-text.ts'
import type { LockCall, Statement } from '../sql/types.ts'
import type { Node } from '../syntax/ast.ts'
import type { LockSite } from './facts.ts'
import { keyOf } from './key.ts'
import type { Machine } from './machine.ts'
import { sessionKeyOf, sessionOf, transactionOf } from './sessions.ts'
import type { Frame, State } from './state.ts'

/** Names one call of a lock function in one run of the code around it. */
export function siteId({ position }: LockCall, node: Node, frame: Frame): string {
  return `${frame.id}@${String(node.range[0])}:${String(position.piece)}.${String(position.offset)}`
}

export function observeSites(
  statement: Statement,
  text: Statementlike,
  { on, shape }: EffectOf<'send'>,
  node: Node,
  state: State,
  frame: Frame,
  machine: Machine,
): void {
  if (!statement.runs || statement.calls.length === 0) return
  const transaction = transactionOf(on, state.env)
  for (const call of statement.calls) {
    const make = (): LockSite => ({
      node,
      frame,
      call,
      statement,
      text,
      key: keyOf(call, text),
      on,
      session: sessionOf(on),
      sessionKey: sessionKeyOf(on),
      shape,
      transactions: new Set(),
    })
    machine.sited(siteId(call, node, frame), make, transaction)
  }
}
