/**
 * What an expression stands for, given what the variables hold.
 *
 * With an environment this is one step of the simulation; without one it answers, flow-insensitively, what a name of
 * the module stands for wherever it is used. Calls are answered from above (`valueOfCall`), so that this layer knows
 * nothing of what a call does.
 */
import { roleNamed, roleOfExport } from '../drivers/index.ts'
import {
  type ClassNode,
  type FunctionNode,
  isClass,
  isFunction,
  type Node,
  type TSESTree,
  unwrap,
} from '../syntax/ast.ts'
import { keyName, membersOf } from './classes.ts'
import { memberOf } from './members.ts'
import type { Names, VariableLike } from './names.ts'
import { importedName, moduleOf, valueOfType } from './types.ts'
import {
  type Primitive,
  type Value,
  type ValueOf,
  type VariableKey,
  choice,
  constant,
  differing,
  exportedValue,
  handle,
  imported,
  list,
  namedValue,
  nullishness,
  opaque,
  operation,
  placed,
  record,
  text,
  truthiness,
  UNDEFINED,
} from './value.ts'

/** What the variables, fields and finished sub-expressions hold at one point. */
export interface Environment {
  variable(variable: VariableKey): Value | undefined
  temporary(node: Node): Value | undefined
  field(key: string): Value | undefined
  self(): Value | undefined
  /** What is known of a value by tests that were passed. */
  truth(value: Value): boolean | undefined
  nullish(value: Value): boolean | undefined
}

export interface Origins {
  readonly names: Names
  evaluate(node: Node, env: Environment): Value
  /** What a name of the file stands for, wherever it is used. */
  staticValue(variable: VariableLike): Value
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

const NOTHING: Environment = {
  variable: () => undefined,
  temporary: () => undefined,
  field: () => undefined,
  self: () => undefined,
  truth: () => undefined,
  nullish: () => undefined,
}

const DEEPEST = 60

export function createOrigins(names: Names, valueOfCall: ValueOfCall): Origins {
  const statics = new Map<VariableLike, Value | 'open'>()
  let depth = 0

  const origins: Origins = {
    names,
    evaluate,
    staticValue,
    parameterValue,
    readMember,
    bind,
    truth: (value, env) => truthiness(value) ?? env.truth(value),
    functionValue,
  }
  return origins

  function evaluate(node: Node, env: Environment): Value {
    const done = env.temporary(node)
    if (done) return done
    if (depth > DEEPEST) return placed(String(node.range[0]))
    depth++
    try {
      return evaluateNode(node, env)
    } finally {
      depth--
    }
  }

  function evaluateNode(node: Node, env: Environment): Value {
    const place = String(node.range[0])
    switch (node.type) {
      case 'Literal':
        if ('bigint' in node) return constant(BigInt(node.bigint))
        if ('regex' in node) return placed(place)
        return constant(node.value)
      case 'Identifier':
        return identifierValue(node, env)
      case 'ThisExpression':
        return env.self() ?? opaque('this', { from: 'global', name: 'this' })
      case 'TemplateLiteral':
        return templateValue(node, env)
      case 'ObjectExpression':
        return objectValue(node, env)
      case 'ArrayExpression':
        return arrayValue(node, env)
      case 'ArrowFunctionExpression':
      case 'FunctionExpression':
      case 'FunctionDeclaration':
        return functionValue(node, env)
      case 'ClassExpression':
      case 'ClassDeclaration':
        return classValue(node, env)
      case 'MemberExpression': {
        const base = evaluate(node.object, env)
        const name = memberName(node, env)
        if (name === undefined) return indexed(base, evaluate(node.property, env), node)
        return readMember(base, name, node, env)
      }
      case 'UnaryExpression':
        return unaryValue(node, env)
      case 'BinaryExpression':
        return binaryValue(node, env)
      case 'LogicalExpression':
        return logicalValue(node, env)
      case 'ConditionalExpression':
        return conditionalValue(node, env)
      case 'AssignmentExpression':
        return evaluate(node.operator === '=' ? node.right : node.left, env)
      case 'SequenceExpression': {
        const last = node.expressions.at(-1)
        return last ? evaluate(last, env) : UNDEFINED
      }
      case 'AwaitExpression': {
        const value = evaluate(node.argument, env)
        return value.kind === 'promise'
          ? (value.value ?? placed(place))
          : value.kind === 'opaque'
            ? placed(place, value)
            : value
      }
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
        return evaluate(node.expression, env)
      case 'UpdateExpression':
        return placed(`eln${place}`)
      default:
        return (node.type as string) === 'ParenthesizedExpression' ? evaluate(unwrap(node), env) : placed(place)
    }
  }

  function identifierValue(node: TSESTree.Identifier, env: Environment): Value {
    const variable = names.variableOf(node)
    if (!variable || variable.defs.length === 0) return node.name === 'undefined' ? UNDEFINED : globalValue(node.name)
    return env.variable(variable) ?? staticValue(variable)
  }

  function globalValue(name: string): Value {
    if (name === 'NaN') return constant(Number.NaN)
    if (name === 'Infinity') return constant(Number.POSITIVE_INFINITY)
    return opaque(`g:${name}`, { from: 'global', name })
  }

  function staticValue(variable: VariableLike): Value {
    const known = statics.get(variable)
    const place = `${variable.name}@${rangeOf(variable)}`
    if (known === 'open') return placed(place)
    if (known) return known
    statics.set(variable, 'open')
    const value = readStatic(variable, place)
    statics.set(variable, value)
    return value
  }

  function readStatic(variable: VariableLike, place: string): Value {
    const def = variable.defs[0]
    if (!def) return globalValue(variable.name)
    const node = def.node as Node
    switch (def.type) {
      case 'ImportBinding': {
        const module = moduleOf(def)
        const name = importedName(node)
        if (module === undefined || name === undefined) return placed(place)
        const ref = roleOfExport(module, name)
        return ref ? exportedValue(ref, `${module}.${name}`) : imported(module, [name])
      }
      case 'FunctionName':
        return isFunction(node) ? functionValue(node, NOTHING) : placed(place)
      case 'ClassName':
        return isClass(node) ? classValue(node, NOTHING) : placed(place)
      case 'Parameter':
        return boundIn(paramOf(node, variable) ?? node, variable, place)
      case 'TSEnumName':
        return node.type === 'TSEnumDeclaration' ? enumValue(node) : placed(place)
      case 'Variable':
        return node.type === 'VariableDeclarator' ? declaredValue(node, variable, place) : placed(place)
      default:
        return placed(place)
    }
  }

  function paramOf(fn: Node, variable: VariableLike): Node | undefined {
    if (!isFunction(fn)) return undefined
    const at = rangeOf(variable)
    return fn.params.find((param) => param.range[0] <= at && at < param.range[1])
  }

  function boundIn(param: Node, variable: VariableLike, place: string): Value {
    let found: Value | undefined
    const sink: BindingSink = {
      variable: (bound, value) => {
        if (bound === variable) found = value
      },
      member: () => undefined,
    }
    bind(param, parameterValue(param, `param:${String(param.range[0])}`), NOTHING, sink)
    return found ?? placed(place)
  }

  function declaredValue(node: TSESTree.VariableDeclarator, variable: VariableLike, place: string): Value {
    const typed = (): Value | undefined => valueOfType(node.id.typeAnnotation, place, names, staticClass)
    if (!names.isSteady(variable) || !node.init) return typed() ?? placed(place)
    let found: Value | undefined
    const sink: BindingSink = {
      variable: (bound, value) => {
        if (bound === variable) found = value
      },
      member: () => undefined,
    }
    bind(node.id, evaluate(node.init, NOTHING), NOTHING, sink)
    if (found?.kind === 'opaque') return typed() ?? found
    return found ? namedValue(found, variable.name) : placed(place)
  }

  function enumValue(node: TSESTree.TSEnumDeclaration): Value {
    const fields = new Map<string, Value>()
    let next = 0
    for (const member of node.body.members) {
      const name = keyName(member.id, false)
      if (name === undefined) continue
      const value = member.initializer ? evaluate(member.initializer, NOTHING) : constant(next)
      if (value.kind === 'constant' && typeof value.value === 'number') next = value.value + 1
      fields.set(name, namedValue(value, name))
    }
    return record(fields, false, String(node.range[0]))
  }

  function parameterValue(param: Node, place: string): Value {
    let target = param
    if (target.type === 'TSParameterProperty') target = target.parameter
    if (target.type === 'AssignmentPattern') target = target.left
    const annotation = 'typeAnnotation' in target ? target.typeAnnotation : undefined
    const typed = valueOfType(annotation, place, names, staticClass)
    if (typed) return typed
    const name = target.type === 'Identifier' ? target.name : ''
    const optional = target.type === 'Identifier' && target.optional
    return opaque(place, { from: 'parameter', name, type: optional ? undefined : typeName(annotation) })
  }

  function staticClass(node: Node): Value | undefined {
    return isClass(node) ? classValue(node, NOTHING) : undefined
  }

  function capture(node: Node, env: Environment): Map<VariableKey, Value> {
    const captured = new Map<VariableKey, Value>()
    for (const variable of names.capturesOf(node)) {
      const value = names.isSteady(variable) ? env.variable(variable) : undefined
      if (value) captured.set(variable, value)
    }
    return captured
  }

  function functionValue(node: FunctionNode, env: Environment, self = env.self()): ValueOf<'function'> {
    const captured = capture(node, env)
    return { kind: 'function', key: `f:${String(node.range[0])}${capturedKey(captured, self)}`, node, captured, self }
  }

  function classValue(node: ClassNode, env: Environment): ValueOf<'class'> {
    const captured = capture(node, env)
    return { kind: 'class', key: `k:${String(node.range[0])}${capturedKey(captured, undefined)}`, node, captured }
  }

  function capturedKey(captured: ReadonlyMap<VariableKey, Value>, self: Value | undefined): string {
    const parts = [...captured.values()].map((value) => value.key)
    if (self) parts.push(self.key)
    const key = parts.length > 0 ? `{${parts.join(',')}}` : ''
    return key.length > 400 ? `{${hash(key)}}` : key
  }

  function templateValue(node: TSESTree.TemplateLiteral, env: Environment): Value {
    const parts: (string | Value)[] = []
    node.quasis.forEach((quasi, index) => {
      parts.push(quasi.value.cooked ?? quasi.value.raw)
      const hole = node.expressions[index]
      if (hole) parts.push(asPart(evaluate(hole, env)))
    })
    return text(parts, String(node.range[0]))
  }

  function objectValue(node: TSESTree.ObjectExpression, env: Environment): Value {
    const fields = new Map<string, Value>()
    let open = false
    for (const property of node.properties) {
      if (property.type === 'SpreadElement') {
        const spread = evaluate(property.argument, env)
        if (spread.kind === 'record') for (const [name, value] of spread.fields) fields.set(name, value)
        if (spread.kind !== 'record' || spread.open) open = true
        continue
      }
      const name = property.computed ? computedName(property.key, env) : keyName(property.key, false)
      if (name === undefined) open = true
      else fields.set(name, evaluate(property.value, env))
    }
    return record(fields, open, String(node.range[0]))
  }

  function arrayValue(node: TSESTree.ArrayExpression, env: Environment): Value {
    const items: Value[] = []
    let rest: Value | undefined
    for (const element of node.elements) {
      if (!element) items.push(UNDEFINED)
      else if (element.type === 'SpreadElement') {
        const spread = evaluate(element.argument, env)
        if (spread.kind === 'list' && !spread.rest) items.push(...spread.items)
        else rest = placed(String(element.range[0]), spread)
      } else items.push(evaluate(element, env))
    }
    return list(items, rest, String(node.range[0]))
  }

  function memberName(node: TSESTree.MemberExpression, env: Environment): string | undefined {
    return node.computed ? computedName(node.property, env) : keyName(node.property, false)
  }

  function computedName(key: Node, env: Environment): string | undefined {
    const known = keyName(key, true)
    if (known !== undefined) return known
    const value = evaluate(key, env)
    return value.kind === 'constant' ? String(value.value) : undefined
  }

  /** `KEYS[name]` of an object written here: some value of it, one and the same for one and the same name. */
  function indexed(base: Value, index: Value, node: Node): Value {
    const place = String(node.range[0])
    return operation('[]', [base, index], place)
  }

  function readMember(base: Value, name: string, node: Node, env: Environment): Value {
    const stored = env.field(`${base.key}.${name}`)
    if (stored) return stored
    if (base.kind === 'instance') return instanceMember(base, name, node)
    if (base.kind === 'class') return staticMember(base, name, node)
    return memberOf(base, name, node)
  }

  function instanceMember(base: ValueOf<'instance'>, name: string, node: Node): Value {
    const members = membersOf(base.of.node)
    const method = members.methods.get(name)
    if (method && !method.isStatic && !method.isGetter) {
      return {
        kind: 'function',
        key: `f:${String(method.node.range[0])}{${base.key}}`,
        node: method.node,
        captured: base.of.captured,
        self: base,
      }
    }
    const field = members.fields.get(name)
    const place = `${base.key}.${name}`
    if (field) {
      const typed = valueOfType(field.type, place, names, staticClass)
      if (field.changes) return typed ?? opaque(place, { from: 'member', base, name })
      const init = field.init ? owned(namedValue(evaluate(field.init, selfOnly(base)), name), place) : undefined
      return init && init.kind !== 'opaque' ? init : (typed ?? init ?? opaque(place, { from: 'member', base, name }))
    }
    const parent = parentOf(base.of)
    if (parent?.kind === 'class') return instanceMember({ kind: 'instance', key: base.key, of: parent }, name, node)
    if (parent?.kind === 'driver') return memberOf(inheritedHandle(parent, base) ?? base, name, node)
    return opaque(place, { from: 'member', base, name })
  }

  /** A handle that a field was initialised with belongs to the object, not to the function that uses it. */
  function owned(value: Value, place: string): Value {
    if (value.kind !== 'handle' || !value.session.owned) return value
    return handle(value.ref, { ...value.session, key: place, owned: false }, value.build)
  }

  function parentOf(value: ValueOf<'class'>): Value | undefined {
    return value.node.superClass ? evaluate(value.node.superClass, NOTHING) : undefined
  }

  /** `class PrismaService extends PrismaClient`: the object is a handle of the driver. */
  function inheritedHandle(parent: ValueOf<'driver'>, base: Value): Value | undefined {
    const construct = parent.ref.role.construct
    if (construct?.do !== 'open' && construct?.do !== 'wrap') return undefined
    const ref = roleNamed(parent.ref.driver, construct.role)
    if (!ref.role.holder) return undefined
    return handle(ref, { key: base.key, holder: ref.role.holder, pool: undefined, owned: false, resets: false })
  }

  function staticMember(base: ValueOf<'class'>, name: string, node: Node): Value {
    const members = membersOf(base.node)
    const method = members.methods.get(name)
    if (method?.isStatic) {
      return {
        kind: 'function',
        key: `f:${String(method.node.range[0])}{${base.key}}`,
        node: method.node,
        captured: base.captured,
        self: base,
      }
    }
    const field = members.fields.get(name)
    if (field?.init && !field.changes) {
      return namedValue(evaluate(field.init, NOTHING), name)
    }
    return memberOf(base, name, node)
  }

  function unaryValue(node: TSESTree.UnaryExpression, env: Environment): Value {
    const value = evaluate(node.argument, env)
    const place = String(node.range[0])
    switch (node.operator) {
      case '!': {
        const truth = origins.truth(value, env)
        return truth === undefined ? operation('!', [value], place) : constant(!truth, value.about)
      }
      case '-':
      case '+':
        if (value.kind === 'constant' && typeof value.value === 'number')
          return constant(node.operator === '-' ? -value.value : value.value)
        if (value.kind === 'constant' && typeof value.value === 'bigint' && node.operator === '-')
          return constant(-value.value)
        return operation(node.operator, [value], place)
      case 'void':
        return UNDEFINED
      default:
        return operation(node.operator, [value], place)
    }
  }

  function binaryValue(node: TSESTree.BinaryExpression, env: Environment): Value {
    const left = evaluate(node.left, env)
    const right = evaluate(node.right, env)
    const place = String(node.range[0])
    if (node.operator === '+' && (isText(left) || isText(right))) return text([asPart(left), asPart(right)], place)
    const answer = compare(node.operator, notSentinel(node.left, left), notSentinel(node.right, right), env)
    if (answer !== undefined) return constant(answer, left.about ?? right.about)
    if (left.kind === 'constant' && right.kind === 'constant') {
      const value = arithmetic(node.operator, left.value, right.value)
      if (value !== undefined) return constant(value)
    }
    return operation(node.operator, [left, right], place)
  }

  /** `let slot` that was given an element: it isn't what it was declared with any more. */
  function notSentinel(place: Node, value: Value): Value {
    if (value.kind !== 'opaque' || place.type !== 'Identifier') return value
    const { from } = value.origin
    if (from !== 'parameter' && !value.key.startsWith('@el')) return value
    const variable = names.variableOf(place)
    const node = variable?.defs[0]?.node as Node | undefined
    if (!variable || names.isSteady(variable) || node?.type !== 'VariableDeclarator') return value
    const first = node.init ? evaluate(node.init, NOTHING) : UNDEFINED
    return differing(value, first)
  }

  function compare(operator: string, left: Value, right: Value, env: Environment): boolean | undefined {
    switch (operator) {
      case '===':
      case '==':
        return equal(left, right, operator === '==', env)
      case '!==':
      case '!=': {
        const same = equal(left, right, operator === '!=', env)
        return same === undefined ? undefined : !same
      }
      case '<':
      case '>':
      case '<=':
      case '>=':
        if (
          operator === '>' &&
          left.kind === 'opaque' &&
          left.differs &&
          left.not === 0 &&
          right.kind === 'constant' &&
          right.value === 0
        )
          return true
        if (
          left.kind === 'constant' &&
          right.kind === 'constant' &&
          typeof left.value === 'number' &&
          typeof right.value === 'number'
        ) {
          if (operator === '<') return left.value < right.value
          if (operator === '>') return left.value > right.value
          return operator === '<=' ? left.value <= right.value : left.value >= right.value
        }
        return undefined
      default:
        return undefined
    }
  }

  function equal(left: Value, right: Value, loose: boolean, env: Environment): boolean | undefined {
    if (left.kind === 'constant' && right.kind === 'constant') {
      if (loose && isNullish(left) && isNullish(right)) return true
      return left.value === right.value
    }
    const [known, other] = left.kind === 'constant' ? [left, right] : [right, left]
    if (known.kind !== 'constant') return undefined
    if (
      other.kind === 'opaque' &&
      other.differs &&
      (other.not === known.value || (loose && (other.not ?? null) === (known.value ?? null)))
    )
      return false
    if (isNullish(known)) {
      const nullish = nullishness(other) ?? env.nullish(other)
      if (nullish === false) return false
      return nullish && loose ? true : undefined
    }
    if (other.kind === 'oneOf')
      return other.of.every((one) => equal(one, known, loose, env) === false) ? false : undefined
    if (typeof known.value === 'boolean') {
      const truth = env.truth(other)
      return truth === undefined ? undefined : truth === known.value ? undefined : false
    }
    if (nullishness(other) ?? env.nullish(other)) return false
    return ['record', 'list', 'function', 'handle', 'instance', 'class', 'promise'].includes(other.kind)
      ? false
      : undefined
  }

  function logicalValue(node: TSESTree.LogicalExpression, env: Environment): Value {
    const left = evaluate(node.left, env)
    const place = String(node.range[0])
    if (node.operator === '??') {
      const nullish = nullishness(left) ?? env.nullish(left)
      if (nullish === undefined) return either('??', left, evaluate(node.right, env), place)
      return nullish ? evaluate(node.right, env) : left
    }
    const truth = origins.truth(left, env)
    if (truth === undefined) {
      const right = evaluate(node.right, env)
      if (truthiness(right) === (node.operator === '||')) return right
      return either(node.operator, left, right, place)
    }
    return (node.operator === '&&') === truth ? evaluate(node.right, env) : left
  }

  function either(operator: string, left: Value, right: Value, place: string): Value {
    if (left.key === right.key) return left
    return operation(operator, [left, right], place)
  }

  function conditionalValue(node: TSESTree.ConditionalExpression, env: Environment): Value {
    const test = evaluate(node.test, env)
    const truth = origins.truth(test, env)
    if (truth !== undefined) {
      const chosen = evaluate(truth ? node.consequent : node.alternate, env)
      if (test.about?.part !== 'answer' || chosen.kind !== 'opaque') return chosen
      return differing(chosen, evaluate(truth ? node.alternate : node.consequent, env))
    }
    return choice(test, evaluate(node.consequent, env), evaluate(node.alternate, env), String(node.range[0]))
  }

  function bind(pattern: Node, value: Value, env: Environment, set: BindingSink): void {
    switch (pattern.type) {
      case 'Identifier': {
        const variable = names.variableOf(pattern)
        if (variable) set.variable(variable, value)
        return
      }
      case 'TSParameterProperty':
        bind(pattern.parameter, value, env, set)
        return
      case 'AssignmentPattern': {
        const nullish =
          value.kind === 'constant' ? value.value === undefined : nullishness(value) === false ? false : undefined
        if (nullish === true) bind(pattern.left, evaluate(pattern.right, env), env, set)
        else if (nullish === false || value.about) bind(pattern.left, value, env, set)
        else bind(pattern.left, withDefault(value, evaluate(pattern.right, env), pattern), env, set)
        return
      }
      case 'ObjectPattern': {
        const taken = new Set<string>()
        for (const property of pattern.properties) {
          if (property.type === 'RestElement') {
            bind(property.argument, restOf(value, taken, property), env, set)
            continue
          }
          const name = property.computed ? computedName(property.key, env) : keyName(property.key, false)
          if (name !== undefined) taken.add(name)
          const part =
            name === undefined ? placed(String(property.range[0]), value) : readMember(value, name, property.key, env)
          bind(property.value, part, env, set)
        }
        return
      }
      case 'ArrayPattern':
        pattern.elements.forEach((element, index) => {
          if (!element) return
          if (element.type === 'RestElement') bind(element.argument, placed(String(element.range[0]), value), env, set)
          else bind(element, readMember(value, String(index), element, env), env, set)
        })
        return
      case 'MemberExpression': {
        const name = memberName(pattern, env)
        if (name !== undefined) set.member(evaluate(pattern.object, env), name, value)
        return
      }
      default: {
        const inner = unwrap(pattern)
        if (inner !== pattern) bind(inner, value, env, set)
      }
    }
  }

  /** A parameter with a default is what the caller gave, or the default. */
  function withDefault(value: Value, fallback: Value, pattern: Node): Value {
    return fallback.kind === 'constant' || fallback.kind === 'record'
      ? value
      : operation('??', [value, fallback], String(pattern.range[0]))
  }

  function restOf(value: Value, taken: ReadonlySet<string>, node: Node): Value {
    if (value.kind !== 'record') return placed(String(node.range[0]), value)
    return record(new Map([...value.fields].filter(([name]) => !taken.has(name))), value.open, String(node.range[0]))
  }
}

function selfOnly(self: Value): Environment {
  return { ...NOTHING, self: () => self }
}

/** A part of a text: what a tag made stands for its own text. */
function asPart(value: Value): string | Value {
  if (
    value.kind === 'constant' &&
    value.value !== null &&
    value.value !== undefined &&
    typeof value.value !== 'boolean'
  ) {
    return value.named ? value : String(value.value)
  }
  return value
}

function isText(value: Value): boolean {
  return value.kind === 'text' || (value.kind === 'constant' && typeof value.value === 'string')
}

function isNullish(value: ValueOf<'constant'>): boolean {
  return value.value === null || value.value === undefined
}

function arithmetic(operator: string, left: Primitive, right: Primitive): Primitive {
  if (typeof left !== typeof right) return undefined
  if (typeof left === 'number' && typeof right === 'number') {
    switch (operator) {
      case '+':
        return left + right
      case '-':
        return left - right
      case '*':
        return left * right
      case '|':
        return left | right
      case '<<':
        return left << right
      case '**':
        return left ** right
      default:
        return undefined
    }
  }
  return undefined
}

function typeName(annotation: Node | null | undefined): string | undefined {
  let type: Node | null | undefined = annotation
  if (type?.type === 'TSTypeAnnotation') type = type.typeAnnotation
  if (!type) return undefined
  switch (type.type) {
    case 'TSTypeReference':
      return type.typeName.type === 'Identifier' ? type.typeName.name : undefined
    case 'TSStringKeyword':
      return 'string'
    case 'TSNumberKeyword':
      return 'number'
    case 'TSBigIntKeyword':
      return 'bigint'
    case 'TSBooleanKeyword':
      return 'boolean'
    case 'TSFunctionType':
      return 'function'
    default:
      return undefined
  }
}

function rangeOf(variable: VariableLike): number {
  const name = variable.defs[0]?.name as Node | undefined
  return name?.range[0] ?? 0
}

/** A short name of a long key (FNV-1a). */
function hash(key: string): string {
  let h = 0x811c9dc5
  for (let i = 0; i < key.length; i++) h = Math.imul(h ^ key.charCodeAt(i), 0x01000193)
  return (h >>> 0).toString(36) + key.length.toString(36)
}

export { NOTHING as EMPTY_ENVIRONMENT }
