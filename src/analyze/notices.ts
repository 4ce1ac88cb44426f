/** What an analysis tells of itself beside its findings, to whoever asked: tests, and the bin with `--debug`. */
import type { FileAnalysis } from '../verdicts/file.ts'
import { linesOf } from '../verdicts/places.ts'

/** A mistake of the analysis itself must not break a lint run: the file has no findings then, and nothing is thrown. */
let onInternalError: (error: unknown) => void = () => undefined

/** Says what to do with such a mistake. */
export function handleInternalErrors(handler: (error: unknown) => void): void {
  onInternalError = handler
}

export function tellInternalError(error: unknown): void {
  onInternalError(error)
}

/** What an analysis didn't look at, since that takes too long: it is unknown, and so without findings. */
export interface Limit {
  /** `function`: it was not run to its end. `module`: it was not read. */
  readonly kind: 'function' | 'module'
  /** The name of the function and its line, or the path of the module. */
  readonly what: string
}

let onLimit: ((limit: Limit) => void) | undefined

/** Says whom to tell of limits that are reached. */
export function handleLimits(handler: (limit: Limit) => void): void {
  onLimit = handler
}

export function tellLimits(file: FileAnalysis, modulesLeft: Iterable<string>): void {
  if (!onLimit) return
  for (const path of modulesLeft) onLimit({ kind: 'module', what: path })
  const lines = linesOf(file)
  for (const fn of file.facts.givenUp) {
    const name = file.infoOf(fn)?.name ?? (fn.type === 'Program' ? 'the module' : 'a function')
    onLimit({ kind: 'function', what: `${name} (line ${lines.shown(fn)})` })
  }
}
