/** The modules that a text imports, found without parsing it. */

const IMPORT = /\b(?:from|import|require)\s*\(?\s*(['"])([^'"\n]+)\1/g

/** May name one that stands in a comment or a string; misses none that is written as a literal. */
export function specifiersIn(text: string): Set<string> {
  const found = new Set<string>()
  for (const match of text.matchAll(IMPORT)) if (match[2] !== undefined) found.add(match[2])
  return found
}
