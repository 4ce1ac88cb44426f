/**
 * A proof: the program that a rule reports shows the fault on a real server, and its twin, which the rule leaves alone,
 * does not. Both stand in fixtures/proofs/<rule>/<driver>/, and the one test lints and runs them.
 */
import { readdirSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, inject, it, vi } from 'vitest'
import { differences, expectationsOf, fixtureOf } from '../fixtures/lint.ts'
import { createDatabase, environmentOf } from './database.ts'
import { Observer } from './observer.ts'
import { type Both, type Observed, isUpdate, proofIn, readPage, sectionOf, withProof, writePage } from './page.ts'

const SIDES = ['wrong', 'right'] as const

/** What every program has, beside the functions that a proof calls. */
export interface Program {
  /** Ends its connections. */
  close(): Promise<unknown>
}

export interface Claim<P extends Program> {
  /** SQL that makes the tables. */
  readonly schema?: string
  /** Runs the program and says what was seen, in the order of the page: what it is, and how it was. */
  observe(program: P, observer: Observer): Promise<Record<string, unknown>>
  /** What has to be seen: of the wrong program and of the right one. */
  readonly expected: Readonly<Record<string, readonly [wrong: unknown, right: unknown]>>
  /** What is other with one driver. */
  readonly differing?: Readonly<Record<string, Readonly<Record<string, readonly [wrong: unknown, right: unknown]>>>>
}

/** Every proof of a rule, and the section of its page that shows what was seen. */
export function prove<P extends Program>(rule: string, claim: Claim<P>): void {
  const drivers = readdirSync(new URL(`../../fixtures/proofs/${rule}/`, import.meta.url)).sort()
  const observed: Observed = new Map()

  describe.each(drivers)('%s', (driver) => {
    const expected = { ...claim.expected, ...claim.differing?.[driver] }

    it.each(SIDES)('%s: the finding stands where it says', (side) => {
      const fixture = fixtureOf(`proofs/${rule}/${driver}/${side}.ts`)
      const rules = expectationsOf(fixture.text).map((one) => one.rule)
      expect(new Set(rules)).toEqual(new Set(side === 'wrong' ? [rule] : []))
      expect(differences(fixture)).toEqual([])
    })

    it.each(SIDES)('%s: what the server shows', async (side) => {
      const seen = await run(claim, `../../fixtures/proofs/${rule}/${driver}/${side}.ts`)
      const index = SIDES.indexOf(side)
      expect(seen).toEqual(Object.fromEntries(Object.entries(expected).map(([what, both]) => [what, both[index]])))
      const of = observed.get(driver) ?? new Map<string, Both>()
      for (const [what, how] of Object.entries(seen)) of.set(what, { ...of.get(what), [side]: how })
      observed.set(driver, of)
    })

    it('shows a difference', () => {
      expect(Object.values(expected).some(([wrong, right]) => wrong !== right)).toBe(true)
    })
  })

  // Not in the middle of a run of some: the page shows all drivers.
  it('the page shows what was seen', async ({ skip }) => {
    if (observed.size < drivers.length) skip('not every driver was run')
    const section = await sectionOf(rule, observed)
    if (isUpdate) writePage(rule, withProof(readPage(rule), section))
    expect(proofIn(readPage(rule))).toBe(section)
  })
}

/** Runs one program in a database of its own. */
async function run<P extends Program>(claim: Claim<P>, path: string): Promise<Record<string, unknown>> {
  const url = await createDatabase(inject('serverUrl'), claim.schema ?? '')
  for (const [name, value] of Object.entries(environmentOf(url))) vi.stubEnv(name, value)
  try {
    const program = (await import(/* @vite-ignore */ path)) as P
    const observer = await Observer.of(url)
    try {
      return await claim.observe(program, observer)
    } finally {
      await observer.end()
      await endOf(program)
    }
  } finally {
    vi.unstubAllEnvs()
  }
}

/** A wrong program may have lost a client, and its pool waits for that for ever. */
async function endOf(program: Program): Promise<void> {
  const patience = new AbortController()
  await Promise.race([program.close(), sleep(1000, undefined, { signal: patience.signal }).catch(() => undefined)])
  patience.abort()
}
