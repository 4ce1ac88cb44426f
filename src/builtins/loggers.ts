/** Loggers, metrics and traces: none of them throws, and a span or a scope runs its callback at once. */
import type { BuiltinTable } from './builtin.ts'
import { all } from './names.ts'

// prettier-ignore
export const loggers: readonly BuiltinTable[] = [
  {
    from: [
      '@logtape/logtape', 'bunyan', 'chalk', 'cli-progress', 'consola', 'debug', 'hot-shots', 'kleur', 'log4js',
      'loglevel', 'nestjs-pino', 'npmlog', 'ora', 'picocolors', 'pino', 'pino-http', 'prom-client', 'roarr', 'signale',
      'tslog', 'winston',
    ],
    does: { '*': 'safe' },
  },
  // The exceptions, pipes and decorators of Nest are plain objects, as its logger is.
  { from: ['@nestjs/common'], does: { '*': 'safe' } },
  {
    from: ['@sentry/*'],
    does: {
      ...all('runs', [
        'continueTrace', 'startNewTrace', 'startSpan', 'startSpanManual', 'suppressTracing', 'withActiveSpan',
        'withIsolationScope', 'withMonitor', 'withScope',
      ]),
      '*': 'safe',
    },
  },
  {
    from: ['@opentelemetry/api'],
    does: { '*.startActiveSpan': 'runs', 'context.with': 'runs', 'context.bind': 'passes', '*': 'safe' },
  },
  { from: ['dd-trace'], does: { '*.trace': 'runs', trace: 'runs', wrap: 'passes', '*': 'safe' } },
  {
    from: ['newrelic'],
    does: { ...all('runs', ['startBackgroundTransaction', 'startSegment', 'startWebTransaction']), '*': 'safe' },
  },
]
