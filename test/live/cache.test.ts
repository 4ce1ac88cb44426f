/** ESLint's own cache and its workers: a changed helper must be seen by its callers, and each worker must find the same. */
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { caller, DB, WRAPPER } from '../modules/project.ts'
import { eslintResults } from './findings.ts'
import { makeProject, type Project } from './project.ts'

/** What the page shows is what is run; the project has the parser without the package around it. */
const CONFIG = /```js\n([\s\S]*?)```/
  .exec(readFileSync(new URL('../../docs/cache.md', import.meta.url), 'utf8'))?.[1]
  ?.replace("import tseslint from 'typescript-eslint'", "import * as parser from '@typescript-eslint/parser'")
  .replace('tseslint.parser', 'parser')

const UNLOCKED = WRAPPER.replace(/.*pg_advisory_(un)?lock.*\n/g, '')

describe('eslint', () => {
  let project: Project

  beforeAll(() => {
    project = makeProject(['eslint-10', '@typescript-eslint/parser', 'typescript'], 'module')
    project.write('eslint.config.js', CONFIG ?? '')
    project.write('src/db.ts', DB)
    project.write('src/lock.ts', WRAPPER)
    project.write('src/job.ts', caller('./lock'))
  })
  afterAll(() => project.remove())

  const found = async (...args: string[]): Promise<readonly string[]> => {
    const ran = await project.run('eslint', 'eslint', ['--format', 'json', ...args, 'src'])
    if (ran.code > 1) throw new Error(ran.stderr)
    return eslintResults(ran).flatMap(({ filePath, messages }) =>
      messages.map(({ line, ruleId, message }) => `${filePath.replace(/^.*src./, '')}:${line} ${ruleId ?? message}`),
    )
  }
  const FOUND = ['job.ts:4 pg-advisory-lock/no-network-call-while-locked']

  it('--cache looks again at the callers of a helper that changed', async () => {
    expect(await found('--cache')).toEqual(FOUND)
    expect(await found('--cache')).toEqual(FOUND)
    project.write('src/lock.ts', UNLOCKED)
    expect(await found('--cache')).toEqual([])
    project.write('src/lock.ts', WRAPPER)
    expect(await found('--cache')).toEqual(FOUND)
  })

  it('--concurrency finds the same', async () => {
    const callers = Array.from({ length: 40 }, (_, i) => `src/job${i}.ts`)
    for (const path of callers) project.write(path, caller('./lock'))
    const alone = await found('--concurrency', 'off')
    expect(alone).toHaveLength(41)
    expect(await found('--concurrency', '2')).toEqual(alone)
    expect(await found('--concurrency', '4')).toEqual(alone)
  })
})
