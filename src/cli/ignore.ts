/** Tells what git ignores: every .gitignore from the root of the repository down, and .git/info/exclude. */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { globSource, regexOf } from './glob.ts'

interface IgnoreRule {
  readonly pattern: RegExp
  readonly isNegated: boolean
  readonly foldersOnly: boolean
}

/** The rules of one .gitignore; paths are tested relative to `folder`. */
export interface IgnoreFile {
  readonly folder: string
  readonly rules: readonly IgnoreRule[]
}

/** Innermost first: the first file with a word to say decides. */
export function isIgnored(files: readonly IgnoreFile[], path: string, isFolder: boolean): boolean {
  for (const { folder, rules } of files) {
    const inside = relative(folder, path).split(sep).join('/')
    const rule = rules.findLast(({ pattern, foldersOnly }) => (isFolder || !foldersOnly) && pattern.test(inside))
    if (rule !== undefined) return !rule.isNegated
  }
  return false
}

export function readIgnoreFile(folder: string, name = '.gitignore'): IgnoreFile | undefined {
  try {
    return { folder, rules: rulesOf(readFileSync(join(folder, name), 'utf8')) }
  } catch {
    return undefined
  }
}

/** What holds in `folder` because of the folders above it, up to the repository's root or, without one, to `cwd`. */
export function inheritedIgnores(folder: string, cwd: string): IgnoreFile[] {
  const above: IgnoreFile[] = []
  let inCwd = 0
  for (let at = folder; ; at = dirname(at)) {
    if (at !== folder) {
      const file = readIgnoreFile(at)
      if (file !== undefined) above.push(file)
    }
    if (at === cwd) inCwd = above.length
    if (existsSync(join(at, '.git'))) {
      const exclude = readIgnoreFile(at, join('.git', 'info', 'exclude'))
      return exclude === undefined ? above : [...above, exclude]
    }
    if (dirname(at) === at) return above.slice(0, inCwd)
  }
}

function rulesOf(text: string): IgnoreRule[] {
  const rules: IgnoreRule[] = []
  for (const line of text.replace(/^\uFEFF/, '').split(/\r?\n/)) {
    if (line.startsWith('#')) continue
    let glob = line.replace(/(?<!\\)\s+$/, '')
    const isNegated = glob.startsWith('!')
    if (isNegated) glob = glob.slice(1)
    const foldersOnly = glob.endsWith('/')
    if (foldersOnly) glob = glob.slice(0, -1)
    if (glob === '') continue
    // A slash at the start or inside ties the pattern to the folder of its file.
    const source = glob.includes('/')
      ? globSource(glob.replace(/^\//, ''), false)
      : `(?:.*/)?${globSource(glob, false)}`
    rules.push({ pattern: regexOf(source), isNegated, foldersOnly })
  }
  return rules
}
