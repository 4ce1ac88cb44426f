import { availableParallelism } from 'node:os'
import { configDefaults, defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // These need packages that the root doesn't install: scripts/live.mjs, scripts/proofs.mjs.
    exclude: [...configDefaults.exclude, 'test/live/**', 'test/proofs/**'],
    setupFiles: ['test/setup.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Test files share their process: loading ESLint and TypeScript anew for each takes longer than the tests.
    isolate: false,
    // By default it leaves one core to others.
    maxWorkers: availableParallelism(),
  },
})
