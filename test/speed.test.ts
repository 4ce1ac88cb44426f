import { Linter } from 'eslint'
import { expect, it } from 'vitest'
import { bigFunction, FULL } from '../bench/big-function.mjs'
import plugin from '../src/index.ts'
import { eslintParser } from '../src/parse/eslint-parser.ts'

/** `npm run bench` asks for a second; a busy machine takes ten times as long, what goes wrong takes minutes. */
const LIMIT = 30_000

it('follows one long function to its end', () => {
  const linter = new Linter()
  const config: Linter.Config = {
    languageOptions: { parser: eslintParser },
    plugins: { 'pg-advisory-lock': plugin },
    rules: { 'pg-advisory-lock/require-unlock': 'error' },
  }
  const start = performance.now()
  const messages = linter.verify(bigFunction(FULL), [config])
  expect(performance.now() - start).toBeLessThan(LIMIT)
  // The last lock is the one that is forgotten: a budget that ran out would not tell.
  expect(messages.map(({ messageId }) => messageId)).toEqual(['returnedToPool'])
})
