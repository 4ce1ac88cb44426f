/** Places in modules: those of the file that is linted come first, each other module has a stretch of its own behind. */
import type { Node } from './ast.ts'

/** Above every place of a file that is linted. */
export const FIRST_BASE = 2 ** 31

/** Whether a node belongs to another module than the file that is linted. */
export function isForeign({ range: [start] }: Node): boolean {
  return start >= FIRST_BASE
}
