import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import helmet, { type HelmetOptions } from 'helmet'

type SecurityHeaderOptions = {
  isHttps: boolean
  /** Sources of the content security policy, from `importMapSources`. */
  importMaps: readonly string[]
}

const helmetOptions = ({ isHttps, importMaps }: SecurityHeaderOptions): HelmetOptions => ({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      'default-src': ["'self'"],
      'script-src': ["'self'", "'wasm-unsafe-eval'", ...importMaps],
      'worker-src': ["'self'"],
      'img-src': ["'self'", 'data:', 'blob:'],
      'style-src': ["'self'", "'unsafe-inline'"],
      'connect-src': ["'self'"],
      'object-src': ["'none'"],
      'base-uri': ["'self'"],
      'form-action': ["'self'"],
      'frame-ancestors': ["'none'"],
      // Over plain http this directive would make a phone on the same network show a blank page.
      ...(isHttps && { 'upgrade-insecure-requests': [] }),
    },
  },
  strictTransportSecurity: isHttps,
  crossOriginOpenerPolicy: isHttps,
  originAgentCluster: isHttps,
  // These headers concern only Internet Explorer and Flash. Without them responses are smaller on slow networks.
  xDownloadOptions: false,
  xPermittedCrossDomainPolicies: false,
  xDnsPrefetchControl: false,
  xXssProtection: false,
})

/** Returns policy sources that allow the import maps, the only inline scripts, in the pages of a built site. */
export function importMapSources(siteFolder: string): string[] {
  const pages = readdirSync(siteFolder).filter(file => file.endsWith('.html'))
  const maps = pages.flatMap(
    page => /<script type="importmap"[^>]*>([\s\S]*?)<\/script>/.exec(readFileSync(path.join(siteFolder, page), 'utf8'))?.[1] ?? [],
  )
  return maps.map(map => `'sha256-${createHash('sha256').update(map).digest('base64')}'`)
}

/** Returns all security headers by name. They do not depend on the request, so helmet is called once. */
export function securityHeaders(security: SecurityHeaderOptions): Record<string, string> {
  const headers: Record<string, string> = {}
  const response = {
    setHeader: (name: string, value: string) => Object.assign(headers, { [name.toLowerCase()]: value }),
    removeHeader: () => {},
  }
  helmet(helmetOptions(security))({} as IncomingMessage, response as unknown as ServerResponse, (error?: unknown) => {
    if (error) throw error
  })
  return headers
}

/** Sends these headers with every response. Hooks of every request take callbacks: an async one would cost each a promise. */
export function sendSecurityHeaders(app: FastifyInstance, headers: Record<string, string>) {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers)
    done()
  })
}
