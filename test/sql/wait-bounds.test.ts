import { describe, expect, it } from 'vitest'
import { boundIn, boundsOf, isNoBound, setsWaitBound, WAIT_BOUNDS } from '../../src/sql/wait-bounds.ts'

describe('the parameters that bound a wait', () => {
  it('are found by their names', () => {
    expect(boundsOf({ name: 'lock_timeout' })).toEqual(['lock_timeout'])
    expect(boundsOf({ name: 'idle_in_transaction_session_timeout' })).toEqual([])
  })

  it('are all meant by a name that is a hole', () => {
    expect(boundsOf({ name: undefined })).toEqual(WAIT_BOUNDS)
  })

  it.each([
    ['5s', 'on'],
    ['250', 'on'],
    [undefined, 'on'],
    ['0', 'off'],
    ['0ms', 'off'],
    [' 0 s', 'off'],
    ['default', 'default'],
    ['DEFAULT', 'default'],
  ])('%s is %s', (value, bound) => {
    expect(boundIn(value)).toBe(bound)
  })

  it.each(['0', '00', '0min', '+0'])('%s is no bound', (value) => {
    expect(isNoBound(value)).toBe(true)
  })

  it.each([
    ['-c lock_timeout=5000', true],
    ['-c lock_timeout=0', false],
    ['-c search_path=app -c statement_timeout=10s', true],
    ['postgres://db/app?options=-c%20lock_timeout%3D5000', true],
    ['postgres://db/app?lock_timeout=5000', true],
    ['postgres://db/app?connect_timeout=5', false],
    ['-c idle_in_transaction_session_timeout=5000', false],
  ])('in the options %s: %s', (text, bounded) => {
    expect(setsWaitBound(text)).toBe(bounded)
  })
})
