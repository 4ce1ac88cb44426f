/** What text becomes on a terminal: colours, the width of characters, and nothing that could steer the terminal. */

export interface Output {
  write(text: string): unknown
  readonly isTTY?: boolean | undefined
  readonly columns?: number | undefined
}

export interface Paint {
  readonly bold: (text: string) => string
  readonly dim: (text: string) => string
  readonly error: (text: string) => string
  readonly warning: (text: string) => string
}

const same = (text: string) => text
const plain: Paint = { bold: same, dim: same, error: same, warning: same }
const coloured: Paint = { bold: sgr(1, 22), dim: sgr(2, 22), error: sgr(31, 39), warning: sgr(33, 39) }

function sgr(on: number, off: number) {
  return (text: string) => `\u001B[${on}m${text}\u001B[${off}m`
}

/** NO_COLOR counts when it is there and not empty (no-color.org). */
export function paintFor(output: Output, env: Readonly<Record<string, string | undefined>>): Paint {
  const isColoured = output.isTTY === true && (env['NO_COLOR'] ?? '') === '' && env['TERM'] !== 'dumb'
  return isColoured ? coloured : plain
}

/**
 * Source text is not ours: an escape sequence in it must not reach the terminal, nor a mark that reverses the direction
 * of what follows. Tabs become two spaces, so that a caret below stands where it should.
 */
export function printable(text: string): string {
  return text
    .replaceAll('\t', '  ')
    .replace(/[\u0000-\u001F\u007F-\u009F\u200E\u200F\u202A-\u202E\u2066-\u2069]/g, '\uFFFD')
}

const wide =
  /[\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6]|\p{Emoji_Presentation}/u
const zero = /[\p{Mn}\p{Me}\u200B-\u200D\uFE0F]/u

/** Columns that the text takes: near enough for a caret under CJK text and emoji. */
export function widthOf(text: string): number {
  let width = 0
  for (const char of text) width += zero.test(char) ? 0 : wide.test(char) ? 2 : 1
  return width
}

/** `1 finding`, `2 findings`. */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}
