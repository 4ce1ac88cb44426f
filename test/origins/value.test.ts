import { expect, it } from 'vitest'
import { join, list, placed, type Value } from '../../src/origins/value.ts'

const long = (name: string): Value => placed(name.repeat(100))

it('lists joined over and over come to an end, however long their names are', () => {
  const [first, other] = [list([], long('job'), 'a'), list([], long('task'), 'b')]
  const once = join(first, other)
  if (!once) throw new Error('two lists have a common one')
  expect(join(once, other)?.key).toBe(once.key)
  expect(join(once, first)?.key).toBe(once.key)
})
