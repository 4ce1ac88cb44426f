/** What all rules find in a text, in a form that can be compared. */
import { Linter } from 'eslint'
import plugin from '../../src/index.ts'
import { eslintParser } from '../../src/parse/eslint-parser.ts'

export interface Finding {
  readonly rule: string
  readonly messageId: string
  readonly line: number
}

const linter = new Linter()
const config: Linter.Config = {
  files: ['**/*.ts'],
  languageOptions: { parser: eslintParser },
  plugins: { 'pg-advisory-lock': plugin },
  rules: Object.fromEntries(Object.keys(plugin.rules).map((name) => [`pg-advisory-lock/${name}`, 'error'])),
}

/** Throws where the text can't be parsed. */
export function findingsIn(text: string): Finding[] {
  return linter.verify(text, [config], 'program.ts').map(({ ruleId, messageId, message, line }) => {
    if (ruleId === null || messageId === undefined) throw new Error(`${message} at line ${line} of\n${text}`)
    return { rule: ruleId.slice(ruleId.indexOf('/') + 1), messageId, line }
  })
}
