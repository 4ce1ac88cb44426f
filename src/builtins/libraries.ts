/** Libraries that only compute: collections, schemas, dates, hashes, ids, assertions. */
import type { BuiltinTable } from './builtin.ts'
import { all } from './names.ts'

// prettier-ignore
export const libraries: readonly BuiltinTable[] = [
  {
    from: ['lodash', 'lodash-es', 'underscore', 'es-toolkit', 'radash', 'ramda', 'remeda'],
    does: {
      ...all('each', [
        'countBy', 'each', 'every', 'filter', 'find', 'findIndex', 'flatMap', 'forEach', 'forOwn', 'groupBy', 'keyBy',
        'map', 'mapKeys', 'mapValues', 'omitBy', 'partition', 'pickBy', 'reduce', 'reject', 'some', 'sortBy', 'orderBy',
        'sumBy', 'times', 'uniqBy',
      ]),
      ...all('later', ['debounce', 'defer', 'delay', 'throttle']),
      ...all('passes', ['bind', 'memoize', 'once', 'partial']),
      ...all('impure', ['now', 'random', 'sample', 'shuffle', 'uniqueId']),
      sleep: 'sleep',
      ...all('pure', [
        'assign', 'camelCase', 'capitalize', 'castArray', 'ceil', 'chunk', 'clamp', 'clone', 'cloneDeep', 'compact',
        'concat', 'defaults', 'defaultsDeep', 'difference', 'differenceBy', 'drop', 'endsWith', 'entries', 'escape',
        'first', 'flatten', 'flattenDeep', 'floor', 'fromPairs', 'get', 'has', 'head', 'identity', 'includes',
        'indexOf', 'initial', 'intersection', 'invert', 'isArray', 'isBoolean', 'isDate', 'isEmpty', 'isEqual',
        'isFinite', 'isFunction', 'isInteger', 'isNil', 'isNull', 'isNumber', 'isObject', 'isPlainObject', 'isString',
        'isUndefined', 'join', 'kebabCase', 'keys', 'last', 'lowerCase', 'max', 'maxBy', 'mean', 'merge', 'min',
        'minBy', 'noop', 'nth', 'omit', 'padEnd', 'padStart', 'pick', 'range', 'repeat', 'replace', 'reverse', 'round',
        'set', 'size', 'slice', 'snakeCase', 'split', 'startCase', 'startsWith', 'sum', 'tail', 'take', 'toArray',
        'toLower', 'toNumber', 'toPairs', 'toString', 'toUpper', 'trim', 'truncate', 'union', 'uniq', 'unset',
        'upperCase', 'upperFirst', 'values', 'without', 'words', 'zip', 'zipObject',
      ]),
    },
  },
  // An Effect is a function that runs where it is yielded.
  {
    from: ['effect', 'effect/Effect'],
    does: {
      ...all('passes', ['Effect.gen', 'Effect.promise', 'Effect.suspend', 'Effect.sync', 'Effect.tryPromise', 'Effect.fn']),
      ...all('passes', ['gen', 'promise', 'suspend', 'sync', 'tryPromise']),
      'Effect.sleep': 'sleep',
    },
  },
  { from: ['es-toolkit/promise'], does: { delay: 'sleep', timeout: 'sleep', withTimeout: 'runs' } },
  {
    from: [
      '@sinclair/typebox', 'ajv', 'arktype', 'class-transformer', 'class-validator', 'io-ts', 'joi', 'superstruct',
      'valibot', 'yup', 'zod',
    ],
    does: { '*': 'pure' },
  },
  {
    from: ['date-fns', 'date-fns-tz', 'ms'],
    does: {
      ...all('impure', [
        'endOfToday', 'endOfTomorrow', 'endOfYesterday', 'formatDistanceToNow', 'formatDistanceToNowStrict', 'isFuture',
        'isPast', 'isThisHour', 'isThisMonth', 'isThisWeek', 'isThisYear', 'isToday', 'isTomorrow', 'isYesterday',
        'startOfToday', 'startOfTomorrow', 'startOfYesterday',
      ]),
      '*': 'safe',
    },
  },
  {
    // Without an argument these give the time.
    from: ['dayjs', 'moment', 'moment-timezone'],
    does: { default: 'impure', fromNow: 'impure', tz: 'impure', utc: 'impure', '*': 'safe' },
  },
  {
    from: ['luxon'],
    does: { ...all('impure', ['DateTime.local', 'DateTime.now', 'DateTime.utc']), '*': 'safe' },
  },
  {
    from: ['uuid', 'short-uuid'],
    does: { ...all('pure', ['parse', 'stringify', 'v3', 'v5', 'version']), validate: 'safe', '*': 'impure' },
  },
  { from: ['@paralleldrive/cuid2', 'cuid', 'ksuid', 'nanoid', 'ulid', 'xid-js'], does: { '*': 'impure' } },
  {
    from: [
      '@noble/hashes', 'adler-32', 'crc-32', 'crypto-js', 'farmhash', 'hash-sum', 'imurmurhash', 'murmurhash',
      'object-hash', 'string-hash', 'xxhash-wasm',
    ],
    does: { '*': 'safe' },
  },
  { from: ['deepmerge', 'fast-deep-equal', 'http-errors', 'slugify'], does: { '*': 'safe' } },
  { from: ['big.js', 'bignumber.js', 'decimal.js', 'superjson', 'semver'], does: { '*': 'pure' } },
  {
    // `fetch` of a cache runs what it was configured with.
    from: ['lru-cache', 'node-cache', 'quick-lru'],
    does: {
      ...all('safe', ['LRUCache', 'default']),
      ...all('safe', ['*.clear', '*.del', '*.delete', '*.flushAll', '*.get', '*.has', '*.peek', '*.set', '*.ttl']),
    },
  },
  {
    from: ['tiny-invariant', 'invariant', 'ts-invariant', '@epic-web/invariant', 'http-assert'],
    does: { ...all('asserts', ['default', 'invariant']), '*': 'pure' },
  },
]
