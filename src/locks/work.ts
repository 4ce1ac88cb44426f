/** Work that ran while a lock was watched: statements, and awaited calls that can't be seen. */
import type { Statementlike } from '../effects/sql-text.ts'
import type { Origin, Value, ValueOf } from '../origins/value.ts'
import type { Statement } from '../sql/types.ts'
import type { Node } from '../syntax/ast.ts'
import { isWriteVerb } from '../vocabulary.ts'
import { isGiven } from './duty.ts'
import type { Work } from './facts.ts'
import type { Machine } from './machine.ts'
import { sessionKeyOf, sessionOf, transactionOf } from './sessions.ts'
import type { Frame, State } from './state.ts'

type CallOrigin = Extract<Origin, { from: 'call' }>

/** The state after it: a write inside an open transaction waits for its COMMIT. */
function observe(machine: Machine, state: State, work: Work, writes: boolean): State {
  machine.works.set(`${work.frame.id}@${String(work.node.range[0])}`, work)
  const { tracked } = state
  if (!tracked) return state
  const { acquisition, phase } = tracked
  machine.observed(acquisition)[phase].set(work.node, work)
  const waits = phase === 'held' && writes && transactionOf(acquisition.on, state.env) === 'open'
  return waits && !tracked.wrote ? { ...state, tracked: { ...tracked, wrote: true } } : state
}

const UNREAD = { writes: true, table: undefined, schema: false, whole: false } as const

/** Of a statement that can't be read only that it ran is known. */
export function observeUnread(machine: Machine, state: State, node: Node, frame: Frame, on: Value): State {
  return observe(machine, state, { node, kind: 'statement', ...UNREAD, frame, ...sessionFacts(on) }, false)
}

/** So of a call that can't be seen. Given the connection, a caller's work or `Model.create()` writes on it. */
export function observeCall(machine: Machine, state: State, node: Node, frame: Frame, call: CallOrigin): State {
  const { callee, args } = call
  const isWork = callee.kind === 'opaque' && callee.origin.from === 'parameter'
  const name = callee.kind === 'opaque' && callee.origin.from === 'member' ? callee.origin.name : ''
  const writes = (isWork || isWriteVerb(name)) && isGiven(args, state)
  return observe(machine, state, { node, kind: 'call', ...UNREAD, frame, ...sessionFacts(undefined) }, writes)
}

function isOwn(work: Work, { tracked }: State): boolean {
  return work.sessionKey === tracked?.sessionKey
}

function sessionFacts(on: Value | undefined): Pick<Work, 'session' | 'sessionKey'> {
  return on ? { session: sessionOf(on), sessionKey: sessionKeyOf(on) } : { session: undefined, sessionKey: undefined }
}

export function observeWork(
  machine: Machine,
  state: State,
  node: Node,
  frame: Frame,
  statement: Statement,
  text: Statementlike,
  on: Value,
): State {
  if (statement.access === 'control') return state
  const sql = text.sql.pieces.join('?')
  const work: Work = {
    node,
    kind: 'statement',
    writes: statement.access !== 'read',
    table: /\b(?:update|into|delete\s+from|from)\s+("?[\w.]+"?)/i.exec(sql)?.[1],
    schema: statement.kind === 'ddl',
    whole: isWhole(sql),
    frame,
    ...sessionFacts(on),
  }
  return observe(machine, state, work, work.writes && isOwn(work, state))
}

/** A count, a maximum or the last row: the statement may be about everything there is. */
function isWhole(sql: string): boolean {
  return /\b(count|max|min|sum|coalesce|exists|nextval)\s*\(|order\s+by[^;]*\blimit\s+1/i.test(sql)
}

/** A statement that a query builder made, awaited here. */
export function observeBuilt(
  machine: Machine,
  state: State,
  node: Node,
  frame: Frame,
  built: ValueOf<'handle'>,
): State {
  const { build = [] } = built
  const names = build.map((one) => one.split('(', 1)[0] ?? one)
  const work: Work = {
    node,
    kind: 'statement',
    writes: names.some(isWriteVerb),
    table: tableOf(build),
    schema: false,
    whole: names.some((name) => /^(count|aggregate|findFirst|max)$/.test(name)),
    frame,
    ...sessionFacts(built),
  }
  return observe(machine, state, work, work.writes && isOwn(work, state))
}

/** `updateTable('pages')`, `update(pages)`, `from(pages)`, `page.update(…)`. */
function tableOf(build: readonly string[]): string | undefined {
  for (const one of build) {
    const [name = '', argument] = one.split('(', 2)
    if (argument !== undefined && /^(insert|update|delete|select|from|into|merge|upsert|$)/i.test(name))
      return argument.replace(/\)$/, '')
  }
  return build[0]
}
