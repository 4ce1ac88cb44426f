import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Finding, findingsIn } from './findings.ts'
import { readProgram } from './program.ts'
import { otherNames, plain, type Style, writeProgram, type Written } from './write.ts'

const tape = fc.array(fc.nat({ max: 5039 }), { maxLength: 80, size: 'max' })
const runs = Number(process.env['PROPERTY_RUNS'] ?? 30)
const seed = Number(process.env['PROPERTY_SEED'] ?? 2026)

type Read = (written: Written) => readonly string[]

/** In both styles the same program has the same findings, as `read` gives them. */
function sameIn(from: Style, to: Style, read: Read): void {
  fc.assert(
    fc.property(tape, (numbers) => {
      const program = readProgram(numbers)
      const [before, after] = [writeProgram(program, from), writeProgram(program, to)]
      expect(read(after), `${before.text}\n----\n${after.text}`).toEqual(read(before))
    }),
    { numRuns: runs, seed },
  )
}

/** Each finding with the statement it stands at. */
function placed({ text, owners }: Written): string[] {
  return findingsIn(text)
    .map((finding) => `${finding.rule} ${finding.messageId}${placeOf(finding, owners)}`)
    .sort()
}

/** A bare number is reported where it is first used, which moves when functions move. */
function placeOf({ rule, line }: Finding, owners: readonly number[]): string {
  return rule === 'no-constant-key' ? '' : ` at ${owners[line - 1] ?? 'nowhere'}`
}

/**
 * The rules that found something. What a function leaves to its callers is reported at its call, where one fault of a
 * rule may stand for several.
 */
function rulesOf({ text }: Written): string[] {
  return [...new Set(findingsIn(text).map(({ rule }) => rule))].sort()
}

const withFunctions: Style = { ...plain, groups: 'function' }
const withClosures: Style = { ...plain, groups: 'closure' }

describe('findings in generated programs stay the same', () => {
  it('when the program is linted again', () => sameIn(plain, plain, placed))

  it('when local variables and functions are renamed', () =>
    sameIn(withFunctions, { ...withFunctions, names: otherNames }, placed))

  it('when comments and blank lines are added', () => sameIn(plain, { ...plain, comments: true }, placed))

  it('when SQL text is put together from pieces', () => sameIn(plain, { ...plain, split: true }, placed))

  it('when functions move to the end of the file', () =>
    sameIn(withFunctions, { ...withFunctions, functionsLast: true }, placed))

  it('when statements become a function', () => sameIn(plain, withFunctions, rulesOf))

  it('when statements become a closure', () => sameIn(plain, withClosures, rulesOf))

  it('when a function becomes a closure', () => sameIn(withFunctions, withClosures, rulesOf))
})
