/** Libraries that are given a callback for later: servers, schedulers, workers of queues, test runners. */
import type { BuiltinTable } from './builtin.ts'
import { all } from './names.ts'

// prettier-ignore
const routes = [
  'addHook', 'after', 'all', 'decorate', 'delete', 'get', 'head', 'hook', 'listen', 'notFound', 'onError', 'options',
  'param', 'patch', 'post', 'pre', 'put', 'ready', 'register', 'route', 'server', 'setErrorHandler',
  'setNotFoundHandler', 'use', 'ws',
]

// prettier-ignore
export const handlers: readonly BuiltinTable[] = [
  {
    from: [
      '@hapi/hapi', '@koa/router', 'elysia', 'express', 'fastify', 'find-my-way', 'hono', 'koa', 'koa-router', 'polka',
      'restify',
    ],
    does: {
      ...all('later', routes),
      ...all('later', routes.map((name) => `*.${name}`)),
      ...all('safe', ['Context.*', 'FastifyReply.*', 'FastifyRequest.*', 'Request.*', 'Response.*']),
      ...all('safe', ['Router', 'default']),
    },
  },
  {
    from: ['@nestjs/schedule', 'cron', 'croner', 'node-cron', 'node-schedule', 'toad-scheduler'],
    does: {
      ...all('later', [
        'AsyncTask', 'Cron', 'CronJob', 'CronJob.from', 'Job', 'Task', 'default', 'schedule', 'scheduleJob',
      ]),
      '*': 'safe',
    },
  },
  { from: ['agenda'], does: { define: 'later', 'Agenda.define': 'later' } },
  { from: ['bullmq', 'sqs-consumer'], does: { Worker: 'later', 'Consumer.create': 'later' } },
  { from: ['bull', 'bee-queue'], does: { process: 'later' } },
  { from: ['pg-boss'], does: { '*.work': 'later', work: 'later' } },
  { from: ['inngest'], does: { '*.createFunction': 'later' } },
  { from: ['amqplib'], does: { '*.consume': 'later' } },
  {
    from: ['global', 'vitest', '@jest/globals', 'mocha', 'node:test', 'bun:test', '@playwright/test'],
    does: {
      ...all('later', [
        'after', 'afterAll', 'afterEach', 'before', 'beforeAll', 'beforeEach', 'describe', 'describe.only',
        'describe.skip', 'it', 'it.each', 'it.only', 'it.skip', 'suite', 'test', 'test.each', 'test.only', 'test.skip',
      ]),
      ...all('safe', ['jest.fn', 'vi.fn']),
      'expect.*': 'pure',
    },
  },
]
