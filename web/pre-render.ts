import { fillPage, pageValues, SAMPLE_CONTENT } from '@hudur/core'
import { type IndexHtmlTransformContext, type Plugin, runnerImport } from 'vite'

type Parts = { parts: () => Record<string, string> }

/** Puts what React makes of the public page and the splash into the HTML files, in place of the comments that name them. */
export const preRender = (): Plugin[] => [parts(), ownStyle()]

/**
 * The public page brings its style along: one answer less before a telephone shows anything. The faces stand apart in it, for `splash.js`
 * to let them come once the splash is there: they are ten times what the page itself weighs.
 */
const ownStyle = (): Plugin => ({
  name: 'own-style',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { filename, bundle }) =>
      bundle && filename.endsWith('website.html')
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
      // The paths of the built product; `npm run dev` has no server before it.
      server.middlewares.use((request, _response, next) => {
        if (request.url === '/' || request.url === '/website') request.url = '/website.html'
        next()
      })
    },
    transformIndexHtml: {
      order: 'pre',
      async handler(html) {
        const { module } = await runnerImport<Parts>('./src/site/pre-render.tsx', { root: import.meta.dirname, configFile: false })
        const made = Object.entries(module.parts()).reduce((page, [name, part]) => page.replace(`<!--${name}-->`, () => part), html)
        return isServing ? fillPage(made, pageValues(SAMPLE_CONTENT, { origin: '', hasBackups: true })) : made
      },
    },
  }
}
