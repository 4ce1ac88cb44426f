// What following imports costs: the same files linted with a path, so that their imports are followed, and without one.
// Run by run.mjs in a process of its own, `node --expose-gc bench/modules.mjs FOLDER`; prints one line of JSON.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as parser from '@typescript-eslint/parser'
import { Linter } from 'eslint'
import plugin from 'eslint-plugin-pg-advisory-lock'
import { median, sourcesOf } from './measure.mjs'

const [root] = process.argv.slice(2)
const linter = new Linter({ cwd: root })
const base = { files: ['**/*.ts'], languageOptions: { parser } }
const config = [base, ...plugin.configs.recommended]

function verify(text, filename, used = config) {
  const start = performance.now()
  const messages = linter.verify(text, used, filename)
  return { milliseconds: performance.now() - start, messages }
}

function heap() {
  globalThis.gc()
  return process.memoryUsage().heapUsed
}

/** Lints all files under the names that are given; answers what is in use after that, more than before. */
function grownBy(files, nameOf) {
  const before = heap()
  for (const { path, text } of files) verify(text, nameOf(path))
  return heap() - before
}

const files = sourcesOf(root).map((path) => ({ path, text: readFileSync(path, 'utf8') }))
// Code and tables first, then what following imports keeps.
grownBy(files.slice(0, 1000), () => 'file.ts')
const grown = grownBy(files, (path) => path)

const alone = { time: 0, found: 0 }
const linked = { time: 0, found: 0 }
function add(sum, text, filename) {
  const { milliseconds, messages } = verify(text, filename)
  sum.time += milliseconds
  sum.found += messages.length
}
// By turns, so that both meet the same machine.
files.forEach(({ path, text }, index) => {
  if (index % 2 === 0) add(alone, text, 'file.ts')
  add(linked, text, path)
  if (index % 2 === 1) add(alone, text, 'file.ts')
})

// ---------------------------------------------------------------- an editor

/** A file of 500 lines, one function of which uses a wrapper. */
const long = `import { Pool } from 'pg'
import { withLock } from '../../lock.js'
import { config } from '../../config.js'

const pool = new Pool({ connectionString: config.databaseUrl })

export const refresh = (id: string) =>
  withLock(\`refresh:\${id}\`, async () => {
    const answer = await fetch(config.ratesUrl + id)
    await pool.query('UPDATE rates SET body = $2 WHERE id = $1', [id, await answer.text()])
  })
${Array.from(
  { length: 70 },
  (_, i) => `
export async function load${i}(id: string) {
  const { rows } = await pool.query('SELECT * FROM orders WHERE id = $1 AND state = $2', [id, ${i}])
  if (rows.length === 0) return undefined
  const [first] = rows
  return { ...first, total: first.amount * ${i} }
}`,
).join('\n')}
`
const edited = join(root, 'packages/p0/src/m0/editor.ts')
const editing = (used) =>
  median(Array.from({ length: 31 }, (_, i) => verify(`${long}// ${i}\n`, edited, used).milliseconds))

const [without, withRules] = [editing([base]), editing(config)]
console.log(
  JSON.stringify({
    files: files.length,
    ratio: linked.time / alone.time,
    found: linked.found,
    foundAlone: alone.found,
    grown,
    editor: withRules - without,
    lines: long.split('\n').length,
  }),
)
