/** What a call gives wherever it stands, without running it: for names that are evaluated flow-insensitively. */
import { EMPTY_ENVIRONMENT, type Environment, type Origins } from '../origins/evaluate.ts'
import { openedAt, openingOf } from '../origins/openings.ts'
import {
  type Value,
  type ValueOf,
  type VariableKey,
  called,
  handle,
  imported,
  importedResult,
  opaque,
  placed,
  promise,
} from '../origins/value.ts'
import type { FunctionNode, Node } from '../syntax/ast.ts'
import type { Classify } from './classify.ts'

export function valueOfCall(classify: Classify, node: Node, env: Environment, origins: Origins): Value {
  const place = String(node.range[0])
  const effect = classify(node, env, origins)
  switch (effect.kind) {
    case 'value':
      return shared(effect.value)
    case 'checkout':
      return effect.sync ? shared(effect.handle) : promise(shared(effect.handle), true)
    case 'begin-handle':
      return promise(shared(effect.handle), true)
    case 'construct':
      return { kind: 'instance', key: `new ${effect.of.key}@${place};`, of: effect.of }
    case 'call':
      return returned(effect.callee, effect.args, place, origins) ?? called(effect.callee, effect.args, place)
    case 'builtin': {
      const first = effect.args[0]
      if (effect.does === 'passes' && first && isSetTimeout(first)) return imported('timers/promises', ['setTimeout'])
      if (effect.does === 'passes' && first)
        return ['promise', 'function', 'import'].includes(first.kind) ? first : promise(first, false)
      if (effect.does !== 'impure' && effect.self?.kind === 'import')
        return importedResult(effect.self, effect.args, place)
      const callee = opaque(
        `b:${effect.self?.key ?? ''}.${effect.name}`,
        effect.self ? { from: 'member', base: effect.self, name: effect.name } : { from: 'global', name: effect.name },
      )
      const value = called(callee, effect.args, place, true)
      return effect.does === 'impure' ? placed(place, value) : value
    }
    case 'unknown':
      return called(effect.callee, effect.args, place)
    default:
      return placed(place)
  }
}

/** A handle that a name of the module stands for belongs to the module, not to the function that uses it. */
function shared(value: Value): Value {
  if (value.kind === 'promise' && value.value) return { ...value, value: shared(value.value) }
  return value.kind === 'handle' && value.session.owned
    ? handle(value.ref, { ...value.session, owned: false }, value.build)
    : value
}

/** What a function with one way out gives: `() => new Client()`. */
function returned(
  callee: ValueOf<'function'>,
  args: readonly Value[],
  place: string,
  origins: Origins,
): Value | undefined {
  const expression = onlyReturn(callee.node)
  if (!expression) return undefined
  const variables = new Map<VariableKey, Value>(callee.captured)
  callee.node.params.forEach((param, index) => {
    const given = args[index]
    if (given)
      origins.bind(param, given, EMPTY_ENVIRONMENT, {
        variable: (v, value) => variables.set(v, value),
        member: () => undefined,
      })
  })
  const env: Environment = { ...EMPTY_ENVIRONMENT, variable: (v) => variables.get(v), self: () => callee.self }
  const value = reopened(place, origins.evaluate(expression, env), callee.node)
  return callee.node.async && value.kind !== 'promise' ? promise(value, true) : value
}

/** What a factory opens is another session with each call of it. */
function reopened(place: string, value: Value, { range: [start, end] }: FunctionNode): Value {
  if (value.kind !== 'handle') return value
  const opening = openingOf(value.session)
  if (!(start <= opening && opening < end)) return value
  return handle(value.ref, { ...value.session, key: openedAt(place) }, value.build)
}

function onlyReturn(fn: FunctionNode): Node | undefined {
  if (fn.generator) return undefined
  if (fn.body.type !== 'BlockStatement') return fn.body
  const last = fn.body.body.at(-1)
  if (last?.type !== 'ReturnStatement' || !last.argument) return undefined
  return fn.body.body.slice(0, -1).some(mayReturn) ? undefined : last.argument
}

/** Statements with blocks may return early; what is only declared or called before the `return` doesn't. */
function mayReturn({ type }: Node): boolean {
  return type !== 'VariableDeclaration' && type !== 'ExpressionStatement' && type !== 'FunctionDeclaration'
}

/** `promisify(setTimeout)` is the sleep of `timers/promises`. */
export function isSetTimeout(value: Value): boolean {
  return value.kind === 'opaque' && value.origin.from === 'global' && value.origin.name === 'setTimeout'
}
