// Lets ESLint's RuleTester make vitest tests: without the hooks its cases would run at import and have no names.
import { RuleTester } from 'eslint'
import { describe, it } from 'vitest'

RuleTester.describe = describe
RuleTester.it = it
RuleTester.itOnly = it.only
