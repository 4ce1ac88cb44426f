/** Functions that only let time pass. */
import type { NetworkTable } from './network.ts'

// prettier-ignore
export const sleeps: readonly NetworkTable[] = [
  {
    kind: 'sleep',
    packages: ['node:timers/promises'],
    only: ['setInterval', 'setTimeout', 'wait'],
    starts: ['setInterval'],
    lasts: ['setTimeout', 'wait'],
  },
  { kind: 'sleep', packages: ['delay'], only: ['default', 'rangeDelay'], lasts: ['default'] },
  { kind: 'sleep', packages: ['await-sleep', 'p-sleep', 'sleep-promise', 'yoctodelay'], only: ['default'], lasts: ['default'] },
  { kind: 'sleep', packages: ['p-wait-for', 'async-wait-until'], only: ['default', 'waitUntil'] },
  {
    kind: 'sleep',
    packages: ['bluebird', 'es-toolkit', 'modern-async', 'radash'],
    only: ['delay', 'sleep'],
    lasts: ['delay', 'sleep'],
  },
  {
    kind: 'sleep',
    packages: ['sleep', 'system-sleep'],
    only: ['default', 'msleep', 'sleep', 'usleep'],
    sync: ['default', 'msleep', 'sleep', 'usleep'],
  },
]
