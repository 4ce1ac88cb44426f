import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { buildGraph } from '../../src/flow/build.ts'
import type { EdgeKind, Graph, Point } from '../../src/flow/graph.ts'
import { printPoint } from '../../src/flow/print.ts'
import { object, type Resumption, runGraph, runProgram } from './execute.ts'
import { parseProgram, writeProgram } from './program.ts'

/** More for a search, as in `FLOW_RUNS=20000 npx vitest run test/flow --testTimeout=600000`. */
const numRuns = Number(process.env['FLOW_RUNS'] ?? 100)

const tape = fc.array(fc.nat({ max: 5039 }), { maxLength: 120, size: 'max' })

const resumptions: fc.Arbitrary<Resumption[]> = fc.array(
  fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(1, 0, null, undefined, object, 'p').map(resume('next')) },
    { weight: 1, arbitrary: fc.constantFrom('error', undefined).map(resume('throw')) },
    { weight: 1, arbitrary: fc.constant(7).map(resume('return')) },
  ),
  { minLength: 10, maxLength: 60, size: 'max' },
)

function resume(how: Resumption['how']): (value: unknown) => Resumption {
  return (value) => ({ how, value })
}

/** `((yield 2)?.m(yield 3) || !1) && (yield 4)`: the value of the chain is read where the `||` is. */
const CHAIN_IN_OR_IN_AND = [0, 263, 0, 0, 2597, 948, 739, 1947, 0, 0, 1435, 82]

describe('generated programs', () => {
  it('run the same from the graph as in the engine', { timeout: 120_000 }, () => {
    fc.assert(
      fc.property(tape, resumptions, (numbers, script) => {
        const text = writeProgram(numbers, true)
        expect(runGraph(graphOf(text), script), text).toEqual(runProgram(text.replaceAll(' as unknown', ''), script))
      }),
      { numRuns, examples: [[CHAIN_IN_OR_IN_AND, [resume('next')(null), resume('next')(1)]]] },
    )
  })

  it('make sound graphs', { timeout: 120_000 }, () => {
    fc.assert(
      fc.property(tape, (numbers) => {
        const text = writeProgram(numbers, false)
        expect(faultsOf(graphOf(text), text), text).toEqual([])
      }),
      { numRuns },
    )
  })
})

function graphOf(text: string): Graph {
  const [root] = parseProgram(text).body
  const graph = root?.type === 'FunctionDeclaration' ? buildGraph(root) : undefined
  if (graph === undefined) throw new Error(`no graph of ${text}`)
  return graph
}

/** What holds for every graph, whatever its program. */
function faultsOf(graph: Graph, text: string): string[] {
  const faults: string[] = []
  const reached = new Set([graph.entry])
  for (const point of reached) for (const edge of point.out) reached.add(edge.to)
  if (reached.size !== graph.points.length || graph.points.some((point) => !reached.has(point)))
    faults.push('the points are not those that can be reached')
  graph.points.forEach((point, index) => {
    const fault = (what: string) => faults.push(`${what}: ${printPoint(point, text)}`)
    if (point.id !== index) fault('wrong id')
    if (point.out.map((edge) => edge.kind).join() !== (edgesOf(point) ?? point.out.map((edge) => edge.kind)).join())
      fault('wrong edges')
    for (const { to, enters, resumes } of point.out) {
      if ((to.kind === 'finally') !== (enters !== undefined)) fault('enters no finally')
      if ((point.kind === 'finallyEnd') !== (resumes !== undefined)) fault('resumes nothing')
    }
    // The programs call `lost` where nothing runs in place.
    if (point.kind === 'call' && text.slice(...point.node.range) === 'lost()') fault('runs elsewhere')
  })
  return faults
}

/** The edges that a point has, in their order; undefined: as many as there are completions. */
function edgesOf(point: Point): readonly EdgeKind[] | undefined {
  switch (point.kind) {
    case 'exit':
    case 'throwExit':
      return []
    case 'call':
    case 'await':
    case 'dispose':
      return ['next', 'throw']
    case 'yield':
      return ['next', 'throw', 'return']
    case 'test':
      return ['true', 'false']
    case 'return':
    case 'throw':
      return [point.kind]
    case 'finallyEnd':
      return undefined
    default:
      return ['next']
  }
}
