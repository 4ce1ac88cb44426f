/** Connections that the settings name: a value whose origin is out of sight is the handle that its name says. */
import { type Holder, type NamedHolder, namedRole, type RoleRef } from '../drivers/index.ts'
import { type Node, unwrap } from '../syntax/ast.ts'
import { keyName } from './classes.ts'
import { type Value, type ValueOf, handle, promise } from './value.ts'
import { writtenPath } from './written-path.ts'

/** Names as the code writes them, by what they stand for: `db`, `database.pool`, `getPool()`, a type. */
export type ConnectionNames = Readonly<Record<NamedHolder, readonly string[]>>

export interface NamedHandles {
  /** `value` of the expression `node`; the handle instead, if the name of `node` is listed and nothing is known of it. */
  instead(value: Value, node: Node): Value
  /** The value of something annotated with the type of this name. */
  ofType(path: readonly string[], place: string): Value | undefined
}

const NOBODY: NamedHandles = { instead: (value) => value, ofType: () => undefined }

export function createNamed(names: ConnectionNames): NamedHandles {
  const holders = new Map<string, NamedHolder>()
  for (const [holder, list] of Object.entries(names)) {
    // Calls on the way are left out where a path is written, too: `getDb().pool` is `getDb.pool`.
    for (const name of list) holders.set(name.replace(/\(\)(?=.)/g, ''), holder as NamedHolder)
  }
  if (holders.size === 0) return NOBODY

  /** `db` also stands for `this.db`, `database.pool` for `app.database.pool`. */
  const listed = (path: string): string | undefined =>
    [path, path.split('.').slice(-2).join('.'), path.split('.').slice(-1).join('')].find((one) => holders.has(one))

  const roleOf = (name: string): RoleRef => namedRole(holders.get(name) ?? 'client')
  const holderOf = (name: string): Holder => roleOf(name).role.holder ?? 'lent'
  const handleOf = (name: string, key: string): Value =>
    handle(roleOf(name), { key, holder: holderOf(name), pool: undefined, owned: false, resets: false })

  return {
    instead(value, node) {
      if (!isUnseen(value) && !isUndecided(value)) return value
      const path = pathOf(node)
      const name = path === undefined ? undefined : listed(path)
      if (name === undefined) return value
      if (value.kind === 'handle') return handle(value.ref, { ...value.session, holder: holderOf(name) }, value.build)
      // The pool that a function gives is the same at each call.
      const isShared = holders.get(name) === 'pool' && name.endsWith('()')
      const inner = value.kind === 'promise' && value.value ? value.value : value
      const made = handleOf(name, isShared ? `named ${name}` : inner.key)
      return value.kind === 'promise' ? promise(made, value.rejects, value.network, value.node) : made
    },
    ofType(path, place) {
      const name = listed(path.join('.'))
      return name === undefined ? undefined : handleOf(name, place)
    },
  }
}

/** A handle of a driver of which nothing says whether it is a pool: by its type it may be any. */
function isUndecided(value: Value): value is ValueOf<'handle'> {
  return value.kind === 'handle' && value.session.holder === 'lent' && !value.session.owned
}

/** Nothing says what the value is. What is left of the answer of a lock is known, and a pending one may be. */
function isUnseen(value: Value): boolean {
  switch (value.kind) {
    case 'opaque':
      return value.about === undefined
    case 'import':
      return true
    case 'promise':
      return value.value !== undefined && isUnseen(value.value)
    case 'oneOf':
      // `let pool` before it is set, and after.
      return value.of.some(isUnseen) && value.of.every((one) => isUnseen(one) || isNothing(one))
    default:
      return false
  }
}

function isNothing(value: Value): boolean {
  return value.kind === 'constant' && (value.value === undefined || value.value === null)
}

/** The name of an expression as it is written; that of a call ends in `()`. */
function pathOf(node: Node): string | undefined {
  switch (node.type) {
    case 'Identifier':
      return node.name
    case 'MemberExpression':
      return keyName(node.property, node.computed) === undefined ? undefined : writtenPath(node)
    case 'CallExpression':
      return `${writtenPath(node.callee)}()`
    case 'NewExpression':
      return writtenPath(node.callee)
    case 'AwaitExpression':
      return pathOf(unwrap(node.argument))
    default:
      return undefined
  }
}
