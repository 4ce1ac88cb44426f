/** Completes the calls that a scan found: key arguments, result column, gate. */

import type { Clause, LockCall, Wrapping } from './types.ts'
import { columnReads, functionColumn } from './columns.ts'
import { readExpression, splitList } from './expression.ts'
import { readItem } from './item-name.ts'
import type { LevelFacts } from './level-facts.ts'
import type { Level } from './levels.ts'
import type { RawCall } from './scan-state.ts'
import { placeOf, type Source } from './source.ts'
import { isOperator, type Surroundings, widen } from './surroundings.ts'
import { isUntaken } from './untaken.ts'

/** Sub-queries are followed outwards no further than this. */
const MAX_LEVELS = 64

/** The finished call. `end` is the end of the statement's tokens. */
export function finishCall(source: Source, facts: LevelFacts, call: RawCall, end: number, inBody: boolean): LockCall {
  const { tokens } = source
  const value = followValue(source, call, Math.min(call.close + 1, end), end)
  const args = splitList(tokens, call.open + 1, Math.min(call.close, end))
  const { fn } = call
  // written out: spreads cost a third of the time here
  return {
    name: fn.name,
    action: fn.action,
    scope: fn.scope,
    mode: fn.mode,
    wait: fn.wait,
    args: args.map(([from, to]) => readExpression(source, from, to)),
    position: placeOf(source, tokens[call.name]?.start ?? 0),
    clause: call.clause,
    level: facts.of(call.level),
    column: call.item,
    // a body's queries make no result rows of the statement
    alias: inBody ? undefined : value.alias,
    wrapping: value.wrapping,
    negated: value.negated,
    castType: value.castType,
    gate: value.gate,
    inBody,
    untaken: isUntaken(tokens, call.start, call.close + 1, end),
    within: call.within,
  }
}

/** What is known of the call's value at the place to which it has been followed. */
interface Value {
  alias: string | undefined
  wrapping: Wrapping
  negated: boolean
  castType: string | undefined
  gate: LockCall['gate']
}

/** An item of a level that holds the value, and the name of its column. */
interface Column {
  readonly level: Level
  readonly item: number
  readonly name: string | undefined
}

/** Follows the call's value outwards, level by level, to a column of the statement or to a condition. */
function followValue(source: Source, call: RawCall, callEnd: number, end: number): Value {
  const value: Value = { alias: undefined, wrapping: 'none', negated: false, castType: undefined, gate: 'none' }
  const { level, entry } = call
  let column =
    entry === undefined
      ? placeValue(source, value, { level, clause: call.clause, item: call.item, start: call.start, end: callEnd }, end)
      : readColumn(source, value, level, functionColumn(entry))
  for (let steps = 0; column !== undefined && steps < MAX_LEVELS; steps++) {
    if (column.level.role === 'statement') {
      value.alias = column.name
      break
    }
    column = outwards(source, value, column, end)
  }
  return value
}

/** The column of the level around `column` that holds its value. */
function outwards(source: Source, value: Value, column: Column, end: number): Column | undefined {
  const { level, item, name } = column
  const { outer } = level
  if (outer === undefined) return undefined
  switch (level.role) {
    case 'set-operand':
      return { level: outer, item, name: outer.firstArm === level ? name : outer.firstArm?.itemNames[item] }
    case 'scalar': {
      const { outerClause: clause, outerItem, open, close } = level
      return placeValue(source, value, { level: outer, clause, item: outerItem, start: open, end: close + 1 }, end)
    }
    case 'from':
    case 'cte':
      return readColumn(source, value, outer, name)
    case 'statement':
    case 'exists':
    case 'in':
    case 'insert-source':
      return undefined
  }
}

/** Tokens of a call, or of a sub-query used as a value, in a clause of a level. */
interface Place {
  readonly level: Level
  readonly clause: Clause
  readonly item: number | undefined
  readonly start: number
  readonly end: number
}

/** Notes what stands around the tokens; answers the column that they make in a select list. */
function placeValue(source: Source, value: Value, place: Place, end: number): Column | undefined {
  const { level, item, clause } = place
  const range = item === undefined ? undefined : level.items[item]
  const limit = range === undefined ? end : readItem(source, range).end
  const wrapping = value.wrapping === 'other' ? 'none' : value.wrapping
  const { negated, castType } = value
  const around = widen(source, { start: place.start, end: place.end, wrapping, negated, castType }, limit)
  const whole =
    range === undefined ? isWholeCondition(source, around, end) : around.start === range[0] && around.end === limit
  value.wrapping = whole && value.wrapping !== 'other' ? around.wrapping : 'other'
  value.negated = around.negated
  value.castType = whole ? around.castType : undefined
  if (GATES.has(clause)) value.gate = gateOf(whole && value.wrapping !== 'other', around.negated)
  return item === undefined ? undefined : { level, item, name: level.itemNames[item] }
}

function gateOf(known: boolean, negated: boolean): LockCall['gate'] {
  if (!known) return 'unknown'
  return negated ? 'refused' : 'granted'
}

const GATES: ReadonlySet<Clause> = new Set<Clause>(['where', 'having', 'on'])

/** Whether the tokens are one of the conditions that AND joins. */
function isWholeCondition(source: Source, around: Surroundings, end: number): boolean {
  const before = source.tokens[around.start - 1]?.key ?? ''
  const after = around.end < end ? source.tokens[around.end] : undefined
  return (
    /^(?:where|and|on|having|if|elsif|while|when|return|:=)$/.test(before) && after?.key !== 'or' && !isOperator(after)
  )
}

/** The value is the column `name` of an entry of FROM: notes whether WHERE reads it; answers the item that hands it on. */
function readColumn(source: Source, value: Value, level: Level, name: string | undefined): Column | undefined {
  if (name === undefined) return undefined
  const reads = (level.reads ??= columnReads(source, level))
  gateByColumn(source, value, level, reads.where.get(name))
  const bare = reads.items.get(name)
  if (bare !== undefined) return { level, item: bare, name: level.itemNames[bare] }
  return reads.star === -1 ? undefined : { level, item: reads.star, name }
}

/** The condition at a token of WHERE reads the value. */
function gateByColumn(source: Source, value: Value, level: Level, token: number | undefined): void {
  if (level.where === undefined || token === undefined || value.gate !== 'none') return
  const end = level.where[1]
  const start = source.tokens[token - 1]?.key === '.' ? token - 2 : token
  const { negated } = value
  const around = widen(source, { start, end: token + 1, wrapping: 'none', negated, castType: undefined }, end)
  value.gate = gateOf(isWholeCondition(source, around, end) && value.wrapping !== 'other', around.negated)
}
