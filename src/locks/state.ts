/** The state of the simulation: one lock that is watched, and everything else around it. */
import type { Completion } from '../flow/graph.ts'
import type { Session, Value } from '../origins/value.ts'
import type { LockCall } from '../sql/types.ts'
import type { FunctionNode, Node, Program } from '../syntax/ast.ts'
import type { Env } from './environment.ts'
import { canonicalKey, type Key } from './key.ts'
import type { Pause } from './retrying.ts'

/** One run of a function, reached by one path of calls. */
export interface Frame {
  readonly id: string
  readonly fn: FunctionNode | Program
  /** The call that runs it, in the frame of `parent`. */
  readonly call: Node | undefined
  /** How it came to run: called by its name, as somebody's callback, or by a driver with a handle it lends. */
  readonly via: 'root' | 'call' | 'callback' | 'lend'
  readonly parent: Frame | undefined
  readonly depth: number
  /** For a function that is run by itself because it goes where nobody sees it called: where it was made, and as what. */
  readonly made?: { readonly frame: Frame; readonly name: string | undefined } | undefined
}

/** One call that takes a lock, as reached by one path of calls. */
export interface Acquisition {
  readonly id: string
  readonly node: Node
  readonly frame: Frame
  readonly call: LockCall
  readonly key: Key
  readonly session: Session | undefined
  /** Key of the session, or of the receiver if it is no known handle. */
  readonly sessionKey: string
  /** The value of the receiver. */
  readonly on: Value
  /** The connection was taken out or opened by code that is being run. */
  readonly owned: boolean
  /** An xact lock in a transaction that code of this run began by hand. */
  readonly begun: boolean
  /** On another path the same call takes another kind of lock. */
  readonly chosen: boolean
  /** It may be asked for again: in a loop, by recursion, or by a library that retries. */
  readonly repeats: boolean
}

/** The watched lock: the part of the state that is never joined. */
export interface Tracked {
  readonly acquisition: Acquisition
  /**
   * `held`: it was granted. `lost`: the try answered false. `over`: a chosen transaction lock ended with its
   * transaction. `failed`: the call that takes it failed. `undone`: going back to an older savepoint let it go. `past`: it
   * wasn't got, and all that matters is whether it is asked for again.
   */
  readonly phase: 'held' | 'lost' | 'over' | 'failed' | 'undone' | 'past'
  /** Holds of this session on this key; 3 stands for three or more. `failed`: 0 once its transaction is over. */
  readonly count: number
  readonly sessionKey: string
  readonly key: Key
  /** Something that can't be seen may have ended it. */
  readonly maybe: boolean
  /** Somebody else has the duty of ending it. */
  readonly handed: boolean
  /** The call that takes it was waited for; before that nobody can tell whether it is held. */
  readonly certain: boolean
  /** Taken again before it was let go. */
  readonly stacked: boolean
  /** Where its failure was caught, if it was. */
  readonly caught: Node | undefined
  /** It lost a race, or a neighbour failed, while the server may still grant it. */
  readonly abandoned: 'raced' | 'siblings' | undefined
  /** A write under it waits for the COMMIT of the transaction that is open on its session. */
  readonly wrote: boolean
  /** What was waited for since it wasn't got. */
  readonly pause: Pause | undefined
}

/** A step of the path that led to a state. */
export interface Trace {
  readonly node: Node
  readonly what: string
  readonly before: Trace | undefined
}

/** What becomes of a session after something was sent on it. `kept`: it lives on, as far as can be told. */
export type Fate = 'commit' | 'rollback' | 'closed' | 'kept'

/** An unlock that was sent inside an open transaction. */
export interface Sent {
  readonly session: string
  readonly node: Node
  readonly fates: Set<Fate>
}

export interface State {
  readonly env: Env
  readonly tracked: Tracked | undefined
  /** Loops over an array that has elements for sure, of which one was taken. */
  readonly begun: readonly Node[]
  /** The completions that entered the `finally` blocks around the point, the innermost last. */
  readonly pending: readonly Completion[]
  readonly trace: Trace | undefined
  /** The call whose throw began the exceptional path. */
  readonly thrower: Node | undefined
  /** Unlocks that were sent inside an open transaction: what becomes of their sessions is watched on. */
  readonly sent: readonly Sent[]
}

export function stateKey(state: State): string {
  const { tracked, pending, begun } = state
  const loops = begun.length > 0 ? `@${begun.map((loop) => loop.range[0]).join('.')}` : ''
  const sent = state.sent.map((one) => `^${String(one.node.range[0])}`).join('')
  const entered = `${pending.length > 0 ? pending.join(',') : ''}${loops}${sent}`
  if (!tracked) return entered
  // What may be done on the session depends on it, and programs keep account of it in flags.
  const transaction = state.env.note(`tx:${tracked.sessionKey}`)?.key ?? ''
  return `${trackedKey(tracked)}|${entered}|${transaction}`
}

const trackedKeys = new WeakMap<Tracked, string>()

function trackedKey(tracked: Tracked): string {
  let known = trackedKeys.get(tracked)
  if (known === undefined) {
    const {
      acquisition,
      phase,
      count,
      sessionKey,
      maybe,
      handed,
      certain,
      stacked,
      key,
      caught,
      abandoned,
      wrote,
      pause,
    } = tracked
    const flags = `${maybe ? 'm' : ''}${certain ? '' : 'p'}${handed ? 'h' : ''}${stacked ? 's' : ''}${wrote ? 'w' : ''}${abandoned ?? ''}${caught ? String(caught.range[0]) : ''}${pause ? `~${pause.key}${String(pause.ms)}` : ''}`
    known = `${acquisition.id}|${phase}${String(count)}${flags}|${sessionKey}|${canonicalKey(key)}`
    trackedKeys.set(tracked, known)
  }
  return known
}

export function joinStates(old: State, next: State): State | undefined {
  const env = old.env.join(next.env)
  return env === old.env ? undefined : { ...old, env }
}

export function withEnv(state: State, env: Env): State {
  return env === state.env ? state : { ...state, env }
}

export function step(state: State, node: Node, what: string): State {
  return state.tracked ? { ...state, trace: { node, what, before: state.trace } } : state
}
