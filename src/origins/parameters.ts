/** What a parameter is before anything is known of the caller. */
import type { Node } from '../syntax/ast.ts'
import type { Origins } from './evaluate.ts'
import { valueOfType } from './types.ts'
import { type Value, opaque } from './value.ts'

export function parameterValue(param: Node, place: string, origins: Origins): Value {
  let target = param
  if (target.type === 'TSParameterProperty') target = target.parameter
  if (target.type === 'AssignmentPattern') target = target.left
  const annotation = 'typeAnnotation' in target ? target.typeAnnotation : undefined
  const typed = valueOfType(annotation, place, origins)
  if (typed) return typed
  const name = target.type === 'Identifier' ? target.name : ''
  const nullable = allows(annotation, 'TSNullKeyword')
  const optional =
    nullable || (target.type === 'Identifier' && target.optional) || allows(annotation, 'TSUndefinedKeyword')
  const type = optional ? undefined : typeName(annotation)
  return opaque(place, { from: 'parameter', name, type, optional, nullable, sync: isSync(annotation) })
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
