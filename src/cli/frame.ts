/** Draws the code frame: the lines around a place, with line numbers and a caret under what is meant. */
import { type Paint, printable, widthOf } from './terminal.ts'

/** As in an ESLint message: all count from 1, the end is behind the last character. */
export interface Place {
  readonly line: number
  readonly column: number
  readonly endLine?: number | undefined
  readonly endColumn?: number | undefined
}

/** Lines shown before and after the one that is meant. */
const around = 1

export interface FrameOptions {
  /** Where each line starts, for a text of many findings is split once. */
  readonly starts: readonly number[]
  /** What a line of the frame may take; a longer line of code is cut around the place. */
  readonly width: number
  readonly paint: Paint
}

export function codeFrame(text: string, place: Place, { starts, width, paint }: FrameOptions): string[] {
  const lineAt = (line: number) => text.slice(starts[line - 1], starts[line]).replace(/[\r\n\u2028\u2029]+$/, '')
  const last = Math.min(starts.length, place.line + around)
  const gutter = String(last).length
  const room = Math.max(20, width - gutter - 5)
  const from = Math.max(0, place.column - 1)
  const frame: string[] = []
  const shift = shiftFor(lineAt(place.line).length, from, room)
  for (let line = Math.max(1, place.line - around); line <= last; line++) {
    const code = cut(lineAt(line), shift, room)
    const number = String(line).padStart(gutter)
    const isMeant = line === place.line
    frame.push(`${isMeant ? paint.error('>') : ' '} ${paint.dim(`${number} |`)} ${printable(code)}`.trimEnd())
    if (!isMeant) continue
    const whole = lineAt(line)
    const end = place.endLine === place.line ? (place.endColumn ?? from + 2) - 1 : whole.trimEnd().length
    const until = place.endLine === undefined ? from + 1 : Math.max(from + 1, Math.min(end, whole.length))
    const before = widthOf(printable(cut(whole.slice(0, from), shift, room)))
    const marked = widthOf(printable(cut(whole.slice(0, until), shift, room))) - before
    frame.push(
      `  ${' '.repeat(gutter)} ${paint.dim('|')} ${' '.repeat(before)}${paint.error('^'.repeat(Math.max(1, marked)))}`,
    )
  }
  return frame
}

/** How many units of each line are left out, so that the place stands inside the room. */
function shiftFor(length: number, from: number, room: number): number {
  return length <= room || from < room * 0.7 ? 0 : from - Math.floor(room / 4)
}

function cut(code: string, shift: number, room: number): string {
  const start = shift === 0 ? code : code.length > shift ? `…${code.slice(shift + 1)}` : ''
  return start.length <= room ? start : `${start.slice(0, room - 1)}…`
}
