/** What a name of the module stands for, wherever it is used. */
import { roleOfExport } from '../drivers/index.ts'
import { isClass, isFunction, type Node, type TSESTree } from '../syntax/ast.ts'
import { keyName } from './classes.ts'
import { classValue, functionValue } from './closures.ts'
import { EMPTY_ENVIRONMENT } from './environment.ts'
import type { Origins } from './evaluate.ts'
import { valueOfExport } from './imports.ts'
import { isOfValue, type VariableLike } from './names.ts'
import { importedName, moduleOf, valueOfType } from './types.ts'
import { type Value, constant, exportedValue, imported, namedValue, opaque, placed, record } from './value.ts'

/** Reads each name once; one that is needed to know itself is known by its place only. */
export function createStatics(): (variable: VariableLike, origins: Origins) => Value {
  const statics = new Map<VariableLike, Value | 'open'>()
  return (variable, origins) => {
    const known = statics.get(variable)
    const place = `${variable.name}@${rangeOf(variable)}`
    if (known === 'open') return placed(place)
    if (known) return known
    statics.set(variable, 'open')
    const value = readStatic(variable, place, origins)
    statics.set(variable, value)
    return value
  }
}

/** What a name stands for that the file doesn't declare. */
export function globalValue(name: string): Value {
  if (name === 'NaN') return constant(Number.NaN)
  if (name === 'Infinity') return constant(Number.POSITIVE_INFINITY)
  return opaque(`g:${name}`, { from: 'global', name })
}

function readStatic(variable: VariableLike, place: string, origins: Origins): Value {
  const def = variable.defs.find(isOfValue)
  if (!def) return globalValue(variable.name)
  const node = def.node as Node
  switch (def.type) {
    case 'ImportBinding': {
      const module = moduleOf(def)
      const name = importedName(node)
      if (module === undefined || name === undefined) return placed(place)
      const ref = roleOfExport(module, name)
      const exported = ref ? undefined : origins.imports.exported(node, module, name)
      if (exported) return valueOfExport(exported, origins)
      return ref ? exportedValue(ref, `${module}.${name}`) : imported(module, [name])
    }
    case 'FunctionName':
      return isFunction(node) ? functionValue(node, EMPTY_ENVIRONMENT, origins) : placed(place)
    case 'ClassName':
      return isClass(node) ? classValue(node, EMPTY_ENVIRONMENT, origins) : placed(place)
    case 'Parameter': {
      const param = paramOf(node, variable) ?? node
      const value = origins.parameterValue(param, `param:${String(param.range[0])}`)
      return boundTo(variable, param, value, origins) ?? placed(place)
    }
    case 'TSEnumName':
      return node.type === 'TSEnumDeclaration' ? enumValue(node, origins) : placed(place)
    case 'Variable':
      return node.type === 'VariableDeclarator' ? declaredValue(node, variable, place, origins) : placed(place)
    default:
      return placed(place)
  }
}

function paramOf(fn: Node, variable: VariableLike): Node | undefined {
  if (!isFunction(fn)) return undefined
  const at = rangeOf(variable)
  return fn.params.find((param) => param.range[0] <= at && at < param.range[1])
}

function declaredValue(
  node: TSESTree.VariableDeclarator,
  variable: VariableLike,
  place: string,
  origins: Origins,
): Value {
  const typed = (): Value | undefined => valueOfType(node.id.typeAnnotation, place, origins)
  if (!origins.names.isSteady(variable) || !node.init) return typed() ?? placed(place)
  const found = boundTo(variable, node.id, origins.evaluate(node.init, EMPTY_ENVIRONMENT), origins)
  if (found?.kind === 'opaque') return typed() ?? found
  return found ? namedValue(found, variable.name) : placed(place)
}

/** What one variable of a pattern gets when a value is taken apart along it. */
function boundTo(variable: VariableLike, pattern: Node, value: Value, origins: Origins): Value | undefined {
  let found: Value | undefined
  origins.bind(pattern, value, EMPTY_ENVIRONMENT, {
    variable: (bound, part) => {
      if (bound === variable) found = part
    },
    member: () => undefined,
  })
  return found
}

function enumValue(node: TSESTree.TSEnumDeclaration, origins: Origins): Value {
  const fields = new Map<string, Value>()
  let next = 0
  for (const member of node.body.members) {
    const name = keyName(member.id, false)
    if (name === undefined) continue
    const value = member.initializer ? origins.evaluate(member.initializer, EMPTY_ENVIRONMENT) : constant(next)
    if (value.kind === 'constant' && typeof value.value === 'number') next = value.value + 1
    fields.set(name, namedValue(value, `${node.id.name}.${name}`))
  }
  return record(fields, false, String(node.range[0]))
}

function rangeOf(variable: VariableLike): number {
  const name = variable.defs[0]?.name as Node | undefined
  return name?.range[0] ?? 0
}
