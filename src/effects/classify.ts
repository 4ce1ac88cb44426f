/** Which effect a call has: the one place that asks the tables of drivers, network and builtins. */
import type { Behaviour } from '../builtins/builtin.ts'
import { matchBuiltin } from '../builtins/index.ts'
import { memberOf as actionOf, type RoleRef } from '../drivers/index.ts'
import { isNetworkPackage, matchNetwork, networkGlobals } from '../network/index.ts'
import type { Environment, Origins } from '../origins/evaluate.ts'
import { keyName } from '../origins/classes.ts'
import {
  type Value,
  type ValueOf,
  called,
  constant,
  fragment,
  imported,
  errorAt,
  importedResult,
  isMade,
  list,
  placed,
  promise,
  text,
} from '../origins/value.ts'
import type { Settings } from '../settings.ts'
import type { ReadStatements } from '../sql/reader.ts'
import type { SqlText } from '../sql/types.ts'
import { type Node, type TSESTree, unwrap } from '../syntax/ast.ts'
import { isErrorName, isLogger, isStatementVerb } from '../vocabulary.ts'
import { type Call, effectOfAction } from './action.ts'
import type { Effect } from './effect.ts'
import { NO_PLACEHOLDERS } from './effect.ts'
import { placeholdersOf, sqlOf } from './sql-text.ts'

type NetworkEffect = Extract<Effect, { kind: 'network' }>

export type Classify = (node: Node, env: Environment, origins: Origins) => Effect

/** Makes the classifier for one set of settings and one file. `chains`: the call or member expression around another. */
export function createClassify(settings: Settings, chains: ReadonlyMap<Node, Node>, read: ReadStatements): Classify {
  const named = new Map(settings.network.map((entry) => [entry.name, entry]))
  return (node, env, origins) => {
    switch (node.type) {
      case 'CallExpression':
        return ofCall(node, env, origins)
      case 'NewExpression':
        return ofNew(node, env, origins)
      case 'TaggedTemplateExpression':
        return ofTag(node, env, origins)
      case 'ImportExpression': {
        const source = origins.evaluate(node.source, env)
        const module = source.kind === 'constant' && typeof source.value === 'string' ? source.value : undefined
        return {
          kind: 'value',
          value: promise(module === undefined ? placed(String(node.range[0])) : imported(module, ['*']), true),
          throws: false,
        }
      }
      default:
        return { kind: 'value', value: placed(String(node.range[0])), throws: false }
    }
  }

  function argumentsOf(
    node: TSESTree.CallExpression | TSESTree.NewExpression,
    env: Environment,
    origins: Origins,
  ): Value[] {
    const args: Value[] = []
    for (const argument of node.arguments) {
      if (argument.type !== 'SpreadElement') args.push(origins.evaluate(argument, env))
      else {
        const spread = origins.evaluate(argument.argument, env)
        if (spread.kind === 'list') args.push(...spread.items)
        else args.push(placed(String(argument.range[0]), spread))
      }
    }
    return args
  }

  function ofCall(node: TSESTree.CallExpression, env: Environment, origins: Origins): Effect {
    const callee = unwrap(node.callee)
    const args = argumentsOf(node, env, origins)
    const place = String(node.range[0])
    if (callee.type === 'Super') return { kind: 'value', value: placed(place), throws: false }
    if (callee.type === 'MemberExpression') {
      const receiver = origins.evaluate(callee.object, env)
      const name = callee.computed
        ? constantName(origins.evaluate(callee.property, env))
        : keyName(callee.property, false)
      return ofMember({ node, place, self: receiver, name: name ?? '', args }, callee, env, origins)
    }
    const value = origins.evaluate(callee, env)
    const name = callee.type === 'Identifier' ? callee.name : ''
    if (
      name === 'require' &&
      value.kind === 'opaque' &&
      args[0]?.kind === 'constant' &&
      typeof args[0].value === 'string'
    ) {
      return { kind: 'value', value: requiredModule(args[0].value, origins, callee), throws: false }
    }
    return ofValue({ node, place, self: value, name, args }, value, undefined, env)
  }

  function requiredModule(module: string, origins: Origins, node: Node): Value {
    const namespace = imported(module, ['*'])
    // `require('knex')` of a package whose export is its default.
    const asDefault = origins.readMember(namespace, 'default', node, EMPTY)
    return asDefault.kind === 'driver' ? asDefault : namespace
  }

  function ofMember(call: Call, callee: TSESTree.MemberExpression, env: Environment, origins: Origins): Effect {
    const { self, name, args, place } = call
    const settled = ofPromise(call) ?? ofBind(call)
    if (settled) return settled
    if (self.kind === 'promise') {
      // A pending statement, or a stream: what is called on it goes on building it.
      const does = matchBuiltin('method', [name])
      return does ? { kind: 'builtin', does, name, self, args } : { kind: 'value', value: self, throws: false }
    }
    if (self.kind === 'oneOf' || self.kind === 'choice') {
      const handles = self.kind === 'oneOf' ? self.of.filter((one) => one.kind === 'handle') : []
      const only = handles.length === 1 ? handles[0] : undefined
      if (only) return ofMember({ ...call, self: only }, callee, env, origins)
    }
    if (self.kind === 'handle' || self.kind === 'driver' || self.kind === 'fragment') {
      const ref: RoleRef | undefined = self.ref
      const action = ref && actionOf(ref, name)
      if (ref && action && !(self.kind === 'handle' && self.build)) {
        const effect = effectOfAction(action, ref, call)
        if (effect?.kind === 'value' && effect.value.kind === 'handle' && effect.value.build)
          return { ...effect, value: carrying(effect.value, args) }
        if (effect)
          return effect.kind === 'send'
            ? { ...effect, on: viaChain(call.node, ref, env, origins) ?? effect.on }
            : effect
      }
      if (self.kind === 'handle' && self.build) return ofBuilder(self, call)
    }
    if (self.kind === 'list') {
      const effect = ofList(call, self)
      if (effect) return effect
    }
    const value = origins.readMember(self, name, callee.property, env)
    if (value.kind === 'function') return { kind: 'call', callee: value, self, args }
    const callees = functionsOf(value)
    if (callees) return { kind: 'either', callees, self, args }
    if (value.kind === 'handle' || value.kind === 'driver' || value.kind === 'native' || value.kind === 'import') {
      return ofValue({ ...call, self: value }, value, self, env)
    }
    const builtin = builtinOf(self, name)
    if (builtin) return { kind: 'builtin', does: builtin, name, self, args }
    const sent = ofUnknownSender(call)
    if (sent) return sent
    if (isLoggerCall(self)) return { kind: 'value', value: placed(place), throws: false }
    const network = networkByName(callee, name)
    if (network) return network
    const asserted = ofExpectation(call)
    if (asserted) return asserted
    const method = matchBuiltin('method', [name])
    if (method) return { kind: 'builtin', does: method, name, self, args }
    // The methods of a Map, a Set, a Date don't throw.
    if (self.kind === 'opaque' && isMade(self)) return { kind: 'builtin', does: 'safe', name, self, args }
    return { kind: 'unknown', callee: value, self, args, name }
  }

  /** `client.query.bind(client, UNLOCK)`: the method with what it acts on. */
  function ofBind({ self, name, args }: Call): Effect | undefined {
    if (name !== 'bind') return undefined
    if (self.kind === 'function')
      return { kind: 'value', value: args.length > 1 ? self : { ...self, self: self.self ?? args[0] }, throws: false }
    if (self.kind !== 'opaque' || self.origin.from !== 'member' || self.origin.base.kind !== 'handle') return undefined
    const on = self.origin.base
    const bound = args.slice(1)
    const key = `bound ${self.key}(${bound.map((arg) => arg.key).join(',')})`
    return {
      kind: 'value',
      value: { kind: 'native', key, does: 'call', on, name: self.origin.name, args: bound },
      throws: false,
    }
  }

  /** `expect(answer).toBe(true)` is an assertion of the answer. */
  function ofExpectation({ self, name, args }: Call): Effect | undefined {
    const positive = /^to(Be|Equal|StrictEqual)$/.test(name)
      ? args[0]?.kind === 'constant' && args[0].value === true
      : /^toBe(Truthy|True)$/.test(name)
    if (!positive) return undefined
    const expected =
      self.kind === 'import' && self.path[0] === 'expect'
        ? self.args[0]
        : self.kind === 'opaque' && self.origin.from === 'call'
          ? self.origin.args[0]
          : undefined
    return expected && { kind: 'builtin', does: 'asserts', name, self: undefined, args: [expected] }
  }

  /** `then`, `catch` and `finally`: of a promise, of a statement being built, of what an unknown call gave. */
  function ofPromise({ self, name, args }: Call): Effect | undefined {
    if (self.kind === 'promise' && (name === 'values' || name === 'raw'))
      return { kind: 'value', value: asMatrix(self), throws: false }
    if (name !== 'then' && name !== 'catch' && name !== 'finally') return undefined
    if (name === 'catch' && self.kind === 'import') return undefined
    return {
      kind: 'then',
      promise: self,
      fulfilled: name === 'then' ? args[0] : undefined,
      rejected: name === 'then' ? args[1] : name === 'catch' ? args[0] : undefined,
      both: name === 'finally' ? args[0] : undefined,
    }
  }

  /** `knex.raw(…).connection(c)`: a method later in the chain says which handle the statement runs on. */
  function viaChain(node: Node, ref: RoleRef, env: Environment, origins: Origins): Value | undefined {
    if (!ref.role.via) return undefined
    for (let at = chains.get(node); at; at = chains.get(at)) {
      const name = at.type === 'MemberExpression' ? keyName(at.property, at.computed) : undefined
      if (name === undefined || !ref.role.via.includes(name)) continue
      const around = chains.get(at)
      const argument = around?.type === 'CallExpression' ? around.arguments[0] : undefined
      const given = argument && origins.evaluate(argument, env)
      if (given && given.kind !== 'constant') return given
    }
    return undefined
  }

  /** A statement under construction: `execute(handle)` and `transacting(handle)` say where it runs. */
  function ofBuilder(self: ValueOf<'handle'>, call: Call): Effect {
    const other = call.args.find((arg) => arg.kind === 'handle' && !arg.build)
    const session = other?.kind === 'handle' && self.ref.role.via?.includes(call.name) ? other.session : self.session
    const build = builtWith(self.build ?? [], call)
    const value: Value = { ...self, key: `${self.key}.${call.name}`.slice(0, 300), session, build }
    return { kind: 'value', value: carrying(value, call.args), throws: false }
  }

  function ofList(call: Call, self: ValueOf<'list'>): Effect | undefined {
    const { name, args, place } = call
    const first = args[0]
    if (name === 'at' && first?.kind === 'constant' && typeof first.value === 'number' && !self.rest) {
      return { kind: 'value', value: self.items.at(first.value) ?? constant(undefined), throws: false }
    }
    if (name === 'join' && !self.rest && self.items.every((i) => i.kind === 'constant' || i.kind === 'text')) {
      const separator = first?.kind === 'constant' ? String(first.value) : ','
      const parts: (string | Value)[] = []
      self.items.forEach((item, index) => {
        if (index > 0) parts.push(separator)
        parts.push(item.kind === 'constant' && !item.named ? String(item.value) : item)
      })
      return { kind: 'value', value: text(parts, place), throws: false }
    }
    return undefined
  }

  function ofValue(call: Call, value: Value, self: Value | undefined, env: Environment): Effect {
    const { name, args, place, node } = call
    if (name === 'expect' && args.length > 0) {
      // An expectation throws in its matcher.
      return {
        kind: 'value',
        value: value.kind === 'import' ? importedResult(value, args, place) : called(value, args, place),
        throws: false,
      }
    }
    if (isLogger(name) && value.kind !== 'function') return { kind: 'value', value: placed(place), throws: false }
    switch (value.kind) {
      case 'function':
        return { kind: 'call', callee: value, self, args }
      case 'native':
        if (value.does === 'release' && value.on) return { kind: 'release', on: value.on, destroy: args[0] }
        if (value.does === 'call' && value.on?.kind === 'handle' && value.name !== undefined) {
          const action = actionOf(value.on.ref, value.name)
          const all = [...(value.args ?? []), ...args]
          const effect =
            action && effectOfAction(action, value.on.ref, { ...call, self: value.on, name: value.name, args: all })
          if (effect) return effect
        }
        if (value.name !== undefined)
          return { kind: 'settle', place: value.name, fulfils: value.does === 'resolve', value: args[0] }
        return { kind: 'value', value: constant(undefined), throws: false }
      case 'handle':
      case 'driver': {
        const action = value.ref.role.call
        const effect = action && effectOfAction(action, value.ref, { ...call, self: value })
        return effect ?? { kind: 'unknown', callee: value, self, args, name }
      }
      case 'import': {
        const network = networkOfImport(value, args)
        if (network) return network
        const behaviour = ofPackage(value)
        if (behaviour) return { kind: 'builtin', does: behaviour, name: value.path.at(-1) ?? '', self: value, args }
        const sent = ofUnknownSender(call)
        if (sent) return sent
        if (isKnownModule(value.module, value.path)) {
          return { kind: 'value', value: importedResult(value, args, place), throws: true }
        }
        return { kind: 'unknown', callee: value, self, args, name }
      }
      case 'opaque': {
        if (value.origin.from === 'global') {
          const global = value.origin.name
          const network = networkGlobals.find((entry) => entry.name === global && !entry.constructs)
          if (network) return networkEffect(global, network.kind, 'awaited', args)
          const behaviour = matchBuiltin('global', [global])
          if (behaviour) return { kind: 'builtin', does: behaviour, name: global, self: undefined, args }
        }
        if (value.origin.from === 'call' && value.origin.callee.kind === 'import') {
          // promisify(execFile) is execFile.
          const inner = value.origin.args[0]
          if (matchBuiltin(value.origin.callee.module, value.origin.callee.path) === 'passes' && inner)
            return ofValue(call, inner, self, env)
        }
        const sent = ofUnknownSender(call)
        if (sent) return sent
        const custom = named.get(name)
        if (custom) return networkEffect(name, 'listed in settings', 'awaited', args, custom.reason)
        if (isLogger(name)) return { kind: 'value', value: placed(place), throws: false }
        return { kind: 'unknown', callee: value, self, args, name }
      }
      default: {
        const callees = functionsOf(value)
        if (callees) return { kind: 'either', callees, self, args }
        const sent = ofUnknownSender(call)
        return sent ?? { kind: 'unknown', callee: value, self, args, name: name || nameOf(node) }
      }
    }
  }

  function networkOfImport(value: ValueOf<'import'>, args: readonly Value[]): Effect | undefined {
    const name = printPath(value)
    const custom =
      named.get(name) ??
      named.get(value.path.at(-1) ?? '') ??
      named.get(`${value.module}.${value.path.slice(1).join('.')}`) ??
      named.get(value.module)
    if (custom) return networkEffect(name, 'listed in settings', 'awaited', args, custom.reason)
    const found = matchNetwork(value.module, value.path, 'call')
    const when = found?.sync ? 'now' : found?.starts ? 'started' : 'awaited'
    return found && { ...networkEffect(name, found.kind, when, args), result: value }
  }

  function networkEffect(
    name: string,
    service: Extract<Effect, { kind: 'network' }>['service'],
    when: 'awaited' | 'now' | 'started',
    args: readonly Value[],
    reason?: string,
  ): NetworkEffect {
    return { kind: 'network', name, service, when, args, reason, result: undefined }
  }

  /** A user's entry may name a method by its written path: `this.mailer.send`. */
  function networkByName(callee: TSESTree.MemberExpression, name: string): Effect | undefined {
    if (named.size === 0) return undefined
    const path = writtenPath(callee)
    for (const candidate of [path, path.split('.').slice(-2).join('.'), name]) {
      const custom = named.get(candidate)
      if (custom) return networkEffect(path, 'listed in settings', 'awaited', [], custom.reason)
    }
    return undefined
  }

  function builtinOf(self: Value, name: string): ReturnType<typeof matchBuiltin> {
    if (self.kind === 'import') return matchBuiltin(self.module, [...self.path, name])
    if (self.kind === 'opaque' && self.origin.from === 'global') return matchBuiltin('global', [self.origin.name, name])
    if (
      self.kind === 'opaque' &&
      self.origin.from === 'member' &&
      self.origin.base.kind === 'opaque' &&
      self.origin.base.origin.from === 'global'
    ) {
      return matchBuiltin('global', [self.origin.base.origin.name, self.origin.name, name])
    }
    if (self.kind === 'list' || self.kind === 'constant' || self.kind === 'text') return matchBuiltin('method', [name])
    return undefined
  }

  /** Any object with a method that is given SQL which takes or frees an advisory lock. */
  function ofUnknownSender({ self, name, args }: Call): Effect | undefined {
    if (!isStatementVerb(name)) return undefined
    for (const [index, arg] of args.entries()) {
      const statement = sqlOf(arg)
      if (!statement || !isSql(statement.sql, read)) continue
      const next = args[index + 1]
      const values = next ? valuesOf(next, args.slice(index + 1)) : NO_PLACEHOLDERS
      const on = args.find((a) => a.kind === 'handle' && a !== arg && !a.build) ?? self
      return {
        kind: 'send',
        on,
        text: arg,
        values,
        shape: 'unknown',
        callback: args.at(-1)?.kind === 'function' ? args.at(-1) : undefined,
        mapper: undefined,
        lazy: false,
      }
    }
    return undefined
  }

  function ofNew(node: TSESTree.NewExpression, env: Environment, origins: Origins): Effect {
    const args = argumentsOf(node, env, origins)
    const place = String(node.range[0])
    const callee = origins.evaluate(node.callee, env)
    switch (callee.kind) {
      case 'class':
        if (isErrorName(callee.node.id?.name ?? '')) return { kind: 'value', value: errorAt(place), throws: false }
        return { kind: 'construct', of: callee, args }
      case 'handle':
      case 'driver': {
        const action = callee.ref.role.construct
        const effect = action && effectOfAction(action, callee.ref, { node, place, self: callee, name: '', args })
        return effect ?? { kind: 'value', value: placed(place), throws: true }
      }
      case 'import': {
        if (isErrorName(callee.path.at(-1) ?? '')) return { kind: 'value', value: errorAt(place), throws: false }
        if (matchNetwork(callee.module, callee.path, 'new'))
          return networkEffect(printPath(callee), 'HTTP', 'started', args)
        return {
          kind: 'value',
          value: importedResult(callee, args, place),
          throws: !isKnownModule(callee.module, callee.path),
        }
      }
      case 'opaque':
        if (callee.origin.from === 'global') {
          if (callee.origin.name === 'Promise') return { kind: 'executor', callback: args[0] }
          const behaviour = matchBuiltin('global', [callee.origin.name])
          if (behaviour)
            return { kind: 'value', value: called(callee, args, place, true), throws: behaviour === 'pure' }
        }
        return { kind: 'value', value: placed(place), throws: true }
      default:
        return { kind: 'value', value: placed(place), throws: true }
    }
  }

  function ofTag(node: TSESTree.TaggedTemplateExpression, env: Environment, origins: Origins): Effect {
    const tag = origins.evaluate(node.tag, env)
    const place = String(node.range[0])
    const parts: (string | Value)[] = []
    node.quasi.quasis.forEach((quasi, index) => {
      parts.push(quasi.value.cooked ?? quasi.value.raw)
      const hole = node.quasi.expressions[index]
      if (hole) parts.push(origins.evaluate(hole, env))
    })
    const call: Call = { node, place, self: tag, name: '', args: [] }
    if (tag.kind === 'import') {
      const network = networkOfImport(tag, [])
      if (network) return network
    }
    if (tag.kind === 'handle' || tag.kind === 'driver') {
      const action = tag.ref.role.tag
      const effect = action && effectOfAction(action, tag.ref, call, parts)
      if (effect) return effect
    }
    const made = fragment(parts, place)
    const isReceiver = tag.kind === 'opaque' && tag.origin.from !== 'global' && tag.origin.from !== 'operation'
    const statement = isReceiver && mentionsLock(made) ? sqlOf(made) : undefined
    if (statement && read(statement.sql).some((s) => s.runs && s.calls.length > 0)) {
      return {
        kind: 'send',
        on: tag,
        text: made,
        values: NO_PLACEHOLDERS,
        shape: 'unknown',
        callback: undefined,
        mapper: undefined,
        lazy: false,
      }
    }
    return { kind: 'value', value: made, throws: tag.kind === 'opaque' }
  }
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

/** A builder that is given SQL with a lock function runs it when it runs. */
function carrying(builder: Value & { kind: 'handle' }, args: readonly Value[]): Value {
  const carries = args.find((arg) => arg.kind === 'fragment' && deepMention(arg)) ?? builder.carries
  return carries && carries !== builder.carries
    ? { ...builder, carries, key: `${builder.key}:${carries.key}` }
    : builder
}

/** A value that is one function of this file or another. */
function functionsOf(value: Value): readonly ValueOf<'function'>[] | undefined {
  if (value.kind !== 'oneOf') return undefined
  const functions = value.of.filter((one) => one.kind === 'function')
  return functions.length === value.of.length ? functions : undefined
}

/** The names called so far, the last one with its first argument: `update(pages)`. */
function builtWith(build: readonly string[], { name, args }: Call): readonly string[] {
  const called = build.at(-1) === name ? build.slice(0, -1) : build
  const first = args[0]?.key
  return [...called, first === undefined ? name : `${name}(${first.slice(0, 60)})`].slice(0, 12)
}

const EMPTY: Environment = {
  variable: () => undefined,
  temporary: () => undefined,
  field: () => undefined,
  self: () => undefined,
  truth: () => undefined,
  nullish: () => undefined,
}

function valuesOf(next: Value, rest: readonly Value[]): ReturnType<typeof placeholdersOf> {
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

function mentionsLock(value: Value): boolean {
  return (
    value.key.includes('advisory') ||
    (value.kind === 'fragment' || value.kind === 'text' || value.kind === 'record' ? deepMention(value) : false)
  )
}

/** Keys of long texts are cut, so the text itself is asked. */
function deepMention(value: Value): boolean {
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

function isLoggerCall(self: Value): boolean {
  let value = self
  for (let i = 0; i < 4; i++) {
    if (value.kind === 'opaque' && value.origin.from === 'member') {
      if (isLogger(value.origin.name)) return true
      value = value.origin.base
    } else if (value.kind === 'opaque' && (value.origin.from === 'parameter' || value.origin.from === 'global'))
      return isLogger(value.origin.name)
    else return value.kind === 'import' && isLogger(value.path.at(-1) ?? '')
  }
  return false
}

/** What a package's function does; of what a call gave, a method that can't throw by its name. */
function ofPackage({ module, path, instance }: ValueOf<'import'>): Behaviour | undefined {
  const known = matchBuiltin(module, path)
  if (!instance || (known && known !== 'pure')) return known
  return matchBuiltin('method', [path.at(-1) ?? '']) ?? known
}

/** Something of a package that the tables know: its value is followed further instead of being unknown. */
function isKnownModule(module: string, path: readonly string[]): boolean {
  return isNetworkPackage(module) || matchBuiltin(module, [...path, '*']) !== undefined
}

function printPath(value: ValueOf<'import'>): string {
  const [first, ...rest] = value.path
  const root =
    first === 'default' || first === '*' ? (value.module.split('/').at(-1) ?? value.module) : (first ?? value.module)
  return [root, ...rest].join('.')
}

function constantName(value: Value): string | undefined {
  return value.kind === 'constant' ? String(value.value) : undefined
}

function nameOf(node: Node): string {
  return node.type === 'CallExpression' ? writtenPath(node.callee) : ''
}

/** The callee as written, without its arguments: `this.mailer.send`. */
export function writtenPath(node: Node): string {
  const inner = unwrap(node)
  switch (inner.type) {
    case 'Identifier':
      return inner.name
    case 'ThisExpression':
      return 'this'
    case 'MemberExpression': {
      const name = keyName(inner.property, inner.computed)
      const base = writtenPath(inner.object)
      return name === undefined ? base : base === '' ? name : `${base}.${name}`
    }
    case 'CallExpression':
      return writtenPath(inner.callee)
    case 'TaggedTemplateExpression':
      return writtenPath(inner.tag)
    case 'NewExpression':
      return `new ${writtenPath(inner.callee)}`
    case 'AwaitExpression':
      return writtenPath(inner.argument)
    default:
      return ''
  }
}
