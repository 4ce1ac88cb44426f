/** What the tests of the rules share: ESLint's own tester with the parser for TypeScript, and a tag for programs. */
import * as parser from '@typescript-eslint/parser'
import { RuleTester } from 'eslint'

export const tester = new RuleTester({ languageOptions: { parser } })

/** Each expected error says which message it is and where it stands. */
export const assertionOptions = { requireMessage: 'messageId', requireLocation: true } as const

/** The program between the backticks, without the indentation of the test around it. */
export function ts(program: TemplateStringsArray): string {
  const lines = program.join('').split('\n').slice(1, -1)
  const indent = Math.min(...lines.filter((line) => line.trim() !== '').map((line) => line.search(/\S/)))
  return lines.map((line) => line.slice(indent)).join('\n')
}
