/** Every call of a lock function that a statement sends, whether or not its lock can be followed. */
import type { EffectOf } from '../effects/effect.ts'
import type { Statementlike } from '../effects/sql-text.ts'
import type { LockCall, Statement } from '../sql/types.ts'
import type { Node } from '../syntax/ast.ts'
import { nullishness, type Value } from '../origins/value.ts'
import type { Env } from './environment.ts'
import type { LockSite } from './facts.ts'
import { keyOf } from './key.ts'
import type { Machine } from './machine.ts'
import { sessionKeyOf, sessionOf, sessionsInTransaction, transactionOf } from './sessions.ts'
import type { Frame, State } from './state.ts'

/** Names one call of a lock function in one run of the code around it. */
export function siteId({ position, name }: LockCall, node: Node, frame: Frame): string {
  return `${frame.id}@${String(node.range[0])}:${String(position.piece)}.${String(position.offset)}${name}`
}

export function observeSites(
  statement: Statement,
  text: Statementlike,
  { on, shape, lazy }: EffectOf<'send'>,
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
      elsewhere: new Map(),
      lazy,
      missing: new Set(),
    })
    const site = machine.sited(siteId(call, node, frame), make)
    site.transactions.add(transaction)
    for (const session of sessionsInTransaction(state.env))
      if (session !== site.sessionKey) site.elsewhere.set(session, machine.sessions.get(session))
    for (const value of valuesIn(text)) addMissing(value, state.env, site.missing)
  }
}

function valuesIn({ holes, values: { positional = [], named = new Map<string, Value>() } }: Statementlike): Value[] {
  return [...holes, ...positional, ...named.values()]
}

/** Values deeper inside a key are not looked at. */
const DEEPEST = 6

function addMissing(value: Value, env: Env, missing: Set<string>, depth = 0): void {
  if (depth > DEEPEST) return
  const inner = (one: Value): void => addMissing(one, env, missing, depth + 1)
  switch (value.kind) {
    case 'text':
    case 'fragment':
      for (const part of value.parts) if (typeof part !== 'string') inner(part)
      break
    case 'opaque':
      if (value.origin.from === 'call') value.origin.args.forEach(inner)
      else if (value.origin.from === 'parameter' && value.origin.optional) {
        const isThere = nullishness(value) === false || env.nullish(value) === false || env.truth(value) === true
        if (!isThere) missing.add(value.key)
      }
      break
    case 'import':
      value.args.forEach(inner)
      break
    default:
      break
  }
}
