/** What a query level gives to the level around it: names of its columns, whether it reads tables, which CTEs it reads. */

import { type Brackets, itemName, readItem } from './item-name.ts'
import type { ColumnReads, Cte, FromEntry, Level, Range } from './levels.ts'
import { nameOf, type Source } from './source.ts'

/** The parts of a scan that naming needs. */
export interface NameContext {
  readonly ctes: ReadonlyMap<string, Cte>
  readonly brackets: Brackets
  readonly references: (readonly [Cte | undefined, Cte])[]
}

/** Fills in what can be told of a level at its end; all levels inside have ended before. */
export function nameLevel(source: Source, context: NameContext, level: Level): void {
  for (const entry of level.from) {
    resolveEntry(context, level, entry)
    const isTable = entry.kind === 'table' || entry.kind === 'hole'
    if (isTable || entry.level?.readsTables === true) level.readsTables = true
    // a CTE that reads itself has no level yet
    if (isTable || (entry.kind !== 'function' && entry.kind !== 'values' && entry.level?.unlimited !== false))
      level.unlimited = true
  }
  if (level.limit || level.offset) level.unlimited = false
  if (level.role === 'set-operand' && level.outer !== undefined) {
    level.outer.readsTables ||= level.readsTables
    level.outer.unlimited ||= level.unlimited
  }
  level.itemNames = level.items.map((item) => itemName(source, context.brackets, item))
  level.columns = columnsOf(source, level)
}

function resolveEntry(context: NameContext, level: Level, entry: FromEntry): void {
  if (entry.kind === 'subquery' && entry.level?.verb === 'values') entry.kind = 'values'
  const cte = entry.kind === 'table' && entry.name !== undefined ? context.ctes.get(entry.name) : undefined
  if (entry.kind === 'table' && cte === undefined && level.cte !== undefined)
    level.cte.recursive ||= entry.name !== undefined && entry.name === level.cte.name
  if (cte === undefined) return
  entry.kind = 'cte'
  entry.alias ??= entry.name
  entry.level = cte.level
  context.references.push([level.cte, cte])
  cte.readers.push(level)
}

function columnsOf(source: Source, level: Level): readonly (string | undefined)[] {
  if (level.firstArm !== undefined) return level.firstArm.columns
  if (level.verb === 'values') return [undefined]
  if (!level.items.some((item) => isStar(source, item))) return level.itemNames
  return level.items.flatMap((item, i) => (isStar(source, item) ? starColumns(level) : [level.itemNames[i]]))
}

/** Whether an item is `*` or `t.*`. */
export function isStar(source: Source, [start, end]: Range): boolean {
  const last = source.tokens[end - 1]
  return last?.key === '*' && (end - start === 1 || source.tokens[end - 2]?.key === '.')
}

/** `*` over one entry whose columns are known. */
function starColumns(level: Level): readonly (string | undefined)[] {
  const [entry] = level.from
  if (level.from.length !== 1 || entry === undefined || level.hole) return [undefined]
  if (entry.kind === 'function') return [functionColumn(entry)]
  // long lists aren't handed up through many levels
  return entry.level !== undefined && entry.level.columns.length < 64 ? entry.level.columns : [undefined]
}

/** The column of a function in FROM that returns one value: its column alias, its alias, its name. */
export function functionColumn(entry: FromEntry): string | undefined {
  return entry.column ?? entry.alias ?? entry.name?.replace(/^.*\./, '')
}

/** Last name of an item that is a bare column, `got` or `l.got`, with or without an alias; else undefined. */
export function bareColumn(source: Source, start: number, end: number): string | undefined {
  if (end - start === 1) return nameOf(source, source.tokens[start])
  return end - start === 3 && source.tokens[start + 1]?.key === '.'
    ? nameOf(source, source.tokens[start + 2])
    : undefined
}

/** Finds where a level reads columns of its FROM, once for all calls that are followed through it. */
export function columnReads(source: Source, level: Level): ColumnReads {
  const items = new Map<string, number>()
  const where = new Map<string, number>()
  for (const [index, item] of level.items.entries()) {
    const name = bareColumn(source, item[0], readItem(source, item).end)
    if (name !== undefined && !items.has(name)) items.set(name, index)
  }
  const [start, end] = level.where ?? [0, 0]
  for (let i = start; i < end; i++) {
    const name = source.tokens[i + 1]?.key === '.' ? undefined : nameOf(source, source.tokens[i])
    if (name !== undefined && !where.has(name)) where.set(name, i)
  }
  return { items, where, star: level.items.findIndex((item) => isStar(source, item)) }
}
