/** Calls of the language, of Node and of packages whose behaviour a table knows. */
import type { Behaviour } from '../builtins/builtin.ts'
import { matchBuiltin } from '../builtins/index.ts'
import type { Value, ValueOf } from '../origins/value.ts'
import { isLogger } from '../vocabulary.ts'

/** What a method does, by what its receiver is. */
export function builtinOf(self: Value, name: string): Behaviour | undefined {
  if (self.kind === 'import') return matchBuiltin(self.module, [...self.path, name])
  if (self.kind === 'opaque' && self.origin.from === 'global') return matchBuiltin('global', [self.origin.name, name])
  if (
    self.kind === 'opaque' &&
    self.origin.from === 'member' &&
    self.origin.base.kind === 'opaque' &&
    self.origin.base.origin.from === 'global'
  ) {
    return matchBuiltin('global', [self.origin.base.origin.name, self.origin.name, name])
  }
  if (self.kind === 'list' || self.kind === 'constant' || self.kind === 'text') return matchBuiltin('method', [name])
  return undefined
}

/** What a package's function does; of what a call gave, a method that can't throw by its name. */
export function builtinOfPackage({ module, path, instance }: ValueOf<'import'>): Behaviour | undefined {
  const known = matchBuiltin(module, path)
  if (!instance || (known && known !== 'pure')) return known
  return matchBuiltin('method', [path.at(-1) ?? '']) ?? known
}

/** `promisify(execFile)` is execFile: the function inside. */
export function passedThrough(value: ValueOf<'opaque'>): Value | undefined {
  if (value.origin.from !== 'call' || value.origin.callee.kind !== 'import') return undefined
  const { callee, args } = value.origin
  return matchBuiltin(callee.module, callee.path) === 'passes' ? args[0] : undefined
}

/** Whether a method is one of a logger, by the names on the way to it. */
export function isLoggerCall(self: Value): boolean {
  let value = self
  for (let i = 0; i < 4; i++) {
    if (value.kind === 'opaque' && value.origin.from === 'member') {
      if (isLogger(value.origin.name)) return true
      value = value.origin.base
    } else if (value.kind === 'opaque' && (value.origin.from === 'parameter' || value.origin.from === 'global'))
      return isLogger(value.origin.name)
    else return value.kind === 'import' && isLogger(value.path.at(-1) ?? '')
  }
  return false
}
