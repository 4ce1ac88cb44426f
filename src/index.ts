/** The plugin object: `meta`, `rules` and `configs`. */
import { createRequire } from 'node:module'
import type { ESLint, Linter } from 'eslint'
import { rules } from '../rules/index.ts'
import { namespace, recommendedOf, strictOf } from './configs.ts'

const { name, version } = createRequire(import.meta.url)('eslint-plugin-pg-advisory-lock/package.json') as {
  name: string
  version: string
}

interface LockPlugin extends ESLint.Plugin {
  meta: { name: string; version: string; namespace: string }
  rules: typeof rules
  configs: { recommended: Linter.Config[]; strict: Linter.Config[] }
}

const plugin: LockPlugin = { meta: { name, version, namespace }, rules, configs: { recommended: [], strict: [] } }
plugin.configs.recommended = recommendedOf(plugin)
plugin.configs.strict = strictOf(plugin)

export default plugin
export { plugin as 'module.exports' }
