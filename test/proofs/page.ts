/** The section "Proof" of a rule's page: what the last run saw, as tables. */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { format, resolveConfig } from 'prettier'

/** How something was with the wrong program and with the right one. */
export interface Both {
  readonly wrong?: unknown
  readonly right?: unknown
}

/** By driver, by what was looked at. */
export type Observed = Map<string, Map<string, Both>>

const BEGIN = '<!-- begin proof: `npm run test:proofs -- --update` writes this from what it saw -->'
const END = '<!-- end proof -->'

/** Folder names are those of the driver tables; pages call the drivers by their own names. */
const DRIVER_NAMES: Readonly<Record<string, string>> = {
  pg: 'node-postgres',
  postgres: 'postgres.js',
  prisma: 'Prisma',
  drizzle: 'Drizzle',
  kysely: 'Kysely',
  knex: 'Knex',
  sequelize: 'Sequelize',
  typeorm: 'TypeORM',
  pgbouncer: 'node-postgres through PgBouncer',
}

/** Whether the pages are to be written instead of compared. */
export const isUpdate = process.env['UPDATE_PROOFS'] === '1'

export function readPage(rule: string): string {
  return readFileSync(pathOf(rule), 'utf8')
}

export function writePage(rule: string, text: string): void {
  writeFileSync(pathOf(rule), text)
}

/** What stands between the two marks, which included; undefined without them. */
export function proofIn(page: string): string | undefined {
  const [begin, end] = [page.indexOf(BEGIN), page.indexOf(END)]
  return begin < 0 || end < begin ? undefined : page.slice(begin, end + END.length)
}

/** @throws Error where the page has no place for it */
export function withProof(page: string, section: string): string {
  const old = proofIn(page)
  if (old !== undefined) return page.replace(old, () => section)
  const before = '\n## Messages\n'
  if (!page.includes(before)) throw new Error('The page has no section "Messages", before which the proof stands.')
  return page.replace(before, () => `\n## Proof\n\n${section}\n${before}`)
}

/** The two marks and what stands between them, formatted as it is in the page. */
export async function sectionOf(
  rule: string,
  observed: ReadonlyMap<string, ReadonlyMap<string, Both>>,
): Promise<string> {
  const groups = new Map<string, string[]>()
  for (const [driver, rows] of observed) {
    const table = tableOf(rows)
    groups.set(table, [...(groups.get(table) ?? []), DRIVER_NAMES[driver] ?? driver])
  }
  const intro = `The two programs of [each folder here](../../fixtures/proofs/${rule}), run on a PostgreSQL server: the one that the rule reports, and its twin that it leaves alone.`
  const parts = [...groups].map(([table, drivers]) => `With ${listed(drivers)}:\n\n${table}`)
  const text = [BEGIN, intro, ...parts, END].join('\n\n')
  const path = pathOf(rule)
  return (await format(text, { ...(await resolveConfig(path)), filepath: path })).trimEnd()
}

function tableOf(rows: ReadonlyMap<string, Both>): string {
  const lines = [...rows].map(([what, { wrong, right }]) => `| ${what} | ${cell(wrong)} | ${cell(right)} |`)
  return ['| Seen | `wrong.ts` | `right.ts` |', '| --- | --- | --- |', ...lines].join('\n')
}

function cell(value: unknown): string {
  if (value === undefined) return ''
  return typeof value === 'string' ? value : `\`${JSON.stringify(value)}\``
}

function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`
}

function pathOf(rule: string): string {
  return fileURLToPath(new URL(`../../docs/rules/${rule}.md`, import.meta.url))
}
