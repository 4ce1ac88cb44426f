/** What is done to ESLint's results: foreign messages out, counts anew, and a result for a file on which a rule failed. */
import type { ESLint, Linter } from 'eslint'
import { settingsKey } from '../settings/index.ts'

export function isOurs(ruleId: string | null): boolean {
  return ruleId?.startsWith(`${settingsKey}/`) === true
}

/** ESLint also reports what foreign comments ask for: rules it doesn't know, settings it can't read. */
export function onlyOurs(result: ESLint.LintResult): ESLint.LintResult {
  const messages = result.messages.filter(
    ({ ruleId, message, fatal }) => isOurs(ruleId) || (fatal === true && message.startsWith('Parsing error: ')),
  )
  return recount(result, messages)
}

/** The result with these messages instead. */
export function recount(result: ESLint.LintResult, messages: Linter.LintMessage[]): ESLint.LintResult {
  const errorCount = messages.filter(({ severity }) => severity === 2).length
  return {
    ...result,
    messages,
    errorCount,
    warningCount: messages.length - errorCount,
    fatalErrorCount: messages.filter(({ fatal }) => fatal === true).length,
    fixableErrorCount: 0,
    fixableWarningCount: 0,
  }
}

export function failed(filePath: string, message: string): ESLint.LintResult {
  const result = { filePath, suppressedMessages: [], usedDeprecatedRules: [] } as unknown as ESLint.LintResult
  return recount(result, [{ ruleId: null, fatal: true, severity: 2, message, line: 1, column: 1 }])
}
