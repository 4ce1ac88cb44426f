/** `no-void-result`: the waiting functions answer void, which is nothing to read or to test. */
import type { LockSite } from '../locks/facts.ts'
import { useExecuteRaw } from '../edits/execute-raw.ts'
import type { Fault } from './fault.ts'
import type { FileAnalysis } from './file.ts'
import { type Lines, shownKey } from './places.ts'

export function voidResultFaults(file: FileAnalysis, lines: Lines): Fault[] {
  const faults: Fault[] = []
  const fault = (messageId: string, site: LockSite): Fault => ({
    rule: 'no-void-result',
    messageId,
    node: site.node,
    data: {
      key: shownKey(site.key),
      lock: site.call.name,
      line: String(lines.lineOf(site.node)),
      stays: site.call.scope === 'session' ? ', though the lock was taken' : '',
    },
    trace: [],
    suggestions: messageId === 'undecodable' ? useExecuteRaw(site.node, file.outline.program) : [],
  })
  for (const site of file.facts.sites.values()) {
    const messageId = messageOf(site)
    if (messageId !== undefined) faults.push(fault(messageId, site))
  }
  for (const id of file.facts.voidTests.values()) {
    const site = file.facts.sites.get(id)
    if (site && messageOf(site) === undefined) faults.push(fault('tested', site))
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
