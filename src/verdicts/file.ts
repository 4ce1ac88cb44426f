/** Everything about one file that the verdicts are made from. */
import type { LockFacts } from '../locks/facts.ts'
import type { Outline } from '../locks/outline.ts'
import type { Origins } from '../origins/evaluate.ts'
import type { Settings } from '../settings.ts'

export interface FileAnalysis {
  readonly text: string
  readonly settings: Settings
  readonly outline: Outline
  readonly origins: Origins
  readonly facts: LockFacts
}
