import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Numbers, Trie } from '../../src/locks/trie.ts'

type Change = readonly ['set' | 'delete', string, number]

const key = fc.nat({ max: 60 }).map((number) => `k${number}`)
const changes = fc.array(
  fc.tuple(fc.constantFrom('set' as const, 'set' as const, 'delete' as const), key, fc.nat({ max: 3 })),
)

function applied(trie: Trie<string, number>, list: readonly Change[]): Trie<string, number> {
  let after = trie
  for (const [how, name, value] of list) after = how === 'set' ? after.set(name, value) : after.delete(name)
  return after
}

function appliedToMap(map: ReadonlyMap<string, number>, list: readonly Change[]): Map<string, number> {
  const after = new Map(map)
  for (const [how, name, value] of list) {
    if (how === 'set') after.set(name, value)
    else after.delete(name)
  }
  return after
}

const sorted = (entries: Iterable<readonly [string, number]>) => [...entries].sort(([a], [b]) => (a < b ? -1 : 1))
const smaller = (a: number, b: number) => (a === b ? a : a + b > 4 ? undefined : Math.min(a, b))

describe('a trie', () => {
  it('holds what a map holds, and keeps its former states', () => {
    fc.assert(
      fc.property(changes, changes, (first, second) => {
        const before = applied(new Trie(new Numbers<string>()), first)
        const after = applied(before, second)
        const expected = appliedToMap(new Map(), first)
        expect(sorted(before)).toEqual(sorted(expected))
        expect(sorted(after)).toEqual(sorted(appliedToMap(expected, second)))
        for (const [name, value] of appliedToMap(expected, second)) expect(after.get(name)).toBe(value)
        expect(after.has('k61')).toBe(false)
      }),
      { seed: 1 },
    )
  })

  it('meets another in what both have', () => {
    fc.assert(
      fc.property(changes, changes, changes, (common, left, right) => {
        const start = applied(new Trie(new Numbers<string>()), common)
        const [a, b] = [applied(start, left), applied(start, right)]
        const [inA, inB] = [new Map(a), new Map(b)]
        const expected = [...inA].flatMap(([name, value]) => {
          const other = inB.get(name)
          const joined = other === undefined ? undefined : smaller(value, other)
          return joined === undefined ? [] : [[name, joined] as const]
        })
        expect(sorted(a.meet(b, smaller))).toEqual(sorted(expected))
        expect(a.meet(b, (value) => value) === a).toBe([...inA.keys()].every((name) => inB.has(name)))
        expect(a.meet(a, smaller)).toBe(a)
      }),
      { seed: 2 },
    )
  })
})
