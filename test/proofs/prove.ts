/**
 * A proof: the program that a rule reports shows the fault on a real server, and its twin, which the rule leaves alone,
 * does not. Both stand in fixtures/proofs/<rule>/<driver>/, and the one test lints and runs them.
 */
import { readdirSync } from 'node:fs'
import { describe, expect, inject, it } from 'vitest'
import { differences, expectationsOf, fixtureOf } from '../fixtures/lint.ts'
import type { Observer } from './observer.ts'
import { type Both, type Observed, isUpdate, proofIn, readPage, sectionOf, withProof, writePage } from './page.ts'
import { type Program, withProgram } from './program.ts'

export type { Program }

const SIDES = ['wrong', 'right'] as const

/** Programs in a folder of this name reach the server through PgBouncer in transaction mode. */
const POOLER = 'pgbouncer'

export interface Claim<P extends Program> {
  /** SQL that makes the tables. */
  readonly schema?: string
  /** Runs the program and says what was seen, in the order of the page: what it is, and how it was. */
  readonly observe: (program: P, observer: Observer) => Promise<Record<string, unknown>>
  /** What has to be seen: of the wrong program and of the right one. */
  readonly expected: Readonly<Record<string, readonly [wrong: unknown, right: unknown]>>
  /** What is other with one driver. */
  readonly differing?: Readonly<Record<string, Readonly<Record<string, readonly [wrong: unknown, right: unknown]>>>>
}

/** Every proof of a rule, and the section of its page that shows what was seen. */
export function prove<P extends Program>(rule: string, { schema = '', observe, ...claim }: Claim<P>): void {
  const drivers = readdirSync(new URL(`../../fixtures/proofs/${rule}/`, import.meta.url)).sort()
  const observed: Observed = new Map()

  const expectedOf = (driver: string): Claim<P>['expected'] => ({ ...claim.expected, ...claim.differing?.[driver] })

  describe.each(drivers)('%s', (driver) => {
    const expected = expectedOf(driver)

    it.each(SIDES)('%s: the finding stands where it says', (side) => {
      const fixture = fixtureOf(`proofs/${rule}/${driver}/${side}.ts`)
      const rules = expectationsOf(fixture.text).map((one) => one.rule)
      expect(new Set(rules)).toEqual(new Set(side === 'wrong' ? [rule] : []))
      expect(differences(fixture)).toEqual([])
    })

    it.for(SIDES)('%s: what the server shows', async (side, { skip }) => {
      const serverUrl = inject(driver === POOLER ? 'poolerUrl' : 'serverUrl')
      if (serverUrl === '') skip('PgBouncer is not on the PATH')
      const seen = await withProgram(`${rule}/${driver}/${side}.ts`, schema, observe, serverUrl)
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

  it('the page shows what was seen', async ({ skip }) => {
    if (isUpdate && observed.size < drivers.length) skip('not every driver was run')
    // Where a run leaves some out, they are shown as they are claimed to be: so they were seen when the page was written.
    const shown = drivers.map((driver) => [driver, observed.get(driver) ?? claimed(expectedOf(driver))] as const)
    const section = await sectionOf(rule, new Map(shown))
    if (isUpdate) writePage(rule, withProof(readPage(rule), section))
    expect(proofIn(readPage(rule))).toBe(section)
  })
}

function claimed(expected: Claim<Program>['expected']): ReadonlyMap<string, Both> {
  return new Map(Object.entries(expected).map(([what, [wrong, right]]) => [what, { wrong, right }]))
}
