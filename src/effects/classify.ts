/** Which effect a call has: in which order the tables of drivers, network and builtins are asked. */
import { matchBuiltin } from '../builtins/index.ts'
import { memberOf as actionOf, type RoleRef } from '../drivers/index.ts'
import { keyName } from '../origins/classes.ts'
import { EMPTY_ENVIRONMENT, type Environment, type Origins } from '../origins/evaluate.ts'
import { handleOf } from '../origins/fields.ts'
import { valueOfModule } from '../origins/imports.ts'
import { type Value, type ValueOf, imported, importedResult, isMade, placed, promise } from '../origins/value.ts'
import { writtenPath } from '../origins/written-path.ts'
import type { Settings, Wrapper } from '../settings/index.ts'
import type { ReadStatements } from '../sql/reader.ts'
import { type Node, type TSESTree, unwrap } from '../syntax/ast.ts'
import { isForeign } from '../syntax/places.ts'
import { isLogger } from '../vocabulary.ts'
import { effectOfAction } from './action.ts'
import { carrying, ofBuilder, ofPending, viaChain } from './builders.ts'
import { builtinOf, builtinOfPackage, isLoggerCall, passedThrough } from './builtin-calls.ts'
import { argumentsOf, type Call, type Context, type FunctionOf } from './call.ts'
import { ofNew } from './constructions.ts'
import type { Effect } from './effect.ts'
import { ofExpect, ofMatcher } from './expectations.ts'
import { ofAt, ofBind, ofList, ofNative, ofPromise } from './language-calls.ts'
import { ofMock } from './mocks.ts'
import { isKnownModule, networkOfGlobal, networkOfImport, networkOfName, networkOfPath } from './network-calls.ts'
import { pauseOf } from './retry-options.ts'
import { ofTag } from './tags.ts'
import { ofUnknownSender } from './unknown-senders.ts'
import { wrappersOf } from './wrappers.ts'

export type Classify = (node: Node, env: Environment, origins: Origins) => Effect

/** Makes the classifier for one set of settings and one file. `around`: the call or member expression around another. */
export function createClassify(
  settings: Settings,
  around: (node: Node) => Node | undefined,
  read: ReadStatements,
  functionOf: FunctionOf,
): Classify {
  const listed = new Map(settings.network.map((entry) => [entry.name, entry]))
  const wrappers = wrappersOf(settings.wrappers)
  return (node, env, origins) => {
    const context: Context = { env, origins, listed, around, read, wrappers, functionOf }
    switch (node.type) {
      case 'CallExpression':
        return ofCall(node, context)
      case 'NewExpression':
        return ofNew(node, context)
      case 'TaggedTemplateExpression':
        return ofTag(node, context)
      case 'ImportExpression':
        return ofImportExpression(node, context)
      default:
        return { kind: 'value', value: placed(String(node.range[0])), throws: false }
    }
  }
}

function ofImportExpression(node: TSESTree.ImportExpression, { env, origins }: Context): Effect {
  const source = origins.evaluate(node.source, env)
  const module = source.kind === 'constant' && typeof source.value === 'string' ? source.value : undefined
  const value = module === undefined ? placed(String(node.range[0])) : moduleValue(module, node, origins)
  return { kind: 'value', value: promise(value, true), throws: false }
}

function ofCall(node: TSESTree.CallExpression, context: Context): Effect {
  const { env, origins } = context
  const callee = unwrap(node.callee)
  const args = argumentsOf(node, context)
  const place = String(node.range[0])
  const wrapped = ofWrapper(context.wrappers.written(callee, origins.names), args, context)
  if (wrapped) return wrapped
  if (callee.type === 'Super') return { kind: 'value', value: placed(place), throws: false }
  if (callee.type === 'MemberExpression') {
    const self = origins.evaluate(callee.object, env)
    const name = callee.computed
      ? constantName(origins.evaluate(callee.property, env))
      : keyName(callee.property, false)
    return ofMember({ node, place, self, name: name ?? '', args }, callee, context)
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
  return ofValue(value, undefined, { node, place, self: value, name, args }, context)
}

/** A wrapper is run as the settings describe it, whatever its own code says. */
function ofWrapper(
  wrapper: Wrapper | undefined,
  args: readonly Value[],
  { functionOf, origins }: Context,
): Effect | undefined {
  const callee = wrapper && functionOf(wrapper, origins)
  return callee?.kind === 'function' ? { kind: 'call', callee, self: undefined, args } : undefined
}

/** All that a module exports. */
function moduleValue(module: string, node: Node, origins: Origins): Value {
  const exported = origins.imports.exported(node, module, '*')
  return exported ? valueOfModule(exported, origins) : imported(module, ['*'])
}

function requiredModule(module: string, origins: Origins, node: Node): Value {
  const namespace = moduleValue(module, node, origins)
  // `require('knex')` of a package whose export is its default.
  const asDefault = origins.readMember(namespace, 'default', node, EMPTY_ENVIRONMENT)
  return asDefault.kind === 'driver' ? asDefault : namespace
}

/** The method of a receiver: what the receiver is decides first, then what the method is, then how both are called. */
function ofMember(call: Call, callee: TSESTree.MemberExpression, context: Context): Effect {
  const { self, name, args, place } = call
  const settled = ofPromise(call) ?? ofBind(call) ?? ofAt(call)
  if (settled) return settled
  if (self.kind === 'promise') return ofPending(self, call)
  if (self.kind === 'oneOf') {
    const known = self.of.filter(({ kind }) => kind === 'handle' || kind === 'import')
    // What was kept for the next time is what was made the first time.
    const [only] = known.length === 1 ? known : []
    if (only?.kind === 'handle' || (only && self.of.every((one) => one === only || one.kind === 'opaque')))
      return ofMember({ ...call, self: only }, callee, context)
  }
  if (self.kind === 'handle' && self.build) return ofBuilder(self, call)
  if (self.kind === 'handle' || self.kind === 'driver' || self.kind === 'fragment') {
    const effect = self.ref && ofAction(self.ref, call, context)
    if (effect) return effect
  }
  if (self.kind === 'list') {
    const effect = ofList(self, call)
    if (effect) return effect
  }
  const value = context.origins.readMember(self, name, callee.property, context.env)
  const inherited = self.kind === 'instance' && value.kind === 'opaque' ? handleOf(self, context.origins) : undefined
  const effect = inherited && ofAction(inherited.ref, { ...call, self: inherited }, context)
  if (effect) return effect
  // A logger of another module writes log lines, whatever it does for that.
  const isLog = isLogger(writtenPath(callee.object).replace(/^.*\./, ''))
  if (value.kind === 'function' && isLog && isForeign(value.node))
    return { kind: 'value', value: placed(place), throws: false }
  if (value.kind === 'function') return { kind: 'call', callee: value, self, args }
  const callees = functionsOf(value)
  if (callees) return { kind: 'either', callees, self, args }
  if (value.kind === 'handle' || value.kind === 'driver' || value.kind === 'native' || value.kind === 'import') {
    return ofValue(value, self, { ...call, self: value }, context)
  }
  const mock = ofMock(value, call)
  if (mock) return mock
  const builtin = builtinOf(self, name)
  if (builtin) return { kind: 'builtin', does: builtin, name, self, args }
  const sent = ofUnknownSender(call, context.read)
  if (sent) return sent
  if (isLoggerCall(self)) return { kind: 'value', value: placed(place), throws: false }
  const named = networkOfPath(callee, name, context.listed) ?? ofMatcher(call)
  if (named) return named
  const method = matchBuiltin('method', [name])
  if (method) return { kind: 'builtin', does: method, name, self, args }
  // The methods of a Map, a Set, a Date don't throw.
  if (self.kind === 'opaque' && isMade(self)) return { kind: 'builtin', does: 'safe', name, self, args }
  return { kind: 'unknown', callee: value, self, args, name }
}

/** A method that the table of the receiver's driver lists. */
function ofAction(ref: RoleRef, call: Call, context: Context): Effect | undefined {
  const action = actionOf(ref, call.name)
  const effect = action && effectOfAction(action, ref, call)
  if (effect?.kind === 'send') return { ...effect, on: viaChain(call.node, ref, context) ?? effect.on }
  if (effect?.kind === 'value' && effect.value.kind === 'handle' && effect.value.build)
    return { ...effect, value: carrying(effect.value, call.args) }
  return effect
}

/** A function that was evaluated to `value`; `self`: what it was read from. */
function ofValue(value: Value, self: Value | undefined, call: Call, context: Context): Effect {
  const { name, args, place, node } = call
  const expectation = ofExpect(value, call)
  if (expectation) return expectation
  const mock = ofMock(value, call)
  if (mock) return mock
  if (isLogger(name) && value.kind !== 'function') return { kind: 'value', value: placed(place), throws: false }
  switch (value.kind) {
    case 'function':
      return { kind: 'call', callee: value, self, args }
    case 'native':
      return ofNative(value, call)
    case 'handle':
    case 'driver': {
      const action = value.ref.role.call
      const effect = action && effectOfAction(action, value.ref, { ...call, self: value })
      return effect ?? { kind: 'unknown', callee: value, self, args, name }
    }
    case 'import':
      return ofImport(value, self, call, context)
    case 'opaque':
      return ofOpaque(value, self, call, context)
    default: {
      const callees = functionsOf(value)
      if (callees) return { kind: 'either', callees, self, args }
      const sent = ofUnknownSender(call, context.read)
      return sent ?? { kind: 'unknown', callee: value, self, args, name: name || nameOf(node) }
    }
  }
}

function ofImport(value: ValueOf<'import'>, self: Value | undefined, call: Call, context: Context): Effect {
  const { name, args, place } = call
  const { listed, read, wrappers } = context
  const wrapped = ofWrapper(wrappers.imported(value), args, context)
  if (wrapped) return wrapped
  const matcher = ofMatcher({ ...call, self: value })
  if (matcher) return matcher
  const network = networkOfImport(value, args, listed)
  if (network) return network
  const does = builtinOfPackage(value)
  if (does) {
    const pause = does === 'retries' ? pauseOf(value, args) : undefined
    return { kind: 'builtin', does, name: value.path.at(-1) ?? '', self: value, args, pause }
  }
  const sent = ofUnknownSender(call, read)
  if (sent) return sent
  if (self && isLoggerCall(self)) return { kind: 'value', value: placed(place), throws: false }
  if (isKnownModule(value)) return { kind: 'value', value: importedResult(value, args, place), throws: true }
  return { kind: 'unknown', callee: value, self, args, name }
}

function ofOpaque(value: ValueOf<'opaque'>, self: Value | undefined, call: Call, context: Context): Effect {
  const { name, args } = call
  if (value.origin.from === 'global') {
    const global = value.origin.name
    const network = networkOfGlobal(global, args)
    if (network) return network
    const does = matchBuiltin('global', [global])
    if (does) return { kind: 'builtin', does, name: global, self: undefined, args }
  }
  const inner = passedThrough(value)
  if (inner) return ofValue(inner, self, call, context)
  const known = ofUnknownSender(call, context.read) ?? networkOfName(name, args, context.listed)
  return known ?? { kind: 'unknown', callee: value, self, args, name }
}

/** A value that is one function of this file or another. */
function functionsOf(value: Value): readonly ValueOf<'function'>[] | undefined {
  if (value.kind !== 'oneOf') return undefined
  const functions = value.of.filter((one) => one.kind === 'function')
  return functions.length === value.of.length ? functions : undefined
}

function constantName(value: Value): string | undefined {
  return value.kind === 'constant' ? String(value.value) : undefined
}

function nameOf(node: Node): string {
  return node.type === 'CallExpression' ? writtenPath(node.callee) : ''
}
