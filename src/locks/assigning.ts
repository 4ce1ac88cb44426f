/** Variables and members get their values: declarations, assignments, patterns. */
import type { BindingSink, Origins } from '../origins/evaluate.ts'
import { type Value, calledBy, namedValue, nullishness, placed, truthiness, UNDEFINED } from '../origins/value.ts'
import { type Node, type TSESTree, unwrap } from '../syntax/ast.ts'
import { handedOn, mayEnd } from './duty.ts'
import type { Env } from './environment.ts'
import { leadsTo } from './holding.ts'
import type { Machine } from './machine.ts'
import { produce } from './sessions.ts'
import type { Frame, State } from './state.ts'

export function assign(node: Node, state: State, frame: Frame, machine: Machine): State {
  const { origins } = machine
  switch (node.type) {
    case 'VariableDeclarator': {
      if (!node.init)
        return node.id.type === 'Identifier' ? { ...state, env: bindTo(node.id, UNDEFINED, state.env, origins) } : state
      const value = origins.evaluate(node.init, state.env)
      const label = node.id.type === 'Identifier' ? node.id.name : undefined
      if (value.kind === 'function' && value.node !== unwrap(node.init)) machine.defer(value, { frame, name: label })
      const before = isMadeAgain(node.id, state, frame, machine) ? mayEnd(state) : state
      return { ...before, env: bindTo(node.id, namedValue(value, label), state.env, origins) }
    }
    case 'AssignmentExpression': {
      const value = origins.evaluate(node.right, state.env)
      const stored = node.operator === '=' ? value : combined(node, value, state, origins)
      return handedTo(node.left, stored, { ...state, env: bindTo(node.left, stored, state.env, origins) })
    }
    case 'UpdateExpression': {
      const [fresh, place] = produce(state, node, 'eln')
      return { ...fresh, env: bindTo(node.argument, place, fresh.env, origins) }
    }
    default:
      return state
  }
}

/**
 * Whether a variable in which closures remember something is made a second time, as by a second call of the function
 * that makes a handle: what the closures of the first call remember isn't told apart from it.
 */
function isMadeAgain(id: Node, { env, tracked }: State, { fn }: Frame, { origins, localsOf }: Machine): boolean {
  const variable = tracked && id.type === 'Identifier' ? origins.names.variableOf(id) : undefined
  return variable !== undefined && env.places.has(variable) && !localsOf(fn).includes(variable)
}

function combined(node: TSESTree.AssignmentExpression, right: Value, state: State, origins: Origins): Value {
  const left = origins.evaluate(node.left, state.env)
  const operator = node.operator.slice(0, -1)
  if (operator === '&&' && truthiness(right) === false) return right
  if (operator === '||' && truthiness(right) === true) return right
  if (operator === '??' || operator === '||' || operator === '&&') {
    const truth = operator === '??' ? (nullishness(left) ?? state.env.nullish(left)) : origins.truth(left, state.env)
    if (truth !== undefined) return (operator === '||') !== truth ? right : left
  }
  if (
    operator === '+' &&
    (left.kind === 'text' || left.kind === 'constant') &&
    (right.kind === 'text' || right.kind === 'constant')
  ) {
    return origins.evaluate({ ...node, type: 'BinaryExpression', operator: '+' } as unknown as Node, state.env)
  }
  return placed(`op${String(node.range[0])}`)
}

/** A connection, or what ends its lock, is stored where others reach it. */
function handedTo(target: Node, value: Value, state: State): State {
  if (!state.tracked || target.type !== 'MemberExpression') return state
  return leadsTo(value, state.tracked.sessionKey, state.env) ? handedOn(state) : state
}

/** The environment in which the variables and members of a pattern have the parts of a value. */
export function bindTo(pattern: Node, value: Value, before: Env, origins: Origins): Env {
  let env = before
  const sink: BindingSink = {
    variable(variable, bound) {
      if (!origins.names.isSteady(variable)) env = env.forget(`${variable.name}@`)
      env = env.set(variable, calledBy(bound, variable.name))
    },
    member(base, name, bound) {
      env = env.setField(`${base.key}.${name}`, bound)
    },
  }
  origins.bind(pattern, value, env, sink)
  return env
}
