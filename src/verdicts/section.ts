/** `no-network-call-while-locked`: what leaves the process between the acquisition and the end of the lock. */
import { type LockSite, type Observations, type Section, unlocksIn } from '../locks/facts.ts'
import { compareKeys, type Key } from '../locks/key.ts'
import type { Frame } from '../locks/state.ts'
import { keyName } from '../origins/classes.ts'
import { writtenPath } from '../origins/written-path.ts'
import { type Node, unwrap } from '../syntax/ast.ts'
import { covers } from '../syntax/walk.ts'
import type { Fault, SectionCall } from './fault.ts'
import type { FileAnalysis } from './file.ts'
import { isAfloat } from './unawaited.ts'
import { type Lines, placeOf, shownCall, shownKey, traceSteps } from './places.ts'

export function sectionFaults(seen: Observations, file: FileAnalysis, lines: Lines): Fault[] {
  const { acquisition } = seen
  if (isLeader(seen, file)) return []
  const calls: SectionCall[] = []
  let trace: Section['trace']
  for (const section of seen.network.values()) {
    if (isIdleLeader(seen, section, file) || isBackOff(section, file)) continue
    // What runs on after the lock was let go isn't waited for under it.
    if (isAfloat(section.frame, section.awaited, seen, file)) continue
    trace ??= section.trace
    calls.push(callOf(section, acquisition.id, file, lines))
  }
  calls.sort((a, b) => a.node.range[0] - b.node.range[0])
  const first = calls[0]
  if (!first) return []
  return [
    {
      rule: 'no-network-call-while-locked',
      messageId: first.messageId,
      node: first.node,
      data: {
        key: shownKey(acquisition.key),
        taken: lines.taken(acquisition),
      },
      trace: [
        ...traceSteps(trace, lines),
        {
          ...placeOf(first.node, lines),
          what: `${first.chain || `${first.name}()`} leaves the process under the lock`,
        },
      ],
      suggestions: [],
      choice: { about: 'network', calls, waits: acquisition.call.wait },
    },
  ]
}

/** A try-lock that a connection of its own keeps, opened elsewhere or never ended: nobody waits for a leader. */
export function isLeader(seen: Observations, file: FileAnalysis): boolean {
  const { call, owned, session, key } = seen.acquisition
  return (
    call.scope === 'session' &&
    !call.wait &&
    (!owned || seen.ends.size === 0) &&
    session?.holder === 'dedicated' &&
    ![...file.facts.sites.values()].some((site) => mayEndLeader(site, key))
  )
}

/** An unlock of the key on what may be the leader's connection: one of a pool isn't. */
function mayEndLeader(site: LockSite, key: Key): boolean {
  const { holder } = site.session ?? {}
  if (site.call.action === 'lock' || site.call.inBody || holder === 'checked-out' || holder === 'pool') return false
  return compareKeys(site.key, key) !== 'different'
}

/** A leader keeps its lock as long as its own connection lives; that it sleeps meanwhile keeps nobody waiting. */
function isIdleLeader(seen: Observations, { call }: Section, file: FileAnalysis): boolean {
  const unlocks = unlocksIn(file.facts)
  return (
    call.kind === 'sleep' &&
    seen.acquisition.call.scope === 'session' &&
    seen.acquisition.session?.holder === 'dedicated' &&
    ![...seen.ends.keys()].some((end) => unlocks.has(end))
  )
}

/** A helper that sleeps before it tries again what has failed: a query that broke off, not what the lock is held for. */
function isBackOff({ call, frame }: Section, { facts }: FileAnalysis): boolean {
  if (call.kind !== 'sleep') return false
  let node = call.node
  for (let at = call.frame as Frame | undefined; at && at.id !== frame.id; at = at.parent) {
    if (facts.isBackup(at.fn, node)) return true
    if (!at.call) return false
    node = at.call
  }
  return false
}

function callOf(section: Section, acquisition: string, file: FileAnalysis, lines: Lines): SectionCall {
  const { call } = section
  const path = framesTo(call.frame as Frame | undefined, section.frame)
  const name = writtenName(call)
  const base = { name, names: [name, call.name], kind: call.kind, reason: call.reason }
  if (call.under !== acquisition) {
    const node = section.awaited
    return { ...base, node, line: lines.lineOf(node), messageId: 'direct', chain: '', of: section.frame.fn }
  }
  const index = path.findLastIndex((_, at) => isOnItsOwn(path, at, section.frame, file))
  const outer = path[index]
  const next = path[index + 1]
  const node: Node = next?.call ?? call.node
  const isCallback = outer !== undefined && !covers(section.frame.fn, outer.fn)
  const chain = chainOf(path.slice(index + 1), `${name}${elsewhere(call.node, lines)}`, file)
  const messageId = isCallback ? 'callback' : next ? 'throughHelper' : 'direct'
  return { ...base, node, line: lines.lineOf(node), messageId, chain, of: isCallback ? outer.fn : section.frame.fn }
}

/**
 * A callback is read where it is written, in the section or in the caller of the wrapper that is the section. One that a
 * helper wrote belongs to the helper, and a function of the file that is given by its name is a helper itself.
 */
function isOnItsOwn(path: readonly Frame[], at: number, section: Frame, file: FileAnalysis): boolean {
  const frame = path[at]
  if (!frame || frame.via === 'call') return false
  const before = path.slice(0, at)
  if (before.some((helper) => helper.via === 'call' && covers(helper.fn, frame.fn))) return false
  if (covers(section.fn, frame.fn)) return true
  return ![...before, frame].some((one) => one.call && isGivenByName(frame.fn, one.call, file))
}

/** `ids.map(load)`, where `load` is declared in this file: no parameter brings it. */
function isGivenByName(fn: Node, call: Node, file: FileAnalysis): boolean {
  const info = file.infoOf(fn)
  const inner = unwrap(call)
  if (inner.type !== 'CallExpression') return false
  return inner.arguments.some((argument) => {
    const given = unwrap(argument)
    if (given.type === 'Identifier') {
      const def = file.origins.names.variableOf(given)?.defs[0]
      return def !== undefined && def.type !== 'Parameter' && covers(def.node as Node, fn)
    }
    if (given.type !== 'MemberExpression' || info?.method === undefined) return false
    return info.name !== undefined && info.name === keyName(given.property, given.computed)
  })
}

/** As the program writes it: `redis.del`, not `createClient.del`. */
export function writtenName({ node, name }: { readonly node: Node; readonly name: string }): string {
  const call = unwrap(node)
  const path = call.type === 'CallExpression' || call.type === 'TaggedTemplateExpression' ? writtenPath(call) : ''
  return path === '' ? name : path
}

/** The frames between the section and the call, the outermost first. */
function framesTo(inner: Frame | undefined, section: Frame): Frame[] {
  const path: Frame[] = []
  for (let at = inner; at && at.id !== section.id; at = at.parent) path.unshift(at)
  return path
}

/** ` (src/rates.ts:12)` for what stands in another module. */
function elsewhere(node: Node, lines: Lines): string {
  const module = lines.moduleOf(node)
  return module === undefined ? '' : ` (${module}:${String(lines.lineOf(node))})`
}

/** `refresh → loadRates → fetch`. */
function chainOf(path: readonly Frame[], name: string, file: FileAnalysis): string {
  if (path.length === 0) return ''
  const names = path.map((frame) => file.infoOf(frame.fn)?.name ?? (frame.call ? shownCall(frame.call) : '…'))
  return [...names, name].join(' → ')
}
