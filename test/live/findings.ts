/** What a host printed as JSON, as one line for each finding: the same finding is the same line, whichever host made it. */
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { Linter } from 'eslint'
import type { Project, Ran } from './project.ts'

interface EslintResult {
  readonly filePath: string
  readonly messages: readonly Linter.LintMessage[]
}

interface OxlintReport {
  readonly number_of_files: number
  readonly diagnostics: readonly {
    readonly message: string
    readonly code?: string
    readonly filename: string
    readonly labels: readonly { readonly span: { readonly line: number; readonly column: number } }[]
  }[]
}

export function eslintResults({ stdout, stderr }: Ran): readonly EslintResult[] {
  if (stdout === '') throw new Error(stderr)
  return JSON.parse(stdout) as EslintResult[]
}

export function oxlintReport({ stdout, stderr }: Ran): OxlintReport {
  if (!stdout.startsWith('{')) throw new Error(stdout + stderr)
  return JSON.parse(stdout) as OxlintReport
}

/** With columns as oxlint prints them: it counts the bytes of the line in UTF-8, ESLint its UTF-16 units. */
export function findingsOfEslint(ran: Ran, { folder }: Project): string[] {
  const findings = eslintResults(ran).flatMap(({ filePath, messages }) => {
    if (messages.length === 0) return []
    const lines = readFileSync(filePath, 'utf8').split('\n')
    const file = relative(folder, filePath).replaceAll('\\', '/')
    return messages.map(({ ruleId, line, column, message }) => {
      const before = lines[line - 1]?.slice(0, column - 1) ?? ''
      return shown(file, line, Buffer.byteLength(before) + 1, ruleId ?? '', message)
    })
  })
  return findings.toSorted()
}

/** oxlint writes `plugin(rule)` for `plugin/rule`. */
export function findingsOfOxlint(ran: Ran): string[] {
  const findings = oxlintReport(ran).diagnostics.map(({ filename, labels, code = '', message }) => {
    const { line, column } = labels[0]?.span ?? { line: 0, column: 0 }
    return shown(filename.replaceAll('\\', '/'), line, column, code.replace(/\((.*)\)$/, '/$1'), message)
  })
  return findings.toSorted()
}

function shown(file: string, line: number, column: number, rule: string, message: string): string {
  return `${file}:${line}:${column} ${rule} ${message}`
}
