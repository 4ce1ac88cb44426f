/** Whether it can be seen how many elements a collection has at most. */
import type { Sources } from '../locks/sources.ts'
import type { Value, ValueOf } from '../origins/value.ts'

/** `unknown`: something in sight may bound it, or it belongs to the program and not to its data. */
export type Bound = 'bounded' | 'unbounded' | 'unknown'

/** Values inside values are looked at so far. */
const DEEPEST = 12

/** Names of functions and options that say how many at most. */
const LIMITS =
  /^(chunk|batch|page|take|limit|top|first|last|head|sample|slice|splice|paginate|next)|(batch|chunk|page|limit|size|count|max)$/i

/** Methods that give as many elements as there were, or fewer. */
const KEEPING =
  /^(concat|entries|fill|filter|flat|flatMap|keys|map|reverse|sort|toReversed|toSorted|toSpliced|values|with|split|slice|toArray|at)$/

/** Methods of a statement's result that hand out its rows. */
const OF_RESULT = /^(rows|data|records|items|result|results|0)$/

export function boundOf(value: Value, sources: Sources, depth = 0, seen = new Set<string>()): Bound {
  if (depth > DEEPEST || seen.has(value.key)) return 'unknown'
  seen.add(value.key)
  const inner = (one: Value): Bound => boundOf(one, sources, depth + 1, seen)
  const from: From = (isOpen) => {
    const all = [...(sources.madeFrom.get(value.key)?.values() ?? [])]
    return anyOf(
      all.map((one) => {
        const bound = inner(one)
        return bound === 'unknown' && isOpen?.(one) ? 'unbounded' : bound
      }),
    )
  }
  switch (value.kind) {
    case 'constant':
      return 'bounded'
    case 'list':
      return value.rest ? ofRest(value.rest, inner, from) : 'bounded'
    case 'record':
      return value.open ? 'unknown' : 'bounded'
    case 'promise':
      return value.value ? inner(value.value) : 'unknown'
    case 'oneOf':
      return anyOf(value.of.map(inner))
    case 'choice':
      return anyOf([inner(value.then), inner(value.otherwise)])
    case 'handle':
      return value.build ? ofBuild(value.build, givenTo(value, sources)) : 'unknown'
    case 'import':
      return ofImport(value, inner)
    case 'opaque':
      return ofOpaque(value, sources, inner, from)
    default:
      return 'unknown'
  }
}

/** The bound of what a value was made from; `isOpen`: what has none although it isn't known. */
type From = (isOpen?: (one: Value) => boolean) => Bound

/** What was awaited from a call out of sight is loaded from somewhere, and nothing says how much of it there is. */
function isUnseen(value: Value): boolean {
  return value.kind === 'opaque' && value.origin.from === 'call' && !value.origin.plain
}

/** `[...items]`, or what was made for each element. */
function ofRest(rest: Value, inner: (value: Value) => Bound, from: From): Bound {
  const made = from()
  const spread = rest.kind === 'opaque' && rest.origin.from === 'place' ? rest.origin.of : undefined
  return made === 'unknown' && spread ? inner(spread) : made
}

/** It is as large as its largest part. */
function anyOf(bounds: readonly Bound[]): Bound {
  if (bounds.includes('unbounded')) return 'unbounded'
  return bounds.length > 0 && bounds.every((one) => one === 'bounded') ? 'bounded' : 'unknown'
}

/** A statement that a builder made: `findMany({ where })`, `.selectAll().limit(10)`. */
function ofBuild(build: readonly string[], given: readonly Value[]): Bound {
  const names = build.map((one) => one.split('(', 1)[0] ?? one)
  if (names.some((name) => /^(limit|top|take|fetch|first|page|single|maybeSingle|count|aggregate|exists)$/i.test(name)))
    return 'bounded'
  if (names.some((name) => /^(find|get|executeTake)(First|One|Unique|ByPk|ById|Count)/.test(name))) return 'bounded'
  if (given.some(saysHowMany)) return 'bounded'
  // Options out of sight may say how many.
  const last = given.at(-1)
  return last?.kind === 'opaque' || (last?.kind === 'record' && last.open) ? 'unknown' : 'unbounded'
}

/** All that the calls of a chain were given. */
function givenTo(built: Value, { madeFrom }: Sources): readonly Value[] {
  const given: Value[] = []
  const seen = new Set<string>()
  for (let at: Value | undefined = built; at && !seen.has(at.key);) {
    seen.add(at.key)
    const parts: readonly Value[] = [...(madeFrom.get(at.key)?.values() ?? [])]
    given.push(...parts.filter((one) => one.kind !== 'handle'))
    at = parts.find((one) => one.kind === 'handle')
  }
  return given
}

function ofImport({ path, instance, args }: ValueOf<'import'>, inner: (value: Value) => Bound): Bound {
  // A constant of another module is as long as the program makes it.
  if (!instance && args.length === 0) return 'bounded'
  if (path.some((name) => LIMITS.test(name)) && args.some(isNumber)) return 'bounded'
  return args.some((arg) => inner(arg) === 'unbounded') ? 'unbounded' : 'unknown'
}

function isNumber(value: Value): boolean {
  return value.kind === 'constant' && typeof value.value === 'number'
}

function ofOpaque(value: ValueOf<'opaque'>, sources: Sources, inner: (one: Value) => Bound, from: From): Bound {
  const { origin } = value
  const rows = sources.rows.get(value.key)
  if (rows) return rows === 'limited' ? 'bounded' : rows === 'open' ? 'unbounded' : 'unknown'
  switch (origin.from) {
    case 'parameter':
      return ['string', 'number', 'bigint', 'boolean', 'tuple'].includes(origin.type ?? '') ? 'bounded' : 'unbounded'
    case 'member':
      return ofMember(origin.base, origin.name, sources, inner)
    case 'call':
      return ofCall(origin, inner)
    case 'operation':
      return anyOf(origin.operands.map(inner))
    case 'place': {
      if (origin.of) return isBatch(inner(origin.of), origin.of) ? 'bounded' : 'unknown'
      return from(isUnseen)
    }
    default:
      return 'unknown'
  }
}

/** An element of a bounded collection of batches: `for (const batch of chunk(ids, 100)) for (const id of batch)`. */
function isBatch(bound: Bound, of: Value): boolean {
  return bound === 'bounded' && of.kind !== 'list'
}

function ofMember(base: Value, name: string, sources: Sources, inner: (value: Value) => Bound): Bound {
  if (base.kind === 'import' && !base.instance) return 'bounded'
  if (base.kind !== 'opaque') return base.kind === 'oneOf' || base.kind === 'promise' ? inner(base) : 'unknown'
  if (sources.rows.has(base.key)) return OF_RESULT.test(name) ? inner(base) : 'unknown'
  // What a row or an element holds was bounded by whoever wrote it, as far as can be told.
  if (/^\d+$/.test(name) || base.origin.from === 'place') return OF_RESULT.test(name) ? inner(base) : 'unknown'
  return base.origin.from === 'global' || base.origin.from === 'call' ? 'unknown' : inner(base)
}

function ofCall(
  { callee, args, plain }: Extract<ValueOf<'opaque'>['origin'], { from: 'call' }>,
  inner: (value: Value) => Bound,
): Bound {
  const name = nameOf(callee)
  const limited = LIMITS.test(name) && (args.some(isNumber) || /batch|chunk|page|limit/i.test(name))
  if (limited || args.some(saysHowMany)) return 'bounded'
  const self = callee.kind === 'opaque' && callee.origin.from === 'member' ? callee.origin.base : undefined
  if (KEEPING.test(name) && self && self.kind !== 'import') {
    const own = inner(self)
    return name === 'concat' ? anyOf([own, ...args.map(inner)]) : own
  }
  // `Object.keys(byId)`, `new Set(ids)`, a helper that sorts.
  return args.some((arg) => inner(arg) === 'unbounded') ? 'unbounded' : plain ? anyOf(args.map(inner)) : 'unknown'
}

/** `{ limit: 100 }`, `{ take }`. */
function saysHowMany(value: Value): boolean {
  return value.kind === 'record' && [...value.fields.keys()].some((name) => LIMITS.test(name))
}

function nameOf(callee: Value): string {
  if (callee.kind === 'import') return callee.path.at(-1) ?? ''
  if (callee.kind !== 'opaque') return ''
  const { origin } = callee
  return origin.from === 'member' || origin.from === 'global' || origin.from === 'parameter' ? origin.name : ''
}
