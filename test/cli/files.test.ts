import { symlinkSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { commonFolder, selectFiles, type Selection } from '../../src/cli/files.ts'
import { scanFiles } from '../../src/cli/scan.ts'
import { project } from './project.ts'

/** The paths found, relative to the project. */
function found(files: Record<string, string>, patterns: readonly string[] = ['.'], below = '.'): string[] {
  const folder = project(files)
  const cwd = join(folder, below)
  return paths(cwd, selectFiles(patterns, cwd))
}

function paths(cwd: string, { files }: Selection): string[] {
  return files.map((file) => relative(cwd, file))
}

/** Empty files of these names, and a .gitignore if there is text for it. */
function tree(names: string, ignore?: string): Record<string, string> {
  const files = Object.fromEntries(names.split(' ').map((name) => [name, '']))
  return ignore === undefined ? files : { ...files, '.gitignore': ignore }
}

describe('a folder', () => {
  it('gives what the parser reads, sorted, dotted names included', () => {
    const names = 'b.ts a.js c.cjs d.mjs e.mts f.cts g.tsx h.jsx i.json j.vue .k.ts .l/m.ts n.tsxx'
    expect(found(tree(names))).toEqual('.k.ts .l/m.ts a.js b.ts c.cjs d.mjs e.mts f.cts g.tsx h.jsx'.split(' '))
  })

  it('leaves out node_modules, .git and declarations', () => {
    expect(found(tree('a.ts a.d.ts b.d.mts c.css.d.ts node_modules/x/a.js p/node_modules/x/a.js .git/a.js'))).toEqual([
      'a.ts',
    ])
  })

  it('follows no links', () => {
    const folder = project(tree('src/a.ts'))
    symlinkSync(folder, join(folder, 'src', 'loop'))
    expect(paths(folder, selectFiles(['.'], folder))).toEqual(['src/a.ts'])
  })
})

describe('.gitignore', () => {
  it.each([
    ['a name, at any depth', 'dist', 'a.ts p/b.ts dist2/c.ts', 'dist/x.ts p/dist/x.ts'],
    ['a folder only', 'out/', 'a/out.ts p/out.ts', 'out/x.ts p/out/x.ts'],
    ['a slash at the start', '/gen', 'p/gen/a.ts', 'gen/a.ts'],
    ['a slash inside', 'p/gen', 'gen/a.ts q/p/gen/a.ts', 'p/gen/a.ts'],
    ['a star', '*.gen.ts', 'a.ts gen.ts', 'a.gen.ts p/b.gen.ts'],
    ['two stars in front', '**/gen/x', 'x.ts', 'gen/x/a.ts p/gen/x/a.ts'],
    ['two stars behind', 'gen/**', 'p/gen/b.ts', 'gen/a.ts gen/p/a.ts'],
    ['two stars inside', 'a/**/z.ts', 'z.ts', 'a/z.ts a/b/z.ts a/b/c/z.ts'],
    ['a question mark and a class', 'x?.[jt]s\ny[!0-9].ts', 'x.ts x1.cjs y1.ts', 'x1.ts x2.js ya.ts'],
    ['an exception', '*.ts\n!keep.ts', 'keep.ts p/keep.ts', 'a.ts p/b.ts'],
    ['no exception below an ignored folder', 'dist/\n!dist/keep.ts', 'a.ts', 'dist/keep.ts'],
    ['comments, blanks, CRLF', '# a.ts\r\n\r\nb.ts  \r\n', 'a.ts', 'b.ts'],
    ['escapes', '\\#a.ts\n\\!b.ts', 'a.ts b.ts', '#a.ts !b.ts'],
    ['characters that mean something else in expressions', 'a+(b).ts\n[z-a].ts\n[.ts', 'aab.ts z.ts', 'a+(b).ts [.ts'],
  ])('%s', (_, ignore, kept, ignored) => {
    expect(found(tree(`${kept} ${ignored}`, ignore))).toEqual(kept.split(' ').sort())
  })

  it('of a folder below holds there and wins', () => {
    const files = { ...tree('a.ts p/a.ts p/b.ts p/q/b.ts b.ts', 'a.ts'), 'p/.gitignore': '!a.ts\n/b.ts' }
    expect(found(files)).toEqual(['b.ts', 'p/a.ts', 'p/q/b.ts'])
  })

  it('of the repository above holds, with .git/info/exclude', () => {
    const files = { ...tree('p/src/a.ts p/src/b.ts p/src/c.ts', 'a.ts'), '.git/info/exclude': 'c.ts' }
    expect(found(files, ['src'], 'p')).toEqual(['src/b.ts'])
  })

  it('above the repository does not', () => {
    expect(found({ ...tree('repo/src/a.ts', 'a.ts'), 'repo/.git/HEAD': '' }, ['src'], 'repo')).toEqual(['src/a.ts'])
  })

  it('without a repository, holds from the current folder down', () => {
    expect(found(tree('src/a.ts src/b.ts', 'a.ts'), ['src'])).toEqual(['src/b.ts'])
    expect(found(tree('p/src/a.ts', 'a.ts'), ['src'], 'p')).toEqual(['src/a.ts'])
  })

  it('does not hold against a path that is named', () => {
    const files = tree('dist/a.ts node_modules/x/index.js', 'dist')
    expect(found(files, ['dist/a.ts'])).toEqual(['dist/a.ts'])
    expect(found(files, ['dist', 'node_modules/x'])).toEqual(['dist/a.ts', 'node_modules/x/index.js'])
  })
})

describe('a glob', () => {
  const names = 'a.ts src/b.ts src/c.test.ts src/d/e.js src/d/f.tsx pkg/x/src/g.ts pkg/y/src/h.ts dist/i.ts'
  it.each([
    ['*.ts', 'a.ts'],
    ['src/*.ts', 'src/b.ts src/c.test.ts'],
    ['./src/**', 'src/b.ts src/c.test.ts src/d/e.js src/d/f.tsx'],
    ['**/*.{js,tsx}', 'src/d/e.js src/d/f.tsx'],
    ['pkg/*/src/**/*.ts', 'pkg/x/src/g.ts pkg/y/src/h.ts'],
    ['pkg/[xz]/src/*.ts', 'pkg/x/src/g.ts'],
    ['src/**/*.@(js|tsx)', 'src/d/e.js src/d/f.tsx'],
    ['src/**/!(*.test).ts', 'src/b.ts'],
    ['src/?.ts', 'src/b.ts'],
    ['dist/*.ts', ''],
    ['{a,src/b}.ts', 'a.ts src/b.ts'],
  ])('%s', (glob, expected) => {
    expect(found(tree(names, 'dist/*'), [glob]).join(' ')).toBe(expected)
  })

  it('may lead out of the current folder', () => {
    expect(found(tree('a/x.ts b/y.ts'), ['../b/*.ts'], 'a')).toEqual(['../b/y.ts'])
  })

  it('is a path first, so that folders of routes work', () => {
    expect(found(tree('app/(auth)/[id]/a.ts'), ['app/(auth)/[id]'])).toEqual(['app/(auth)/[id]/a.ts'])
  })
})

describe('what can’t be taken', () => {
  it('is told', () => {
    const folder = project(tree('a.vue a.d.ts'))
    const { files, notices, unmatched } = selectFiles(['a.vue', 'a.d.ts', 'none', '*.ts'], folder)
    expect(files).toEqual([])
    expect(notices).toEqual([
      'a.vue: not a JavaScript or TypeScript file, left out',
      'a.d.ts: a declaration file runs nothing, left out',
    ])
    expect(unmatched).toEqual(['none', '*.ts'])
  })

  it('is taken once when it is named twice', () => {
    expect(found(tree('a.ts'), ['a.ts', '.', '*.ts'])).toEqual(['a.ts'])
  })
})

describe('the folder that ESLint works in', () => {
  it.each([
    ['/a/b', ['/a/b/c.ts'], '/a/b'],
    ['/a/b', ['/a/b/c.ts', '/a/bc/d.ts'], '/a'],
    ['/a/b', ['/x.ts'], '/'],
    ['/', ['/x/y.ts'], '/'],
  ])('%s with %s', (cwd, files, expected) => {
    expect(commonFolder(cwd, files)).toBe(expected)
  })
})

describe('the text scan', () => {
  it('finds the words in any case, as bytes', () => {
    const folder = project({
      'a.ts': 'x pg_Advisory_lock',
      'b.ts': 'ADVISORY',
      'c.ts': 'adv',
      'd.ts': 'mitSchlüssel()',
      'e.ts': `${'x'.repeat(3_000_000)}advisory`,
      'f.ts': '',
      'g.ts': 'with.lock',
      'h.ts': 'withXlock',
    })
    const files = selectFiles(['.'], folder).files
    const { hits } = scanFiles(files, ['advisory', 'mitSchlüssel', 'with.lock'], () => undefined)
    expect(hits.map((file) => relative(folder, file))).toEqual(['a.ts', 'b.ts', 'd.ts', 'e.ts', 'g.ts'])
  })

  it('tells which file can’t be read and goes on', () => {
    const folder = project({ 'b.ts': 'advisory' })
    const { hits, notices } = scanFiles([join(folder, 'a.ts'), join(folder, 'b.ts')], ['advisory'], () => undefined)
    expect(hits).toHaveLength(1)
    expect(notices[0]).toContain('ENOENT')
  })
})
