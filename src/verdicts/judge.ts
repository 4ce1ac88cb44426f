/** Judges what was seen of a file's locks: each fault once, by the one rule whose subject it is. */
import { abandonedFaults, abortableUnlockFaults } from './abandoned.ts'
import { commitFaults } from './commit.ts'
import { constantKeyFaults } from './constant-key.ts'
import { dedicatedFaults } from './dedicated.ts'
import type { Fault } from './fault.ts'
import type { Observations } from '../locks/facts.ts'
import type { FileAnalysis } from './file.ts'
import { ofThisFile } from './here.ts'
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
  for (const seen of file.facts.acquisitions.values()) {
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
  return ofThisFile(faults, file)
}
