/** Turns scanned levels into the `QueryLevel` facts that `readSql` answers. */

import type { FromItem, LevelRole, QueryLevel, WhereFacts } from './types.ts'
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

  /** Facts of a level and of all around it; a loop, since levels may be nested 10,000 deep. */
  of(level: Level): QueryLevel {
    const missing: Level[] = []
    for (let at: Level | undefined = level; at !== undefined && !this.made.has(at); at = at.outer) missing.push(at)
    for (const one of missing.reverse()) this.made.set(one, this.make(one))
    return this.made.get(level) ?? this.make(level)
  }

  private make(level: Level): QueryLevel {
    return {
      role: roleOf(level),
      verb: level.verb,
      outer: level.outer && this.made.get(level.outer),
      outerClause: level.outerClause,
      from: level.from.map(fromItem),
      where: level.where && whereFacts(this.source, level.where),
      distinct: level.distinct,
      groupBy: level.groupBy,
      aggregate: level.aggregate,
      having: level.having,
      orderBy: level.sortKeys.map((key) => sortKey(this.source, key)),
      limit: level.limit,
      offset: level.offset,
      rowLock: level.rowLock,
      setOperation: level.setOperation,
      hole: level.hole,
    }
  }
}

function roleOf(level: Level): LevelRole {
  const { role, cte } = level
  if (role === 'from') return { kind: role, lateral: level.lateral }
  if (role !== 'cte') return { kind: role }
  return {
    kind: role,
    name: cte?.name,
    referenced: cte?.referenced ?? 'unknown',
    materialized: cte?.materialized ?? false,
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
      const fenced = level?.role === 'cte' && level.cte?.materialized === true
      return {
        kind,
        alias,
        limited: fenced || level?.limit === true || level?.offset === true,
        // a CTE that reads itself has no level yet
        tables: level?.readsTables ?? true,
      }
    }
  }
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

function whereFacts(source: Source, [start, end]: Range): WhereFacts {
  const equals: string[] = []
  const conditions: Range[] = []
  let from = start
  let hole = false
  let between = false
  for (let i = start; i < end; i++) {
    const token = source.tokens[i]
    if (token?.kind === 'punct' && token.match > i) i = token.match
    else if (token?.key === 'or') return { conjuncts: 1, equals: [], hole: hasBareHole(source, [start, end]) }
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
  for (const condition of conditions) {
    const column = equalColumn(source, condition)
    if (column !== undefined) equals.push(column)
    hole ||= hasBareHole(source, condition)
  }
  return { conjuncts: conditions.length, equals, hole }
}

/** The column of `column = value`, where the value is a literal, a placeholder or a hole, casts aside. */
function equalColumn(source: Source, [start, end]: Range): string | undefined {
  const { tokens } = source
  for (const at of [start + 1, start + 3]) {
    if (at >= end - 1 || tokens[at]?.key !== '=') continue
    const value = tokens[at + 1]
    const simple = value !== undefined && /^(?:number|string|placeholder|hole)$/.test(value.kind)
    if (simple && (at + 2 === end || tokens[at + 2]?.key === '::')) return bareColumn(source, start, at)
  }
  return undefined
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
