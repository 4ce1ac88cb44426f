import { existsSync, readdirSync } from 'node:fs'
import type { ESLint, Linter } from 'eslint'
import { defineConfig, globalIgnores } from 'eslint/config'
import eslintPlugin from 'eslint-plugin-eslint-plugin'
import tseslint from 'typescript-eslint'

// The direction of imports between the layers of src/. A file at the top of src/ is a layer of its own name.
const leaves = ['vocabulary', 'settings']
const origins = ['sql', 'syntax', ...leaves]
const knowledge = ['origins', ...origins]
const effects = ['drivers', 'network', 'builtins', ...knowledge]
const locks = ['effects', 'flow', ...effects]
const modules = ['locks', 'parse', ...locks]
const analyze = ['modules', ...modules]
const verdicts = ['analyze', ...analyze]
const everything = ['verdicts', 'edits', 'create-rule', 'configs', 'index', 'cli', ...verdicts]

const mayImport: Record<string, string[]> = {
  // A leaf but for the node types, which live in syntax/ast.ts.
  parse: ['syntax'],
  vocabulary: [],
  settings: [],
  sql: [],
  syntax: leaves,
  flow: ['syntax'],
  origins,
  drivers: knowledge,
  network: knowledge,
  builtins: knowledge,
  effects,
  locks,
  modules,
  analyze,
  verdicts,
  edits: verdicts,
  'create-rule': ['settings'],
  configs: ['create-rule'],
  index: everything,
  cli: everything,
}

const layers = readdirSync(new URL('src', import.meta.url)).map((name) => name.replace(/\.ts$/, ''))

/** Imports that leave the layer and aren't in its row. A layer without a row may import no other. */
function direction(layer: string): Linter.Config {
  const allowed = mayImport[layer] ?? []
  const banned = new Set([...layers, ...Object.keys(mayImport)])
  for (const name of [layer, ...allowed]) banned.delete(name)
  const patterns = [
    {
      regex: `^(?:\\./|(?:\\.\\./)+)(?:src/)?(?:${[...banned].join('|')})(?:/|\\.ts$)`,
      message: `src/${layer} may import only ${allowed.join(', ') || 'itself'} (see mayImport in eslint.config.ts).`,
    },
  ]
  if (layer !== 'index') patterns.push({ regex: '(?:^|/)rules/', message: 'Only src/index.ts imports the rules.' })
  const isFolder = !existsSync(new URL(`src/${layer}.ts`, import.meta.url))
  return {
    name: `direction/${layer}`,
    files: [isFolder ? `src/${layer}/**/*.ts` : `src/${layer}.ts`],
    rules: { '@typescript-eslint/no-restricted-imports': ['error', { patterns }] },
  }
}

/** Our own rules on our own code, once dist/ is built (`npm test` builds first). */
async function ownRules(): Promise<Linter.Config[]> {
  const entry = new URL('dist/src/index.js', import.meta.url)
  if (!existsSync(entry)) return []
  const { default: plugin } = (await import(entry.href)) as { default: ESLint.Plugin }
  const recommended = plugin.configs?.['recommended']
  return recommended === undefined ? [] : ([recommended].flat() as Linter.Config[])
}

export default defineConfig([
  globalIgnores(['dist', 'coverage', 'fixtures']),
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      // Node types are compared with strings: their enum would be a run-time import of @typescript-eslint/types.
      '@typescript-eslint/no-unsafe-enum-comparison': 'off',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
    },
  },
  ...layers.map(direction),
  {
    name: 'direction/rules',
    files: ['rules/**/*.ts'],
    ignores: ['rules/index.ts'],
    extends: [eslintPlugin.configs.recommended],
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              regex: '^(?:\\.\\./)+src/(?!create-rule\\.ts$|analyze\\.ts$|verdicts/|edits/)',
              allowTypeImports: true,
              message: 'A rule asks analyze, verdicts and edits; the layers below are not its business.',
            },
            { regex: '^\\./[^/]+\\.ts$', message: 'A rule imports no other rule.' },
            { regex: '^node:', message: 'A rule reads no file and starts nothing.' },
          ],
        },
      ],
      'no-restricted-syntax': [
        'error',
        {
          selector: 'BinaryExpression > MemberExpression[property.name="type"]',
          message: 'A rule does not walk the AST: the layer that owns the fact answers.',
        },
      ],
      // createRule adds the url; test/plugin.test.ts looks that it is there.
      'eslint-plugin/require-meta-docs-url': 'off',
      'eslint-plugin/require-meta-docs-description': ['error', { pattern: '^[A-Z]' }],
    },
  },
  ...(await ownRules()).map((config) => ({ ...config, files: ['**/*.ts'] })),
])
