/** Where it is told what happens in a model of code that isn't read. */
import type { Node } from '../syntax/ast.ts'
import type { Frame } from './state.ts'

export interface Place {
  readonly node: Node
  readonly frame: Frame
}

/** The call that leads into the model; what isn't in one stays where it is. */
export function outside({ node, frame }: Place, isModel: (node: Node) => boolean): Place {
  let at: Place = { node, frame }
  while (isModel(at.node) && at.frame.call && at.frame.parent) at = { node: at.frame.call, frame: at.frame.parent }
  return at
}
