/** Everything about one file that the verdicts are made from. */
import type { Fault } from './fault.ts'
import type { LockFacts } from '../locks/facts.ts'
import type { FunctionInfo, Outline } from '../locks/outline.ts'
import type { Origins } from '../origins/evaluate.ts'
import type { Node } from '../syntax/ast.ts'
import type { Settings } from '../settings/index.ts'

export interface FileAnalysis {
  readonly text: string
  /** The other module that a node belongs to; undefined: it is one of this file. */
  readonly moduleOf: (node: Node) => OtherModule | undefined
  /** Whether a fault in another module is found there, whoever calls. */
  readonly isManifest: (fault: Pick<Fault, 'rule' | 'node'>) => boolean
  /** What is around a function, of this file or another. */
  readonly infoOf: (fn: Node) => FunctionInfo | undefined
  /** The call or member expression around a call or member expression. */
  readonly around: (node: Node) => Node | undefined
  readonly settings: Settings
  readonly outline: Outline
  readonly origins: Origins
  readonly facts: LockFacts
}

/** A module that was followed into. */
export interface OtherModule {
  /** It stands for code that isn't read. */
  readonly isModel: boolean
  /** Its path, as messages show it. */
  readonly name: string
  readonly text: string
  /** What was added to the places of its nodes. */
  readonly base: number
}

/** The text of a node, whichever module it belongs to. */
export function sourceOf(node: Node, { text, moduleOf }: Pick<FileAnalysis, 'text' | 'moduleOf'>): string {
  const [start, end] = node.range
  const other = moduleOf(node)
  return other ? other.text.slice(start - other.base, end - other.base) : text.slice(start, end)
}
