/** A judgement: one thing that is wrong, where, and how it came about. The rules print these. */
import type { Suggestion } from '../edits/suggestion.ts'
import type { Frame } from '../locks/state.ts'
import type { NetworkKind } from '../network/network.ts'
import type { Node } from '../syntax/ast.ts'

export interface TraceStep {
  /** Line in its module, from 1. */
  readonly line: number
  /** The module, if it isn't the file. */
  readonly module: string | undefined
  readonly what: string
}

export interface Fault {
  readonly rule: string
  readonly messageId: string
  readonly node: Node
  /** The run in which it came about; of a fault of an acquisition, that of the acquisition unless said otherwise. */
  readonly frame?: Frame | undefined
  readonly data: Readonly<Record<string, string>>
  readonly trace: readonly TraceStep[]
  readonly suggestions: readonly Suggestion[]
  /** What an option of the rule may still decide. */
  readonly choice?: Choice | undefined
}

/** Facts that only a rule's options can judge. */
export type Choice =
  /** `waits`: who wants the lock waits for it; otherwise it is a try, and others are turned away. */
  | { readonly about: 'network'; readonly calls: readonly SectionCall[]; readonly waits: boolean }
  | { readonly about: 'key'; readonly names: readonly string[] }

/** One call under a lock that leaves the process. */
export interface SectionCall {
  /** As the program writes it. */
  readonly name: string
  /** What it may also be called in the options: the path from its package. */
  readonly names: readonly string[]
  readonly kind: NetworkKind
  readonly reason: string | undefined
  readonly node: Node
  readonly line: number
  readonly messageId: 'direct' | 'throughHelper' | 'callback'
  readonly chain: string
  /** The function that waits for it: the one with the section, or the callback. */
  readonly of: Node
}
