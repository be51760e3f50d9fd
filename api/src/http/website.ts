import { readFile } from 'node:fs/promises'
import { type AddressInfo, isIPv6 } from 'node:net'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { fillPage, pageValues } from '@hudur/core'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Content } from '../site/content-file.ts'
import type { BackupFigures } from './metrics.ts'

const smaller = {
  br: (page: string) => promisify(brotliCompress)(page, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (page: string) => promisify(gzip)(page),
  identity: async (page: string) => Buffer.from(page),
}
type Encoding = keyof typeof smaller

const encodingFor = ({ headers }: FastifyRequest): Encoding => {
  const accepted = String(headers['accept-encoding'] ?? '')
  return /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : 'identity'
}

/** The address of the socket that a request came to: what its `Host` names, its sender chose. */
function addressOf({ socket, server }: FastifyRequest) {
  const listening = server.server.address() as AddressInfo
  const address = (socket.localAddress ?? listening.address).replace(/^::ffff:/, '')
  return `http://${isIPv6(address) ? `[${address}]` : address}:${socket.localPort ?? listening.port}`
}

export type Website = {
  /** The built site; its `website.html` has marks where the owner's words go. */
  folder: string
  content: Content
  publicUrl: URL | undefined
  /** How old the newest backup is, and how many failed; without it none are made here. */
  backups: BackupFigures | undefined
}

/** How old the newest of hourly backups may be, in seconds, after one has failed. */
const STALE = 7200

/** Whether hourly backups are made: also before the first one, but not while they fail. */
const makesBackups = (backups: BackupFigures | undefined) => {
  const { age, failures } = backups?.() ?? { age: undefined, failures: 1 }
  return failures === 0 || (age !== undefined && age < STALE)
}

/** How many pages are kept: one for each encoding at each address of the machine. */
const KEPT = 12

/** The public page with its owner's words in it, and what search engines ask for. The page has no path of its own but /website. */
export async function serveWebsite(app: FastifyInstance, { folder, content, publicUrl, backups }: Website) {
  const page = await readFile(path.join(folder, 'website.html'), 'utf8')
  const originOf = (request: FastifyRequest) => publicUrl?.origin ?? addressOf(request)
  const kept = new Map<string, Buffer>()

  /** Most visitors are answered with what others were: it is made again when the owner's words, the address or the backups differ. */
  async function pageFor(request: FastifyRequest, encoding: Encoding) {
    const said = await content.read()
    const origin = originOf(request)
    const hasBackups = makesBackups(backups)
    const is = JSON.stringify([encoding, origin, hasBackups, said])
    const before = kept.get(is)
    if (before) return before
    const made = await smaller[encoding](fillPage(page, pageValues(said, { origin, hasBackups })))
    if (kept.size >= KEPT) kept.clear()
    kept.set(is, made)
    return made
  }

  app.get('/website', async (request, reply) => {
    const encoding = encodingFor(request)
    const filled = await pageFor(request, encoding)
    reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').header('vary', 'accept-encoding')
    if (encoding !== 'identity') reply.header('content-encoding', encoding)
    return reply.send(filled)
  })

  const toWebsite = (_request: FastifyRequest, reply: FastifyReply) => reply.header('cache-control', 'no-cache').redirect('/website')
  app.get('/', toWebsite)
  app.get('/website.html', toWebsite)

  app.get('/robots.txt', (request, reply) =>
    reply.type('text/plain; charset=utf-8').send(`User-agent: *\nDisallow: /api/\nAllow: /\n\nSitemap: ${originOf(request)}/sitemap.xml\n`),
  )
  app.get('/sitemap.xml', (request, reply) => {
    // The other pages tell search engines to leave them out.
    const page = `<url><loc>${encodeURI(`${originOf(request)}/website`)}</loc></url>`
    return reply
      .type('application/xml; charset=utf-8')
      .send(`<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n  ${page}\n</urlset>\n`)
  })
}
