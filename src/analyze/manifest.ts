/** Which faults a module has by itself, whoever calls what it exports: they are reported there. */
import type { LoadedModule } from '../modules/load.ts'
import type { Settings } from '../settings/index.ts'
import type { Fault } from '../verdicts/fault.ts'

type Located = Pick<Fault, 'rule' | 'node'>
type Told = Located & Pick<Fault, 'frame'>

/** Places by which the faults of a module are known, as `rule:offset`. */
const manifest = new WeakMap<LoadedModule, Map<Settings, ReadonlySet<string>>>()
const asked = new Set<string>()

/**
 * Whether the module tells of a fault at this place, or of a section that begins with this call. `faultsOf` finds the
 * faults of the module, as if it were linted.
 */
export function isManifestIn(
  module: LoadedModule,
  { rule, node }: Located,
  settings: Settings,
  faultsOf: (module: LoadedModule) => readonly Told[],
): boolean {
  let bySettings = manifest.get(module)
  if (!bySettings) manifest.set(module, (bySettings = new Map<Settings, ReadonlySet<string>>()))
  let places = bySettings.get(settings)
  // Modules that import each other: the question is open for the first.
  if (!places && asked.has(module.path)) return false
  if (!places) {
    asked.add(module.path)
    try {
      places = new Set(faultsOf(module).flatMap((one) => placesOf(one, module)))
      bySettings.set(settings, places)
    } finally {
      asked.delete(module.path)
    }
  }
  return places.has(placeOf(rule, node.range[0] - module.base))
}

/** Where a module tells of a fault, and the call in it that leads to the lock: by that callers know the section again. */
function placesOf({ rule, node, frame }: Told, { text }: LoadedModule): string[] {
  const places = [placeOf(rule, node.range[0])]
  for (let at = frame; at; at = at.parent) {
    if (!at.call || at.call.range[1] > text.length) continue
    places.push(placeOf(rule, at.call.range[0]))
    break
  }
  return places
}

function placeOf(rule: string, start: number): string {
  return `${rule}:${String(start)}`
}
