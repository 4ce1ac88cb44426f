/** Where a fault is reported and how its places are named. */
import type { Observations } from '../locks/facts.ts'
import { printKey, type Key } from '../locks/key.ts'
import type { Frame, Trace } from '../locks/state.ts'
import { isWithin } from '../locks/waiting.ts'
import { writtenPath } from '../origins/written-path.ts'
import { isFunction, type Node, unwrap } from '../syntax/ast.ts'
import type { TraceStep } from './fault.ts'

export interface Lines {
  lineOf(node: Node): number
  /** The line on which a function is left: its `return`, or its end. */
  wayOut(end: { readonly node: Node; readonly leftBy: Node | undefined }): number
}

/** Line numbers of a text, by binary search. */
export function linesOf(text: string): Lines {
  const starts = [0]
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 10 || (code === 13 && text.charCodeAt(at + 1) !== 10) || code === 0x2028 || code === 0x2029)
      starts.push(at + 1)
  }
  const lineAt = (offset: number): number => {
    let low = 0
    let high = starts.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((starts[middle] ?? 0) <= offset) low = middle + 1
      else high = middle
    }
    return low
  }
  return {
    lineOf: (node) => lineAt(node.range[0]),
    wayOut: ({ node, leftBy }) =>
      leftBy ? lineAt(leftBy.range[0]) : isFunction(node) ? lineAt(node.range[1] - 1) : lineAt(node.range[0]),
  }
}

export interface Place {
  readonly node: Node
  readonly frame: Frame
}

/**
 * Where the duty of ending a lock lies: a helper that takes it and hands it on isn't to blame, its caller is. `inside`
 * says whether something happened in a frame that makes the duty its own.
 */
export function dutyOf(
  acquisition: { readonly node: Node; readonly frame: Frame },
  inside: (frame: Frame) => boolean,
): Place {
  let { node, frame } = acquisition
  while (frame.via === 'call' && frame.parent && frame.call && !inside(frame)) {
    node = frame.call
    frame = frame.parent
  }
  return { node, frame }
}

/** In the function that holds the lock: what stands there, or the call of the helper in which it stands. */
export function placeIn(section: Frame, { node, frame }: Place): Node {
  const outer = new Set<string>()
  for (let at: Frame | undefined = section; at; at = at.parent) outer.add(at.id)
  let place = node
  for (let at: Frame | undefined = frame; at && !outer.has(at.id) && at.via === 'call' && at.call; at = at.parent)
    place = at.call
  return place
}

/** Of a layer that runs any SQL the call that brings the lock function to it. */
export function writtenPlace({ node, frame }: Place, text: string): Place {
  let at: Place = { node, frame }
  while (!mentionsLock(at.frame.fn, text)) {
    const { via, parent, call } = at.frame
    if (via !== 'call' || !parent || !call) return { node, frame }
    at = { node: call, frame: parent }
  }
  return at
}

function mentionsLock(fn: Node, text: string): boolean {
  return /advisory/i.test(text.slice(fn.range[0], fn.range[1]))
}

/** For a session lock: the frame that ends it somewhere, or in which it is lost. */
export function lifetimePlace(seen: Observations): Place {
  return dutyOf(seen.acquisition, (frame) => {
    if ([...seen.endedIn].some((ended) => ended.id === frame.id)) return true
    return seen.deadEnds.some((end) => isWithin(end.frame, frame))
  })
}

const LONGEST_KEY = 44

export function shownKey(key: Key): string {
  const shown = printKey(key)
  return shown.length > LONGEST_KEY ? `${shown.slice(0, LONGEST_KEY - 1)}…` : shown
}

/** A call as it is written, short: `client.query()`. */
export function shownCall(node: Node): string {
  const inner = unwrap(node)
  const path = writtenPath(inner)
  if (inner.type === 'ThrowStatement') return 'throw'
  if (path === '') return inner.type === 'AwaitExpression' ? 'await' : 'the call'
  const short = path.length > 40 ? `…${path.slice(-39)}` : path
  return inner.type === 'TaggedTemplateExpression' ? `${short}\`…\`` : `${short}()`
}

/** The path that led to a place, first step first. */
export function traceSteps(trace: Trace | undefined, lines: Lines): TraceStep[] {
  const steps: TraceStep[] = []
  for (let at = trace; at && steps.length < 40; at = at.before)
    steps.push({ line: lines.lineOf(at.node), what: `${describe(at.node)}${at.what}` })
  return steps.reverse()
}

function describe(node: Node): string {
  switch (node.type) {
    case 'CallExpression':
    case 'NewExpression':
    case 'TaggedTemplateExpression':
    case 'AwaitExpression':
      return `${shownCall(node)} `
    case 'ThrowStatement':
      return 'throw '
    case 'ReturnStatement':
      return 'return '
    default:
      return ''
  }
}

/** At most three places, and how many more there are. */
export function atMostThree(places: readonly string[]): string {
  const shown = places.slice(0, 3)
  const more = places.length - shown.length
  return more > 0 ? `${shown.join(', ')} and ${String(more)} more` : shown.join(', ')
}
