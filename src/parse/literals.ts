/** Skips literals from the offset of their start to that of what ends them, or to the end of the text. */

/** The closing quote, or the end of the line in JSX text such as `it's`. */
export function endOfString(text: string, start: number): number {
  const quote = text[start]
  for (let at = start + 1; at < text.length; at++) {
    const char = text[at]
    if (char === quote || char === '\n') return at
    if (char === '\\') at++
  }
  return text.length
}

/** The closing backtick or the `{` of `${`. */
export function endOfQuasi(text: string, start: number): number {
  for (let at = start; at < text.length; at++) {
    const char = text[at]
    if (char === '`') return at
    if (char === '\\') at++
    else if (char === '$' && text[at + 1] === '{') return at + 1
  }
  return text.length
}

export function endOfRegex(text: string, start: number): number {
  let inClass = false
  for (let at = start; at < text.length; at++) {
    const char = text[at]
    if (char === '\n') return at
    if (char === '\\') at++
    else if (char === '[') inClass = true
    else if (char === ']') inClass = false
    else if (char === '/' && !inClass) return at
  }
  return text.length
}
