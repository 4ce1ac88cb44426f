/** Short ways to write the rows of a built-in table. */
import type { Behaviour } from './builtin.ts'

type Does = Readonly<Record<string, Behaviour>>

/** All of these do the same. */
export function all(behaviour: Behaviour, names: readonly string[]): Does {
  return Object.fromEntries(names.map((name) => [name, behaviour]))
}

/** The same rows as members of `name`; the row `default` is `name` itself. */
export function under(name: string, does: Does): Does {
  return Object.fromEntries(
    Object.entries(does).map(([path, behaviour]) => [path === 'default' ? name : `${name}.${path}`, behaviour]),
  )
}
