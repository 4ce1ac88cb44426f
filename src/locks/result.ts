/** What the program gets for a statement that takes a lock, in the shape that the driver gives it. */
import type { Shape } from '../drivers/index.ts'
import { type About, type Value, constant, list, placed, record, UNDEFINED } from '../origins/value.ts'
import type { LockCall, Statement } from '../sql/types.ts'

/** What is known of the answer: granted, refused, or not watched here. */
export type Answer = 'granted' | 'refused' | 'unknown'

/** The result of a statement with a lock call; of an unknown answer nothing tells of the acquisition. */
export function resultFor(
  answer: Answer,
  call: LockCall,
  statement: Statement,
  shape: Shape,
  acquisition: string,
  place: string,
): Value {
  // In WHERE the row's presence is the boolean.
  if (call.clause === 'where' && !call.wait) {
    if (answer === 'unknown') return placed(place)
    const present = (answer === 'granted') !== call.negated
    const rows = present ? [rowValue(statement, call, undefined, NOBODYS, place)] : []
    return shaped(shape, rows, NOBODYS, place)
  }
  const about = answer === 'unknown' ? NOBODYS : acquisition
  const value = call.wait
    ? voidValue(call, acquisition, place)
    : answerValue(call, answer, { acquisition: about, part: 'answer' }, place)
  return shaped(shape, [rowValue(statement, call, value, about, place)], about, place)
}

/** Stands for the acquisition of a result that tells of none. */
const NOBODYS = 'none'

/** A waiting function answers nothing; a cast makes it an empty text all the same. */
function voidValue(call: LockCall, acquisition: string, place: string): Value | undefined {
  if (call.alias === undefined || call.wrapping === 'other') return undefined
  return { ...placed(`answer ${place}`), about: { acquisition, part: 'void' } }
}

/** The value of the lock call's column; undefined when no column holds it in a way that can be read. */
function answerValue(call: LockCall, answer: Answer, about: About, place: string): Value | undefined {
  if (call.alias === undefined || call.wrapping === 'other') return undefined
  if (answer === 'unknown') return placed(`answer ${place}`)
  const truth = (answer === 'granted') !== call.negated
  switch (call.wrapping === 'cast' ? call.castType : undefined) {
    case 'text':
    case 'varchar':
      return constant(String(truth), about)
    case 'int4':
    case 'int8':
    case 'int2':
      return constant(truth ? 1 : 0, about)
    default:
      return constant(truth, about)
  }
}

/** The row in which the answer stands. */
function rowValue(
  statement: Statement,
  call: LockCall,
  answer: Value | undefined,
  acquisition: string,
  place: string,
): Value {
  const fields = new Map<string, Value>()
  const columns = statement.columns
  const open = columns === undefined || columns.some((column) => column === undefined)
  for (const column of columns ?? []) {
    if (column === undefined) continue
    const value = column === call.alias && answer ? answer : placed(`column ${column} ${place}`)
    fields.set(column, value)
    // Naming plugins and transforms give the column in camel case.
    if (column.includes('_')) fields.set(camelCase(column), value)
  }
  if (answer && call.alias !== undefined && !fields.has(call.alias)) fields.set(call.alias, answer)
  return record(fields, open, place, { acquisition, part: 'row' })
}

function firstColumn(row: Value): Value {
  return row.kind === 'record' ? ([...row.fields.values()][0] ?? UNDEFINED) : UNDEFINED
}

function camelCase(name: string): string {
  return name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
}

/** The whole result. `rows`: the rows of the answer, usually one. */
function shaped(shape: Shape, rows: readonly Value[], acquisition: string, place: string): Value {
  const result: About = { acquisition, part: 'result' }
  const all: About = { acquisition, part: 'rows' }
  const row = rows[0] ?? UNDEFINED
  const value = firstColumn(row)
  switch (shape) {
    case 'result':
      return resultRecord(rows, acquisition, place)
    case 'rows':
      return list(rows, undefined, place, all)
    case 'row':
      return row
    case 'rows-and-meta':
      return list([list(rows, undefined, place, all), resultRecord(rows, acquisition, place)], undefined, place, result)
    case 'matrix':
      return list(
        rows.map((one) => list([firstColumn(one)], undefined, place)),
        undefined,
        place,
        all,
      )
    case 'value':
      return value
    case 'data':
      return record(new Map([['data', value]]), true, place, result)
    case 'count':
      return constant(rows.length, { acquisition, part: 'count' })
    case 'exists':
      return constant(true, result)
    case 'nothing':
      return UNDEFINED
    case 'unknown': {
      const shapes = [
        resultRecord(rows, acquisition, place),
        list(rows, undefined, place, all),
        list([list(rows, undefined, place, all), resultRecord(rows, acquisition, place)], undefined, place, result),
        row,
        value,
      ]
      const of = shapes.filter((one, index, every) => every.findIndex((other) => other.key === one.key) === index)
      return { kind: 'oneOf', key: `|${of.map((one) => one.key).join('|')}|`, of }
    }
  }
}

function resultRecord(rows: readonly Value[], acquisition: string, place: string): Value {
  const fields = new Map<string, Value>([
    ['rows', list(rows, undefined, place, { acquisition, part: 'rows' })],
    ['rowCount', constant(rows.length, { acquisition, part: 'count' })],
  ])
  return record(fields, true, place, { acquisition, part: 'result' })
}
