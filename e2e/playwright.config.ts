import { defineConfig } from '@playwright/test'

/** Flags of Chromium. Most of them stop the browser's own requests to other hosts, also while it starts. */
const FLAGS = [
  '--no-sandbox',
  // Fits letters to pixels as on a desktop, independent of the headless shell's default.
  '--font-render-hinting=slight',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Denies access to the fake camera. The tests of scanning start browsers of their own that allow it.
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream=deny',
]

/** Files with tests that take half a minute or more. They start first, so that at the end no long test runs alone. */
const LONG = /(slow-line|engines|story|rendering|offline|offline-people|screens)\.spec\.ts$/

export default defineConfig({
  testDir: '.',
  snapshotPathTemplate: '{testDir}/golden/{arg}{ext}',
  fullyParallel: true,
  forbidOnly: true,
  // A test spends about half of its time waiting, so there are more workers than cores.
  workers: 4,
  projects: [
    { name: 'long', testMatch: LONG },
    { name: 'short', testIgnore: LONG },
  ],
  // Long enough for a busy machine: no test depends on these times.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ? [['list'], ['json']] : 'list',
  use: {
    // Reduced motion removes the splash, which has tests of its own.
    contextOptions: { reducedMotion: 'reduce' },
    locale: 'ar',
    // The service worker has tests of its own, which allow it.
    serviceWorkers: 'block',
    permissions: ['clipboard-read', 'clipboard-write'],
    timezoneId: 'Asia/Aden',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
      args: FLAGS,
      // On a machine without a locale, Chromium saves every file with an Arabic name as «download».
      env: { ...process.env, LC_ALL: 'C.UTF-8' } as Record<string, string>,
    },
    screenshot: 'only-on-failure',
    // A trace costs a third of a test's time: `npm run e2e -- NAME --trace on` records one.
    trace: 'off',
  },
})
