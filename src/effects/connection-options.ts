/** What the options of a pool or connection say of how long its statements may wait for a lock. */
import type { Session, Value } from '../origins/value.ts'
import { isNoBound, setsWaitBound, WAIT_BOUNDS } from '../sql/wait-bounds.ts'
import { isAddressName } from '../vocabulary.ts'

/** Objects inside objects are looked at so far. */
const DEEPEST = 4

/** Options of that name hold options for the session: somebody else's object may bound the wait. */
const INNER = new Set(['connection', 'config', 'extra', 'driverOptions', 'dialectOptions', 'options', 'replication'])

/** Functions that prepare each connection before anybody gets it. */
const HOOKS = new Set(['afterConnect', 'afterCreate', 'connect', 'onConnect', 'onCreateConnection', 'verify'])

/** The bounds under the names of the server, and that of a driver which gives up by itself. */
const NAMES = new Set<string>([...WAIT_BOUNDS, 'statementTimeout', 'query_timeout'])

/** Undefined: the arguments say nothing of it. */
export function waitsOf(args: readonly Value[]): Session['waits'] {
  const seen = args.map((arg) => ofOptions(arg, 0))
  return (['bounded', 'unseen', 'off'] as const).find((one) => seen.includes(one))
}

function ofOptions(value: Value, depth: number): Session['waits'] {
  switch (value.kind) {
    case 'constant':
      return typeof value.value === 'string' && setsWaitBound(value.value) ? 'bounded' : undefined
    case 'text':
      return value.parts.some((part) => typeof part === 'string' && /(?:lock|statement)_timeout/i.test(part))
        ? 'bounded'
        : undefined
    case 'record':
      return depth > DEEPEST ? 'unseen' : ofRecord(value.fields, value.open, depth)
    case 'choice':
      return ofAny([value.then, value.otherwise], depth)
    case 'oneOf':
      return ofAny(value.of, depth)
    case 'handle':
      return value.session.waits
    case 'promise':
      return 'unseen'
    case 'import':
      return isAddressName(value.path.at(-1) ?? '') ? undefined : 'unseen'
    case 'opaque':
      return mayBeOptions(value) ? 'unseen' : undefined
    case 'function':
      return 'unseen'
    default:
      return undefined
  }
}

function ofAny(values: readonly Value[], depth: number): Session['waits'] {
  const seen = values.map((one) => ofOptions(one, depth))
  return seen.find((one) => one === 'bounded') ?? seen.find((one) => one !== undefined)
}

function ofRecord(fields: ReadonlyMap<string, Value>, open: boolean, depth: number): Session['waits'] {
  let seen: Session['waits'] = open ? 'unseen' : undefined
  for (const [name, value] of fields) {
    if (NAMES.has(name)) {
      const bound = boundBy(value)
      if (bound === 'bounded') return bound
      seen ??= bound
    } else if (HOOKS.has(name) || name === 'hooks') seen = 'unseen'
    else if (value.kind === 'record' || value.kind === 'constant' || value.kind === 'text' || INNER.has(name)) {
      const inner = ofOptions(value, depth + 1)
      if (inner === 'bounded') return inner
      seen ??= inner
    }
  }
  return seen
}

function boundBy(value: Value): Session['waits'] {
  switch (value.kind) {
    case 'constant':
      if (!value.value || (typeof value.value === 'string' && isNoBound(value.value))) return 'off'
      return value.value === 'DISABLE_TIMEOUT' ? 'off' : 'bounded'
    default:
      return 'bounded'
  }
}

/** What nobody can see may be options; an address or a variable of the environment is none. */
function mayBeOptions({ origin }: Value & { kind: 'opaque' }): boolean {
  switch (origin.from) {
    case 'global':
      return false
    case 'parameter':
      return origin.type !== 'string' && !isAddressName(origin.name)
    case 'member':
      if (isAddressName(origin.name)) return false
      return origin.base.kind !== 'opaque' || mayBeOptions(origin.base)
    case 'operation':
      return origin.operands.some((one) => one.kind === 'opaque' && mayBeOptions(one))
    default:
      return true
  }
}
