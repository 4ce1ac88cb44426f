/** Work that ran while a lock was watched: statements, and awaited calls that can't be seen. */
import type { Statementlike } from '../effects/sql-text.ts'
import { partsOf } from '../origins/parts.ts'
import type { Origin, Value, ValueOf, VariableKey } from '../origins/value.ts'
import type { Expression, Statement } from '../sql/types.ts'
import type { Node } from '../syntax/ast.ts'
import { isWholeVerb, isWriteVerb } from '../vocabulary.ts'
import { isGiven } from './duty.ts'
import { type Content, contentOf, observePublished } from './content.ts'
import type { Env } from './environment.ts'
import type { Work } from './facts.ts'
import { placeholderValue } from './key.ts'
import type { Machine } from './machine.ts'
import { isAmbient, sessionKeyOf, sessionOf, transactionOf } from './sessions.ts'
import type { Frame, State } from './state.ts'

type CallOrigin = Extract<Origin, { from: 'call' }>

/** The state after it: a write inside an open transaction waits for its COMMIT. */
function observe(machine: Machine, state: State, seen: Omit<Work, 'onNormalPath'>, writes: boolean): State {
  const key = `${seen.frame.id}@${String(seen.node.range[0])}`
  const isNormal = state.thrower === undefined
  const work: Work = { ...seen, onNormalPath: isNormal || machine.works.get(key)?.onNormalPath === true }
  machine.works.set(key, work)
  const { tracked } = state
  if (!tracked) return state
  const { acquisition, phase, caught } = tracked
  const observations = machine.observed(acquisition)
  const isInTransaction = transactionOf(acquisition.on, state.env) === 'open'
  if (phase === 'held' || phase === 'lost') {
    const before = observations[phase].get(work.node)
    if (phase === 'held') observeContent(observations.content, work, isNormal, isInTransaction)
    observations[phase].set(work.node, { ...work, onNormalPath: isNormal || before?.onNormalPath === true })
  } else if (phase === 'undone') {
    if (work.sessionKey === acquisition.sessionKey) observations.undone.set(work.node, work)
  } else if (caught) {
    // After an error a transaction takes no statement more.
    const isOwn = work.sessionKey === acquisition.sessionKey
    const aborted = isOwn && tracked.count > 0 && (acquisition.call.scope === 'xact' || isInTransaction)
    observations.ignored.set(work.node, { caught, aborted })
  }
  const waits = phase === 'held' && writes && isInTransaction
  return waits && !tracked.wrote ? { ...state, tracked: { ...tracked, wrote: true } } : state
}

function observeContent(content: Content, work: Work, isNormal: boolean, isInTransaction: boolean): void {
  if (!isNormal) content.runsAfterFailure = true
  if (work.writes && !isInTransaction) content.committed.add(work.node)
}

const UNREAD = {
  writes: true,
  read: false,
  alone: false,
  outside: false,
  table: undefined,
  schema: false,
  whole: false,
  wholes: undefined,
  callers: undefined,
} as const

/** Of a statement that can't be read only that it ran is known. */
export function observeUnread(machine: Machine, state: State, node: Node, frame: Frame, on: Value): State {
  return observe(machine, state, { node, kind: 'statement', ...UNREAD, frame, ...sessionFacts(on, state) }, false)
}

/** So of a call that can't be seen. Given the connection, a caller's work or `Model.create()` writes on it. */
export function observeCall(machine: Machine, state: State, node: Node, frame: Frame, call: CallOrigin): State {
  const { callee, args } = call
  const isWork = callee.kind === 'opaque' && callee.origin.from === 'parameter'
  const name = callee.kind === 'opaque' && callee.origin.from === 'member' ? callee.origin.name : ''
  const writes = (isWork || isWriteVerb(name)) && isGiven(args, state)
  const callers = !isCallersWork(callee) ? undefined : isWork ? ('parameter' as const) : ('method' as const)
  const work = { node, kind: 'call' as const, ...UNREAD, callers, frame, ...sessionFacts(undefined, state) }
  return observe(machine, state, work, writes)
}

/** Whether a parameter, or a property of one, is called, and its type doesn't say that it gives no promise. */
export function isCallersWork(callee: Value): boolean {
  let at = callee
  while (at.kind === 'opaque' && at.origin.from === 'member') at = at.origin.base
  return at.kind === 'opaque' && at.origin.from === 'parameter' && !at.origin.sync
}

function isOwn(work: Omit<Work, 'onNormalPath'>, { tracked }: State): boolean {
  return work.sessionKey === tracked?.sessionKey
}

function sessionFacts(on: Value | undefined, { env }: State): Pick<Work, 'session' | 'sessionKey'> {
  return on && !isAmbient(on, env)
    ? { session: sessionOf(on), sessionKey: sessionKeyOf(on) }
    : { session: undefined, sessionKey: undefined }
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
  const work = {
    node,
    kind: 'statement' as const,
    writes: statement.access !== 'read',
    read: statement.access !== 'unknown',
    alone: statement.kind === 'vacuum' || statement.kind === 'notify' || /\bconcurrently\b/i.test(sql),
    outside: runsOutside(statement, sql),
    table: /\b(?:update|into|delete\s+from|from)\s+("?[\w.]+"?)/i.exec(sql)?.[1],
    schema: statement.kind === 'ddl',
    whole: statement.wholes.length > 0,
    callers: undefined,
    wholes: statement.wholes.map(({ narrowedBy }) => ({ narrowedBy: variablesIn(narrowedBy, text, state.env) })),
    frame,
    ...sessionFacts(on, state),
  }
  return observe(machine, state, work, work.writes && isOwn(work, state))
}

/** CALL may commit, and so may a DO block; databases, tablespaces and the server's own settings know no transaction. */
function runsOutside(statement: Statement, sql: string): boolean {
  switch (statement.kind) {
    case 'call':
    case 'vacuum':
      return true
    case 'do':
      return /\b(commit|rollback)\b/i.test(sql)
    case 'ddl':
      return statement.concurrently || /^(database|tablespace|system|subscription)/.test(statement.object)
    default:
      return false
  }
}

/** The variables from which the values of a part of a statement are made. */
function variablesIn(
  expressions: readonly Expression[],
  text: Statementlike,
  env: Env,
): ReadonlySet<VariableKey> | undefined {
  const variables = new Set<VariableKey>()
  if (expressions.length === 0) return variables
  const sources = new Set<string>()
  for (const expression of expressions) {
    const values = valuesOf(expression, text)
    if (values.includes(undefined)) return undefined
    for (const value of values) if (value) addSources(value, sources)
  }
  for (const [place, value] of env.places) if (typeof place !== 'string' && sources.has(value.key)) variables.add(place)
  return variables
}

function valuesOf(expression: Expression, text: Statementlike): (Value | undefined)[] {
  switch (expression.kind) {
    case 'hole':
      return [text.holes[expression.hole]]
    case 'string':
      return expression.holes.map((hole) => text.holes[hole])
    case 'placeholder':
      return [placeholderValue(expression.placeholder, text)]
    default:
      return [undefined]
  }
}

/** Values inside values are looked at so far. */
const DEEPEST = 8

/** The keys of a value and of all that it is made of. */
function addSources(value: Value, sources: Set<string>, depth = 0): void {
  if (depth > DEEPEST || sources.has(value.key)) return
  sources.add(value.key)
  for (const part of partsOf(value)) addSources(part, sources, depth + 1)
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
  contentOf(state, machine)?.read.add(built.key)
  if (built.session.key === state.tracked?.sessionKey) observePublished([built], state, machine)
  const names = build.map((one) => one.split('(', 1)[0] ?? one)
  const work = {
    node,
    kind: 'statement' as const,
    writes: names.some(isWriteVerb),
    read: true,
    alone: false,
    // `knex.migrate.latest()`, `knex.seed.run()`: who knows how many statements.
    outside: /^(migrate|seed)$/.test(names[0] ?? ''),
    table: tableOf(build),
    schema: false,
    whole: names.some(isWholeVerb),
    wholes: undefined,
    callers: undefined,
    frame,
    ...sessionFacts(built, state),
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
