/** Writes findings as workflow commands, which GitHub shows as annotations in the pull request. */
import type { ESLint, Linter } from 'eslint'
import { displayPath, titleOf, textOf } from './pretty.ts'

/** `root`: the folder of the checkout, since annotations are found by the path from there. */
export function github(results: readonly ESLint.LintResult[], root: string): string {
  return results
    .flatMap(({ filePath, messages }) =>
      messages.map((message) => `${command(displayPath(filePath, root), message)}\n`),
    )
    .join('')
}

function command(file: string, message: Linter.LintMessage): string {
  const { ruleId, severity, line, column, endLine, endColumn } = message
  const properties: Record<string, string | number> = { file, line }
  if (endLine !== undefined) properties['endLine'] = endLine
  properties['col'] = column
  // GitHub reads an end column as one of the first line.
  if (endColumn !== undefined && endLine === line) properties['endColumn'] = endColumn
  properties['title'] = ruleId ?? titleOf(message)
  const list = Object.entries(properties).map(([name, value]) => `${name}=${escapeProperty(String(value))}`)
  return `::${severity === 2 ? 'error' : 'warning'} ${list.join(',')}::${escapeData(textOf(message))}`
}

function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
}
