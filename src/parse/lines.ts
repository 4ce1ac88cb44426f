/** Turns offsets into lines and columns and back, with the line breaks that ESLint knows: LF, CR, CRLF, U+2028, U+2029. */

/** `line` counts from 1, `column` from 0, in UTF-16 units. */
export interface Position {
  readonly line: number
  readonly column: number
}

/** The offset at which each line starts; the first is 0. */
export function lineStarts(text: string): number[] {
  const starts = [0]
  for (const match of text.matchAll(/\r\n|[\r\n\u2028\u2029]/g)) starts.push(match.index + match[0].length)
  return starts
}

/** `near`: a line, counted from 0, that is tried first. */
export function positionAt(starts: readonly number[], offset: number, near = 0): Position {
  const start = starts[near] ?? 0
  if (start <= offset && offset < (starts[near + 1] ?? Number.POSITIVE_INFINITY))
    return { line: near + 1, column: offset - start }
  let low = 0
  let high = starts.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((starts[middle] ?? 0) <= offset) low = middle
    else high = middle - 1
  }
  return { line: low + 1, column: offset - (starts[low] ?? 0) }
}

/** A position behind the last line is answered with the start of the last line plus the column. */
export function offsetAt(starts: readonly number[], { line, column }: Position): number {
  return (starts[Math.min(line, starts.length) - 1] ?? 0) + column
}
