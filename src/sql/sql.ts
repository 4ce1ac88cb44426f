/**
 * The door of `src/sql`: SQL text with holes in, statements out. Pure, never throws, linear time.
 *
 * Gives up on: escapes in `U&"…"` and `U&'…'` (kept as written), `standard_conforming_strings = off`, text that a body
 * EXECUTEs (`openName`), names that a hole is part of (`openName`), and all behind the first 100,000 tokens (`hole`).
 */

import type { Expression, LockCall, Setting, SqlText, Statement } from './types.ts'
import { bodiesOf } from './bodies.ts'
import { readExpression, splitList } from './expression.ts'
import { flatten } from './flat-text.ts'
import { MAX_TOKENS } from './lexer.ts'
import { LevelFacts, settleReferences } from './level-facts.ts'
import { finishCall } from './lock-calls.ts'
import { mentionsAdvisory } from './lock-functions.ts'
import { scanStatement } from './query-levels.ts'
import type { Scan } from './scan-state.ts'
import { placeOf, type Source, sourceOf } from './source.ts'
import { type Description, describeStatement } from './statement-kind.ts'
import { splitStatements, type StatementRange } from './statements.ts'
import { wholesOf } from './wholes.ts'

export type * from './types.ts'
export { printExpression } from './print-expression.ts'
export { LOCK_FUNCTIONS, mentionsAdvisory } from './lock-functions.ts'

/** The statements of a text, in order; comments and empty statements are none. */
export function readSql(sql: SqlText): readonly Statement[] {
  const source = sourceOf(flatten(sql))
  const cut = source.tokens.length === MAX_TOKENS
  return splitStatements(source.tokens).map((range) => {
    const statement = readStatement(source, range)
    return cut && range.end === source.tokens.length ? { ...statement, hole: true } : statement
  })
}

/** What the parts of a statement, its own tokens and its bodies, add up to. */
interface Gathered {
  readonly calls: LockCall[]
  readonly settings: Setting[]
  hole: boolean
  openName: boolean
  changes: boolean
}

function readStatement(source: Source, range: StatementRange): Statement {
  const description = describeStatement(source, range)
  const { detail, setting } = description
  const gathered: Gathered = { calls: [], settings: [], hole: false, openName: false, changes: false }
  if (setting !== undefined) gathered.settings.push(setting)
  let scan: Scan | undefined
  if (detail.kind !== 'privilege') {
    scan = gather(source, range, gathered, detail.kind === 'create-function', false)
    if (detail.kind === 'do' || detail.kind === 'create-function') {
      for (const body of bodiesOf(source, range, detail.kind)) {
        for (const piece of body.pieces) gather(body.source, piece, gathered, true, true)
      }
    }
  }
  const hole = gathered.hole || (hidesDetail(description) && hasHole(source, range))
  const statement = {
    calls: gathered.calls,
    runs: description.runs,
    access: accessOf(description, gathered, hole),
    columns: columnsOf(description, scan),
    settings: gathered.settings,
    hole: hole || detail.kind === 'unknown',
    openName: gathered.openName,
    limited: isLimited(source, range),
    wholes: wholesOf(source, range),
    start: placeOf(source, source.tokens[range.start]?.start ?? 0),
    end: placeOf(source, source.tokens[range.end - 1]?.end ?? 0),
  }
  return { ...detail, ...statement }
}

/** Scans tokens and adds what they hold. */
function gather(source: Source, range: StatementRange, into: Gathered, inBody: boolean, plpgsql: boolean): Scan {
  const scan = scanStatement(source, range, plpgsql)
  if (scan.calls.length > 0) {
    settleReferences(scan.ctes.values(), scan.references, scan.mayRead || scan.hole)
    const facts = new LevelFacts(source)
    for (const call of scan.calls) into.calls.push(finishCall(source, facts, call, range.end, inBody))
  }
  for (const name of scan.setConfigs) into.settings.push(settingOf(source, name))
  into.hole ||= scan.hole
  into.openName ||= scan.openName || (plpgsql && executesLock(source, range))
  into.changes ||= scan.changes || (plpgsql && changesInBody(source, range))
  return scan
}

/** PL/pgSQL that changes something outside the queries that the scanner knows. */
function changesInBody(source: Source, range: StatementRange): boolean {
  const first = source.tokens[range.start]?.key ?? ''
  return /^(?:execute|call|create|alter|drop|truncate|copy|reindex|refresh|cluster|grant|revoke|lock)$/.test(first)
}

/** EXECUTE of a text about advisory locks, which isn't read. */
function executesLock(source: Source, range: StatementRange): boolean {
  let executes = false
  let mentions = false
  for (let i = range.start; i < range.end; i++) {
    const token = source.tokens[i]
    if (token?.key === 'execute') executes = true
    if (token?.kind === 'string') mentions ||= mentionsAdvisory(source.text.slice(token.start, token.end))
  }
  return executes && mentions
}

/** Statements of which a hole anywhere may change the kind or what it says. */
function hidesDetail({ detail }: Description): boolean {
  switch (detail.kind) {
    case 'begin':
    case 'set-transaction':
    case 'commit':
    case 'rollback':
    case 'do':
    case 'discard':
    case 'ddl':
      return true
    default:
      return false
  }
}

function isLimited(source: Source, range: StatementRange): boolean {
  for (let i = range.start; i < range.end; i++) {
    const key = source.tokens[i]?.key
    if (key === 'limit' || key === 'fetch') return true
  }
  return false
}

function hasHole(source: Source, range: StatementRange): boolean {
  for (let i = range.start; i < range.end; i++) if (source.tokens[i]?.kind === 'hole') return true
  return false
}

function accessOf({ access, detail }: Description, gathered: Gathered, hole: boolean): Statement['access'] {
  if (detail.kind === 'do' && hole && !gathered.changes) return 'unknown'
  return gathered.changes && access === 'read' && detail.kind !== 'explain' ? 'write' : access
}

function columnsOf({ detail }: Description, scan: Scan | undefined): Statement['columns'] {
  switch (detail.kind) {
    case 'select':
    case 'values':
      // TABLE t
      return scan?.root.verb === 'expression' ? undefined : scan?.root.columns
    case 'insert':
    case 'update':
    case 'delete':
    case 'merge':
      return scan === undefined || (scan.root.hole && scan.root.items.length === 0) ? undefined : scan.root.columns
    case 'explain':
      return ['QUERY PLAN']
    case 'show':
    case 'call':
    case 'execute':
    case 'fetch':
    case 'other':
    case 'unknown':
      return undefined
    default:
      return []
  }
}

/** The setting that a call of `set_config` makes. */
function settingOf(source: Source, name: number): Setting {
  const close = source.tokens[name + 1]?.match ?? name
  const args = splitList(source.tokens, name + 2, close).map(([from, to]) => readExpression(source, from, to))
  const local = args[2]?.kind === 'constant' ? args[2].value === 'true' : undefined
  return {
    name: constantText(args[0])?.toLowerCase(),
    value: constantText(args[1]),
    local,
    position: placeOf(source, source.tokens[name]?.start ?? 0),
  }
}

function constantText(expression: Expression | undefined): string | undefined {
  if (expression?.kind === 'cast') return constantText(expression.operand)
  if (expression?.kind === 'number') return expression.text
  return expression?.kind === 'string' && expression.holes.length === 0 ? expression.pieces.join('') : undefined
}
