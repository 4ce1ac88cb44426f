/**
 * Runs a graph as a machine would: one point after the other, taking the edge that the values decide.
 *
 * It knows what a reader of graphs knows: values of operations by node, until their statement ends, and what `value`
 * points state. It throws where a graph leaves it without the value or the edge that it needs.
 */
import type { Edge, Graph, Point } from '../../src/flow/graph.ts'
import { switchOf } from '../../src/flow/build.ts'
import { containsPoint } from '../../src/flow/operands.ts'
import type { Node, TSESTree } from '../../src/syntax/ast.ts'

/** What the consumer of the generator does with it. */
export interface Resumption {
  readonly how: 'next' | 'throw' | 'return'
  readonly value: unknown
}

export interface Run {
  /** The numbers that were yielded. */
  readonly yielded: number[]
  /** How it ended; undefined if the consumer stopped asking. */
  end?: { readonly how: 'return' | 'throw'; readonly value: unknown }
}

export const object = { m: (value: unknown) => value, p: { m: (value: unknown) => value } }

export function runGraph(graph: Graph, resumptions: readonly Resumption[]): Run {
  const run: Run = { yielded: [] }
  const variables = new Map<string, unknown>()
  const values = new Map<Node, unknown>()
  const iterators = new Map<Node, Iterator<unknown>>()
  const sources = new Map<Node, Node>()
  const completions: { completion: string; carried: unknown }[] = []
  let carried: unknown
  let element: unknown

  function read(node: Node): unknown {
    if (values.has(node)) return values.get(node)
    switch (node.type) {
      case 'Literal':
        return node.value
      case 'Identifier':
        return node.name === 'undefined' ? undefined : variables.get(node.name)
      case 'TSAsExpression':
        return read(node.expression)
      case 'ChainExpression':
        if (node.expression.type === 'CallExpression') throw new Error('no value for a chain that calls')
        return read(node.expression)
      case 'UnaryExpression':
        return !read(node.argument)
      case 'SequenceExpression':
        return read(node.expressions.at(-1) as Node)
      case 'BinaryExpression':
        return read(node.left) === read(node.right)
      case 'ArrayExpression':
        return node.elements.map((each) => read(each as Node))
      case 'ConditionalExpression':
        if (containsPoint(node.consequent) || containsPoint(node.alternate))
          throw new Error('no value for a conditional')
        return read(node.test) ? read(node.consequent) : read(node.alternate)
      case 'LogicalExpression': {
        if (containsPoint(node.right)) throw new Error(`no value for ${node.operator}`)
        const left = read(node.left)
        return goesOn(node.operator, left) ? read(node.right) : left
      }
      case 'MemberExpression': {
        const holder = read(node.object) as Record<string, unknown> | null | undefined
        return holder?.[key(node)]
      }
      default:
        throw new Error(`no value for ${node.type}`)
    }
  }

  function key(node: TSESTree.MemberExpression): string {
    return node.computed ? String(read(node.property)) : (node.property as TSESTree.Identifier).name
  }

  function goesOn(operator: string, left: unknown): boolean {
    if (operator === '??') return left === null || left === undefined
    return operator === '&&' ? Boolean(left) : !left
  }

  function call(node: TSESTree.CallExpression): unknown {
    const argument = read(node.arguments[0] as Node)
    if (node.callee.type === 'Identifier') return argument
    const member = node.callee as TSESTree.MemberExpression
    const method = read(member) as (value: unknown) => unknown
    return method.call(read(member.object), argument)
  }

  function bind(target: Node, value: unknown): void {
    if (target.type === 'Identifier') variables.set(target.name, value)
    else if (target.type === 'ArrayPattern') {
      const [first] = value as unknown[]
      const pattern = target.elements[0] as TSESTree.AssignmentPattern
      bind(pattern.left, first === undefined ? read(pattern.right) : first)
    } else throw new Error(`cannot bind ${target.type}`)
  }

  function assign(node: Node): void {
    if (node.type === 'VariableDeclarator') {
      bind(node.id, node.init ? read(node.init) : undefined)
    } else if (node.type === 'UpdateExpression') {
      const old = Number(read(node.argument))
      values.set(node, old)
      bind(node.argument, old + 1)
    } else if (node.type === 'AssignmentExpression') {
      const { left, right, operator } = node
      // With an operation on the right side the decision was a point of its own.
      const isDecided = operator === '=' || containsPoint(right)
      const result = isDecided || goesOn(operator.slice(0, 2), read(left)) ? read(right) : read(left)
      values.set(node, result)
      bind(left, result)
    }
  }

  function decide(point: Point & { kind: 'test' }): boolean {
    const { node } = point
    switch (point.how) {
      case 'truthy':
        return Boolean(read(node))
      case 'nullish': {
        const value = node.type === 'AssignmentPattern' ? read(sources.get(node) as Node) : read(node)
        return node.type === 'AssignmentPattern' ? value === undefined : value === null || value === undefined
      }
      case 'case': {
        const each = node as TSESTree.SwitchCase
        return read((switchOf(each) as TSESTree.SwitchStatement).discriminant) === read(each.test as Node)
      }
      case 'iterate': {
        const loop = node as TSESTree.ForOfStatement
        let iterator = iterators.get(loop)
        if (iterator === undefined) {
          iterator = (read(loop.right) as unknown[])[Symbol.iterator]()
          iterators.set(loop, iterator)
        }
        const next = iterator.next()
        element = next.value
        return next.done !== true
      }
    }
  }

  /** The kind of edge to take. */
  function perform(point: Point): Edge['kind'] | undefined {
    const { node } = point
    switch (point.kind) {
      case 'call':
        try {
          values.set(node, call(node as TSESTree.CallExpression))
          return 'next'
        } catch (error) {
          if ((error as Error).message.startsWith('no value')) throw error
          carried = 'TypeError'
          return 'throw'
        }
      case 'yield': {
        const number = ((node as TSESTree.YieldExpression).argument as TSESTree.Literal).value as number
        run.yielded.push(number)
        const resumption = resumptions[run.yielded.length - 1]
        if (resumption === undefined) return undefined
        if (resumption.how === 'next') values.set(node, resumption.value)
        else carried = resumption.value
        return resumption.how
      }
      case 'assign':
        assign(node)
        return 'next'
      case 'element':
        bind((node as TSESTree.ForOfStatement).left, element)
        return 'next'
      case 'test':
        return decide(point) ? 'true' : 'false'
      case 'value':
        values.set(node, point.from === undefined ? undefined : read(point.from))
        return 'next'
      case 'return':
        carried = read((node as TSESTree.ReturnStatement).argument as Node)
        return 'return'
      case 'throw':
        carried = read((node as TSESTree.ThrowStatement).argument)
        return 'throw'
      case 'end':
        for (const each of values.keys())
          if (each.range[0] >= node.range[0] && each.range[1] <= node.range[1]) values.delete(each)
        return 'next'
      default:
        return 'next'
    }
  }

  for (let point = graph.entry; ;) {
    if (point === graph.exit || point === graph.throwExit) {
      if (completions.length > 0) throw new Error('a completion was never resumed')
      run.end = { how: point === graph.exit ? 'return' : 'throw', value: carried }
      return run
    }
    if (point.kind === 'assign' && point.node.type === 'AssignmentExpression') sources.clear()
    let edge: Edge | undefined
    if (point.kind === 'finallyEnd') {
      const last = completions.pop()
      edge = point.out.find((each) => each.resumes === last?.completion)
      carried = last?.carried
    } else {
      if (point.kind === 'test' && point.node.type === 'AssignmentPattern') {
        const source = findSource(graph, point.node)
        if (source !== undefined) sources.set(point.node, source)
      }
      const kind = perform(point)
      if (kind === undefined) return run
      edge = point.out.find((each) => each.kind === kind)
    }
    if (edge === undefined) throw new Error(`no edge to take from ${point.id} ${point.kind}`)
    for (let drops = edge.drops ?? 0; drops > 0; drops--)
      if (completions.pop() === undefined) throw new Error('nothing to drop')
    // What is left normally carries nothing.
    if (edge.enters !== undefined)
      completions.push({
        completion: edge.enters,
        carried: edge.enters === 'return' || edge.enters === 'throw' ? carried : undefined,
      })
    if (edge.to.kind === 'exit' && edge.kind === 'next') carried = undefined
    // Entered anew, not by its own back edge.
    if (edge.to.kind === 'test' && edge.to.how === 'iterate' && edge.to.id > point.id) iterators.delete(edge.to.node)
    point = edge.to
  }
}

/** What `[x = …]` is destructured from: the first element of the array on the right side. */
function findSource(graph: Graph, pattern: Node): Node | undefined {
  for (const { node } of graph.points)
    if (node.type === 'AssignmentExpression' && node.left.type === 'ArrayPattern' && node.left.elements[0] === pattern)
      return (node.right as TSESTree.ArrayExpression).elements[0] as Node
  return undefined
}

/** Runs the program itself. */
export function runProgram(text: string, resumptions: readonly Resumption[]): Run {
  const generator = new Function('id', `${text}; return f()`)((value: unknown) => value) as Generator<number, unknown>
  const run: Run = { yielded: [] }
  let resumption: Resumption = { how: 'next', value: undefined }
  for (;;) {
    try {
      const result = generator[resumption.how](resumption.value)
      if (result.done === true) {
        run.end = { how: 'return', value: result.value }
        return run
      }
      run.yielded.push(result.value)
    } catch (error) {
      run.end = { how: 'throw', value: error instanceof TypeError ? 'TypeError' : error }
      return run
    }
    const next = resumptions[run.yielded.length - 1]
    if (next === undefined) return run
    resumption = next
  }
}
