/** Reads each SQL text of a file once, however many paths lead to it. */
import { readSql, type SqlText, type Statement } from './sql.ts'

export type ReadStatements = (text: SqlText) => readonly Statement[]

/** A `readSql` that remembers its answers; one for each file, so that they are forgotten with it. */
export function createReader(): ReadStatements {
  const read = new Map<string, readonly Statement[]>()
  return (text) => {
    const key = text.pieces.join('\u0000')
    let statements = read.get(key)
    if (!statements) read.set(key, (statements = readSql(text)))
    return statements
  }
}
