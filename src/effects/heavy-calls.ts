/** Calls that may keep this machine busy for long: what the tables of heavy work know, and functions out of sight. */
import { matchHeavy } from '../heavy/index.ts'
import type { Value } from '../origins/value.ts'
import type { Effect } from './effect.ts'

/** One such call. */
export interface HeavyCall {
  /** The path from its package. */
  readonly name: string
  /** `hashing`, `compression`, …: printed in messages. */
  readonly kind: string
  /** The call itself blocks until the work is done. */
  readonly sync: boolean
  /** The tables say so; otherwise it is a function of another module, of which nobody knows what it does. */
  readonly known: boolean
  /** What is called, with all that was called on the way to it, and what it is given. */
  readonly inputs: readonly Value[]
}

export function heavyCallOf(effect: Effect): HeavyCall | undefined {
  const callee = calleeOf(effect)
  const reached = callee && reachedFrom(callee)
  if (!callee || !reached) return undefined
  const inputs = 'args' in effect ? [callee, ...effect.args] : [callee]
  const name = nameOf(reached)
  const found = matchHeavy(reached.module, reached.path)
  if (found) return { name, kind: found.kind, sync: found.sync, known: true, inputs }
  const isForeign = callee.kind === 'import' && !callee.instance && !isOfNode(reached.module)
  return isForeign ? { name, kind: 'of another module', sync: false, known: false, inputs } : undefined
}

function calleeOf(effect: Effect): Value | undefined {
  if (effect.kind === 'unknown') return effect.callee
  return effect.kind === 'builtin' && effect.self?.kind === 'import' ? effect.self : undefined
}

interface Reached {
  readonly module: string
  readonly path: readonly string[]
}

/** Calls in a chain are looked back at so far. */
const LONGEST_CHAIN = 24

/** The import from which a chain of members and calls begins: `sharp(file).resize(200).toBuffer`. */
function reachedFrom(callee: Value): Reached | undefined {
  const names: string[] = []
  let at = callee
  for (let i = 0; i < LONGEST_CHAIN; i++) {
    if (at.kind === 'import') return { module: at.module, path: [...at.path, ...names.reverse()] }
    if (at.kind !== 'opaque') return undefined
    const { origin } = at
    if (origin.from === 'member') {
      names.push(origin.name)
      at = origin.base
    } else if (origin.from === 'call') at = origin.callee
    // What was awaited, if it is known.
    else if (origin.from === 'place' && origin.of) at = origin.of
    else return undefined
  }
  return undefined
}

/** What Node has beside the heavy calls takes little time, or leaves the process. */
function isOfNode(module: string): boolean {
  return /^node:|^(assert|buffer|crypto|events|fs|os|path|stream|timers|url|util|v8|zlib)(\/|$)/.test(module)
}

function nameOf({ module, path }: Reached): string {
  const [first, ...rest] = path
  const root =
    first === undefined || first === 'default' || first === '*' ? (module.split('/').at(-1) ?? module) : first
  return [root, ...rest].join('.')
}
