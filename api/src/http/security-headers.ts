import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import helmet, { type HelmetOptions } from 'helmet'

const options = (isHttps: boolean): HelmetOptions => ({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      'default-src': ["'self'"],
      'script-src': ["'self'", "'wasm-unsafe-eval'"],
      'worker-src': ["'self'"],
      'img-src': ["'self'", 'data:', 'blob:'],
      'style-src': ["'self'", "'unsafe-inline'"],
      'connect-src': ["'self'"],
      'object-src': ["'none'"],
      'base-uri': ["'self'"],
      'form-action': ["'self'"],
      'frame-ancestors': ["'none'"],
      // On plain http these would make a phone on the same network see a blank page.
      ...(isHttps && { 'upgrade-insecure-requests': [] }),
    },
  },
  strictTransportSecurity: isHttps,
  crossOriginOpenerPolicy: isHttps,
  originAgentCluster: isHttps,
})

/** What helmet would set on every answer: it depends on nothing in the request, so it is asked once. */
function headersOf(isHttps: boolean) {
  const headers: Record<string, string> = {}
  const response = {
    setHeader: (name: string, value: string) => Object.assign(headers, { [name.toLowerCase()]: value }),
    removeHeader: () => {},
  }
  helmet(options(isHttps))({} as IncomingMessage, response as unknown as ServerResponse, (error?: unknown) => {
    if (error) throw error
  })
  return headers
}

/** Sends the content policy and its companions with every answer. */
export function sendSecurityHeaders(app: FastifyInstance, { isHttps }: { isHttps: boolean }) {
  const headers = headersOf(isHttps)
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(headers)
  })
}
