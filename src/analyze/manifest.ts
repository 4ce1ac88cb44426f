/** Which faults a module has by itself, whoever calls what it exports: they are reported there. */
import type { LoadedModule } from '../modules/load.ts'
import type { Settings } from '../settings/index.ts'
import type { Fault } from '../verdicts/fault.ts'

type Located = Pick<Fault, 'rule' | 'node'>

/** Places of the faults of a module, as `rule:offset`. */
const manifest = new WeakMap<LoadedModule, Map<Settings, ReadonlySet<string>>>()
const asked = new Set<string>()

/** `faultsOf` finds the faults of the module, as if it were linted. */
export function isManifestIn(
  module: LoadedModule,
  { rule, node }: Located,
  settings: Settings,
  faultsOf: (module: LoadedModule) => readonly Located[],
): boolean {
  let bySettings = manifest.get(module)
  if (!bySettings) manifest.set(module, (bySettings = new Map<Settings, ReadonlySet<string>>()))
  let places = bySettings.get(settings)
  // Modules that import each other: the question is open for the first.
  if (!places && asked.has(module.path)) return false
  if (!places) {
    asked.add(module.path)
    try {
      places = new Set(faultsOf(module).map((one) => placeOf(one.rule, one.node.range[0])))
      bySettings.set(settings, places)
    } finally {
      asked.delete(module.path)
    }
  }
  return places.has(placeOf(rule, node.range[0] - module.base))
}

function placeOf(rule: string, start: number): string {
  return `${rule}:${String(start)}`
}
