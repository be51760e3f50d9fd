import localesOf from '@react-aria/optimize-locales-plugin'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { VitePWA, type VitePWAOptions } from 'vite-plugin-pwa'
import { arabicSpaces } from './arabic-spaces.ts'
import { type Bundling, groupChunks } from './chunk-groups.ts'
import { cutFonts } from './cut-fonts.ts'
import { fetchParts, modulePreload } from './fetch-parts.ts'
import { guestFonts } from './guest-fonts.ts'
import { ownImportMaps } from './import-maps.ts'
import { manifest } from './manifest.ts'
import { minifyPublic } from './minify-public.ts'
import web from './package.json' with { type: 'json' }
import { preRender } from './pre-render.ts'
import { quickLocale } from './quick-locale.ts'
import { sfnt } from './sfnt.ts'
import { startPreloads } from './start-preloads.ts'

/** The files that the service worker stores, so that the app opens without a server. The server's answers are stored by `backend/`. */
const serviceWorkerOptions: Partial<VitePWAOptions> = {
  filename: 'service-worker.js',
  // Registered by `device/shell.ts` once a user has signed in.
  injectRegister: false,
  registerType: 'prompt',
  manifestFilename: 'manifest.webmanifest',
  includeManifestIcons: false,
  manifest,
  workbox: {
    globPatterns: ['index.html', '*.{js,svg}', 'icon-*.png', 'assets/*.{js,css,wasm,woff2,ttf}', 'assets/template-*.webp'],
    globIgnores: ['assets/website-*', 'assets/i-page-*', 'service-worker.js'],
    maximumFileSizeToCacheInBytes: 4 * 1024 * 1024,
    inlineWorkboxRuntime: true,
    cleanupOutdatedCaches: true,
    clientsClaim: true,
    navigateFallback: '/index.html',
    navigateFallbackDenylist: [/^\/api(?:\/|$)/, /\.php$/, /^\/(?:website)?$/, /^\/i\//, /^\/[^/]+\.\w+$/],
    runtimeCaching: [
      {
        // The public page comes from the server. If it does not answer, the app opens and redirects to the sign-in.
        urlPattern: ({ request, url }) => request.mode === 'navigate' && /^\/(?:website)?$/.test(url.pathname),
        handler: 'NetworkOnly',
        options: { precacheFallback: { fallbackURL: '/index.html' } },
      },
    ],
  },
}

/** What HarfBuzz imports in Node only, never in a browser. */
const OF_NODE = ['module']

/** The supported browsers in the notation of the build. */
const target = web.browserslist.map(browser => browser.replace('ios_saf', 'ios').replace(' ', ''))

const bundling: Bundling = {
  // The components have class names of their own, so that nothing has to resolve conflicts of utilities.
  resolve: { alias: [{ find: /^tailwind-variants$/, replacement: 'tailwind-variants/lite' }] },
  rolldownOptions: {
    input: { index: 'index.html', website: 'website.html', 'i-page': 'guest.html' },
    external: OF_NODE,
    checks: { pluginTimings: false },
    // Reading a property of a constant has no effect. Without this, every text that names another one would be loaded.
    treeshake: { propertyReadSideEffects: false },
  },
}

export default defineConfig({
  plugins: [
    groupChunks(bundling, target),
    preRender(),
    cutFonts(),
    guestFonts(),
    localesOf.vite({ locales: ['ar', 'en'] }),
    quickLocale(),
    react(),
    tailwindcss(),
    arabicSpaces(),
    sfnt(),
    fetchParts(),
    startPreloads(),
    ownImportMaps(),
    minifyPublic(),
    VitePWA(serviceWorkerOptions),
  ],
  // Workers are modules: HarfBuzz is imported when needed, and awaits its wasm at top level.
  worker: { format: 'es', plugins: () => [sfnt()], rolldownOptions: { external: OF_NODE } },
  resolve: bundling.resolve,
  // HarfBuzz finds its wasm beside its own file.
  optimizeDeps: { exclude: ['harfbuzzjs'] },
  // No assets as data URLs: the content policy allows fonts and scripts from the same host only.
  build: {
    target,
    assetsInlineLimit: 0,
    modulePreload,
    chunkSizeWarningLimit: 900,
    // A new version downloads only the files whose content has changed.
    chunkImportMap: true,
    // For `scripts/budgets.mjs`.
    manifest: true,
    rolldownOptions: bundling.rolldownOptions,
  },
  // The proxy keeps the browser's Host header, because the server refuses changes from any other origin.
  server: { proxy: { '/api': { target: process.env.API_URL ?? 'http://127.0.0.1:3000', changeOrigin: false } } },
})
