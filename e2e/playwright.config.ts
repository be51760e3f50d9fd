import { defineConfig } from '@playwright/test'

/** The browser itself asks no host but ours, and asks nobody while it starts. */
const FLAGS = [
  '--no-sandbox',
  // Letters fitted to the pixels as a desktop does it, whatever the headless shell would choose.
  '--font-render-hinting=slight',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // A camera that is not allowed: the tests of scanning start phones of their own, where it is.
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream=deny',
]

/** Files with tests of half a minute: begun first, so that none of them runs alone at the end. */
const LONG = /(engines|story|rendering|offline|offline-people|screens)\.spec\.ts$/

export default defineConfig({
  testDir: '.',
  snapshotPathTemplate: '{testDir}/golden/{arg}{ext}',
  fullyParallel: true,
  forbidOnly: true,
  // A test waits for about half its time: more than there are cores.
  workers: 3,
  projects: [
    { name: 'long', testMatch: LONG },
    { name: 'short', testIgnore: LONG },
  ],
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ? [['list'], ['json']] : 'list',
  use: {
    // The splash has tests of its own.
    contextOptions: { reducedMotion: 'reduce' },
    locale: 'ar',
    // What stands between a page and its network has tests of its own, which allow it.
    serviceWorkers: 'block',
    permissions: ['clipboard-read', 'clipboard-write'],
    timezoneId: 'Asia/Aden',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
      args: FLAGS,
      // Where a machine names no locale, Chromium saves every file with an Arabic name as «download».
      env: { ...process.env, LC_ALL: 'C.UTF-8' } as Record<string, string>,
    },
    screenshot: 'only-on-failure',
    // A trace costs a third of a test's time: `npm run e2e -- NAME --trace on` records one.
    trace: 'off',
  },
})
