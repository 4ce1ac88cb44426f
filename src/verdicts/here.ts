/** Which faults are this file's to report, and where in it: each once, also when several runs or paths tell of it. */
import { replacesModules } from '../vocabulary.ts'
import type { Fault, SectionCall } from './fault.ts'
import type { FileAnalysis } from './file.ts'

export function ofThisFile(faults: readonly Fault[], file: FileAnalysis): readonly Fault[] {
  // Where modules are replaced, what others hold tells nothing of what runs here.
  const isOwn = replacesModules(file.text)
    ? ({ node, frame }: Fault): boolean => !file.moduleOf(node) && !(frame && file.moduleOf(frame.fn))
    : () => true
  return once(ofOneSection(faults.filter(isOwn).flatMap((fault) => inThisFile(fault, file) ?? [])))
}

/**
 * What comes about in another module is reported at the call that leads there, unless it comes about there whoever calls:
 * then it is that module's to report.
 */
function inThisFile(fault: Fault, file: FileAnalysis): Fault | undefined {
  if (fault.choice?.about === 'network')
    return withCalls(
      fault,
      fault.choice.calls.filter(({ node }) => !file.moduleOf(node)),
    )
  if (!file.moduleOf(fault.node)) return { ...fault, suggestions: fault.suggestions.filter(isHere) }
  if (file.isManifest(fault)) return undefined
  for (let at = fault.frame; at; at = at.parent) {
    if (!at.call) continue
    if (!file.moduleOf(at.call)) return { ...fault, node: at.call, suggestions: [] }
    // A module between, which leads there whoever calls it.
    if (file.isManifest({ rule: fault.rule, node: at.call })) return undefined
  }
  return undefined

  function isHere({ edits }: Fault['suggestions'][number]): boolean {
    return edits.every(({ range }) => range[1] <= file.text.length)
  }
}

/** The fault of a section with these calls, told at the first; undefined without any. */
function withCalls(fault: Fault, calls: readonly SectionCall[]): Fault | undefined {
  const [first] = calls
  if (!first || fault.choice?.about !== 'network') return undefined
  return { ...fault, messageId: first.messageId, node: first.node, choice: { ...fault.choice, calls } }
}

/** Paths of one section that come to different calls first tell of one fault: at the first of all the calls. */
function ofOneSection(faults: readonly Fault[]): Fault[] {
  const sections = new Map<string, { readonly fault: Fault; readonly calls: Map<string, SectionCall> }>()
  const kept: Fault[] = []
  for (const fault of faults) {
    const calls = fault.choice?.about === 'network' ? fault.choice.calls : []
    const [first] = calls
    if (!first) {
      kept.push(fault)
      continue
    }
    const id = `${String(first.of.range[0])}:${String(fault.data['taken'])}`
    let section = sections.get(id)
    if (!section) sections.set(id, (section = { fault, calls: new Map<string, SectionCall>() }))
    for (const call of calls) {
      const place = `${String(call.node.range[0])}:${call.name}`
      if (!section.calls.has(place)) section.calls.set(place, call)
    }
  }
  for (const { fault, calls } of sections.values()) {
    const sorted = [...calls.values()].sort((a, b) => a.node.range[0] - b.node.range[0])
    const merged = withCalls(fault, sorted)
    if (merged) kept.push(merged)
  }
  return kept
}

/** One fault is reported once, also when the function it stands in was run for several callers. */
function once(faults: readonly Fault[]): Fault[] {
  const known = new Set<string>()
  const kept: Fault[] = []
  for (const fault of faults) {
    const key = `${fault.rule}:${String(fault.node.range[0])}:${String(fault.node.range[1])}`
    if (known.has(key)) continue
    known.add(key)
    kept.push(fault)
  }
  return kept.sort((a, b) => a.node.range[0] - b.node.range[0])
}
