/** `expect(answer).toBe(true)`: an expectation throws in its matcher, which is an assertion of what was expected. */
import { type Value, called, importedResult, operation } from '../origins/value.ts'
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

/** `….toBe(true)`, `….not.toBeNull()`. */
export function ofMatcher({ self, name, args, place }: Call): Effect | undefined {
  const holds = expectedTruth(name, args)
  const expectation = holds === undefined ? undefined : expectationOf(self)
  if (!expectation) return undefined
  const { expected, isNot } = expectation
  const asserted = holds === isNot ? operation('!', [expected], place) : expected
  return { kind: 'builtin', does: 'asserts', name, self: undefined, args: [asserted] }
}

/** Whether the matcher expects what is there (or true), or what is missing (or false). */
function expectedTruth(name: string, args: readonly Value[]): boolean | undefined {
  if (/^to(Be|Equal|StrictEqual)$/.test(name)) {
    const [first] = args
    if (first?.kind !== 'constant') return undefined
    if (typeof first.value === 'boolean') return first.value
    return first.value === null || first.value === undefined ? false : undefined
  }
  if (/^toBe(Truthy|True|Defined)$/.test(name)) return true
  return /^toBe(Falsy|False|Null|Undefined)$/.test(name) ? false : undefined
}

/** What was given to `expect`, and whether `not` stands behind it. */
function expectationOf(self: Value): { readonly expected: Value; readonly isNot: boolean } | undefined {
  let at = self
  let isNot = false
  let awaits = false
  const pass = (name: string): void => {
    if (name === 'not') isNot = !isNot
    if (name === 'resolves') awaits = true
  }
  if (at.kind === 'import' && at.path[0] === 'expect') {
    at.path.slice(1).forEach(pass)
    const [given] = at.args
    return given && { expected: settled(given, awaits), isNot }
  }
  while (at.kind === 'opaque' && at.origin.from === 'member') {
    pass(at.origin.name)
    at = at.origin.base
  }
  const [given] =
    at.kind === 'opaque' && at.origin.from === 'call' ? at.origin.args : at.kind === 'import' ? at.args : []
  return given && { expected: settled(given, awaits), isNot }
}

function settled(value: Value, awaits: boolean): Value {
  return awaits && value.kind === 'promise' ? (value.value ?? value) : value
}
