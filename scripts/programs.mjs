// What the programs of fixtures/proofs run with: a PostgreSQL server and the drivers, listed there with a lockfile.
import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { installPackages } from './packages.mjs'

const folder = fileURLToPath(new URL('../fixtures/proofs', import.meta.url))

/** @returns whether all is there; otherwise what is missing has been printed */
export function installPrograms() {
  // Without the scripts of the packages, which would download more than the registry has.
  const isThere = installPackages(folder, ['--ignore-scripts']) && generatePrismaClient()
  if (!isThere) console.error('What the proofs run with could not be installed (npm ci in fixtures/proofs).')
  return isThere
}

function generatePrismaClient() {
  if (existsSync(join(folder, 'node_modules/.prisma/client/index.js'))) return true
  // `prisma generate` looks for a program that it doesn't run, and would download it from elsewhere.
  const temporary = mkdtempSync(join(tmpdir(), 'pg-advisory-lock-prisma-'))
  const isWindows = process.platform === 'win32'
  const engine = join(temporary, isWindows ? 'engine.cmd' : 'engine')
  writeFileSync(engine, isWindows ? '@exit /b 0\n' : '#!/bin/sh\nexit 0\n')
  chmodSync(engine, 0o755)
  const env = { ...process.env, PRISMA_SCHEMA_ENGINE_BINARY: engine, CHECKPOINT_DISABLE: '1' }
  const args = ['node_modules/prisma/build/index.js', 'generate', '--schema', 'prisma/schema.prisma']
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8', env })
  rmSync(temporary, { recursive: true })
  if (status !== 0) console.error(stderr)
  return status === 0
}
