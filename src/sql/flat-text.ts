/** Joins the pieces of a text into one string and leads offsets in it back to pieces and holes. */

import type { Position, SqlText } from './types.ts'

/**
 * Stands for a hole in the joined string. U+FFFF is a noncharacter, so no real text has it; where one does, it is replaced
 * by U+FFFD of the same length.
 */
export const HOLE = '\uffff'
export const HOLE_CODE = 0xffff

/** A text as one string, one `HOLE` a hole. */
export interface FlatText {
  readonly text: string
  /** Offset in `text` at which each piece starts, ascending. */
  readonly starts: readonly number[]
}

/** Joins the pieces of a text, with one `HOLE` between two of them. */
export function flatten(sql: SqlText): FlatText {
  const starts: number[] = []
  const clean: string[] = []
  let offset = 0
  for (const piece of sql.pieces) {
    starts.push(offset)
    offset += piece.length + 1
    clean.push(piece.includes(HOLE) ? piece.replaceAll(HOLE, '\ufffd') : piece)
  }
  return { text: clean.join(HOLE), starts }
}

/** The piece and the offset in it of an offset in the joined string. */
export function positionAt(flat: FlatText, offset: number): Position {
  const piece = pieceAt(flat, offset)
  return { piece, offset: offset - (flat.starts[piece] ?? 0) }
}

/** Index of the hole whose `HOLE` stands at an offset of the joined string: it ends the piece of the same index. */
export function holeAt(flat: FlatText, offset: number): number {
  return pieceAt(flat, offset)
}

function pieceAt(flat: FlatText, offset: number): number {
  let low = 0
  let high = flat.starts.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((flat.starts[middle] ?? 0) <= offset) low = middle
    else high = middle - 1
  }
  return low
}
