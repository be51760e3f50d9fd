import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { build, type Plugin, type ResolvedConfig } from 'vite'

/** The files that the service worker stores: those of the app, without those that only the public pages load. */
const APP_FILE_PATTERNS = [
  'index.html',
  'manifest.webmanifest',
  '*.{js,svg}',
  'icon-*.png',
  'assets/*.{js,css,wasm,woff2,ttf}',
  'assets/template-*.webp',
]
const OTHER_FILE_PATTERNS = ['assets/website-*', 'assets/i-page-*', 'service-worker.js']

const digestFile = (file: string) => createHash('sha256').update(readFileSync(file)).digest('base64url')

/** Lists the files that the service worker stores, with the digests of those whose names contain none. Throws without `index.html`. */
function listAppFiles(folder: string) {
  const files = APP_FILE_PATTERNS.flatMap(pattern => globSync(pattern, { cwd: folder, exclude: OTHER_FILE_PATTERNS }).sort())
  const urls = files.map(file => file.replaceAll(path.sep, '/'))
  if (!urls.includes('index.html')) throw new Error('The build has no index.html.')
  return urls.map(url => ({ url, revision: url.startsWith('assets/') ? null : digestFile(path.join(folder, url)) }))
}

/** Builds the service worker as one script, after all other files of the site. */
export const buildServiceWorker = (): Plugin => {
  let config: ResolvedConfig
  return {
    name: 'service-worker',
    apply: 'build',
    configResolved(resolved) {
      config = resolved
    },
    closeBundle: {
      order: 'post',
      sequential: true,
      async handler() {
        const { root } = config
        const { target } = config.build
        const outDir = path.resolve(root, config.build.outDir)
        await build({
          root,
          configFile: false,
          publicDir: false,
          logLevel: 'warn',
          define: { APP_FILES: JSON.stringify(listAppFiles(outDir)) },
          build: {
            target,
            outDir,
            emptyOutDir: false,
            rolldownOptions: {
              input: 'src/loading/service-worker.ts',
              output: { format: 'iife', entryFileNames: 'service-worker.js' },
            },
          },
        })
      },
    },
  }
}
