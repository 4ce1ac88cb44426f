/** What a statement that is sent does to the watched lock: takes it, ends it, or runs under it. */
import { type EffectOf, NO_PLACEHOLDERS } from '../effects/effect.ts'
import { type Statementlike, sqlOf, undecided, valuesIn } from '../effects/sql-text.ts'
import { type Value, type ValueOf, fragment, handle, promise } from '../origins/value.ts'
import type { Statement } from '../sql/types.ts'
import type { Node } from '../syntax/ast.ts'
import { acquire, type Running } from './acquisitions.ts'
import { bounded, setsBound, unboundLocally } from './bounds.ts'
import { contentOf, observePublished, observeTransaction } from './content.ts'
import { mayEnd } from './duty.ts'
import type { Env } from './environment.ts'
import { type Machine, next, type Outcome } from './machine.ts'
import { slowed } from './retrying.ts'
import { rolledBackTo, savepointSet } from './savepoints.ts'
import { begun, endOfTransaction, perhapsBegun, produce, sessionKeyOf, transactionOf } from './sessions.ts'
import { observeSites } from './sites.ts'
import { type Frame, type State, withEnv } from './state.ts'
import { rowsOf } from './sources.ts'
import { outside } from './outside.ts'
import { endAll, unlock } from './unlocks.ts'
import { observeUnread, observeWork } from './work.ts'

type Send = EffectOf<'send'>

/** Alternatives in one text that are told apart; a text with more is not read. */
const MOST_FORKS = 5

/** The outcomes of sending, each with a promise of the result. */
export function send(effect: Send, node: Node, before: State, frame: Frame, machine: Machine, forks = 0): Outcome[] {
  const open = undecided(effect.text)
  if (open && forks >= MOST_FORKS) return unreadable(effect, node, ...produce(before, node), frame, machine)
  if (open) {
    return [true, false].flatMap((holds) => {
      const env = before.env.know('T', open.test, holds)
      const chosen: Send = { ...effect, text: decide(effect.text, env), chosen: true }
      return send(chosen, node, { ...before, env }, frame, machine, forks + 1)
    })
  }
  // What sends something is there.
  const sender = effect.on.kind === 'opaque' ? withEnv(before, before.env.know('T', effect.on, true)) : before
  const [produced, place] = produce(sender, node)
  const text = withValues(sqlOf(effect.text), effect)
  if (!text) return unreadable(effect, node, produced, place, frame, machine)
  const state = text.sql.pieces.some(sleeps) ? slowed(produced) : produced
  let running: Running[] = [{ state, answer: undefined, succeeded: false }]
  const statements = machine.statementsOf(text.sql)
  machine.sources.rows.set(place.key, rowsOf(statements, text))
  contentOf(before, machine)?.read.add(place.key)
  if (before.tracked?.sessionKey === sessionKeyOf(effect.on) && statements.every(({ calls }) => calls.length === 0))
    observePublished(valuesIn(text), before, machine)
  if (effect.lazy && statements.every((one) => one.kind === 'other' || one.kind === 'unknown')) {
    return [next(state, asFragment(effect.text, text, place.key))]
  }
  // Several statements in one text run as one transaction.
  const alone = statements.length === 1 && transactionOf(effect.on, state.env) === 'none'
  for (const statement of statements) {
    running = running.flatMap((one) => {
      const told = tell(statement, node, one.state, sessionKeyOf(effect.on), alone, machine)
      return run(statement, text, effect, node, told === one.state ? one : { ...one, state: told }, frame, machine)
    })
  }
  if (statements.length > 1) running = running.map((one) => ({ ...one, state: afterText(one.state, effect.on) }))
  if (statements.some((one) => one.kind === 'ddl')) machine.schemaTexts.add(node)
  const outcomes: Outcome[] = running.map((one) =>
    next(
      one.state,
      one.fails ? promise(undefined, true, [], node) : promise(one.answer ?? place, !one.succeeded, [], node),
    ),
  )
  // The state in which it failed: an end that failed counts as one.
  const failed = running.some((one) => one.succeeded)
  if (failed && state.tracked) outcomes.push(next(state, promise(undefined, true, [], node)))
  return outcomes
}

/** What the statement tells the session about waits. */
function tell(
  statement: Statement,
  node: Node,
  state: State,
  session: string,
  autocommit: boolean,
  machine: Machine,
): State {
  if (statement.settings.some((one) => one.lasting && setsBound(one))) machine.lastingBound = true
  if (!statement.runs) return state
  if (statement.settings.some(setsBound)) machine.bounding.add(node)
  return withEnv(state, bounded(state.env, statement, session, autocommit))
}

/** What is set for the transaction of a text ends with it, unless it is one that goes on. */
function afterText(state: State, on: Value): State {
  if (transactionOf(on, state.env) !== 'none') return state
  return withEnv(state, unboundLocally(state.env, sessionKeyOf(on)))
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
  builder: ValueOf<'handle'>,
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
  machine.sources.rows.set(result.key, 'unknown')
  contentOf(state, machine)?.read.add(result.key)
  const touches = state.tracked?.sessionKey === sessionKeyOf(effect.on)
  const after = perhapsBegun(observeUnread(machine, state, node, frame, effect.on), sessionKeyOf(effect.on))
  if (!touches) return [next(after, promise(result, true, [], node))]
  return [next(mayEnd(after), promise(result, false, [], node)), next(state, promise(undefined, true, [], node))]
}

function observeBegin(
  { isolation }: Extract<Statement, { kind: 'begin' }>,
  session: string,
  node: Node,
  state: State,
  frame: Frame,
  machine: Machine,
): void {
  const content = contentOf(state, machine)
  if (content && state.tracked?.sessionKey === session) observeTransaction(content, node, frame)
  // A snapshot of its own must be taken behind the lock.
  const isPlain = isolation === undefined || isolation.startsWith('read')
  if (!isPlain || state.tracked?.sessionKey !== session) content?.others.add(node)
}

/** The server is told to give up what another session does, or the session itself. */
function cancels(sql: string): boolean {
  return /\bpg_(cancel|terminate)_backend\b/i.test(sql)
}

/** The server sleeps. */
function sleeps(sql: string): boolean {
  return /\bpg_sleep/i.test(sql)
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
      observeBegin(statement, session, node, state, frame, machine)
      return [{ ...one, state: begun(state, session) }]
    case 'commit':
    case 'rollback':
      return [{ ...one, state: endOfTransaction(state, session, statement, node, frame, machine) }]
    case 'rollback-to':
      return [{ ...one, state: rolledBackTo(state, session, statement.name) }]
    case 'savepoint':
      return [{ ...one, state: statement.name === undefined ? state : savepointSet(state, session, statement.name) }]
    case 'discard':
      if (statement.what.toLowerCase() !== 'all') return [one]
      return [{ ...one, state: endAll(state, session, node, frame, machine) }]
    default:
      break
  }
  if (statement.kind === 'set-transaction') contentOf(state, machine)?.others.add(node)
  observeSites(statement, text, effect, node, state, frame, machine)
  const calls = statement.runs ? statement.calls.filter((call) => !call.inBody) : []
  if (calls.length === 0) {
    const after = observeWork(machine, state, node, frame, statement, text, effect.on)
    if (text.sql.pieces.some(cancels)) return [{ ...one, state: mayEnd(after) }]
    // Text with a hole in place of a statement may be anything.
    const open = statement.access === 'unknown' || statement.openName
    if (!open) return [{ ...one, state: after }]
    const perhaps = perhapsBegun(after, session)
    return [{ ...one, state: state.tracked?.sessionKey === session ? mayEnd(perhaps) : perhaps }]
  }
  let running: Running[] = [one]
  for (const call of calls) {
    running = running.flatMap((each) =>
      call.action === 'lock'
        ? acquire(call, statement, text, effect, node, each, frame, machine)
        : [
            {
              ...each,
              state: unlock(
                call,
                text,
                effect,
                outside({ node, frame }, machine.isModel).node,
                each.state,
                frame,
                machine,
              ),
            },
          ],
    )
  }
  return running
}
