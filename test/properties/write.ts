/** Writes a program in one of several ways that all mean the same. */
import type { Block, Key, LockProgram, Statement } from './program.ts'

export interface Style {
  readonly names: Names
  readonly comments: boolean
  /** SQL text is put together from pieces. */
  readonly split: boolean
  readonly groups: 'inline' | 'function' | 'closure'
  /** The functions of the groups stand behind the one that calls them. */
  readonly functionsLast: boolean
}

/** Names that stand in the same entries of `src/vocabulary.ts`. */
export interface Names {
  readonly client: string
  readonly entity: string
  readonly options: string
  readonly held: string
  readonly row: string
  readonly item: string
  readonly error: string
  readonly step: string
  readonly part: string
}

export const plainNames: Names = {
  client: 'client',
  entity: 'orderId',
  options: 'options',
  held: 'held',
  row: 'row',
  item: 'item',
  error: 'error',
  step: 'step',
  part: 'part',
}

export const otherNames: Names = {
  client: 'connection',
  entity: 'invoiceId',
  options: 'opts',
  held: 'taken',
  row: 'first',
  item: 'each',
  error: 'cause',
  step: 'turn',
  part: 'piece',
}

export const plain: Style = { names: plainNames, comments: false, split: false, groups: 'inline', functionsLast: false }

/** `owners[n]` is the id of the statement that line n + 1 belongs to. */
export interface Written {
  readonly text: string
  readonly owners: readonly number[]
}

interface Line {
  readonly text: string
  readonly owner: number
}

type Action = 'lock' | 'unlock' | 'try_lock'

export function writeProgram(program: LockProgram, style: Style): Written {
  const { driver } = program
  const { names, comments, split } = style
  const isPg = driver === 'pg'
  const functions: Line[] = []

  const main = [
    ...block(program.body, 2),
    ...(program.release === 'end' ? [line(0, 1, `${names.client}.release()`)] : []),
  ]
  const signature = `(${names.entity}, ${names.options})`
  const whole = [
    line(0, 0, isPg ? `import { Pool } from 'pg'` : `import postgres from 'postgres'`),
    line(0, 0, `import { log } from './log.js'`),
    line(0, 0, isPg ? 'const pool = new Pool()' : 'const sql = postgres()'),
    line(0, 0, 'const KEY = 42'),
    ...(style.functionsLast ? [] : functions),
    line(0, 0, `export async function main${signature} {`),
    line(0, 1, `const ${names.client} = await ${isPg ? 'pool.connect()' : 'sql.reserve()'}`),
    ...(program.release === 'finally'
      ? [
          line(0, 1, 'try {'),
          ...main,
          line(0, 1, '} finally {'),
          line(0, 2, `${names.client}.release()`),
          line(0, 1, '}'),
        ]
      : main),
    line(0, 0, '}'),
    ...(style.functionsLast ? functions : []),
  ].flatMap(withComments)
  return { text: whole.map(({ text }) => text).join('\n') + '\n', owners: whole.map(({ owner }) => owner) }

  function withComments(one: Line, index: number): Line[] {
    if (!comments) return [one]
    const before = ['', '// what follows is the next step', '/* one\n   more */'][index % 4]
    const noted = { text: `${one.text} // ${index}`, owner: one.owner }
    if (before === undefined) return [noted]
    return [...before.split('\n').map((text) => ({ text, owner: 0 })), noted]
  }

  function line(owner: number, depth: number, text: string): Line {
    return { text: '  '.repeat(depth) + text, owner }
  }

  function block(statements: Block, depth: number): Line[] {
    return statements.flatMap((statement) => write(statement, depth))
  }

  function write(statement: Statement, depth: number): Line[] {
    const { id } = statement
    const own = (text: string, deeper = 0) => line(id, depth + deeper, text)
    const inside = (statements: Block, deeper = 1) => block(statements, depth + deeper)
    switch (statement.kind) {
      case 'lock':
        return [own(`await ${call('lock', statement.key)}`)]
      case 'unlock':
        return [own(`await ${call('unlock', statement.key)}`)]
      case 'query':
        return [own(`await ${update()}`)]
      case 'fetch':
        return [own(`await fetch('https://example.org/')`)]
      case 'log':
        return [own(`log('${id}')`)]
      case 'throw':
        return [own(`throw new Error('${id}')`)]
      case 'return':
      case 'break':
      case 'continue':
        return [own(statement.kind)]
      case 'release':
        return [own(`${names.client}.release(${statement.destroys && isPg ? 'true' : ''})`)]
      case 'chain':
        return [own(`await ${update()}.${statement.by}(() => ${call('unlock', statement.key)})`)]
      case 'if':
        return [
          own(`if (${names.options}.part${id}) {`),
          ...inside(statement.yes),
          ...(statement.no.length > 0 ? [own('} else {'), ...inside(statement.no)] : []),
          own('}'),
        ]
      case 'for':
        return [own(`for (const ${names.item}${id} of ${names.options}.items) {`), ...inside(statement.body), own('}')]
      case 'while':
        return [own(`while (${names.options}.more()) {`), ...inside(statement.body), own('}')]
      case 'try':
        return [
          own('try {'),
          ...inside(statement.body),
          ...(statement.handler ? [own(`} catch (${names.error}) {`), ...inside(statement.handler)] : []),
          ...(statement.finalizer ? [own('} finally {'), ...inside(statement.finalizer)] : []),
          own('}'),
        ]
      case 'try-lock': {
        const row = `${names.row}${id}`
        const taken = isPg ? `const { rows: [${row}] } = await ` : `const [${row}] = await `
        const asked = own(`${taken}${call('try_lock', statement.key)}`)
        switch (statement.test) {
          case 'ignored':
            return [asked, ...block(statement.granted, depth)]
          case 'skip':
            return [asked, own(`if (${row}.got) {`), ...inside(statement.granted), own('}')]
          case 'return':
            return [asked, own(`if (!${row}.got) return`), ...block(statement.granted, depth)]
          case 'throw':
            return [asked, own(`if (!${row}.got) throw new Error('busy')`), ...block(statement.granted, depth)]
        }
        break
      }
      case 'flagged': {
        const held = `${names.held}${id}`
        return [
          own(`let ${held} = false`),
          own('try {'),
          own(`if (${names.options}.part${id}) {`, 1),
          own(`await ${call('lock', statement.key)}`, 2),
          own(`${held} = true`, 2),
          own('}', 1),
          ...inside(statement.body),
          own('} finally {'),
          own(`if (${held}) await ${call('unlock', statement.key)}`, 1),
          own('}'),
        ]
      }
      case 'closure':
        return [
          own(`const ${names.step}${id} = async () => {`),
          own(`await ${call('unlock', statement.key)}`, 1),
          own('}'),
          ...block(statement.body, depth),
          own(`await ${names.step}${id}()`),
        ]
      case 'group':
        return group(id, statement.body, depth)
    }
  }

  function group(id: number, body: Block, depth: number): Line[] {
    const name = `${names.part}${id}`
    switch (style.groups) {
      case 'inline':
        return [line(id, depth, '{'), ...block(body, depth + 1), line(id, depth, '}')]
      case 'closure':
        return [
          line(id, depth, `const ${name} = async () => {`),
          ...block(body, depth + 1),
          line(id, depth, '}'),
          line(id, depth, `await ${name}()`),
        ]
      case 'function': {
        const params = `${names.client}, ${names.entity}, ${names.options}`
        functions.push(line(id, 0, `async function ${name}(${params}) {`), ...block(body, 1), line(id, 0, '}'))
        return [line(id, depth, `await ${name}(${params})`)]
      }
    }
  }

  function update(): string {
    return isPg
      ? query(`UPDATE orders SET step = 1 WHERE id = $1`, [names.entity])
      : `${names.client}\`UPDATE orders SET step = 1 WHERE id = \${${names.entity}}\``
  }

  function call(action: Action, key: Key): string {
    const alias = action === 'try_lock' ? ' AS got' : ''
    const name = action === 'try_lock' ? 'pg_try_advisory_lock' : `pg_advisory_${action}`
    const args = argumentsOf(key)
    if (!isPg) {
      const holes = args.map((arg) => `\${${arg}}`).join(', ')
      const inside = key === 'hash' ? `hashtextextended(${holes}, 0)` : holes
      return `${names.client}\`SELECT ${name}(${inside})${alias}\``
    }
    if (key === 'entity') {
      const text = split
        ? `'SELECT ${name}(' + ${names.entity} + ')${alias}'`
        : `\`SELECT ${name}(\${${names.entity}})${alias}\``
      return `${names.client}.query(${comments ? '/* takes or frees */ ' : ''}${text})`
    }
    const places = args.map((_, index) => `$${index + 1}`).join(', ')
    return query(`SELECT ${name}(${key === 'hash' ? `hashtextextended(${places}, 0)` : places})${alias}`, args)
  }

  function query(text: string, args: readonly string[]): string {
    const middle = text.indexOf('(') + 1 || 7
    const written = split ? `'${text.slice(0, middle)}' + '${text.slice(middle)}'` : `'${text}'`
    return `${names.client}.query(${written}, [${args.join(', ')}])`
  }

  function argumentsOf(key: Key): readonly string[] {
    switch (key) {
      case 'pair':
        return ['7', names.entity]
      case 'entity':
        return [names.entity]
      case 'constant':
        return ['KEY']
      case 'hash':
        return [`'order:' + ${names.entity}`]
    }
  }
}
