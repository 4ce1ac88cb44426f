import { readSql, type LockCall, type Statement } from '../../src/sql/sql.ts'

/** Statements of a text in which `⌷` stands for a hole. */
export function read(text: string): readonly Statement[] {
  return readSql({ pieces: text.split('⌷') })
}

/** The only statement of a text. */
export function readOne(text: string): Statement {
  const [statement, ...more] = read(text)
  if (statement === undefined || more.length > 0) throw new Error(`not one statement: ${text}`)
  return statement
}

/** The only call of a text. */
export function callIn(text: string): LockCall {
  const [call, ...more] = read(text).flatMap((statement) => statement.calls)
  if (call === undefined || more.length > 0) throw new Error(`not one call: ${text}`)
  return call
}
