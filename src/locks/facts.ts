/** What the simulation saw of each acquisition: plain observations, judged by the verdicts. */
import type { Statementlike } from '../effects/sql-text.ts'
import type { Shape } from '../drivers/index.ts'
import type { NetworkCall, Session, Value, VariableKey } from '../origins/value.ts'
import type { VariableLike } from '../origins/names.ts'
import type { LockCall, Statement } from '../sql/types.ts'
import type { Node } from '../syntax/ast.ts'
import type { Bound } from './bounds.ts'
import type { Key } from './key.ts'
import type { Sources } from './sources.ts'
import { type Content, emptyContent } from './content.ts'
import type { Acquisition, Fate, Frame, Trace } from './state.ts'

/** A place where nobody can end the lock any more. */
export interface DeadEnd {
  readonly kind:
    /** The connection went back to its pool. */
    | 'returned'
    /** The function that had the duty is over. */
    | 'left'
    /** The connection went back with the transaction open. */
    | 'open-transaction'
  readonly node: Node
  /** The call whose throw led here; undefined on a path without one. */
  readonly thrower: Node | undefined
  /** The `return` by which the function was being left. */
  readonly leftBy: Node | undefined
  readonly stacked: boolean
  readonly trace: Trace | undefined
  readonly phase: 'held' | 'lost'
  /** The frame in which it is. */
  readonly frame: Frame
}

/** A value taken from the result of a try that was tested. */
export interface Test {
  readonly node: Node
  readonly part: 'answer' | 'void' | 'result' | 'rows' | 'row' | 'count' | 'missing' | 'promise'
}

/** A part of a statement that looks at everything there is. */
export interface WholeSeen {
  /** The variables that narrow what it looks at; undefined: can't be told. */
  readonly narrowedBy: ReadonlySet<VariableKey> | undefined
}

/** A statement that ran, or an awaited call that can't be seen. */
export interface Work {
  readonly node: Node
  readonly kind: 'statement' | 'call'
  readonly writes: boolean
  /** It can be read, or was built in sight, and so `writes` is no guess. */
  readonly read: boolean
  /** It ran on a path without a throw. */
  readonly onNormalPath: boolean
  /** The table it is about, if that is plain. */
  readonly table: string | undefined
  /** It can't run inside a transaction: VACUUM, CONCURRENTLY. */
  readonly alone: boolean
  /** It can't run inside a transaction, or may commit by itself. */
  readonly outside: boolean
  /** It changes the schema. */
  readonly schema: boolean
  /** It reads or counts everything there is. */
  readonly whole: boolean
  /** Where its SQL does so. Undefined: no SQL is known. */
  readonly wholes: readonly WholeSeen[] | undefined
  readonly frame: Frame
  /** A function of the caller's, which may give a promise: a parameter, or a method of one. Undefined: something else. */
  readonly callers: 'parameter' | 'method' | undefined
  /** What it ran on; undefined: that can't be told. */
  readonly session: Session | undefined
  readonly sessionKey: string | undefined
}

/** A call that takes a lock failed, and the work went on. */
export interface Ignored {
  readonly caught: Node
  /** The failure aborted the transaction in which the work would run. */
  readonly aborted: boolean
}

export interface Section {
  readonly call: NetworkCall
  /** The await that waits for it under the lock. */
  readonly awaited: Node
  readonly frame: Frame
  readonly trace: Trace | undefined
}

/** One call of a lock or unlock function in a statement that was sent, whether or not its lock can be followed. */
export interface LockSite {
  /** The call that sends the statement. */
  readonly node: Node
  readonly frame: Frame
  readonly call: LockCall
  readonly statement: Statement
  readonly text: Statementlike
  readonly key: Key
  /** The receiver, and the session that it stands for if it is a known handle. */
  readonly on: Value
  readonly session: Session | undefined
  readonly sessionKey: string
  readonly shape: Shape
  /** Whether a transaction was open on the session, on the paths that led here. */
  readonly transactions: Set<'open' | 'none' | 'unknown'>
  /** Sessions other than this one on which a transaction was open here. */
  readonly elsewhere: Map<string, Session | undefined>
  /** What bounded the wait on the paths that led here; empty unless it waits. */
  readonly bounds: Set<Bound>
  /** Code of this run opened the transaction in which it runs. */
  begun: boolean
  /** The session holds the lock already. */
  again: boolean
  /** It runs when its promise is awaited, and so perhaps not at the call. */
  readonly lazy: boolean
  /** Nobody gets its promise. */
  readonly dropped: boolean
  /** Keys of values in the statement that may be missing here: optional, and not tested on the way. */
  readonly missing: Set<string>
  /** By the keys of values in the statement: the variables that hold them, `field` for one of an object. */
  readonly holders: Map<string, Set<VariableLike | 'field'>>
}

/** Work that began under the lock, and that nobody awaits before the lock is let go. */
export interface Floating {
  /** The call that gave the promise. */
  readonly node: Node
  readonly frame: Frame
  /** `returned`: its promise is what the function returns. `dropped`: nobody has it. `raced`: another may be faster. */
  readonly how: 'returned' | 'dropped' | 'raced'
  /** It may fail, and nobody hears of that. */
  readonly rejects: boolean
  /** The calls that leave the process for which its promise waits. */
  readonly network: readonly NetworkCall[]
  /** What gave it, if that can't be seen. */
  readonly unseen: Value | undefined
  /** Where the lock was let go meanwhile. */
  readonly ends: Set<Node>
}

/** An unlock that names another lock than the one that is held, or can't reach it. */
export interface Stray {
  readonly key: Key
  readonly call: LockCall
  readonly frame: Frame
  readonly why: 'key' | 'mode' | 'session' | 'scope'
}

/** An unlock that was sent inside an open transaction. */
export interface Inside {
  /** On a path without a throw, with a write under the lock that waited for the COMMIT. */
  early: boolean
  /** The calls that threw on the way, with the transaction still open. */
  readonly throwers: Set<Node>
  readonly fates: Set<Fate>
}

/** Everything seen of one acquisition. */
export interface Observations {
  readonly acquisition: Acquisition
  readonly deadEnds: DeadEnd[]
  /** Frames that were running when the lock was ended. */
  readonly endedIn: Set<Frame>
  /** Places where it was ended, and whether that was after a throw only. */
  readonly ends: Map<Node, 'normal' | 'exceptional'>
  /** Unlocks that could not let it go while it was held. */
  readonly strays: Map<Node, Stray>
  /** Unlocks of its key where the try answered false. */
  readonly lostUnlocks: Set<Node>
  /** The session was ended where the try had answered false. */
  endedWhenLost: boolean
  /** Unlocks sent inside an open transaction. */
  readonly unlocksInside: Map<Node, Inside>
  readonly network: Map<string, Section>
  readonly floating: Map<Node, Floating>
  readonly content: Content
  readonly held: Map<Node, Work>
  readonly lost: Map<Node, Work>
  /** Statements on its session that ran after a `ROLLBACK TO` had let it go. */
  readonly undone: Map<Node, Work>
  /** Work that ran after the call that takes the lock had failed, and where that was caught. */
  readonly ignored: Map<Node, Ignored>
  /** How the wait for it was given up before its connection went back alive. */
  readonly abandoned: Set<'raced' | 'siblings'>
  /** The program asks for it again when it wasn't got: at once, after so many milliseconds, or some time. */
  readonly retries: Set<number | 'none' | 'some'>
  /** The program stops waiting for it by itself. */
  raced: boolean
  readonly tests: Map<Node, Test>
  /** The way it is run throws the answer away. */
  answerLost: boolean
  /** A helper gave its caller the means to end it: a handle, a closure. */
  handleGiven: boolean
  /** An element of an array of statements: nothing can look at its answer before the next one runs. */
  batched: Node | undefined
  /** By the keys of what they gave: calls that can't be seen, made while this was watched. */
  readonly started: Map<string, Node>
  /** The answer is given to somebody out of sight: returned by the root, stored in a field. */
  answerGiven: boolean
  /** Compared with a value that the driver never gives. */
  readonly impossible: Set<Node>
}

/** All that was seen in one file. */
export interface LockFacts {
  readonly acquisitions: ReadonlyMap<string, Observations>
  /** Every piece of work, also where nothing was watched. */
  readonly works: readonly Work[]
  /** By the same ids as the acquisitions. */
  readonly sites: ReadonlyMap<string, LockSite>
  /** Functions that could not be followed to the end. */
  readonly givenUp: ReadonlySet<Node>
  /** Tests of what a waiting function answers, and the site that answers it. */
  readonly voidTests: ReadonlyMap<Node, string>
  /** Calls whose text also changes the schema. */
  readonly schemaTexts: ReadonlySet<Node>
  /** Drivers whose calls follow the transaction of their async context, by a switch that the file sets. */
  readonly contexts: ReadonlySet<string>
  /** Places of try-locks that aren't followed, of which the answer was tested. */
  readonly tested: ReadonlySet<string>
  /** Pools that do something with each new connection before anybody gets it. */
  readonly prepared: ReadonlySet<string>
  /** Calls of libraries that run a callback until it succeeds. */
  readonly retrying: ReadonlySet<Node>
  /** Calls that set a bound for the waits of their session. */
  readonly bounding: ReadonlySet<Node>
  /** By each statement of an array that runs as one transaction those before it. */
  readonly batches: ReadonlyMap<Node, readonly Node[]>
  /** A bound for the wait is set for a role or a database. */
  readonly lastingBound: boolean
  readonly sources: Sources
  /** Whether the second operation of a function may run behind the first, if nothing throws on the way. */
  isReached(fn: Frame['fn'], from: Node, to: Node): boolean
  /** Whether the function comes to an operation only when something has failed. */
  isBackup(fn: Frame['fn'], operation: Node): boolean
  /** Whether the function may have waited for something before it comes to an operation. */
  isLate(fn: Frame['fn'], operation: Node): boolean
  /** Whether nobody gets what the call that runs a frame gives. */
  isDropped(frame: Frame): boolean
}

/** Calls that send an unlock, anywhere in the file. */
export function unlocksIn({ sites }: LockFacts): ReadonlySet<Node> {
  const unlocks = [...sites.values()].filter(({ call }) => call.action !== 'lock' && !call.inBody)
  return new Set(unlocks.map(({ node }) => node))
}

export function observe(acquisition: Acquisition): Observations {
  return {
    acquisition,
    deadEnds: [],
    endedIn: new Set(),
    ends: new Map(),
    strays: new Map(),
    lostUnlocks: new Set(),
    endedWhenLost: false,
    unlocksInside: new Map(),
    network: new Map(),
    floating: new Map(),
    content: emptyContent(),
    held: new Map(),
    lost: new Map(),
    undone: new Map(),
    ignored: new Map(),
    abandoned: new Set(),
    retries: new Set(),
    raced: false,
    tests: new Map(),
    handleGiven: false,
    batched: undefined,
    started: new Map(),
    answerLost: false,
    answerGiven: false,
    impossible: new Set(),
  }
}
