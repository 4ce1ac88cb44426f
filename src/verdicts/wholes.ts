/** Where a call that makes a statement, as it is written, looks at everything there is: how many, the first one. */
import { keyName } from '../origins/classes.ts'
import { type Expression, readSql } from '../sql/sql.ts'
import { type Node, type TSESTree, unwrap } from '../syntax/ast.ts'
import { descendantsOf, pathTo } from '../syntax/walk.ts'
import { isWholeVerb } from '../vocabulary.ts'
import type { FileAnalysis } from './file.ts'

/** The nodes that narrow what is looked at. */
export type WrittenWhole = readonly Node[]

export function writtenWholes(statement: Node, file: FileAnalysis): WrittenWhole[] {
  const wholes: WrittenWhole[] = []
  for (const node of descendantsOf(statement)) {
    if (node.type === 'CallExpression') {
      const how = wholeCall(node)
      if (how) wholes.push([how === 'query' ? chainAround(node, file) : queryAround(node, statement, file)])
    } else if (node.type === 'Property' && keyName(node.key, node.computed) === 'increment') {
      // The next number of a counter: of everybody's, unless the row is chosen by something narrower.
      const where = [...descendantsOf(statement)].filter(isWhere)
      if (where.length > 0) wholes.push(where)
    } else if (node.type === 'TemplateLiteral') {
      wholes.push(
        ...inSql(
          node.quasis.map(({ value }) => String(value.cooked)),
          node.expressions,
          node,
          statement,
          file,
        ),
      )
    } else if (node.type === 'Literal' && typeof node.value === 'string') {
      wholes.push(...inSql([node.value], [], node, statement, file))
    }
  }
  return wholes
}

function isWhere(node: Node): boolean {
  return node.type === 'Property' && keyName(node.key, node.computed) === 'where'
}

/** `query`: a call of the query itself, `tx.user.count()`. `column`: it stands for a column of one, `fn.countAll()`. */
function wholeCall(node: TSESTree.CallExpression): 'query' | 'column' | undefined {
  const callee = unwrap(node.callee)
  if (callee.type === 'Identifier')
    return /^(count|max|min|sum)/.test(callee.name) && isWholeVerb(callee.name) ? 'column' : undefined
  if (callee.type !== 'MemberExpression') return undefined
  const name = keyName(callee.property, callee.computed)
  if (name === undefined || !isWholeVerb(name)) return undefined
  const object = unwrap(callee.object)
  if (object.type === 'Identifier' && object.name === 'Math') return undefined
  const last = object.type === 'MemberExpression' ? keyName(object.property, object.computed) : undefined
  return last === 'fn' || (object.type === 'Identifier' && object.name === 'fn') ? 'column' : 'query'
}

/** The whole chain of calls that a call is part of. */
function chainAround(node: Node, { around }: FileAnalysis): Node {
  let top = node
  for (let next = around(top); next; next = around(next)) top = next
  return top
}

/** The chain of calls to which something is given. */
function queryAround(node: Node, statement: Node, file: FileAnalysis): Node {
  const inner = chainAround(node, file)
  const given = pathTo(statement, inner).findLast(
    (one): one is TSESTree.CallExpression =>
      one !== inner && one.type === 'CallExpression' && one.range[0] < inner.range[0] && one.callee !== inner,
  )
  return given ? chainAround(given, file) : statement
}

function inSql(
  pieces: readonly string[],
  holes: readonly Node[],
  text: Node,
  statement: Node,
  file: FileAnalysis,
): WrittenWhole[] {
  const wholes = readSql({ pieces }).flatMap((one) => one.wholes)
  // A part of a query that is built around it.
  if (wholes.length > 0 && !pieces.some((piece) => /\bselect\b/i.test(piece)))
    return [[queryAround(text, statement, file)]]
  return wholes.map(({ narrowedBy }) => narrowedBy.flatMap((one) => nodesOf(one, holes) ?? [statement]))
}

/** The expressions in the holes; undefined where a placeholder stands for what is given elsewhere. */
function nodesOf(expression: Expression, holes: readonly Node[]): Node[] | undefined {
  if (expression.kind !== 'hole' && expression.kind !== 'string') return undefined
  const indexes = expression.kind === 'hole' ? [expression.hole] : expression.holes
  return indexes.flatMap((index) => holes[index] ?? [])
}

const LEAVES_OUT =
  /(?:\b(?:not|notIn|notEquals|\$ne|\$nin)\s*:\s*\[?\s*|\[\s*Op\.(?:ne|not|notIn)\s*\]\s*:\s*\[?\s*|\b(?:ne|Not|notInArray|whereNot|whereNotIn|neq)\([^()]*|(['"])(?:<>|!=|not in)\1\s*,\s*|(?:<>|!=)\s*\$\{\s*)$/

/** `{ not: userId }`, `ne(users.id, userId)`: everybody but one is still everybody. */
export function leavesOut(use: Node, text: string): boolean {
  return LEAVES_OUT.test(text.slice(Math.max(0, use.range[0] - 80), use.range[0]))
}
