import { readdirSync, readFileSync } from 'node:fs'
import { parseSync } from 'oxc-parser'
import { describe, expect, it } from 'vitest'
import { buildGraph, switchOf } from '../../src/flow/build.ts'
import { printGraph } from '../../src/flow/print.ts'
import { type FunctionNode, isFunction, type Node, type Program, type TSESTree } from '../../src/syntax/ast.ts'
import { parseProgram } from './program.ts'

const folder = new URL('../../fixtures/flow/', import.meta.url)

/** The function that the file is about: its first statement, or the file itself. */
function rootOf(program: Program): FunctionNode | Program {
  const first: Node | null | undefined = program.body[0]
  if (first === undefined) return program
  if (isFunction(first)) return first
  const init = first.type === 'VariableDeclaration' ? first.declarations[0].init : undefined
  return init && isFunction(init) ? init : program
}

/** The program, and the graph that its leading comment expects. */
function read(name: string): { text: string; expected: string } {
  const source = readFileSync(new URL(name, folder), 'utf8')
  const [, expected, text] = /^\/\* expected\n(.*?)\n\*\/\n(.*)$/s.exec(source) ?? []
  if (expected === undefined || text === undefined) throw new Error('no leading comment that says what is expected')
  return { text, expected }
}

describe('fixtures', () => {
  it.each(readdirSync(folder))('%s', (name) => {
    const { text, expected } = read(name)
    expect(print(rootOf(parseProgram(text)), text)).toBe(expected)
  })
})

describe('buildGraph', () => {
  it('builds a static block by itself', () => {
    const text = 'class Job { static { start() } }'
    const [job] = parseProgram(text).body
    const block = job?.type === 'ClassDeclaration' ? job.body.body[0] : undefined
    expect(block?.type === 'StaticBlock' && print(block, text)).toBe(
      ['0 entry -> 1', '1 call "start()" -> 2, throw 4', '2 end "start()" -> 3', '3 exit', '4 throwExit'].join('\n'),
    )
  })

  it('takes the operations of JSX in order', () => {
    const text = 'const a = <Row key={key()} {...rest()}>{cell()}{...cells()}<>{last()}</></Row>'
    expect(callsOf(parseProgram(text, true), text)).toEqual(['key()', 'rest()', 'cell()', 'cells()', 'last()'])
  })

  it('takes decorators and keys before static fields', () => {
    const text = '@first() class Job { static a = third(); @second() run() {} }'
    expect(callsOf(parseProgram(text), text)).toEqual(['first()', 'second()', 'third()'])
  })

  it('finds the statement of a case', () => {
    const [statement] = parseProgram('switch (kind) { case 1: }').body
    if (statement?.type !== 'SwitchStatement') throw new Error('no switch')
    buildGraph({ ...parseProgram(''), body: [statement] })
    expect(statement.cases[0] && switchOf(statement.cases[0])).toBe(statement)
  })

  it('decides the same through parentheses that a parser keeps', () => {
    const text = 'if (!((first() && second()))) ((third()) || fourth())'
    const kinds = [true, false].map((preserveParens) => {
      const { program } = parseSync('a.ts', text, { astType: 'ts', range: true, preserveParens })
      return buildGraph(program as unknown as Program)?.points.map((point) => point.kind)
    })
    expect(kinds[0]).toEqual(kinds[1])
  })

  it('reaches the exit of an empty function', () => {
    expect(print(parseProgram(''), '')).toBe('0 entry -> 1\n1 exit')
  })

  it('gives exits that are not reached no place among the points', () => {
    const graph = buildGraph(parseProgram('while (true);'))
    expect(graph?.points.map((point) => point.id)).toEqual([0, 1])
    expect(graph?.exit.id).toBe(-1)
    expect(graph?.throwExit.id).toBe(-1)
  })

  it('passes over a jump without a target', () => {
    const jump = { type: 'BreakStatement', label: null, range: [0, 6] } as unknown as TSESTree.BreakStatement
    expect(print({ ...parseProgram(''), body: [jump] }, '')).toBe('0 entry -> 1\n1 exit')
  })

  describe('of what is nested deep', () => {
    const depth = 10_000

    it.each([
      ['operators', (inner: Node) => ({ type: 'UnaryExpression', operator: '-', argument: inner })],
      ['negations', (inner: Node) => ({ type: 'UnaryExpression', operator: '!', argument: inner })],
      ['conditions', (inner: Node) => ({ type: 'LogicalExpression', operator: '&&', left: inner, right: name })],
      [
        'conditions on the right',
        (inner: Node) => ({ type: 'LogicalExpression', operator: '&&', left: name, right: inner }),
      ],
      ['calls', (inner: Node) => ({ type: 'CallExpression', callee: inner, arguments: [] })],
      ['chains', (inner: Node) => ({ type: 'ChainExpression', expression: inner })],
      ['links', (inner: Node) => ({ type: 'MemberExpression', object: inner, property: name, optional: true })],
      [
        'patterns',
        (inner: Node) => ({
          type: 'AssignmentExpression',
          operator: '=',
          left: { type: 'ArrayPattern', elements: [inner] },
          right: name,
        }),
      ],
    ])('gives up on %s', (_, wrap) => {
      const expression = nest({ type: 'ImportExpression', source: name } as unknown as Node, wrap)
      for (const type of ['ExpressionStatement', 'IfStatement'])
        expect(
          buildGraph(programOf({ type, expression, test: { type: 'ChainExpression', expression } })),
        ).toBeUndefined()
    })

    it('gives up on blocks', () => {
      expect(buildGraph(programOf(nest(name, (inner) => ({ type: 'BlockStatement', body: [inner] }))))).toBeUndefined()
    })

    it('takes any number of summands and statements', () => {
      const expression = nest(name, (inner) => ({ type: 'BinaryExpression', operator: '+', left: inner, right: name }))
      const sum = { type: 'ExpressionStatement', expression } as unknown as TSESTree.ExpressionStatement
      expect(buildGraph(programOf(...Array.from({ length: depth }, () => sum).slice(0, 3)))?.points).toHaveLength(2)
      const calls = 'call();'.repeat(depth)
      expect(buildGraph(parseProgram(calls))?.points).toHaveLength(2 * depth + 3)
    })

    function nest(inner: Node, wrap: (inner: Node) => object): Node {
      for (let level = 0; level < depth; level++) inner = { range: [0, 0], ...wrap(inner) } as unknown as Node
      return inner
    }
  })
})

describe('trees of other parsers', () => {
  const names = readdirSync(folder).filter((name) => !name.startsWith('await-using') && !name.startsWith('using'))

  it.each(names)('%s is the same from oxc', (name) => {
    const { text, expected } = read(name)
    const { program } = parseSync(name, text, { astType: 'ts', range: true, preserveParens: false })
    expect(print(rootOf(program as unknown as Program), text)).toBe(expected)
  })

  it.each(names)('%s is the same without keys that say nothing', (name) => {
    const { text, expected } = read(name)
    const program = JSON.parse(
      JSON.stringify(parseProgram(text), (_, value: unknown) =>
        value === null || value === false ? undefined : value,
      ),
    ) as Program
    expect(print(rootOf(program), text)).toBe(expected)
  })
})

const name = { type: 'Identifier', name: 'x', range: [0, 0] } as unknown as Node

function programOf(...body: object[]): Program {
  return { type: 'Program', range: [0, 0], body } as unknown as Program
}

function print(root: Parameters<typeof buildGraph>[0], text: string): string | undefined {
  const graph = buildGraph(root)
  return graph && printGraph(graph, text)
}

function callsOf(program: Program, text: string): string[] | undefined {
  return buildGraph(program)
    ?.points.filter((point) => point.kind === 'call')
    .map(({ node }) => text.slice(...node.range))
}
