/** `same-connection`: statements under the lock that go to another session than the one that holds it. */
import type { Observations, Work } from '../locks/facts.ts'
import type { Acquisition, Frame } from '../locks/state.ts'
import type { Session } from '../origins/value.ts'
import { isFunction } from '../syntax/ast.ts'
import { pathTo } from '../syntax/walk.ts'
import { isRoutedByContext } from './context.ts'
import type { Fault } from './fault.ts'
import type { FileAnalysis } from './file.ts'
import { isMadeInRun } from './own-pool.ts'
import { type Lines, placeIn, shownKey } from './places.ts'

export function secondSessionFaults(seen: Observations, file: FileAnalysis, lines: Lines): Fault[] {
  const { acquisition } = seen
  const { session } = acquisition
  const pool = session?.pool
  if (!pool || isRoutedByContext(acquisition, file)) return []
  const inTransaction = acquisition.call.scope === 'xact' || session.holder === 'transaction'
  // Losers of a try on one key leave at once: they keep no connection that the holder waits for.
  const mayBeMany = acquisition.call.wait || !acquisition.key.parts.every((part) => part.timed)
  const starves = mayBeMany && !isMadeInRun(pool, acquisition.frame, file)
  const isStray = (work: Work): boolean => {
    if (!isOn(work, pool) || isRoutedByContext({ on: acquisition.on, frame: work.frame }, file)) return false
    // Where the one connection of the pool is taken, reads wait for it, too.
    const waits = isWaitedFor(work) && !isStarted(work, acquisition.frame)
    if (pool.holder === 'dedicated' || !waits) return waits
    if (!work.writes || !work.read || work.alone || isMigration(work.frame, acquisition, file)) return false
    return inTransaction ? work.onNormalPath : starves
  }
  const strays = [...seen.held.values()].filter(isStray).map((work) => placeIn(acquisition.frame, work))
  const [first] = strays.sort((a, b) => a.range[0] - b.range[0])
  if (!first) return []
  return [
    {
      rule: 'same-connection',
      messageId: inTransaction && pool.holder !== 'dedicated' ? 'outerHandle' : 'samePool',
      node: first,
      data: { key: shownKey(acquisition.key), line: lines.taken(acquisition) },
      trace: [],
      suggestions: [],
    },
  ]
}

/** What runs once in a process, under one key for all, is meant to have transactions of its own. */
function isMigration(frame: Frame, { key }: Acquisition, file: FileAnalysis): boolean {
  if (!key.parts.every((part) => part.constant)) return false
  for (let at: Frame | undefined = frame; at; at = at.parent)
    if (/migrat/i.test(file.infoOf(at.fn)?.name ?? '')) return true
  return false
}

/** A statement through the pool that the holder was taken from. */
function isOn({ kind, session }: Work, pool: Session): boolean {
  return (
    kind === 'statement' && session?.key === pool.key && (session.holder === 'pool' || session.holder === 'dedicated')
  )
}

/** What nobody waits for, a heartbeat or a log line, keeps no holder waiting and is meant to stand apart. */
function isWaitedFor({ node, frame }: Work): boolean {
  const path = pathTo(frame.fn, node)
  const last = path.findLastIndex(
    ({ type }) => type === 'ExpressionStatement' || type === 'AwaitExpression' || type === 'ReturnStatement',
  )
  const isTimer =
    frame.call?.type === 'CallExpression' &&
    frame.via === 'callback' &&
    /^set(Interval|Timeout|Immediate)$/.test(frame.call.callee.type === 'Identifier' ? frame.call.callee.name : '')
  return path[last]?.type !== 'ExpressionStatement' && !isTimer
}

/** `const done = work()`: it is started under the lock, and may be waited for when the lock is gone. */
function isStarted({ frame }: Work, section: Frame): boolean {
  const outer = new Set<string>()
  for (let at: Frame | undefined = section; at; at = at.parent) outer.add(at.id)
  for (let at = frame; at.parent && at.call && !outer.has(at.id); at = at.parent)
    if (isFunction(at.fn) && at.fn.async && pathTo(at.parent.fn, at.call).at(-2)?.type === 'VariableDeclarator')
      return true
  return false
}
