/** The globals of the language and of Node. A global that isn't here may do anything. */
import type { BuiltinTable } from './builtin.ts'
import { all, under } from './names.ts'
import { bufferMembers, consoleMembers, cryptoMembers, performanceMembers, processMembers } from './node.ts'

// prettier-ignore
const errors = [
  'AggregateError', 'DOMException', 'Error', 'EvalError', 'RangeError', 'ReferenceError', 'SuppressedError',
  'SyntaxError', 'TypeError', 'URIError',
]

// prettier-ignore
const collections = [
  'Array', 'ArrayBuffer', 'BigInt64Array', 'BigUint64Array', 'DataView', 'Float32Array', 'Float64Array', 'Int16Array',
  'Int32Array', 'Int8Array', 'Map', 'Set', 'Uint16Array', 'Uint32Array', 'Uint8Array', 'Uint8ClampedArray', 'WeakMap',
  'WeakRef', 'WeakSet',
]

// The executor of `new Promise` runs now, but what it gives is nothing that a row could say.
// prettier-ignore
export const language: readonly BuiltinTable[] = [
  {
    from: ['global'],
    does: {
      ...all('safe', errors),
      ...all('safe', errors.map((name) => `${name}.*`)),
      ...all('safe', collections),
      ...all('safe', collections.map((name) => `${name}.*`)),
      'Map.groupBy': 'each', 'Array.from': 'each', 'Array.fromAsync': 'each',

      'Promise.all': 'all', 'Promise.allSettled': 'allSettled', 'Promise.any': 'any', 'Promise.race': 'race',
      'Promise.reject': 'pure', 'Promise.resolve': 'passes', 'Promise.try': 'runs', 'Promise.withResolvers': 'safe',

      // A cycle or a bigint makes `stringify` throw; nobody who writes it means that.
      'JSON.parse': 'pure', 'JSON.stringify': 'safe',
      Object: 'safe', 'Object.*': 'safe', 'Object.groupBy': 'each',
      ...under(
        'Reflect',
        all('safe', ['defineProperty', 'deleteProperty', 'get', 'getPrototypeOf', 'has', 'ownKeys', 'set']),
      ),
      Proxy: 'safe', 'Iterator.*': 'safe',

      Boolean: 'boolean',
      Number: 'safe', 'Number.*': 'safe', String: 'safe', 'String.*': 'safe',
      Symbol: 'impure', 'Symbol.for': 'safe', 'Symbol.keyFor': 'safe',
      BigInt: 'pure', 'BigInt.asIntN': 'safe', 'BigInt.asUintN': 'safe', 'BigInt.*': 'safe',
      'Math.*': 'safe', 'Math.random': 'impure',
      ...all('safe', ['encodeURI', 'encodeURIComponent', 'isFinite', 'isNaN', 'parseFloat', 'parseInt']),
      ...all('pure', ['atob', 'btoa', 'decodeURI', 'decodeURIComponent', 'structuredClone']),
      RegExp: 'pure', 'RegExp.*': 'safe',
      'Intl.*': 'pure', 'Intl.DateTimeFormat.*': 'pure', 'Intl.NumberFormat.*': 'pure',

      Date: 'impure', 'Date.now': 'impure', 'Date.*': 'safe',
      'Temporal.Now.*': 'impure',

      URL: 'pure', 'URL.canParse': 'safe', 'URL.parse': 'safe', 'URL.*': 'safe', 'URL.searchParams.*': 'safe',
      URLSearchParams: 'safe', 'URLSearchParams.*': 'safe',
      ...all('safe', ['AbortController', 'AbortController.*', 'AbortSignal.*', 'Event', 'CustomEvent', 'EventTarget']),
      'AbortSignal.throwIfAborted': 'pure', 'AbortController.signal.throwIfAborted': 'pure',
      ...all('safe', ['Blob', 'File', 'FormData', 'FormData.*', 'Headers', 'Headers.*', 'Request', 'Response']),
      TextDecoder: 'safe', 'TextDecoder.*': 'pure', TextEncoder: 'safe', 'TextEncoder.*': 'safe',
      ...under('Buffer', bufferMembers),

      ...all('later', ['setTimeout', 'setInterval', 'setImmediate', 'queueMicrotask', 'requestAnimationFrame']),
      ...all('safe', ['setTimeout.*', 'setInterval.*', 'setImmediate.*']),
      ...all('safe', ['clearTimeout', 'clearInterval', 'clearImmediate', 'reportError']),
      FinalizationRegistry: 'later', 'FinalizationRegistry.*': 'safe',

      ...under('console', consoleMembers),
      ...under('crypto', cryptoMembers),
      ...under('performance', performanceMembers),
      ...under('process', processMembers),
      ...under('Bun', { hash: 'safe', nanoseconds: 'impure', randomUUIDv7: 'impure', sleep: 'sleep' }),
      ...under('Deno', { cwd: 'safe', 'env.get': 'impure', exit: 'exits' }),
    },
  },
]
