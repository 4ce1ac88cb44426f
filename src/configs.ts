/** The shared configs, made from what each rule says of itself. */
import type { ESLint, Linter } from 'eslint'
import type { rules } from '../rules/index.ts'

export const namespace = 'pg-advisory-lock'

/** Rules that a test may break on purpose: tests hold locks over anything, with any key. */
const OFF_IN_TESTS: readonly (keyof typeof rules)[] = ['no-network-call-while-locked', 'no-constant-key']

const TESTS = ['**/*.test.*', '**/*.spec.*', '**/__tests__/**']

/** No `files`: ESLint takes those of any config for files to lint, and a `.env.test.local` is none. */
export function recommendedOf(plugin: ESLint.Plugin & { rules: typeof rules }): Linter.Config[] {
  const inForce = Object.entries(plugin.rules).filter(([, rule]) => rule.meta?.docs?.recommended === true)
  const names = inForce.map(([name]) => name as keyof typeof rules)
  const asErrors = (some: readonly string[]): Linter.RulesRecord =>
    Object.fromEntries(some.map((name) => [`${namespace}/${name}`, 'error']))
  return [
    {
      name: `${namespace}/recommended`,
      plugins: { [namespace]: plugin },
      rules: asErrors(names.filter((name) => !OFF_IN_TESTS.includes(name))),
    },
    {
      name: `${namespace}/recommended/not-tests`,
      ignores: [...TESTS],
      rules: asErrors(names.filter((name) => OFF_IN_TESTS.includes(name))),
    },
  ]
}
