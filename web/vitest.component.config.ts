import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { installedChromium } from '../scripts/chromium.mjs'
import { cutFonts } from './cut-fonts.ts'
import { sfnt } from './sfnt.ts'
import { application } from './testing/component/application.ts'

/** Runs component tests: real screens in a real browser, with the real application in the process of the test runner. */
// Production mode as in the build: React's development checks make a screen three times as slow.
process.env.NODE_ENV = 'production'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [application(), cutFonts(), react(), tailwindcss(), sfnt()],
  worker: { format: 'es', plugins: () => [sfnt()] },
  // All entries are listed: a dependency found later would reload the page during a test.
  optimizeDeps: {
    entries: [
      'src/start-backend.ts',
      'src/show-product.tsx',
      'src/**/*-worker.ts',
      'testing/component/setup.ts',
      'src/**/*.component.test.tsx',
    ],
    exclude: ['harfbuzzjs'],
    include: ['axe-core', 'fflate', 'react-dom/server'],
  },
  test: {
    name: 'component',
    include: ['src/**/*.component.test.tsx'],
    setupFiles: ['testing/component/setup.ts'],
    // Long enough for a busy machine: no test depends on this time.
    testTimeout: 60_000,
    // Each page has one application for all of its files. Each test empties the tables and opens a device of its own.
    isolate: false,
    maxWorkers: 2,
    // After the other projects, because Vitest refuses to run projects with different numbers of workers side by side.
    sequence: { groupOrder: 1 },
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      dependencySourcemaps: false,
      testerHtmlPath: 'testing/component/page.html',
      viewport: { width: 1280, height: 800 },
      provider: playwright({
        launchOptions: { executablePath: installedChromium() ?? '', args: ['--no-sandbox', '--disable-gpu'] },
        contextOptions: {
          locale: 'ar',
          timezoneId: 'Asia/Aden',
          reducedMotion: 'reduce',
          permissions: ['clipboard-read', 'clipboard-write'],
        },
        actionTimeout: 30_000,
      }),
      instances: [{ browser: 'chromium' }],
    },
    expect: { poll: { timeout: 30_000 } },
  },
})
