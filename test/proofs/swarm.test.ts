/** The variants of the swarm that `npm run demo:swarm` measures: how many calls each can have under way at once. */
import { readFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { differences, fixturesIn } from '../fixtures/lint.ts'
import type { Observer } from './observer.ts'
import { load, withDatabase } from './program.ts'

interface Variant {
  open(connections: number): { refresh(tenantId: number): Promise<void>; close(): Promise<void> }
}

const WORKERS = 4
const schema = readFileSync(new URL('../../fixtures/proofs/swarm/schema.sql', import.meta.url), 'utf8')

/** Requests that the model has not answered yet. */
const pending: ServerResponse[] = []
const model = createServer((_request, response) => pending.push(response))

beforeAll(async () => {
  await new Promise<void>((resolve) => model.listen(0, '127.0.0.1', resolve))
  process.env['MODEL_URL'] = `http://127.0.0.1:${String((model.address() as AddressInfo).port)}`
})
afterAll(() => model.close())

const programs = fixturesIn('proofs/swarm')

it.each(programs)('$name: the findings stand where it says', (program) => {
  expect(differences(program)).toEqual([])
})

/** Starts the workers, and looks once each of them waits for the model or for a lock. */
async function callsAtOnce({ open }: Variant, observer: Observer): Promise<number> {
  const swarm = open(WORKERS)
  const refreshes = Promise.all(Array.from({ length: WORKERS }, (_, index) => swarm.refresh(index + 1)))
  // Not for the page of a table, as those do that write at the same time.
  const waiting = `SELECT count(*)::int FROM pg_locks JOIN pg_stat_activity USING (pid)
    WHERE locktype = 'advisory' AND NOT granted AND datname = current_database()`
  await observer.until(
    'each worker waits',
    async () => pending.length + Number(await observer.value(waiting)) === WORKERS,
  )
  const calls = pending.length
  let isDone = false
  void refreshes.then(() => (isDone = true))
  await observer.until('all are done', () => {
    for (const response of pending.splice(0)) response.end('a summary')
    return Promise.resolve(isDone)
  })
  await swarm.close()
  return calls
}

describe('calls under way at once, of four workers', () => {
  it.each([
    ['constant-lock', 1],
    ['sharded-lock', WORKERS],
    ['publish', WORKERS],
    ['skip-locked', WORKERS],
    ['lease', WORKERS],
  ])('%s: %i', async (name, calls) => {
    const seen = await withDatabase(schema, inject('serverUrl'), async (observer) =>
      callsAtOnce(await load<Variant>(`swarm/${name}.ts`), observer),
    )
    expect(seen).toBe(calls)
  })
})
