/**
 * Methods that are told by their name alone, because no driver and no service has one of this name that throws or sends
 * when it isn't awaited. So `get`, `set`, `add`, `delete`, `send`, `query`, `exec` and their like aren't here, and
 * an `each` counts only where its argument is a function (`repository.find({ … })` runs nothing).
 */
import type { BuiltinTable } from './builtin.ts'
import { all } from './names.ts'

// prettier-ignore
export const methods: readonly BuiltinTable[] = [
  {
    from: ['method'],
    does: {
      // arrays
      ...all('each', [
        'every', 'filter', 'find', 'findIndex', 'findLast', 'findLastIndex', 'flatMap', 'forEach', 'map', 'reduce',
        'reduceRight', 'some', 'sort', 'toSorted',
      ]),
      ...all('safe', [
        'at', 'concat', 'copyWithin', 'entries', 'fill', 'flat', 'includes', 'indexOf', 'join', 'keys', 'lastIndexOf',
        'pop', 'push', 'reverse', 'shift', 'slice', 'splice', 'subarray', 'toReversed', 'toSpliced', 'unshift',
        'values',
      ]),
      // strings
      ...all('safe', [
        'charAt', 'charCodeAt', 'codePointAt', 'endsWith', 'isWellFormed', 'localeCompare', 'match', 'matchAll',
        'normalize', 'padEnd', 'padStart', 'repeat', 'replaceAll', 'split', 'startsWith', 'substr', 'substring',
        'toLocaleLowerCase', 'toLocaleUpperCase', 'toLowerCase', 'toUpperCase', 'toWellFormed', 'trim', 'trimEnd',
        'trimStart',
      ]),
      // numbers, dates and every object
      ...all('safe', [
        'getDate', 'getDay', 'getFullYear', 'getHours', 'getMilliseconds', 'getMinutes', 'getMonth', 'getSeconds',
        'getTime', 'getTimezoneOffset', 'getUTCDate', 'getUTCDay', 'getUTCFullYear', 'getUTCHours', 'getUTCMinutes',
        'getUTCMonth', 'getUTCSeconds', 'setDate', 'setHours', 'setMilliseconds', 'setMinutes', 'setMonth',
        'setSeconds', 'setUTCDate', 'setUTCHours', 'setUTCMinutes', 'toDateString', 'toExponential', 'toFixed',
        'toISOString', 'toLocaleDateString', 'toLocaleString', 'toLocaleTimeString', 'toPrecision', 'toTimeString',
        'toUTCString', 'hasOwnProperty', 'isPrototypeOf', 'propertyIsEnumerable', 'toJSON', 'toString', 'valueOf',
      ]),
      // buffers
      ...all('safe', [
        'readBigInt64BE', 'readBigInt64LE', 'readBigUInt64BE', 'readBigUInt64LE', 'readInt32BE', 'readInt32LE',
        'readUInt32BE', 'readUInt32LE', 'readUint32BE', 'readUint32LE', 'getBigInt64', 'getInt32', 'getUint32',
      ]),
      // events and timers
      ...all('later', ['addEventListener', 'addListener', 'on', 'once', 'prependListener', 'prependOnceListener']),
      ...all('safe', [
        'abort', 'hasRef', 'listenerCount', 'off', 'ref', 'removeAllListeners', 'removeEventListener', 'removeListener',
        'setMaxListeners', 'unref',
      ]),
    },
  },
]
