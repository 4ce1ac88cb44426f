// The proofs: what the rules say of a database, run on one. Installs the server and the drivers, which fixtures/proofs
// lists with a lockfile of its own, and runs test/proofs. `--update` writes what was seen into the pages of the rules.
// Other arguments go to vitest.
import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { installPackages } from './packages.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const programs = fileURLToPath(new URL('../fixtures/proofs', import.meta.url))

// Without the scripts of the packages, which would download more than the registry has.
if (!installPackages(programs, ['--ignore-scripts']) || !generatePrismaClient()) {
  console.error('What the proofs run with could not be installed (npm ci in fixtures/proofs).')
  console.error('SKIP_PROOFS=1 leaves the proofs out of `npm cit`.')
  process.exit(1)
}

const args = process.argv.slice(2)
const isUpdate = args.includes('--update')
const vitest = join(root, 'node_modules/vitest/vitest.mjs')
const { status } = spawnSync(
  process.execPath,
  [vitest, 'run', '--config', 'test/proofs/vitest.config.ts', ...args.filter((arg) => arg !== '--update')],
  { cwd: root, stdio: 'inherit', env: { ...process.env, ...(isUpdate ? { UPDATE_PROOFS: '1' } : {}) } },
)
process.exitCode = status ?? 1

/** @returns whether the client is there */
function generatePrismaClient() {
  if (existsSync(join(programs, 'node_modules/.prisma/client/index.js'))) return true
  // `prisma generate` looks for a program that it doesn't run, and would download it from elsewhere.
  const folder = mkdtempSync(join(tmpdir(), 'pg-advisory-lock-prisma-'))
  const engine = join(folder, process.platform === 'win32' ? 'engine.cmd' : 'engine')
  writeFileSync(engine, process.platform === 'win32' ? '@exit /b 0\n' : '#!/bin/sh\nexit 0\n')
  chmodSync(engine, 0o755)
  const { status, stderr } = spawnSync(
    process.execPath,
    ['node_modules/prisma/build/index.js', 'generate', '--schema', 'prisma/schema.prisma'],
    {
      cwd: programs,
      encoding: 'utf8',
      env: {
        ...process.env,
        PRISMA_SCHEMA_ENGINE_BINARY: engine,
        CHECKPOINT_DISABLE: '1',
        PRISMA_HIDE_UPDATE_MESSAGE: '1',
      },
    },
  )
  rmSync(folder, { recursive: true })
  if (status !== 0) console.error(stderr)
  return status === 0
}
