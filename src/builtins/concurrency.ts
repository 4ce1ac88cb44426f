/** Small libraries that run a callback: retries, limits, queues in memory, mutexes, async context, observables. */
import type { BuiltinTable } from './builtin.ts'
import { all } from './names.ts'

// prettier-ignore
export const concurrency: readonly BuiltinTable[] = [
  {
    from: ['p-retry', 'async-retry', 'promise-retry', '@lifeomic/attempt', 'exponential-backoff', 'ts-retry-promise'],
    does: { ...all('retries', ['backOff', 'default', 'retry']), '*': 'safe' },
  },
  { from: ['retry'], does: { '*.attempt': 'retries', '*': 'safe' } },
  {
    from: ['cockatiel'],
    does: {
      ...all('retries', ['retry.execute', 'wrap.execute']),
      ...all('runs', ['bulkhead.execute', 'circuitBreaker.execute', 'fallback.execute', 'timeout.execute']),
      '*': 'safe',
    },
  },
  { from: ['p-event', 'p-min-delay', 'p-timeout'], does: { ...all('passes', ['default', 'pEvent']), '*': 'safe' } },
  { from: ['p-limit'], does: { default: 'runs', map: 'each', limitFunction: 'passes', clearQueue: 'safe' } },
  { from: ['p-queue'], does: { '*.add': 'runs', add: 'runs', '*': 'safe' } },
  { from: ['p-map', 'p-each-series', 'p-filter', 'p-map-series'], does: { default: 'each', pMapIterable: 'each' } },
  { from: ['p-try'], does: { default: 'runs' } },
  { from: ['bottleneck'], does: { schedule: 'runs', '*.schedule': 'runs', wrap: 'passes', '*': 'safe' } },
  {
    from: ['async-mutex'],
    does: { '*.runExclusive': 'runs', '*.acquire': 'pure', '*.waitForUnlock': 'pure', '*': 'safe' },
  },
  { from: ['async-lock'], does: { acquire: 'runs', '*': 'safe' } },
  {
    from: ['async'],
    does: all('each', [
      'each', 'eachLimit', 'eachOf', 'eachSeries', 'every', 'everySeries', 'filter', 'filterSeries', 'forEach',
      'forEachSeries', 'map', 'mapLimit', 'mapSeries', 'some', 'someSeries',
    ]),
  },
  {
    from: ['bluebird'],
    does: {
      all: 'all', allSettled: 'allSettled', any: 'any', race: 'race', resolve: 'passes', try: 'runs', method: 'passes',
      promisify: 'passes', delay: 'sleep', ...all('each', ['each', 'filter', 'map', 'mapSeries', 'reduce']),
    },
  },
  {
    from: ['cls-hooked', 'nestjs-cls', 'continuation-local-storage'],
    does: {
      ...all('runs', ['*.run', '*.runAndReturn', '*.runPromise', '*.runWith', '*.enter']),
      ...all('safe', ['*.get', '*.getId', '*.isActive', '*.set', 'createNamespace', 'getNamespace']),
      '*.bind': 'passes',
    },
  },
  {
    // Operators run their callbacks when somebody subscribes.
    from: ['rxjs'],
    does: {
      ...all('passes', ['firstValueFrom', 'from', 'lastValueFrom']),
      defer: 'runs',
      '*': 'later',
    },
  },
]
