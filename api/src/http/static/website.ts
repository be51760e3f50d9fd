import { readFile } from 'node:fs/promises'
import { type AddressInfo, isIPv6 } from 'node:net'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { fillPage, type PublicPackage, publicPageValues } from '@hudur/core/site/fill-page'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ContentReader } from '../../site/content-file.ts'
import type { BackupFigures } from '../routes/metrics.ts'

const compressors = {
  br: (page: string) => promisify(brotliCompress)(page, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (page: string) => promisify(gzip)(page),
  identity: async (page: string) => Buffer.from(page),
}
type Encoding = keyof typeof compressors

const encodingFor = ({ headers }: FastifyRequest): Encoding => {
  const accepted = String(headers['accept-encoding'] ?? '')
  return /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : 'identity'
}

/** Returns the URL of the socket that received a request. The `Host` header is not used, because its sender chooses it. */
function socketUrl({ socket, server }: FastifyRequest) {
  const listening = server.server.address() as AddressInfo
  const address = (socket.localAddress ?? listening.address).replace(/^::ffff:/, '')
  return `http://${isIPv6(address) ? `[${address}]` : address}:${socket.localPort ?? listening.port}`
}

/** Returns the origin of a page's URL: the public one, otherwise that of the socket that received the request. */
export const pageOrigin = (request: FastifyRequest, publicUrl: URL | undefined) => publicUrl?.origin ?? socketUrl(request)

/** The maximum number of cached pages: one for each encoding and each address of the machine. */
const MAX_CACHED_PAGES = 12

/** Returns a function that renders and compresses a page only when no page with the same encoding and `key` is cached. */
export function pageCache() {
  const pages = new Map<string, Buffer>()
  return async (request: FastifyRequest, key: unknown, render: () => string) => {
    const encoding = encodingFor(request)
    const cacheKey = JSON.stringify([encoding, key])
    const before = pages.get(cacheKey)
    if (before) return before
    const page = await compressors[encoding](render())
    if (pages.size >= MAX_CACHED_PAGES) pages.clear()
    pages.set(cacheKey, page)
    return page
  }
}

/** Sends an HTML page. A string is compressed as the browser accepts it; a buffer of a `pageCache` is already compressed. */
export async function sendPage(request: FastifyRequest, reply: FastifyReply, page: string | Buffer) {
  const encoding = encodingFor(request)
  reply.type('text/html; charset=utf-8').header('vary', 'accept-encoding')
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.send(typeof page === 'string' ? await compressors[encoding](page) : page)
}

export type WebsiteOptions = {
  /** The folder of the built site. Its `website.html` has placeholders for the owner's texts. */
  folder: string
  content: ContentReader
  publicUrl: URL | undefined
  /** Returns the age (s) of the newest backup and the number of failed backups. Undefined when this process makes no backups. */
  backups: BackupFigures | undefined
  /** Reads the packages that the page offers. */
  packages: () => Promise<PublicPackage[]>
}

/** The age (s) up to which the newest backup counts as current after a failed backup. */
const MAX_BACKUP_AGE_S = 7200

/** Returns whether no backup has failed since the start, or the newest one is current. False when this process makes none. */
const areBackupsCurrent = (backups: BackupFigures | undefined) => {
  const { age, failures } = backups?.() ?? { age: undefined, failures: 1 }
  return failures === 0 || (age !== undefined && age < MAX_BACKUP_AGE_S)
}

/** Serves the public page at `/website`, to which `/` and `/website.html` redirect, and files for search engines. */
export async function serveWebsite(app: FastifyInstance, { folder, content, publicUrl, backups, packages }: WebsiteOptions) {
  const page = await readFile(path.join(folder, 'website.html'), 'utf8')
  const cached = pageCache()

  app.get('/website', async (request, reply) => {
    const siteContent = await content.read()
    const state = { origin: pageOrigin(request, publicUrl), hasBackups: areBackupsCurrent(backups), packages: await packages() }
    const filled = await cached(request, [state, siteContent], () => fillPage(page, publicPageValues(siteContent, state)))
    return sendPage(request, reply.header('cache-control', 'no-cache'), filled)
  })

  const redirectToWebsite = (_request: FastifyRequest, reply: FastifyReply) =>
    reply.header('cache-control', 'no-cache').redirect('/website')
  app.get('/', redirectToWebsite)
  app.get('/website.html', redirectToWebsite)

  app.get('/robots.txt', (request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .send(`User-agent: *\nDisallow: /api/\nDisallow: /i/\nAllow: /\n\nSitemap: ${pageOrigin(request, publicUrl)}/sitemap.xml\n`),
  )
  app.get('/sitemap.xml', (request, reply) => {
    // The sitemap lists the public page only, because all other pages ask search engines not to index them.
    const page = `<url><loc>${encodeURI(`${pageOrigin(request, publicUrl)}/website`)}</loc></url>`
    return reply
      .type('application/xml; charset=utf-8')
      .send(`<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n  ${page}\n</urlset>\n`)
  })
}
