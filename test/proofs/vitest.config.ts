import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

// What needs a PostgreSQL server and the drivers of fixtures/proofs/package.json: scripts/proofs.mjs installs them and
// runs this.
export default defineConfig({
  test: {
    root: fileURLToPath(new URL('../..', import.meta.url)),
    include: ['test/proofs/**/*.test.ts'],
    globalSetup: ['test/proofs/global.ts'],
    // Test files share their process: loading the plugin anew for each takes longer than many a proof.
    isolate: false,
    maxWorkers: availableParallelism(),
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
