import fastifyStatic from '@fastify/static'
import { Refusal } from '@hudur/core/refusals'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { UNDER_ANY_PRESSURE_OPTIONS } from '../abuse/pressure.ts'

const YEAR_MS = 31_536_000_000

/** Headers that only documents and workers need. HTTP/2 proxies repeat them, which costs 10 KB on a screen of 30 files. */
const DOCUMENT_HEADERS = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'referrer-policy',
  'strict-transport-security',
  'x-frame-options',
]

/** The headers for revalidation. Files with a hash in their name never change and are sent without them. */
const REVALIDATION_HEADERS = ['accept-ranges', 'etag', 'last-modified']

/** Returns whether a file of the build is neither a document nor a worker. The names of workers contain «worker». */
const isSubresource = (path: string) => /\/(?![^/]*worker)[^/]*\.(?:js|css|woff2|ttf|webp)(?:\.br|\.gz)?$/.test(path)

/** Returns whether a URL is one of an API call and not of a page. */
const isApiCall = (url: string) => /^\/api(?:\/|$)|\.php$/i.test(url.replace(/\?.*$/, ''))

/** Returns whether a URL ends in a file name. The paths of screens contain no dot. */
const hasFileName = (url: string) => /\.[^/]*$/.test(url.replace(/\?.*$/, ''))

/** Moves `cache-control` behind all others: Chromium accepts responses with headers cut off, and must not cache these. */
function moveCacheControlLast(reply: FastifyReply) {
  for (const name of REVALIDATION_HEADERS) reply.removeHeader(name)
  const caching = reply.getHeader('cache-control')
  if (caching === undefined) return
  reply.removeHeader('cache-control')
  reply.header('cache-control', caching)
}

/**
 * Serves the built site, after all other routes. Files with a hash in their name are cached for a year. The app shell (`index.html`)
 * answers every path of a screen; for a missing file only a client that accepts HTML. Files are served under any pressure, because a page
 * that lacks one script is broken.
 */
export async function serveSite(app: FastifyInstance, folder: string | undefined) {
  if (folder !== undefined) {
    app.addHook('onRoute', route => {
      route.config = { ...route.config, ...UNDER_ANY_PRESSURE_OPTIONS.config }
    })
    app.addHook('onSend', (request, reply, _payload, done) => {
      if (request.url.startsWith('/assets/')) moveCacheControlLast(reply)
      done()
    })
    await app.register(fastifyStatic, {
      root: folder,
      wildcard: false,
      index: false,
      // The build writes a compressed file beside each other file.
      preCompressed: true,
      // Compressed files get no routes, which makes a start of the server a tenth faster.
      globIgnore: ['website.html*', 'guest.html*', '**/*.{br,gz}'],
      setHeaders: (reply, path) => {
        reply.header('cache-control', path.includes('/assets/') ? `public, max-age=${YEAR_MS / 1000}, immutable` : 'no-cache')
        if (isSubresource(path)) for (const name of DOCUMENT_HEADERS) reply.removeHeader(name)
      },
    })
  }

  app.setNotFoundHandler((request, reply) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    const wantsPage = !hasFileName(request.url) || request.headers.accept?.includes('text/html')
    if (folder === undefined || !isRead || isApiCall(request.url) || !wantsPage) throw new Refusal('not-found')
    return reply.sendFile('index.html')
  })
}
