/**
 * For `eslint --cache`, which looks at a file again only when the file or the configuration has changed: settings that hold
 * a fingerprint of the modules with locks, so that a change of a helper is a change of the configuration.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { relative, resolve as resolvePath } from 'node:path'
import { selectFiles } from './cli/files.ts'
import { importersOf } from './cli/importers.ts'
import { scanFiles } from './cli/scan.ts'
import { lockWords, lookFor } from './modules/mentions.ts'
import { resolve } from './modules/resolve.ts'
import { rootOf } from './modules/root.ts'
import { specifiersIn } from './modules/specifiers.ts'
import { readSettings } from './settings/index.ts'

/**
 * The settings with a fingerprint of the sources below `folder` that take or end locks, of all that import them, and of
 * what these import themselves: their paths and their texts. Throws where a setting is wrong.
 *
 * Each source is read once. What changes farther away (a module behind a module that a helper imports) is not seen.
 */
export function withFingerprint<Given extends object = object>(
  folder: string,
  settings?: Given,
): Given & { readonly fingerprint: string } {
  const cwd = resolvePath(folder)
  lookFor(readSettings(settings).wrappers)
  const { files } = selectFiles(['.'], cwd)
  const { hits } = scanFiles(files, lockWords(), () => undefined)
  const users = [...hits, ...importersOf(files, [], hits, cwd)]
  const modules = new Set(users)
  for (const user of users) for (const module of importedBy(user, cwd)) modules.add(module)
  const hash = createHash('sha1')
  for (const path of [...modules].sort()) hash.update(`${relative(cwd, path)}\0${textOf(path)}\0`)
  return { ...(settings as Given), fingerprint: hash.digest('hex') }
}

function importedBy(path: string, cwd: string): string[] {
  const root = rootOf(path, cwd)
  return [...specifiersIn(textOf(path))].flatMap((specifier) => resolve(path, specifier, root) ?? [])
}

/** Empty for what can't be read, a model among them: the rules don't see it either. */
function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
