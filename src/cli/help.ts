/** The text of `--help`, which fits on one screen of 24 lines by 80 columns, and the version. */
import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findUp } from './files.ts'

export const binName = 'eslint-plugin-pg-advisory-lock'

export const helpText = `Usage: ${binName} [options] [PATH or GLOB ...]

Finds misuse of PostgreSQL advisory locks in JavaScript and TypeScript. Needs no
configuration and reads none of ESLint's. Without a path it takes the current
folder, but for node_modules and what .gitignore names.

  --rule NAME[,...]           run only these rules
  --rule NAME=SEVERITY[,...]  make a rule error, warn or off, keep the others
  -f, --format NAME           pretty (default), stylish, json or github
  --max-warnings N            end with 1 when there are more warnings than N
  --quiet                     report errors only
  --settings FILE             a JSON file of settings; without it the key
                              "pg-advisory-lock" of the nearest package.json
  --debug                     tell on stderr what was read and how long it took
  -h, --help                  print this text
  -v, --version               print the version

Ends with 0 (no errors), 1 (errors, or more warnings than allowed) or 2 (a path
that leads nowhere, wrong use, a crash).

  npx ${binName} src
  npx ${binName} 'packages/*/src/**' --max-warnings 0
`

/** Read from package.json, which is at another distance from src/ than from dist/. */
export function ownVersion(): string {
  const version = findUp(dirname(fileURLToPath(import.meta.url)), 'package.json', (path) => {
    const { name, version } = JSON.parse(readFileSync(path, 'utf8')) as { name?: string; version?: string }
    return name === binName ? version : undefined
  })
  return version ?? 'unknown'
}
