/** Judges what was seen of a file's locks: each fault once, by the one rule whose subject it is. */
import { abandonedFaults, abortableUnlockFaults } from './abandoned.ts'
import { commitFaults } from './commit.ts'
import { constantKeyFaults } from './constant-key.ts'
import { dedicatedFaults } from './dedicated.ts'
import type { Fault, SectionCall } from './fault.ts'
import type { Observations } from '../locks/facts.ts'
import type { FileAnalysis } from './file.ts'
import { ignoredErrorFaults } from './ignored-error.ts'
import { lifetimeFaults } from './lifetime.ts'
import { type Lines, linesOf } from './places.ts'
import { retryFaults } from './retry.ts'
import { preferXactFaults } from './prefer-xact.ts'
import { rowScanFaults } from './row-scan.ts'
import { lockTimeoutFaults } from './lock-timeout.ts'
import { secondSessionFaults } from './second-session.ts'
import { sectionFaults } from './section.ts'
import { savepointFaults, transactionFaults } from './transaction.ts'
import { tryLockFaults } from './try-lock.ts'
import { unboundedFaults } from './unbounded.ts'
import { unlockAllFaults } from './unlock-all.ts'
import { floatingFaults, unheardFaults } from './unawaited.ts'
import { unlockFaults } from './unlocks.ts'
import { validKeyFaults } from './valid-key.ts'
import { voidResultFaults } from './void-result.ts'

/**
 * Where two rules could speak of one acquisition, the first named does; in force whether or not it is switched on. The
 * table is "Who speaks" of the contract, as far as the rules exist.
 */
const WHO_SPEAKS: readonly { readonly speaks: string; readonly silent: string }[] = [
  // A session try-lock whose boolean is ignored is let go by an unconditional unlock: one fault, one report.
  { speaks: 'no-unchecked-try-lock', silent: 'matching-unlock' },
  // An acquisition that was given up on is never unlocked on that path.
  { speaks: 'no-abandoned-acquisition', silent: 'require-unlock' },
]

/** What each rule says of one acquisition. */
const OF_ACQUISITION: readonly ((seen: Observations, file: FileAnalysis, lines: Lines) => readonly Fault[])[] = [
  lifetimeFaults,
  unlockFaults,
  tryLockFaults,
  sectionFaults,
  secondSessionFaults,
  commitFaults,
  abandonedFaults,
  ignoredErrorFaults,
  savepointFaults,
  floatingFaults,
  retryFaults,
  unboundedFaults,
]

/** Rules about what runs under a lock; all others of one acquisition are about what becomes of it, and on which session. */
const OF_WORK = new Set(['no-network-call-while-locked', 'no-unbounded-work-while-locked'])

/** What each rule says of the file as a whole. */
const OF_FILE: readonly ((file: FileAnalysis, lines: Lines) => readonly Fault[])[] = [
  abortableUnlockFaults,
  constantKeyFaults,
  dedicatedFaults,
  lockTimeoutFaults,
  rowScanFaults,
  transactionFaults,
  unheardFaults,
  unlockAllFaults,
  validKeyFaults,
  voidResultFaults,
]

export function judge(file: FileAnalysis): readonly Fault[] {
  const lines = linesOf(file)
  const faults: Fault[] = []
  const faulty = new Set<Observations>()
  const mocks = mocksModules(file.text)
  for (const seen of file.facts.acquisitions.values()) {
    if (mocks && file.moduleOf(seen.acquisition.node)) continue
    const own = OF_ACQUISITION.flatMap((faultsOf) => faultsOf(seen, file, lines))
    const silent = new Set(
      WHO_SPEAKS.filter(({ speaks }) => own.some((one) => one.rule === speaks)).map((row) => row.silent),
    )
    if (own.some((one) => !OF_WORK.has(one.rule))) faulty.add(seen)
    const { frame } = seen.acquisition
    faults.push(...own.filter((one) => !silent.has(one.rule)).map((one) => ({ ...one, frame: one.frame ?? frame })))
  }
  faults.push(...preferXactFaults(file, lines, (seen) => !faulty.has(seen)))
  for (const faultsOf of OF_FILE) faults.push(...faultsOf(file, lines))
  const here = faults.flatMap((fault) => (mocks && file.moduleOf(fault.node) ? [] : (inThisFile(fault, file) ?? [])))
  return once(ofOneSection(here))
}

/** `vi.mock('./db')`, `jest.mock('./db')`: a test that puts something else in place of modules, so theirs tell nothing here. */
function mocksModules(text: string): boolean {
  return /\b(?:vi|jest|mock)\.(?:mock|doMock|unstable_mockModule|module)\(/.test(text)
}

/**
 * What comes about in another module is reported at the call that leads there, unless it comes about there whoever calls:
 * then it is that module's to report.
 */
function inThisFile(fault: Fault, file: FileAnalysis): Fault | undefined {
  if (fault.choice?.about === 'network') return ofThisSection(fault, fault.choice.calls, file)
  if (!file.moduleOf(fault.node)) return { ...fault, suggestions: fault.suggestions.filter(isHere) }
  if (file.isManifest(fault)) return undefined
  for (let at = fault.frame; at; at = at.parent)
    if (at.call && !file.moduleOf(at.call)) return { ...fault, node: at.call, suggestions: [] }
  return undefined

  function isHere({ edits }: Fault['suggestions'][number]): boolean {
    return edits.every(({ range }) => range[1] <= file.text.length)
  }
}

/** The calls of a section that stand in this file. */
function ofThisSection(fault: Fault, calls: readonly SectionCall[], file: FileAnalysis): Fault | undefined {
  const here = calls.filter(({ node }) => !file.moduleOf(node))
  const [first] = here
  if (!first) return undefined
  return { ...fault, messageId: first.messageId, node: first.node, choice: { about: 'network', calls: here } }
}

/** Paths of one section that come to different calls first tell of one fault: at the first of all the calls. */
function ofOneSection(faults: readonly Fault[]): Fault[] {
  const sections = new Map<string, { readonly fault: Fault; readonly calls: Map<string, SectionCall> }>()
  const kept: Fault[] = []
  for (const fault of faults) {
    const calls = fault.choice?.about === 'network' ? fault.choice.calls : []
    const [first] = calls
    if (!first) {
      kept.push(fault)
      continue
    }
    const id = `${String(first.of.range[0])}:${String(fault.data['taken'])}`
    let section = sections.get(id)
    if (!section) sections.set(id, (section = { fault, calls: new Map<string, SectionCall>() }))
    for (const call of calls) {
      const place = `${String(call.node.range[0])}:${call.name}`
      if (!section.calls.has(place)) section.calls.set(place, call)
    }
  }
  for (const { fault, calls } of sections.values()) {
    const sorted = [...calls.values()].sort((a, b) => a.node.range[0] - b.node.range[0])
    const [first] = sorted
    if (first)
      kept.push({ ...fault, messageId: first.messageId, node: first.node, choice: { about: 'network', calls: sorted } })
  }
  return kept
}

/** One fault is reported once, also when the function it stands in was run for several callers. */
function once(faults: readonly Fault[]): Fault[] {
  const known = new Set<string>()
  const kept: Fault[] = []
  for (const fault of faults) {
    const key = `${fault.rule}:${String(fault.node.range[0])}:${String(fault.node.range[1])}`
    if (known.has(key)) continue
    known.add(key)
    kept.push(fault)
  }
  return kept.sort((a, b) => a.node.range[0] - b.node.range[0])
}
