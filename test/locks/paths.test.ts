/** Paths that a program has must be run: each lock here is forgotten on one path only. */
import { Linter } from 'eslint'
import { expect, it } from 'vitest'
import plugin from '../../src/index.ts'
import { eslintParser } from '../../src/parse/eslint-parser.ts'

const LOCK = "await client.query('SELECT pg_advisory_lock($1)', [id])"

function findings(body: string): string[] {
  const code = `import { Pool } from 'pg'
const pool = new Pool()
export async function f(id: number, list: any, use: any) {
  const client = await pool.connect()
  ${body}
  client.release()
}`
  const config: Linter.Config[] = [
    { files: ['**/*.ts'], languageOptions: { parser: eslintParser } },
    { plugins: { 'pg-advisory-lock': plugin }, rules: { 'pg-advisory-lock/require-unlock': 'error' } },
  ]
  return new Linter().verify(code, config, 'paths.ts').map(({ messageId, message }) => messageId ?? message)
}

it.each([
  ['straight', LOCK],
  ['out of a loop through a finally', `for (const x of await list()) { try { ${LOCK}; break } finally { use(x) } }`],
  [
    'back to the head of a loop through a finally',
    `for (let n = 0; ; ) { if (n) { ${LOCK}; break } try { n = 1 } finally { use(n) } }`,
  ],
  ['where one of two calls gave nothing', `let v; if (id) v = use(1); else v = use(2); v ?? (${LOCK})`],
  ['where one of two values is assigned', `let v; if (id) v = use(1); else v = null; v ??= ${LOCK}`],
])('%s', (_, body) => expect(findings(body)).toEqual(['returnedToPool']))
