import cookie from '@fastify/cookie'
import helmet from '@fastify/helmet'
import { API, contract } from '@hudur/core'
import Fastify, { type FastifyServerOptions } from 'fastify'
import { accountService } from './accounts/service.ts'
import { connectionService } from './connection/service.ts'
import type { Database } from './database/database.ts'
import { answerErrors, readJsonOnly } from './http/answers.ts'
import { refuseOtherOrigins } from './http/origin.ts'
import { serve } from './http/serve.ts'
import { sessions } from './http/sessions.ts'
import { serveSite } from './http/site.ts'
import { invitationService } from './invitations/service.ts'
import { scanningService } from './scanning/service.ts'

/** Everything the server touches outside itself. */
export type Deps = {
  db: Database
  now: () => Date
  /** The address people reach the site by, where it is not the server's own. */
  publicUrl?: URL | undefined
  /** The folder of the built site; without one only the API answers. */
  siteFolder?: string | undefined
  logger?: FastifyServerOptions['logger']
}

/** The body limit where an endpoint names none, in bytes. */
const BODY_LIMIT = 64 * 1024

/** Also accepts a doubled prefix (`/api/api/…`) and the bare form (`/users/list.php`). */
const rewrite = (url = '/') => url.replace(/^(?:\/api)+(?=\/)/, API).replace(/^(?!\/api\/)(?=\/[^?]*\.php(?:\?|$))/, API)

/** The whole server, not yet listening. */
export async function createApp({ logger = false, ...deps }: Deps) {
  const app = Fastify({ logger, bodyLimit: BODY_LIMIT, rewriteUrl: request => rewrite(request.url) })
  const isHttps = deps.publicUrl?.protocol === 'https:'
  await app.register(helmet, {
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
  await app.register(cookie)
  app.decorateRequest('actor', null)
  readJsonOnly(app)
  answerErrors(app)
  refuseOtherOrigins(app, deps.publicUrl)

  const edge = sessions(deps)
  serve(app, edge, contract.accounts, accountService(deps))
  serve(app, edge, contract.invitations, invitationService(deps))
  serve(app, edge, contract.scanning, scanningService(deps))
  serve(app, edge, contract.connection, connectionService(deps))
  await serveSite(app, deps.siteFolder)
  return app
}
