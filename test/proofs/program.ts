/** Runs one program of fixtures/proofs in a database of its own. */
import { setTimeout as sleep } from 'node:timers/promises'
import { inject, vi } from 'vitest'
import { createDatabase, environmentOf } from './database.ts'
import { Observer } from './observer.ts'

/** What every program has, beside the functions that are called. */
export interface Program {
  /** Ends its connections. */
  close(): Promise<unknown>
}

/**
 * Imports a program, anew, and gives it to `use` with somebody who looks at its database.
 * @param path below fixtures/proofs/
 * @param schema SQL that makes the tables
 * @param through what the program connects to
 */
export async function withProgram<P extends Program, Result>(
  path: string,
  schema: string,
  use: (program: P, observer: Observer) => Promise<Result>,
  through: string = inject('serverUrl'),
): Promise<Result> {
  return withDatabase(schema, through, async (observer) => {
    const program = await load<P>(path)
    try {
      return await use(program, observer)
    } finally {
      await endOf(program)
    }
  })
}

/** Imports a program of fixtures/proofs/ anew, so that it has no connections yet. */
export async function load<P>(path: string): Promise<P> {
  vi.resetModules()
  return (await import(/* @vite-ignore */ `../../fixtures/proofs/${path}`)) as P
}

/** Makes a database that the environment names while `use` runs, at the host and port of `through`. */
export async function withDatabase<Result>(
  schema: string,
  through: string,
  use: (observer: Observer) => Promise<Result>,
): Promise<Result> {
  const url = await createDatabase(inject('serverUrl'))
  const address = Object.assign(new URL(url), { host: new URL(through).host })
  for (const [name, value] of Object.entries(environmentOf(address))) vi.stubEnv(name, value)
  const observer = await Observer.of(url)
  try {
    await observer.rivalRuns(schema)
    return await use(observer)
  } finally {
    await observer.end()
    vi.unstubAllEnvs()
  }
}

/** A wrong program may have lost a client, and its pool waits for that for ever. */
async function endOf(program: Program): Promise<void> {
  const patience = new AbortController()
  await Promise.race([program.close(), sleep(1000, undefined, { signal: patience.signal }).catch(() => undefined)])
  patience.abort()
}
