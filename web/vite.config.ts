import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { VitePWA, type VitePWAOptions } from 'vite-plugin-pwa'
import { arabicSpaces } from './arabic-spaces.ts'
import { manifest } from './manifest.ts'
import web from './package.json' with { type: 'json' }
import { preRender } from './pre-render.ts'
import { sfnt } from './sfnt.ts'

/** What is kept on a device so that the product opens there without a server. The answers of the server are not: `backend/` keeps those. */
const installed: Partial<VitePWAOptions> = {
  filename: 'service-worker.js',
  // By `device/shell.ts`, once somebody has signed in.
  injectRegister: false,
  registerType: 'prompt',
  manifestFilename: 'manifest.webmanifest',
  includeManifestIcons: false,
  manifest,
  workbox: {
    globPatterns: ['index.html', '*.{js,svg}', 'icon-*.png', 'assets/*.{js,css,wasm,woff2,ttf}'],
    globIgnores: ['assets/website-*', 'service-worker.js'],
    maximumFileSizeToCacheInBytes: 4 * 1024 * 1024,
    inlineWorkboxRuntime: true,
    cleanupOutdatedCaches: true,
    clientsClaim: true,
    navigateFallback: '/index.html',
    navigateFallbackDenylist: [/^\/api(?:\/|$)/, /\.php$/, /^\/(?:website)?$/, /^\/[^/]+\.\w+$/],
    runtimeCaching: [
      {
        // The public page is the server's; where nobody answers, the shell leads to the sign-in in its place.
        urlPattern: ({ request, url }) => request.mode === 'navigate' && /^\/(?:website)?$/.test(url.pathname),
        handler: 'NetworkOnly',
        options: { precacheFallback: { fallbackURL: '/index.html' } },
      },
    ],
  },
}

/** What HarfBuzz imports when it runs in Node, and never in a browser. */
const OF_NODE = ['module']

/** The supported browsers, as the build names them. */
const target = web.browserslist.map(browser => browser.replace('ios_saf', 'ios').replace(' ', ''))

export default defineConfig({
  plugins: [preRender(), react(), tailwindcss(), arabicSpaces(), sfnt(), VitePWA(installed)],
  // As modules: HarfBuzz is imported when it is needed, and waits for its wasm at its own top level.
  worker: { format: 'es', plugins: () => [sfnt()], rolldownOptions: { external: OF_NODE } },
  // It finds its wasm beside its own file.
  optimizeDeps: { exclude: ['harfbuzzjs'] },
  // Nothing is inlined as a data address: the content policy allows fonts and scripts from our own host only.
  build: {
    target,
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 900,
    rolldownOptions: { input: ['index.html', 'website.html'], external: OF_NODE },
  },
  // The host is kept as the browser said it: the server refuses changes from any other origin.
  server: { proxy: { '/api': { target: process.env.API_URL ?? 'http://127.0.0.1:3000', changeOrigin: false } } },
})
