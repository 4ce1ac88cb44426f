/** What a statement that is sent does to the watched lock: takes it, ends it, or runs under it. */
import { type Effect, NO_PLACEHOLDERS } from '../effects/effect.ts'
import { type Statementlike, sqlOf, undecided } from '../effects/sql-text.ts'
import { type About, type Value, fragment, handle, placed, promise } from '../origins/value.ts'
import type { LockCall, QueryLevel, Statement } from '../sql/types.ts'
import type { Node } from '../syntax/ast.ts'
import { isWriteVerb } from '../vocabulary.ts'
import { NONE, OPEN, type Env } from './environment.ts'
import type { LockSite, Work } from './facts.ts'
import { compareKeys, keyOf } from './key.ts'
import { type Machine, next, type Outcome } from './machine.ts'
import { answerValue, type Answer, rowValue, shaped } from './result.ts'
import { ended, endOfTransaction, produce, sessionKeyOf, sessionOf, transactionOf } from './sessions.ts'
import { type Acquisition, type Frame, type State, step, type Tracked } from './state.ts'

type Send = Extract<Effect, { kind: 'send' }>

/** A statement on its way: the state after it, and what it answers so far. */
interface Running {
  readonly state: State
  readonly answer: Value | undefined
  /** It can't have failed on this path: it is the path on which it succeeded. */
  readonly succeeded: boolean
}

/** The outcomes of sending, each with a promise of the result. */
/** Alternatives in one text that are told apart; a text with more is not read. */
const MOST_FORKS = 5

export function send(effect: Send, node: Node, before: State, frame: Frame, machine: Machine, forks = 0): Outcome[] {
  const open = undecided(effect.text)
  if (open && forks >= MOST_FORKS) return unreadable(effect, node, ...produce(before, node), frame, machine)
  if (open) {
    return [true, false].flatMap((holds) => {
      const env = before.env.know('T', open.test, holds)
      return send({ ...effect, text: decide(effect.text, env) }, node, { ...before, env }, frame, machine, forks + 1)
    })
  }
  const [state, place] = produce(before, node)
  const text = withValues(sqlOf(effect.text), effect)
  if (!text) return unreadable(effect, node, state, place, frame, machine)
  let running: Running[] = [{ state, answer: undefined, succeeded: false }]
  const statements = machine.statementsOf(text.sql)
  if (effect.lazy && statements.every((one) => one.kind === 'other' || one.kind === 'unknown')) {
    return [next(state, asFragment(effect.text, text, place.key))]
  }
  for (const statement of statements) {
    running = running.flatMap((one) => run(statement, text, effect, node, one, frame, machine))
  }
  if (statements.some((one) => one.kind === 'ddl')) machine.schemaTexts.add(node)
  const outcomes: Outcome[] = running.map((one) =>
    next(one.state, promise(one.answer ?? place, !one.succeeded, [], node)),
  )
  // The state in which it failed: an end that failed counts as one.
  const failed = running.some((one) => one.succeeded)
  if (failed && state.tracked) outcomes.push(next(state, promise(undefined, true, [], node)))
  return outcomes
}

/** A part of other SQL, its placeholders filled in. */
function asFragment(value: Value, text: Statementlike, place: string): Value {
  const { positional } = text.values
  if (value.kind !== 'constant' || !positional) return value
  const parts = String(value.value)
    .split('?')
    .flatMap((piece, index): (string | Value)[] => (index === 0 ? [piece] : [positional[index - 1] ?? '?', piece]))
  return fragment(parts, place)
}

/** A builder that carries a lock runs it when it is awaited. */
export function sendBuilt(
  builder: Value & { kind: 'handle' },
  node: Node,
  state: State,
  frame: Frame,
  machine: Machine,
): Outcome[] {
  const { carries, build = [], ref, session } = builder
  if (carries?.kind !== 'fragment') return []
  const single = build.some((one) => /^(first|executeTakeFirst|executeTakeFirstOrThrow)\b/.test(one))
  const effect: Send = {
    kind: 'send',
    on: handle(ref, session),
    text: fragment(['select ', ...carries.parts], String(node.range[0])),
    values: NO_PLACEHOLDERS,
    shape: single ? 'row' : 'rows',
    callback: undefined,
    mapper: undefined,
    lazy: false,
  }
  return send(effect, node, state, frame, machine)
}

function withValues(text: Statementlike | undefined, effect: Send): Statementlike | undefined {
  if (!text) return undefined
  return effect.values.positional || effect.values.named ? { ...text, values: effect.values } : text
}

/** The text with every alternative that is decided by now. */
function decide(value: Value, env: Env): Value {
  switch (value.kind) {
    case 'choice': {
      const resolved = env.resolve(value)
      return resolved === value ? value : decide(resolved, env)
    }
    case 'text':
    case 'fragment':
      return { ...value, parts: value.parts.map((part) => (typeof part === 'string' ? part : decide(part, env))) }
    case 'record':
      return { ...value, fields: new Map([...value.fields].map(([name, field]) => [name, decide(field, env)])) }
    default:
      return value
  }
}

/** SQL of which nothing is known may end a lock of its session. */
function unreadable(effect: Send, node: Node, state: State, result: Value, frame: Frame, machine: Machine): Outcome[] {
  const { tracked } = state
  const touches = tracked && tracked.sessionKey === sessionKeyOf(effect.on)
  if (tracked) {
    const work: Work = { node, kind: 'statement', writes: true, table: undefined, schema: false, whole: false, frame }
    machine.observed(tracked.acquisition)[tracked.phase].set(node, work)
  }
  const after = touches ? { ...state, tracked: { ...tracked, maybe: true } } : state
  const outcomes = [next(after, promise(result, !touches, [], node))]
  if (touches) outcomes.push(next(state, promise(undefined, true, [], node)))
  return outcomes
}

function run(
  statement: Statement,
  text: Statementlike,
  effect: Send,
  node: Node,
  one: Running,
  frame: Frame,
  machine: Machine,
): Running[] {
  const session = sessionKeyOf(effect.on)
  const { state } = one
  switch (statement.kind) {
    case 'begin':
      return [
        {
          ...one,
          state: { ...state, env: state.env.setField(`tx:${session}`, OPEN).setField(`begun:${session}`, OPEN) },
        },
      ]
    case 'commit':
    case 'rollback': {
      const after = endOfTransaction(state, session, node, frame, machine)
      return [{ ...one, state: { ...after, env: after.env.setField(`tx:${session}`, statement.chain ? OPEN : NONE) } }]
    }
    case 'discard':
      return [
        {
          ...one,
          state: statement.what.toLowerCase() === 'all' ? endAll(state, session, node, frame, machine) : state,
        },
      ]
    default:
      break
  }
  if (statement.runs)
    for (const call of statement.calls) sited(call, statement, text, effect, node, state, frame, machine)
  const calls = statement.runs ? statement.calls.filter((call) => !call.inBody) : []
  if (calls.length === 0) {
    observeWork(machine, state, node, frame, statement, text)
    // Text with a hole in place of a statement may be anything.
    if ((statement.access === 'unknown' || statement.openName) && state.tracked?.sessionKey === session) {
      return [{ ...one, state: { ...state, tracked: { ...state.tracked, maybe: true } } }]
    }
    return [one]
  }
  let running: Running[] = [one]
  for (const call of calls) {
    running = running.flatMap((each) =>
      call.action === 'lock'
        ? acquire(call, statement, text, effect, node, each, frame, machine)
        : [{ ...each, state: unlock(call, text, effect, node, each.state, frame, machine) }],
    )
  }
  return running
}

/** Names one call of a lock function in one run of the code around it. */
function siteId(call: LockCall, node: Node, frame: Frame): string {
  return `${frame.id}@${String(node.range[0])}:${String(call.position.piece)}.${String(call.position.offset)}`
}

function sited(
  call: LockCall,
  statement: Statement,
  text: Statementlike,
  effect: Send,
  node: Node,
  state: State,
  frame: Frame,
  machine: Machine,
): void {
  const make = (): LockSite => ({
    node,
    frame,
    call,
    statement,
    text,
    key: keyOf(call, text),
    on: effect.on,
    session: sessionOf(effect.on),
    sessionKey: sessionKeyOf(effect.on),
    shape: effect.shape,
    transactions: new Set(),
  })
  machine.sited(siteId(call, node, frame), make, transactionOf(effect.on, state.env))
}

// ------------------------------------------------------------------ taking

function acquire(
  call: LockCall,
  statement: Statement,
  text: Statementlike,
  effect: Send,
  node: Node,
  one: Running,
  frame: Frame,
  machine: Machine,
): Running[] {
  const { state } = one
  const place = String(node.range[0])
  const { tracked } = state
  const answerless = one.answer ?? resultFor('unknown', call, statement, effect, `${frame.id}@${place}`, place, true)
  if (!isFollowable(call)) return [{ state, answer: placed(place), succeeded: false }]
  const key = keyOf(call, text)
  const session = sessionOf(effect.on)
  const acquisition: Acquisition = {
    id: siteId(call, node, frame),
    node,
    frame,
    call,
    key,
    session,
    sessionKey: sessionKeyOf(effect.on),
    on: effect.on,
    owned: session?.owned === true,
    begun: state.env.field(`begun:${sessionKeyOf(effect.on)}`) !== undefined,
  }
  if (tracked) {
    const after = again(state, tracked, acquisition)
    return after === DROPPED ? [] : [{ state: after, answer: answerless, succeeded: after !== state }]
  }
  const transaction = transactionOf(effect.on, state.env)
  if (call.scope === 'xact' && transaction === 'none') {
    machine.observed(acquisition)
    return [{ state, answer: answerless, succeeded: false }]
  }
  const observations = machine.observed(acquisition)
  const isLost = !call.wait && (effect.shape === 'count' || effect.shape === 'exists' || effect.shape === 'nothing')
  if (isLost && call.clause === 'select-list') observations.answerLost = true
  const watch = (phase: Tracked['phase'], answer: Answer): Running => ({
    state: step(
      {
        ...state,
        thrower: undefined,
        trace: undefined,
        tracked: {
          acquisition,
          phase,
          count: 1,
          sessionKey: acquisition.sessionKey,
          key,
          maybe: false,
          handed: false,
          certain: false,
          stacked: false,
        },
      },
      node,
      phase === 'held' ? 'takes the lock' : 'is refused the lock',
    ),
    answer: one.answer ?? resultFor(answer, call, statement, effect, acquisition.id, place, false),
    succeeded: true,
  })
  const running: Running[] = [{ state, answer: answerless, succeeded: false }, watch('held', 'granted')]
  if (!call.wait && !isLost) running.push(watch('lost', 'refused'))
  return running
}

/** Whether the call takes exactly one lock, and its answer can be told from the result. */
function isFollowable(call: LockCall): boolean {
  for (let level: QueryLevel | undefined = call.level; level; level = level.outer) {
    if (level.role.kind === 'exists' || (level.role.kind === 'cte' && level.role.referenced !== 'yes')) return false
    if (level.from.some((item) => item.kind === 'table' || item.kind === 'hole' || item.kind === 'values')) return false
    if (level.from.some((item) => item.kind === 'function' && item.name !== call.name)) return false
    if (level.from.some((item) => (item.kind === 'subquery' || item.kind === 'cte') && item.tables)) return false
  }
  if (call.within.includes('case')) return false
  if (call.wait) return true
  if (call.clause === 'where' && call.level.role.kind === 'statement') return call.wrapping !== 'other'
  return call.alias !== undefined && call.wrapping !== 'other'
}

function resultFor(
  answer: Answer,
  call: LockCall,
  statement: Statement,
  effect: Send,
  acquisition: string,
  place: string,
  silent: boolean,
): Value {
  const about: About = { acquisition, part: 'answer' }
  // In WHERE the row's presence is the boolean.
  if (call.clause === 'where' && !call.wait) {
    if (answer === 'unknown') return placed(place)
    const present = (answer === 'granted') !== call.negated
    const rows = present ? [rowValue(statement, call, undefined, 'none', place)] : []
    return shaped(effect.shape, rows, 'none', place)
  }
  const value = answerValue(call, answer, about, place)
  const row = rowValue(statement, call, value, silent ? 'none' : acquisition, place)
  return shaped(effect.shape, [row], silent ? 'none' : acquisition, place)
}

const DROPPED = {} as State

/** The watched lock meets another acquisition, or its own once more. */
function again(state: State, tracked: Tracked, acquisition: Acquisition): State {
  const own = tracked.acquisition.id === acquisition.id
  // The unwatched path tells of the next attempt.
  const sameLock = tracked.sessionKey === acquisition.sessionKey && compareKeys(tracked.key, acquisition.key) === 'same'
  if (tracked.phase === 'lost') return own || sameLock ? DROPPED : state
  if (tracked.acquisition.call.scope !== 'session' || acquisition.call.scope !== 'session') return state
  if (!sameLock || tracked.acquisition.call.mode !== acquisition.call.mode) return state
  return { ...state, tracked: { ...tracked, count: Math.min(3, tracked.count + 1), stacked: tracked.stacked || own } }
}

// ------------------------------------------------------------------ letting go

function unlock(
  call: LockCall,
  text: Statementlike,
  effect: Send,
  node: Node,
  state: State,
  frame: Frame,
  machine: Machine,
): State {
  const session = sessionKeyOf(effect.on)
  if (call.action === 'unlock-all') return endAll(state, session, node, frame, machine)
  const key = keyOf(call, text)
  const { tracked } = state
  if (!tracked || tracked.phase !== 'held' || tracked.acquisition.call.scope !== 'session') return state
  const comparison = compareKeys(tracked.key, key)
  if (comparison === 'different') {
    machine.observed(tracked.acquisition).strays.set(node, key)
    return state
  }
  const other = sessionOf(effect.on)
  const own = tracked.acquisition.session
  const elsewhere =
    other && own && tracked.sessionKey !== session && !(own.holder === 'pool' && other.holder === 'pool')
  if (call.mode !== tracked.acquisition.call.mode || elsewhere) {
    // It releases nothing, which is matching-unlock's to say.
    machine.observed(tracked.acquisition).strays.set(node, key)
    return { ...state, tracked: { ...tracked, maybe: true } }
  }
  if (tracked.count > 1 && comparison === 'same') {
    for (let at: Frame | undefined = frame; at; at = at.parent) machine.observed(tracked.acquisition).endedIn.add(at)
    return { ...state, tracked: { ...tracked, count: tracked.count - 1 } }
  }
  return ended(state, node, frame, machine)
}

function endAll(state: State, session: string, node: Node, frame: Frame, machine: Machine): State {
  const { tracked } = state
  if (tracked?.phase !== 'held' || tracked.sessionKey !== session || tracked.acquisition.call.scope !== 'session')
    return state
  return ended(state, node, frame, machine)
}

// ------------------------------------------------------------------ work

function observeWork(
  machine: Machine,
  state: State,
  node: Node,
  frame: Frame,
  statement: Statement,
  text: Statementlike,
): void {
  if (!state.tracked || statement.access === 'control') return
  const { acquisition, phase } = state.tracked
  const sql = text.sql.pieces.join('?')
  machine.observed(acquisition)[phase].set(node, {
    node,
    kind: 'statement',
    writes: statement.access !== 'read',
    table: /\b(?:update|into|delete\s+from|from)\s+("?[\w.]+"?)/i.exec(sql)?.[1],
    schema: statement.kind === 'ddl',
    whole: isWhole(sql),
    frame,
  })
}

/** A count, a maximum or the last row: the statement may be about everything there is. */
function isWhole(sql: string): boolean {
  return /\b(count|max|min|sum|coalesce|exists|nextval)\s*\(|order\s+by[^;]*\blimit\s+1/i.test(sql)
}

/** A statement that a query builder made, awaited here. */
export function observeBuilt(machine: Machine, state: State, node: Node, frame: Frame, build: readonly string[]): void {
  if (!state.tracked) return
  const { acquisition, phase } = state.tracked
  const names = build.map((one) => one.split('(', 1)[0] ?? one)
  machine.observed(acquisition)[phase].set(node, {
    node,
    kind: 'statement',
    writes: names.some(isWriteVerb),
    table: tableOf(build),
    schema: false,
    whole: names.some((name) => /^(count|aggregate|findFirst|max)$/.test(name)),
    frame,
  })
}

/** `updateTable('pages')`, `update(pages)`, `from(pages)`, `page.update(…)`. */
function tableOf(build: readonly string[]): string | undefined {
  for (const one of build) {
    const [name = '', argument] = one.split('(', 2)
    if (argument !== undefined && /^(insert|update|delete|select|from|into|merge|upsert|$)/i.test(name))
      return argument.replace(/\)$/, '')
  }
  return build[0]
}
