import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Plugin, Rolldown } from 'vite'
import { withImports } from './bundle-files.ts'

const ROUTER = path.join(import.meta.dirname, 'src/app/router.tsx')
const SHELL = 'src/app/shell/shell.tsx'
const COMMENT = '<!--screens-->'
const STYLE = / *<link rel="stylesheet"[^>]*>\n/

/**
 * Tells the app's page which files it needs first, so that they are fetched with the page and not one after another: the files that its entry
 * imports in steps, as links, and those of each screen, as a list for `public/start.js`.
 */
export const startPreloads = (): Plugin => ({
  name: 'start-preloads',
  transformIndexHtml: {
    order: 'pre',
    handler: (html, { server }) => (server ? html.replace(COMMENT, dataOf({ files: [], screens: {} })) : html),
  },
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      const page = bundle['index.html']
      const entry = chunkOf(bundle, 'index.html')
      if (page?.type !== 'asset') throw new Error('the app has no page')
      const start = withImports(bundle, [entry.fileName, ...entry.dynamicImports])
      const html = String(page.source)
      const links = [...start].filter(file => !html.includes(`href="/${file}"`) && file !== entry.fileName).map(linkOf)
      if (links.length === 0) throw new Error('the entry of the app imports nothing in steps')
      const screens = readScreens(readFileSync(ROUTER, 'utf8')).map(({ address, module, hasShell }) => {
        const chunks = [module, ...(hasShell ? [SHELL] : [])].map(name => chunkOf(bundle, name).fileName)
        return { address, files: [...withImports(bundle, chunks)].filter(file => !start.has(file)) }
      })
      const files = [...new Set(screens.flatMap(screen => screen.files))]
      const numbered = Object.fromEntries(screens.map(screen => [screen.address, screen.files.map(file => files.indexOf(file))]))
      page.source = html
        .replace(COMMENT, () => dataOf({ files: files.map(file => `/${file}`), screens: numbered }))
        .replace(STYLE, () => links.join(''))
        // A style sheet in the head would delay the splash, which has its own style.
        .replace('    <div id="root">', root => `${STYLE.exec(html)![0]}${root}`)
    },
  },
})

const dataOf = (data: object) => `<script id="screens" type="application/json">${JSON.stringify(data)}</script>`

const linkOf = (file: string) => `    <link rel="modulepreload" crossorigin href="/${file}">\n`

function chunkOf(bundle: Rolldown.OutputBundle, module: string): Rolldown.OutputChunk {
  const found = Object.values(bundle).find(file => file.type === 'chunk' && file.facadeModuleId?.endsWith(`/${module}`))
  if (found?.type !== 'chunk') throw new Error(`«${module}» has no chunk of its own.`)
  return found
}

type Screen = { address: string; module: string; hasShell: boolean }

/** Reads from the source of the router which module shows each address. Throws when it finds a screen for some addresses only. */
export function readScreens(source: string): Screen[] {
  const modules = new Map(
    [...source.matchAll(/const (\w+) = lazyPart\(\s*async \(\) => \(await import\('([^']+)'\)/g)].map(([, name, file]) => [name, file]),
  )
  const addresses = [...source.matchAll(/path: '(\/[^_'][^']*)'/g)]
  return addresses.map(({ 1: address = '', index }, at) => {
    const place = source.slice(index, addresses[at + 1]?.index)
    const module = modules.get([...place.matchAll(/<(\w+Screen)\b/g)].at(0)?.[1] ?? '')
    if (module === undefined) throw new Error(`the router shows no screen at «${address}» that the build can find`)
    return { address, module: path.posix.join('src/app', module), hasShell: /audience: '(?!signed-out)/.test(place) }
  })
}
