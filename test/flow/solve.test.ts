import { describe, expect, it } from 'vitest'
import { buildGraph } from '../../src/flow/build.ts'
import type { Graph, Point } from '../../src/flow/graph.ts'
import { type Problem, solve } from '../../src/flow/solve.ts'
import { parseProgram } from './program.ts'

/** How often `count()` was called, to 3; `name` is kept apart. */
interface Counted {
  readonly name: string
  readonly least: number
  readonly most: number
}

const start: Counted = { name: '', least: 0, most: 0 }

function counting(visits: string[] = []): Problem<Counted> {
  return {
    key: (state) => state.name,
    join(old, next) {
      const least = Math.min(old.least, next.least)
      const most = Math.max(old.most, next.most)
      return least === old.least && most === old.most ? undefined : { name: old.name, least, most }
    },
    *transfer(point, state) {
      const call = point.kind === 'call' && point.node.type === 'CallExpression' ? point.node.callee : undefined
      const name = call?.type === 'Identifier' ? call.name : ''
      if (name !== '') visits.push(name)
      for (const edge of point.out) {
        if (edge.kind === 'throw' && name !== 'fail') continue
        if (name === 'count') {
          yield { edge, state: { ...state, least: Math.min(3, state.least + 1), most: Math.min(3, state.most + 1) } }
        } else if (name.startsWith('be_')) yield { edge, state: { ...state, name } }
        else yield { edge, state }
      }
    },
  }
}

function graphOf(text: string): Graph {
  const graph = buildGraph(parseProgram(text))
  if (graph === undefined) throw new Error('no graph')
  return graph
}

function statesAt(point: (graph: Graph) => Point, text: string): Counted[] | string {
  const graph = graphOf(text)
  const solution = solve(graph, [start], counting(), { steps: 1000 })
  return solution === 'budget' ? solution : [...(solution.get(point(graph))?.values() ?? [])]
}

describe('solve', () => {
  it('joins the states of one key', () => {
    expect(statesAt((graph) => graph.exit, 'if (x) count()')).toEqual([{ name: '', least: 0, most: 1 }])
  })

  it('keeps the states of different keys apart', () => {
    expect(statesAt((graph) => graph.exit, 'count(); if (x) { be_held(); count() }')).toEqual([
      { name: '', least: 1, most: 1 },
      { name: 'be_held', least: 2, most: 2 },
    ])
  })

  it('goes round a loop until nothing is new', () => {
    expect(statesAt((graph) => graph.exit, 'while (x) count()')).toEqual([{ name: '', least: 0, most: 3 }])
    expect(statesAt((graph) => graph.exit, 'do count(); while (x)')).toEqual([{ name: '', least: 1, most: 3 }])
  })

  it('follows only the edges that the problem takes', () => {
    expect(statesAt((graph) => graph.throwExit, 'count()')).toEqual([])
    expect(statesAt((graph) => graph.throwExit, 'count(); fail()')).toEqual([{ name: '', least: 1, most: 1 }])
  })

  it('settles an inner loop before what follows it', () => {
    const visits: string[] = []
    solve(graphOf('before(); while (x) { while (y) count(); after() } last()'), [start], counting(visits), {
      steps: 1000,
    })
    const settled = ['count', 'count', 'count', 'after', 'last']
    expect(visits.slice(0, 5)).toEqual(['before', 'count', 'count', 'count', 'count'].slice(0, 5))
    expect(visits.filter((name) => name === 'last')).toHaveLength(1)
    expect(visits.slice(-2)).toEqual(settled.slice(-2))
  })

  it('gives the same answer each time, in the same order', () => {
    const text = 'for (;;) { try { if (x) be_a(); else be_b(); fail() } catch { count() } finally { if (y) break } }'
    const graph = graphOf(text)
    const answers = [1, 2].map(() => {
      const solution = solve(graph, [start], counting(), { steps: 10_000 })
      return solution === 'budget' ? solution : [...solution].map(([point, states]) => [point.id, [...states]])
    })
    expect(answers[0]).not.toBe('budget')
    expect(answers[1]).toEqual(answers[0])
  })

  it('starts with every state that it is given', () => {
    const graph = graphOf('count()')
    const solution = solve(graph, [start, { ...start, name: 'other' }], counting(), { steps: 100 })
    expect(solution !== 'budget' && solution.get(graph.exit)?.size).toBe(2)
  })

  it('stops when the steps are used up, over several runs', () => {
    const graph = graphOf('count()')
    const budget = { steps: 7 }
    expect(solve(graph, [start], counting(), budget)).not.toBe('budget')
    expect(budget.steps).toBe(3)
    expect(solve(graph, [start], counting(), budget)).toBe('budget')
  })

  it('gives up on more keys than can be kept apart', () => {
    let number = 0
    const problem: Problem<number> = {
      key: String,
      join: () => undefined,
      transfer: (point) => point.out.map((edge) => ({ edge, state: number++ })),
    }
    expect(solve(graphOf('while (x) count()'), [0], problem, { steps: 100_000 })).toBe('budget')
  })
})
