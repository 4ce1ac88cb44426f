/** The folder that holds a project: nothing outside of it is read. */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'

/** What the folders from one upwards say. */
interface Above {
  /** The root of the repository or workspace. */
  readonly workspace: string | undefined
  /** The nearest folder with a package.json. */
  readonly nearest: string | undefined
}

const known = new Map<string, Above>()

/**
 * Of a file in the folder in which the host runs: the root of the workspace around that folder (a repository, or a
 * package.json that lists workspaces), else that folder. Of another: the root of the workspace around the file, else the
 * nearest folder with a package.json, else the file's own.
 */
export function rootOf(file: string, cwd: string): string {
  if (file.startsWith(cwd.endsWith(sep) ? cwd : cwd + sep)) return above(cwd).workspace ?? cwd
  const folder = dirname(file)
  const { workspace, nearest } = above(folder)
  return workspace ?? nearest ?? folder
}

const MARKS = ['.git', 'pnpm-workspace.yaml', 'nx.json', 'lerna.json']

function above(folder: string): Above {
  const before = known.get(folder)
  if (before) return before
  const names = namesIn(folder)
  const hasManifest = names.includes('package.json')
  const isRoot =
    MARKS.some((name) => names.includes(name)) || (hasManifest && listsWorkspaces(join(folder, 'package.json')))
  const parent = dirname(folder)
  const outer: Above = parent === folder ? { workspace: undefined, nearest: undefined } : above(parent)
  const found = { workspace: isRoot ? folder : outer.workspace, nearest: hasManifest ? folder : outer.nearest }
  known.set(folder, found)
  return found
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

function listsWorkspaces(manifest: string): boolean {
  try {
    return /"workspaces"\s*:/.test(readFileSync(manifest, 'utf8'))
  } catch {
    return false
  }
}
