import { defineConfig } from '@playwright/test'

/** Flags of Chromium. Most of them stop the browser's own requests to other hosts, also while it starts. */
const CHROMIUM_FLAGS = [
  '--no-sandbox',
  // Aligns letters to whole pixels, as desktops do. The default depends on the version of headless Chromium.
  '--font-render-hinting=slight',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Denies access to the fake camera. Tests of camera scans start other browsers, which grant access.
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream=deny',
]

// Stops Playwright from reporting the requests of service workers to the tests. No test reads these reports, and they take a tenth of the
// processor time of tests with a service worker.
process.env.PLAYWRIGHT_DISABLE_SERVICE_WORKER_NETWORK = 'yes'

/** Files with a test that takes more than ten seconds, mostly waiting. `npm test` runs them while other tests use the processor. */
const WAITING_TESTS = /(bad-connection|card-to-door|engines|screens|start)\.spec\.ts$/

export default defineConfig({
  testDir: '.',
  snapshotPathTemplate: '{testDir}/golden/{arg}{ext}',
  fullyParallel: true,
  forbidOnly: true,
  // A test waits for part of its time, so there is one worker more than cores. With four workers, the
  // tests take 7 % longer and need 14 % more processor time.
  workers: 3,
  projects: [
    { name: 'waiting', testMatch: WAITING_TESTS, outputDir: 'test-results/waiting' },
    { name: 'working', testIgnore: WAITING_TESTS, outputDir: 'test-results/working' },
  ],
  // Time limits (ms) that suffice on a busy machine. No test waits until one of them expires.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ? [['list'], ['json']] : 'list',
  use: {
    // The product shows no splash with reduced motion. The tests of the splash override this option.
    contextOptions: { reducedMotion: 'reduce' },
    locale: 'ar',
    // Most tests need no service worker. The tests that need it override this option.
    serviceWorkers: 'block',
    permissions: ['clipboard-read', 'clipboard-write'],
    timezoneId: 'Asia/Aden',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
      args: CHROMIUM_FLAGS,
      // On a machine without a locale, Chromium saves every file with an Arabic name as «download».
      env: { ...process.env, LC_ALL: 'C.UTF-8' } as Record<string, string>,
    },
    // Recording a trace takes a third of a test's time. `npm run e2e -- NAME --trace on` records one.
    trace: 'off',
  },
})
