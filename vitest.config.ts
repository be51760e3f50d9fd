import os from 'node:os'
import { defineConfig } from 'vitest/config'

/** How long a test may take (ms): one that hangs fails, a machine with much else to do fails none. */
const TEST_TIMEOUT = 60_000

/** How long `expect.poll` repeats (ms), for the same reason; Vitest's second is short for a slow disk. */
const poll = { timeout: 30_000 }

export default defineConfig({
  test: {
    // Vitest leaves one core free by default; on two cores that runs one file at a time, while much of the time is spent waiting.
    maxWorkers: Math.max(2, os.availableParallelism() - 1),
    // The files of a worker share its modules and load the application once. Nothing that a test replaces stays replaced after it.
    isolate: false,
    restoreMocks: true,
    // A forgotten `test.only` fails the run.
    allowOnly: false,
    unstubGlobals: true,
    projects: [
      {
        test: {
          name: 'core',
          include: ['core/src/**/*.test.ts'],
          setupFiles: 'core/testing/repeat-timeouts.ts',
          testTimeout: TEST_TIMEOUT,
          expect: { poll },
        },
      },
      {
        test: {
          name: 'api',
          include: ['api/src/**/*.test.ts'],
          exclude: ['**/*.isolated.test.ts'],
          globalSetup: 'api/testing/postgres-server.ts',
          setupFiles: ['core/testing/repeat-timeouts.ts', 'api/testing/quick-passwords.ts'],
          testTimeout: TEST_TIMEOUT,
          hookTimeout: TEST_TIMEOUT,
          expect: { poll },
        },
      },
      {
        test: {
          name: 'web',
          include: ['web/build/*.test.ts', 'web/src/**/*.test.{ts,tsx}'],
          exclude: ['**/*.component.test.tsx'],
          setupFiles: ['core/testing/repeat-timeouts.ts', 'api/testing/quick-passwords.ts'],
          testTimeout: TEST_TIMEOUT,
          hookTimeout: TEST_TIMEOUT,
          expect: { poll },
        },
      },
      {
        // The setup changes the table of guest fields, so these files share no modules with others.
        test: {
          name: 'isolated',
          include: ['api/src/**/*.isolated.test.ts'],
          isolate: true,
          setupFiles: ['core/testing/repeat-timeouts.ts', 'api/testing/private-field.ts', 'api/testing/quick-passwords.ts'],
          testTimeout: TEST_TIMEOUT,
          hookTimeout: TEST_TIMEOUT,
        },
      },
      'web/vitest.component.config.ts',
    ],
  },
})
