/** How many refreshes a swarm does in a second. */
import type { Variant } from './variants.ts'

export interface Setting {
  readonly workers: number
  readonly connections: number
}

/**
 * Runs the workers for a while, each for a tenant of its own.
 * @param duration how long they begin new refreshes, in milliseconds
 * @returns refreshes done per second
 */
export async function throughputOf(variant: Variant, { workers, connections }: Setting, duration: number) {
  const swarm = variant.open(connections)
  try {
    // The first of each worker opens connections, which is not what is measured.
    await Promise.all(tenants(workers).map((tenantId) => swarm.refresh(tenantId)))
    let done = 0
    const start = performance.now()
    const isOver = (): boolean => performance.now() - start > duration
    await Promise.all(
      tenants(workers).map(async (tenantId) => {
        while (!isOver()) {
          await swarm.refresh(tenantId)
          done++
        }
      }),
    )
    return (done * 1000) / (performance.now() - start)
  } finally {
    await swarm.close()
  }
}

function tenants(workers: number): number[] {
  return Array.from({ length: workers }, (_, index) => index + 1)
}
