/** The texts of other modules: read on demand, checked for changes, with what an editor holds unsaved. */
import { readFileSync, statSync } from 'node:fs'
import { textOfModel } from '../models/index.ts'

/** Larger files are generated, and aren't read. */
const LARGEST = 1_000_000
/** A file is looked at again after so many milliseconds. */
const FRESH = 250
/** So many unsaved texts are remembered. */
const MOST_UNSAVED = 50
const MOST_KEPT = 20_000

export interface SourceFile {
  readonly text: string
  /** Another one whenever the text is. */
  readonly stamp: string
}

interface Seen {
  readonly file: SourceFile | undefined
  readonly stamp: string
  checked: number
}

const seen = new Map<string, Seen>()
/** What the host has linted last, by path: it wins over the disk until the file is written again. */
const unsaved = new Map<string, SourceFile & { readonly disk: string }>()

/** The text of a file of this path now; undefined if there is none, or it can't be read, or is too large. */
export function readSource(path: string): SourceFile | undefined {
  const model = textOfModel(path)
  if (model !== undefined) return { text: model, stamp: 'model' }
  const now = Date.now()
  const known = seen.get(path)
  if (known && now - known.checked < FRESH) return overlaid(path, known)
  const stamp = stampOf(path)
  if (known?.stamp === stamp) {
    known.checked = now
    return overlaid(path, known)
  }
  if (seen.size >= MOST_KEPT) seen.clear()
  const next: Seen = { file: stamp === '' ? undefined : read(path, stamp), stamp, checked: now }
  seen.set(path, next)
  return overlaid(path, next)
}

function overlaid(path: string, { file, stamp }: Seen): SourceFile | undefined {
  const text = unsaved.get(path)
  if (!text) return file
  if (text.disk === stamp) return text
  unsaved.delete(path)
  return file
}

/** The host lints this text under this path: it may be newer than what is on the disk. */
export function noteLinted(path: string, text: string): void {
  const known = seen.get(path)
  // Only what another module has asked for matters before it is written.
  if (!known) return
  unsaved.delete(path)
  const { file } = known
  if (!file || file.text === text) return
  if (unsaved.size >= MOST_UNSAVED) for (const oldest of unsaved.keys()) if (unsaved.delete(oldest)) break
  unsaved.set(path, { text, stamp: `unsaved ${String(++edits)}`, disk: known.stamp })
}

let edits = 0

/** Empty for what isn't a file that may be read. */
function stampOf(path: string): string {
  const stat = statSync(path, { throwIfNoEntry: false, bigint: false })
  return stat?.isFile() === true && stat.size <= LARGEST ? `${String(stat.mtimeMs)} ${String(stat.size)}` : ''
}

function read(path: string, stamp: string): SourceFile | undefined {
  try {
    return { text: readFileSync(path, 'utf8'), stamp }
  } catch {
    return undefined
  }
}
