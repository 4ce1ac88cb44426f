/** `expect(answer).toBe(true)`: an expectation throws in its matcher, which is an assertion of what was expected. */
import { type Value, called, importedResult } from '../origins/value.ts'
import type { Call } from './call.ts'
import type { Effect } from './effect.ts'

/** `expect(answer)`: only gives what the matcher is called on. */
export function ofExpect(value: Value, { name, args, place }: Call): Effect | undefined {
  if (name !== 'expect' || args.length === 0) return undefined
  return {
    kind: 'value',
    value: value.kind === 'import' ? importedResult(value, args, place) : called(value, args, place),
    throws: false,
  }
}

/** `….toBe(true)`. */
export function ofMatcher({ self, name, args }: Call): Effect | undefined {
  const positive = /^to(Be|Equal|StrictEqual)$/.test(name)
    ? args[0]?.kind === 'constant' && args[0].value === true
    : /^toBe(Truthy|True)$/.test(name)
  if (!positive) return undefined
  const expected =
    self.kind === 'import' && self.path[0] === 'expect'
      ? self.args[0]
      : self.kind === 'opaque' && self.origin.from === 'call'
        ? self.origin.args[0]
        : undefined
  return expected && { kind: 'builtin', does: 'asserts', name, self: undefined, args: [expected] }
}
