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
import { aged, agedValue } from './ages.ts'
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
  /** What the simulation remembers of sessions: apart from `places`, so that it can be gone through at each statement. */
  readonly notes: Trie<string, Value>

  private constructor(
    places: Trie<Place, Value>,
    temporaries: Trie<Node, Value>,
    facts: Trie<string, Fact>,
    notes: Trie<string, Value>,
  ) {
    this.places = places
    this.temporaries = temporaries
    this.facts = facts
    this.notes = notes
  }

  /** What a run starts with. Only what comes from the same start can be joined. */
  static first(): Env {
    return new Env(new Trie(new Numbers()), new Trie(new Numbers()), new Trie(new Numbers()), new Trie(new Numbers()))
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
    return this.#with({ places: this.places.set(place, value) })
  }

  setField(key: string, value: Value): Env {
    return this.set(`.${key}`, value)
  }

  note(key: string): Value | undefined {
    return this.notes.get(key)
  }

  setNote(key: string, value: Value): Env {
    return this.notes.get(key)?.key === value.key ? this : this.#with({ notes: this.notes.set(key, value) })
  }

  removeNotes(keys: readonly string[]): Env {
    const left = keys.reduce((notes, key) => notes.delete(key), this.notes)
    return left === this.notes ? this : this.#with({ notes: left })
  }

  remove(places: Iterable<Place>): Env {
    let left = this.places
    for (const place of places) left = left.delete(place)
    return left === this.places ? this : this.#with({ places: left })
  }

  setTemporary(node: Node, value: Value): Env {
    return this.#with({ temporaries: this.temporaries.set(node, value) })
  }

  withTemporaries(temporaries: Trie<Node, Value>): Env {
    return temporaries === this.temporaries ? this : this.#with({ temporaries })
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
    return this.facts.get(key) === holds ? this : this.#with({ facts: this.facts.set(key, holds) })
  }

  equals(value: Value, known: Value): Env {
    return this.#with({ facts: this.facts.set(`=${value.key}`, known) })
  }

  /** Forgets what was known of values that a place gave before: it gives another one now. */
  forget(token: string): Env {
    let left = this.facts
    for (const [key] of this.facts) if (key.includes(token)) left = left.delete(key)
    return left === this.facts ? this : this.#with({ facts: left })
  }

  /** What a place gave before is an older value than what it gives now. */
  age(token: string): Env {
    let { places, temporaries } = this
    for (const [place, value] of this.places) {
      const name = typeof place === 'string' ? aged(place, token) : place
      if (name !== place) places = places.delete(place)
      if (name !== place || value.key.includes(token)) places = places.set(name, agedValue(value, token))
    }
    for (const [node, value] of this.temporaries)
      if (value.key.includes(token)) temporaries = temporaries.set(node, agedValue(value, token))
    return this.#with({ places, temporaries })
  }

  /** What holds on both of two paths; `this` itself if that is nothing less. */
  join(other: Env): Env {
    if (other === this) return this
    const places = this.places.meet(other.places, joined)
    const temporaries = this.temporaries.meet(other.temporaries, joined)
    const facts = this.facts.meet(other.facts, agreed)
    const notes = this.notes.meet(other.notes, joined)
    const same = places === this.places && temporaries === this.temporaries && facts === this.facts
    return same && notes === this.notes ? this : new Env(places, temporaries, facts, notes)
  }

  #with(changed: Partial<Pick<Env, 'places' | 'temporaries' | 'facts' | 'notes'>>): Env {
    const { places = this.places, temporaries = this.temporaries, facts = this.facts, notes = this.notes } = changed
    return new Env(places, temporaries, facts, notes)
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
