/** The types of the plugin, seen by `tsc`: `defineConfig` takes the plugin and its configs, and gives what ESLint takes. */
import { Linter } from 'eslint'
import { defineConfig } from 'eslint/config'
import { expect, it } from 'vitest'
import * as whole from '../src/index.ts'

const plugin = whole.default

it('fits into defineConfig', () => {
  const configs = defineConfig([
    plugin.configs.recommended,
    ...plugin.configs.recommended,
    plugin.configs.strict,
    ...plugin.configs.strict,
    { extends: [plugin.configs.recommended, plugin.configs.strict] },
    { plugins: { 'pg-advisory-lock': plugin }, extends: ['pg-advisory-lock/recommended', 'pg-advisory-lock/strict'] },
    {
      plugins: { 'pg-advisory-lock': plugin },
      rules: {
        'pg-advisory-lock/require-unlock': 'error',
        'pg-advisory-lock/no-network-call-while-locked': ['warn', { ignore: ['fetch'], sleep: false }],
      },
      settings: { 'pg-advisory-lock': { network: [{ name: 'askOracle', reason: 'It waits.' }] } },
    },
  ])
  const asArray: Linter.Config[] = [...plugin.configs.recommended, ...plugin.configs.strict]
  expect(new Linter({ configType: 'flat' }).verify('', [...configs, ...asArray])).toEqual([])
})

it('knows its rules by name', () => {
  const url: string | undefined = plugin.rules['no-constant-key'].meta?.docs?.url
  expect(url).toContain('no-constant-key')
  // @ts-expect-error There is no such rule.
  expect(plugin.rules['no-such-rule']).toBeUndefined()
})

it('is the same for require()', () => {
  expect(whole['module.exports']).toBe(plugin)
})
