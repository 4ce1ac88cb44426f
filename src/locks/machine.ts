/** The parts of the simulation call each other through this: one machine for one file. */
import type { Classify } from '../effects/classify.ts'
import type { Graph } from '../flow/graph.ts'
import type { Budget } from '../flow/solve.ts'
import type { Origins } from '../origins/evaluate.ts'
import type { VariableLike } from '../origins/names.ts'
import type { Session, Value, ValueOf } from '../origins/value.ts'
import type { ReadStatements } from '../sql/reader.ts'
import type { FunctionNode, Node, Program } from '../syntax/ast.ts'
import type { LockSite, Observations, Work } from './facts.ts'
import type { FunctionInfo } from './outline.ts'
import type { Sources } from './sources.ts'
import type { Acquisition, Frame, State } from './state.ts'

/** One way in which a call, or a function, ends: with a value, or by a throw. */
export interface Outcome {
  readonly ends: 'next' | 'throw'
  readonly state: State
  readonly value: Value
}

/** What the layers below, and a walk over the file, tell of it before anything runs. */
export interface Knowledge {
  readonly origins: Origins
  readonly classify: Classify
  readonly statementsOf: ReadStatements
  readonly infoOf: (fn: Node) => FunctionInfo | undefined
  /** Whether a function may have to do with locks, or is so short that it is run anyway; others are run under a lock only. */
  readonly concernsLocks: (fn: Node) => boolean
  /** Whether a node is one of a model, which stands for code that isn't read. */
  readonly isModel: (node: Node) => boolean
  /** The variables that a function declares itself. */
  readonly localsOf: (fn: Node) => readonly VariableLike[]
}

export interface Machine extends Knowledge {
  /** What is left for the run of a root; `isAside`: for a function that it can do without. */
  readonly budget: Budget & { isAside: boolean }
  graphOf(fn: FunctionNode | Program): Graph | undefined
  /** Whether nobody gets what a call in a frame gives. */
  isDropped(call: Node, frame: Frame | undefined): boolean
  /** What was seen of an acquisition so far; made on first use. */
  observed(acquisition: Acquisition): Observations
  /** A lock or unlock function was called. */
  sited(id: string, make: () => LockSite): LockSite
  /** All work, by frame and place. */
  readonly works: Map<string, Work>
  /** Runs a function of this file; `async` functions give a promise. */
  invoke(callee: ValueOf<'function'>, args: readonly Value[], state: State, how: Invocation): Outcome[]
  /** Gives a variable or member another value. */
  assign(place: Node, value: Value, state: State): State
  /** The statement by which the function that runs is being left, if it is. */
  leftBy(state: State): Node | undefined
  /** Statements by which functions were left, by the key that the state carries. */
  readonly leaves: Map<string, Node>
  /** A statement stands in an array, with another behind it. */
  batched(node: Node, behind: Node): void
  /** Tests of what a waiting function answers, and the id of its call. */
  readonly voidTests: Map<Node, string>
  /** Calls whose text changes the schema. */
  readonly schemaTexts: Set<Node>
  /** A function made by a call goes where it can't be followed: it is run by itself, with what it captured. */
  defer(made: ValueOf<'function'>, where: NonNullable<Frame['made']>): void
  /** Functions that were run in place. */
  readonly visited: Set<Node>
  /** Sessions that were taken out or lent, by their keys. */
  readonly sessions: Map<string, Session>
  /** Drivers whose calls follow the transaction of their async context. */
  readonly contexts: Set<string>
  /** Places of try-locks that aren't followed, of which the answer was tested. */
  readonly tested: Set<string>
  /** Pools that do something with each new connection before anybody gets it. */
  readonly prepared: Set<string>
  /** Calls of libraries that run a callback until it succeeds. */
  readonly retrying: Set<Node>
  /** By ids of acquisitions whether they may run again for the same thing. */
  readonly repeats: Map<string, boolean>
  /** Calls that set a bound for the waits of their session. */
  readonly bounding: Set<Node>
  /** By each statement of an array that runs as one transaction those before it. */
  readonly batches: Map<Node, readonly Node[]>
  /** A bound for the wait that the file sets for sessions which begin later. */
  lastingBound: boolean
  readonly sources: Sources
  /** Whether something could not be followed. */
  giveUp(frame: Frame): void
}

export interface Invocation {
  readonly node: Node
  readonly frame: Frame
  readonly via: 'call' | 'callback' | 'lend'
  readonly self?: Value | undefined
}

export function next(state: State, value: Value): Outcome {
  return { ends: 'next', state, value }
}

export function thrown(state: State, value: Value): Outcome {
  return { ends: 'throw', state, value }
}
