import { fillPage, pageValues, SAMPLE_CONTENT } from '@hudur/core'
import { type IndexHtmlTransformContext, type Plugin, runnerImport } from 'vite'

type Parts = { parts: () => Record<string, string> }

/** Puts what React makes of the public page and the splash into the HTML files, in place of the comments that name them. */
export const preRender = (): Plugin[] => [parts(), ownStyle()]

/** The public page brings its style along: one answer less before a telephone shows anything. */
const ownStyle = (): Plugin => ({
  name: 'own-style',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { filename, bundle }) =>
      bundle && filename.endsWith('website.html')
        ? html.replace(/<link rel="stylesheet"[^>]*? href="\/([^"]+)">/g, (_link, file) => `<style>${styleIn(bundle, file)}</style>`)
        : html,
  },
})

function styleIn(bundle: NonNullable<IndexHtmlTransformContext['bundle']>, file: string) {
  const style = bundle[file]
  if (style?.type !== 'asset') throw new Error(`the public page asks for «${file}», which was not made`)
  return String(style.source).trim()
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
        return isServing ? fillPage(made, pageValues(SAMPLE_CONTENT, '')) : made
      },
    },
  }
}
