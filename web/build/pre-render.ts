import path from 'node:path'
import { fillPage, publicPageValues } from '@hudur/core/site/fill-page'
import { SAMPLE_SITE_CONTENT } from '@hudur/core/site/sample-content'
import { type IndexHtmlTransformContext, type Plugin, runnerImport } from 'vite'

type PreRenderModule = { htmlByPlaceholder: () => Record<string, string> }

/** Replaces comments such as `<!--splash-->` in the HTML files by the public page and the splash screen, rendered with React. */
export const preRender = (): Plugin[] => [insertPreRenderedParts(), inlineStyles()]

/**
 * Moves the CSS of the public page and of the page of an invitation into the HTML, which saves a request. The `@font-face` rules go into a
 * disabled element, which `splash.js` enables after the splash screen: the fonts are ten times as large as the page.
 */
const inlineStyles = (): Plugin => ({
  name: 'own-style',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { filename, bundle }) =>
      bundle && /(?:website|guest)\.html$/.test(filename)
        ? html.replace(/<link rel="stylesheet"[^>]*? href="\/([^"]+)">/, (_link, file) => createStyleElements(readStyleSheet(bundle, file)))
        : html,
  },
})

function readStyleSheet(bundle: NonNullable<IndexHtmlTransformContext['bundle']>, file: string) {
  const style = bundle[file]
  if (style?.type !== 'asset') throw new Error(`the public page asks for «${file}», which was not made`)
  return String(style.source).trim()
}

function createStyleElements(style: string) {
  const FACE = /@font-face\{[^}]*\}/g
  const faces = (style.match(FACE) ?? []).join('')
  if (faces === '') return `<style>${style}</style>`
  return `<style>${style.replace(FACE, '')}</style><style id="faces" media="not all">${faces}</style><noscript><style>${faces}</style></noscript>`
}

function insertPreRenderedParts(): Plugin {
  let isServing = false
  return {
    name: 'pre-render',
    configResolved(config) {
      isServing = config.command === 'serve'
    },
    configureServer(server) {
      // Serves the public page at the paths of the built product, because `npm run dev` has no server that does so.
      server.middlewares.use((request, _response, next) => {
        if (request.url === '/' || request.url === '/website') request.url = '/website.html'
        next()
      })
    },
    transformIndexHtml: {
      order: 'pre',
      async handler(html) {
        const { module } = await runnerImport<PreRenderModule>('./src/website/pre-render.tsx', {
          root: path.join(import.meta.dirname, '..'),
          configFile: false,
        })
        const pageHtml = Object.entries(module.htmlByPlaceholder()).reduce(
          (page, [name, part]) => page.replace(`<!--${name}-->`, () => part),
          html,
        )
        return isServing ? fillPage(pageHtml, publicPageValues(SAMPLE_SITE_CONTENT, { origin: '', hasBackups: true })) : pageHtml
      },
    },
  }
}
