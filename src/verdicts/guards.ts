/** Conditions around a lock and its unlock. */
import type { Observations } from '../locks/facts.ts'
import type { Node, TSESTree } from '../syntax/ast.ts'
import { covers, pathTo } from '../syntax/walk.ts'
import type { FileAnalysis } from './file.ts'

/** The unlock of a lock that is taken under one condition, where all its unlocks stand under others. */
export function differingUnlock(seen: Observations, file: FileAnalysis): Node | undefined {
  const { node, frame } = seen.acquisition
  const taken = guardOf(node, frame.fn)
  // However the two are written: they differ if there is a way past the unlock with the lock held.
  const isPassed = seen.deadEnds.some((end) => end.phase === 'held' && !end.thrower)
  if (!taken || !isPassed || seen.ends.size === 0) return undefined
  const differs = (end: Node): boolean => {
    const freed = covers(frame.fn, end) ? guardOf(end, frame.fn) : undefined
    return freed !== undefined && !covers(taken, end) && textOf(freed.test, file) !== textOf(taken.test, file)
  }
  const ends = [...seen.ends.keys()]
  return ends.every(differs) ? ends[0] : undefined
}

/** The innermost `if` around a place. */
function guardOf(node: Node, fn: Node): TSESTree.IfStatement | undefined {
  return pathTo(fn, node).findLast((one) => one.type === 'IfStatement' && !covers(one.test, node)) as
    TSESTree.IfStatement | undefined
}

function textOf(node: Node, file: FileAnalysis): string {
  return file.text.slice(node.range[0], node.range[1])
}
