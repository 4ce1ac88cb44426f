/**
 * A map that never changes: each change gives another that shares with it all but the way to what changed.
 *
 * So a state costs what differs in it, and two states are joined by looking only at where they differ. Big-endian
 * Patricia trees (Okasaki and Gill, "Fast Mergeable Integer Maps", 1998) over numbers that `Numbers` gives to keys.
 */

/** Numbers keys in the order in which they are first met; shared by all maps that are ever joined. */
export class Numbers<K> {
  readonly #numbers = new Map<K, number>()

  of(key: K): number {
    let number = this.#numbers.get(key)
    if (number === undefined) this.#numbers.set(key, (number = this.#numbers.size))
    return number
  }

  known(key: K): number | undefined {
    return this.#numbers.get(key)
  }
}

interface Leaf<K, V> {
  readonly id: number
  readonly bit: 0
  readonly key: K
  readonly value: V
}

/** All ids below agree above `bit`, which those in `one` have and those in `zero` don't. */
interface Branch<K, V> {
  readonly id: number
  readonly bit: number
  readonly zero: Tree<K, V>
  readonly one: Tree<K, V>
}

type Tree<K, V> = Leaf<K, V> | Branch<K, V>

function isLeaf<K, V>(tree: Tree<K, V>): tree is Leaf<K, V> {
  return tree.bit === 0
}

export class Trie<K, V> implements Iterable<readonly [K, V]> {
  readonly #numbers: Numbers<K>
  readonly #tree: Tree<K, V> | undefined

  constructor(numbers: Numbers<K>, tree?: Tree<K, V>) {
    this.#numbers = numbers
    this.#tree = tree
  }

  get isEmpty(): boolean {
    return this.#tree === undefined
  }

  empty(): Trie<K, V> {
    return this.isEmpty ? this : new Trie(this.#numbers)
  }

  get(key: K): V | undefined {
    const id = this.#numbers.known(key)
    return id === undefined ? undefined : find(this.#tree, id)?.value
  }

  has(key: K): boolean {
    const id = this.#numbers.known(key)
    return id !== undefined && find(this.#tree, id) !== undefined
  }

  set(key: K, value: V): Trie<K, V> {
    const leaf: Leaf<K, V> = { id: this.#numbers.of(key), bit: 0, key, value }
    return new Trie(this.#numbers, this.#tree ? insert(this.#tree, leaf) : leaf)
  }

  delete(key: K): Trie<K, V> {
    const id = this.#numbers.known(key)
    const left = id === undefined || !this.#tree ? this.#tree : without(this.#tree, id)
    return left === this.#tree ? this : new Trie(this.#numbers, left)
  }

  /** What both have, joined; a key for which `join` gives nothing is left out. `this` itself if nothing changes. */
  meet(other: Trie<K, V>, join: (a: V, b: V) => V | undefined): Trie<K, V> {
    const tree = meet(this.#tree, other.#tree, join)
    return tree === this.#tree ? this : new Trie(this.#numbers, tree)
  }

  /** In the order of the numbers. */
  *[Symbol.iterator](): Generator<readonly [K, V]> {
    const stack: Tree<K, V>[] = this.#tree ? [this.#tree] : []
    for (let tree = stack.pop(); tree; tree = stack.pop()) {
      if (isLeaf(tree)) yield [tree.key, tree.value]
      else stack.push(tree.one, tree.zero)
    }
  }
}

function find<K, V>(from: Tree<K, V> | undefined, id: number): Leaf<K, V> | undefined {
  let tree = from
  while (tree && !isLeaf(tree)) tree = (id & tree.bit) === 0 ? tree.zero : tree.one
  return tree?.id === id ? tree : undefined
}

/** Whether an id belongs below a branch. */
function covers<K, V>({ id, bit }: Branch<K, V>, other: number): boolean {
  return ((id ^ other) & ~(2 * bit - 1)) === 0
}

function insert<K, V>(tree: Tree<K, V>, leaf: Leaf<K, V>): Tree<K, V> {
  if (isLeaf(tree)) return tree.id === leaf.id ? leaf : fork(tree, leaf)
  if (!covers(tree, leaf.id)) return fork(tree, leaf)
  const { id, bit, zero, one } = tree
  return (leaf.id & bit) === 0 ? { id, bit, zero: insert(zero, leaf), one } : { id, bit, zero, one: insert(one, leaf) }
}

function fork<K, V>(a: Tree<K, V>, b: Tree<K, V>): Branch<K, V> {
  const bit = 2 ** (31 - Math.clz32(a.id ^ b.id))
  return (a.id & bit) === 0 ? { id: a.id, bit, zero: a, one: b } : { id: a.id, bit, zero: b, one: a }
}

function rebuilt<K, V>(
  tree: Branch<K, V>,
  zero: Tree<K, V> | undefined,
  one: Tree<K, V> | undefined,
): Tree<K, V> | undefined {
  if (zero === tree.zero && one === tree.one) return tree
  return zero && one ? { id: tree.id, bit: tree.bit, zero, one } : (zero ?? one)
}

function without<K, V>(tree: Tree<K, V>, id: number): Tree<K, V> | undefined {
  if (isLeaf(tree)) return tree.id === id ? undefined : tree
  if (!covers(tree, id)) return tree
  return (id & tree.bit) === 0
    ? rebuilt(tree, without(tree.zero, id), tree.one)
    : rebuilt(tree, tree.zero, without(tree.one, id))
}

function meet<K, V>(
  a: Tree<K, V> | undefined,
  b: Tree<K, V> | undefined,
  join: (a: V, b: V) => V | undefined,
): Tree<K, V> | undefined {
  if (a === b || !a || !b) return a && b
  if (isLeaf(a)) {
    const other = find(b, a.id)
    const value = other && join(a.value, other.value)
    if (value === undefined) return undefined
    return value === a.value ? a : { ...a, value }
  }
  if (isLeaf(b)) {
    const own = find(a, b.id)
    return own && meet(own, b, join)
  }
  if (a.bit > b.bit) return covers(a, b.id) ? meet((b.id & a.bit) === 0 ? a.zero : a.one, b, join) : undefined
  if (a.bit < b.bit) return covers(b, a.id) ? meet(a, (a.id & b.bit) === 0 ? b.zero : b.one, join) : undefined
  return covers(a, b.id) ? rebuilt(a, meet(a.zero, b.zero, join), meet(a.one, b.one, join)) : undefined
}
