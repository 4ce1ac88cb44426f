/** How the libraries that retry wait in between. */
import type { RetryTable } from './builtin.ts'

const factor = { option: 'factor', otherwise: 2, without: [1] } as const
const minTimeout = { option: 'minTimeout', otherwise: 1000 } as const

const tables: readonly RetryTable[] = [
  {
    from: ['p-retry', 'promise-retry', 'retry'],
    growth: factor,
    jitter: { option: 'randomize', otherwise: false, without: [false] },
    delay: minTimeout,
  },
  {
    from: ['async-retry'],
    growth: factor,
    jitter: { option: 'randomize', otherwise: true, without: [false] },
    delay: minTimeout,
  },
  {
    from: ['@lifeomic/attempt'],
    growth: { option: 'factor', otherwise: 0, without: [0, 1] },
    jitter: { option: 'jitter', otherwise: false, without: [false] },
    delay: { option: 'delay', otherwise: 200 },
    custom: ['calculateDelay'],
  },
  {
    from: ['exponential-backoff'],
    growth: { option: 'timeMultiple', otherwise: 2, without: [1] },
    jitter: { option: 'jitter', otherwise: 'none', without: ['none'] },
    delay: { option: 'startingDelay', otherwise: 100 },
  },
  {
    from: ['ts-retry-promise'],
    // What it does without the option isn't counted on.
    growth: { option: 'backoff', otherwise: '', without: ['FIXED'] },
    delay: { option: 'delay', otherwise: 100 },
  },
  { from: ['cockatiel'], decides: { option: 'backoff', constant: 'ConstantBackoff' } },
]

/** The row of a package. */
export function retryTableOf(module: string): RetryTable | undefined {
  return tables.find(({ from }) => from.includes(module))
}
