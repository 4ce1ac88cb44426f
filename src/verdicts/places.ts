/** Where a fault is reported and how its places are named. */
import type { Observations } from '../locks/facts.ts'
import { printKey, type Key } from '../locks/key.ts'
import { outside, type Place } from '../locks/outside.ts'
import type { Frame, Trace } from '../locks/state.ts'
import { isWithin } from '../locks/waiting.ts'
import { covers } from '../syntax/walk.ts'
import { writtenPath } from '../origins/written-path.ts'
import { isFunction, type Node, unwrap } from '../syntax/ast.ts'
import type { TraceStep } from './fault.ts'
import { type FileAnalysis, sourceOf } from './file.ts'

export type { Place } from '../locks/outside.ts'

export interface Lines {
  /** Of a node in its own module, from 1. */
  lineOf(node: Node): number
  /** As messages say it behind the word `line`: `12`, or `12 of src/lock.ts`. */
  shown(node: Node): string
  /** `shown` of an acquisition; of one in a model it is the call that leads there. */
  taken(acquisition: Place): string
  /** The line on which a function is left: its `return`, or its end. */
  wayOut(end: { readonly node: Node; readonly leftBy: Node | undefined }): string
  /** Whether a node stands for code that isn't read. */
  isModel(node: Node): boolean
  /** The name of the other module that a node belongs to. */
  moduleOf(node: Node): string | undefined
}

/** Line numbers of a file and of the modules that were followed into. */
export function linesOf({ text, moduleOf }: Pick<FileAnalysis, 'text' | 'moduleOf'>): Lines {
  const starts = new Map<string, readonly number[]>()
  const startsOf = (of: string): readonly number[] => {
    let known = starts.get(of)
    if (!known) starts.set(of, (known = lineStarts(of)))
    return known
  }
  const lineAt = (node: Node, offset: number): number => {
    const other = moduleOf(node)
    return lineIn(startsOf(other?.text ?? text), offset - (other?.base ?? 0))
  }
  const shown = (node: Node, offset: number): string => {
    const other = moduleOf(node)
    const line = String(lineAt(node, offset))
    return other ? `${line} of ${other.name}` : line
  }
  const isModel = (node: Node): boolean => moduleOf(node)?.isModel === true
  return {
    lineOf: (node) => lineAt(node, node.range[0]),
    shown: (node) => shown(node, node.range[0]),
    taken(acquisition) {
      const { node } = outside(acquisition, isModel)
      return shown(node, node.range[0])
    },
    wayOut: ({ node, leftBy }) => {
      if (leftBy) return shown(leftBy, leftBy.range[0])
      return shown(node, isFunction(node) ? node.range[1] - 1 : node.range[0])
    },
    isModel,
    moduleOf: (node) => moduleOf(node)?.name,
  }
}

function lineStarts(text: string): number[] {
  const starts = [0]
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 10 || (code === 13 && text.charCodeAt(at + 1) !== 10) || code === 0x2028 || code === 0x2029)
      starts.push(at + 1)
  }
  return starts
}

/** By binary search. */
function lineIn(starts: readonly number[], offset: number): number {
  let low = 0
  let high = starts.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((starts[middle] ?? 0) <= offset) low = middle + 1
    else high = middle
  }
  return low
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

/**
 * In the function that holds the lock: what stands there, in a callback too, or the call of the helper in which it
 * stands.
 */
export function placeIn(section: Frame, { node, frame }: Place): Node {
  const outer = new Map<string, Frame>()
  for (let at: Frame | undefined = section; at; at = at.parent) outer.set(at.id, at)
  const isWrittenHere = ({ fn }: Frame): boolean => [...outer.values()].some((one) => covers(one.fn, fn))
  let place = node
  for (let at: Frame | undefined = frame; at && !outer.has(at.id) && at.call; at = at.parent) {
    if (at.via !== 'call' && isWrittenHere(at)) break
    place = at.call
  }
  return place
}

/** Of a layer that runs any SQL the call that brings the lock function to it. */
export function writtenPlace({ node, frame }: Place, file: FileAnalysis): Place {
  let at: Place = { node, frame }
  while (!mentionsLock(at.frame.fn, file)) {
    const { via, parent, call } = at.frame
    if (via !== 'call' || !parent || !call) return { node, frame }
    at = { node: call, frame: parent }
  }
  return at
}

function mentionsLock(fn: Node, file: FileAnalysis): boolean {
  return /advisory/i.test(sourceOf(fn, file))
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
  if (inner.type === 'ImportExpression') return 'import()'
  if (path === '') return inner.type === 'AwaitExpression' ? 'await' : 'the call'
  const short = path.length > 40 ? `…${path.slice(-39)}` : path
  return inner.type === 'TaggedTemplateExpression' ? `${short}\`…\`` : `${short}()`
}

/** The path that led to a place, first step first. */
export function traceSteps(trace: Trace | undefined, lines: Lines): TraceStep[] {
  const steps: TraceStep[] = []
  for (let at = trace; at && steps.length < 40; at = at.before)
    if (!lines.isModel(at.node)) steps.push({ ...placeOf(at.node, lines), what: `${describe(at.node)}${at.what}` })
  return steps.reverse()
}

/** Where a step of a path is. */
export function placeOf(node: Node, lines: Lines): Pick<TraceStep, 'line' | 'module'> {
  return { line: lines.lineOf(node), module: lines.moduleOf(node) }
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
