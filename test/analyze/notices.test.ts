import { afterEach, expect, it } from 'vitest'
import { handleLimits, type Limit } from '../../src/analyze/notices.ts'
import { DB, lintIn, project } from '../modules/project.ts'

const limits: Limit[] = []

afterEach(() => {
  limits.length = 0
})

handleLimits((limit) => limits.push(limit))

const tests = (count: number): string =>
  Array.from({ length: count }, (_, i) => `  if (id > ${i}) await step${i % 7}(id)`).join('\n')

it('tells of a function that takes too many steps', () => {
  const nested = Array.from({ length: 9 }, (_, i) => `async function step${i}(id: number) {\n${tests(40)}\n}`).join(
    '\n',
  )
  const folder = project({
    'db.ts': DB,
    'job.ts': `import { pool } from './db'
export async function job(id: number) {
  const client = await pool.connect()
  await client.query('SELECT pg_advisory_lock($1)', [id])
  await step8(id)
  await client.query('SELECT pg_advisory_unlock($1)', [id])
  client.release()
}
${nested}
`,
  })
  lintIn(folder, 'job.ts')
  expect(limits).toContainEqual({ kind: 'function', what: 'job (line 2)' })
})

it('tells of modules that are not read', () => {
  const names = Array.from({ length: 70 }, (_, i) => `lock${i}`)
  const folder = project({
    ...Object.fromEntries(
      names.map((name) => [
        `${name}.ts`,
        "import type { PoolClient } from 'pg'\nexport const take = (c: PoolClient) => c.query('SELECT pg_advisory_xact_lock(1)')\n",
      ]),
    ),
    'job.ts': `${names.map((name) => `import { take as ${name} } from './${name}'`).join('\n')}
export async function job(client: PoolClient) {
${names.map((name) => `  await ${name}(client)`).join('\n')}
}
`,
  })
  lintIn(folder, 'job.ts')
  expect(limits.filter(({ kind }) => kind === 'module')).toHaveLength(10)
})

it('says nothing where all was looked at', () => {
  lintIn(
    project({
      'db.ts': DB,
      'job.ts': "import { pool } from './db'\nexport const job = () => pool.query('SELECT pg_advisory_lock(1)')\n",
    }),
    'job.ts',
  )
  expect(limits).toEqual([])
})
