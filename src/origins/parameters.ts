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
  const optional = (target.type === 'Identifier' && target.optional) || allowsNothing(annotation)
  return opaque(place, { from: 'parameter', name, type: optional ? undefined : typeName(annotation), optional })
}

/** `string | undefined`, `number | null`. */
function allowsNothing(annotation: Node | null | undefined): boolean {
  const type = annotation?.type === 'TSTypeAnnotation' ? annotation.typeAnnotation : annotation
  return (
    type?.type === 'TSUnionType' &&
    type.types.some((one) => one.type === 'TSUndefinedKeyword' || one.type === 'TSNullKeyword')
  )
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
