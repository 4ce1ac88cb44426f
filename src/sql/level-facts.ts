/** Turns scanned levels into the `QueryLevel` facts that `readSql` answers. */

import type { FromItem, LevelRole, QueryLevel, ConditionFacts } from './types.ts'
import { bareColumn } from './columns.ts'
import type { Cte, FromEntry, Level, Range } from './levels.ts'
import type { Source } from './source.ts'

/** Facts of levels, each made once. */
export class LevelFacts {
  private readonly source: Source
  private readonly made = new Map<Level, QueryLevel>()

  constructor(source: Source) {
    this.source = source
  }

  /** Facts of a level and of all that it leads to; a loop, since levels may be nested 10,000 deep. */
  of(level: Level): QueryLevel {
    const wanted = [level]
    const readers: [CteRole, Level][] = []
    for (let next = wanted.pop(); next !== undefined; next = wanted.pop()) {
      const missing: Level[] = []
      for (let at: Level | undefined = next; at !== undefined && !this.made.has(at); at = at.outer) missing.push(at)
      for (const one of missing.reverse()) {
        const role = roleOf(one)
        this.made.set(one, this.make(one, role))
        const [reader, another] = one.cte?.readers ?? []
        if (role.kind !== 'cte' || reader === undefined || another !== undefined) continue
        readers.push([role, reader])
        wanted.push(reader)
      }
    }
    for (const [role, reader] of readers) role.reader = this.made.get(reader)
    return this.made.get(level) ?? this.make(level, roleOf(level))
  }

  private make(level: Level, role: LevelRole): QueryLevel {
    return {
      role,
      verb: level.verb,
      outer: level.outer && this.made.get(level.outer),
      outerClause: level.outerClause,
      from: level.from.map(fromItem),
      where: level.where && conditionFacts(this.source, level.where),
      distinct: level.distinct,
      groupBy: level.groupBy,
      aggregate: level.aggregate,
      having: level.having && conditionFacts(this.source, level.having),
      orderBy: level.sortKeys.map((key) => sortKey(this.source, key)),
      limit: level.limit,
      offset: level.offset,
      fence: level.fence,
      rowLock: level.rowLock,
      setOperation: level.setOperation,
      hole: level.hole,
    }
  }
}

/** The reader is filled in when it has been made. */
type CteRole = { -readonly [field in keyof CteFields]: CteFields[field] }
type CteFields = Extract<LevelRole, { kind: 'cte' }>

function roleOf(level: Level): Exclude<LevelRole, CteFields> | CteRole {
  const { role, cte } = level
  if (role === 'from') return { kind: role, lateral: level.lateral }
  if (role !== 'cte') return { kind: role }
  return {
    kind: role,
    name: cte?.name,
    referenced: cte?.referenced ?? 'unknown',
    materialized: cte?.materialized ?? false,
    reader: undefined,
  }
}

function fromItem(entry: FromEntry): FromItem {
  const { kind, alias, name, level } = entry
  switch (kind) {
    case 'table':
      return { kind, name, alias }
    case 'function':
      return { kind, name: name ?? '', alias }
    case 'values':
      return { kind, alias }
    case 'hole':
      return { kind, hole: entry.hole, alias }
    case 'subquery':
    case 'cte': {
      const tables = level?.readsTables ?? true
      return {
        kind,
        name: kind === 'cte' ? name : undefined,
        alias,
        limited: tables && level?.unlimited === false,
        fenced: level !== undefined && isFenced(level),
        // a CTE that reads itself has no level yet
        tables,
      }
    }
  }
}

/** Whether conditions around the level are tested on its result only. */
function isFenced(level: Level): boolean {
  const cte = level.role === 'cte' ? level.cte : undefined
  if (cte !== undefined && (cte.materialized || cte.changes || cte.recursive)) return true
  return level.limit || level.fence || level.distinct !== 'none' || level.groupBy || level.aggregate
}

/** Column or ordinal of a sort key, direction and NULLS FIRST aside. */
function sortKey(source: Source, [start, end]: Range): string | undefined {
  let last = end
  if (source.tokens[last - 2]?.key === 'nulls') last -= 2
  const direction = source.tokens[last - 1]?.key
  if (direction === 'asc' || direction === 'desc') last--
  const only = source.tokens[start]
  return only?.kind === 'number' && last - start === 1 ? only.key : bareColumn(source, start, last)
}

function conditionFacts(source: Source, range: Range): ConditionFacts {
  const [start, end] = withoutBrackets(source, range)
  const equals: string[] = []
  const conditions: Range[] = []
  let from = start
  let hole = false
  let between = false
  for (let i = start; i < end; i++) {
    const token = source.tokens[i]
    if (token?.kind === 'punct' && token.match > i) i = token.match
    else if (token?.key === 'or')
      return { conjuncts: 1, equals: [], free: 0, cheap: 0, hole: hasBareHole(source, [start, end]) }
    else if (token?.key === 'between') between = true
    else if (token?.key === 'and') {
      // the AND of BETWEEN joins no conditions
      if (!between) {
        conditions.push([from, i])
        from = i + 1
      }
      between = false
    }
  }
  if (end > from) conditions.push([from, end])
  let free = 0
  let cheap = 0
  for (const condition of conditions) {
    const compared = comparison(source, condition)
    if (isFree(source, condition)) free++
    else if (compared !== undefined) cheap++
    if (compared?.operator === '=') equals.push(compared.column)
    hole ||= hasBareHole(source, condition)
  }
  return { conjuncts: conditions.length, equals, free, cheap, hole }
}

function withoutBrackets(source: Source, [start, end]: Range): Range {
  while (source.tokens[start]?.key === '(' && source.tokens[start]?.match === end - 1) {
    start++
    end--
  }
  return [start, end]
}

/** `column = value`, where the value is a literal, a placeholder or a hole, casts aside. */
function comparison(source: Source, [start, end]: Range): { column: string; operator: string } | undefined {
  const { tokens } = source
  for (const at of [start + 1, start + 3]) {
    const operator = tokens[at]
    if (at >= end - 1 || operator === undefined || !/^(?:[=<>]|<=|>=|<>|!=)$/.test(operator.key)) continue
    const value = tokens[at + 1]
    const simple = value !== undefined && /^(?:number|string|placeholder|hole)$/.test(value.kind)
    const column = bareColumn(source, start, at)
    if (simple && column !== undefined && (at + 2 === end || tokens[at + 2]?.key === '::'))
      return { column, operator: operator.key }
  }
  return undefined
}

/** `NOT j.done IS NOT TRUE`. */
const LONGEST_FREE = 7

/** `done`, `NOT done`, `done = false`, `done IS NOT TRUE`, `gone_at IS NULL`: the planner takes these to cost nothing. */
function isFree(source: Source, [start, end]: Range): boolean {
  const { tokens } = source
  if (end - start > LONGEST_FREE) return false
  const words = tokens.slice(start, end).map((token) => token.key)
  const first = words[0] === 'not' ? start + 1 : start
  const column = tokens[first + 1]?.key === '.' ? first + 3 : first + 1
  if (column > end || bareColumn(source, first, column) === undefined) return false
  const rest = words.slice(column - start).join(' ')
  return /^(?:(?:=|<>|!=) (?:true|false)|is(?: not)? (?:null|true|false|unknown)|isnull|notnull)?$/.test(rest)
}

/** A hole outside brackets with no operator in front of it: it may be any condition. */
function hasBareHole(source: Source, [start, end]: Range): boolean {
  for (let i = start; i < end; i++) {
    const token = source.tokens[i]
    if (token?.kind === 'punct' && token.match > i) i = token.match
    const before = source.tokens[i - 1]
    if (token?.kind !== 'hole' || before?.kind === 'operator') continue
    const value = before?.kind === 'word' && /^(?:in|like|ilike|between|is|from|any|all|to|escape)$/.test(before.key)
    const andOfBetween = before?.key === 'and' && source.tokens[i - 3]?.key === 'between'
    if (!value && !andOfBetween && source.tokens[i + 1]?.kind !== 'operator') return true
  }
  return false
}

/** Settles which CTEs run: those that the statement reads, directly or through others, and those that change data. */
export function settleReferences(
  ctes: Iterable<Cte>,
  references: readonly (readonly [Cte | undefined, Cte])[],
  unsure: boolean,
): void {
  const readBy = new Map<Cte, Cte[]>()
  const running: Cte[] = []
  for (const [reader, cte] of references) {
    const list = reader === undefined ? running : (readBy.get(reader) ?? [])
    list.push(cte)
    if (reader !== undefined) readBy.set(reader, list)
  }
  const all = [...ctes]
  running.push(...all.filter((cte) => cte.changes))
  for (let cte = running.pop(); cte !== undefined; cte = running.pop()) {
    if (cte.referenced === 'yes') continue
    cte.referenced = 'yes'
    running.push(...(readBy.get(cte) ?? []))
  }
  for (const cte of all) if (cte.referenced !== 'yes' && (unsure || cte.name === undefined)) cte.referenced = 'unknown'
}
