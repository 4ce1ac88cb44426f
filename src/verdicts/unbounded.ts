/**
 * `no-unbounded-work-while-locked`: loops over who knows how many elements, and heavy work of this machine, between the
 * acquisition and the end of the lock. One report for a section, at the first place.
 */
import type { HeavyWork, LoopSeen } from '../locks/content.ts'
import type { Observations, Work } from '../locks/facts.ts'
import type { Frame } from '../locks/state.ts'
import { isFunction, type Node, type TSESTree, unwrap } from '../syntax/ast.ts'
import { descendantsOf } from '../syntax/walk.ts'
import { isSetUpName } from '../vocabulary.ts'
import { boundOf } from './bounds.ts'
import type { Fault } from './fault.ts'
import type { FileAnalysis } from './file.ts'
import { couldGoBefore, isIndependent } from './independent.ts'
import { isAwaitedInside, loopsAround, seenOf } from './loops.ts'
import { type Lines, type Place, placeIn, shownKey } from './places.ts'
import { isLeader, sectionFaults, writtenName } from './section.ts'

interface Finding {
  readonly node: Node
  readonly messageId: 'loop' | 'hoistable' | 'idleTransaction'
  readonly data: Readonly<Record<string, string>>
}

export function unboundedFaults(seen: Observations, file: FileAnalysis, lines: Lines): Fault[] {
  const { acquisition, content } = seen
  if (content.loops.size === 0 && content.heavy.size === 0) return []
  if (isLeader(seen, file)) return []
  // Who doesn't get the one lock leaves at once: it is there so that one does the work.
  const isSingleton =
    acquisition.call.scope === 'session' &&
    !acquisition.call.wait &&
    acquisition.key.parts.every((part) => part.constant)
  const findings = [...(isSingleton ? [] : loopFindings(seen, file)), ...heavyFindings(seen, file, lines, isSingleton)]
  const first = findings.sort((a, b) => a.node.range[0] - b.node.range[0])[0]
  if (!first) return []
  return [
    {
      rule: 'no-unbounded-work-while-locked',
      messageId: first.messageId,
      node: first.node,
      data: { key: shownKey(acquisition.key), taken: lines.taken(acquisition), ...first.data },
      trace: [],
      suggestions: [],
    },
  ]
}

// ------------------------------------------------------------------ loops

function loopFindings(seen: Observations, file: FileAnalysis): Finding[] {
  const { content } = seen
  if (content.loops.size === 0 || isSetUp(seen, file)) return []
  const works: Place[] = [...seen.held.values()].filter((work) => takesTime(work) && isAwaitedInside(work, seen))
  works.push(...[...content.heavy.values()].filter((work) => work.waited && work.call.known))
  const findings = new Map<Node, Finding>()
  for (const work of works) {
    for (const loop of loopsAround(work, seen)) {
      const looped = seenOf(loop, seen)
      const head = looped && headOf(loop.node, looped)
      if (!head || findings.has(head) || !isUnbounded(looped, head, file)) continue
      findings.set(head, {
        node: placeIn(seen.acquisition.frame, { node: head, frame: loop.frame }),
        messageId: 'loop',
        data: { name: shownCollection(loop.node, head, file) },
      })
    }
  }
  return [...findings.values()]
}

/** A statement, or an awaited call that can't be seen. Scripts out of sight lie in the program. */
function takesTime({ kind, read, schema }: Work): boolean {
  return kind === 'call' || (read && !schema)
}

/** The head of a loop: its collection, the test of a `for`, what is called with the callback. Undefined: it is no such loop. */
function headOf(loop: Node, { node }: LoopSeen): Node | undefined {
  switch (loop.type) {
    case 'ForOfStatement':
    case 'ForInStatement':
      return loop.right
    case 'ForStatement':
      // In steps: each pass takes a batch.
      return loop.update && !isStepOfOne(loop.update) ? undefined : node
    case 'CallExpression': {
      const callee = unwrap(loop.callee)
      // Nobody waits for what `forEach` begins.
      const name =
        callee.type === 'MemberExpression' && callee.property.type === 'Identifier' ? callee.property.name : ''
      return name === 'forEach' || name === 'sort' || name === 'find' ? undefined : callee
    }
    default:
      return undefined
  }
}

function isStepOfOne(update: Node): boolean {
  if (update.type === 'UpdateExpression') return true
  return update.type === 'AssignmentExpression' && update.right.type === 'Literal' && update.right.value === 1
}

function isUnbounded({ collections }: LoopSeen, head: Node, file: FileAnalysis): boolean {
  if (isCheckedBefore(head, file)) return false
  return [...collections.values()].some((one) => boundOf(one, file.facts.sources) === 'unbounded')
}

/** `if (ids.length > 100) throw …` somewhere in the file: its length is compared with more than none and one. */
function isCheckedBefore(head: Node, { origins, outline }: FileAnalysis): boolean {
  const names = [...descendantsOf(head)].filter((node) => node.type === 'Identifier')
  const variables = new Set(names.map((name) => origins.names.variableOf(name)).filter((one) => one !== undefined))
  for (const node of descendantsOf(outline.program)) {
    if (node.type !== 'BinaryExpression' || !/^[<>]=?$/.test(node.operator)) continue
    const [size, limit] = isSize(node.left) ? [node.left, node.right] : [node.right, node.left]
    if (!isSize(size) || node === head || (limit.type === 'Literal' && Number(limit.value) <= 1)) continue
    if (limit.type === 'Identifier' && !isConstant(limit, origins.names.variableOf(limit))) continue
    const object = unwrap(size.object)
    const variable = object.type === 'Identifier' ? origins.names.variableOf(object) : undefined
    if (variable && variables.has(variable)) return true
  }
  return false
}

function isSize(node: Node): node is TSESTree.MemberExpression {
  return (
    node.type === 'MemberExpression' &&
    node.property.type === 'Identifier' &&
    (node.property.name === 'length' || node.property.name === 'size')
  )
}

/** A limit is declared once; the counter of a loop isn't. */
function isConstant(name: Node, variable: ReturnType<FileAnalysis['origins']['names']['variableOf']>): boolean {
  return (
    variable === undefined ||
    variable.references.every((one) => one.identifier === name || !one.isWrite() || one.init === true)
  )
}

const LONGEST_NAME = 32

function shownCollection(loop: Node, head: Node, { text }: FileAnalysis): string {
  const shown = collectionOf(loop, head)
  const written = text.slice(shown.range[0], shown.range[1]).replace(/\s+/g, ' ')
  if (written.includes('`')) return 'its elements'
  return written.length > LONGEST_NAME ? `${written.slice(0, LONGEST_NAME - 1)}…` : written
}

function collectionOf(loop: Node, head: Node): Node {
  if (head.type === 'BinaryExpression') return [head.left, head.right].find(isSize)?.object ?? head
  if (loop.type !== 'CallExpression') return head
  // `pMap(items, save)` is given it, `items.map(save)` is a method of it.
  const given = loop.arguments.find((argument) => !isFunction(argument))
  const isGiven = loop.arguments[0] === given && loop.arguments.length > 1
  return isGiven && given ? given : head.type === 'MemberExpression' ? head.object : head
}

/** What a migration goes through lies in the program. */
function isSetUp(seen: Observations, file: FileAnalysis): boolean {
  if ([...seen.held.values()].some((work) => work.schema) || file.facts.schemaTexts.has(seen.acquisition.node))
    return true
  if (seen.acquisition.key.parts.some((part) => isSetUpName(part.shown))) return true
  for (let at: Frame | undefined = seen.acquisition.frame; at; at = at.parent) {
    const info = file.infoOf(at.fn)
    const names = [info?.name, info?.owner?.id?.name]
    if (names.some((name) => name !== undefined && isSetUpName(name))) return true
  }
  return false
}

// ------------------------------------------------------------------ heavy work

function heavyFindings(seen: Observations, file: FileAnalysis, lines: Lines, isSingleton: boolean): Finding[] {
  const works = [...seen.content.heavy.values()].filter((work) => work.waited)
  // The cure is the same, and `no-network-call-while-locked` gives it.
  if (works.length === 0 || sectionFaults(seen, file, lines).length > 0) return []
  return works.flatMap((work) => {
    const messageId = idOf(work, seen, file, isSingleton)
    if (!messageId || !isAwaitedInside(work, seen)) return []
    const node = placeIn(seen.acquisition.frame, work)
    return [
      { node, messageId, data: { name: writtenName({ node: work.node, name: work.call.name }), kind: work.call.kind } },
    ]
  })
}

function idOf(
  work: HeavyWork,
  seen: Observations,
  file: FileAnalysis,
  isSingleton: boolean,
): Finding['messageId'] | undefined {
  const { sources } = file.facts
  if (!work.call.known)
    return !isSingleton && couldGoBefore(work, seen, sources) && !isSetUp(seen, file) ? 'hoistable' : undefined
  if (!isSingleton && isIndependent(work, seen, sources)) return 'hoistable'
  return seen.acquisition.call.scope === 'xact' ? 'idleTransaction' : undefined
}
