/** The ways to coordinate a swarm that are compared: programs of fixtures/proofs/swarm. */
import * as constantLock from '../../fixtures/proofs/swarm/constant-lock.ts'
import * as lease from '../../fixtures/proofs/swarm/lease.ts'
import * as polledLock from '../../fixtures/proofs/swarm/polled-lock.ts'
import * as publish from '../../fixtures/proofs/swarm/publish.ts'
import * as sharded from '../../fixtures/proofs/swarm/sharded-lock.ts'
import * as skipLocked from '../../fixtures/proofs/swarm/skip-locked.ts'
import type { Swarm } from '../../fixtures/proofs/swarm/swarm.ts'

export interface Variant {
  readonly name: string
  /** @param connections the size of its pool */
  open(connections: number): Swarm
}

export const constantKey: Variant = { name: 'one lock, held across the call', ...constantLock }
export const polled: Variant = { name: 'the same, polled without a pause', ...polledLock }

export const variants: readonly Variant[] = [
  constantKey,
  polled,
  { name: 'a lock per tenant, held across the call', ...sharded },
  { name: 'call outside, lock to publish', ...publish },
  { name: 'queue with SKIP LOCKED', ...skipLocked },
  { name: 'lease row', ...lease },
]
