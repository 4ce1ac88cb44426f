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

/** Where a text stands in a program for the first time. */
export function spanOf(
  code: string,
  text: string,
): { line: number; column: number; endLine: number; endColumn: number } {
  const start = code.indexOf(text)
  if (start < 0) throw new Error(`not in the program: ${text}`)
  const place = (offset: number): [line: number, column: number] => {
    const before = code.slice(0, offset).split('\n')
    return [before.length, (before.at(-1) ?? '').length + 1]
  }
  const [line, column] = place(start)
  const [endLine, endColumn] = place(start + text.length)
  return { line, column, endLine, endColumn }
}
