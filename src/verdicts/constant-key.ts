/** `no-constant-key`: one key for everybody, though the code has something narrower or nothing explains the number. */
import type { Observations, Work } from '../locks/facts.ts'
import { canonicalKey, type Key } from '../locks/key.ts'
import type { Frame } from '../locks/state.ts'
import { isWithin } from '../locks/waiting.ts'
import type { VariableLike } from '../origins/names.ts'
import { type Node, unwrap } from '../syntax/ast.ts'
import { covers, descendantsOf } from '../syntax/walk.ts'
import { isCronName, isSingletonName } from '../vocabulary.ts'
import { entitiesAround, entitiesGiven, type Entity, functionsAround } from './entities.ts'
import type { Fault } from './fault.ts'
import { type FileAnalysis, sourceOf } from './file.ts'
import { type Lines, shownKey } from './places.ts'
import { leavesOut, writtenWholes } from './wholes.ts'

export function constantKeyFaults(file: FileAnalysis, lines: Lines): Fault[] {
  const faults: Fault[] = []
  const magic = new Map<string, { seen: Observations; node: Node; others: Set<Node> }>()
  const ordered = [...file.facts.acquisitions.values()].sort(
    (a, b) => a.acquisition.node.range[0] - b.acquisition.node.range[0],
  )
  const takers = new Map<string, Taker[]>()
  for (const seen of ordered) {
    const { key } = seen.acquisition
    if (key.parts.length === 0 || !key.parts.every((part) => part.constant)) continue
    const same = takers.get(canonicalKey(key))
    const taker = takerOf(seen, file)
    if (same) same.push(taker)
    else takers.set(canonicalKey(key), [taker])
  }
  for (const taker of [...takers.values()].flat()) {
    const { seen, names, narrower } = taker
    const { key } = seen.acquisition
    if (isSingleton(seen, names, file)) continue
    if (narrower && !isShared(narrower, seen, takers.get(canonicalKey(key)) ?? [], file)) {
      faults.push(globalFault(taker, narrower, lines))
      continue
    }
    if (!key.parts.every((part) => part.bare)) continue
    const known = magic.get(canonicalKey(key))
    const node = whereWritten(seen, file)
    if (!known) magic.set(canonicalKey(key), { seen, node, others: new Set() })
    else if (known.node !== node) known.others.add(node)
  }
  for (const { seen, node, others } of magic.values()) {
    faults.push(magicFault(seen, node, [...others], lines, namesAround(seen.acquisition.frame, file)))
  }
  return faults
}

/** The call that brings the number: the acquisition, or a call of the helper that is given it. */
function whereWritten(seen: Observations, file: FileAnalysis): Node {
  const { key } = seen.acquisition
  let { node, frame } = seen.acquisition
  const given = key.parts.flatMap((part) => (part.value?.kind === 'constant' ? [String(part.value.value)] : []))
  while (!given.every((number) => numbersIn(node, file).has(number)) && frame.call && frame.parent) {
    node = frame.call
    frame = frame.parent
  }
  return given.every((number) => numbersIn(node, file).has(number)) ? node : seen.acquisition.node
}

function numbersIn(node: Node, file: FileAnalysis): Set<string> {
  const literals = sourceOf(node, file).match(/-?\b(?:0x[\da-f_]+|\d[\d_]*)/gi) ?? []
  return new Set(literals.map((literal) => String(Number(literal.replaceAll('_', '')))))
}

function magicFault(
  seen: Observations,
  node: Node,
  others: readonly Node[],
  lines: Lines,
  names: readonly string[],
): Fault {
  const places = others.map((node) => `line ${lines.shown(node)}`)
  const also =
    places.length === 0
      ? ''
      : ` The same number is used at ${places.slice(0, 3).join(', ')}${places.length > 3 ? ` and ${String(places.length - 3)} more` : ''}.`
  return {
    rule: 'no-constant-key',
    messageId: 'magic',
    node,
    frame: seen.acquisition.frame,
    data: { key: shownKey(seen.acquisition.key), also },
    trace: [],
    suggestions: [],
    choice: { about: 'key', names },
  }
}

/** An acquisition, and what is narrower than its key. */
interface Taker {
  readonly seen: Observations
  /** The function and the classes around it, by name. */
  readonly names: readonly string[]
  readonly narrower: Entity | undefined
  /** The call where that is in sight. */
  readonly node: Node
}

function takerOf(seen: Observations, file: FileAnalysis): Taker {
  const names = namesAround(seen.acquisition.frame, file)
  let { node } = seen.acquisition
  for (const frame of callersOf(seen.acquisition.frame)) {
    const narrower = narrowerThan(seen, node, file)
    if (narrower) return { seen, names, narrower, node }
    if (frame.call) node = frame.call
  }
  return { seen, names, narrower: undefined, node: seen.acquisition.node }
}

/** The frame that takes the lock, and those whose values are the key's to be made from: not the caller of a callback. */
function callersOf(taken: Frame): Frame[] {
  const callers = [taken]
  for (let at = taken; (at.via === 'call' || at.via === 'lend') && at.parent; at = at.parent) callers.push(at.parent)
  return callers
}

/**
 * One helper takes the key for all, also for somebody whose work isn't about one of many: with a narrower key it would no
 * longer keep that out. Work that is out of sight, what a wrapper is given to run, tells nothing.
 */
function isShared(narrower: Entity, own: Observations, takers: readonly Taker[], file: FileAnalysis): boolean {
  return takers.some(({ seen, narrower: other }) => {
    const isHelper = seen.acquisition.node === own.acquisition.node && seen.acquisition.frame.via === 'call'
    // Readers and writers of all of them.
    if (!isHelper && seen.acquisition.call.mode === own.acquisition.call.mode) return false
    const works = [...seen.held.values()]
    if (other || works.length === 0 || works.some((work) => isGivenToRun(work, file))) return false
    if (works.some((work) => isOfOneCallback(work, seen.acquisition.frame, file))) return false
    for (let frame: Frame | undefined = seen.acquisition.frame; frame; frame = frame.parent ?? frame.made?.frame)
      if (covers(narrower.fn, frame.fn)) return false
    return true
  })
}

/** `work(tx)`, where `work` is a parameter. */
function isGivenToRun({ node, kind }: Work, { origins }: FileAnalysis): boolean {
  const call = unwrap(node.type === 'AwaitExpression' ? node.argument : node)
  const callee = kind === 'call' && call.type === 'CallExpression' ? unwrap(call.callee) : undefined
  return callee?.type === 'Identifier' && origins.names.variableOf(callee)?.defs[0]?.type === 'Parameter'
}

/** Work of a callback that a wrapper was given: about one of many, if the callback or the function around it is. */
function isOfOneCallback(work: Work, taken: Frame, file: FileAnalysis): boolean {
  // What is in sight of the acquisition was asked before; what a helper is given its caller has; map() gives all of them.
  const asked = callersOf(taken).map(({ fn }) => fn)
  const skipped = new Set<Node>()
  for (let frame: Frame | undefined = work.frame; frame && frame.id !== taken.id; frame = frame.parent)
    if (frame.via === 'call' || (frame.call && covers(frame.call, frame.fn))) skipped.add(frame.fn)
  return functionsAround(work.node, file).some(
    (fn) =>
      !skipped.has(fn) &&
      !asked.some((one) => covers(fn, one)) &&
      entitiesGiven(fn, file).some(({ use }) => covers(work.node, use)),
  )
}

function globalFault({ seen, names, node }: Taker, narrower: Entity, lines: Lines): Fault {
  const { key, call } = seen.acquisition
  return {
    rule: 'no-constant-key',
    messageId: 'global',
    node,
    frame: seen.acquisition.frame,
    data: {
      key: shownKey(key),
      entity: narrower.name,
      line: lines.shown(narrower.use),
      better: betterKey(key, narrower, call.name),
    },
    trace: [],
    suggestions: [],
    choice: { about: 'key', names: [...names, narrower.name, narrower.name.replace(/\..*/, '')] },
  }
}

/** What isn't known to be a number may be text, which is no `int4`. */
function betterKey(key: Key, { name: entity, numeric }: Entity, name: string): string {
  const first = key.parts[0]
  if (key.space === 'ints') return `${name}(${first?.shown ?? ''}, ${numeric ? entity : `hashtext(${entity})`})`
  return `${name}(hashtextextended('…:' || ${entity}, 0))`
}

/** A value that stands for one of many, which the work under the lock uses. */
function narrowerThan(seen: Observations, at: Node, file: FileAnalysis): Entity | undefined {
  const works = [...seen.held.values()]
  const taken = seen.acquisition.frame
  const found = entitiesAround(at, file).filter(
    ({ use, variable }) =>
      use.range[0] >= at.range[0] &&
      works.some((work) => isAbout(work, use, taken)) &&
      !makesKey(variable, seen.acquisition.node, file),
  )
  // Work that looks at everything there is needs one key, whoever asks: how many, the last one, the next number.
  if (works.some((work) => looksAtWhole(work, found, taken, file))) return undefined
  return found.sort((a, b) => a.use.range[0] - b.use.range[0])[0]
}

/** The key is made from the variable: it is no narrower than the key. Whoever gave it a constant is another question. */
function makesKey(variable: VariableLike, acquisition: Node, file: FileAnalysis): boolean {
  const { names } = file.origins
  const known = new Set<VariableLike>()
  const pending: Node[] = [acquisition]
  for (let node = pending.pop(); node && known.size < 50; node = pending.pop()) {
    for (const inner of descendantsOf(node)) {
      const used = inner.type === 'Identifier' ? names.variableOf(inner) : undefined
      if (!used || known.has(used)) continue
      known.add(used)
      const declared = used.defs[0]?.node as Node | undefined
      if (declared?.type === 'VariableDeclarator' && declared.init) pending.push(declared.init)
    }
  }
  return known.has(variable)
}

/** The work uses a value: where it stands, or in the calls of helpers that lead to it from where the lock was taken. */
function isAbout(work: Work, use: Node, taken: Frame): boolean {
  let { node, frame } = work
  while (!covers(node, use)) {
    if (isWithin(taken, frame) || !frame.call || !frame.parent) return false
    node = frame.call
    frame = frame.parent
  }
  return true
}

/**
 * How many there are, the last one, whether there is any: told by the SQL, or by the builder's calls as written. A part of
 * the work that none of the values narrows is enough, also beside one that is about one of them.
 */
function looksAtWhole(work: Work, found: readonly Entity[], taken: Frame, file: FileAnalysis): boolean {
  const about = (node: Node): boolean =>
    found.some(({ use }) => isAbout({ ...work, node }, use, taken) && !leavesOut(use, file.text))
  if (work.wholes) {
    return work.wholes.some(({ narrowedBy }) =>
      narrowedBy ? !found.some(({ variable }) => narrowedBy.has(variable)) : !about(work.node),
    )
  }
  const written = writtenWholes(work.node, file)
  return written.length > 0 ? written.some((whole) => !whole.some(about)) : work.whole && !about(work.node)
}

/** Names of the functions and classes around the acquisition, here and in its callers, or where its function was made. */
function namesAround(acquired: Frame, file: FileAnalysis): string[] {
  const names: string[] = []
  for (let frame: Frame | undefined = acquired; frame; frame = frame.parent ?? frame.made?.frame) {
    if (frame.made?.name !== undefined) names.push(frame.made.name)
    const info = file.infoOf(frame.fn)
    if (!info) continue
    for (const fn of [info.fn, ...info.around]) {
      const one = file.infoOf(fn)
      if (one?.name !== undefined) names.push(one.name)
      if (one?.owner?.id) names.push(one.owner.id.name)
      if (one) names.push(...one.given)
    }
  }
  return names
}

/** `recordCronRun()`, `isCronAuthorized()` in the function that takes the lock, or around the call of the helper that does. */
function namesCron(frame: Frame, file: FileAnalysis): boolean {
  for (const { fn } of callersOf(frame))
    for (const name of file.infoOf(fn)?.identifiers ?? []) if (isCronName(name)) return true
  return false
}

/** Migrations, schema set-up, leader election: one for everybody by nature. */
function isSingleton(seen: Observations, names: readonly string[], file: FileAnalysis): boolean {
  if (names.some(isSingletonName) || seen.acquisition.key.parts.some((part) => isSingletonName(part.shown))) return true
  if (file.facts.schemaTexts.has(seen.acquisition.node) || namesCron(seen.acquisition.frame, file)) return true
  return [...seen.held.values()].some((work) => work.schema)
}
