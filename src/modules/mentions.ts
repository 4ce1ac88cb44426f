/** Whether a text has to do with advisory locks by what stands in it: lock functions, and wrappers that the settings name. */
import { nameOf, packageNames } from '../models/index.ts'
import type { Wrapper } from '../settings/index.ts'

let wrappers: readonly string[] = []
let count = 0

/** From now on these wrappers are looked for. */
export function lookFor(listed: readonly Wrapper[]): void {
  const names = [...new Set(listed.map(nameOf))]
  if (names.join() === wrappers.join()) return
  wrappers = names
  count++
}

/** Another number whenever other wrappers are looked for. */
export function lookedFor(): number {
  return count
}

/** The last names of the wrappers that are looked for: they take a lock or end one themselves. */
export function ofWrappers(): Map<string, number> {
  return new Map(wrappers.map((name) => [name, 0]))
}

/** Words of which a text that may have to do with locks holds one, in any case. */
export function lockWords(): readonly string[] {
  return ['advisory', ...packageNames.filter((name) => !name.includes('advisory')), ...wrappers]
}

export function mentionsLocks(text: string): boolean {
  return /_advisory|advisory_/i.test(text) || wrappers.some((name) => text.includes(name))
}
