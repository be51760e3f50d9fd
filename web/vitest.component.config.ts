import { globSync } from 'node:fs'
import path from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { findInstalledChromium } from '../scripts/chromium.mjs'
import { subsetScreenFonts } from './build/cut-fonts.ts'
import { convertSfntImports } from './build/sfnt.ts'
import { applicationPlugin } from './testing/component/application.ts'

// Uses the production build of React, as the product does: React's development checks make a screen three times as slow.
process.env.NODE_ENV = 'production'

/**
 * How long a test waits for an element or a value (ms): long enough for a busy machine. `npm run mutants` sets a shorter time, because a
 * test that detects a fault usually waits for all of it.
 */
const WAIT_TIMEOUT = Number(process.env.COMPONENT_WAIT_TIMEOUT_MS ?? 30_000)

/** The files of core by the names under which they are imported. */
const CORE_MODULES = globSync('**/*.ts', { cwd: path.join(import.meta.dirname, '../core/src'), exclude: ['**/*.test.ts'] }).map(
  file => `@hudur/core/${file.replace(/\.ts$/, '')}`,
)

/**
 * Makes the frame of a test transparent. Chromium then does not draw its contents, which no component test looks at. This saves a sixth of
 * the processor time. Remove this style to watch a test in a browser with a window.
 */
const HIDE_TEST_FRAME = `document.head.append(
  Object.assign(document.createElement('style'), { textContent: 'iframe { opacity: 0 !important }' }),
)`

/** Configures the component tests: real screens in a real browser, with the real application in the process of the test runner. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [applicationPlugin(), subsetScreenFonts(), react(), tailwindcss(), convertSfntImports()],
  worker: { format: 'es', plugins: () => [convertSfntImports()] },
  // Lists all entry files, because Vite reloads the page when it discovers a new dependency during a test.
  optimizeDeps: {
    entries: [
      'src/start-backend.ts',
      'src/show-product.tsx',
      'src/**/*-worker.ts',
      'testing/component/setup.ts',
      'src/**/*.component.test.tsx',
    ],
    exclude: ['harfbuzzjs'],
    // As one chunk, core costs each worker of a screen few requests instead of a hundred. Vite does not detect changes of a package in the
    // workspace, so it bundles all dependencies again at every start. In watch mode, a change of core needs a restart.
    include: [...CORE_MODULES, 'axe-core', 'fflate', 'react-dom/server'],
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'core', test: /\/core\/src\// }] } } },
    force: true,
  },
  test: {
    name: 'component',
    include: ['src/**/*.component.test.tsx'],
    setupFiles: ['testing/component/setup.ts'],
    // The timeout is long enough for a busy machine. No test waits for it.
    testTimeout: 60_000,
    // All test files of a page share one application. Each test empties the database tables and opens a new device.
    isolate: false,
    // A project with a file of its own inherits no options.
    restoreMocks: true,
    unstubGlobals: true,
    allowOnly: false,
    maxWorkers: 2,
    // Runs after the other projects, because Vitest refuses to run projects with different numbers of workers at the same time.
    sequence: { groupOrder: 1 },
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      orchestratorScripts: [{ content: HIDE_TEST_FRAME }],
      dependencySourcemaps: false,
      testerHtmlPath: 'testing/component/page.html',
      viewport: { width: 1280, height: 800 },
      provider: playwright({
        launchOptions: {
          executablePath: findInstalledChromium() ?? '',
          // Without parallel threads of the garbage collector, the pages need a tenth less processor time.
          args: ['--no-sandbox', '--disable-gpu', '--js-flags=--single-threaded-gc'],
        },
        contextOptions: {
          // Playwright's default is 80 pixels less, so the lower edge of the test frame would lie outside the page.
          viewport: { width: 1280, height: 800 },
          locale: 'ar',
          timezoneId: 'Asia/Aden',
          reducedMotion: 'reduce',
          permissions: ['clipboard-read', 'clipboard-write'],
        },
        actionTimeout: WAIT_TIMEOUT,
      }),
      instances: [{ browser: 'chromium' }],
    },
    expect: { poll: { timeout: WAIT_TIMEOUT } },
  },
})
