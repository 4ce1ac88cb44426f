/**
 * Input that nobody writes by hand: nothing may crash or hang, and what is wrong beside it is still found wherever the
 * file can be parsed.
 */
import * as typescriptParser from '@typescript-eslint/parser'
import { Linter } from 'eslint'
import { describe, expect, it } from 'vitest'
import plugin from '../src/index.ts'
import { eslintParser } from '../src/parse/eslint-parser.ts'

/** All rules together, for one file, on a busy machine: what goes wrong takes minutes. */
const LIMIT = 30_000

const locked = `
import { Pool } from 'pg'
const pool = new Pool()
export async function locked(id) {
  const client = await pool.connect()
  await client.query('SELECT pg_advisory_lock($1)', [id])
  client.release()
}
`

/** A function with a lock around a body; the lock is let go. */
const under = (body: string, before = '') => `${locked}${before}
export async function work(id, options) {
  const client = await pool.connect()
  try {
    await client.query('SELECT pg_advisory_lock($1)', [id])
    try {
      ${body}
    } finally {
      await client.query('SELECT pg_advisory_unlock($1)', [id])
    }
  } finally {
    client.release()
  }
}
`

const nested = (count: number, open: string, inside: string, close: string) =>
  open.repeat(count) + inside + close.repeat(count)
const numbered = (count: number, write: (index: number) => string, separator = '\n') =>
  Array.from({ length: count }, (_, index) => write(index)).join(separator)

type Parser = 'bin' | 'typescript-eslint'

interface Result {
  readonly messages: readonly Linter.LintMessage[]
  readonly milliseconds: number
}

function lint(text: string, parser: Parser): Result {
  const linter = new Linter()
  const config: Linter.Config = {
    files: ['**/*.ts'],
    languageOptions: { parser: parser === 'bin' ? eslintParser : typescriptParser },
    plugins: { 'pg-advisory-lock': plugin },
    rules: Object.fromEntries(Object.keys(plugin.rules).map((name) => [`pg-advisory-lock/${name}`, 'error'])),
  }
  // `stats` is what ESLint itself passes on to have its parser and rules timed.
  const { messages } = linter.verifyAndFix(text, [config], {
    filename: 'hostile.ts',
    fix: false,
    stats: true,
  } as Linter.FixOptions)
  const rules = linter.getTimes().passes[0]?.rules ?? {}
  return { messages, milliseconds: Object.values(rules).reduce((sum, { total }) => sum + total, 0) }
}

/** The finding in `locked` is there, or the file can't be parsed; and it didn't take long. */
function expectCalm(text: string, parser: Parser): void {
  const { messages, milliseconds } = lint(text, parser)
  expect(milliseconds).toBeLessThan(LIMIT)
  if (messages.some(({ fatal }) => fatal === true)) return
  if (text.includes('async function locked'))
    expect(messages.map(({ messageId }) => messageId)).toContain('returnedToPool')
}

/** typescript-eslint or ESLint itself may run out of stack. That must not be our code. */
function expectCalmUnlessTooDeep(text: string): void {
  try {
    expectCalm(text, 'typescript-eslint')
  } catch (error) {
    if (!(error instanceof RangeError) || error.stack?.includes('/src/') !== false) throw error
  }
}

/** Through both parsers, whose trees may differ where the text is odd. */
function all(cases: Readonly<Record<string, string>>): void {
  allInBin(cases)
  it.each(Object.entries(cases))('%s (typescript-eslint)', (_, text) => expectCalmUnlessTooDeep(text))
}

/** Through the bin's parser only: the text is an ordinary one, but long. */
function allInBin(cases: Readonly<Record<string, string>>): void {
  it.each(Object.entries(cases))('%s (bin)', (_, text) => expectCalm(text, 'bin'))
}

describe('texts', () => {
  all({
    'an empty file': '',
    'only a comment': '// advisory',
    'only a byte order mark': '\uFEFF',
    'a byte order mark': `\uFEFF${locked}`,
    'a byte order mark before a hashbang': `\uFEFF#!/usr/bin/env node\n${locked}`,
    'a syntax error': `${locked}export const = ;`,
    'a bracket that is never closed': `${locked}f((((`,
    'a template that is never closed': `${locked}const a = \`\${`,
    'a string that is never closed': `${locked}const a = 'advisory`,
    'a comment that is never closed': `${locked}/* advisory`,
    'NUL in a string': `${locked}const a = '\0advisory'`,
    'NUL between tokens': `${locked}const\0a = 1`,
    'NUL in SQL': under(`await client.query('SELECT \\0 pg_advisory_lock(\0)')`),
    CRLF: locked.replaceAll('\n', '\r\n'),
    CR: locked.replaceAll('\n', '\r'),
    'line separators': locked.replaceAll('\n', '\u2028'),
    'lone surrogates in strings': under("await client.query('\uD800 SELECT pg_advisory_lock(\uDC00)', ['\uDFFF'])"),
    'lone surrogates in templates': under('await client.query(`\uD83D ${id} \uDE00 SELECT pg_advisory_lock(${id})`)'),
    'lone surrogates between tokens': `${locked}\uD800`,
    'emoji before a lock': under("/* 👩‍👩‍👧 */ await client.query('SELECT pg_advisory_lock(1) -- 👩‍👩‍👧')"),
    'a name of 100,000 letters': under(`await client.query('SELECT 1', [${'x'.repeat(100_000)}])`),
    HTML: '<html><script>advisory</script></html>',
    'bytes of an image': '\x89PNG\r\n\x1a\nadvisory\0\0\0\rIHDR',
  })

  it.each([
    ['numbers', `${locked}export const numbers = [${'1234567,'.repeat(60_000)}]`],
    ['a string', `${locked}export const text = '${'advisory '.repeat(580_000)}'`],
    ['a comment', `${locked}/* ${'advisory '.repeat(580_000)} */`],
    ['SQL', under(`await client.query('SELECT ${'1, '.repeat(1_750_000)} 1')`)],
    ['calls', `${locked}${'log(1);'.repeat(20_000)}`],
  ])('a line of megabytes: %s', (_, text) => expectCalm(text, 'bin'))
})

describe('nesting', () => {
  const DEEP = 10_000
  all({
    brackets: under(`use(${nested(DEEP, '(', '1', ')')})`),
    arrays: under(`use(${nested(DEEP, '[', '1', ']')})`),
    objects: under(`use(${nested(DEEP, '{ a: ', '1', '}')})`),
    blocks: under(nested(DEEP, '{', 'use(1)', '}')),
    calls: under(nested(DEEP, 'use(', '1', ')')),
    'awaited calls': under(`await ${nested(DEEP, 'use(await ', '1', ')')}`),
    templates: under(`use(${nested(DEEP, '`${', '1', '}`')})`),
    'arrow functions': under(`use(${nested(DEEP, '() => ', '1', '')})`),
    functions: under(nested(DEEP, 'async function f() {', 'use(1)', '}')),
    classes: under(nested(DEEP, 'class A { static {', 'use(1)', '} }')),
    conditions: under(`use(${nested(DEEP, 'id ? 1 : ', '1', '')})`),
    'else if': under(`${'if (id) use(1); else '.repeat(DEEP)}use(2)`),
    try: under(nested(DEEP, 'try {', 'await use(1)', '} finally { await use(2) }')),
    loops: under(nested(DEEP, 'while (use(1)) {', 'await use(2)', '}')),
    negations: under(`use(${'!'.repeat(DEEP)}id)`),
    sums: under(`use(id${' + id'.repeat(DEEP)})`),
    'logical operators': under(`use(id${' && id'.repeat(DEEP)})`),
    members: under(`use(id${'.id'.repeat(DEEP)})`),
    'optional members': under(`use(id${'?.id'.repeat(DEEP)})`),
    'chained calls': under(`await use(id)${'.then(() => use(1))'.repeat(DEEP)}`),
    types: `${locked}export type T = ${nested(DEEP, 'Array<', 'string', '>')}`,
  })
  all({
    '300 blocks': under(nested(300, '{', 'await use(1)', '}')),
    '100 tries': under(nested(100, 'try {', 'await use(1)', '} finally { await use(2) }')),
    // ESLint's own code path analysis doubles with each.
    "10 tries in each other's finally": under(nested(10, 'try { await use(1) } finally {', 'await use(2)', '}')),
    '60 loops': under(nested(60, 'while (use(1)) {', 'await use(2)', '}')),
    '100 brackets': under(`use(${nested(100, '[', 'await use(1)', ']')})`),
    '300 sums of SQL': under(`await client.query('SELECT 1'${" + ', 1'".repeat(300)})`),
    '100 arrow functions': under(`use(${nested(100, 'async () => ', 'client.query(`SELECT 1`)', '')})`),
  })
})

describe('size', () => {
  allInBin({
    'a union of 3,000 types': `${locked}export type T = ${numbered(3000, (i) => `'t${i}'`, ' | ')}
      export function f(client: T) { return client.query('SELECT pg_advisory_lock(1)') }`,
    '3,000 pieces of SQL': under(`await client.query(${numbered(3000, (i) => `'SELECT ${i};'`, ' + ')})`),
    '3,000 holes': under(`await client.query(\`${'SELECT ${id};'.repeat(3000)}\`)`),
    '3,000 joined parts': under(`await client.query([${numbered(3000, (i) => `'SELECT ${i}'`, ', ')}].join(';'))`),
    '50 fields, each made of the one before it twice': under(
      'new Chain().f50.run()',
      `class Chain {
        f0 = options()
        ${numbered(50, (i) => `f${i + 1} = this.f${i} ? this.f${i}.on : new Map([[1, this.f${i}]])`)}
      }`,
    ),
    '3,000 variables': under(
      `${numbered(3000, (i) => `let v${i} = use(id)`)}\nuse(${numbered(3000, (i) => `v${i}`, ', ')})`,
    ),
    '3,000 assignments in a loop': under(
      `let v = 0\nwhile (use(v)) {\n${numbered(3000, (i) => `v = use(v, ${i})`)}\n}`,
    ),
    '1,000 branches': under(numbered(1000, (i) => `if (options.part${i}) await use(${i})`)),
    '3,000 cases': under(`switch (id) {\n${numbered(3000, (i) => `case ${i}: await use(${i}); break`)}\n}`),
    '1,000 functions that run each other': `${locked}${numbered(
      1000,
      (i) => `async function f${i}(client, id) {
        await client.query('SELECT pg_advisory_lock($1)', [id])
        await f${(i + 1) % 1000}(client, id)
        await f${(i * 7) % 1000}(client, id)
      }`,
    )}`,
    '200 locks in a row': under(numbered(200, (i) => `await client.query('SELECT pg_advisory_lock($1, ${i})', [id])`)),
    '100 try-locks in a row': under(
      numbered(
        100,
        (i) => `const { rows: [r${i}] } = await client.query('SELECT pg_try_advisory_lock($1, ${i}) AS got', [id])
          if (r${i}.got) await client.query('SELECT pg_advisory_unlock($1, ${i})', [id])`,
      ),
    ),
    '1,000 lock calls in one statement': under(
      `await client.query('SELECT ${numbered(1000, (i) => `pg_advisory_lock(${i})`, ', ')}')`,
    ),
    '100,000 digits': under(`await client.query('SELECT pg_advisory_lock($1)', [${'7'.repeat(100_000)}n])`),
  })
})

describe('what grows when it is followed', () => {
  const doubled = (first: string, double: (last: string) => string) =>
    `const d0 = ${first}\n${numbered(60, (i) => `const d${i + 1} = ${double(`d${i}`)}`)}`
  allInBin({
    'text that doubles': under(`${doubled("'SELECT 1;'", (last) => `${last} + ${last}`)}\nawait client.query(d60)`),
    'templates that double': under(
      `${doubled('`SELECT ${id};`', (last) => `\`\${${last}}\${${last}}\``)}\nawait client.query(d60)`,
    ),
    'sums that double': under(
      `${doubled('id', (last) => `${last} + ${last}`)}\nawait client.query('SELECT $1', [d60])`,
    ),
    'arrays that double': under(`${doubled('[client]', (last) => `[${last}, ${last}]`)}\nawait use(d60)`),
    'spread arrays that double': under(`${doubled('[client]', (last) => `[...${last}, ...${last}]`)}\nawait use(d60)`),
    'objects that double': under(`${doubled('{ client }', (last) => `{ a: ${last}, b: ${last} }`)}\nawait use(d60)`),
    'closures that double': under(
      `${doubled('async () => client', (last) => `async () => [await ${last}(), await ${last}()]`)}\nawait d60()`,
    ),
    'closures that have the two before': under(
      `const f0 = async () => client, f1 = f0\n${numbered(60, (i) => `const f${i + 2} = async () => [await f${i}(), f${i + 1}]`)}\nawait use(f61)`,
    ),
    'objects that have the two before': under(
      `const f0 = { client }, f1 = f0\n${numbered(60, (i) => `const f${i + 2} = { a: f${i}, get b() { return f${i + 1} }, c: f${i + 1} }`)}\nawait use(f61)`,
    ),
    'conditions that double': under(`${doubled('id ? 1 : 2', (last) => `${last} ? ${last} : -${last}`)}\nuse(d60)`),
    'promises that double': under(`${doubled('use(id)', (last) => `Promise.all([${last}, ${last}])`)}\nawait d60`),
    'wide arrays of arrays': under(
      numbered(6, (i) => `const w${i + 1} = [${numbered(40, () => (i === 0 ? 'use()' : `w${i}`), ', ')}]`) +
        '\nawait use(w6)',
    ),
    'SQL with 40 alternatives': under(
      `await client.query(\`SELECT 1 \${${numbered(40, (i) => `options.a${i} ? ', 1' : ', 2'`, '} ${')}}\`)`,
    ),
    'functions that call the next one ten times': `${numbered(
      12,
      (i) => `async function f${i}(client, id) {\n${`await f${i + 1}(client, id)\n`.repeat(10)}}`,
    )}
      async function f12(client, id) { await client.query('SELECT pg_advisory_lock($1)', [id]) }${locked}`,
    'callbacks in callbacks': under(
      nested(12, 'await Promise.all(options.items.map(async (item) => {', 'await client.query(`SELECT 1`)', '}))'),
    ),
  })
})

describe('what goes round', () => {
  all({
    'a function that runs itself': `${locked}
      async function again(client, id) {
        await client.query('SELECT pg_advisory_lock($1)', [id])
        if (id > 0) await again(client, id - 1)
        await client.query('SELECT pg_advisory_unlock($1)', [id])
      }`,
    'functions that run each other': `${locked}
      async function odd(client, id) { await client.query('SELECT pg_advisory_lock($1)', [id]); return even(client, id - 1) }
      async function even(client, id) { await client.query('SELECT pg_advisory_unlock($1)', [id]); return odd(client, id - 1) }
      export const start = (client) => odd(client, 9)`,
    'closures that run each other': under(`const ping = async () => { await pong() }
      const pong = async () => { await client.query('SELECT 1'); await ping() }
      await ping()`),
    'a closure that is its own argument': under('const y = (f) => f(f)\nawait y(y)'),
    'a function that returns itself': under('const self = () => self\nawait self()()()()'),
    'constants that need each other': `${locked}
      const a = b + 'SELECT pg_advisory_lock(1)'
      const b = a
      const c = c
      export const run = (client) => client.query(a + b + c)`,
    'an object in itself': under(
      'const o = { get o() { return o }, p: () => o.p }\nawait client.query(o.o.o.p().p.text)',
    ),
    'classes that extend each other': `${locked}
      class A extends B { async run(client) { await this.lock(client) } }
      class B extends A { async lock(client) { await client.query('SELECT pg_advisory_lock(1)'); await super.run(client) } }
      export const a = new A()`,
    'a class that extends itself': `${locked}
      class A extends A { client = this.pool; pool = this.client; lock() { return this.client.query('SELECT pg_advisory_lock(1)') } }`,
    'fields that need each other': `${locked}
      class A {
        a = this.b; b = this.c(); c = () => this.a; static d = A.d; #e = this.#e
        lock() { return this.a.query('SELECT pg_advisory_lock($1)', [this.#e, A.d]) }
      }`,
    'types that need each other': `${locked}
      type A = B; type B = A; type C = Promise<C>; interface D extends D {}
      export function lock(a: A, b: B, c: C, d: D) { return a.query('SELECT pg_advisory_lock(1)') }`,
    'parameters that need each other': `${locked}
      export function lock(a = b, b = a, { c = d, d = c } = a, [e = lock] = e) { return a.query('SELECT pg_advisory_lock(1)') }`,
    '`this` everywhere': `${locked}
      this.client = this
      await this.client.query('SELECT pg_advisory_lock($1)', [this])
      const f = function () { return this?.this.query(\`SELECT pg_advisory_unlock(\${this})\`) }
      export const o = { this: this, async m() { await this.m.call(this, () => this) } }
      class A { static x = this; [this] = this; static { this.query('SELECT pg_advisory_lock(1)') } }`,
    'a generator that runs itself': `${locked}
      export function* all(client) { yield client.query('SELECT pg_advisory_lock(1)'); yield* all(client) }`,
    'promises that wait for each other': under(
      'const p = q.then(() => p)\nconst q = p.then(() => q)\nawait Promise.race([p, q])',
    ),
    '500 handlers': under(
      `await client.query('SELECT 1')${".then(() => client.query('SELECT 2')).catch(use)".repeat(250)}`,
    ),
    'labels and jumps': under(
      `a: for (;;) { b: for (;;) { try { if (use(1)) break a; continue b } finally { if (use(2)) continue a } } }`,
    ),
    'what is never left': under('for (;;) { await client.query(`SELECT 1`) }'),
    'every jump in a finally': under(
      `for (;;) { try { await use(1) } finally { switch (id) { case 1: return; case 2: break; case 3: continue; default: throw id } } }`,
    ),
  })
})

describe('SQL', () => {
  const sql = (text: string) => under(`await client.query(${JSON.stringify(text)}, [id])`)
  allInBin({
    nothing: sql(''),
    semicolons: sql(';'.repeat(10_000)),
    'nested brackets': sql(`SELECT ${nested(10_000, '(', 'pg_advisory_lock(1)', ')')}`),
    'brackets that are never closed': sql(`SELECT pg_advisory_lock${'('.repeat(10_000)}`),
    'brackets that were never opened': sql(`SELECT pg_advisory_lock(1${')'.repeat(10_000)}`),
    'nested subselects': sql(`SELECT * FROM ${nested(2000, '(SELECT * FROM ', 'pg_advisory_lock(1)', ') a')}`),
    'nested comments': sql(`${'/*'.repeat(10_000)} pg_advisory_lock(1) ${'*/'.repeat(10_000)}`),
    'a comment that is never closed': sql(`/* SELECT pg_advisory_lock(1)`),
    'a quote that is never closed': sql(`SELECT 'pg_advisory_lock(1)`),
    'dollar quotes that are never closed': sql(`DO $a$ BEGIN ${'$b$ '.repeat(5000)} pg_advisory_lock(1)`),
    'nested bodies': sql(numbered(200, (i) => `DO $d${i}$ BEGIN PERFORM`, ' ') + ' pg_advisory_lock(1)'),
    'many orders': sql('SELECT count(*) FROM t ' + 'order by a '.repeat(10_000)),
    'much space': sql(`delete${' '.repeat(200_000)}from${' '.repeat(200_000)}`),
    'many statements': sql('SELECT pg_advisory_lock(1);'.repeat(1000)),
    'many placeholders': sql(`SELECT pg_advisory_lock(${numbered(3000, (i) => `$${i}`, ' + ')})`),
    'many casts': sql(`SELECT pg_advisory_lock(1${'::int'.repeat(5000)})`),
    'names in quotes': sql(`SELECT "pg_catalog"."pg_advisory_lock"(1), "${'""'.repeat(5000)}"`),
    escapes: under(
      String.raw`await client.query('\u{53}ELECT \x70g_advisory_lock\u0028 1\51')`.replace(String.raw`\51`, ')'),
    ),
  })
})
