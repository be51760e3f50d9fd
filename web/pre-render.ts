import { fillPage, pageValues, SAMPLE_CONTENT } from '@hudur/core'
import { type IndexHtmlTransformContext, type Plugin, runnerImport } from 'vite'

type Parts = { parts: () => Record<string, string> }

/** Renders the public page and the splash with React into the HTML files, in place of the comments that name them. */
export const preRender = (): Plugin[] => [parts(), ownStyle()]

/**
 * Puts the CSS of the public page, and of the page of an invitation, into the page itself, which saves a request before a phone shows anything. The `@font-face` rules stay in
 * an element of their own, which `splash.js` enables after the splash is shown: the fonts are ten times as large as the page.
 */
const ownStyle = (): Plugin => ({
  name: 'own-style',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { filename, bundle }) =>
      bundle && /(?:website|guest)\.html$/.test(filename)
        ? html.replace(/<link rel="stylesheet"[^>]*? href="\/([^"]+)">/, (_link, file) => inPage(styleIn(bundle, file)))
        : html,
  },
})

function styleIn(bundle: NonNullable<IndexHtmlTransformContext['bundle']>, file: string) {
  const style = bundle[file]
  if (style?.type !== 'asset') throw new Error(`the public page asks for «${file}», which was not made`)
  return String(style.source).trim()
}

function inPage(style: string) {
  const FACE = /@font-face\{[^}]*\}/g
  const faces = (style.match(FACE) ?? []).join('')
  if (faces === '') return `<style>${style}</style>`
  return `<style>${style.replace(FACE, '')}</style><style id="faces" media="not all">${faces}</style><noscript><style>${faces}</style></noscript>`
}

function parts(): Plugin {
  let isServing = false
  return {
    name: 'pre-render',
    configResolved(config) {
      isServing = config.command === 'serve'
    },
    configureServer(server) {
      // Uses the paths of the built product, because `npm run dev` has no server in front of it.
      server.middlewares.use((request, _response, next) => {
        if (request.url === '/' || request.url === '/website') request.url = '/website.html'
        next()
      })
    },
    transformIndexHtml: {
      order: 'pre',
      async handler(html) {
        const { module } = await runnerImport<Parts>('./src/site/pre-render.tsx', { root: import.meta.dirname, configFile: false })
        const pageHtml = Object.entries(module.parts()).reduce((page, [name, part]) => page.replace(`<!--${name}-->`, () => part), html)
        return isServing ? fillPage(pageHtml, pageValues(SAMPLE_CONTENT, { origin: '', hasBackups: true })) : pageHtml
      },
    },
  }
}
