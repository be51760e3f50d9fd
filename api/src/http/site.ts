import fastifyStatic from '@fastify/static'
import { Refusal } from '@hudur/core'
import type { FastifyInstance } from 'fastify'

const YEAR = 31_536_000_000

/** What is asked for as a call and not as a page. */
const isCall = (url: string) => /^\/api(?:\/|$)|\.php$/i.test(url.replace(/\?.*$/, ''))

/** What is asked for by a file's name: screens have none with a dot. */
const isFile = (url: string) => /\.[^/]*$/.test(url.replace(/\?.*$/, ''))

/**
 * Serves the built site from `folder`. Its hashed files never change; the shell is asked for every time, and answers every path of
 * the site, whatever the caller accepts. A missing file is the shell only for a browser that opens it as a page. Unknown calls answer JSON, never the shell.
 */
export async function serveSite(app: FastifyInstance, folder: string | undefined) {
  if (folder !== undefined) {
    await app.register(fastifyStatic, {
      root: folder,
      wildcard: false,
      index: false,
      // Made at build, beside each file worth it.
      preCompressed: true,
      globIgnore: ['website.html*'],
      setHeaders: (reply, path) => {
        reply.header('cache-control', path.includes('/assets/') ? `public, max-age=${YEAR / 1000}, immutable` : 'no-cache')
      },
    })
  }
  app.setNotFoundHandler((request, reply) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    const wantsPage = !isFile(request.url) || request.headers.accept?.includes('text/html')
    if (folder === undefined || !isRead || isCall(request.url) || !wantsPage) throw new Refusal('not-found')
    return reply.sendFile('index.html')
  })
}
