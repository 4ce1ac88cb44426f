/** The shared configs, made from what each rule says of itself. */
import type { ESLint, Linter } from 'eslint'
import type { rules } from '../rules/index.ts'

export const namespace = 'pg-advisory-lock'

/** Rules that a test may break on purpose: tests hold locks over anything, with any key. */
const OFF_IN_TESTS: readonly (keyof typeof rules)[] = ['no-network-call-while-locked', 'no-constant-key']

const TESTS = ['**/*.test.*', '**/*.spec.*', '**/__tests__/**']

type Rules = ESLint.Plugin & { rules: typeof rules }

/** The rules that `recommended` names. */
export function recommendedOf(plugin: Rules): Linter.Config[] {
  return configOf('recommended', plugin, namesOf(plugin, true), OFF_IN_TESTS)
}

/** All rules. Those that `recommended` doesn't have are off in tests. */
export function strictOf(plugin: Rules): Linter.Config[] {
  const recommended = namesOf(plugin, true)
  const others = namesOf(plugin, false)
  return configOf('strict', plugin, [...recommended, ...others], [...OFF_IN_TESTS, ...others])
}

function namesOf(plugin: Rules, recommended: boolean): (keyof typeof rules)[] {
  const chosen = Object.entries(plugin.rules).filter(([, rule]) => rule.meta?.docs?.recommended === recommended)
  return chosen.map(([name]) => name as keyof typeof rules)
}

/** No `files`: ESLint takes those of any config for files to lint, and a `.env.test.local` is none. */
function configOf(
  name: string,
  plugin: ESLint.Plugin,
  names: readonly string[],
  offInTests: readonly string[],
): Linter.Config[] {
  const asErrors = (some: readonly string[]): Linter.RulesRecord =>
    Object.fromEntries(some.map((rule) => [`${namespace}/${rule}`, 'error']))
  return [
    {
      name: `${namespace}/${name}`,
      plugins: { [namespace]: plugin },
      rules: asErrors(names.filter((rule) => !offInTests.includes(rule))),
    },
    {
      name: `${namespace}/${name}/not-tests`,
      ignores: [...TESTS],
      rules: asErrors(names.filter((rule) => offInTests.includes(rule))),
    },
  ]
}
