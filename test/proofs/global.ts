/** Starts the server before the first proof, and ends it behind the last one. */
import type { TestProject } from 'vitest/node'
import { dropDatabases } from './database.ts'
import { startServer } from './server/server.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Where the server is: the database in it that proofs make theirs from. */
    serverUrl: string
    /** The same through a pooler in transaction mode; empty where there is none. */
    poolerUrl: string
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startServer()
  project.provide('serverUrl', server.url)
  project.provide('poolerUrl', server.poolerUrl ?? '')
  return async () => {
    if (!server.isOurs) await dropDatabases(server.url)
    await server.stop()
  }
}
