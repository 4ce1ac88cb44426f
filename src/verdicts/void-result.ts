/** `no-void-result`: the waiting functions answer void, which is nothing to read or to test. */
import type { LockSite } from '../locks/facts.ts'
import { useExecuteRaw } from '../edits/execute-raw.ts'
import type { Fault } from './fault.ts'
import type { FileAnalysis } from './file.ts'
import { shownKey } from './places.ts'

export function voidResultFaults(file: FileAnalysis): Fault[] {
  const faults: Fault[] = []
  for (const site of file.facts.sites.values()) {
    const messageId = messageOf(site)
    if (messageId === undefined) continue
    faults.push({
      rule: 'no-void-result',
      messageId,
      node: site.node,
      data: {
        key: shownKey(site.key),
        lock: site.call.name,
        stays: site.call.scope === 'session' ? ' although it was taken' : '',
      },
      trace: [],
      suggestions: messageId === 'undecodable' ? useExecuteRaw(site.node, file.outline.program) : [],
    })
  }
  return faults
}

function messageOf({ call, on, shape, statement }: LockSite): string | undefined {
  if (call.action !== 'lock' || !call.wait || call.inBody || on.kind !== 'handle') return undefined
  switch (on.ref.driver.name) {
    case 'prisma':
      return shape === 'rows' && call.alias !== undefined && call.wrapping === 'none' ? 'undecodable' : undefined
    case 'pg-promise':
      return shape === 'nothing' && statement.kind === 'select' ? 'rowCame' : undefined
    default:
      return undefined
  }
}
