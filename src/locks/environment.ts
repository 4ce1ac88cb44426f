/** What variables, fields and finished expressions hold at one point, and what passed tests told of values. */
import type { Environment } from '../origins/evaluate.ts'
import {
  type Value,
  type VariableKey,
  constant,
  join as joinValues,
  nullishness,
  truthiness,
} from '../origins/value.ts'
import type { Node } from '../syntax/ast.ts'
import { covers } from '../syntax/walk.ts'

type Place = VariableKey | string

/** A fact about a value: `T` it is truthy or not, `N` it is null or undefined or not, `=` it is this constant. */
type Facts = ReadonlyMap<string, boolean | Value>

/** Immutable; each change gives a new one and shares the rest. */
export class Env implements Environment {
  static readonly empty = new Env(new Map(), new Map(), new Map())

  readonly places: ReadonlyMap<Place, Value>
  readonly temporaries: ReadonlyMap<Node, Value>
  readonly facts: Facts

  private constructor(places: ReadonlyMap<Place, Value>, temporaries: ReadonlyMap<Node, Value>, facts: Facts) {
    this.places = places
    this.temporaries = temporaries
    this.facts = facts
  }

  variable(variable: VariableKey): Value | undefined {
    const value = this.places.get(variable)
    return value && this.resolve(value)
  }

  temporary(node: Node): Value | undefined {
    return this.temporaries.get(node)
  }

  field(key: string): Value | undefined {
    const value = this.places.get(`.${key}`)
    return value && this.resolve(value)
  }

  self(): Value | undefined {
    return this.places.get('this')
  }

  truth(value: Value): boolean | undefined {
    const known = this.facts.get(`T${value.key}`)
    if (typeof known === 'boolean') return known
    const same = this.facts.get(`=${value.key}`)
    if (same && typeof same === 'object') return truthiness(same)
    if (value.kind === 'choice') {
      const chosen = this.resolve(value)
      if (chosen !== value) return truthiness(chosen) ?? this.truth(chosen)
    }
    if (value.kind === 'opaque' && value.origin.from === 'operation' && value.origin.operator === '!') {
      const operand = value.origin.operands[0]
      const inner = operand && (truthiness(operand) ?? this.truth(operand))
      return inner === undefined ? undefined : !inner
    }
    return this.facts.get(`N${value.key}`) === true ? false : undefined
  }

  nullish(value: Value): boolean | undefined {
    const known = this.facts.get(`N${value.key}`)
    if (typeof known === 'boolean') return known
    const same = this.facts.get(`=${value.key}`)
    if (same && typeof same === 'object') return nullishness(same)
    return this.facts.get(`T${value.key}`) === true ? false : undefined
  }

  /** A choice whose test is decided, or a value that is known to equal a constant. */
  resolve(value: Value): Value {
    if (value.kind === 'choice') {
      const truth = truthiness(value.test) ?? this.truth(value.test)
      return truth === undefined ? value : this.resolve(truth ? value.then : value.otherwise)
    }
    if (value.kind === 'opaque') {
      const same = this.facts.get(`=${value.key}`)
      if (same && typeof same === 'object') return same
    }
    return value
  }

  set(place: Place, value: Value): Env {
    if (this.places.get(place)?.key === value.key) return this
    return new Env(new Map(this.places).set(place, value), this.temporaries, this.facts)
  }

  setField(key: string, value: Value): Env {
    return this.set(`.${key}`, value)
  }

  remove(places: Iterable<Place>): Env {
    let copy: Map<Place, Value> | undefined
    for (const place of places) {
      if (!(copy ?? this.places).has(place)) continue
      copy ??= new Map(this.places)
      copy.delete(place)
    }
    return copy ? new Env(copy, this.temporaries, this.facts) : this
  }

  setTemporary(node: Node, value: Value): Env {
    return new Env(this.places, new Map(this.temporaries).set(node, value), this.facts)
  }

  withTemporaries(temporaries: ReadonlyMap<Node, Value>): Env {
    return temporaries === this.temporaries ? this : new Env(this.places, temporaries, this.facts)
  }

  /** Without what was computed inside a statement that is over. */
  withoutTemporaries(over: Node): Env {
    if (this.temporaries.size === 0) return this
    const left = [...this.temporaries].filter(([node]) => !covers(over, node))
    return left.length === this.temporaries.size ? this : new Env(this.places, new Map(left), this.facts)
  }

  know(fact: 'T' | 'N', value: Value, holds: boolean): Env {
    const key = `${fact}${value.key}`
    return this.facts.get(key) === holds
      ? this
      : new Env(this.places, this.temporaries, new Map(this.facts).set(key, holds))
  }

  equals(value: Value, known: Value): Env {
    return new Env(this.places, this.temporaries, new Map(this.facts).set(`=${value.key}`, known))
  }

  /** Forgets what was known of values that a place gave before: it gives another one now. */
  forget(token: string): Env {
    let copy: Map<string, boolean | Value> | undefined
    for (const key of this.facts.keys()) {
      if (!key.includes(token)) continue
      copy ??= new Map(this.facts)
      copy.delete(key)
    }
    return copy ? new Env(this.places, this.temporaries, copy) : this
  }

  /** What holds on both of two paths; `this` itself if that is nothing less. */
  join(other: Env): Env {
    if (other === this) return this
    const places = joinMaps(this.places, other.places)
    const temporaries = joinMaps(this.temporaries, other.temporaries)
    const facts = joinFacts(this.facts, other.facts)
    return places === this.places && temporaries === this.temporaries && facts === this.facts
      ? this
      : new Env(places, temporaries, facts)
  }
}

/** Places that one side doesn't know, or about which the sides disagree too much, are forgotten. */
function joinMaps<K>(a: ReadonlyMap<K, Value>, b: ReadonlyMap<K, Value>): ReadonlyMap<K, Value> {
  if (a === b) return a
  let copy: Map<K, Value> | undefined
  for (const [key, value] of a) {
    const other = b.get(key)
    const joined = other && joinValues(value, other)
    if (joined && joined.key === value.key) continue
    copy ??= new Map(a)
    if (joined) copy.set(key, joined)
    else copy.delete(key)
  }
  return copy ?? a
}

function joinFacts(a: Facts, b: Facts): Facts {
  if (a === b) return a
  let copy: Map<string, boolean | Value> | undefined
  for (const [key, fact] of a) {
    const other = b.get(key)
    const same = typeof fact === 'object' && typeof other === 'object' ? fact.key === other.key : fact === other
    if (same) continue
    copy ??= new Map(a)
    copy.delete(key)
  }
  return copy ?? a
}

export const OPEN = constant('open')
export const NONE = constant('none')
