/**
 * What an expression stands for, given what the variables hold.
 *
 * With an environment this is one step of the simulation; without one it answers, flow-insensitively, what a name of
 * the module stands for wherever it is used. Calls are answered from above (`valueOfCall`), so that this layer knows
 * nothing of what a call does.
 */
import { type FunctionNode, type Node, type TSESTree, unwrap } from '../syntax/ast.ts'
import { classValue, functionValue } from './closures.ts'
import type { Environment } from './environment.ts'
import { createInitials, readMember } from './fields.ts'
import { type ImportLookup, NO_MODULES } from './imports.ts'
import { arrayValue, literalValue, objectValue, templateValue } from './literals.ts'
import { type ConnectionNames, createNamed, type NamedHandles } from './named.ts'
import type { Names, VariableLike } from './names.ts'
import { binaryValue, conditionalValue, logicalValue, unaryValue } from './operators.ts'
import { parameterValue } from './parameters.ts'
import { bind } from './patterns.ts'
import { propertyName } from './property-name.ts'
import { createStatics, globalValue } from './statics.ts'
import { type Value, type ValueOf, opaque, operation, placed, truthiness, UNDEFINED } from './value.ts'

export { EMPTY_ENVIRONMENT, type Environment } from './environment.ts'

export interface Origins {
  readonly names: Names
  readonly imports: ImportLookup
  /** What the settings say of names. */
  readonly named: NamedHandles
  evaluate(node: Node, env: Environment): Value
  /** What a name of the file stands for, wherever it is used. */
  staticValue(variable: VariableLike): Value
  /** What a field of an object is initialised with; undefined if it is needed to know itself. */
  initialValue(init: Node, base: ValueOf<'instance'>): Value | undefined
  /** What a parameter is before anything is known of the caller. */
  parameterValue(param: Node, place: string): Value
  /** The member of a value, methods and fields of classes included. */
  readMember(base: Value, name: string, node: Node, env: Environment): Value
  /** Takes a value apart along a pattern. */
  bind(pattern: Node, value: Value, env: Environment, set: BindingSink): void
  truth(value: Value, env: Environment): boolean | undefined
  functionValue(node: FunctionNode, env: Environment, self?: Value): ValueOf<'function'>
}

export interface BindingSink {
  variable(variable: VariableLike, value: Value): void
  member(base: Value, name: string, value: Value): void
}

export type ValueOfCall = (node: Node, env: Environment, origins: Origins) => Value

const DEEPEST = 60

export function createOrigins(
  names: Names,
  valueOfCall: ValueOfCall,
  connections: ConnectionNames,
  imports: ImportLookup = NO_MODULES,
): Origins {
  const readStatic = createStatics()
  const readInitial = createInitials()
  const named = createNamed(connections)
  let depth = 0

  const origins: Origins = {
    names,
    imports,
    named,
    evaluate(node, env) {
      const done = env.temporary(node)
      if (done) return named.instead(done, node)
      if (depth > DEEPEST) return placed(String(node.range[0]))
      depth++
      try {
        return named.instead(evaluateNode(node, env, origins, valueOfCall), node)
      } finally {
        depth--
      }
    },
    staticValue: (variable) => readStatic(variable, origins),
    initialValue: (init, base) => readInitial(init, base, origins),
    parameterValue: (param, place) => parameterValue(param, place, origins),
    readMember: (base, name, node, env) => readMember(base, name, node, env, origins),
    bind: (pattern, value, env, set) => bind(pattern, value, env, set, origins),
    truth: (value, env) => truthiness(value) ?? env.truth(value),
    functionValue: (node, env, self) => functionValue(node, env, origins, self),
  }
  return origins
}

function evaluateNode(node: Node, env: Environment, origins: Origins, valueOfCall: ValueOfCall): Value {
  const place = String(node.range[0])
  switch (node.type) {
    case 'Literal':
      return literalValue(node)
    case 'Identifier':
      return identifierValue(node, env, origins)
    case 'ThisExpression':
      return env.self() ?? opaque('this', { from: 'global', name: 'this' })
    case 'TemplateLiteral':
      return templateValue(node, env, origins)
    case 'ObjectExpression':
      return objectValue(node, env, origins)
    case 'ArrayExpression':
      return arrayValue(node, env, origins)
    case 'ArrowFunctionExpression':
    case 'FunctionExpression':
    case 'FunctionDeclaration':
      return functionValue(node, env, origins)
    case 'ClassExpression':
    case 'ClassDeclaration':
      return classValue(node, env, origins)
    case 'MemberExpression':
      return memberValue(node, env, origins)
    case 'UnaryExpression':
      return unaryValue(node, env, origins)
    case 'BinaryExpression':
      return binaryValue(node, env, origins)
    case 'LogicalExpression':
      return logicalValue(node, env, origins)
    case 'ConditionalExpression':
      return conditionalValue(node, env, origins)
    case 'AssignmentExpression':
      return origins.evaluate(node.operator === '=' ? node.right : node.left, env)
    case 'SequenceExpression': {
      const last = node.expressions.at(-1)
      return last ? origins.evaluate(last, env) : UNDEFINED
    }
    case 'AwaitExpression':
      return awaitedValue(origins.evaluate(node.argument, env), place)
    case 'CallExpression':
    case 'NewExpression':
    case 'TaggedTemplateExpression':
    case 'ImportExpression':
      return valueOfCall(node, env, origins)
    case 'ChainExpression':
    case 'TSAsExpression':
    case 'TSNonNullExpression':
    case 'TSSatisfiesExpression':
    case 'TSTypeAssertion':
    case 'TSInstantiationExpression':
      return origins.evaluate(node.expression, env)
    case 'UpdateExpression':
      return placed(`eln${place}`)
    default:
      return (node.type as string) === 'ParenthesizedExpression' ? origins.evaluate(unwrap(node), env) : placed(place)
  }
}

function identifierValue(node: TSESTree.Identifier, env: Environment, origins: Origins): Value {
  const variable = origins.names.variableOf(node)
  if (!variable || variable.defs.length === 0) return node.name === 'undefined' ? UNDEFINED : globalValue(node.name)
  return env.variable(variable) ?? declaredInside(variable, env, origins) ?? origins.staticValue(variable)
}

/** A function that is declared in another one: it sees the variables of the run in which it is named. */
function declaredInside(variable: VariableLike, env: Environment, origins: Origins): Value | undefined {
  const node = origins.names.declaredInside(variable)
  return node && functionValue(node, env, origins)
}

function memberValue(node: TSESTree.MemberExpression, env: Environment, origins: Origins): Value {
  const base = origins.evaluate(node.object, env)
  const name = propertyName(node.property, node.computed, env, origins)
  if (name !== undefined) return origins.readMember(base, name, node, env)
  // `KEYS[name]` of an object written here: some value of it, one and the same for one and the same name.
  return operation('[]', [base, origins.evaluate(node.property, env)], String(node.range[0]))
}

function awaitedValue(value: Value, place: string): Value {
  if (value.kind === 'promise') return value.value ?? placed(place)
  return value.kind === 'opaque' ? placed(place, value) : value
}
