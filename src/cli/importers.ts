/** Finds the files that import others, at whatever distance: by text first, then by resolving what the text suggests. */
import { readFileSync } from 'node:fs'
import { basename, dirname, extname } from 'node:path'
import { usesLocksOf } from '../modules/relevant.ts'
import { rootOf } from '../modules/root.ts'
import { escapeRegex } from './glob.ts'
import { textReader } from './scan.ts'

/** Imports are followed back so far. */
const FARTHEST = 6

/**
 * Those of `files` that import one of `hits`, or a file that does. Of `named` files, which may be few of a project, each is
 * asked for itself: what they import need not be among `files`.
 */
export function importersOf(
  files: readonly string[],
  named: readonly string[],
  hits: readonly string[],
  cwd: string,
): string[] {
  const found = new Set(hits)
  for (const file of named) if (!found.has(file) && isImporter(file)) found.add(file)
  const read = textReader()
  let rest = files.filter((file) => !found.has(file))
  let names = new Set([...found].map(importName))
  for (let distance = 0; distance < FARTHEST && names.size > 0; distance++) {
    // Texts are searched as bytes, one unit each.
    const asBytes = [...names].map((name) => escapeRegex(Buffer.from(name, 'utf8').toString('latin1')))
    const suggests = new RegExp(`['"/](?:${asBytes.join('|')})(?:\\.[cm]?[jt]sx?)?['"]`)
    const next = rest.filter((file) => suggests.test(textOf(file)) && isImporter(file))
    for (const file of next) found.add(file)
    rest = rest.filter((file) => !found.has(file))
    names = new Set(next.map(importName))
  }
  for (const hit of hits) found.delete(hit)
  return [...found]

  function isImporter(file: string): boolean {
    try {
      return usesLocksOf(file, readFileSync(file, 'utf8'), rootOf(file, cwd))
    } catch {
      // What can't be read was told before.
      return false
    }
  }

  function textOf(file: string): string {
    try {
      return read(file)
    } catch {
      return ''
    }
  }
}

/** The last part of the specifier that names a file. */
function importName(file: string): string {
  const name = basename(file, extname(file))
  return name === 'index' ? basename(dirname(file)) : name
}
