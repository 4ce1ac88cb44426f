/** Writes an expression as canonical text. */

import type { Expression, Placeholder } from './types.ts'

/** An expression as text: equal for expressions that are written alike, apart from blanks, case and type spelling. */
export function printExpression(expression: Expression): string {
  switch (expression.kind) {
    case 'number':
      return expression.text
    case 'string':
      return quoteString(expression.pieces, expression.holes)
    case 'constant':
      return expression.value
    case 'hole':
      return `{${String(expression.hole)}}`
    case 'placeholder':
      return printPlaceholder(expression.placeholder)
    case 'name':
      return expression.path.join('.')
    case 'call':
      return `${expression.name}(${expression.args.map(printExpression).join(', ')})`
    case 'cast':
      return `${printOperand(expression.operand)}::${expression.type}`
    case 'concat':
      return expression.parts.map(printOperand).join(' || ')
    case 'binary':
      return `${printOperand(expression.left)} ${expression.operator} ${printOperand(expression.right)}`
    case 'unary':
      return `${expression.operator} ${printOperand(expression.operand)}`
    case 'other':
      return expression.text ?? '…'
  }
}

function printOperand(expression: Expression): string {
  const text = printExpression(expression)
  const compound = expression.kind === 'concat' || expression.kind === 'binary' || expression.kind === 'unary'
  return compound || expression.kind === 'other' ? `(${text})` : text
}

function printPlaceholder(placeholder: Placeholder): string {
  switch (placeholder.style) {
    case 'numbered':
      return `$${String(placeholder.number)}`
    case 'question':
      return `${placeholder.identifier ? '??' : '?'}${String(placeholder.number)}`
    case 'named':
      return `:${placeholder.name}`
    case 'open':
      return `$\{${String(placeholder.hole)}}`
  }
}

/** A string constant in quotes, its holes as `{n}`. */
export function quoteString(pieces: readonly string[], holes: readonly number[]): string {
  return `'${pieces.map((piece, i) => piece.replaceAll("'", "''") + (i < holes.length ? `{${String(holes[i])}}` : '')).join('')}'`
}
