/** Whether a module has to do with advisory locks: it mentions them, or imports, at whatever distance, one that does. */
import { readSource, type SourceFile } from './files.ts'
import { lookedFor, mentionsLocks } from './mentions.ts'
import { forgetResolved, resolve } from './resolve.ts'
import { specifiersIn } from './specifiers.ts'

/** What was found out is trusted for so long, or for so many times as long as it took, whichever is longer. */
const TRUSTED = 1000
const TIMES = 20
/** Modules that one question may look at. */
const MOST_MODULES = 20_000

/** By path: `true` and `false` are final for this span of time. */
const answers = new Map<string, boolean>()
/** What the text of a module says, by its path. */
const told = new Map<string, Told>()

interface Told {
  readonly stamp: string
  /** The wrappers that were looked for. */
  readonly wrappers: number
  readonly mentions: boolean
  readonly specifiers: ReadonlySet<string>
}

let began = 0
let spent = 0
let span = 0
let wrappers = lookedFor()

/** Starts a new span of time if the last one is over: what was found out before is forgotten. Gives its number. */
export function currentSpan(): number {
  const now = Date.now()
  if (now - began > Math.max(TRUSTED, TIMES * spent) || wrappers !== lookedFor()) {
    answers.clear()
    forgetResolved()
    wrappers = lookedFor()
    began = now
    spent = 0
    span++
  }
  return span
}

/** Does something about modules: the longer it takes, the longer its answers are trusted. */
export function trusted<T>(work: () => T): T {
  currentSpan()
  const start = Date.now()
  try {
    return work()
  } finally {
    spent += Date.now() - start
  }
}

/** The modules that a text imports and that lead to a lock. */
export function leadingImports(path: string, text: string, root: string): string[] {
  const found: string[] = []
  for (const specifier of specifiersIn(text)) {
    const target = resolve(path, specifier, root)
    if (target !== undefined && leads(target, root)) found.push(target)
  }
  return found
}

/** A search for a module that mentions locks; all that lead to it, and all that don't, are known afterwards. */
export function leads(path: string, root: string): boolean {
  const known = answers.get(path)
  if (known !== undefined) return known
  const importers = new Map<string, string[]>([[path, []]])
  const open = [path]
  const found: string[] = []
  for (let at = open.pop(); at !== undefined && importers.size < MOST_MODULES; at = open.pop()) {
    const answer = answers.get(at)
    if (answer === false) continue
    const file = answer === true ? undefined : readSource(at)
    const text = file && toldBy(at, file)
    if (answer === true || text?.mentions === true) {
      found.push(at)
      continue
    }
    for (const specifier of text?.specifiers ?? []) {
      const target = resolve(at, specifier, root)
      if (target === undefined) continue
      const known = importers.get(target)
      if (known) known.push(at)
      else {
        importers.set(target, [at])
        open.push(target)
      }
    }
  }
  const leading = new Set(found)
  for (let at = found.pop(); at !== undefined; at = found.pop())
    for (const importer of importers.get(at) ?? [])
      if (!leading.has(importer)) {
        leading.add(importer)
        found.push(importer)
      }
  for (const each of importers.keys()) answers.set(each, leading.has(each))
  return leading.has(path)
}

function toldBy(path: string, { stamp, text }: SourceFile): Told {
  const known = told.get(path)
  if (known?.stamp === stamp && known.wrappers === wrappers) return known
  const content = text()
  const mentions = mentionsLocks(content)
  const next: Told = {
    stamp,
    wrappers,
    mentions,
    specifiers: mentions ? NOTHING : new Set([...specifiersIn(content)].map(copied)),
  }
  if (told.size >= MOST_MODULES) told.clear()
  told.set(path, next)
  return next
}

const NOTHING: ReadonlySet<string> = new Set()

/** A part of a text keeps the whole of it in memory. */
function copied(part: string): string {
  return Buffer.from(part, 'utf8').toString('utf8')
}
