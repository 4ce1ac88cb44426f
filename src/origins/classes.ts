/** What a class of the file declares: its methods, its fields and what they start with. */
import { type ClassNode, type FunctionNode, isFunction, type Node, type TSESTree } from '../syntax/ast.ts'
import { descendantsOf } from '../syntax/walk.ts'

export interface ClassMembers {
  readonly methods: ReadonlyMap<string, Method>
  readonly fields: ReadonlyMap<string, Field>
  readonly construct: FunctionNode | undefined
}

export interface Method {
  readonly node: FunctionNode
  readonly visible: boolean
  readonly isStatic: boolean
  readonly isGetter: boolean
}

export interface Field {
  /** What it is initialised with, where it is declared or by a single assignment in the constructor. */
  readonly init: Node | undefined
  readonly type: Node | undefined
  /** Assigned anywhere but where it is initialised. */
  readonly changes: boolean
}

const known = new WeakMap<ClassNode, ClassMembers>()

export function membersOf(node: ClassNode): ClassMembers {
  let members = known.get(node)
  if (!members) {
    members = readMembers(node)
    known.set(node, members)
  }
  return members
}

function readMembers(node: ClassNode): ClassMembers {
  const methods = new Map<string, Method>()
  const fields = new Map<string, Field>()
  let construct: FunctionNode | undefined
  for (const element of node.body.body) {
    if (element.type === 'MethodDefinition' && isFunction(element.value)) {
      const name = keyName(element.key, element.computed)
      if (element.kind === 'constructor') construct = element.value
      else if (name !== undefined && element.kind !== 'set') {
        const visible = element.accessibility !== 'private' && !name.startsWith('#')
        methods.set(name, { node: element.value, visible, isStatic: element.static, isGetter: element.kind === 'get' })
      }
    } else if (element.type === 'PropertyDefinition') {
      const name = keyName(element.key, element.computed)
      if (name === undefined) continue
      if (element.value && isFunction(element.value)) {
        const visible = element.accessibility !== 'private' && !name.startsWith('#')
        methods.set(name, { node: element.value, visible, isStatic: element.static, isGetter: false })
      } else fields.set(name, { init: element.value ?? undefined, type: element.typeAnnotation, changes: false })
    }
  }
  for (const param of construct?.params ?? []) {
    if (param.type !== 'TSParameterProperty') continue
    const target = param.parameter.type === 'AssignmentPattern' ? param.parameter.left : param.parameter
    fields.set(target.name, { init: undefined, type: target.typeAnnotation, changes: false })
  }
  for (const { name, value, inConstructor } of assignmentsToThis(node)) {
    const field = fields.get(name)
    const first = inConstructor && field?.init === undefined && !field?.changes
    fields.set(
      name,
      first
        ? { init: value, type: field?.type, changes: false }
        : { init: field?.init, type: field?.type, changes: true },
    )
  }
  return { methods, fields, construct }
}

/** The name of a property key, `#x` for a private one; undefined when it is computed and not a literal or a well-known symbol. */
export function keyName(key: Node, computed: boolean): string | undefined {
  if (key.type === 'PrivateIdentifier') return `#${key.name}`
  if (key.type === 'Identifier' && !computed) return key.name
  if (key.type === 'Literal') return String(key.value)
  // `[Symbol.asyncDispose]` is a name like any other.
  if (key.type === 'MemberExpression' && key.object.type === 'Identifier' && key.property.type === 'Identifier') {
    return `${key.object.name}.${key.property.name}`
  }
  return undefined
}

function* assignmentsToThis(node: ClassNode): Generator<{ name: string; value: Node; inConstructor: boolean }> {
  for (const element of node.body.body) {
    const inConstructor = element.type === 'MethodDefinition' && element.kind === 'constructor'
    for (const inner of descendantsOf(element)) {
      if (inner.type !== 'AssignmentExpression') continue
      const name = thisMember(inner.left)
      if (name !== undefined) yield { name, value: inner.right, inConstructor: inConstructor && inner.operator === '=' }
    }
  }
}

function thisMember(target: Node): string | undefined {
  const member: TSESTree.Node = target
  if (member.type !== 'MemberExpression' || member.object.type !== 'ThisExpression') return undefined
  return keyName(member.property, member.computed)
}
