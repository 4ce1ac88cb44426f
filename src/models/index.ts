/** Modules that stand for code that isn't read: those of public lock packages, and those that the settings describe. */
import type { Wrapper } from '../settings/index.ts'
import { packages } from './packages.ts'
import { textOfWrapper } from './wrappers.ts'

export { nameOf } from './wrappers.ts'

/** No path of a file begins so. */
const PREFIX = 'model:'

/** By path. */
const texts = new Map(packages.map(({ name, text }) => [pathOf(name), text]))

function pathOf(name: string): string {
  return `${PREFIX}${name}.ts`
}

/** The packages of which there is one. */
export const packageNames = packages.map(({ name }) => name)

export function isModel(path: string): boolean {
  return path.startsWith(PREFIX)
}

/** The path of the model of a package; undefined: there is none. */
export function modelOfPackage(specifier: string): string | undefined {
  const path = pathOf(specifier)
  return texts.has(path) ? path : undefined
}

/** The path of the model of a wrapper; the same for the same description. */
export function modelOfWrapper(wrapper: Wrapper): string {
  const path = pathOf(JSON.stringify(wrapper))
  if (!texts.has(path)) texts.set(path, textOfWrapper(wrapper))
  return path
}

export function textOfModel(path: string): string | undefined {
  return texts.get(path)
}
