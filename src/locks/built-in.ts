/** Functions of the language and of libraries, by what the tables of built-in functions say that they do. */
import type { EffectOf } from '../effects/effect.ts'
import { isSetTimeout } from '../effects/value-of-call.ts'
import {
  type Value,
  type ValueOf,
  called,
  constant,
  imported,
  importedResult,
  opaque,
  placed,
  promise,
  UNDEFINED,
} from '../origins/value.ts'
import type { Node } from '../syntax/ast.ts'
import { judges, observeGiven } from './answers.ts'
import { changed, each, handedOver } from './collections.ts'
import { handedOn, isGiven } from './duty.ts'
import { network, started, timed } from './leaving.ts'
import { type Machine, next, type Outcome, thrown } from './machine.ts'
import { combine } from './promises.ts'
import { retriedAfter, slowed } from './retrying.ts'
import { unwatched } from './sessions.ts'
import type { Frame, State } from './state.ts'
import { unknown } from './unseen.ts'
import { settle } from './waiting.ts'

export function builtin(
  effect: EffectOf<'builtin'>,
  node: Node,
  state: State,
  place: Value,
  frame: Frame,
  machine: Machine,
): Outcome[] {
  const { args, self, name } = effect
  if (judges(effect)) observeGiven([...args, ...(self ? [self] : [])], state, machine)
  const first = args[0]
  const result = resultOf(effect, node)
  switch (effect.does) {
    case 'safe':
      // Whoever looks at the signal stops here.
      if (name === 'abort' && state.tracked?.phase === 'failed') return [next(unwatched(state), result)]
      return [next(changed(effect, node, handedOver(name, args, state), machine), result)]
    case 'impure':
      return [next(state, placed(String(node.range[0]), result))]
    case 'pure':
      return [next(state, result), thrown(state, place)]
    case 'exits':
      return []
    case 'asserts': {
      const truth = first ? machine.origins.truth(first, state.env) : false
      const outcomes: Outcome[] = []
      if (truth !== false)
        outcomes.push(
          next(first?.kind === 'opaque' ? { ...state, env: state.env.know('T', first, true) } : state, UNDEFINED),
        )
      if (truth !== true) outcomes.push(thrown(state, place))
      return outcomes
    }
    case 'boolean': {
      const truth = first && machine.origins.truth(first, state.env)
      return [next(state, truth === undefined ? (first ?? place) : constant(truth, first?.about))]
    }
    case 'later': {
      // `child.on('close', resolve)`: the promise waits for what the emitter stands for.
      const timer = name === 'setTimeout' ? timed(args[1], state) : state
      const waits = self?.kind === 'promise' && args.some((arg) => arg.kind === 'native')
      const after = waits ? started(self.network, timer) : timer
      return [next(isGiven(args, state) ? handedOn(after) : after, self?.kind === 'promise' ? self : place)]
    }
    case 'runs':
    case 'retries': {
      const callback = args.find((arg): arg is ValueOf<'function'> => arg.kind === 'function')
      if (!callback) return unknown({ kind: 'unknown', callee: place, self, args, name }, node, state, frame, machine)
      if (effect.does === 'retries') machine.retrying.add(node)
      const runs = machine.invoke(callback, [], state, { node, frame, via: 'callback' })
      for (const { ends, value, state: after } of runs) {
        const failed = ends === 'throw' || (value.kind === 'promise' && !value.value)
        if (failed && effect.pause !== undefined) retriedAfter(effect.pause, after.tracked, machine)
      }
      return runs.map((run) => (run.ends === 'throw' ? next(run.state, promise(undefined, true)) : run))
    }
    case 'passes':
      return [next(isPlainPass(name) ? state : slowed(state), first ? passed(first, place) : promise(UNDEFINED, false))]
    case 'each':
      return each(effect, node, state, place, frame, machine)
    case 'all':
    case 'allSettled':
    case 'race':
    case 'any':
      return combine(effect.does, first ?? UNDEFINED, node, state, frame, machine)
    case 'sleep':
      return network(
        {
          kind: 'network',
          name,
          service: 'sleep',
          reason: undefined,
          when: 'awaited',
          args: [],
          lasts: first,
          result: undefined,
        },
        node,
        state,
        frame,
        machine,
      )
    default: {
      const never: never = effect.does
      return never
    }
  }
}

/** Equal calls give equal values. */
function resultOf({ self, name, args }: EffectOf<'builtin'>, node: Node): Value {
  const place = String(node.range[0])
  if (self?.kind === 'import') return importedResult(self, args, place)
  const [object, key] = args
  // `Object.hasOwn(options, 'name')` of an object that is written here.
  if (name === 'hasOwn' && object?.kind === 'record' && !object.open && key?.kind === 'constant')
    return constant(object.fields.has(String(key.value)))
  const callee = self
    ? opaque(`${self.key}.${name}`, { from: 'member', base: self, name })
    : opaque(`b:${name}`, { from: 'global', name })
  return called(callee, args, place, true)
}

/** It waits for nothing; others (`once`, `firstValueFrom`) wait for an event. */
function isPlainPass(name: string): boolean {
  return /^(resolve|promisify|bind|memoize|partial|wrap|method)$/.test(name)
}

/** A value wrapped in a promise, or a function in one that gives promises. */
function passed(value: Value, place: Value): Value {
  if (value.kind === 'promise' || value.kind === 'function' || value.kind === 'import') return value
  if (isSetTimeout(value)) return imported('timers/promises', ['setTimeout'])
  const settled = settle(value, place)
  return settled.rejects || value.kind === 'handle' ? value : promise(value, false)
}
