import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Plugin } from 'vite'
import { collectImportedChunks, findChunkOfModule } from './bundle-files.ts'
import { IMPORT_MAP_PATTERN } from './import-maps.ts'

const ROUTES_FILE = path.join(import.meta.dirname, '../src/app/routes.tsx')
const SHELL_MODULE = 'src/app/shell/shell.tsx'
const SCREENS_PLACEHOLDER = '<!--screens-->'
/**
 * Tells Chromium (from version 136) to compile all functions of a file in another thread while it is downloaded. Compiling each at its
 * first call takes a tenth of the main thread's time until a screen is shown.
 */
const COMPILE_HINT = '//# allFunctionsCalledOnLoad\n'
const STYLE_SHEET_LINK_PATTERN = / *<link rel="stylesheet"[^>]*>\n/

/** Adds preload links for the entry to `index.html`, and a JSON list of each screen's files, which `public/start.js` preloads. */
export const addStartPreloads = (): Plugin => ({
  name: 'start-preloads',
  transformIndexHtml: {
    order: 'pre',
    handler: (html, { server }) => (server ? html.replace(SCREENS_PLACEHOLDER, createScreensScript({ files: [], screens: {} })) : html),
  },
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      const page = bundle['index.html']
      const entry = findChunkOfModule(bundle, 'index.html')
      if (page?.type !== 'asset') throw new Error('the app has no page')
      const start = collectImportedChunks(bundle, [entry.fileName, ...entry.dynamicImports])
      const html = String(page.source)
      const [importMap] = IMPORT_MAP_PATTERN.exec(html) ?? []
      if (importMap === undefined) throw new Error('the page of the app has no import map')
      const links = [...start].filter(file => !html.includes(`href="/${file}"`) && file !== entry.fileName).map(createModulePreloadLink)
      if (links.length === 0) throw new Error('the entry of the app imports nothing in steps')
      const screens = readScreens(readFileSync(ROUTES_FILE, 'utf8')).map(({ address, module, hasShell }) => {
        const chunks = [module, ...(hasShell ? [SHELL_MODULE] : [])].map(name => findChunkOfModule(bundle, name).fileName)
        return { address, files: [...collectImportedChunks(bundle, chunks)].filter(file => !start.has(file)) }
      })
      const files = [...new Set(screens.flatMap(screen => screen.files))]
      for (const file of [...start, ...files]) {
        const chunk = bundle[file]
        if (chunk?.type === 'chunk') chunk.code = COMPILE_HINT + chunk.code
      }
      const numbered = Object.fromEntries(screens.map(screen => [screen.address, screen.files.map(file => files.indexOf(file))]))
      page.source = html
        // The import map moves before `start.js`: browsers ignore the entries of a map for modules that they have already loaded.
        .replace(importMap, '')
        .replace(SCREENS_PLACEHOLDER, () => importMap + createScreensScript({ files: files.map(file => `/${file}`), screens: numbered }))
        .replace(STYLE_SHEET_LINK_PATTERN, () => links.join(''))
        // The style sheet moves behind the splash screen, which has a style of its own: in the head it would delay the splash screen.
        .replace('    <div id="root">', root => `${STYLE_SHEET_LINK_PATTERN.exec(html)![0]}${root}`)
    },
  },
})

const createScreensScript = (data: object) => `<script id="screens" type="application/json">${JSON.stringify(data)}</script>`

const createModulePreloadLink = (file: string) => `    <link rel="modulepreload" crossorigin href="/${file}">\n`

type RouteScreen = { address: string; module: string; hasShell: boolean }

/** Reads the path and the module of each screen from the source code of the router. Throws an error when it finds no module for a path. */
export function readScreens(source: string): RouteScreen[] {
  const modules = new Map(
    [...source.matchAll(/const (\w+) = lazyComponent\(\s*async \(\) => \(await import\('([^']+)'\)/g)].map(([, name, file]) => [
      name,
      file,
    ]),
  )
  const addresses = [...source.matchAll(/path: '(\/[^_'][^']*)'/g)]
  return addresses.map(({ 1: address = '', index }, at) => {
    const place = source.slice(index, addresses[at + 1]?.index)
    const module = modules.get([...place.matchAll(/<(\w+Screen)\b/g)].at(0)?.[1] ?? '')
    if (module === undefined) throw new Error(`the router shows no screen at «${address}» that the build can find`)
    return { address, module: path.posix.join('src/app', module), hasShell: /audience: '(?!signed-out)/.test(place) }
  })
}
