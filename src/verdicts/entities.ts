/** Values that stand for one of many: parameters and the variables of loops, by their names and declared types. */
import type { VariableLike } from '../origins/names.ts'
import { isFunction, type Node, type TSESTree } from '../syntax/ast.ts'
import { covers, pathTo } from '../syntax/walk.ts'
import { isEntityName, isNoEntityName } from '../vocabulary.ts'
import type { FileAnalysis } from './file.ts'

export interface Entity {
  /** As the program writes it: `userId`, `order.id`. */
  readonly name: string
  readonly variable: VariableLike
  readonly use: Node
  /** The function whose parameter or loop it is. */
  readonly fn: Node
  /** It is declared to be a number. */
  readonly numeric: boolean
}

/** The uses of parameters of the functions around a place, and of the variables of the loops around it. */
export function entitiesAround(at: Node, file: FileAnalysis): Entity[] {
  return functionsAround(at, file).flatMap((fn) => [
    ...usesOf(isFunction(fn) ? fn.params.flatMap((param) => [...identifiersOf(param)]) : [], fn, file),
    ...loopsIn(fn, at).flatMap((loop) => usesOf([...identifiersOf(loop.left)], fn, file, elementOf(loop.right, file))),
  ])
}

/** The uses of a function's parameters. */
export function entitiesGiven(fn: Node, file: FileAnalysis): Entity[] {
  return usesOf(isFunction(fn) ? fn.params.flatMap((param) => [...identifiersOf(param)]) : [], fn, file)
}

export function functionsAround(at: Node, file: FileAnalysis): Node[] {
  return [...file.outline.functions.keys()].filter((fn) => covers(fn, at))
}

function usesOf(identifiers: readonly TSESTree.Identifier[], fn: Node, file: FileAnalysis, element?: Node): Entity[] {
  const found: Entity[] = []
  for (const identifier of identifiers) {
    const variable = file.origins.names.variableOf(identifier)
    if (!variable) continue
    const type = typeOf(identifier, fn, file) ?? element
    if (isMany(type, file)) continue
    const named = isEntityName(variable.name) && !isHandleOrFlag(type)
    for (const reference of variable.references) {
      const use = reference.identifier as Node
      // What one calls methods of does something; it stands for nothing.
      if (isReceiver(use, file.text)) continue
      const property = memberAfter(use, file.text)
      const member = property === undefined ? undefined : memberOf(type, property, file)
      if (property !== undefined && isEntityName(property) && !isMany(member, file)) {
        if (!named && isNoEntityName(variable.name)) continue
        found.push({ name: `${variable.name}.${property}`, variable, use, fn, numeric: isNumber(member, file) })
      } else if (named) found.push({ name: variable.name, variable, use, fn, numeric: isNumber(type, file) })
    }
  }
  return found
}

/** `.purge(` after an identifier. Values of the language have methods, too: `id.toString(`. */
function isReceiver(node: Node, text: string): boolean {
  const method = /^\??\.([A-Za-z_$][\w$]*)\s*\(/.exec(text.slice(node.range[1], node.range[1] + 60))?.[1]
  return (
    method !== undefined &&
    !/^(to[A-Z]|trim|slice|sub|replace|padStart|padEnd|normalize|split|concat|at$|charCodeAt)/.test(method)
  )
}

/** `.id` after an identifier. */
function memberAfter(node: Node, text: string): string | undefined {
  return /^\??\.([A-Za-z_$][\w$]*)(?!\w*\s*\()/.exec(text.slice(node.range[1], node.range[1] + 60))?.[1]
}

function* identifiersOf(pattern: Node): Generator<TSESTree.Identifier> {
  switch (pattern.type) {
    case 'Identifier':
      yield pattern
      return
    case 'AssignmentPattern':
      yield* identifiersOf(pattern.left)
      return
    case 'TSParameterProperty':
      yield* identifiersOf(pattern.parameter)
      return
    case 'RestElement':
      return
    case 'ObjectPattern':
      for (const property of pattern.properties) if (property.type === 'Property') yield* identifiersOf(property.value)
      return
    case 'ArrayPattern':
      for (const element of pattern.elements) if (element) yield* identifiersOf(element)
      return
    case 'VariableDeclaration':
      for (const declaration of pattern.declarations) yield* identifiersOf(declaration.id)
      return
    default:
      return
  }
}

function loopsIn(fn: Node, at: Node): TSESTree.ForOfStatement[] {
  return pathTo(fn, at).filter((node) => node.type === 'ForOfStatement')
}

// ------------------------------------------------------------------ declared types

/** The declared type of a parameter, also inside the pattern that takes an object apart. */
function typeOf(identifier: TSESTree.Identifier, fn: Node, file: FileAnalysis): Node | undefined {
  if (identifier.typeAnnotation) return identifier.typeAnnotation.typeAnnotation
  const param = isFunction(fn) ? fn.params.find((one) => covers(one, identifier)) : undefined
  const pattern = param?.type === 'AssignmentPattern' ? param.left : param
  if (pattern?.type !== 'ObjectPattern') return undefined
  let type: Node | undefined = pattern.typeAnnotation?.typeAnnotation
  for (const node of pathTo(pattern, identifier)) {
    if (node.type !== 'Property') continue
    type = node.key.type === 'Identifier' ? memberOf(type, node.key.name, file) : undefined
  }
  return type
}

/** The type of what a loop takes from a parameter. */
function elementOf(right: Node, file: FileAnalysis): Node | undefined {
  const variable = right.type === 'Identifier' ? file.origins.names.variableOf(right) : undefined
  const declared = variable?.defs[0]
  if (declared?.type !== 'Parameter') return undefined
  let type = resolved(typeOf(declared.name as TSESTree.Identifier, declared.node as Node, file), file)
  if (type?.type === 'TSTypeOperator') type = resolved(type.typeAnnotation, file)
  if (type?.type === 'TSArrayType') return type.elementType
  return type?.type === 'TSTypeReference' && isMany(type, file) ? type.typeArguments?.params[0] : undefined
}

const MOST_ALIASES = 8

/** A type behind the names that this file gives it. */
function resolved(type: Node | undefined, { origins }: FileAnalysis): Node | undefined {
  let at = type
  for (let steps = 0; steps < MOST_ALIASES && at?.type === 'TSTypeReference'; steps++) {
    const node = origins.names.variableOf(at.typeName)?.defs[0]?.node as Node | undefined
    if (node?.type === 'TSTypeAliasDeclaration') at = node.typeAnnotation
    else return node?.type === 'TSInterfaceDeclaration' ? node.body : at
  }
  return at
}

function memberOf(type: Node | undefined, name: string, file: FileAnalysis): Node | undefined {
  const object = resolved(type, file)
  const members =
    object?.type === 'TSTypeLiteral' ? object.members : object?.type === 'TSInterfaceBody' ? object.body : []
  for (const one of members) {
    if (one.type !== 'TSPropertySignature' || one.key.type !== 'Identifier' || one.key.name !== name) continue
    return one.typeAnnotation?.typeAnnotation
  }
  return undefined
}

/** An array, a set: many of them, for which there is no one key. */
function isMany(type: Node | undefined, file: FileAnalysis): boolean {
  const one = resolved(type, file)
  switch (one?.type) {
    case 'TSArrayType':
    case 'TSTupleType':
      return true
    case 'TSTypeOperator':
      return isMany(one.typeAnnotation, file)
    case 'TSUnionType':
      return one.types.some((part) => isMany(part, file))
    case 'TSTypeReference':
      return (
        one.typeName.type === 'Identifier' &&
        /^(Readonly)?(Array|Set|Map)$|^(Async)?(Iterable|Iterator|IterableIterator|Generator)$/.test(one.typeName.name)
      )
    default:
      return false
  }
}

function isNumber(type: Node | undefined, file: FileAnalysis): boolean {
  return resolved(type, file)?.type === 'TSNumberKeyword'
}

/** A boolean, a function: no entity, whatever it is called. */
function isHandleOrFlag(type: Node | undefined): boolean {
  return type?.type === 'TSBooleanKeyword' || type?.type === 'TSFunctionType'
}
