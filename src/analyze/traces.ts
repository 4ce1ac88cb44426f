/** Paths of the faults by text of the file, kept only for a process that asked for them: its own bin. */
import type { Fault, TraceStep } from '../verdicts/fault.ts'

let kept: Map<string, ReadonlyMap<string, readonly TraceStep[]>> | undefined

/** From now on the paths of all faults are kept, for `tracesFor`. */
export function keepTraces(): void {
  kept ??= new Map()
}

/** The paths of a file's faults by `rule:start:end`; empty unless `keepTraces` was called before it was analysed. */
export function tracesFor(text: string): ReadonlyMap<string, readonly TraceStep[]> {
  return kept?.get(text) ?? new Map<string, readonly TraceStep[]>()
}

export function rememberTraces(text: string, faults: readonly Fault[]): void {
  if (!kept) return
  kept.set(
    text,
    new Map(
      faults.map(({ rule, node, trace }) => [`${rule}:${String(node.range[0])}:${String(node.range[1])}`, trace]),
    ),
  )
}
