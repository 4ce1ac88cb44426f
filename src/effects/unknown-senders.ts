/** Objects of unknown origin that are given SQL: what takes or frees an advisory lock is sent, whoever sends it. */
import type { Value, ValueOf } from '../origins/value.ts'
import type { ReadStatements } from '../sql/reader.ts'
import type { SqlText } from '../sql/types.ts'
import { isStatementVerb } from '../vocabulary.ts'
import type { Call } from './call.ts'
import { type Effect, NO_PLACEHOLDERS, type Placeholders } from './effect.ts'
import { placeholdersOf, sqlOf } from './sql-text.ts'

/** Any object with a method that is given SQL which takes or frees an advisory lock. */
export function ofUnknownSender({ self, name, args }: Call, read: ReadStatements): Effect | undefined {
  if (!isStatementVerb(name)) return undefined
  for (const [index, arg] of args.entries()) {
    const statement = sqlOf(arg)
    if (!statement || !isSql(statement.sql, read)) continue
    const next = args[index + 1]
    const values = next ? valuesOf(next, args.slice(index + 1)) : NO_PLACEHOLDERS
    const on = args.find((a) => a.kind === 'handle' && a !== arg && !a.build) ?? self
    const last = args.at(-1)
    return sent(on, arg, values, last?.kind === 'function' ? last : undefined)
  }
  return undefined
}

/** A tag of unknown origin with a text that calls a lock function, or with any SQL: `tx.$executeRaw`, a named `db.sql`. */
export function ofUnknownTag(tag: Value, made: ValueOf<'fragment'>, read: ReadStatements): Effect | undefined {
  const name = receivingTag(tag)
  if (name === undefined) return undefined
  const statement = sqlOf(made)
  if (!statement) return undefined
  const locks = mentionsLock(made) && read(statement.sql).some((s) => s.runs && s.calls.length > 0)
  const on = senderOf(tag)
  const isNamed = on.kind === 'handle' && on.ref.driver.assumed === true
  const sends = (isNamed || /quer|exec/i.test(name)) && isSql(statement.sql, read)
  return locks || sends ? sent(on, made, NO_PLACEHOLDERS, undefined) : undefined
}

/** `db.sql` of a handle sends through the handle; `` tx.$executeRaw`…` `` goes where `tx.$executeRawUnsafe(…)` does. */
function senderOf(tag: Value): Value {
  if (tag.kind !== 'opaque' || tag.origin.from !== 'member') return tag
  const { base, name } = tag.origin
  return base.kind === 'handle' || name.startsWith('$') ? base : tag
}

/** The name of a tag that may be one of a client: a member of something unknown, or of an object whose type is imported. */
function receivingTag(tag: Value): string | undefined {
  if (tag.kind === 'import') return tag.instance && tag.args.length === 0 ? tag.path.at(-1) : undefined
  if (tag.kind !== 'opaque' || tag.origin.from === 'global' || tag.origin.from === 'operation') return undefined
  return tag.origin.from === 'member' ? tag.origin.name : ''
}

function sent(on: Value, text: Value, values: Placeholders, callback: Value | undefined): Effect {
  return { kind: 'send', on, text, values, shape: 'unknown', callback, mapper: undefined, lazy: false }
}

function valuesOf(next: Value, rest: readonly Value[]): Placeholders {
  if (next.kind === 'list') return placeholdersOf(next)
  if (next.kind === 'record') {
    const inner = next.fields.get('replacements') ?? next.fields.get('bind') ?? next.fields.get('values') ?? next
    return placeholdersOf(inner)
  }
  return next.kind === 'opaque' ? NO_PLACEHOLDERS : { positional: rest, named: undefined }
}

/** Text that is SQL for sure: each statement begins like one. */
function isSql(text: SqlText, read: ReadStatements): boolean {
  if (
    !/^\s*(select|with|insert|update|delete|begin|start|commit|rollback|savepoint|set|reset|discard|call|do|merge|truncate|create|alter|drop|refresh)\b/i.test(
      text.pieces[0] ?? '',
    )
  )
    return false
  return read(text).every((one) => one.kind !== 'other' && one.kind !== 'unknown')
}

function mentionsLock(value: ValueOf<'fragment'>): boolean {
  return value.key.includes('advisory') || deepMention(value)
}

/** Keys of long texts are cut, so the text itself is asked. */
export function deepMention(value: Value): boolean {
  if (value.kind === 'constant') return typeof value.value === 'string' && /advisory/i.test(value.value)
  if (value.kind === 'text' || value.kind === 'fragment') {
    return value.parts.some((part) => (typeof part === 'string' ? /advisory/i.test(part) : deepMention(part)))
  }
  if (value.kind === 'record') {
    const inner = value.fields.get('text') ?? value.fields.get('sql')
    return inner !== undefined && deepMention(inner)
  }
  return false
}
