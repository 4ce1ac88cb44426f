/** `require-transaction`: a transaction lock where no transaction is open ends with its own statement. */
import type { LockFacts, LockSite, Observations, Work } from '../locks/facts.ts'
import type { Frame } from '../locks/state.ts'
import { onlyMakesValue } from '../sql/value-functions.ts'
import type { Node } from '../syntax/ast.ts'
import { pathTo } from '../syntax/walk.ts'
import { isRoutedByContext } from './context.ts'
import type { Fault } from './fault.ts'
import type { FileAnalysis } from './file.ts'
import { type Lines, shownKey, writtenPlace } from './places.ts'

export function transactionFaults(file: FileAnalysis): Fault[] {
  const faults: Fault[] = []
  for (const site of file.facts.sites.values()) {
    if (!endsAtOnce(site) || isPostponed(site) || protectsItself(site) || isRoutedByContext(site, file)) continue
    if (isProbe(site, file.facts) || !isFollowed(site, file.facts)) continue
    faults.push({
      rule: 'require-transaction',
      messageId: isInsideAnother(site) ? 'outerHandle' : 'autocommit',
      ...writtenPlace(site, file),
      data: { key: shownKey(site.key), lock: site.call.name },
      trace: [],
      suggestions: [],
    })
  }
  return faults
}

/** A write to a table that was written under the lock, after a `ROLLBACK TO` that let it go. */
export function savepointFaults(
  { acquisition, undone, held }: Observations,
  file: FileAnalysis,
  lines: Lines,
): Fault[] {
  const isWritten = (table: string, elsewhere: Node): boolean =>
    [...held.values()].some((work) => work.writes && work.table === table && work.node !== elsewhere)
  const work = [...undone.values()].find(
    ({ writes, read, table, node }) => writes && read && table !== undefined && isWritten(table, node),
  )
  if (!work) return []
  const data = { key: shownKey(acquisition.key), work: lines.shown(work.node) }
  const { node } = writtenPlace(acquisition, file)
  return [{ rule: 'require-transaction', messageId: 'savepoint', node, data, trace: [], suggestions: [] }]
}

/** On every path that was seen the session had no transaction open. */
function endsAtOnce({ call, session, transactions, text }: LockSite): boolean {
  if (call.action !== 'lock' || call.scope !== 'xact' || call.inBody || !session) return false
  // Several statements without values run as one transaction (facts-postgresql, F12).
  const { pieces } = text.sql
  const several = pieces.some((piece, at) => /;\s*\S/.test(piece) || (/;\s*$/.test(piece) && at < pieces.length - 1))
  return !several && transactions.size === 1 && transactions.has('none')
}

/** A statement that runs when it is awaited, and isn't awaited here: it may become part of a batch, or move to a handle. */
function isPostponed({ lazy, node, frame }: LockSite): boolean {
  if (!lazy) return false
  const path = pathTo(frame.fn, node)
  for (let at = path.length - 2; at >= 0; at--) {
    const around = path[at]
    if (around?.type === 'AwaitExpression' || around?.type === 'ReturnStatement') return false
    if (around?.type === 'ArrowFunctionExpression') return around.body.type === 'BlockStatement'
    const isPart =
      around?.type === 'MemberExpression' ||
      (around?.type === 'CallExpression' && around.callee === path[at + 1]) ||
      around?.type.startsWith('TS') ||
      around?.type === 'ChainExpression'
    if (!isPart) return true
  }
  return true
}

/** The transaction that is open belongs to the same pool. */
function isInsideAnother({ elsewhere, session }: LockSite): boolean {
  return [...elsewhere.values()].some((other) => other?.pool !== undefined && other.pool.key === session?.key)
}

/** The statement that takes the lock does the work as well: it writes, reads a table, or calls a function that may. */
function protectsItself({ statement, call, text }: LockSite): boolean {
  if (statement.access !== 'read') return true
  for (let level: LockSite['call']['level'] | undefined = call.level; level; level = level.outer)
    if (level.from.some((item) => item.kind === 'table' || item.kind === 'hole' || ('tables' in item && item.tables)))
      return true
  const called = text.sql.pieces.flatMap((piece) => [...piece.matchAll(/(\w+)"?\s*\(/g)].map(([, name]) => name ?? ''))
  return called.some((name) => !onlyMakesValue(name))
}

/** A try of which nobody tests the answer, though it is kept: it asks whether somebody holds the lock. */
function isProbe({ call, node, frame }: LockSite, { tested }: LockFacts): boolean {
  if (call.wait || tested.has(String(node.range[0]))) return false
  const path = pathTo(frame.fn, node)
  const isDropped = path.at(-2)?.type === 'AwaitExpression' && path.at(-3)?.type === 'ExpressionStatement'
  return !isDropped
}

/** A write or a caller's work follows that the lock would have to protect: without one it is a barrier or a probe. */
function isFollowed({ node, frame }: LockSite, facts: LockFacts): boolean {
  let at: Node = node
  for (let outer: Frame | undefined = frame; outer; outer = outer.parent) {
    for (const work of facts.works) if (isBehind(work, at, outer, facts)) return true
    if (!outer.call) return false
    at = outer.call
  }
  return false
}

function isBehind(work: Work, node: Node, frame: Frame, facts: LockFacts): boolean {
  const writes = work.kind === 'statement' && work.writes && work.read
  // `await work()`: what a wrapper takes its lock for. A method, as of a logger, may be anything.
  if (!writes && work.callers !== 'parameter') return false
  let at = work.node
  for (let outer: Frame | undefined = work.frame; outer; outer = outer.parent) {
    if (outer.id === frame.id) return at !== node && facts.isReached(frame.fn, node, at)
    if (!outer.call) return false
    at = outer.call
  }
  return false
}
