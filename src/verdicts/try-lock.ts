/** `no-unchecked-try-lock`: work that runs although the try answered false. */
import type { Observations, Work } from '../locks/facts.ts'
import type { Frame } from '../locks/state.ts'
import { isWithin } from '../locks/waiting.ts'
import { writtenPath } from '../origins/written-path.ts'
import { type Node, unwrap } from '../syntax/ast.ts'
import { covers, descendantsOf, pathTo } from '../syntax/walk.ts'
import { isNoWork } from '../vocabulary.ts'
import { guardEdit } from '../edits/guard.ts'
import type { Fault } from './fault.ts'
import type { FileAnalysis } from './file.ts'
import { dutyOf, type Lines, shownKey } from './places.ts'

export function tryLockFaults(seen: Observations, file: FileAnalysis, lines: Lines): Fault[] {
  const { acquisition } = seen
  if (acquisition.call.wait) return []
  const fault = (messageId: string, node: Node, data: Record<string, string> = {}): Fault => ({
    rule: 'no-unchecked-try-lock',
    messageId,
    node,
    data: {
      key: shownKey(acquisition.key),
      line: lines.taken(acquisition),
      column: acquisition.call.alias ?? acquisition.call.name,
      ...data,
    },
    trace: [],
    suggestions: messageId === 'ignored' ? guardEdit(acquisition, file.outline.program, file.text) : [],
  })
  if (seen.answerLost) return [fault('lost', acquisition.node)]
  if (seen.batched) return [fault('ignored', acquisition.node, { work: lines.shown(seen.batched) })]
  const impossible = [...seen.impossible][0]
  const properly = [...seen.tests.values()].some((test) => test.part === 'answer' && !seen.impossible.has(test.node))
  if (impossible && !properly) return [fault('textBoolean', impossible)]
  const tests = [...seen.tests.values()].sort((a, b) => a.node.range[0] - b.node.range[0])
  const missing = tests.find((test) => test.part === 'missing')
  if (missing) return [fault('wrongColumn', missing.node, { read: textOf(missing.node, file.text) })]
  const unguarded = unguardedWork(seen, file)
  if (!unguarded) return []
  const work = { work: lines.shown(unguarded.node) }
  const answer = tests.find((test) => test.part === 'answer')
  if (answer) return [fault('notGuarding', answer.node, work)]
  const promise = tests.find((test) => test.part === 'promise')
  if (promise) return [fault('notAwaited', promise.node, work)]
  const other = tests[0]
  if (other) return [fault('alwaysTruthy', other.node, { ...work, part: partName(other.part) })]
  if (seen.answerGiven) return []
  const place = dutyOf(acquisition, (frame) => [...seen.lost.values()].some((one) => isWithin(one.frame, frame)))
  return [fault('ignored', place.node, work)]
}

function textOf(node: Node, text: string): string {
  return text.slice(node.range[0], node.range[1])
}

function partName(part: string): string {
  switch (part) {
    case 'rows':
      return 'the array of rows'
    case 'row':
      return 'the row'
    case 'count':
      return 'the number of rows'
    default:
      return 'the result'
  }
}

/** The loop, or callback for each element, in which the acquisition stands and its answer is looked at. */
function loopAround(seen: Observations, program: Node): Node | undefined {
  const looked = seen.answerGiven || [...seen.tests.values()].some((test) => test.part === 'answer')
  if (!looked) return undefined
  return pathTo(program, seen.acquisition.node).findLast((node) => /^For(Of|In)/.test(node.type))
}

function awaitedIn(node: Node): Node {
  return unwrap(node.type === 'AwaitExpression' ? node.argument : node)
}

/** The first piece of work that runs with the lock and without it alike, or only without it. */
function unguardedWork(seen: Observations, file: FileAnalysis): Work | undefined {
  const held = [...seen.held.values()]
  const wrapper = wrapperOf(seen.acquisition.frame, file)
  const lost = [...seen.lost.values()]
    .filter((work) => !wrapper || isWithin(work.frame, wrapper))
    .sort((a, b) => a.node.range[0] - b.node.range[0])
  if (held.length === 0) {
    // An inverted guard: the loser writes, the holder does nothing.
    const tested = [...seen.tests.values()].some((test) => test.part === 'answer')
    return tested ? lost.find((work) => work.kind === 'statement' && work.writes) : undefined
  }
  // What can't be seen counts as work under the lock only if the lock is let go after it.
  const seesEnd = seen.acquisition.call.scope === 'xact' || seen.ends.size > 0
  // Answers that a loop collects are judged behind it, by counting or listing: that can't be followed.
  const loop = loopAround(seen, file.outline.program)
  const shared = lost.filter(
    (work) =>
      seen.held.has(work.node) &&
      work.writes &&
      (!loop || covers(loop, work.node)) &&
      (work.kind === 'statement' || (seesEnd && !isNoWork(writtenPath(awaitedIn(work.node))))),
  )
  const guarded = held.filter((work) => !seen.lost.has(work.node))
  if (guarded.length === 0) return shared[0]
  // Part of the work stands under the guard: the rest must too if it is about the same table.
  const tables = new Set(guarded.map((work) => work.table).filter((table) => table !== undefined))
  return shared.find((work) => work.kind === 'statement' && work.table !== undefined && tables.has(work.table))
}

/** The run of a function that is given what to do under the lock, by a parameter: what its caller does besides is not. */
function wrapperOf(acquired: Frame, file: FileAnalysis): Frame | undefined {
  for (let at: Frame | undefined = acquired; at; at = at.via === 'call' ? at.parent : undefined)
    if (callsParameter(at.fn, file)) return at
  return undefined
}

function callsParameter(fn: Node, { origins }: FileAnalysis): boolean {
  for (const node of descendantsOf(fn)) {
    if (node.type !== 'CallExpression' || node.callee.type !== 'Identifier') continue
    const def = origins.names.variableOf(node.callee)?.defs[0]
    if (def?.type === 'Parameter' && def.node === fn) return true
  }
  return false
}
