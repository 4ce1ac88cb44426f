/** How long a library that retries waits in between, by the options it is given. */
import { type RetryTable, retryTableOf } from '../builtins/index.ts'
import type { Value, ValueOf } from '../origins/value.ts'

type Fields = ReadonlyMap<string, Value>

/** In milliseconds, where each wait is as long as the one before; `some`: it isn't, or nobody can tell. */
export function pauseOf({ module, args: before }: ValueOf<'import'>, args: readonly Value[]): number | 'some' {
  const table = retryTableOf(module)
  const given = [...before, ...args].filter((arg) => arg.kind !== 'function' && arg.kind !== 'import')
  const options = given.find((arg) => arg.kind === 'record')
  // Without options in sight there may be some all the same.
  if (!table || given.length > (options ? 1 : 0) || options?.open) return 'some'
  const fields: Fields = options?.fields ?? new Map<string, Value>()
  if (table.decides) return ofObject(fields.get(table.decides.option), table.decides.constant)
  if (table.custom?.some((name) => fields.has(name))) return 'some'
  if (!isWithout(table.growth, fields) || !isWithout(table.jitter, fields) || !table.delay) return 'some'
  const { option, otherwise } = table.delay
  const delay = fields.get(option)
  return delay === undefined ? otherwise : numberOf(delay)
}

function isWithout(how: RetryTable['growth'], fields: Fields): boolean {
  if (!how) return true
  const value = fields.get(how.option)
  if (!value) return how.without.includes(how.otherwise)
  return value.kind === 'constant' && how.without.some((one) => one === value.value)
}

function ofObject(value: Value | undefined, constant: string): number | 'some' {
  const first = value?.kind === 'import' && value.path.at(-1) === constant ? value.args[0] : undefined
  return first ? numberOf(first) : 'some'
}

function numberOf(value: Value): number | 'some' {
  return value.kind === 'constant' && typeof value.value === 'number' ? value.value : 'some'
}
