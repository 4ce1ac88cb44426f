// What the functions of the language, of Node and of libraries do, by the group of their tables.
import { describe, expect, it } from 'vitest'
import { matchBuiltin, type Behaviour } from '../../src/builtins/index.ts'

type Group = Readonly<Partial<Record<Behaviour | 'unknown', readonly string[]>>>

// prettier-ignore
const groups: Readonly<Record<string, Group>> = {
  language: {
    safe: [
      'global Error', 'global Error.captureStackTrace', 'global TypeError', 'global Map', 'global Map.get',
      'global Set.add', 'global Set.delete', 'global WeakMap.set', 'global Date.toISOString', 'global Date.UTC',
      'global JSON.stringify', 'global Object.keys', 'global Object.fromEntries', 'global Array.isArray',
      'global Array.push', 'global Number', 'global Number.isInteger', 'global String', 'global String.padStart',
      'global Math.floor', 'global parseInt', 'global console.log', 'global console.error', 'global clearTimeout',
      'global setTimeout.unref', 'global AbortController', 'global AbortController.abort', 'global AbortSignal.timeout',
      'global URL.toString', 'global URL.searchParams.get', 'global RegExp.test', 'global Buffer.from',
      'global Buffer.from.toString', 'global process.cwd', 'global process.stdout.write',
      'global globalThis.console.log',
    ],
    impure: [
      'global Date', 'global Date.now', 'global Math.random', 'global Symbol', 'global performance.now',
      'global crypto.randomUUID', 'global globalThis.crypto.getRandomValues', 'global process.hrtime',
      'global process.hrtime.bigint', 'global process.uptime',
    ],
    pure: [
      'global JSON.parse', 'global BigInt', 'global URL', 'global RegExp', 'global structuredClone',
      'global decodeURIComponent', 'global crypto.subtle.digest', 'global AbortSignal.throwIfAborted',
    ],
    boolean: ['global Boolean'],
    exits: ['global process.exit', 'global process.abort', 'global globalThis.process.exit'],
    later: [
      'global setTimeout', 'global setInterval', 'global setImmediate', 'global queueMicrotask',
      'global process.nextTick', 'global process.on', 'global AbortController.signal.addEventListener',
      'global describe', 'global it',
    ],
    each: [
      'global Array.from', 'global Object.entries.map', 'global Map.forEach', 'global Set.forEach', 'global Array.map',
    ],
    passes: ['global Promise.resolve'],
    all: ['global Promise.all'],
    allSettled: ['global Promise.allSettled'],
    race: ['global Promise.race'],
    any: ['global Promise.any'],
    unknown: [
      'global fetch', 'global eval', 'global Promise', 'global render', 'global Atomics.wait', 'global Map.get.release',
      'global Object.values.at.query',
    ],
  },
  methods: {
    safe: [
      'method push', 'method slice', 'method join', 'method trim', 'method toString', 'method toISOString',
      'method includes', 'method getTime', 'method unref', 'method removeListener',
    ],
    each: [
      'method map', 'method forEach', 'method filter', 'method some', 'method find', 'method flatMap', 'method reduce',
      'method sort',
    ],
    later: ['method on', 'method once', 'method addEventListener'],
    unknown: [
      'method get', 'method set', 'method add', 'method delete', 'method send', 'method query', 'method exec',
      'method execute', 'method release', 'method end', 'method close', 'method unlock', 'method emit', 'method then',
      'method run', 'method call',
    ],
  },
  node: {
    asserts: [
      'node:assert default', 'assert default', 'node:assert ok', 'node:assert default.ok', 'node:assert/strict default',
      'node:assert *',
    ],
    pure: ['node:assert default.equal', 'node:assert strictEqual', 'node:crypto scryptSync', 'node:url fileURLToPath'],
    runs: ['node:async_hooks AsyncLocalStorage.run', 'async_hooks AsyncLocalStorage.exit', 'node:assert rejects'],
    passes: [
      'node:events once', 'events default.once', 'node:events *.once', 'node:util promisify',
      'node:util default.promisify',
    ],
    later: [
      'node:events EventEmitter.on', 'node:events default.on', 'node:timers setTimeout', 'node:process default.on',
    ],
    safe: [
      'node:util format', 'node:util inspect', 'node:path join', 'path default.join', 'node:path *.resolve',
      'node:os hostname', 'node:crypto createHash', 'node:crypto createHash.update',
      'node:crypto createHash.update.digest', 'node:crypto default.createHmac',
      'node:async_hooks AsyncLocalStorage.getStore', 'node:events EventEmitter.off',
    ],
    impure: [
      'node:crypto randomUUID', 'crypto randomBytes', 'node:perf_hooks performance.now', 'node:process hrtime.bigint',
      'node:fs existsSync',
    ],
    exits: ['node:process exit', 'process default.exit'],
    sleep: ['node:timers/promises setTimeout', 'timers/promises setTimeout', 'node:timers/promises scheduler.wait'],
    unknown: [
      'node:fs readFileSync', 'node:fs/promises readFile', 'node:child_process exec', 'node:events EventEmitter.emit',
      'node:async_hooks AsyncLocalStorage.getStore.query',
    ],
  },
  loggers: {
    safe: [
      'pino default', 'pino default.info', 'pino Logger.error', 'pino default.child.warn', 'winston createLogger.info',
      'bunyan createLogger.info', 'loglevel default.warn', 'consola consola.info', 'debug default',
      '@nestjs/common Logger.log', '@nestjs/common NotFoundException', '@sentry/node captureException',
      '@sentry/nextjs captureMessage', '@opentelemetry/api trace.getTracer', 'prom-client Counter.inc',
    ],
    runs: [
      '@sentry/node startSpan', '@sentry/node withScope', '@opentelemetry/api trace.getTracer.startActiveSpan',
      '@opentelemetry/api Tracer.startActiveSpan', 'dd-trace default.trace',
    ],
  },
  concurrency: {
    retries: [
      'p-retry default', 'async-retry default', 'exponential-backoff backOff', '@lifeomic/attempt retry',
      'cockatiel retry.execute',
    ],
    runs: [
      'p-limit default', 'p-queue default.add', 'async-mutex Mutex.runExclusive', 'async-mutex Semaphore.runExclusive',
      'async-mutex withTimeout.runExclusive', 'async-lock default.acquire', 'cls-hooked createNamespace.run',
      'nestjs-cls ClsService.run', 'bottleneck default.schedule',
    ],
    passes: ['rxjs firstValueFrom', 'rxjs lastValueFrom', 'p-timeout default', 'p-event pEvent', 'effect Effect.gen', 'effect/Effect gen'],
    each: ['p-map default', 'p-limit default.map', 'async eachSeries'],
    later: ['rxjs Observable.subscribe', 'rxjs map', 'rxjs interval.subscribe'],
    safe: ['async-mutex Mutex', 'p-queue default', 'p-retry AbortError'],
    unknown: ['cls-hooked createNamespace.get.query'],
  },
  handlers: {
    later: [
      'node-cron default.schedule', 'node-cron schedule', 'cron CronJob', 'croner Cron', 'node-schedule scheduleJob',
      'express default.get', 'express Router.post', 'express default.use', 'fastify default.register', 'hono Hono.get',
      '@koa/router default.post', 'bullmq Worker', 'bull default.process', 'vitest describe',
      'node:test default.describe',
    ],
    safe: ['express Response.json', 'express default', 'fastify FastifyReply.send', 'hono Context.json'],
    unknown: [
      'fastify default.pg.query', 'fastify default.pg.connect.release', 'bullmq Queue.add', 'hono/client hc.posts.$get',
    ],
  },
  libraries: {
    pure: [
      'lodash default.get', 'lodash-es chunk', 'zod z.object.parse', 'zod default.string', 'yup object.validateSync',
      'uuid v5',
    ],
    each: ['lodash default.map', 'lodash-es sortBy'],
    later: ['lodash default.debounce'],
    impure: [
      'uuid v4', 'uuid v7', 'nanoid nanoid', 'ulid ulid', 'dayjs default', 'luxon DateTime.now', 'date-fns isToday',
    ],
    safe: [
      'date-fns addDays', 'dayjs default.format', 'adler-32 default.str', 'object-hash default', 'ms default',
      'lru-cache LRUCache.get',
    ],
    asserts: ['tiny-invariant default', 'invariant default'],
    unknown: [
      'lodash default.find.release', 'lru-cache LRUCache.fetch', 'lru-cache LRUCache.get.release', 'left-pad default',
      './util.ts map',
    ],
  },
}

describe.each(Object.entries(groups))('%s', (_, group) => {
  describe.each(Object.entries(group))('%s', (behaviour, calls) => {
    it.each(calls)('%s', (call) => {
      const [module = '', path = ''] = call.split(' ')
      expect(matchBuiltin(module, path.split('.')) ?? 'unknown').toBe(behaviour)
    })
  })
})

describe('matchBuiltin', () => {
  it('takes an import that is called itself for its default', () => {
    expect(matchBuiltin('p-limit', [])).toBe('runs')
    expect(matchBuiltin('p-limit', ['*'])).toBe('runs')
  })

  it('does not take a member that every object has for a row', () => {
    expect(matchBuiltin('global', ['constructor'])).toBeUndefined()
    expect(matchBuiltin('method', ['__proto__'])).toBeUndefined()
  })
})
