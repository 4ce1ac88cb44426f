import { defineConfig } from 'vitest/config'

// The bin loads modules when they are needed and leaves state in its process, so its tests get a process for each file.
const bin = 'test/cli/**/*.test.ts'

export default defineConfig({
  test: {
    setupFiles: ['test/setup.ts'],
    testTimeout: 20_000,
    projects: [
      {
        extends: true,
        // Nothing else keeps state between files: loading everything once per process takes half the time.
        test: { name: 'engine', include: ['test/**/*.test.ts'], exclude: [bin], isolate: false },
      },
      { extends: true, test: { name: 'bin', include: [bin] } },
    ],
  },
})
