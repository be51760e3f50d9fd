import os from 'node:os'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // Vitest leaves one core free by default; on two cores that runs one file at a time, while much of the time is spent waiting.
    maxWorkers: Math.max(2, os.availableParallelism() - 1),
    projects: [
      { test: { name: 'core', include: ['core/src/**/*.test.ts'] } },
      {
        test: {
          name: 'api',
          include: ['api/src/**/*.test.ts'],
          globalSetup: 'api/testing/postgres-server.ts',
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'web',
          include: ['web/src/**/*.test.{ts,tsx}'],
          exclude: ['**/*.component.test.tsx'],
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
      'web/vitest.component.config.ts',
    ],
  },
})
