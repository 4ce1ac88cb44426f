/** Checks of one value each: they give what it is, or throw an error that names its place and what it may be. */

export function oneOfAt<Word extends string>(
  place: string,
  value: unknown,
  allowed: readonly Word[],
  otherwise: Word,
): Word {
  if (value === undefined) return otherwise
  const word = allowed.find((one) => one === value)
  if (word === undefined) throw new TypeError(`${place}: must be one of ${allowed.join(', ')}, is ${typeName(value)}`)
  return word
}

export function nameAt(place: string, value: unknown): string {
  if (typeof value !== 'string') throw new TypeError(`${place}: must be a string, is ${typeName(value)}`)
  if (value.trim() === '') throw new TypeError(`${place}: must not be empty`)
  return value
}

/** Names with dots between them, each perhaps called. */
export const PATH =
  /^(?:#?[\p{ID_Start}$_][\p{ID_Continue}$]*(?:\(\))?)(?:\.#?[\p{ID_Start}$_][\p{ID_Continue}$]*(?:\(\))?)*$/u

export function indexAt(place: string, value: unknown): number | undefined {
  if (value === undefined) return undefined
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0 || value > MOST_ARGUMENTS)
    throw new TypeError(`${place}: must be the number of an argument, from 0, is ${typeName(value)}`)
  return value
}

const MOST_ARGUMENTS = 20

export function flagAt(place: string, value: unknown): boolean {
  if (value === undefined) return false
  if (typeof value !== 'boolean') throw new TypeError(`${place}: must be true or false, is ${typeName(value)}`)
  return value
}

export function objectAt(
  place: string,
  value: unknown,
  allowed: readonly string[],
  expected = 'an object',
): Readonly<Record<string, unknown>> {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) {
    throw new TypeError(`${place}: must be ${expected}, is ${typeName(value)}`)
  }
  for (const key of Object.keys(value)) {
    if (!allowed.includes(key)) throw new TypeError(`${place}.${key}: unknown key; allowed: ${allowed.join(', ')}`)
  }
  return value as Record<string, unknown>
}

export function typeName(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'an array'
  if (value === undefined) return 'missing'
  return value === Object(value) ? 'an object' : `the ${typeof value} ${JSON.stringify(value)}`
}
