/** Work that ran while a lock was watched: statements, and awaited calls that can't be seen. */
import type { Statementlike } from '../effects/sql-text.ts'
import type { Value, ValueOf } from '../origins/value.ts'
import type { Statement } from '../sql/types.ts'
import type { Node } from '../syntax/ast.ts'
import { isWriteVerb } from '../vocabulary.ts'
import type { Work } from './facts.ts'
import type { Machine } from './machine.ts'
import { sessionKeyOf, sessionOf } from './sessions.ts'
import type { Frame, State } from './state.ts'

function observe(machine: Machine, state: State, work: Work): void {
  machine.works.set(`${work.frame.id}@${String(work.node.range[0])}`, work)
  if (!state.tracked) return
  const { acquisition, phase } = state.tracked
  machine.observed(acquisition)[phase].set(work.node, work)
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
  const known = { writes: true, table: undefined, schema: false, whole: false }
  observe(machine, state, { node, kind, ...known, frame, ...sessionFacts(on) })
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
    whole: isWhole(sql),
    frame,
    ...sessionFacts(on),
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
    table: tableOf(build),
    schema: false,
    whole: names.some((name) => /^(count|aggregate|findFirst|max)$/.test(name)),
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
