/** What the README says of the rules is what the rules say of themselves. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Rule } from 'eslint'
import { format, resolveConfig } from 'prettier'
import { expect, it } from 'vitest'
import { rules } from '../rules/index.ts'
import { readmeLineOf, withTables } from '../scripts/readme-tables.ts'

const filepath = fileURLToPath(new URL('../README.md', import.meta.url))
const readme = readFileSync(filepath, 'utf8')

it('has the tables that `npm run docs` writes', async () => {
  const written = await format(withTables(readme, rules), { ...(await resolveConfig(filepath)), filepath })
  expect(readme).toBe(written)
})

it.each(Object.entries<Rule.RuleModule>(rules))('has one sentence and a tiny example of %s', (_, rule) => {
  const { finding = '', example = '' } = readmeLineOf(rule)
  expect(finding).toMatch(/^[^.]+\.$/)
  expect(example).toMatch(/`.+`/)
  expect(finding.length).toBeLessThanOrEqual(130)
  expect(example.length).toBeLessThanOrEqual(110)
})
