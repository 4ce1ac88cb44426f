/** Work that ran while a lock was watched: statements, and awaited calls that can't be seen. */
import type { Statementlike } from '../effects/sql-text.ts'
import type { Origin, Value, ValueOf, VariableKey } from '../origins/value.ts'
import type { Expression, Statement } from '../sql/types.ts'
import type { Node } from '../syntax/ast.ts'
import { isWholeVerb, isWriteVerb } from '../vocabulary.ts'
import type { Env } from './environment.ts'
import type { Work } from './facts.ts'
import { placeholderValue } from './key.ts'
import type { Machine } from './machine.ts'
import { sessionKeyOf, sessionOf, transactionOf } from './sessions.ts'
import type { Frame, State } from './state.ts'

function observe(machine: Machine, state: State, work: Work): void {
  machine.works.set(`${work.frame.id}@${String(work.node.range[0])}`, work)
  if (!state.tracked) return
  const { acquisition, phase, caught } = state.tracked
  const observations = machine.observed(acquisition)
  if (phase === 'held' || phase === 'lost') observations[phase].set(work.node, work)
  else if (caught) {
    // After an error a transaction takes no statement more.
    const aborted =
      work.sessionKey === acquisition.sessionKey &&
      state.tracked.count > 0 &&
      (acquisition.call.scope === 'xact' || transactionOf(acquisition.on, state.env) === 'open')
    observations.ignored.set(work.node, { caught, aborted })
  }
}

/** Of a call, or of a statement that can't be read, only that it ran is known. */
export function observeUnread(
  machine: Machine,
  state: State,
  node: Node,
  frame: Frame,
  kind: Work['kind'],
  on?: Value,
): void {
  const unknown = { table: undefined, whole: false, wholes: undefined }
  observe(machine, state, { node, kind, writes: true, schema: false, frame, ...unknown, ...sessionFacts(on) })
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
): void {
  if (statement.access === 'control') return
  const sql = text.sql.pieces.join('?')
  observe(machine, state, {
    node,
    kind: 'statement',
    writes: statement.access !== 'read',
    table: /\b(?:update|into|delete\s+from|from)\s+("?[\w.]+"?)/i.exec(sql)?.[1],
    schema: statement.kind === 'ddl',
    whole: statement.wholes.length > 0,
    wholes: statement.wholes.map(({ narrowedBy }) => ({ narrowedBy: variablesIn(narrowedBy, text, state.env) })),
    frame,
    ...sessionFacts(on),
  })
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

function partsOf(value: Value): readonly Value[] {
  switch (value.kind) {
    case 'text':
    case 'fragment':
      return value.parts.filter((part) => typeof part !== 'string')
    case 'record':
      return [...value.fields.values()]
    case 'list':
      return value.rest ? [...value.items, value.rest] : value.items
    case 'import':
      return value.args
    case 'choice':
      return [value.test, value.then, value.otherwise]
    case 'oneOf':
      return value.of
    case 'promise':
      return value.value ? [value.value] : []
    case 'opaque':
      return originsOf(value.origin)
    default:
      return []
  }
}

function originsOf(origin: Origin): readonly Value[] {
  switch (origin.from) {
    case 'member':
      return [origin.base]
    case 'call':
      return [origin.callee, ...origin.args]
    case 'operation':
      return origin.operands
    case 'place':
      return origin.of ? [origin.of] : []
    default:
      return []
  }
}

/** A statement that a query builder made, awaited here. */
export function observeBuilt(machine: Machine, state: State, node: Node, frame: Frame, built: ValueOf<'handle'>): void {
  const { build = [] } = built
  const names = build.map((one) => one.split('(', 1)[0] ?? one)
  observe(machine, state, {
    node,
    kind: 'statement',
    writes: names.some(isWriteVerb),
    table: tableOf(build),
    schema: false,
    whole: names.some(isWholeVerb),
    wholes: undefined,
    frame,
    ...sessionFacts(built),
  })
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
