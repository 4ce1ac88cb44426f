/** Whether work under a lock could have been done before it: nothing that went into it was read under the lock. */
import type { HeavyWork } from '../locks/content.ts'
import type { Observations } from '../locks/facts.ts'
import type { Sources } from '../locks/sources.ts'
import { partsOf } from '../origins/parts.ts'
import type { Value } from '../origins/value.ts'
import { touchesState } from '../vocabulary.ts'

/**
 * Whether a function of another module could run before the lock is taken. Nobody knows what it reads, so all has to
 * speak for it: only its result counts, which the holder then writes, and it isn't told of what is locked.
 */
export function couldGoBefore(work: HeavyWork, seen: Observations, sources: Sources): boolean {
  if (touchesState(work.call.name.split('.').at(-1) ?? '')) return false
  const { parts } = seen.acquisition.key
  const isTold = (value: Value): boolean =>
    value.kind !== 'constant' && parts.some((part) => part.canonical.includes(value.key))
  const given = [...work.inputs.values()].filter((input) => input.kind !== 'import')
  return !given.some(isTold) && isPublished(work, seen, sources) && isIndependent(work, seen, sources)
}

/** Whether what a call gave becomes part of what the holder is given to write. */
function isPublished({ results }: HeavyWork, seen: Observations, sources: Sources): boolean {
  const visited = new Set<string>()
  const leads = (value: Value, depth: number): boolean => {
    if (results.has(value.key)) return true
    if (depth > DEEPEST || visited.has(value.key)) return false
    visited.add(value.key)
    const from = sources.madeFrom.get(value.key)?.values() ?? []
    return [...partsOf(value), ...from].some((part) => leads(part, depth + 1))
  }
  return [...seen.content.published.values()].some((value) => leads(value, 0))
}

const MOST_VALUES = 2000
const DEEPEST = 12

/** Certain only where the origin of every part is in sight. */
export function isIndependent(work: HeavyWork, seen: Observations, sources: Sources): boolean {
  const { read } = seen.content
  const before = knownBefore(seen)
  const visited = new Map<string, boolean>()
  return [...work.inputs.values()].every((input) => isFree(input, 0))

  function isFree(value: Value, depth: number): boolean {
    if (value.about || read.has(value.key) || depth > DEEPEST) return false
    if (before.has(value.key)) return true
    const known = visited.get(value.key)
    if (known !== undefined) return known
    // A value that is made of itself is as free as the rest of it.
    visited.set(value.key, true)
    const free = isMadeFree(value, depth + 1)
    visited.set(value.key, free)
    return free
  }

  function isMadeFree(value: Value, depth: number): boolean {
    const all = (values: Iterable<Value>): boolean => [...values].every((one) => isFree(one, depth))
    switch (value.kind) {
      case 'constant':
      case 'text':
      case 'record':
      case 'list':
      case 'import':
      case 'promise':
      case 'choice':
      case 'oneOf':
        return all(partsOf(value)) && (value.kind !== 'list' || !value.rest || isSourced(value, all))
      case 'native':
        return value.does === 'resolve' || value.does === 'reject'
      case 'function':
        return all(value.captured.values())
      case 'opaque':
        switch (value.origin.from) {
          case 'parameter':
          case 'global':
            return true
          case 'place':
            return value.origin.of ? isFree(value.origin.of, depth) : isSourced(value, all)
          default:
            return all(partsOf(value))
        }
      default:
        return false
    }
  }

  /** It is known by its place; what a call out of sight gave under the lock may have been read there. */
  function isSourced(value: Value, all: (values: Iterable<Value>) => boolean): boolean {
    const from = sources.madeFrom.get(value.key)
    return (
      from !== undefined && from.size > 0 && [...from.values()].every((one) => !isUnseen(one)) && all(from.values())
    )
  }

  function isUnseen(value: Value): boolean {
    if (value.kind === 'import') return value.instance
    return value.kind === 'opaque' && value.origin.from === 'call' && !value.origin.plain
  }
}

/** The keys of all values that were there when the lock was taken. */
function knownBefore(seen: Observations): ReadonlySet<string> {
  const keys = new Set<string>()
  const add = (value: Value, depth: number): void => {
    if (depth > DEEPEST || keys.has(value.key) || keys.size > MOST_VALUES) return
    // A handle answers differently each time.
    if (value.kind === 'handle' || value.kind === 'native' || value.kind === 'driver') return
    keys.add(value.key)
    for (const part of partsOf(value)) add(part, depth + 1)
  }
  for (const env of seen.content.before) for (const [, value] of env.places) add(value, 0)
  return keys
}
