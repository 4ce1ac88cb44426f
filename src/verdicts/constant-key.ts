/** `no-constant-key`: one key for everybody, though the code has something narrower or nothing explains the number. */
import type { Observations, Work } from '../locks/facts.ts'
import { canonicalKey, type Key } from '../locks/key.ts'
import type { Frame } from '../locks/state.ts'
import { isWithin } from '../locks/waiting.ts'
import type { VariableLike } from '../origins/names.ts'
import { isFunction, type Node, type TSESTree } from '../syntax/ast.ts'
import { covers, descendantsOf, pathTo } from '../syntax/walk.ts'
import { isEntityName, isNoEntityName, isSingletonName } from '../vocabulary.ts'
import type { Fault } from './fault.ts'
import type { FileAnalysis } from './file.ts'
import { type Lines, shownKey } from './places.ts'
import { leavesOut, writtenWholes } from './wholes.ts'

export function constantKeyFaults(file: FileAnalysis, lines: Lines): Fault[] {
  const faults: Fault[] = []
  const magic = new Map<string, { seen: Observations; node: Node; others: Set<Node> }>()
  const ordered = [...file.facts.acquisitions.values()].sort(
    (a, b) => a.acquisition.node.range[0] - b.acquisition.node.range[0],
  )
  for (const seen of ordered) {
    const { key } = seen.acquisition
    if (key.parts.length === 0 || !key.parts.every((part) => part.constant)) continue
    const names = namesAround(seen.acquisition.frame, file)
    if (isSingleton(seen, names, file)) continue
    const global = globalFault(seen, file, lines, names)
    if (global) {
      faults.push(global)
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
  const literals = file.text.slice(node.range[0], node.range[1]).match(/-?\b(?:0x[\da-f_]+|\d[\d_]*)/gi) ?? []
  return new Set(literals.map((literal) => String(Number(literal.replaceAll('_', '')))))
}

function magicFault(
  seen: Observations,
  node: Node,
  others: readonly Node[],
  lines: Lines,
  names: readonly string[],
): Fault {
  const places = others.map((node) => `line ${String(lines.lineOf(node))}`)
  const also =
    places.length === 0
      ? ''
      : ` The same number is used at ${places.slice(0, 3).join(', ')}${places.length > 3 ? ` and ${String(places.length - 3)} more` : ''}.`
  return {
    rule: 'no-constant-key',
    messageId: 'magic',
    node,
    data: { key: shownKey(seen.acquisition.key), also },
    trace: [],
    suggestions: [],
    choice: { about: 'key', names },
  }
}

function globalFault(
  seen: Observations,
  file: FileAnalysis,
  lines: Lines,
  names: readonly string[],
): Fault | undefined {
  let { node } = seen.acquisition
  for (
    let frame: Frame | undefined = seen.acquisition.frame;
    frame;
    frame = frame.via === 'call' || frame.via === 'lend' ? frame.parent : undefined
  ) {
    const narrower = narrowerThan(seen, node, file)
    if (narrower) {
      const { key } = seen.acquisition
      return {
        rule: 'no-constant-key',
        messageId: 'global',
        node,
        data: {
          key: shownKey(key),
          entity: narrower.name,
          line: String(lines.lineOf(narrower.use)),
          better: betterKey(key, narrower.name, seen.acquisition.call.name),
        },
        trace: [],
        suggestions: [],
        choice: { about: 'key', names: [...names, narrower.name, narrower.name.replace(/\..*/, '')] },
      }
    }
    if (frame.call) node = frame.call
  }
  return undefined
}

function betterKey(key: Key, entity: string, name: string): string {
  const first = key.parts[0]
  if (key.space === 'ints') return `${name}(${first?.shown ?? ''}, ${entity})`
  return `${name}(hashtextextended('…:' || ${entity}, 0))`
}

interface Narrower {
  readonly name: string
  readonly variable: VariableLike
  readonly use: Node
}

/** A value that stands for one of many, which the work under the lock uses. */
function narrowerThan(seen: Observations, at: Node, file: FileAnalysis): Narrower | undefined {
  const works = [...seen.held.values()]
  if (works.length === 0) return undefined
  const found: Narrower[] = []
  for (const fn of functionsAround(at, file)) {
    for (const { variable, named } of entitiesOf(fn, at, file)) {
      if (makesKey(variable, seen.acquisition.node, file)) continue
      for (const reference of variable.references) {
        const use = reference.identifier as Node
        if (use.range[0] < at.range[0] || !works.some((work) => isAbout(work, use, seen.acquisition.frame))) continue
        const property = memberAfter(use, file.text)
        const isEntity = property !== undefined && isEntityName(property)
        if (named || (isEntity && !isNoEntityName(variable.name))) {
          found.push({ name: isEntity ? `${variable.name}.${property}` : variable.name, use, variable })
        }
      }
    }
  }
  // Work that looks at everything there is needs one key, whoever asks: how many, the last one, the next number.
  const whole = works.some((work) => looksAtWhole(work, found, seen.acquisition.frame, file))
  return whole ? undefined : found.sort((a, b) => a.use.range[0] - b.use.range[0])[0]
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
function looksAtWhole(work: Work, found: readonly Narrower[], taken: Frame, file: FileAnalysis): boolean {
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

/** `.id` after an identifier. */
function memberAfter(node: Node, text: string): string | undefined {
  return /^\??\.([A-Za-z_$][\w$]*)(?!\w*\s*\()/.exec(text.slice(node.range[1], node.range[1] + 60))?.[1]
}

function functionsAround(at: Node, file: FileAnalysis): Node[] {
  const around: Node[] = []
  for (const fn of file.outline.functions.keys()) if (covers(fn, at)) around.push(fn)
  return around
}

/** Parameters of a function, and the variables of the loops around a place. `named`: its name says that it is an entity. */
function entitiesOf(fn: Node, at: Node, file: FileAnalysis): { variable: VariableLike; named: boolean }[] {
  const found: { variable: VariableLike; named: boolean }[] = []
  const add = (pattern: Node): void => {
    for (const identifier of identifiersOf(pattern)) {
      const variable = file.origins.names.variableOf(identifier)
      if (variable) found.push({ variable, named: isEntityName(variable.name) && !isHandleOrFlag(identifier) })
    }
  }
  if (isFunction(fn)) for (const param of fn.params) add(param)
  for (const loop of loopsIn(fn, at)) add(loop.left)
  return found
}

/** A boolean, a function: no entity, whatever it is called. */
function isHandleOrFlag(identifier: TSESTree.Identifier): boolean {
  const type = identifier.typeAnnotation?.typeAnnotation.type
  return type === 'TSBooleanKeyword' || type === 'TSFunctionType'
}

function* identifiersOf(pattern: Node): Generator<TSESTree.Identifier> {
  switch (pattern.type) {
    case 'Identifier':
      yield pattern
      return
    case 'AssignmentPattern':
      yield* identifiersOf(pattern.left)
      return
    case 'TSParameterProperty':
      yield* identifiersOf(pattern.parameter)
      return
    case 'RestElement':
      return
    case 'ObjectPattern':
      for (const property of pattern.properties) if (property.type === 'Property') yield* identifiersOf(property.value)
      return
    case 'ArrayPattern':
      for (const element of pattern.elements) if (element) yield* identifiersOf(element)
      return
    case 'VariableDeclaration':
      for (const declaration of pattern.declarations) yield* identifiersOf(declaration.id)
      return
    default:
      return
  }
}

function loopsIn(fn: Node, at: Node): TSESTree.ForOfStatement[] {
  return pathTo(fn, at).filter((node) => node.type === 'ForOfStatement')
}

/** Names of the functions and classes around the acquisition, here and in its callers, or where its function was made. */
function namesAround(acquired: Frame, file: FileAnalysis): string[] {
  const names: string[] = []
  for (let frame: Frame | undefined = acquired; frame; frame = frame.parent ?? frame.made?.frame) {
    if (frame.made?.name !== undefined) names.push(frame.made.name)
    const info = file.outline.functions.get(frame.fn)
    if (!info) continue
    for (const fn of [info.fn, ...info.around]) {
      const one = file.outline.functions.get(fn)
      if (one?.name !== undefined) names.push(one.name)
      if (one?.owner?.id) names.push(one.owner.id.name)
      if (one) names.push(...one.given)
    }
  }
  return names
}

/** Migrations, schema set-up, leader election: one for everybody by nature. */
function isSingleton(seen: Observations, names: readonly string[], file: FileAnalysis): boolean {
  if (names.some(isSingletonName) || seen.acquisition.key.parts.some((part) => isSingletonName(part.shown))) return true
  if (file.facts.schemaTexts.has(seen.acquisition.node)) return true
  return [...seen.held.values()].some((work) => work.schema)
}
