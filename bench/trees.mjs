// Writes folders of TypeScript as services have it: modules of 20 to 600 lines, the same text on every machine.
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const FILES = 5000
/** One file in this many uses locks: 2 %. As many again call a helper of another module that does. */
const ONE_IN = 50

/** Changes whenever the text does, so that an older tree isn't taken for this one. */
const VERSION = 2

/** The two generated trees; each is written once and kept in the folder for temporary files. */
export function generatedTrees() {
  return [
    { name: 'generated, no locks', root: treeAt('plain', () => 'none'), lockShare: 0 },
    {
      name: 'generated, 2 % with locks',
      root: treeAt('locks', (index) => (index % ONE_IN === 7 ? 'own' : index % ONE_IN === 8 ? 'helper' : 'none')),
      lockShare: 1 / ONE_IN,
    },
  ]
}

function treeAt(kind, locksOf) {
  const root = join(tmpdir(), `pg-advisory-lock-bench-${VERSION}`, kind)
  const done = join(root, '.done')
  if (existsSync(done)) return root
  rmSync(root, { recursive: true, force: true })
  for (let index = 0; index < FILES; index++) {
    mkdirSync(folderOf(root, index), { recursive: true })
    writeFileSync(join(folderOf(root, index), `${nameOf(index)}.ts`), moduleText(index, locksOf(index)))
  }
  for (let index = 0; index < PACKAGES; index++) {
    const folder = join(root, 'packages', `p${index}`)
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: `p${index}`, type: 'module' }))
    const shared = kind === 'plain' ? SHARED : { ...SHARED, ...HELPER }
    for (const [name, text] of Object.entries(shared)) writeFileSync(join(folder, name), text)
  }
  writeFileSync(done, '')
  return root
}

const NOUNS = ['order', 'invoice', 'tenant', 'report', 'shipment', 'device', 'account', 'ticket', 'session', 'price']
const VERBS = ['load', 'save', 'check', 'merge', 'send', 'count', 'find', 'apply', 'index', 'close']

const PACKAGES = 40
const FOLDERS = 9

const folderOf = (root, index) => join(root, 'packages', `p${index % PACKAGES}`, 'src', `m${index % FOLDERS}`)
/** Two modules of one folder are so many numbers apart. */
const APART = PACKAGES * FOLDERS

/** What the modules of a package import. */
const SHARED = {
  'config.ts': `export const config = { databaseUrl: process.env.DATABASE_URL, ratesUrl: 'https://rates.example/' }\n`,
  'types.ts': `export interface Page<Row> {\n  readonly rows: readonly Row[]\n  readonly next: string | undefined\n}\n`,
}
const HELPER = {
  'lock.ts': `import { Pool } from 'pg'
import { config } from './config.js'

const pool = new Pool({ connectionString: config.databaseUrl })

export async function withLock<T>(key: string, work: () => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    await client.query('SELECT pg_advisory_lock(hashtextextended($1, 0))', [key])
    try {
      return await work()
    } finally {
      await client.query('SELECT pg_advisory_unlock(hashtextextended($1, 0))', [key])
    }
  } finally {
    client.release()
  }
}
`,
}

const nameOf = (index) => `${NOUNS[index % 10]}-${VERBS[(index >> 3) % 10]}-${index}`

/** Numbers below `limit` that are the same in every run (a linear congruential generator). */
function randomFrom(seed) {
  let state = (seed * 2_654_435_761 + 12_345) >>> 0
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * limit)
  }
}

function moduleText(index, locks) {
  const random = randomFrom(index + 1)
  const noun = NOUNS[index % 10]
  const type = noun[0].toUpperCase() + noun.slice(1)
  // Most modules are short and a few are long, as everywhere.
  const parts = 1 + Math.floor(30 * (random(1000) / 1000) ** 4) + random(5)
  const lines = [
    `import { readFile } from 'node:fs/promises'`,
    `import { Pool, type PoolClient } from 'pg'`,
    `import { config } from '../../config.js'`,
    `import type { ${type}Row, Page } from '../../types.js'`,
    ...(locks === 'helper' ? [`import { withLock } from '../../lock.js'`] : []),
    ...(index >= APART ? [`import * as before from './${nameOf(index - APART)}.js'`] : []),
    ``,
    `const pool = new Pool({ connectionString: config.databaseUrl, max: ${5 + random(20)} })`,
    ``,
    `export interface ${type}Options {`,
    `  readonly limit?: number`,
    `  readonly since?: Date`,
    `  readonly tags: readonly string[]`,
    `}`,
    ``,
  ]
  if (locks === 'own') lines.push(...LOCK_PARTS[random(LOCK_PARTS.length)](index), ``)
  if (locks === 'helper') lines.push(...helperPart(index), ``)
  for (let part = 0; part < parts; part++) lines.push(...PARTS[random(PARTS.length)](type, part, random), ``)
  return lines.join('\n')
}

const PARTS = [
  (type, part, random) => [
    `/** Finds the rows of one page, the newest first. */`,
    `export async function find${type}${part}(id: string, options: ${type}Options): Promise<Page<${type}Row>> {`,
    `  const { limit = ${10 * (1 + random(9))}, since, tags } = options`,
    `  const result = await pool.query<${type}Row>(`,
    `    \`SELECT * FROM ${type.toLowerCase()}s WHERE owner = $1 AND created_at > $2 ORDER BY created_at DESC LIMIT $3\`,`,
    `    [id, since ?? new Date(0), limit],`,
    `  )`,
    `  const rows = result.rows.filter((row) => tags.length === 0 || tags.some((tag) => row.tags.includes(tag)))`,
    `  return { rows, next: rows.length === limit ? rows.at(-1)?.id : undefined }`,
    `}`,
  ],
  (type, part, random) => [
    `export class ${type}Service${part} {`,
    `  private readonly cache = new Map<string, ${type}Row>()`,
    `  #hits = 0`,
    ``,
    `  constructor(private readonly client: PoolClient, private readonly ttl = ${1000 * (1 + random(60))}) {}`,
    ``,
    `  async get(id: string): Promise<${type}Row | undefined> {`,
    `    const known = this.cache.get(id)`,
    `    if (known && Date.now() - known.readAt < this.ttl) {`,
    `      this.#hits++`,
    `      return known`,
    `    }`,
    `    try {`,
    `      const { rows } = await this.client.query('SELECT * FROM ${type.toLowerCase()}s WHERE id = $1', [id])`,
    `      if (rows[0]) this.cache.set(id, { ...rows[0], readAt: Date.now() })`,
    `      return rows[0]`,
    `    } catch (error) {`,
    `      if (error instanceof Error && error.message.includes('timeout')) return undefined`,
    `      throw error`,
    `    }`,
    `  }`,
    `}`,
  ],
  (type, part, random) => [
    `export function total${type}${part}(rows: readonly ${type}Row[]): Record<string, number> {`,
    `  const totals: Record<string, number> = {}`,
    `  for (const { kind, amount, discount } of rows) {`,
    `    const net = discount === undefined ? amount : amount * (1 - discount / 100)`,
    `    switch (kind) {`,
    ...Array.from({ length: 1 + random(6) }, (_, at) => [
      `      case 'kind-${at}':`,
      `        totals['kind-${at}'] = (totals['kind-${at}'] ?? ${random(9)}) + net`,
      `        break`,
    ]).flat(),
    `      default:`,
    `        totals.other = (totals.other ?? 0) + net`,
    `    }`,
    `  }`,
    `  return totals`,
    `}`,
  ],
  (type, part, random) => [
    `export const schema${type}${part} = {`,
    ...Array.from(
      { length: 3 + random(14) },
      (_, at) => `  field${at}: { type: 'string', max: ${random(500)}, trim: true },`,
    ),
    `} as const`,
  ],
  (type, part) => [
    `export async function import${type}${part}(path: string, seen: Set<string> = new Set()): Promise<number> {`,
    `  const text = await readFile(path, 'utf8')`,
    `  let count = 0`,
    `  for (const line of text.split('\\n')) {`,
    `    const [id, name, value] = line.split(';')`,
    `    if (!id || seen.has(id)) continue`,
    `    seen.add(id)`,
    `    await pool.query('INSERT INTO imports (id, name, value) VALUES ($1, $2, $3)', [id, name?.trim(), Number(value)])`,
    `    count++`,
    `  }`,
    `  return count`,
    `}`,
  ],
]

/** Calls the helper of another module. */
const helperPart = (index) => [
  `export async function guarded${index}(id: string): Promise<void> {`,
  `  await withLock('guarded:' + id, async () => {`,
  `    await pool.query('UPDATE guarded SET done = true WHERE id = $1', [id])`,
  `    await fetch(config.ratesUrl + id)`,
  `  })`,
  `}`,
]

const LOCK_PARTS = [
  (index) => [
    `export async function once${index}(id: number, work: () => Promise<void>): Promise<boolean> {`,
    `  const client = await pool.connect()`,
    `  try {`,
    `    const { rows } = await client.query('SELECT pg_try_advisory_lock($1, $2) AS locked', [${index}, id])`,
    `    if (!rows[0].locked) return false`,
    `    try {`,
    `      await work()`,
    `    } finally {`,
    `      await client.query('SELECT pg_advisory_unlock($1, $2)', [${index}, id])`,
    `    }`,
    `    return true`,
    `  } finally {`,
    `    client.release()`,
    `  }`,
    `}`,
  ],
  (index) => [
    `export async function refresh${index}(tenantId: string): Promise<void> {`,
    `  const client = await pool.connect()`,
    `  await client.query('SELECT pg_advisory_lock(hashtextextended($1, 0))', ['refresh:' + tenantId])`,
    `  const answer = await fetch(config.ratesUrl + tenantId)`,
    `  await client.query('UPDATE rates SET body = $2 WHERE tenant = $1', [tenantId, await answer.text()])`,
    `  await client.query('SELECT pg_advisory_unlock(hashtextextended($1, 0))', ['refresh:' + tenantId])`,
    `  client.release()`,
    `}`,
  ],
  (index) => [
    `async function locked${index}<T>(client: PoolClient, key: string, run: () => Promise<T>): Promise<T> {`,
    `  await client.query('BEGIN')`,
    `  try {`,
    `    await client.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [key])`,
    `    const result = await run()`,
    `    await client.query('COMMIT')`,
    `    return result`,
    `  } catch (error) {`,
    `    await client.query('ROLLBACK')`,
    `    throw error`,
    `  }`,
    `}`,
    ``,
    `export async function number${index}(client: PoolClient, series: string): Promise<number> {`,
    `  return locked${index}(client, \`series:\${series}\`, async () => {`,
    `    const { rows } = await client.query('SELECT max(number) AS last FROM numbers WHERE series = $1', [series])`,
    `    const next = (rows[0]?.last ?? 0) + 1`,
    `    await client.query('INSERT INTO numbers (series, number) VALUES ($1, $2)', [series, next])`,
    `    return next`,
    `  })`,
    `}`,
  ],
]
