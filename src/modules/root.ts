/** The folder that holds a project: nothing outside of it is read. */
import { existsSync, readFileSync } from 'node:fs'
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
 * The root of the workspace around a file (a repository, or a package.json that lists workspaces), else the folder in
 * which the host runs, if the file lies in it, else the nearest folder with a package.json, else the file's own.
 */
export function rootOf(file: string, cwd: string): string {
  const folder = dirname(file)
  const { workspace, nearest } = above(folder)
  if (workspace !== undefined) return workspace
  return folder === cwd || folder.startsWith(cwd + sep) ? cwd : (nearest ?? folder)
}

const MARKS = ['.git', 'pnpm-workspace.yaml', 'nx.json', 'lerna.json']

function above(folder: string): Above {
  const before = known.get(folder)
  if (before) return before
  const manifest = join(folder, 'package.json')
  const hasManifest = existsSync(manifest)
  const isRoot = MARKS.some((name) => existsSync(join(folder, name))) || (hasManifest && listsWorkspaces(manifest))
  const parent = dirname(folder)
  const outer: Above = parent === folder ? { workspace: undefined, nearest: undefined } : above(parent)
  const found = { workspace: isRoot ? folder : outer.workspace, nearest: hasManifest ? folder : outer.nearest }
  known.set(folder, found)
  return found
}

function listsWorkspaces(manifest: string): boolean {
  try {
    return /"workspaces"\s*:/.test(readFileSync(manifest, 'utf8'))
  } catch {
    return false
  }
}
