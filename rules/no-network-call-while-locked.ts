/** No awaited call may leave the process while a lock is held. */
import { atMostThree, createRule, type Fault, type SectionCall } from '../src/create-rule.ts'

interface Options {
  readonly ignore: readonly (string | { readonly name: string; readonly reason?: string })[]
  readonly sleep: boolean
}

export default createRule<Options>({
  name: 'no-network-call-while-locked',
  description: 'Disallow awaiting calls that leave the process while a lock is held',
  docs: {
    finding:
      'An awaited (or blocking) call leaves the process while the lock is held: HTTP, model APIs, mail, queues, subprocesses, sleeps.',
    example: '``await tx`SELECT pg_advisory_xact_lock(${id})`; await fetch(url)``',
  },
  recommended: true,
  hasRecipes: true,
  messages: {
    direct:
      'Lock {{key}} (line {{taken}}) is held while `{{name}}` ({{kind}}) runs.{{reason}}{{others}} {{harm}}: call before you lock or after you unlock, and lock only to verify and write{{claim}}.',
    throughHelper:
      'Lock {{key}} (line {{taken}}) is held while `{{chain}}` ({{kind}}) runs.{{reason}}{{others}} {{harm}}: call before you lock or after you unlock, and lock only to verify and write{{claim}}.',
    callback:
      'Under lock {{key}} (line {{taken}}), this callback waits for `{{name}}` ({{kind}}).{{reason}}{{others}} {{harm}}: do it before or after the locked callback{{claim}}.',
  },
  options: {
    ignore: {
      type: 'array',
      description: 'Names of calls that may run under a lock, each with an optional reason',
      items: {
        anyOf: [
          { type: 'string' },
          {
            type: 'object',
            properties: { name: { type: 'string' }, reason: { type: 'string' } },
            required: ['name'],
            additionalProperties: false,
          },
        ],
      },
    },
    sleep: { type: 'boolean', description: 'Whether sleeping counts' },
  },
  defaults: { ignore: [], sleep: true },
  choose,
})

function choose(fault: Fault, { ignore, sleep }: Options): Fault | undefined {
  if (fault.choice?.about !== 'network') return undefined
  const ignored = new Set(ignore.map((entry) => (typeof entry === 'string' ? entry : entry.name)))
  const calls = fault.choice.calls.filter(
    (call) => (sleep || call.kind !== 'sleep') && !call.names.some((name) => ignored.has(name)),
  )
  const [first, ...others] = calls
  return (
    first && {
      ...fault,
      node: first.node,
      messageId: first.messageId,
      data: { ...fault.data, ...describe(first, others), ...(fault.choice.waits ? WAITS : REFUSED) },
    }
  )
}

const WAITS = { harm: 'Everyone who wants the lock waits for it too', claim: '' }

/** A try-lock turns others away. Where that is its purpose, a row says as much, and keeps no connection. */
const REFUSED = {
  harm: 'Until then everyone else is turned away, and a connection is kept',
  claim: ', or claim the work by a row that expires',
}

function describe(first: SectionCall, others: readonly SectionCall[]): Record<string, string> {
  const told = new Set(others.map((call) => `\`${call.name}\` (line ${String(call.line)})`))
  told.delete(`\`${first.name}\` (line ${String(first.line)})`)
  const also = atMostThree([...told])
  return {
    name: first.name,
    kind: first.kind,
    chain: first.chain,
    others: also === '' ? '' : ` Also ${also}.`,
    reason: first.reason === undefined ? '' : ` ${first.reason.replace(/\.?$/, '.')}`,
  }
}
