import { Refusal } from '@hudur/core/refusals'
import type { FastifyInstance } from 'fastify'

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

const hostOf = (origin: string) => (URL.canParse(origin) ? new URL(origin).host : undefined)

/**
 * Refuses requests that change data and come from a page of another site as `wrong-origin`. Requests with neither `Origin` nor
 * `Sec-Fetch-Site` come from programs, and are accepted.
 */
export function refuseOtherOrigins(app: FastifyInstance, publicUrl: URL | undefined) {
  app.addHook('onRequest', (request, _reply, done) => {
    if (SAFE_METHODS.has(request.method)) return done()
    const { origin, 'sec-fetch-site': site } = request.headers
    if (String(site).toLowerCase() === 'cross-site') return done(new Refusal('wrong-origin'))
    if (origin === undefined) return done()
    const host = hostOf(origin)
    done(host === undefined || (host !== request.host && host !== publicUrl?.host) ? new Refusal('wrong-origin') : undefined)
  })
}
