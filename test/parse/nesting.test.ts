import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { describe, expect, it } from 'vitest'
import { tooDeepAt } from '../../src/parse/nesting.ts'
import { parseSource } from '../../src/parse/oxc.ts'

/** What the parser recurses over, n times. Each of these ends the process when n is large enough. */
const nested: Record<string, (n: number) => string> = {
  'open brackets': (n) => '['.repeat(n),
  arrays: (n) => '['.repeat(n) + ']'.repeat(n),
  parentheses: (n) => `${'('.repeat(n)}1${')'.repeat(n)}`,
  blocks: (n) => '{'.repeat(n) + '}'.repeat(n),
  objects: (n) => `x = ${'{ a: '.repeat(n)}1${' }'.repeat(n)}`,
  calls: (n) => 'f('.repeat(n) + ')'.repeat(n),
  functions: (n) => 'function f() {\n'.repeat(n) + '}\n'.repeat(n),
  namespaces: (n) => 'namespace a {'.repeat(n) + '}'.repeat(n),
  templates: (n) => `${'`${'.repeat(n)}1${'}`'.repeat(n)}`,
  'arrow functions': (n) => `${'a => '.repeat(n)}1`,
  assignments: (n) => `${'a =\n'.repeat(n)}1`,
  conditions: (n) => `${'a ? b :\n'.repeat(n)}c`,
  'else if': (n) => `${'if (a) {\n  b()\n} else '.repeat(n)}{}`,
  'else if after a semicolon': (n) => `${'if (a) b(); else '.repeat(n)}c()`,
  if: (n) => `${'if (a)\n'.repeat(n)};`,
  labels: (n) => `${'a:\n'.repeat(n)};`,
  yield: (n) => `x = function* () { ${'yield '.repeat(n)}1 }`,
  negations: (n) => `${'!'.repeat(n)}1`,
  powers: (n) => `${'a ** '.repeat(n)}1`,
  sums: (n) => `x${' +\n1'.repeat(n)}`,
  'chains of calls': (n) => `x${'\n  .a()'.repeat(n)}`,
  await: (n) => `${'await '.repeat(n)}1`,
  'type arguments': (n) => `type A = ${'B<'.repeat(n)}C${'>'.repeat(n)}`,
  'type arguments with commas': (n) => `type A = ${'B<C, '.repeat(n)}C${'>'.repeat(n)}`,
  comparisons: (n) => `${'a<'.repeat(n)}1`,
  'conditional types': (n) => `type T = ${'A extends B ? C : '.repeat(n)}D`,
  keyof: (n) => `type T = ${'keyof '.repeat(n)}D`,
}

describe('what nests 100,000 deep is refused before the parser sees it', () => {
  it.each(Object.entries(nested))('%s', (_, make) => {
    for (const n of [1000, 5000, 100_000]) {
      const { error } = parseSource(make(n), 'a.ts')
      if (n === 100_000) expect(error).toMatchObject({ why: 'nesting', message: 'Nested too deeply' })
    }
  })

  it('JSX elements', () => {
    const text = '<a>'.repeat(100_000) + '</a>'.repeat(100_000)
    expect(parseSource(text, 'a.tsx').error).toMatchObject({ why: 'nesting' })
  })
})

describe('what is long but flat is parsed', () => {
  it.each([
    ['statements', 'f(a)\n'.repeat(4000)],
    ['statements without semicolons', 'const x = a ? b : c\nx.y = !z\nif (x) y()\n'.repeat(1500)],
    ['else-if of 300 arms', `${'if (a) {} else '.repeat(300)}{}`],
    ['a union of 10,000 members', `type A = ${Array.from({ length: 10_000 }, (_, i) => `'${i}'`).join(' | ')}`],
    ['an array of 4,000 objects', `[${'{ a: 1, b: [x => x] },\n'.repeat(4000)}]`],
    ['a sum of 1,000', `x${" + 'y'".repeat(1000)}`],
    ['cases', `switch (a) {${"case 'b': c = d ? e : f; break\n".repeat(1500)}}`],
    ['methods', `class A {${'m(a: B<C>) { return a }\n'.repeat(1500)}}`],
    ['types without semicolons', `interface A {\n${'  a?: Map<B, C> | null\n'.repeat(1500)}}`],
    [
      'brackets in strings, templates, expressions and comments',
      '["(((", `[[[`, /[(]{{/, x] // ((((\n/* [[[ */'.repeat(1000),
    ],
    ['comparisons', `x = ${'a < b && c > d || '.repeat(1000)}e`],
  ])('%s', (_, text) => {
    expect(tooDeepAt(text)).toBeUndefined()
    expect(parseSource(text, 'a.ts').error).toBeUndefined()
  })

  it('JSX', () => {
    const text = `<ul>${'<li a="b" c={d}>it\'s {e} if (\n</li><br/>'.repeat(2000)}</ul>`
    expect(parseSource(text, 'a.tsx').error).toBeUndefined()
  })

  it('the largest real file at hand', () => {
    const text = readFileSync(createRequire(import.meta.url).resolve('typescript'), 'utf8')
    expect(tooDeepAt(text)).toBeUndefined()
  })
})
