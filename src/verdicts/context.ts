/** Handles that follow a transaction of the async context they are used in. */
import type { Value } from '../origins/value.ts'
import type { Frame } from '../locks/state.ts'
import { isTransactionName } from '../vocabulary.ts'
import type { FileAnalysis } from './file.ts'

/** Whether a root handle may lead to a transaction that something out of sight opened around the code that runs. */
export function isRoutedByContext(
  { on, frame }: { readonly on: Value; readonly frame: Frame },
  { facts, infoOf }: FileAnalysis,
): boolean {
  if (on.kind === 'handle' && facts.contexts.has(on.ref.driver.name)) return true
  for (let at: Frame | undefined = frame; at; at = at.parent) {
    // What a driver, or a function of this file, does with its callback is in sight.
    if (at.via === 'lend' || at.via === 'callback') continue
    const info = infoOf(at.fn)
    if (!info) continue
    for (const fn of [info.fn, ...(at.via === 'root' ? info.around : [])])
      if (infoOf(fn)?.given.some((name) => isTransactionName(name) && !name.startsWith('this.'))) return true
  }
  return false
}
