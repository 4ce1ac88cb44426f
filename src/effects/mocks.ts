/** Functions that test libraries make up: they reach no server, whatever they are given. */
import { type Value, called, importedResult } from '../origins/value.ts'
import type { Call } from './call.ts'
import type { Effect } from './effect.ts'

const LIBRARIES = /^(vitest|@jest\/globals|jest-mock|sinon|node:test|bun:test)$/
const GLOBALS = new Set(['jest', 'vi', 'sinon'])
const DEEPEST = 20

/** Makes such a function, or calls it. */
export function ofMock(callee: Value, { args, place }: Call): Effect | undefined {
  if (!isMock(callee)) return undefined
  const value = callee.kind === 'import' ? importedResult(callee, args, place) : called(callee, args, place)
  return { kind: 'value', value, throws: false }
}

/** `vi.fn`, `jest.fn().mockResolvedValue`, `sinon.stub()`. */
function isMock(value: Value): boolean {
  if (value.kind === 'import') return LIBRARIES.test(value.module) && value.path.some(makesMock)
  let at: Value = value as Value
  let makes = false
  for (let depth = 0; depth < DEEPEST && at.kind === 'opaque'; depth++) {
    const { origin } = at
    if (origin.from === 'call') at = origin.callee
    else if (origin.from === 'member') {
      makes ||= makesMock(origin.name)
      at = origin.base
    } else return makes && origin.from === 'global' && GLOBALS.has(origin.name)
  }
  return at.kind === 'import' && makes && LIBRARIES.test(at.module)
}

function makesMock(name: string): boolean {
  return name === 'fn' || name === 'stub' || name === 'mock'
}
