/** The texts of other modules: read on demand, checked for changes, with what an editor holds unsaved. */
import { readFileSync, statSync } from 'node:fs'
import { textOfModel } from '../models/index.ts'

/** Larger files are generated, and aren't read. */
const LARGEST = 1_000_000
/** A file is looked at again after so many milliseconds. */
const FRESH = 250
/** So many unsaved texts are remembered. */
const MOST_UNSAVED = 50
/** Characters of text that are kept; those that were asked for last stay. */
const MOST_TEXT = 2_000_000
const MOST_KEPT = 20_000

export interface SourceFile {
  /** Another one whenever the text is. */
  readonly stamp: string
  /** Reads it, unless it is kept; empty if it can't be read. */
  readonly text: () => string
}

interface Seen {
  /** Empty: there is no file that may be read. */
  readonly stamp: string
  checked: number
}

const seen = new Map<string, Seen>()
/** What the host has linted last, by path: it wins over the disk until the file is written again. */
const unsaved = new Map<string, { readonly content: string; readonly stamp: string; readonly disk: string }>()
const texts = new Map<string, { readonly content: string; readonly stamp: string }>()
let kept = 0

/** The file of this path as it is now; undefined if there is none, or it is too large. */
export function readSource(path: string): SourceFile | undefined {
  const model = textOfModel(path)
  if (model !== undefined) return { stamp: 'model', text: () => model }
  const now = Date.now()
  const known = seen.get(path)
  if (known && now - known.checked < FRESH) return overlaid(path, known.stamp)
  const stamp = stampOf(path)
  if (known?.stamp === stamp) known.checked = now
  else {
    if (seen.size >= MOST_KEPT) seen.clear()
    seen.set(path, { stamp, checked: now })
  }
  return overlaid(path, stamp)
}

function overlaid(path: string, stamp: string): SourceFile | undefined {
  const buffer = unsaved.get(path)
  if (buffer?.disk === stamp) return { stamp: buffer.stamp, text: () => buffer.content }
  if (buffer) unsaved.delete(path)
  return stamp === '' ? undefined : { stamp, text: () => read(path, stamp) }
}

/** The host lints this text under this path: it may be newer than what is on the disk. */
export function noteLinted(path: string, text: string): void {
  const known = seen.get(path)
  // Only what another module has asked for matters before it is written.
  if (!known) return
  unsaved.delete(path)
  if (known.stamp === '' || read(path, known.stamp) === text) return
  if (unsaved.size >= MOST_UNSAVED) for (const oldest of unsaved.keys()) if (unsaved.delete(oldest)) break
  unsaved.set(path, { content: text, stamp: `unsaved ${String(++edits)}`, disk: known.stamp })
}

let edits = 0

/** Empty for what isn't a file that may be read. */
function stampOf(path: string): string {
  const stat = statSync(path, { throwIfNoEntry: false, bigint: false })
  return stat?.isFile() === true && stat.size <= LARGEST ? `${String(stat.mtimeMs)} ${String(stat.size)}` : ''
}

function read(path: string, stamp: string): string {
  const known = texts.get(path)
  if (known) {
    texts.delete(path)
    kept -= known.content.length
  }
  const content = known?.stamp === stamp ? known.content : readText(path)
  texts.set(path, { content, stamp })
  kept += content.length
  for (const [oldest, { content: old }] of texts) {
    if (kept <= MOST_TEXT) break
    texts.delete(oldest)
    kept -= old.length
  }
  return content
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
