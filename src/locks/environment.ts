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
import { Numbers, Trie } from './trie.ts'
import { covers } from '../syntax/walk.ts'

type Place = VariableKey | string

/** A fact about a value: `T` it is truthy or not, `N` it is null or undefined or not, `=` it is this constant. */
type Fact = boolean | Value

/** Immutable; each change gives a new one and shares the rest. */
export class Env implements Environment {
  readonly places: Trie<Place, Value>
  readonly temporaries: Trie<Node, Value>
  readonly facts: Trie<string, Fact>

  private constructor(places: Trie<Place, Value>, temporaries: Trie<Node, Value>, facts: Trie<string, Fact>) {
    this.places = places
    this.temporaries = temporaries
    this.facts = facts
  }

  /** What a run starts with. Only what comes from the same start can be joined. */
  static first(): Env {
    return new Env(new Trie(new Numbers()), new Trie(new Numbers()), new Trie(new Numbers()))
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
    return new Env(this.places.set(place, value), this.temporaries, this.facts)
  }

  setField(key: string, value: Value): Env {
    return this.set(`.${key}`, value)
  }

  remove(places: Iterable<Place>): Env {
    let left = this.places
    for (const place of places) left = left.delete(place)
    return left === this.places ? this : new Env(left, this.temporaries, this.facts)
  }

  setTemporary(node: Node, value: Value): Env {
    return new Env(this.places, this.temporaries.set(node, value), this.facts)
  }

  withTemporaries(temporaries: Trie<Node, Value>): Env {
    return temporaries === this.temporaries ? this : new Env(this.places, temporaries, this.facts)
  }

  withoutTemporaries(): Env {
    return this.withTemporaries(this.temporaries.empty())
  }

  /** Without what was computed inside a statement that is over. */
  after(over: Node): Env {
    if (this.temporaries.isEmpty) return this
    let left = this.temporaries
    for (const [node] of this.temporaries) if (covers(over, node)) left = left.delete(node)
    return this.withTemporaries(left)
  }

  know(fact: 'T' | 'N', value: Value, holds: boolean): Env {
    const key = `${fact}${value.key}`
    return this.facts.get(key) === holds ? this : new Env(this.places, this.temporaries, this.facts.set(key, holds))
  }

  equals(value: Value, known: Value): Env {
    return new Env(this.places, this.temporaries, this.facts.set(`=${value.key}`, known))
  }

  /** Forgets what was known of values that a place gave before: it gives another one now. */
  forget(token: string): Env {
    let left = this.facts
    for (const [key] of this.facts) if (key.includes(token)) left = left.delete(key)
    return left === this.facts ? this : new Env(this.places, this.temporaries, left)
  }

  /** What holds on both of two paths; `this` itself if that is nothing less. */
  join(other: Env): Env {
    if (other === this) return this
    const places = this.places.meet(other.places, joined)
    const temporaries = this.temporaries.meet(other.temporaries, joined)
    const facts = this.facts.meet(other.facts, agreed)
    return places === this.places && temporaries === this.temporaries && facts === this.facts
      ? this
      : new Env(places, temporaries, facts)
  }
}

/** What the sides disagree about too much is forgotten. */
function joined(a: Value, b: Value): Value | undefined {
  const value = joinValues(a, b)
  return value?.key === a.key ? a : value
}

function agreed(a: Fact, b: Fact): Fact | undefined {
  const same = typeof a === 'object' && typeof b === 'object' ? a.key === b.key : a === b
  return same ? a : undefined
}

export const OPEN = constant('open')
export const NONE = constant('none')
