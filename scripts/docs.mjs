// Writes into README.md what is made from the rules: `npm run docs` after a change of a rule's `docs`, options or preset.
import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { createJiti } from 'jiti'
import { format, resolveConfig } from 'prettier'

const readme = fileURLToPath(new URL('../README.md', import.meta.url))
const jiti = createJiti(import.meta.url)
const { withTables } = await jiti.import('./readme-tables.ts')
const { rules } = await jiti.import('../rules/index.ts')

const text = withTables(await readFile(readme, 'utf8'), rules)
await writeFile(readme, await format(text, { ...(await resolveConfig(readme)), filepath: readme }))
