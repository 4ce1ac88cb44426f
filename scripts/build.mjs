// Builds dist/ from src/ and rules/ and makes the bin executable. Says nothing when all is well. Arguments go to tsc.
import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const tsc = fileURLToPath(new URL('../node_modules/typescript/bin/tsc', import.meta.url))
const bin = fileURLToPath(new URL('../dist/src/cli/bin.js', import.meta.url))

// A file that was renamed in src/ must not live on in the package.
rmSync(new URL('../dist', import.meta.url), { recursive: true, force: true })

const { status } = spawnSync(process.execPath, [tsc, '-p', 'tsconfig.build.json', ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
})
if (existsSync(bin)) chmodSync(bin, 0o755)
process.exitCode = status ?? 1
