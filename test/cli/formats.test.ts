import type { ESLint } from 'eslint'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createProgress } from '../../src/cli/progress.ts'
import { plugin, project, runIn } from './project.ts'

const text = "import 'x' // advisory\n\nasync function f() {\n\tawait lock(1)\n}\n"

describe('pretty', () => {
  it('shows the place, the message, the code and the path', async () => {
    const start = text.indexOf('lock(1)')
    const steps = [
      { line: 4, what: 'lock 1 is taken' },
      { line: 12, what: 'render() runs under it' },
    ]
    const { out } = await runIn(project({ 'src/a.ts': text }), [], {
      traces: (source) => new Map(source === text ? [[`no-lock:${start}:${start + 7}`, steps]] : []),
    })
    expect(out).toBe(
      [
        'src/a.ts:4:8  no-lock',
        '  Lock taken. Let it go.',
        '',
        '    3 | async function f() {',
        '  > 4 |   await lock(1)',
        '      |         ^^^^^^^',
        '    5 | }',
        '',
        '  line  4  lock 1 is taken',
        '  line 12  render() runs under it',
        '',
        '1 finding in 1 file; 1 file scanned, 1 with advisory locks',
        '',
      ].join('\n'),
    )
  })

  it('separates findings and counts warnings', async () => {
    const { out } = await runIn(project({ 'a.ts': 'lock(); wait() // advisory' }), [])
    expect(out.split('\n\n')).toHaveLength(5)
    expect(out).toContain('2 findings (1 error, 1 warning) in 1 file')
  })

  it('finds the trace behind a byte order mark and CRLF', async () => {
    const body = '// advisory\r\nlock()'
    const { out } = await runIn(project({ 'a.ts': `\uFEFF${body}` }), [], {
      traces: (source) =>
        new Map([[`no-lock:${source.indexOf('lock()')}:${body.length}`, [{ line: 2, what: 'taken' }]]]),
    })
    expect(out).toContain('  line 2  taken')
  })

  it('uses colours on a terminal only, and not with NO_COLOR', async () => {
    const folder = project({ 'a.ts': text })
    const written: string[] = []
    const stdout = { write: (part: string) => written.push(part), isTTY: true, columns: 80 }
    await runIn(folder, [], { stdout })
    await runIn(folder, [], { stdout, env: { NO_COLOR: '1' } })
    await runIn(folder, [], { stdout, env: { NO_COLOR: '' } })
    expect(written.map((part) => part.includes('\u001B['))).toEqual([true, false, true])
  })

  it('cuts a long line around the place', async () => {
    const { out } = await runIn(project({ 'a.ts': `'${'x'.repeat(500)}'; lock('advisory'); '${'y'.repeat(500)}'` }), [])
    const frame = out.split('\n').slice(3, 5)
    expect(Math.max(...frame.map(({ length }) => length))).toBeLessThanOrEqual(120)
    const [code = '', carets = ''] = frame
    expect(code.slice(carets.indexOf('^'), carets.lastIndexOf('^') + 1)).toBe("lock('advisory')")
  })

  it('keeps the caret in place behind wide characters', async () => {
    const { out } = await runIn(project({ 'a.ts': "'😀漢'; lock('advisory')" }), [])
    expect(out).toContain("> 1 | '😀漢'; lock('advisory')\n      |         ^^^^^^^^^^^^^^^^\n")
  })

  it('lets no escape sequence of the source through', async () => {
    const { out } = await runIn(project({ 'a.ts': "lock('advisory \u001B[31m \u202E') // \u009B" }), [])
    expect(out).toContain("lock('advisory \uFFFD[31m \uFFFD') // \uFFFD")
  })

  it('shows the first line of a place that spans several', async () => {
    const { out } = await runIn(project({ 'a.ts': "x; lock(\n  'advisory',\n)\n" }), [])
    expect(out).toContain('  > 1 | x; lock(\n      |    ^^^^^\n    2 |')
  })
})

describe('json', () => {
  it('is what ESLint prints', async () => {
    const folder = project({ 'a.ts': text, 'b.ts': '' })
    const { code, out } = await runIn(folder, ['--format', 'json'])
    const results = JSON.parse(out) as ESLint.LintResult[]
    expect(code).toBe(1)
    expect(results).toMatchObject([
      {
        filePath: join(folder, 'a.ts'),
        errorCount: 1,
        warningCount: 0,
        messages: [
          { ruleId: 'pg-advisory-lock/no-lock', line: 4, column: 8, endLine: 4, endColumn: 15, messageId: 'call' },
        ],
      },
    ])
  })

  it('is an empty list where no file has the word', async () => {
    expect((await runIn(project({ 'a.ts': '' }), ['--format', 'json'])).out).toBe('[]\n')
  })
})

describe('stylish', () => {
  it('is ESLint’s', async () => {
    const { out } = await runIn(project({ 'a.ts': text }), ['-f', 'stylish'])
    expect(out).toMatch(/4:8\s+error\s+Lock taken\. Let it go\.?\s+pg-advisory-lock\/no-lock/)
  })

  it('is empty where there is nothing to say', async () => {
    expect((await runIn(project({ 'a.ts': '' }), ['-f', 'stylish'])).out).toBe('')
    expect((await runIn(project({ 'a.ts': '//advisory' }), ['-f', 'stylish'])).out).toBe('')
  })
})

describe('github', () => {
  it('writes workflow commands with relative paths and escapes', async () => {
    const folder = project({
      'src/a,b.ts': "wait(\n'advisory')\n",
      'src/c.ts': text,
      'src/d.ts': 'let 1 // pg_advisory_lock',
    })
    const { out } = await runIn(join(folder, 'src'), ['--format', 'github'])
    expect(out.split('\n').slice(0, 2)).toEqual([
      '::warning file=a%2Cb.ts,line=1,endLine=2,col=1,title=pg-advisory-lock/no-wait::Waits for ever.',
      '::error file=c.ts,line=4,endLine=4,col=8,endColumn=15,title=pg-advisory-lock/no-lock::Lock taken. Let it go.',
    ])
    expect(out).toMatch(/::error file=d\.ts,line=1,col=\d+,title=parse error::(?!Parsing)/)
    expect(out).toContain('3 findings (2 errors, 1 warning) in 3 files')
  })

  it('escapes what would end the command', async () => {
    const folder = project({ 'a:%.ts': "lock('advisory')" })
    const rule = { ...plugin.rules?.['no-lock'], meta: { messages: { call: '100 %:\r\n::error::' } } }
    const noisy = { ...plugin, rules: { ...plugin.rules, 'no-lock': rule }, configs: {} } as typeof plugin
    const { out } = await runIn(folder, ['--format', 'github', '--rule', 'no-lock'], { plugin: noisy })
    expect(out).toContain('file=a%3A%25.ts,')
    expect(out).toContain('::100 %25:%0D%0A::error::\n')
  })

  it('counts paths from the checkout', async () => {
    const folder = project({ 'src/c.ts': text })
    const { out } = await runIn(join(folder, 'src'), ['--format', 'github'], { env: { GITHUB_WORKSPACE: folder } })
    expect(out).toContain('file=src/c.ts,')
  })
})

describe('progress', () => {
  it('is silent when piped', () => {
    const written: string[] = []
    const progress = createProgress({ write: (part) => written.push(part) }, () => 1e6)
    progress.show('1/2')
    progress.clear()
    expect(written).toEqual([])
  })

  it('shows on a terminal what lasts, cut to its width, and takes it back', () => {
    const written: string[] = []
    let now = 0
    const output = { write: (part: string) => written.push(part), isTTY: true, columns: 10 }
    const progress = createProgress(output, () => now)
    progress.show('early')
    now = 600
    progress.show('linting 1/200')
    now = 650
    progress.show('too soon')
    progress.clear()
    progress.clear()
    expect(written).toEqual(['\r\u001B[Klinting 1', '\r\u001B[K'])
  })
})
