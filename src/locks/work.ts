/** Work that ran while a lock was watched: statements, and awaited calls that can't be seen. */
import type { Statementlike } from '../effects/sql-text.ts'
import type { Value, ValueOf } from '../origins/value.ts'
import type { Statement } from '../sql/types.ts'
import type { Node } from '../syntax/ast.ts'
import { isWriteVerb } from '../vocabulary.ts'
import type { Work } from './facts.ts'
import type { Machine } from './machine.ts'
import { isAmbient, sessionKeyOf, sessionOf } from './sessions.ts'
import type { Frame, State } from './state.ts'

function observe(machine: Machine, state: State, seen: Omit<Work, 'onNormalPath'>): void {
  const key = `${seen.frame.id}@${String(seen.node.range[0])}`
  const onNormalPath = state.thrower === undefined || machine.works.get(key)?.onNormalPath === true
  const work: Work = { ...seen, onNormalPath }
  machine.works.set(key, work)
  if (!state.tracked) return
  const { acquisition, phase } = state.tracked
  const known = machine.observed(acquisition)[phase]
  const before = known.get(work.node)?.onNormalPath === true
  known.set(work.node, { ...work, onNormalPath: before || state.thrower === undefined })
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
  const known = { writes: true, read: false, alone: false, table: undefined, schema: false, whole: false }
  observe(machine, state, { node, kind, ...known, frame, ...sessionFacts(on, state) })
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
): void {
  if (statement.access === 'control') return
  const sql = text.sql.pieces.join('?')
  observe(machine, state, {
    node,
    kind: 'statement',
    writes: statement.access !== 'read',
    read: statement.access !== 'unknown',
    alone: statement.kind === 'vacuum' || statement.kind === 'notify' || /\bconcurrently\b/i.test(sql),
    table: /\b(?:update|into|delete\s+from|from)\s+("?[\w.]+"?)/i.exec(sql)?.[1],
    schema: statement.kind === 'ddl',
    whole: isWhole(sql),
    frame,
    ...sessionFacts(on, state),
  })
}

/** A count, a maximum or the last row: the statement may be about everything there is. */
function isWhole(sql: string): boolean {
  return /\b(count|max|min|sum|coalesce|exists|nextval)\s*\(|order\s+by[^;]*\blimit\s+1/i.test(sql)
}

/** A statement that a query builder made, awaited here. */
export function observeBuilt(machine: Machine, state: State, node: Node, frame: Frame, built: ValueOf<'handle'>): void {
  const { build = [] } = built
  const names = build.map((one) => one.split('(', 1)[0] ?? one)
  observe(machine, state, {
    node,
    kind: 'statement',
    writes: names.some(isWriteVerb),
    read: true,
    alone: false,
    table: tableOf(build),
    schema: false,
    whole: names.some((name) => /^(count|aggregate|findFirst|max)$/.test(name)),
    frame,
    ...sessionFacts(built, state),
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
