/** The shared configs, made from what each rule says of itself. */
import type { ESLint, Linter } from 'eslint'
import type { rules } from '../rules/index.ts'

export const namespace = 'pg-advisory-lock'

/** Rules that a test may break on purpose: tests hold locks over anything, with any key. */
const OFF_IN_TESTS: readonly (keyof typeof rules)[] = ['no-network-call-while-locked', 'no-constant-key']

const TESTS = ['**/*.test.*', '**/*.spec.*', '**/__tests__/**']

export function recommendedOf(plugin: ESLint.Plugin & { rules: typeof rules }): Linter.Config[] {
  const inForce = Object.entries(plugin.rules).filter(([, rule]) => rule.meta?.docs?.recommended === true)
  return [
    {
      name: `${namespace}/recommended`,
      plugins: { [namespace]: plugin },
      rules: Object.fromEntries(inForce.map(([name]) => [`${namespace}/${name}`, 'error'])),
    },
    {
      name: `${namespace}/recommended/tests`,
      files: [...TESTS],
      rules: Object.fromEntries(OFF_IN_TESTS.map((name) => [`${namespace}/${name}`, 'off'])),
    },
  ]
}
