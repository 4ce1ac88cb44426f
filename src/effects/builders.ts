/** Statements under construction: what is called on one goes on building it, and may say where it runs. */
import { matchBuiltin } from '../builtins/index.ts'
import type { RoleRef } from '../drivers/index.ts'
import { keyName } from '../origins/classes.ts'
import { type Session, type Value, type ValueOf, list } from '../origins/value.ts'
import type { Node } from '../syntax/ast.ts'
import type { Call, Context } from './call.ts'
import type { Effect } from './effect.ts'
import { deepMention } from './unknown-senders.ts'

/** `execute(handle)` and `transacting(handle)` say where it runs. */
export function ofBuilder(self: ValueOf<'handle'>, call: Call): Effect {
  const session = builtOn(self.ref, call) ?? self.session
  const build = builtWith(self.build ?? [], call)
  const value: ValueOf<'handle'> = { ...self, key: `${self.key}.${call.name}`.slice(0, 300), session, build }
  return { kind: 'value', value: carrying(value, call.args), throws: false, given: [self, ...call.args] }
}

/** The session that a call in the making of a statement names: by a handle, or by an option. */
export function builtOn({ role }: RoleRef, { name, args, place }: Call): Session | undefined {
  const last = args.at(-1)
  if (role.viaOption !== undefined) {
    const named = last?.kind === 'record' ? last.fields.get(role.viaOption) : undefined
    if (named?.kind === 'handle') return named.session
    if ((named && named.kind !== 'constant') || (last && mayName(last))) return someSession(place)
  }
  if (!role.via?.includes(name)) return undefined
  const other = args.find((arg) => arg.kind === 'handle' && !arg.build)
  if (other?.kind === 'handle') return other.session
  return last && mayName(last) ? someSession(place) : undefined
}

/** Options, or a handle, that can't be seen. */
function mayName(value: Value): boolean {
  return value.kind === 'opaque' || (value.kind === 'record' && value.open)
}

function someSession(place: string): Session {
  return { key: `on ${place}`, holder: 'lent', pool: undefined, owned: false, resets: false }
}

/** A pending statement, or a stream: what is called on it goes on building it. */
export function ofPending(self: ValueOf<'promise'>, { name, args }: Call): Effect {
  if (name === 'values' || name === 'raw') return { kind: 'value', value: asMatrix(self), throws: false }
  const does = matchBuiltin('method', [name])
  return does ? { kind: 'builtin', does, name, self, args } : { kind: 'value', value: self, throws: false }
}

/** `knex.raw(…).connection(c)`: a method later in the chain says which handle the statement runs on. */
export function viaChain(node: Node, ref: RoleRef, { around, env, origins }: Context): Value | undefined {
  if (!ref.role.via) return undefined
  for (let at = around(node); at; at = around(at)) {
    const name = at.type === 'MemberExpression' ? keyName(at.property, at.computed) : undefined
    if (name === undefined || !ref.role.via.includes(name)) continue
    const outer = around(at)
    const argument = outer?.type === 'CallExpression' ? outer.arguments[0] : undefined
    const given = argument && origins.evaluate(argument, env)
    if (given && given.kind !== 'constant') return given
  }
  return undefined
}

/** A builder that is given SQL with a lock function runs it when it runs. */
export function carrying(builder: ValueOf<'handle'>, args: readonly Value[]): Value {
  const carries = args.find((arg) => arg.kind === 'fragment' && deepMention(arg)) ?? builder.carries
  return carries && carries !== builder.carries
    ? { ...builder, carries, key: `${builder.key}:${carries.key}` }
    : builder
}

/** The names called so far, the last one with its first argument: `update(pages)`. */
function builtWith(build: readonly string[], { name, args }: Call): readonly string[] {
  const called = build.at(-1) === name ? build.slice(0, -1) : build
  const first = args[0]?.key
  return [...called, first === undefined ? name : `${name}(${first.slice(0, 60)})`].slice(0, 12)
}

/** `.values()` of a pending postgres.js query: rows as arrays. */
function asMatrix(pending: ValueOf<'promise'>): Value {
  const rows = pending.value
  if (rows?.kind !== 'list') return pending
  const arrays = rows.items.map((row) =>
    row.kind === 'record' ? { ...list([...row.fields.values()], undefined, rows.key), about: row.about } : row,
  )
  return {
    ...pending,
    key: `${pending.key}.values`,
    value: { ...list(arrays, rows.rest, rows.key), about: rows.about },
  }
}
