/** From a value to the SQL text that it is, holes and all. */
import type { SqlText } from '../sql/types.ts'
import type { Value } from '../origins/value.ts'
import { NO_PLACEHOLDERS, type Placeholders } from './effect.ts'

export interface Statementlike {
  readonly sql: SqlText
  readonly holes: readonly Value[]
  readonly values: Placeholders
}

const NONE: readonly Value[] = []

/** The text of a string, fragment or query object; undefined when nothing of it is known. */
export function sqlOf(value: Value): Statementlike | undefined {
  switch (value.kind) {
    case 'constant':
      return typeof value.value === 'string'
        ? { sql: { pieces: [value.value] }, holes: NONE, values: NO_PLACEHOLDERS }
        : undefined
    case 'text':
      return assembled(value.parts, true)
    case 'fragment':
      return assembled(value.parts, false)
    case 'record':
      return ofQueryObject(value.fields)
    default:
      return undefined
  }
}

function ofQueryObject(fields: ReadonlyMap<string, Value>): Statementlike | undefined {
  const text = fields.get('text') ?? fields.get('sql') ?? fields.get('query')
  const inner = text && sqlOf(text)
  if (!inner) return undefined
  const values = fields.get('values') ?? fields.get('bind') ?? fields.get('params')
  return { ...inner, values: values ? placeholdersOf(values) : inner.values }
}

/** In plain text a known string is text; in a tagged template it is a value, unless a tag made it. */
function assembled(parts: readonly (string | Value)[], plain: boolean): Statementlike {
  const pieces = ['']
  const holes: Value[] = []
  const add = (part: string | Value): void => {
    const last = pieces.length - 1
    if (typeof part === 'string') pieces[last] = (pieces[last] ?? '') + part
    else if (part.kind === 'fragment') part.parts.forEach(add)
    else if (plain && part.kind === 'constant' && typeof part.value === 'string' && !isNamedNumber(part))
      add(part.value)
    else if (plain && part.kind === 'text') part.parts.forEach(add)
    else {
      holes.push(part)
      pieces.push('')
    }
  }
  parts.forEach(add)
  return { sql: { pieces }, holes, values: NO_PLACEHOLDERS }
}

/** `const KEY = '7829301043'`: text, but what it stands for is a key. */
function isNamedNumber(part: Value & { kind: 'constant' }): boolean {
  return part.named && /^-?\d+$/.test(String(part.value))
}

/** Values given beside the text: an array for `$1` and `?`, an object for `:name`. */
export function placeholdersOf(values: Value): Placeholders {
  switch (values.kind) {
    case 'list':
      return { positional: values.rest ? undefined : values.items, named: undefined }
    case 'record':
      return { positional: undefined, named: values.fields }
    case 'constant':
      return NO_PLACEHOLDERS
    default:
      return NO_PLACEHOLDERS
  }
}

/** The values in a text: those of its holes and those of its placeholders. */
export function valuesIn({ holes, values: { positional = [], named } }: Statementlike): readonly Value[] {
  return [...holes, ...positional, ...(named?.values() ?? [])]
}

/** The first alternative inside a value that isn't decided yet. */
export function undecided(value: Value): (Value & { kind: 'choice' }) | undefined {
  switch (value.kind) {
    case 'choice':
      return value
    case 'text':
    case 'fragment':
      for (const part of value.parts) {
        const found = typeof part === 'string' ? undefined : undecided(part)
        if (found) return found
      }
      return undefined
    case 'record': {
      const text = value.fields.get('text') ?? value.fields.get('sql')
      return text && undecided(text)
    }
    default:
      return undefined
  }
}
