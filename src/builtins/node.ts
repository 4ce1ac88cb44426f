/** The modules of Node. */
import type { BuiltinTable } from './builtin.ts'
import { all, under } from './names.ts'

export const consoleMembers = { '*': 'safe' } as const

export const performanceMembers = { '*': 'impure' } as const

export const cryptoMembers = { randomUUID: 'impure', getRandomValues: 'impure', 'subtle.*': 'pure' } as const

// prettier-ignore
export const bufferMembers = {
  ...all('safe', [
    'alloc', 'allocUnsafe', 'byteLength', 'compare', 'concat', 'default', 'from', 'from.equals', 'from.slice',
    'from.subarray', 'from.toJSON', 'from.toString', 'isBuffer', 'isEncoding', 'toString',
  ]),
  '*': 'pure',
} as const

// prettier-ignore
export const processMembers = {
  ...all('exits', ['abort', 'exit', 'reallyExit']),
  ...all('later', ['addListener', 'nextTick', 'on', 'once', 'prependListener']),
  ...all('impure', [
    'cpuUsage', 'hrtime', 'hrtime.bigint', 'memoryUsage', 'memoryUsage.rss', 'resourceUsage', 'uptime',
  ]),
  ...all('safe', [
    'cwd', 'emitWarning', 'getuid', 'listenerCount', 'off', 'removeAllListeners', 'removeListener', 'setMaxListeners',
    'stderr.write', 'stdout.write', 'umask',
  ]),
}

const timers = {
  ...all('later', ['setImmediate', 'setInterval', 'setTimeout']),
  ...all('safe', ['clearImmediate', 'clearInterval', 'clearTimeout']),
}

// prettier-ignore
export const node: readonly BuiltinTable[] = [
  { from: ['node:console'], does: consoleMembers },
  { from: ['node:process'], does: processMembers },
  { from: ['node:timers'], does: timers },
  {
    from: ['node:timers/promises'],
    does: {
      ...all('safe', ['scheduler.yield', 'setImmediate']),
      ...all('sleep', ['scheduler.wait', 'setInterval', 'setTimeout']),
    },
  },
  {
    from: ['node:assert', 'node:assert/strict'],
    does: {
      ...all('asserts', ['assert', 'default', 'ok', 'strict', 'strict.ok']),
      ...all('runs', ['doesNotReject', 'doesNotThrow', 'rejects', 'throws']),
      AssertionError: 'safe',
      '*': 'pure',
    },
  },
  {
    // `events.on` gives what the emitter says, one after the other; on an emitter it adds a listener.
    from: ['node:events'],
    does: {
      on: 'passes', once: 'passes', 'default.on': 'later',
      '*.on': 'later', '*.once': 'later', '*.addListener': 'later', '*.prependListener': 'later',
      default: 'safe', EventEmitter: 'safe', getEventListeners: 'safe', listenerCount: 'safe', setMaxListeners: 'safe',
      addAbortListener: 'later',
      ...all('safe', ['*.listenerCount', '*.off', '*.removeAllListeners', '*.removeListener', '*.setMaxListeners']),
    },
  },
  {
    from: ['node:util'],
    does: {
      ...all('passes', ['callbackify', 'deprecate', 'promisify']),
      ...all('pure', ['parseArgs', 'parseEnv', 'getSystemErrorName']),
      '*': 'safe',
    },
  },
  {
    from: ['node:async_hooks'],
    does: {
      ...all('runs', ['AsyncLocalStorage.exit', 'AsyncLocalStorage.run', 'AsyncResource.runInAsyncScope']),
      ...all('passes', ['AsyncLocalStorage.bind', 'AsyncResource.bind']),
      ...all('safe', [
        'AsyncLocalStorage', 'AsyncLocalStorage.disable', 'AsyncLocalStorage.enterWith', 'AsyncLocalStorage.getStore',
        'AsyncResource', 'executionAsyncId', 'triggerAsyncId',
      ]),
    },
  },
  {
    from: ['node:crypto'],
    does: {
      ...all('impure', ['randomBytes', 'randomFillSync', 'randomInt', 'randomUUID', 'getRandomValues', 'webcrypto.*']),
      'webcrypto.subtle.*': 'pure', 'generateKeyPairSync': 'impure', 'generateKeySync': 'impure',
      ...all('safe', ['*.digest', '*.update', 'createHash', 'createHmac', 'getHashes', 'hash']),
      '*': 'pure',
    },
  },
  { from: ['node:perf_hooks'], does: { 'performance.*': 'impure' } },
  { from: ['node:path', 'node:path/posix', 'node:path/win32', 'node:os', 'node:querystring'], does: { '*': 'safe' } },
  { from: ['node:url'], does: { ...all('safe', ['URL.*', 'URLSearchParams', 'URLSearchParams.*']), '*': 'pure' } },
  { from: ['node:zlib', 'node:v8', 'node:string_decoder'], does: { '*': 'pure' } },
  { from: ['node:buffer'], does: under('Buffer', bufferMembers) },
  { from: ['node:fs'], does: { existsSync: 'impure' } },
  { from: ['node:stream', 'node:stream/promises'], does: { finished: 'passes', 'promises.finished': 'passes' } },
]
