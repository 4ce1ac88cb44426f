// Runs the built bin: on the arguments given, or on fixtures/swarm to show what findings look like.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const bin = fileURLToPath(new URL('../dist/src/cli/bin.js', import.meta.url))
const args = process.argv.slice(2)

/** @returns the exit code: 0 clean, 1 findings, 2 crash or wrong usage */
function runBin(cwd, binArgs) {
  return spawnSync(process.execPath, [bin, ...binArgs], { cwd, stdio: 'inherit' }).status ?? 2
}

if (args.length > 0) {
  // npm runs scripts in the package's folder; paths were written where the user stands.
  process.exitCode = runBin(process.env.INIT_CWD ?? process.cwd(), args)
} else {
  const code = runBin(root, ['fixtures/swarm'])
  if (code <= 1) console.log('These findings are expected: fixtures/swarm holds the faults on purpose.')
  process.exitCode = code <= 1 ? 0 : code
}
