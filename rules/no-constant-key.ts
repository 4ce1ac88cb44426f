/** No lock key may be the same for everybody when the code has something narrower. */
import { createRule, type Fault } from '../src/create-rule.ts'

interface Options {
  readonly allowMagic: boolean
  readonly allowNames: readonly string[]
}

export default createRule<Options>({
  name: 'no-constant-key',
  description: 'Disallow one constant lock key for everybody',
  docs: {
    finding: 'A bare number as key, or one key for everybody where the work is about one tenant, task or user.',
    example: '`` await tx`SELECT pg_advisory_xact_lock(7)`; await tx`UPDATE … WHERE tenant = ${tenantId}` ``',
  },
  recommended: true,
  hasRecipes: true,
  messages: {
    magic:
      'Key {{key}} is a bare number: nobody can tell what it protects, and another feature may pick the same.{{also}} Name it in one place for the whole project.',
    global:
      'Key {{key}} is the same for every `{{entity}}`, so unrelated work waits in one queue. The work under it is about one of them (line {{line}}): derive the key, as in {{better}}.',
  },
  options: {
    allowMagic: { type: 'boolean', description: 'Whether bare numbers are allowed as keys' },
    allowNames: {
      type: 'array',
      items: { type: 'string' },
      description: 'Functions, classes and values for which a constant key is meant',
    },
  },
  defaults: { allowMagic: false, allowNames: [] },
  choose,
})

function choose(fault: Fault, { allowMagic, allowNames }: Options): Fault | undefined {
  if (allowMagic && fault.messageId === 'magic') return undefined
  const names = fault.choice?.about === 'key' ? fault.choice.names : []
  return names.some((name) => allowNames.includes(name)) ? undefined : fault
}
