import localesOf from '@react-aria/optimize-locales-plugin'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { moveSpaceToArabicFonts } from './build/arabic-spaces.ts'
import { type BundlingOptions, groupChunks } from './build/chunk-groups.ts'
import { subsetScreenFonts } from './build/cut-fonts.ts'
import { fetchFilesBeforeImport, modulePreloadOptions } from './build/fetch-parts.ts'
import { addGuestFonts } from './build/guest-fonts.ts'
import { reduceImportMaps } from './build/import-maps.ts'
import { keepNeededCalendars, omitInfiniteQueries, omitUmmAlQuraTable, replaceSlowLocaleCheck } from './build/library-patches.ts'
import { minifyPublicScripts } from './build/minify-public.ts'
import { preRender } from './build/pre-render.ts'
import { buildServiceWorker } from './build/service-worker-build.ts'
import { convertSfntImports } from './build/sfnt.ts'
import { splitTexts } from './build/split-texts.ts'
import { addStartPreloads } from './build/start-preloads.ts'
import web from './package.json' with { type: 'json' }

/** The modules that HarfBuzz imports only in Node, never in a browser. */
const NODE_ONLY_MODULES = ['module']

/** The supported browsers, in the notation of the option `build.target`. */
const browserTargets = web.browserslist.map(browser => browser.replace('ios_saf', 'ios').replace(' ', ''))

const bundling: BundlingOptions = {
  // The smaller variant of `tailwind-variants` does not resolve conflicting utility classes. The components do not need that.
  resolve: { alias: [{ find: /^tailwind-variants$/, replacement: 'tailwind-variants/lite' }] },
  rolldownOptions: {
    input: { index: 'index.html', website: 'website.html', 'i-page': 'guest.html' },
    external: NODE_ONLY_MODULES,
    checks: { pluginTimings: false },
    // Tells the bundler that reading a property has no side effect. Without this option, a text constant that refers to another one would
    // keep that one in the bundle.
    treeshake: { propertyReadSideEffects: false },
  },
}

export default defineConfig({
  plugins: [
    groupChunks(bundling, browserTargets),
    splitTexts(),
    preRender(),
    subsetScreenFonts(),
    addGuestFonts(),
    localesOf.vite({ locales: ['ar', 'en'] }),
    replaceSlowLocaleCheck(),
    keepNeededCalendars(),
    omitUmmAlQuraTable(),
    omitInfiniteQueries(),
    react(),
    tailwindcss(),
    moveSpaceToArabicFonts(),
    convertSfntImports(),
    fetchFilesBeforeImport(),
    addStartPreloads(),
    reduceImportMaps(),
    minifyPublicScripts(),
    buildServiceWorker(),
  ],
  // Workers are built as ES modules, because HarfBuzz awaits its wasm file at the top level of a module.
  worker: { format: 'es', plugins: () => [convertSfntImports()], rolldownOptions: { external: NODE_ONLY_MODULES } },
  resolve: bundling.resolve,
  // HarfBuzz loads its wasm file from the folder of its own module, so it must not be moved into the cache of pre-bundled dependencies.
  optimizeDeps: { exclude: ['harfbuzzjs'] },
  // Assets are not inlined as data URLs, because the Content-Security-Policy allows fonts and scripts from the same host only.
  build: {
    target: browserTargets,
    assetsInlineLimit: 0,
    modulePreload: modulePreloadOptions,
    chunkSizeWarningLimit: 900,
    // An import map with hashed file names lets browsers download only the files whose content has changed.
    chunkImportMap: true,
    // `scripts/budgets.mjs` reads the manifest.
    manifest: true,
    rolldownOptions: bundling.rolldownOptions,
  },
  // The proxy forwards the browser's Host header, because the server refuses changing requests from another origin.
  server: { proxy: { '/api': { target: process.env.API_URL ?? 'http://127.0.0.1:3000', changeOrigin: false } } },
})
