import { Refusal } from '@hudur/core'
import type { FastifyInstance } from 'fastify'

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

const hostOf = (origin: string) => (URL.canParse(origin) ? new URL(origin).host : undefined)

/**
 * Refuses, with `wrong-origin`, changes that a page of another site sends with the cookie of a visitor. Programs send neither `Origin` nor
 * `Sec-Fetch-Site` and are not refused.
 */
export function refuseOtherOrigins(app: FastifyInstance, publicUrl: URL | undefined) {
  app.addHook('onRequest', async request => {
    if (SAFE_METHODS.has(request.method)) return
    const { origin, 'sec-fetch-site': site } = request.headers
    if (String(site).toLowerCase() === 'cross-site') throw new Refusal('wrong-origin')
    if (origin === undefined) return
    const host = hostOf(origin)
    if (host === undefined || (host !== request.host && host !== publicUrl?.host)) throw new Refusal('wrong-origin')
  })
}
