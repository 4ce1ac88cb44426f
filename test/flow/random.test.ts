import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { buildGraph } from '../../src/flow/build.ts'
import type { Graph } from '../../src/flow/graph.ts'
import { type FunctionNode, isFunction } from '../../src/syntax/ast.ts'
import { object, type Resumption, runGraph, runProgram } from './execute.ts'
import { parseProgram, writeProgram } from './program.ts'

const tape = fc.array(fc.nat({ max: 5039 }), { maxLength: 120, size: 'max' })

const resumptions: fc.Arbitrary<Resumption[]> = fc.array(
  fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(1, 0, null, undefined, object, 'p').map(resume('next')) },
    { weight: 1, arbitrary: fc.constantFrom('error', undefined).map(resume('throw')) },
    { weight: 1, arbitrary: fc.constantFrom(7).map(resume('return')) },
  ),
  { minLength: 10, maxLength: 60, size: 'max' },
)

function resume(how: Resumption['how']): (value: unknown) => Resumption {
  return (value) => ({ how, value })
}

describe('generated programs', () => {
  it('run the same from the graph as in the engine', () => {
    fc.assert(
      fc.property(tape, resumptions, (numbers, script) => {
        const text = writeProgram(numbers, true)
        expect(runGraph(graphOf(text), script), text).toEqual(runProgram(text.replaceAll(' as unknown', ''), script))
      }),
      { numRuns: runs },
    )
  })

  it('make sound graphs', () => {
    fc.assert(
      fc.property(tape, (numbers) => {
        const text = writeProgram(numbers, false)
        expectSound(graphOf(text), text)
      }),
      { numRuns: runs },
    )
  })
})

const runs = Number(process.env['FLOW_RUNS'] ?? 1500)

function graphOf(text: string): Graph {
  const fn = parseProgram(text).body.find((each): each is FunctionNode & typeof each => isFunction(each))
  const graph = fn && buildGraph(fn)
  if (graph === undefined) throw new Error(`no graph of ${text}`)
  return graph
}

/** What holds for every graph, whatever its program. */
function expectSound(graph: Graph, text: string): void {
  const reached = new Set([graph.entry])
  for (const point of reached) for (const edge of point.out) reached.add(edge.to)
  expect(new Set(graph.points), text).toEqual(reached)
  graph.points.forEach((point, index) => {
    expect(point.id, text).toBe(index)
    const kinds = point.out.map((edge) => edge.kind)
    switch (point.kind) {
      case 'exit':
      case 'throwExit':
        expect(kinds, text).toEqual([])
        break
      case 'call':
      case 'await':
      case 'dispose':
        expect(kinds, text).toEqual(['next', 'throw'])
        break
      case 'yield':
        expect(kinds, text).toEqual(['next', 'throw', 'return'])
        break
      case 'test':
        expect(kinds, text).toEqual(['true', 'false'])
        break
      case 'return':
      case 'throw':
        expect(kinds, text).toEqual([point.kind])
        break
      case 'finallyEnd':
        expect(kinds.length, text).toBeGreaterThan(0)
        for (const edge of point.out) expect(edge.resumes, text).toBeDefined()
        break
      default:
        expect(kinds, text).toEqual(['next'])
    }
    for (const edge of point.out) {
      expect(edge.to.kind === 'finally', text).toBe(edge.enters !== undefined)
    }
  })
  expect(graph.points.some((point) => point.kind === 'call' && text.slice(...point.node.range) === 'lost()')).toBe(
    false,
  )
}
