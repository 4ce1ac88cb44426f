/** Functions that test libraries make up: they reach no server, whatever they are given. */
import { mockGlobals, mockMakers, mockPackages } from '../builtins/mocks.ts'
import { type Value, called, importedResult } from '../origins/value.ts'
import type { Call } from './call.ts'
import type { Effect } from './effect.ts'

const DEEPEST = 20

/** Makes such a function, or calls it. One that is made of a function does what that does. */
export function ofMock(callee: Value, { name, args, place }: Call): Effect | undefined {
  if (!isMock(callee)) return undefined
  const [made] = args
  if (made?.kind === 'function' && mockMakers.has(name)) return { kind: 'value', value: made, throws: false }
  const value = callee.kind === 'import' ? importedResult(callee, args, place) : called(callee, args, place)
  return { kind: 'value', value, throws: false }
}

/** `vi.fn`, `jest.fn().mockResolvedValue`, `sinon.stub()`. */
function isMock(value: Value, makes = false, depth = 0): boolean {
  if (value.kind === 'import')
    return mockPackages.has(value.module) && (makes || value.path.some((name) => mockMakers.has(name)))
  if (value.kind !== 'opaque' || depth > DEEPEST) return false
  const { origin } = value
  switch (origin.from) {
    case 'call':
      return isMock(origin.callee, makes, depth + 1)
    case 'member':
      return isMock(origin.base, makes || mockMakers.has(origin.name), depth + 1)
    case 'global':
      return makes && mockGlobals.has(origin.name)
    default:
      return false
  }
}
