/** A call whose parts are evaluated, and what it is classified by. */
import type { Environment, Origins } from '../origins/evaluate.ts'
import { type Value, placed } from '../origins/value.ts'
import type { NetworkName, Wrapper } from '../settings/index.ts'
import type { ReadStatements } from '../sql/reader.ts'
import type { Node, TSESTree } from '../syntax/ast.ts'
import type { Wrappers } from './wrappers.ts'

/** `self`: the receiver, or the function itself. */
export interface Call {
  readonly node: Node
  readonly place: string
  readonly self: Value
  readonly name: string
  readonly args: readonly Value[]
}

/** What holds at the point of a call, and for its file. */
export interface Context {
  readonly env: Environment
  readonly origins: Origins
  /** What the settings say leaves the process, by its name. */
  readonly listed: Listed
  /** The call or member expression around another. */
  readonly around: (node: Node) => Node | undefined
  readonly read: ReadStatements
  readonly wrappers: Wrappers
  readonly functionOf: FunctionOf
}

/** What a wrapper does, as a function. */
export type FunctionOf = (wrapper: Wrapper, origins: Origins) => Value | undefined

export type Listed = ReadonlyMap<string, NetworkName>

export function argumentsOf(
  node: TSESTree.CallExpression | TSESTree.NewExpression,
  { env, origins }: Context,
): readonly Value[] {
  const args: Value[] = []
  for (const argument of node.arguments) {
    if (argument.type !== 'SpreadElement') args.push(origins.evaluate(argument, env))
    else {
      const spread = origins.evaluate(argument.argument, env)
      if (spread.kind === 'list') args.push(...spread.items)
      else args.push(placed(String(argument.range[0]), spread))
    }
  }
  return args
}
