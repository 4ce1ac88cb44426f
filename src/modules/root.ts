/** The folder that holds a project: nothing outside of it is read. */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'

const known = new Map<string, string>()

/**
 * The root of the workspace around a file (a repository, or a package.json that lists workspaces), else the folder in
 * which the host runs, if the file lies in it, else the nearest folder with a package.json, else the file's own.
 */
export function rootOf(file: string, cwd: string): string {
  const folder = dirname(file)
  const key = `${folder}\0${cwd}`
  let root = known.get(key)
  if (root === undefined) known.set(key, (root = find(folder, cwd)))
  return root
}

function find(folder: string, cwd: string): string {
  let nearest: string | undefined
  for (let at = folder; ; at = dirname(at)) {
    if (['.git', 'pnpm-workspace.yaml', 'nx.json', 'lerna.json'].some((name) => existsSync(join(at, name)))) return at
    const manifest = join(at, 'package.json')
    if (existsSync(manifest)) {
      nearest ??= at
      if (listsWorkspaces(manifest)) return at
    }
    if (at === dirname(at)) break
  }
  return folder === cwd || folder.startsWith(cwd + sep) ? cwd : (nearest ?? folder)
}

function listsWorkspaces(manifest: string): boolean {
  try {
    return /"workspaces"\s*:/.test(readFileSync(manifest, 'utf8'))
  } catch {
    return false
  }
}
