/** Finds the files whose text holds one of the words, in any case, without parsing or decoding them. */
import { closeSync, openSync, readSync } from 'node:fs'
import { escapeRegex } from './glob.ts'

export interface Scan {
  readonly hits: readonly string[]
  readonly notices: readonly string[]
}

/** `progress` is called after each file with the number done. */
export function scanFiles(files: readonly string[], words: readonly string[], progress: (done: number) => void): Scan {
  // Texts are searched as bytes, one unit each; the words, too, so that one with an umlaut is found.
  const asBytes = words.map((word) => escapeRegex(Buffer.from(word, 'utf8').toString('latin1')))
  const wanted = new RegExp(asBytes.join('|'), 'i')
  const hits: string[] = []
  const notices: string[] = []
  const read = textReader()
  files.forEach((file, index) => {
    try {
      if (wanted.test(read(file))) hits.push(file)
    } catch (error) {
      notices.push(`${file}: ${(error as Error).message}`)
    }
    progress(index + 1)
  })
  return { hits, notices }
}

/** Reads files as bytes, one unit each. One buffer for all: half the time of `readFileSync`, which asks for the size and allocates. */
export function textReader(): (path: string) => string {
  let buffer = Buffer.allocUnsafe(1 << 20)
  return (path) => {
    const descriptor = openSync(path, 'r')
    try {
      for (let length = 0; ;) {
        const count = readSync(descriptor, buffer, length, buffer.length - length, null)
        if (count === 0) return buffer.toString('latin1', 0, length)
        length += count
        if (length === buffer.length) buffer = Buffer.concat([buffer], length * 2)
      }
    } finally {
      closeSync(descriptor)
    }
  }
}
