/** What a parameter is before anything is known of the caller. */
import type { Node, TSESTree } from '../syntax/ast.ts'
import { keyName } from './classes.ts'
import type { Origins } from './evaluate.ts'
import { valueOfType } from './types.ts'
import { type Value, opaque, record } from './value.ts'

export function parameterValue(param: Node, place: string, origins: Origins): Value {
  let target = param
  if (target.type === 'TSParameterProperty') target = target.parameter
  if (target.type === 'AssignmentPattern') target = target.left
  const annotation = 'typeAnnotation' in target ? target.typeAnnotation : undefined
  const typed = valueOfType(annotation, place, origins)
  if (typed) return typed
  const members = target.type === 'ObjectPattern' ? membersOfType(annotation, origins) : undefined
  if (members) return takenApart(members, place, origins)
  const name = target.type === 'Identifier' ? target.name : ''
  const nullable = allows(annotation, 'TSNullKeyword')
  const optional =
    nullable || (target.type === 'Identifier' && target.optional) || allows(annotation, 'TSUndefinedKeyword')
  const type = optional ? undefined : typeName(annotation)
  return opaque(place, { from: 'parameter', name, type, optional, nullable, sync: isSync(annotation) })
}

/** `{ client, work }: { client: PoolClient; work: () => Promise<void> }`: each part is what its type says. */
function takenApart(members: readonly TSESTree.TypeElement[], place: string, origins: Origins): Value {
  const fields = new Map<string, Value>()
  for (const member of members) {
    if (member.type !== 'TSPropertySignature') continue
    const name = keyName(member.key, member.computed)
    if (name === undefined) continue
    const key = `${place}.${name}`
    const annotation = member.typeAnnotation
    const nullable = allows(annotation, 'TSNullKeyword')
    const optional = nullable || member.optional || allows(annotation, 'TSUndefinedKeyword')
    const type = optional ? undefined : typeName(annotation)
    const unknown = opaque(key, { from: 'parameter', name, type, optional, nullable, sync: isSync(annotation) })
    fields.set(name, valueOfType(annotation, key, origins) ?? unknown)
  }
  return record(fields, true, place)
}

/** The members of an object type that is written out, or of an interface or alias of the file. */
function membersOfType(annotation: Node | null | undefined, { names }: Origins): TSESTree.TypeElement[] | undefined {
  const type = annotation?.type === 'TSTypeAnnotation' ? annotation.typeAnnotation : annotation
  if (type?.type === 'TSTypeLiteral') return type.members
  if (type?.type !== 'TSTypeReference' || type.typeName.type !== 'Identifier') return undefined
  const node = names.variableOf(type.typeName)?.defs[0]?.node as Node | undefined
  if (node?.type === 'TSInterfaceDeclaration') return node.body.body
  return node?.type === 'TSTypeAliasDeclaration' && node.typeAnnotation.type === 'TSTypeLiteral'
    ? node.typeAnnotation.members
    : undefined
}

/** `() => void`, `(id: number) => T`: a function type that names no promise. */
function isSync(annotation: Node | null | undefined): boolean {
  const type = annotation?.type === 'TSTypeAnnotation' ? annotation.typeAnnotation : annotation
  return type?.type === 'TSFunctionType' && type.returnType !== undefined && !mayPromise(type.returnType.typeAnnotation)
}

/** Whether a type is, or may stand for, a promise: `Promise<void>`, `T | PromiseLike<T>`, `unknown`. */
function mayPromise(type: Node): boolean {
  switch (type.type) {
    case 'TSUnionType':
      return type.types.some(mayPromise)
    case 'TSTypeReference':
      return type.typeName.type === 'Identifier' && /Promise|Thenable|Awaitable/.test(type.typeName.name)
    case 'TSUnknownKeyword':
    case 'TSAnyKeyword':
      return true
    default:
      return false
  }
}

/** `string | undefined`, `number | null`. */
function allows(annotation: Node | null | undefined, nothing: 'TSNullKeyword' | 'TSUndefinedKeyword'): boolean {
  const type = annotation?.type === 'TSTypeAnnotation' ? annotation.typeAnnotation : annotation
  return type?.type === 'TSUnionType' && type.types.some((one) => one.type === nothing)
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
    case 'TSTupleType':
      return 'tuple'
    case 'TSTypeOperator':
      return typeName(type.typeAnnotation)
    case 'TSFunctionType':
      return 'function'
    default:
      return undefined
  }
}
