/**
 * Random programs that take and let go of advisory locks.
 *
 * A program is read off a tape of numbers: each choice takes the next one, and an empty tape always chooses the simplest
 * alternative. So fast-check, which makes and shrinks arrays of numbers well, makes and shrinks programs.
 */

export type Block = readonly Statement[]

/** `id` tells one statement from another, however the program is written. */
export type Statement = { readonly id: number } & (
  | { readonly kind: 'lock' | 'unlock'; readonly key: Key }
  | { readonly kind: 'try-lock'; readonly key: Key; readonly test: TryTest; readonly granted: Block }
  /** A lock on a condition, remembered in a variable and let go where the variable says so. */
  | { readonly kind: 'flagged'; readonly key: Key; readonly body: Block }
  | { readonly kind: 'query' | 'fetch' | 'log' | 'throw' | 'return' | 'break' | 'continue' }
  | { readonly kind: 'release'; readonly destroys: boolean }
  | { readonly kind: 'if'; readonly yes: Block; readonly no: Block }
  | { readonly kind: 'for' | 'while'; readonly body: Block }
  | { readonly kind: 'try'; readonly body: Block; readonly handler?: Block; readonly finalizer?: Block }
  /** An unlock in the `then` or `finally` of the query before it. */
  | { readonly kind: 'chain'; readonly key: Key; readonly by: 'then' | 'finally' }
  /** A closure that lets go of the lock, made before `body` and called after it. */
  | { readonly kind: 'closure'; readonly key: Key; readonly body: Block }
  /** What may stand in the function itself, in a function of its own, or in a closure. */
  | { readonly kind: 'group'; readonly body: Block }
)

/** What happens where the lock isn't granted; `ignored`: nobody asks. */
export type TryTest = 'skip' | 'return' | 'throw' | 'ignored'

export type Key = 'pair' | 'entity' | 'constant' | 'hash'

export interface LockProgram {
  readonly driver: 'pg' | 'postgres'
  /** Who gives the connection back. */
  readonly release: 'finally' | 'end' | 'never'
  readonly body: Block
}

interface Place {
  readonly depth: number
  readonly inLoop: boolean
  /** A group must be left at its end, or by a throw. */
  readonly inGroup: boolean
  /** Held around the place. Where one key is held several times, on conditions, the simulation doesn't tell which. */
  readonly held: readonly Key[]
}

const KEYS: readonly Key[] = ['entity', 'pair', 'constant', 'hash']
const TESTS: readonly TryTest[] = ['skip', 'return', 'throw', 'ignored']
const DEEPEST = 5

export function readProgram(tape: readonly number[]): LockProgram {
  let at = 0
  let made = 0

  const driver = pick(['pg', 'postgres'] as const)
  const release = pick(['finally', 'end', 'never'] as const)
  return { driver, release, body: block({ depth: 0, inLoop: false, inGroup: false, held: [] }, 5) }

  function choose(count: number): number {
    const number = tape[at++]
    return number === undefined ? 0 : number % count
  }

  function pick<T>(all: readonly T[]): T {
    const chosen = all[choose(all.length)]
    if (chosen === undefined) throw new Error('nothing to choose')
    return chosen
  }

  function block(place: Place, most: number): Block {
    const statements: Statement[] = []
    for (let left = at >= tape.length ? 0 : 1 + choose(most); left > 0; left--) {
      const next = statement(place)
      statements.push(next)
      // What can't be reached has no findings, but a function made of it would.
      if (leaves(next)) break
    }
    return statements
  }

  function statement(outer: Place): Statement {
    const id = ++made
    const place = { ...outer, depth: outer.depth + 1 }
    const inner = () => block(place, 3)
    const simple: readonly (() => Statement)[] = [
      () => ({ id, kind: 'query' }),
      () => ({ id, kind: 'lock', key: free(place) }),
      () => ({ id, kind: 'unlock', key: pick(KEYS) }),
      () => ({ id, kind: 'fetch' }),
      () => ({ id, kind: 'log' }),
      () => ({ id, kind: 'chain', key: pick(KEYS), by: pick(['then', 'finally']) }),
      () => ({ id, kind: 'throw' }),
      ...(place.inGroup
        ? []
        : ways(
            () => ({ id, kind: 'return' }),
            () => ({ id, kind: 'release', destroys: choose(2) === 1 }),
          )),
      ...(place.inLoop && !place.inGroup
        ? ways(
            () => ({ id, kind: 'break' }),
            () => ({ id, kind: 'continue' }),
          )
        : []),
    ]
    const nested: readonly (() => Statement)[] = [
      () => tryStatement(id, place),
      () => ({ id, kind: 'if', yes: inner(), no: inner() }),
      () => tryLock(id, place),
      () => flagged(id, place),
      () => ({ id, kind: pick(['for', 'while']), body: block({ ...place, inLoop: true }, 3) }),
      () => ({ id, kind: 'closure', key: pick(KEYS), body: inner() }),
      () => ({ id, kind: 'group', body: block({ ...place, inGroup: true }, 3) }),
      () => section(id, place),
    ]
    const all = place.depth > DEEPEST || at >= tape.length ? simple : [...simple, ...nested, ...nested]
    return pick(all)()
  }

  function tryStatement(id: number, place: Place): Statement {
    const body = block(place, 3)
    const how = choose(3)
    return {
      id,
      kind: 'try',
      body,
      ...(how === 0 ? {} : { handler: block(place, 2) }),
      ...(how === 1 ? {} : { finalizer: block(place, 2) }),
    }
  }

  function free({ held }: Place): Key {
    return pick(KEYS.filter((key) => !held.includes(key)))
  }

  function holding(place: Place, key: Key): Place {
    // One key stays free.
    return { ...place, held: [key, ...place.held].slice(0, KEYS.length - 1) }
  }

  function flagged(id: number, place: Place): Statement {
    const key = free(place)
    return { id, kind: 'flagged', key, body: block(holding(place, key), 3) }
  }

  function tryLock(id: number, place: Place): Statement {
    const key = free(place)
    const test = pick(place.inGroup ? (['skip', 'throw', 'ignored'] as const) : TESTS)
    return { id, kind: 'try-lock', key, test, granted: block(holding(place, key), 3) }
  }

  /** A lock that is let go as it should be, so that not every lock is wrong. */
  function section(id: number, place: Place): Statement {
    const key = free(place)
    const body: Statement = {
      id: ++made,
      kind: 'try',
      body: block(holding(place, key), 3),
      finalizer: [{ id: ++made, kind: 'unlock', key }],
    }
    const taken = ++made
    if (choose(2) === 0) return { id, kind: 'try-lock', key, test: 'skip', granted: [body] }
    return { id, kind: 'if', yes: [{ id: taken, kind: 'lock', key }, body], no: [] }
  }
}

/** Whether what follows a statement can't be reached. */
function leaves(statement: Statement): boolean {
  const last = (block: Block) => block.some(leaves)
  switch (statement.kind) {
    case 'throw':
    case 'return':
    case 'break':
    case 'continue':
      return true
    case 'if':
      return last(statement.yes) && last(statement.no)
    case 'try-lock':
      return statement.test !== 'skip' && last(statement.granted)
    case 'try':
      if (statement.finalizer && last(statement.finalizer)) return true
      return last(statement.body) && (!statement.handler || last(statement.handler))
    case 'flagged':
    case 'closure':
    case 'group':
      return last(statement.body)
    default:
      return false
  }
}

/** Makers of statements, told so to the type checker. */
function ways(...makers: readonly (() => Statement)[]): readonly (() => Statement)[] {
  return makers
}
