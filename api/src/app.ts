import cookie from '@fastify/cookie'
import { API, contract } from '@hudur/core'
import Fastify, { type FastifyServerOptions } from 'fastify'
import { accountService } from './accounts/service.ts'
import { activityService } from './activity/service.ts'
import { databaseProbe } from './connection/probe.ts'
import { connectionService } from './connection/service.ts'
import type { Deps } from './deps.ts'
import type { Disk } from './disk.ts'
import { answerErrors, readJsonOnly, refuseWithoutHost, unreadableRequests } from './http/answers.ts'
import { type ConnectionLimits, connections } from './http/connections.ts'
import { serveDocumentation } from './http/documentation.ts'
import { believed, type Proxies, readAddressesWithPorts, warnOfUnknownProxy } from './http/forwarding.ts'
import { largeCalls } from './http/large-calls.ts'
import { limits } from './http/limits.ts'
import { discreet } from './http/log.ts'
import { type BackupFigures, createMetrics } from './http/metrics.ts'
import { serveOperations } from './http/operations.ts'
import { refuseOtherOrigins } from './http/origin.ts'
import { refuseUnderPressure } from './http/pressure.ts'
import { refuseWithoutRoom } from './http/room.ts'
import { securityHeaders, sendSecurityHeaders } from './http/security-headers.ts'
import { serve } from './http/serve.ts'
import { sessions } from './http/sessions.ts'
import { serveSite } from './http/site.ts'
import { serveWebsite } from './http/website.ts'
import { invitationService } from './invitations/service.ts'
import { messageService } from './messages/service.ts'
import { requestService } from './requests/service.ts'
import { scanningService } from './scanning/service.ts'
import type { Content } from './site/content-file.ts'

/** Everything the server touches outside itself. */
export type AppOptions = Deps & {
  /** The calling code of telephone numbers written without one: digits alone. */
  defaultCountry: string
  /** The address people scope the site by, where it is not the server's own. */
  publicUrl?: URL | undefined
  /** The folder of the built site; without one only the API answers. */
  siteFolder?: string | undefined
  /** What the public page says; without it there is no public page. */
  content?: Content | undefined
  /** The proxies before this server. */
  trustProxy?: Proxies | undefined
  /** Whether callers that ask too often are refused. */
  rateLimit?: boolean | undefined
  /** Whether requests are refused while the event loop is hopelessly behind: not in tests, which share a machine with much else. */
  refusesUnderPressure?: boolean | undefined
  /** Opens /metrics to others than this machine. */
  metricsToken?: string | undefined
  /** How old the newest backup is, in seconds, and how many failed; without it none are made here. */
  backups?: BackupFigures | undefined
  /** How many connections may be open and how slow they may be, where that is not what the server takes by itself. */
  connections?: Partial<ConnectionLimits> | undefined
  /** What is known of the disk where the data is; without it there is always room. */
  disk?: Disk | undefined
  logger?: FastifyServerOptions['logger']
}

/** The body limit where an endpoint names none, in bytes. */
const BODY_LIMIT = 64 * 1024

/** Also accepts a doubled prefix (`/api/api/…`) and the bare form (`/users/list.php`). */
const rewrite = (url = '/') => url.replace(/^(?:\/api)+(?=\/)/, API).replace(/^(?!\/api\/)(?=\/[^?]*\.php(?:\?|$))/, API)

/** The whole server, not yet listening. */
export async function createApp({
  logger = false,
  rateLimit = true,
  refusesUnderPressure = true,
  trustProxy,
  defaultCountry,
  ...deps
}: AppOptions) {
  const opened = connections(deps.connections)
  const isHttps = deps.publicUrl?.protocol === 'https:'
  const headers = securityHeaders({ isHttps })
  const app = Fastify({
    serverFactory: opened.serverFactory,
    logger: typeof logger === 'object' ? discreet(logger) : logger,
    trustProxy: believed(trustProxy),
    bodyLimit: BODY_LIMIT,
    rewriteUrl: request => rewrite(request.url),
    ...unreadableRequests(headers),
  })
  sendSecurityHeaders(app, headers)
  refuseWithoutHost(app)
  await app.register(cookie)
  app.decorateRequest('actor', null)
  app.decorateRequest('largeCall', null)
  readJsonOnly(app)
  answerErrors(app)
  refuseOtherOrigins(app, deps.publicUrl)
  if (trustProxy === undefined) warnOfUnknownProxy(app)
  else readAddressesWithPorts(app)
  if (refusesUnderPressure) refuseUnderPressure(app)
  opened.watch(app)

  const { tokenOf, ...session } = sessions(deps)
  const edge = {
    ...session,
    ...(await limits(app, { db: deps.db, now: deps.now, isOn: rateLimit, isHttps, tokenOf })),
    ofRoom: refuseWithoutRoom(deps.disk),
    largeCalls: largeCalls(),
  }
  const metrics = createMetrics(app, { db: deps.db, now: deps.now, backups: deps.backups, connections: opened.count, disk: deps.disk })
  const probe = databaseProbe(deps)
  serve(app, edge, contract.accounts, accountService(deps))
  serve(app, edge, contract.invitations, invitationService(deps))
  serve(app, edge, contract.scanning, metrics.countScans(scanningService(deps)))
  serve(app, edge, contract.requests, requestService(deps))
  serve(app, edge, contract.messages, messageService(deps))
  serve(app, edge, contract.activity, activityService(deps))
  const office = { defaultCountry, timeZone: deps.timeZone }
  serve(app, edge, contract.connection, connectionService(deps, { office, probe, content: deps.content, disk: deps.disk }))
  await serveDocumentation(app, edge)
  serveOperations(app, { probe, metrics, metricsToken: deps.metricsToken })
  if (deps.siteFolder !== undefined && deps.content)
    await serveWebsite(app, { folder: deps.siteFolder, content: deps.content, publicUrl: deps.publicUrl, backups: deps.backups })
  await serveSite(app, deps.siteFolder)
  return app
}
