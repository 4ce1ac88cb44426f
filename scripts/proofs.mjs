// The proofs: what the rules say of a database, run on one (test/proofs). `--update` writes what was seen into the pages
// of the rules. Other arguments go to vitest.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { installPrograms } from './programs.mjs'

if (!installPrograms()) {
  console.error('SKIP_PROOFS=1 leaves the proofs out of `npm cit`.')
  process.exit(1)
}

const root = fileURLToPath(new URL('..', import.meta.url))
const vitest = fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url))
const args = process.argv.slice(2)
const env = { ...process.env, ...(args.includes('--update') ? { UPDATE_PROOFS: '1' } : {}) }
const passed = args.filter((arg) => arg !== '--update')
const { status } = spawnSync(process.execPath, [vitest, 'run', '--config', 'test/proofs/vitest.config.ts', ...passed], {
  cwd: root,
  stdio: 'inherit',
  env,
})
process.exitCode = status ?? 1
