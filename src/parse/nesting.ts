/**
 * Tells, before the native parser sees a text, whether it would need more stack than a thread has.
 *
 * A native stack overflow ends the process and can't be caught. So a rough lexer adds up, token by token, the stack that
 * the parser's recursion takes, and gives up early. The costs are bytes, measured with oxc-parser 0.159: 8 MB divided by
 * the depth at which it crashed. The budget is 1 MB, the smallest stack in use (main thread on Windows); 377 open
 * brackets or 770 `else if` in a row use it up. Where the lexer errs (text in JSX, a `/` after a block) it errs by a few
 * tokens: it must not be exact, only follow the nesting.
 */
import { endOfQuasi, endOfRegex, endOfString } from './literals.ts'

const BUDGET = 1_000_000
const BRACKET = 2650
const ANGLE = 2000
const NESTS_RIGHT = 1285
const ELEMENT = 560
const PREFIX = 350
const BINARY = 150
const MEMBER = 90
const UNION = 40

/** Words that take an operand or a statement, which may start with the same word again. */
const costOfWord = new Map<string, number>()
for (const word of ['if', 'for', 'while', 'do', 'with', 'yield', 'extends']) costOfWord.set(word, NESTS_RIGHT)
for (const word of ['typeof', 'void', 'delete', 'new', 'await', 'keyof', 'infer', 'unique', 'readonly', 'asserts'])
  costOfWord.set(word, PREFIX)
for (const word of ['in', 'of', 'instanceof', 'as', 'satisfies', 'is']) costOfWord.set(word, BINARY)
for (const word of ['else', 'catch', 'finally', 'return', 'throw', 'export', 'default', 'case']) costOfWord.set(word, 0)

/** Words that go on with what stands on the line before. */
const goesOn = new Set([
  'else',
  'catch',
  'finally',
  'while',
  'in',
  'of',
  'instanceof',
  'as',
  'satisfies',
  'is',
  'extends',
])
const heads = new Set(['if', 'for', 'while', 'with'])

/** What was used before the bracket, where its inside starts, and whether it is the head of `if (…)`. */
interface Level {
  readonly before: number
  readonly base: number
  readonly angles: number
  readonly isHead: boolean
  readonly isTemplate: boolean
}

/** The offset at which the nesting exceeds the budget, or undefined. */
export function tooDeepAt(text: string): number | undefined {
  const levels: Level[] = []
  const end = text.length
  let used = 0
  /** What the last `;` gave back: an `else` after it goes on inside the `if` before it. */
  let given = 0
  let base = 0
  let angles = 0
  let elements = 0
  /** Whether the token before ends an operand, so that `/` divides and a word on the next line starts a statement. */
  let operandBefore = false
  let breakBefore = false
  let semicolonBefore = false
  let wordBefore = ''

  const open = (isTemplate: boolean) => {
    levels.push({ before: used, base, angles, isHead: heads.has(wordBefore), isTemplate })
    used += BRACKET
    base = used
    angles = 0
    operandBefore = false
  }

  for (let at = 0; at < end; at++) {
    if (used + angles * ANGLE + elements * ELEMENT > BUDGET) return at
    const char = text[at] ?? ''
    const next = text[at + 1]
    const word = wordBefore
    wordBefore = ''
    switch (char) {
      case '\n':
        breakBefore = true
        wordBefore = word
        continue
      case ' ':
      case '\t':
      case '\r':
        wordBefore = word
        continue
      case '"':
      case "'":
        at = endOfString(text, at)
        operandBefore = true
        break
      case '`':
        at = endOfQuasi(text, at + 1)
        if (text[at] === '{') open(true)
        else operandBefore = true
        break
      case '(':
      case '[':
      case '{':
        wordBefore = word
        open(false)
        wordBefore = ''
        break
      case ')':
      case ']':
      case '}': {
        const level = levels.pop()
        used = (level?.before ?? 0) + MEMBER
        base = level?.base ?? 0
        angles = level?.angles ?? 0
        operandBefore = level?.isHead !== true
        if (level?.isTemplate === true) {
          at = endOfQuasi(text, at + 1)
          if (text[at] === '{') open(true)
        } else if (char === '}') breakBefore = true
        if (char === '}') continue
        break
      }
      case '/':
        if (next === '/') at = endOr(text.indexOf('\n', at), end) - 1
        else if (next === '*') at = endOr(text.indexOf('*/', at + 2), end) + 1
        else if (next === '>') elements = Math.max(0, elements - 1)
        else if (!operandBefore) {
          at = endOfRegex(text, at + 1)
          operandBefore = true
        } else {
          used += BINARY
          operandBefore = false
        }
        if (next === '/' || next === '*') continue
        break
      case ';':
        angles = 0
        given = used
        used = base
        operandBefore = false
        break
      case ',':
        used = base
        operandBefore = false
        break
      case '<':
        if (next === '/') {
          elements = Math.max(0, elements - 1)
          at++
        } else if (next === '=') {
          used += BINARY
          at++
        } else {
          if (!operandBefore && next !== undefined && /[\w$>]/.test(next)) elements++
          angles++
        }
        operandBefore = false
        break
      case '>':
        angles = Math.max(0, angles - 1)
        used = base
        operandBefore = false
        break
      case '=':
        if (next === '>') at++
        used += next === '=' ? BINARY : NESTS_RIGHT
        operandBefore = false
        break
      case '?':
      case ':':
        used += next === '.' || next === '?' ? MEMBER : NESTS_RIGHT
        operandBefore = false
        break
      case '.':
        used += MEMBER
        operandBefore = false
        break
      case '|':
      case '&':
        used += next === char ? BINARY : UNION
        // `a < b && c < d` compares, it doesn't nest.
        if (next === char) angles = 0
        operandBefore = false
        break
      case '+':
      case '-':
      case '!':
      case '~':
      case '*':
      case '%':
      case '^':
        used += operandBefore ? BINARY : PREFIX
        operandBefore = false
        break
      default: {
        const start = at
        while (at + 1 < end && isWordUnit(text.charCodeAt(at + 1))) at++
        const found = text.slice(start, Math.min(at + 1, start + 12))
        // Without a semicolon: what can't go on with the operand before starts a statement.
        if (operandBefore && breakBefore && !goesOn.has(found)) {
          used = base
          angles = 0
        }
        const cost = costOfWord.get(found)
        if (found === 'else' && semicolonBefore) used = given
        used += cost ?? 0
        operandBefore = cost === undefined
        wordBefore = found
      }
    }
    breakBefore = false
    semicolonBefore = char === ';'
  }
  return undefined
}

function endOr(found: number, end: number): number {
  return found < 0 ? end : found
}

function isWordUnit(unit: number): boolean {
  return (
    (unit >= 97 && unit <= 122) ||
    (unit >= 65 && unit <= 90) ||
    (unit >= 48 && unit <= 57) ||
    unit === 36 ||
    unit === 95 ||
    unit > 127
  )
}
