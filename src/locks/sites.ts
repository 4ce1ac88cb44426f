/** Every call of a lock function that a statement sends, whether or not its lock can be followed. */
import type { EffectOf } from '../effects/effect.ts'
import { type Statementlike, valuesIn } from '../effects/sql-text.ts'
import type { LockCall, Statement } from '../sql/types.ts'
import type { Node } from '../syntax/ast.ts'
import type { VariableLike } from '../origins/names.ts'
import { madeOf } from '../origins/parts.ts'
import { nullishness, type Value } from '../origins/value.ts'
import { boundAt } from './bounds.ts'
import type { Env } from './environment.ts'
import type { LockSite } from './facts.ts'
import { compareKeys, keyOf } from './key.ts'
import type { Machine } from './machine.ts'
import { isInTransaction, sessionKeyOf, sessionOf, sessionsInTransaction, transactionOf } from './sessions.ts'
import type { Frame, State } from './state.ts'

/** Names one call of a lock function in one run of the code around it. */
export function siteId({ position, name }: LockCall, node: Node, frame: Frame): string {
  return `${frame.id}@${String(node.range[0])}:${String(position.piece)}.${String(position.offset)}${name}`
}

export function observeSites(
  statement: Statement,
  text: Statementlike,
  { on, shape, lazy, callback }: EffectOf<'send'>,
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
      bounds: new Set(),
      begun: false,
      again: false,
      elsewhere: new Map(),
      lazy,
      dropped: callback === undefined && machine.isDropped(node, frame),
      missing: new Set(),
      holders: new Map(),
    })
    const site = machine.sited(siteId(call, node, frame), make)
    site.transactions.add(transaction)
    if (call.wait) site.bounds.add(boundAt(on, statement, state.env))
    site.again ||= isHeldBefore(site, state)
    site.begun ||= isInTransaction(site.sessionKey, state.env)
    for (const session of sessionsInTransaction(state.env))
      if (session !== site.sessionKey) site.elsewhere.set(session, machine.sessions.get(session))
    for (const value of valuesIn(text)) addMissing(value, state.env, site.missing)
    if (call.action === 'lock') addHolders(site, state.env, machine)
  }
}

/** Another call took this lock on the same session. */
function isHeldBefore({ node, key, sessionKey }: LockSite, { tracked }: State): boolean {
  if (tracked?.phase !== 'held' || tracked.acquisition.node === node || tracked.sessionKey !== sessionKey) return false
  return compareKeys(tracked.key, key) === 'same'
}

/** Values deeper inside a key are not looked at. */
const DEEPEST = 6

function addMissing(value: Value, env: Env, missing: Set<string>, depth = 0): void {
  if (depth > DEEPEST) return
  if (value.kind === 'opaque' && value.origin.from === 'parameter' && value.origin.optional) {
    const isThere = nullishness(value) === false || env.nullish(value) === false || env.truth(value) === true
    if (!isThere) missing.add(value.key)
  }
  for (const one of madeOf(value)) addMissing(one, env, missing, depth + 1)
}

/** The keys of a value, and of those that it is made of. */
function keysIn(value: Value, found = new Set<string>(), depth = 0): ReadonlySet<string> {
  if (depth > DEEPEST || found.has(value.key)) return found
  found.add(value.key)
  for (const one of madeOf(value)) keysIn(one, found, depth + 1)
  return found
}

/** The variables of the functions that run which hold a value of the statement, one that it is made of, or what has that in it. */
function addHolders({ text, frame, holders }: LockSite, env: Env, { origins }: Machine): void {
  const keys = new Set(valuesIn(text).flatMap((value) => [...keysIn(value)]))
  const add = (holder: VariableLike | 'field', value: Value): void => {
    for (const key of keysIn(value))
      if (keys.has(key)) holders.set(key, (holders.get(key) ?? new Set<VariableLike | 'field'>()).add(holder))
  }
  for (const [place, value] of env.places) add(typeof place === 'string' ? 'field' : (place as VariableLike), value)
  for (let at: Frame | undefined = frame; at; at = at.parent)
    for (const variable of origins.names.capturesOf(at.fn))
      if (!env.places.has(variable)) add(variable, origins.staticValue(variable))
}
