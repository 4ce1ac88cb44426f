// The live tests: the packed plugin in its hosts, which test/live lists with a lockfile of its own. Installs the hosts
// where they aren't, then tests what is built. `npm run test:live` builds first. Arguments go to vitest.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { installPackages } from './packages.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))

if (!installPackages(fileURLToPath(new URL('../test/live', import.meta.url)))) {
  console.error(
    'The hosts of the live tests could not be installed (npm ci in test/live): they come from the registry.',
  )
  console.error('SKIP_LIVE=1 leaves the live tests out.')
  process.exit(1)
}

const vitest = fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url))
const args = [vitest, 'run', '--config', 'test/live/vitest.config.ts', ...process.argv.slice(2)]
process.exitCode = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' }).status ?? 1
