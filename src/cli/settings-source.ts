/** Finds the bin's settings: the file of `--settings`, or else the nearest package.json that has the key. */
import { readFileSync } from 'node:fs'
import { basename, relative, resolve } from 'node:path'
import { readSettings, settingsKey } from '../settings/index.ts'
import { findUp } from './files.ts'
import { UsageError } from './options.ts'

export interface FoundSettings {
  /** Valid, and passed on as it was written, so that ESLint hands the rules what it would hand them anyway. */
  readonly raw: unknown
  /** The file, for --debug. */
  readonly from: string | undefined
}

export function findSettings(settingsFile: string | undefined, cwd: string): FoundSettings {
  if (settingsFile !== undefined) {
    const content = readJson(resolve(cwd, settingsFile), `--settings ${settingsFile}`)
    // package.json itself may be named.
    const raw = basename(settingsFile) === 'package.json' ? keyOf(content) : content
    return validated(raw, settingsFile)
  }
  const found = findUp(cwd, 'package.json', (path) => {
    const place = relative(cwd, path)
    const raw = keyOf(readJsonOr(path))
    return raw === undefined ? undefined : { raw, place }
  })
  return found === undefined ? { raw: undefined, from: undefined } : validated(found.raw, found.place)
}

function validated(raw: unknown, from: string): FoundSettings {
  try {
    readSettings(raw)
  } catch (error) {
    throw new UsageError(`${from}: ${(error as Error).message}`)
  }
  return { raw, from }
}

function keyOf(content: unknown): unknown {
  return content !== null && typeof content === 'object' && Object.hasOwn(content, settingsKey)
    ? (content as Record<string, unknown>)[settingsKey]
    : undefined
}

function readJson(path: string, flag: string): unknown {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    throw new UsageError(`${flag}: can't be read (${(error as NodeJS.ErrnoException).code ?? String(error)})`)
  }
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (error) {
    throw new UsageError(`${flag}: is no JSON: ${(error as Error).message}`)
  }
}

/** A broken package.json is somebody else's to report. */
function readJsonOr(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8').replace(/^\uFEFF/, ''))
  } catch {
    return undefined
  }
}
