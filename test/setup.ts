// Lets ESLint's RuleTester make vitest tests: without the hooks its cases would run at import and have no names.
import { RuleTester } from 'eslint'
import { describe, it } from 'vitest'
import { handleInternalErrors } from '../src/analyze/index.ts'

RuleTester.describe = describe
RuleTester.it = it
RuleTester.itOnly = it.only

// A mistake of the analysis must not hide behind an empty result.
handleInternalErrors((error) => {
  throw error
})
