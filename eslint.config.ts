import { existsSync, readdirSync } from 'node:fs'
import type { ESLint, Linter } from 'eslint'
import { defineConfig, globalIgnores } from 'eslint/config'
import eslintPlugin from 'eslint-plugin-eslint-plugin'
import tseslint from 'typescript-eslint'

// The direction of imports between the layers of src/. A file at the top of src/ is a layer of its own name.
const mayImport: Record<string, string[]> = {
  vocabulary: [],
  settings: [],
  syntax: [],
  sql: [],
  drivers: [],
  network: [],
  builtins: [],
  heavy: [],
  // A leaf but for the node types, which live in syntax/ast.ts.
  parse: ['syntax'],
  flow: ['syntax'],
  // A handle of a driver is a value, so origins read the tables of the drivers.
  origins: ['drivers', 'syntax'],
  effects: ['origins', 'sql', 'drivers', 'network', 'builtins', 'heavy', 'syntax', 'settings', 'vocabulary'],
  locks: ['effects', 'flow', 'origins', 'sql', 'syntax', 'vocabulary'],
  edits: ['locks', 'drivers', 'sql', 'syntax'],
  verdicts: ['edits', 'locks', 'effects', 'drivers', 'origins', 'sql', 'syntax', 'vocabulary'],
  // Source texts; a wrapper is described by the settings.
  models: [],
  modules: ['locks', 'models', 'origins', 'parse', 'syntax'],
  analyze: ['verdicts', 'modules', 'models', 'locks', 'effects', 'origins', 'parse', 'sql', 'syntax', 'settings'],
  'create-rule': ['analyze', 'verdicts'],
  configs: [],
  index: ['configs'],
  cli: ['index', 'analyze', 'modules', 'parse', 'settings'],
  cache: ['cli', 'modules', 'settings'],
}

/** Layers of which only types may be imported. */
const mayName: Record<string, string[]> = {
  origins: ['network'],
  locks: ['drivers'],
  verdicts: ['network', 'settings'],
  models: ['settings'],
  modules: ['settings'],
}

const layers = readdirSync(new URL('src', import.meta.url)).map((name) => name.replace(/\.ts$/, ''))

/** Imports that leave the layer and aren't in its row. A layer without a row may import no other. */
function direction(layer: string): Linter.Config {
  const allowed = mayImport[layer] ?? []
  const named = mayName[layer] ?? []
  const banned = new Set(layers)
  for (const name of [layer, ...allowed, ...named]) banned.delete(name)
  const inLayers = (names: Iterable<string>): string =>
    `^(?:\\./|(?:\\.\\./)+)(?:src/)?(?:${[...names].join('|')})(?:/|\\.ts$)`
  const row = `src/${layer} may import only ${allowed.join(', ') || 'itself'}`
  const patterns: { regex: string; message: string; allowTypeImports?: boolean }[] = [
    { regex: inLayers(banned), message: `${row} (see mayImport in eslint.config.ts).` },
  ]
  if (named.length > 0) {
    const message = `${row}, and types of ${named.join(', ')} (see mayName in eslint.config.ts).`
    patterns.push({ regex: inLayers(named), allowTypeImports: true, message })
  }
  if (layer !== 'index') {
    const message = 'Only src/index.ts imports the rules; others may name their types.'
    patterns.push({ regex: '(?:^|/)rules/', allowTypeImports: true, message })
  }
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
  // `tsc` checks the types of tests; a second program for them would take longer than all other checks together.
  { files: ['test/**/*.ts'], extends: [tseslint.configs.disableTypeChecked] },
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
  // The proofs hold locks across all that they look at; their sessions end with each.
  ...(await ownRules()).map((config) => ({ ...config, files: ['**/*.ts'], ignores: ['test/proofs/**'] })),
])
