/** Test libraries that make up functions, and what makes them: `vi.fn()`, `sinon.stub()`. */
export const mockPackages: ReadonlySet<string> = new Set([
  'vitest',
  '@jest/globals',
  'jest-mock',
  'sinon',
  'node:test',
  'bun:test',
])

/** The same where nothing is imported. */
export const mockGlobals: ReadonlySet<string> = new Set(['jest', 'vi', 'sinon'])

export const mockMakers: ReadonlySet<string> = new Set(['fn', 'stub', 'mock'])
