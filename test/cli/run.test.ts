import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { binName, helpText } from '../../src/cli/help.ts'
import { project, runIn } from './project.ts'

const faulty = "lock('advisory')\n"
const clean = "query('advisory')\n"

describe('exit codes', () => {
  it('is 0 and says so where there is no finding', async () => {
    const { code, out, err } = await runIn(project({ 'a.ts': clean, 'b.ts': 'lock()' }), [])
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toBe('No findings; 2 files scanned, 1 with advisory locks\n')
  })

  it('is 1 with an error', async () => {
    const { code, out } = await runIn(project({ 'a.ts': faulty }), ['.'])
    expect(code).toBe(1)
    expect(out).toContain('a.ts:1:1  no-lock\n  Lock taken. Let it go.\n')
    expect(out).toContain('1 finding in 1 file; 1 file scanned, 1 with advisory locks\n')
  })

  it('is 0 with a warning, 1 when there are more than --max-warnings', async () => {
    const folder = project({ 'a.ts': "wait('advisory'); wait()" })
    expect((await runIn(folder, [])).code).toBe(0)
    expect((await runIn(folder, ['--max-warnings', '2'])).code).toBe(0)
    const { code, err } = await runIn(folder, ['--max-warnings=1'])
    expect({ code, err }).toEqual({ code: 1, err: `${binName}: too many warnings (2, maximum 1)\n` })
  })

  it('is 2 where no file matches, and lints nothing', async () => {
    const folder = project({ 'a.ts': faulty, 'docs/a.md': 'advisory' })
    for (const pattern of ['nothere', 'docs', 'docs/**/*.ts']) {
      const { code, out, err } = await runIn(folder, ['a.ts', pattern])
      expect({ code, out, err }).toEqual({
        code: 2,
        out: '',
        err: `${binName}: No files matching "${pattern}" were found.\n`,
      })
    }
  })

  it('is 2 when a rule fails, and the other files are linted', async () => {
    const folder = project({ 'a.ts': clean, 'b.test.ts': clean })
    const { code, out, err } = await runIn(folder, ['--rule', 'always-fails'])
    expect(code).toBe(2)
    expect(out).toContain('a.ts:1:1  failure\n')
    expect(out).toContain('A rule failed on this file: rule is broken')
    expect(out).toContain('2 findings in 2 files')
    expect(err).toContain('a rule failed on')
  })
})

describe('bad options', () => {
  it.each([
    ['--frmat', ['--frmat'], '--frmat: unknown option; --help lists them'],
    ['-x', ['-x'], '-x: unknown option; --help lists them'],
    ['format without value', ['--format'], '--format: needs one of pretty, stylish, json, github'],
    ['format before a flag', ['--format', '--quiet'], '--format: needs one of pretty, stylish, json, github'],
    ['no such format', ['--format', 'sarif'], '--format: "sarif" is no format; allowed: pretty, stylish, json, github'],
    ['max-warnings', ['--max-warnings', 'many'], '--max-warnings: "many" is no whole number'],
    ['negative max-warnings', ['--max-warnings', '-1'], '--max-warnings: "-1" is no whole number'],
    ['value for a switch', ['--quiet=yes'], '--quiet: takes no value'],
    [
      'empty rule',
      ['--rule', 'a,'],
      '--rule: needs the name of a rule, such as no-constant-key or no-constant-key=warn',
    ],
    ['severity', ['--rule', 'no-lock=fatal'], '--rule: "fatal" is no severity; allowed: error, warn, off'],
    [
      'no such rule',
      ['--rule', 'no-luck'],
      '--rule: no rule "no-luck"; the rules are no-lock, no-wait, no-key, always-fails, prints-settings',
    ],
    ['settings file', ['--settings', 'none.json'], "--settings none.json: can't be read (ENOENT)"],
    ['toString', ['--toString'], '--toString: unknown option; --help lists them'],
  ])('%s', async (_, argv, message) => {
    const { code, out, err } = await runIn(project({ 'a.ts': clean }), argv)
    expect({ code, out, err }).toEqual({ code: 2, out: '', err: `${binName}: ${message}\n` })
  })
})

describe('help and version', () => {
  it('prints help that fits on a screen of 24 lines by 80 columns', async () => {
    const { code, out } = await runIn(project({}), ['--help'])
    expect(code).toBe(0)
    expect(out).toBe(helpText)
    const lines = out.trimEnd().split('\n')
    expect(lines.length).toBeLessThanOrEqual(24)
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(80)
  })

  it('prints the version of package.json', async () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
    expect(await runIn(project({}), ['-v'])).toEqual({ code: 0, out: `${version}\n`, err: '' })
  })
})

describe('--rule', () => {
  const files = { 'a.ts': '// advisory\nlock()\nwait()\nkey()\n', 'a.test.ts': '// advisory\nlock()\n' }

  async function findings(argv: readonly string[]): Promise<string[]> {
    const { out } = await runIn(project(files), argv)
    return out.split('\n').filter((line) => /^\S+:\d+:\d+ /.test(line))
  }

  it('without it runs what is recommended', async () => {
    expect(await findings([])).toEqual(['a.ts:2:1  no-lock', 'a.ts:3:1  no-wait (warning)'])
  })

  it('runs only the rules that are named, and leaves them off in tests', async () => {
    expect(await findings(['--rule', 'no-lock,pg-advisory-lock/no-key'])).toEqual([
      'a.ts:2:1  no-lock',
      'a.ts:4:1  no-key',
    ])
  })

  it('changes severities and keeps the others', async () => {
    expect(await findings(['--rule', 'no-lock=off', '--rule=no-key=warn'])).toEqual([
      'a.ts:3:1  no-wait (warning)',
      'a.ts:4:1  no-key (warning)',
    ])
  })
})

describe('comments in the code', () => {
  it('heeds disable comments of our rules', async () => {
    const text = [
      '// advisory',
      'lock() // eslint-disable-line pg-advisory-lock/no-lock',
      '// eslint-disable-next-line',
      'lock()',
      '/* eslint pg-advisory-lock/no-wait: "off" */',
      'wait()',
    ]
    expect((await runIn(project({ 'a.ts': text.join('\n') }), [])).out).toContain('No findings')
  })

  it.each([
    ['disable of an unknown rule', '// eslint-disable-next-line import-x/no-cycle'],
    ['disable of a known rule that is not run', '/* eslint-disable no-console */'],
    ['enable', '/* eslint-enable foo/bar */'],
    ['configuration of an unknown rule', '/* eslint foo/bar: "error" */'],
    ['configuration of a known rule', '/* eslint no-undef: "error", no-console: 2 */ console.log(x)'],
    ['wrong severity', '/* eslint no-console: 7 */'],
    ['eslint-env', '/* eslint-env node */'],
    ['unreadable configuration', '/* eslint {{{ */'],
    ['unreadable global', '/* global x:perhaps */'],
  ])('makes no finding of a foreign %s', async (_, comment) => {
    const { code, out } = await runIn(project({ 'a.ts': `${comment}\nquery('advisory')\n` }), [])
    expect({ code, out }).toEqual({ code: 0, out: 'No findings; 1 file scanned, 1 with advisory locks\n' })
  })
})

describe('a file that does not parse', () => {
  it('is reported with its place, and the rest is linted', async () => {
    const folder = project({ 'a.ts': "// pg_advisory_lock\nquery('😀', ;\n", 'b.ts': faulty })
    const { code, out } = await runIn(folder, [])
    expect(code).toBe(1)
    expect(out).toContain('a.ts:2:13  parse error\n  Unexpected token\n\n    1 | // pg_advisory_lock\n')
    expect(out).toContain('b.ts:1:1  no-lock')
    expect(out).toContain('2 findings in 2 files')
  })

  it('is left out if it has nothing to do with locks', async () => {
    const { code, out } = await runIn(project({ 'bundle.js': `// Security advisory ID\n${'('.repeat(10_000)}` }), [])
    expect(code).toBe(0)
    expect(out).toContain('No findings')
  })

  it.each([
    ['10,000 brackets', '['.repeat(10_000) + ']'.repeat(10_000)],
    ['10,000 open brackets', '('.repeat(10_000)],
    ['20,000 links of a chain', `x${'.a'.repeat(20_000)}`],
    ['10,000 operands', `1${'+1'.repeat(10_000)}`],
  ])('does not end the process: %s', async (_, text) => {
    const { code, out } = await runIn(project({ 'a.ts': `// pg_advisory_lock\n${text}` }), [])
    expect(code).toBe(1)
    expect(out).toContain('Nested too deeply')
  })

  // What the parser takes may still be too deep for what comes behind it; how deep that is, the stack decides.
  it.each([
    ['10,000 links of a chain', `x${'.a'.repeat(10_000)}`],
    ['6,000 operands', `1${'+1'.repeat(6000)}`],
  ])('is linted or given up: %s', async (_, text) => {
    const { code, out } = await runIn(project({ 'a.ts': `// pg_advisory_lock\n${text}` }), [])
    expect(code === 0 || out.includes('Nested too deeply')).toBe(true)
  })

  it.each([
    ['empty but for a comment', '//advisory', 0],
    ['NUL', '"pg_advisory_lock"\0', 1],
    ['a lone surrogate', "lock('pg_advisory_lock \uD800')", 1],
    ['a line of 5 MB', `query('advisory${'x'.repeat(5_000_000)}')`, 0],
  ])('survives %s', async (_, text, expected) => {
    expect((await runIn(project({ 'a.ts': text }), [])).code).toBe(expected)
  })

  it('takes a byte order mark with `#!`, and CRLF', async () => {
    const folder = project({ 'a.cjs': "\uFEFF#!/usr/bin/env node\r\n'advisory'\r\nlock() // x\r\n" })
    expect((await runIn(folder, [])).out).toContain('a.cjs:3:1  no-lock')
  })
})

describe('settings', () => {
  const printing = ['--rule', 'prints-settings']

  it('come from the nearest package.json that has the key', async () => {
    const folder = project({
      'package.json': '{ "pg-advisory-lock": { "network": ["callModel"] } }',
      'packages/a/package.json': '{ "name": "a" }',
      'packages/a/a.ts': clean,
    })
    const { out } = await runIn(join(folder, 'packages/a'), printing)
    expect(out).toContain('{"network":["callModel"]}')
  })

  it('come from the file of --settings instead', async () => {
    const folder = project({
      'package.json': '{ "pg-advisory-lock": { "network": ["callModel"] } }',
      'locks.json': '\uFEFF{ "network": [{ "name": "ask", "reason": "it is slow" }] }',
      'a.ts': clean,
    })
    expect((await runIn(folder, [...printing, '--settings', 'locks.json'])).out).toContain('{"name":"ask",')
    expect((await runIn(folder, [...printing, '--settings', 'package.json'])).out).toContain('["callModel"]')
  })

  it('are refused with the key and what is allowed', async () => {
    const folder = project({ 'locks.json': '{ "networks": [] }', 'broken.json': '{', 'a.ts': clean })
    expect((await runIn(folder, ['--settings', 'locks.json'])).err).toBe(
      `${binName}: locks.json: settings["pg-advisory-lock"].networks: unknown key; allowed: network, poolMode, lockTimeout, connections, wrappers, fingerprint\n`,
    )
    const { code, err } = await runIn(folder, ['--settings', 'broken.json'])
    expect(code).toBe(2)
    expect(err).toContain('--settings broken.json: is no JSON: ')
  })
})

describe('--quiet and --debug', () => {
  it('reports errors only, but counts warnings for --max-warnings', async () => {
    const folder = project({ 'a.ts': "wait('advisory')" })
    const { code, out } = await runIn(folder, ['--quiet', '--max-warnings', '0'])
    expect({ code, out }).toEqual({ code: 1, out: 'No findings; 1 file scanned, 1 with advisory locks\n' })
  })

  it('tells on stderr what was read', async () => {
    const { out, err } = await runIn(project({ 'a.ts': clean, 'b.ts': '' }), ['--debug', '--format', 'json'])
    expect(err).toMatch(/debug: 2 files found in \d+ ms\ndebug: 1 with advisory, [\w-, ]+, scanned in/)
    expect(() => JSON.parse(out) as unknown).not.toThrow()
  })
})

describe('what is linted', () => {
  it('is a named file that imports a helper, wherever that lies', async () => {
    const folder = project({
      'src/job.ts': "import { locked } from '../lib/lock'\nlock(locked)\n",
      'src/other.ts': "import { other } from '../lib/other'\nlock(other)\n",
      'lib/lock.ts': "export const locked = () => query('SELECT pg_advisory_lock(1)')\n",
      'lib/other.ts': 'export const other = 1\n',
    })
    const { out } = await runIn(folder, ['src/job.ts', 'src/other.ts'])
    expect(out).toContain('src/job.ts:2:1  no-lock')
    expect(out).toContain('1 finding in 1 file; 2 files scanned, 0 with advisory locks\n')
    // Below a folder, what leads to a lock is looked for below it.
    expect((await runIn(folder, ['src'])).out).toContain('No findings')
    expect((await runIn(folder, [])).out).toContain('src/job.ts:2:1  no-lock')
  })

  it('is also what lies outside of the current folder or in node_modules, when it is named', async () => {
    const folder = project({ 'a/x.ts': faulty, 'b/y.ts': faulty, 'a/node_modules/p/index.js': faulty })
    const { out } = await runIn(join(folder, 'a'), ['../b', 'node_modules/p'])
    expect(out).toContain(`${folder}/b/y.ts:1:1  no-lock`)
    expect(out).toContain('node_modules/p/index.js:1:1  no-lock')
  })

  it('is every extension, with JSX in JavaScript and types in TypeScript', async () => {
    const jsx = "const x = <p>{lock('advisory')}</p>"
    const typed = "const x: number = lock<string>('advisory')!"
    const { out } = await runIn(
      project({
        'a.js': jsx,
        'b.jsx': jsx,
        'c.mjs': jsx,
        'd.tsx': jsx,
        'e.ts': typed,
        'f.mts': typed,
        'g.cts': typed,
        'h.cjs': "if (lock('advisory')) return",
        'i.js': "<!-- sloppy\nlock('advisory')",
      }),
      [],
    )
    expect(out).toContain('9 findings in 9 files')
  })

  it('does not depend on a configuration of the project', async () => {
    const folder = project({ 'a.ts': faulty, 'eslint.config.js': 'throw new Error()', '.eslintrc.json': '{' })
    expect((await runIn(folder, ['a.ts'])).code).toBe(1)
  })
})

describe('loading', () => {
  it('loads no rules where no file has the word', async () => {
    const get = (): never => {
      throw new Error('loaded')
    }
    const folder = project({ 'a.ts': 'lock()' })
    const guarded = Object.defineProperty({}, 'rules', { get })
    expect((await runIn(folder, [], { plugin: guarded })).code).toBe(0)
  })
})
