/** Test points: which branches a state can take, what it knows on each, and what is tested of the watched try. */
import { switchOf } from '../flow/build.ts'
import type { Point } from '../flow/graph.ts'
import { type Value, constant, nullishness } from '../origins/value.ts'
import type { Node, TSESTree } from '../syntax/ast.ts'
import { isMadeOf } from './holding.ts'
import { covers, pathTo } from '../syntax/walk.ts'
import type { Machine } from './machine.ts'
import { refine, refineEqual } from './refine.ts'
import type { Frame, State } from './state.ts'
import { along, type Step } from './steps.ts'

export function testing(point: Point & { kind: 'test' }, state: State, machine: Machine): Step[] {
  const { origins } = machine
  const { node } = point
  switch (point.how) {
    case 'truthy':
      observeTest(node, state, machine)
      observeComparison(node, state, machine)
      return [true, false].flatMap((holds) => {
        const env = refine(node, holds, state.env, origins)
        return env ? along(point, holds ? 'true' : 'false', { ...state, env }) : []
      })
    case 'nullish': {
      const value = origins.evaluate(node, state.env)
      const known = nullishness(value) ?? state.env.nullish(value)
      return [true, false].flatMap((holds) => {
        const env = refineEqual(node, value, constant(undefined), holds, true, state.env, origins)
        return env && known !== !holds ? along(point, holds ? 'true' : 'false', { ...state, env }) : []
      })
    }
    case 'iterate': {
      const loop = node as TSESTree.ForOfStatement
      const value = origins.evaluate(loop.right, state.env)
      const empty = value.kind === 'list' && value.items.length === 0 && !value.rest
      const some = (value.kind === 'list' && value.items.length > 0) || tookFromElement(value, loop, state, machine)
      if (some && !state.begun.includes(node)) return along(point, 'true', { ...state, begun: [...state.begun, node] })
      const over = some ? { ...state, begun: state.begun.filter((other) => other !== node) } : state
      return [...(empty ? [] : along(point, 'true', state)), ...along(point, 'false', over)]
    }
    case 'case':
      return matching(point, node as TSESTree.SwitchCase, state, machine)
  }
}

/** The watched lock was taken in a loop over the same elements, so there is one. */
function tookFromElement(elements: Value, loop: Node, { tracked, env }: State, machine: Machine): boolean {
  if (tracked?.phase !== 'held') return false
  let { node, frame }: { node: Node; frame: Frame } = tracked.acquisition
  while (!covers(frame.fn, loop)) {
    if (!frame.parent || !frame.call) return false
    node = frame.call
    frame = frame.parent
  }
  return pathTo(frame.fn, node).some((one) => {
    if (one.type !== 'ForOfStatement' || one === loop || covers(loop, node)) return false
    return elements.key.includes(machine.origins.evaluate(one.right, env).key)
  })
}

function matching(point: Point, node: TSESTree.SwitchCase, state: State, machine: Machine): Step[] {
  const { origins } = machine
  const statement = switchOf(node)
  if (!statement || !node.test) return [...along(point, 'true', state), ...along(point, 'false', state)]
  const subject = origins.evaluate(statement.discriminant, state.env)
  const tested = origins.evaluate(node.test, state.env)
  // `switch (true)`: each case is a condition of its own.
  if (subject.kind === 'constant' && typeof subject.value === 'boolean') {
    observeTest(node.test, state, machine)
    const holds = subject.value
    return [true, false].flatMap((matches) => {
      const env = refine(node.test ?? node, matches === holds, state.env, origins)
      return env ? along(point, matches ? 'true' : 'false', { ...state, env }) : []
    })
  }
  observeTest(statement.discriminant, state, machine)
  if (tested.kind !== 'constant') return [...along(point, 'true', state), ...along(point, 'false', state)]
  return [true, false].flatMap((matches) => {
    if (subject.kind === 'constant' && (subject.value === tested.value) !== matches) return []
    const env = refineEqual(statement.discriminant, subject, tested, matches, false, state.env, origins)
    return env ? along(point, matches ? 'true' : 'false', { ...state, env }) : []
  })
}

/** A part of the watched try's result is tested, or the nothing that a waiting function answers. */
function observeTest(node: Node, state: State, machine: Machine): void {
  const { tracked } = state
  const value = machine.origins.evaluate(node, state.env)
  const about = value.about ?? aboutAny(value)
  if (about?.part === 'void') machine.voidTests.set(node, about.acquisition)
  // Of a lock that isn't followed only the place of its answer is known.
  for (const [, place] of value.key.matchAll(/@answer (\d+);/g)) if (place !== undefined) machine.tested.add(place)
  if (!tracked) return
  const { acquisition } = tracked
  if (about?.acquisition === acquisition.id)
    machine.observed(acquisition).tests.set(about.node ?? node, { node: about.node ?? node, part: about.part })
  else if (isMadeOf(value, acquisition.id)) machine.observed(acquisition).answerGiven = true
}

/** `got === 't'`: the driver gives a boolean, never a text. */
function observeComparison(node: Node, state: State, machine: Machine): void {
  const { origins } = machine
  const { tracked } = state
  if (node.type !== 'BinaryExpression' || !/^[!=]==?$/.test(node.operator)) return
  const sides = [origins.evaluate(node.left, state.env), origins.evaluate(node.right, state.env)]
  for (const { about } of sides) if (about?.part === 'void') machine.voidTests.set(node, about.acquisition)
  if (!tracked) return
  const answer = sides.find(
    (side) => side.about?.part === 'answer' && side.about.acquisition === tracked.acquisition.id,
  )
  const other = sides.find((side) => side !== answer)
  if (answer?.kind !== 'constant' || other?.kind !== 'constant' || other.value === null || other.value === undefined)
    return
  const possible: readonly unknown[] =
    typeof answer.value === 'string' ? ['true', 'false'] : typeof answer.value === 'number' ? [0, 1] : [true, false]
  if (!possible.includes(other.value)) machine.observed(tracked.acquisition).impossible.add(node)
}

function aboutAny(value: Value): Value['about'] {
  return value.kind === 'oneOf' ? value.of.find((one) => one.about?.part === 'answer')?.about : undefined
}
