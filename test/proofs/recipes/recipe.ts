/**
 * A recipe: programs in fixtures/proofs/recipes/<name>/ that are run here, linted with every config of the plugin, and
 * shown by docs/recipes/<name>.md word for word.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, inject, it } from 'vitest'
import { lintWith } from '../../fixtures/lint.ts'
import plugin from '../../../src/index.ts'
import type { Observer } from '../observer.ts'
import { isUpdate } from '../page.ts'
import { load, type Program, withDatabase, withProgram } from '../program.ts'

export interface Recipe {
  /** Imports a program of the recipe, in a database that schema.sql has made. */
  run<P extends Program>(file: string, use: (program: P, observer: Observer) => Promise<void>): Promise<void>
  /** A database that schema.sql has made, which programs reach through the server, or a pooler before it. */
  inDatabase(use: (observer: Observer) => Promise<void>, through?: string): Promise<void>
  /** Imports a program of the recipe, anew, into the database that is in use. */
  load<P>(file: string): Promise<P>
  /** The text of a file of the recipe: of a query that the test sends. */
  text(file: string): string
  /** Runs a program of the recipe as a process of its own, in the database that is in use. */
  start(file: string, ...args: string[]): RunningProgram
}

export interface RunningProgram extends AsyncDisposable {
  readonly child: ChildProcess
  /** Ends it at once, as a crash does, and waits until it is gone. */
  kill(): Promise<void>
}

/** Declares what a recipe proves, that each of its files is used for that and shown on its page, and that it is clean. */
export function recipe(name: string, tests: (recipe: Recipe) => void): void {
  const folder = fileURLToPath(new URL(`../../../fixtures/proofs/recipes/${name}/`, import.meta.url))
  const page = fileURLToPath(new URL(`../../../docs/recipes/${name}.md`, import.meta.url))
  const files = readdirSync(folder).sort()
  const used = new Set<string>()

  const text = (file: string): string => {
    used.add(file)
    return readFileSync(folder + file, 'utf8')
  }

  const schema = (): string => (files.includes('schema.sql') ? text('schema.sql') : '')

  tests({
    text,
    run: (file, use) => {
      used.add(file)
      return withProgram(`recipes/${name}/${file}`, schema(), use)
    },
    inDatabase: (use, through = inject('serverUrl')) => withDatabase(schema(), through, use),
    load: (file) => {
      used.add(file)
      return load(`recipes/${name}/${file}`)
    },
    start: (file, ...args) => {
      used.add(file)
      return start(folder, file, args)
    },
  })

  describe('the files', () => {
    const programs = files.filter((file) => file.endsWith('.ts'))
    it.each(programs)('%s is clean under every config', (file) => {
      for (const [config, entries] of Object.entries(plugin.configs))
        expect(lintWith(entries, `proofs/recipes/${name}/${file}`), config).toEqual([])
    })

    it('were all run', ({ skip }) => {
      if (used.size === 0) skip('no test was run')
      // What a program imports or reads is run with it. A set also gives what is added meanwhile.
      for (const file of used) {
        const content = text(file)
        for (const name of files) if (new RegExp(`(?: from '\\./|new URL\\(')${name}'`).test(content)) used.add(name)
      }
      expect(files.filter((file) => !used.has(file))).toEqual([])
    })

    it('are what the page shows', () => {
      const before = readFileSync(page, 'utf8')
      const after = withFiles(before, folder)
      if (isUpdate && after.text !== before) writeFileSync(page, after.text)
      expect(readFileSync(page, 'utf8')).toBe(after.text)
      expect(after.shown).toEqual(files)
      expect(after.others, 'blocks of code that no file holds').toEqual([])
    })
  })
}

/** The page with its blocks as the files are now: a block belongs to the file that the comment before it names. */
function withFiles(page: string, folder: string): { text: string; shown: string[]; others: string[] } {
  const shown: string[] = []
  const text = page.replaceAll(
    /^<!-- file: (\S+) -->\n\n```(\w+)\n[^]*?^```$/gm,
    (_block, file: string, language: string) => {
      shown.push(file)
      const content = readFileSync(folder + file, 'utf8').trimEnd()
      return `<!-- file: ${file} -->\n\n\`\`\`${language}\n${content}\n\`\`\``
    },
  )
  const all = [...text.matchAll(/^```(?:ts|sql)\n.*$/gm)].length
  const others = all === shown.length ? [] : [`${String(all - shown.length)} more`]
  return { text, shown: shown.sort(), others }
}

function start(folder: string, file: string, args: readonly string[]): RunningProgram {
  const child = spawn(process.execPath, ['--import', import.meta.resolve('jiti/register'), folder + file, ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const kill = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const exit = once(child, 'exit')
    child.kill('SIGKILL')
    await exit
  }
  return { child, kill, [Symbol.asyncDispose]: kill }
}
