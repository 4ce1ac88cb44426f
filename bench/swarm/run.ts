/** Measures each variant of the swarm on a PostgreSQL server; prints tables and draws docs/swarm.svg. */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { createDatabase, dropDatabases, environmentOf, withClient } from '../../test/proofs/database.ts'
import { startServer } from '../../test/proofs/server/server.ts'
import { chartOf } from './chart.ts'
import { type Setting, throughputOf } from './measure.ts'
import { startModelServer } from './model-server.ts'
import { type Series, tableOf } from './table.ts'
import { type Variant, constantKey, polled, variants } from './variants.ts'

const LATENCY_MS = 50
const DURATION_MS = 1500
const CONNECTIONS = 20
const WORKER_COUNTS = [1, 2, 4, 8, 16]
const POOL_WORKERS = 64
const POOL_SIZES = [4, 8, 16, 32, 64]

const path = (below: string): string => fileURLToPath(new URL(`../../${below}`, import.meta.url))

const model = await startModelServer(LATENCY_MS)
const server = await startServer()
try {
  const schema = readFileSync(path('fixtures/proofs/swarm/schema.sql'), 'utf8')
  const database = await createDatabase(server.url)
  await withClient(database, (client) => client.query(schema))
  Object.assign(process.env, environmentOf(new URL(database)), { MODEL_URL: model.url })

  // What is compiled and connected for the first time is not what is measured.
  await throughputOf(constantKey, { workers: 4, connections: CONNECTIONS }, DURATION_MS)
  console.log(`Refreshes per second; the model takes ${String(LATENCY_MS)} ms.\n`)
  const byWorkers = await seriesOf(variants, WORKER_COUNTS, (workers) => ({ workers, connections: CONNECTIONS }))
  console.log(tableOf('workers', WORKER_COUNTS, byWorkers))
  const byConnections = await seriesOf([constantKey, polled], POOL_SIZES, (connections) => ({
    workers: POOL_WORKERS,
    connections,
  }))
  console.log(tableOf(`connections of ${String(POOL_WORKERS)} workers`, POOL_SIZES, byConnections))

  const chart = chartOf([
    { title: 'Workers', steps: WORKER_COUNTS, series: byWorkers },
    { title: `Connections in the pool of ${String(POOL_WORKERS)} workers`, steps: POOL_SIZES, series: byConnections },
  ])
  writeFileSync(path('docs/swarm.svg'), chart)
  console.log('docs/swarm.svg shows it.\n')
  console.log(conclusionOf(byWorkers[0]))
} finally {
  if (!server.isOurs) await dropDatabases(server.url)
  await server.stop()
  await model.stop()
}

async function seriesOf(
  measured: readonly Variant[],
  steps: readonly number[],
  settingOf: (step: number) => Setting,
): Promise<Series[]> {
  const series: Series[] = []
  for (const variant of measured) {
    const values: number[] = []
    for (const step of steps) values.push(await throughputOf(variant, settingOf(step), DURATION_MS))
    series.push({ name: variant.name, values })
  }
  return series
}

/** The sentence that all this is about, if the figures bear it out. */
function conclusionOf(constant: Series | undefined): string {
  const [one = 0] = constant?.values ?? []
  const many = constant?.values.at(-1) ?? 0
  const workers = WORKER_COUNTS.at(-1) ?? 1
  return many < one * 1.5
    ? `${String(workers)} workers under one lock do ${many.toFixed(1)} refreshes a second, one alone ${one.toFixed(1)}: workers do not help while the lock is held across the call.`
    : `${String(workers)} workers under one lock did ${many.toFixed(1)} refreshes a second and one alone ${one.toFixed(1)}, which is not what was to be shown.`
}
