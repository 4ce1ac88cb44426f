/** Functions and classes of the run time that reach the network without an import. */
import type { NetworkGlobal } from './network.ts'

export const networkGlobals: readonly NetworkGlobal[] = [
  { name: 'fetch', kind: 'HTTP' },
  { name: '$fetch', kind: 'HTTP' },
  { name: 'EventSource', kind: 'HTTP', constructs: true },
  { name: 'WebSocket', kind: 'HTTP', constructs: true },
  { name: 'XMLHttpRequest', kind: 'HTTP', constructs: true },
]
