// Everything a change must pass: build, then the static checks two at a time, then the tests.
// Vitest runs alone and last: several tests have a time limit, and its output is the one to read.
// Under `npm cit` the live tests and the proofs follow; what they need is installed by them alone.
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { npm } from './npm.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))

const failed = []
// Without its own check of types, which the type check does anyway.
await run('build', ['scripts/build.mjs', '--noCheck'])

/** The tarball as it would be published, elsewhere: one that the user has packed here is theirs. */
const folder = mkdtempSync(join(tmpdir(), 'pg-advisory-lock-'))
const { stdout } = npm(['pack', '--json', '--pack-destination', folder], { cwd: root })
const [{ filename }] = JSON.parse(stdout)
const packed = join(folder, filename)

/** Longest first, so that the two lanes end together. */
const checks = [
  ['lint', 'eslint', 'eslint', '.', '--max-warnings', '0'],
  ['typecheck', 'typescript', 'tsc'],
  ['knip', 'knip', 'knip'],
  ['format', 'prettier', 'prettier', '--check', '.'],
  ['attw', '@arethetypeswrong/cli', 'attw', packed, '--profile', 'esm-only'],
  ['publint', 'publint', 'publint', '--strict'],
]

/** The script behind a package's bin, so that no shell and no npx stand in between. */
function binPath(packageName, bin) {
  const folder = new URL(`../node_modules/${packageName}/`, import.meta.url)
  const { bin: bins } = JSON.parse(readFileSync(new URL('package.json', folder), 'utf8'))
  return fileURLToPath(new URL(typeof bins === 'string' ? bins : bins[bin], folder))
}

/** Runs one step; its output is shown only when it fails. */
function run(name, argv) {
  const start = performance.now()
  const child = spawn(process.execPath, argv, { cwd: root })
  let output = ''
  child.stdout.on('data', (chunk) => (output += chunk))
  child.stderr.on('data', (chunk) => (output += chunk))
  return new Promise((resolve) => {
    child.on('close', (code) => {
      const seconds = ((performance.now() - start) / 1000).toFixed(1)
      console.log(`${code === 0 ? 'ok  ' : 'FAIL'} ${name} (${seconds} s)`)
      if (code !== 0) {
        failed.push(name)
        console.log(output.trimEnd().replace(/^/gm, '     '))
      }
      resolve()
    })
  })
}

const queue = [...checks]
async function lane() {
  for (let check = queue.shift(); check !== undefined; check = queue.shift()) {
    const [name, packageName, bin, ...args] = check
    await run(name, [binPath(packageName, bin), ...args])
  }
}
await Promise.all([lane(), lane()])
rmSync(folder, { recursive: true })

console.log(failed.length === 0 ? 'vitest' : `vitest (FAILED before it: ${failed.join(', ')})`)
const vitest = [binPath('vitest', 'vitest'), 'run', ...process.argv.slice(2)]
const { status } = spawnSync(process.execPath, vitest, { cwd: root, stdio: 'inherit' })
if (status !== 0) failed.push('vitest')

const isWhole = process.env.npm_command === 'install-ci-test'
for (const [name, what, leftOut] of [
  ['live', 'live tests', 'SKIP_LIVE'],
  ['proofs', 'proofs', 'SKIP_PROOFS'],
]) {
  if (!isWhole) console.log(`${what}: not part of \`npm test\`; \`npm run test:${name}\``)
  else if (process.env[leftOut]) console.log(`${what}: left out by ${leftOut}`)
  else if (spawnSync(process.execPath, [`scripts/${name}.mjs`], { cwd: root, stdio: 'inherit' }).status !== 0)
    failed.push(name)
}
process.exitCode = failed.length === 0 ? 0 : 1
