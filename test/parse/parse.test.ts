import * as typescriptParser from '@typescript-eslint/parser'
import { visitorKeys } from '@typescript-eslint/visitor-keys'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { eslintParser } from '../../src/parse/eslint-parser.ts'
import { lineStarts, offsetAt, positionAt } from '../../src/parse/lines.ts'
import { parseSource, type Parsed } from '../../src/parse/oxc.ts'
import { jsx, script, typescript } from './kitchen-sink.ts'

function parsed(text: string, path = 'a.ts'): Parsed {
  const result = parseSource(text, path)
  if (result.error !== undefined) throw new Error(result.error.message)
  return result
}

interface AnyNode {
  readonly type: string
  readonly range: readonly [number, number]
  readonly loc: { readonly start: object; readonly end: object }
}

/** A line for each node, in the order of the visitor keys. */
function nodesOf(node: unknown, key = 'root', depth = 0): string[] {
  if (Array.isArray(node)) return node.flatMap((element) => nodesOf(element, key, depth))
  if (node === null || node === undefined) return []
  const { type, range, loc } = node as AnyNode
  const children = (visitorKeys[type] ?? ['no visitor keys']).flatMap((child) =>
    nodesOf((node as Record<string, unknown>)[child], child, depth + 1),
  )
  const place = [loc.start, loc.end].map((at) => Object.entries(at).sort().flat().join(' '))
  return [`${' '.repeat(depth)}${key}: ${type} ${range.join('-')} ${place.join(' - ')}`, ...children]
}

interface AnyScope {
  readonly type: string
  readonly block: { readonly range: readonly number[] }
  readonly variables: readonly { name: string; defs: readonly unknown[]; references: readonly unknown[] }[]
  readonly through: readonly { identifier: { name: string } }[]
}

function scopesOf({ scopes }: { readonly scopes: readonly AnyScope[] }): string[] {
  return scopes.map(({ type, block, variables, through }) => {
    const names = variables.map(({ name, defs, references }) => `${name} ${defs.length}/${references.length}`)
    return `${type} ${block.range.join('-')}: ${names.join(', ')}; ${through.map((r) => r.identifier.name).join(', ')}`
  })
}

function compare(text: string, filePath: string): void {
  const isScript = filePath.endsWith('.cjs')
  const theirs = typescriptParser.parseForESLint(text, {
    filePath,
    range: true,
    loc: true,
    comment: true,
    lib: [],
    sourceType: isScript ? 'commonjs' : 'module',
    ecmaFeatures: { globalReturn: isScript },
  })
  const ours = eslintParser.parseForESLint(text, { filePath })
  expect(nodesOf(ours.ast)).toEqual(nodesOf(theirs.ast))
  expect(ours.ast.comments).toEqual(theirs.ast.comments)
  expect(scopesOf(ours.scopeManager as never)).toEqual(scopesOf(theirs.scopeManager as never))
}

describe('the tree is that of typescript-eslint', () => {
  it.each([
    ['TypeScript', typescript, 'a.ts'],
    ['TypeScript with CRLF', typescript.replaceAll('\n', '\r\n'), 'a.mts'],
    ['JSX in TypeScript', jsx, 'a.tsx'],
    ['JSX in JavaScript', jsx, 'a.js'],
    ['a script, as ESLint hands it on', script.replace(/^#!/, '//'), 'a.cjs'],
    ['nothing', '', 'a.ts'],
    ['comments only', '  /* a */\n// b', 'a.ts'],
    ['line breaks of all kinds', 'a\rb\u2028c\u2029d\r\ne', 'a.ts'],
  ])('%s', (_, text, path) => compare(text, path))

  it('our own parser', () => {
    for (const name of readdirSync('src/parse')) {
      compare(readFileSync(join('src/parse', name), 'utf8'), name)
    }
  })
})

describe('offsets are UTF-16 units of the text', () => {
  it.each([
    ['emoji', "'😀'; f('x')"],
    ['a byte order mark', '\uFEFFf()'],
    ['a byte order mark and #!', "\uFEFF#!/usr/bin/env node\nf('x')"],
    ['#!', "#!/usr/bin/env node\r\nf('x')"],
    ['CRLF', "'a'\r\n'b'\r\nf('x')"],
    ['a lone surrogate', "'\uD800'; f('x')"],
  ])('behind %s', (_, text) => {
    const { ast } = parsed(text)
    expect(text.slice(...(ast.body.at(-1)?.range ?? [0, 0]))).toBe(text.slice(text.lastIndexOf('f(')))
  })

  it('in comments', () => {
    const text = '\uFEFF// 😀 a\r\nf() /* b\r\n */'
    const { comments } = parsed(text)
    expect(comments.map(({ type, value, range }) => [type, value, text.slice(...range)])).toEqual([
      ['Line', ' 😀 a', '// 😀 a'],
      ['Block', ' b\r\n ', '/* b\r\n */'],
    ])
  })
})

describe('languages', () => {
  it.each([
    ['JSX in .js', '<p/>', 'a.js'],
    ['JSX in .mjs', '<p/>', 'a.mjs'],
    ['casts in .ts', '<any>x', 'a.ts'],
    ['casts in .cts', '<any>x; import y = require("y"); export = y', 'a.cts'],
    ['types in .js', 'const x: string = 1', 'a.js'],
    ['return at top level of .cjs', 'return await_', 'a.cjs'],
    ['return at top level', 'if (x) return', 'a.js'],
    ['await at top level', 'await x', 'a.ts'],
    ['import in .cjs', 'import x from "y"', 'a.cjs'],
    ['what only sloppy scripts have', '<!-- x\nwith (a) b', 'a.js'],
    ['what the compiler refuses and the parser understands', 'const a; let b; let b; return', 'a.ts'],
  ])('%s', (_, text, path) => {
    expect(parseSource(text, path).error).toBeUndefined()
  })

  it('has module scope but in .cjs', () => {
    expect(['a.js', 'a.ts', 'a.mjs', 'a.cts', 'a.cjs'].map((path) => parsed('x', path).sourceType)).toEqual([
      'module',
      'module',
      'module',
      'module',
      'commonjs',
    ])
  })
})

describe('parse errors', () => {
  it.each([
    ['on the first line', 'f(;', 'a.ts', 1, 2],
    ['behind CRLF and emoji', "// x\r\n'😀'; f(;", 'a.ts', 2, 8],
    ['behind a byte order mark', '\uFEFFf(;', 'a.js', 1, 3],
    ['at the end', 'f(', 'a.tsx', 1, 2],
    ['NUL', 'a\0b', 'a.ts', 1, 1],
    ['a conflict', 'a\n<<<<<<< HEAD\nb\n=======\nc\n>>>>>>> x\n', 'a.ts', 2, 2],
  ])('%s', (_, text, path, line, column) => {
    expect(parseSource(text, path).error).toMatchObject({ why: 'syntax', line, column })
  })

  it('are thrown for ESLint with columns that count from 1', () => {
    expect(() => eslintParser.parseForESLint('\nf(;', { filePath: 'a.ts' })).toThrow(
      expect.objectContaining({ message: 'Unexpected token', lineNumber: 2, column: 3 }),
    )
  })
})

describe('lines', () => {
  it('finds positions and offsets back', () => {
    const text = 'a\r\nbc\n\u2028d'
    const starts = lineStarts(text)
    expect(starts).toEqual([0, 3, 6, 7])
    for (let offset = 0; offset <= text.length; offset++) {
      expect(offsetAt(starts, positionAt(starts, offset))).toBe(offset)
    }
    expect(positionAt(starts, 4)).toEqual({ line: 2, column: 1 })
  })
})

describe('hostile text', () => {
  const tokens = [
    '(',
    ')',
    '{',
    '}',
    '[',
    ']',
    '<',
    '>',
    '`',
    '${',
    '/',
    '*/',
    "'",
    '=>',
    '?',
    ':',
    ';',
    '\n',
    'if',
    'a',
    '\0',
    '😀',
    '\\',
  ]
  const texts = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 200 }),
    fc.array(fc.constantFrom(...tokens), { maxLength: 200 }).map((parts) => parts.join('')),
  )

  it('never throws, and answers the same twice', () => {
    fc.assert(
      fc.property(texts, fc.constantFrom('a.ts', 'a.tsx', 'a.js', 'a.cjs'), (text, path) => {
        const [once, twice] = [parseSource(text, path), parseSource(text, path)]
        expect(twice.error).toEqual(once.error)
        if (once.error === undefined) expect(once.ast.range[1]).toBeLessThanOrEqual(text.length)
      }),
    )
  })
})

describe('without a native binding', () => {
  it('says so instead of throwing', async () => {
    const fail = () => {
      throw new Error('Cannot find native binding.\nRequire stack: …')
    }
    vi.resetModules()
    vi.doMock('node:module', () => ({ createRequire: () => fail }))
    onTestFinished(() => {
      vi.doUnmock('node:module')
      // Other test files share this process.
      vi.resetModules()
    })
    const fresh = await import('../../src/parse/oxc.ts')
    const message = `oxc-parser has no native binding for ${process.platform}-${process.arch}: Cannot find native binding.`
    expect(fresh.parserProblem()).toBe(message)
    expect(fresh.parseSource('a', 'a.ts')).toEqual({ error: { why: 'no-parser', message, line: 1, column: 0 } })
  })
})
