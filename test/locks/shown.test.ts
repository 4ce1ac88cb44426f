import { expect, it } from 'vitest'
import { printValue } from '../../src/locks/shown.ts'
import {
  calledBy,
  constant,
  imported,
  importedMember,
  importedResult,
  join,
  member,
  opaque,
  operation,
  placed,
  type Value,
} from '../../src/origins/value.ts'

const given = (name: string): Value =>
  opaque(`param:${name}`, { from: 'parameter', name, type: undefined, optional: false, nullable: false, sync: false })

it('an element is an element, and that of something without a name has none', () => {
  expect(printValue(member(member(given('rows'), '0', ''), 'id', ''))).toBe('rows[0].id')
  expect(printValue(member(member(placed('1'), '0', ''), 'id', ''))).toBe('id')
})

it('a digest is shown by what went into it', () => {
  let digest = importedResult(imported('node:crypto', ['createHash']), [constant('sha256')], '1')
  for (const [name, arg] of [
    ['update', given('name')],
    ['readInt32BE', constant(0)],
  ] as const)
    digest = importedResult(importedMember(digest, name, '2'), [arg], '3')
  expect(printValue(digest)).toBe('createHash(name)')
})

it('what can not be written out goes by the name of its variable', () => {
  const unknown = operation('|', [placed('1'), constant(0)], '2')
  expect(printValue(unknown)).toBe('…')
  expect(printValue(calledBy(unknown, 'key'))).toBe('key')
  const either = join(placed('1'), placed('2'))
  if (!either) throw new Error('two values have a common one')
  expect(printValue(calledBy(either, 'id'))).toBe('id')
  expect(printValue(calledBy(operation('+', [given('a'), given('b')], '3'), 'sum'))).toBe('a + b')
})
