/**
 * Finds the files to lint for the paths and globs of the command line, sorted by path.
 *
 * What git ignores, `node_modules`, links and `.d.ts` are left out below a folder; a path that is named is taken.
 */
import { type Dirent, readdirSync, statSync } from 'node:fs'
import { dirname, join, resolve, sep } from 'node:path'
import { parsedExtensions } from '../parse/oxc.ts'
import { escapeRegex, globSource, hasMagic, regexOf } from './glob.ts'
import { type IgnoreFile, inheritedIgnores, isIgnored, readIgnoreFile } from './ignore.ts'

export interface Selection {
  /** Absolute paths. */
  readonly files: readonly string[]
  /** Those of them that were named, not met below a folder. */
  readonly named: readonly string[]
  /** What was named or met and couldn't be taken. */
  readonly notices: readonly string[]
  /** Paths and globs that led to no file. */
  readonly unmatched: readonly string[]
}

const declarations = /\.d\.(?:[mc]?ts|[^.]+\.ts)$/

export function selectFiles(patterns: readonly string[], cwd: string): Selection {
  const files = new Set<string>()
  const named: string[] = []
  const notices: string[] = []
  const unmatched: string[] = []
  for (const pattern of patterns) {
    const path = resolve(cwd, pattern)
    const stats = statSync(path, { throwIfNoEntry: false })
    if (stats?.isFile() === true) {
      const reason = whyNot(path)
      if (reason === undefined) {
        files.add(path)
        named.push(path)
      } else notices.push(`${pattern}: ${reason}, left out`)
      continue
    }
    const before = files.size
    const found =
      stats?.isDirectory() === true
        ? filesBelow(path, cwd, notices)
        : hasMagic(pattern)
          ? filesOfGlob(pattern, cwd, notices)
          : []
    for (const file of found) files.add(file)
    if (files.size === before && found.length === 0) unmatched.push(pattern)
  }
  return { files: [...files].sort(), named, notices, unmatched }
}

function whyNot(path: string): string | undefined {
  if (!parsedExtensions.test(path)) return 'not a JavaScript or TypeScript file'
  if (declarations.test(path)) return 'a declaration file runs nothing'
  return undefined
}

/** Walks the folder before the first wildcard. Like ESLint, `*` matches names that start with a dot, too. */
function filesOfGlob(glob: string, cwd: string, notices: string[]): string[] {
  const parts = (sep === '\\' ? glob.replaceAll('\\', '/') : glob).split('/')
  const firstMagic = parts.findIndex(hasMagic)
  const root = resolve(cwd, parts.slice(0, firstMagic).join('/') || (glob.startsWith('/') ? '/' : '.'))
  if (statSync(root, { throwIfNoEntry: false })?.isDirectory() !== true) return []
  const posixRoot = root.split(sep).join('/').replace(/\/$/, '')
  const pattern = regexOf(`${escapeRegex(posixRoot)}/${globSource(parts.slice(firstMagic).join('/'), true)}`)
  return filesBelow(root, cwd, notices).filter((file) => pattern.test(file.split(sep).join('/')))
}

function filesBelow(root: string, cwd: string, notices: string[]): string[] {
  const found: string[] = []
  const pending: { folder: string; inherited: readonly IgnoreFile[] }[] = [
    { folder: root, inherited: inheritedIgnores(root, cwd) },
  ]
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { folder, inherited } = next
    const entries = readFolder(folder, notices)
    const own = entries.some(({ name }) => name === '.gitignore') ? readIgnoreFile(folder) : undefined
    const ignores = own === undefined ? inherited : [own, ...inherited]
    for (const entry of entries) {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) {
        if (entry.name === 'node_modules' || entry.name === '.git' || isIgnored(ignores, path, true)) continue
        pending.push({ folder: path, inherited: ignores })
      } else if (entry.isFile() && whyNot(path) === undefined && !isIgnored(ignores, path, false)) found.push(path)
    }
  }
  return found
}

function readFolder(folder: string, notices: string[]): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch (error) {
    notices.push(`${folder}: ${(error as Error).message}`)
    return []
  }
}

/** The deepest folder that holds all of `paths` and `folder` itself. */
export function commonFolder(folder: string, paths: readonly string[]): string {
  let common = folder
  for (const path of paths) {
    while (
      path !== common &&
      !path.startsWith(common.endsWith(sep) ? common : common + sep) &&
      dirname(common) !== common
    ) {
      common = dirname(common)
    }
  }
  return common
}

/** The first file named `name` in `folder` or above it that `accepts` takes. */
export function findUp<T>(folder: string, name: string, accepts: (path: string) => T | undefined): T | undefined {
  for (let at = folder; ; at = dirname(at)) {
    const path = join(at, name)
    const answer = statSync(path, { throwIfNoEntry: false })?.isFile() === true ? accepts(path) : undefined
    if (answer !== undefined || dirname(at) === at) return answer
  }
}
