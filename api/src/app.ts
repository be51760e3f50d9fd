import cookie from '@fastify/cookie'
import { contract } from '@hudur/core/contract'
import { API_PREFIX } from '@hudur/core/wire'
import Fastify, { type FastifyRequest, type FastifyServerOptions } from 'fastify'
import { accountService } from './accounts/service.ts'
import { activityService } from './activity/service.ts'
import { readDoorReplica } from './check-in/door-replica.ts'
import { createLiveFigures } from './check-in/live.ts'
import { checkInService } from './check-in/service.ts'
import type { Deps } from './deps.ts'
import type { Disk } from './disk.ts'
import { eventService } from './events/service.ts'
import { findService } from './find/service.ts'
import { guestService } from './guests/service.ts'
import { type ConnectionLimits, manageConnections } from './http/abuse/connections.ts'
import { refuseWhenDiskIsLow } from './http/abuse/disk-space.ts'
import { removeForwardedPorts, type TrustedProxies, trustProxyOption, warnOfUnknownProxy } from './http/abuse/forwarding.ts'
import { limitLargeCalls } from './http/abuse/large-calls.ts'
import { createLimits } from './http/abuse/limits.ts'
import { limitLongAnswers } from './http/abuse/long-answers.ts'
import { refuseOtherOrigins } from './http/abuse/origin.ts'
import { refuseUnderPressure } from './http/abuse/pressure.ts'
import { boundUnreadAnswers, type UnreadLimits } from './http/abuse/unread-answers.ts'
import { compressResponses } from './http/compression.ts'
import { acceptOnlyJson, refuseRequestsWithoutHost, sendErrorsAsRefusals, unreadableRequestOptions } from './http/errors-and-bodies.ts'
import { rewriteGuestPath } from './http/guest-path.ts'
import { withoutPersonalData } from './http/log.ts'
import { serveDocumentation } from './http/routes/documentation.ts'
import { type BackupFigures, createMetrics } from './http/routes/metrics.ts'
import { serveHealthAndMetrics } from './http/routes/operations.ts'
import { serveEndpoints } from './http/routes/serve.ts'
import { serveWhatsAppWebhook } from './http/routes/whatsapp-webhook.ts'
import { importMapSources, securityHeaders, sendSecurityHeaders } from './http/security-headers.ts'
import { createLinkSessions } from './http/sessions/link-sessions.ts'
import { createSessions } from './http/sessions/sessions.ts'
import { serveGuestPages } from './http/static/guest-pages.ts'
import { serveSite } from './http/static/site.ts'
import { serveWebsite } from './http/static/website.ts'
import { createStreams, type StreamLimits } from './http/streams.ts'
import { databaseProbe } from './installation/probe.ts'
import { installationService } from './installation/service.ts'
import type { ClockState } from './installation/trusted-clock.ts'
import { removeEventContents, restoreEventContents } from './invitations/event-contents.ts'
import { invitationService } from './invitations/service.ts'
import { endOpenLinks } from './links/open-links.ts'
import { linkService } from './links/service.ts'
import { messageService } from './messages/service.ts'
import { openAccountService } from './requests/open-account.ts'
import { requestService } from './requests/service.ts'
import { publicPackages } from './sales/public-packages.ts'
import { salesService } from './sales/service.ts'
import type { ContentReader } from './site/content-file.ts'
import { trailService } from './trail/service.ts'
import { whatsappService } from './whatsapp/service.ts'
import type { WhatsAppService } from './whatsapp/settings.ts'

/** The dependencies and settings of the server. */
export type AppOptions = Deps & {
  /** The calling code, in digits only, of telephone numbers that are written without one. */
  defaultCountry: string
  /** The URL at which people open the site, when it differs from the address of the server itself. */
  publicUrl?: URL | undefined
  /** The folder of the built site. Without it the server has no pages, only the API. */
  siteFolder?: string | undefined
  /** The texts of the public page. Without them there is no public page. */
  content?: ContentReader | undefined
  /** The office's WhatsApp number. Without it, nothing of it exists. */
  whatsapp?: WhatsAppService | undefined
  /** The proxies in front of this server whose forwarding headers are trusted. */
  trustProxy?: TrustedProxies | undefined
  /** Whether rate limits apply; true by default. */
  rateLimit?: boolean | undefined
  /** Whether requests are refused while the event loop is seconds behind. Off in tests, which share their machine. */
  refusesUnderPressure?: boolean | undefined
  /** The bearer token with which other machines may read `/metrics`. */
  metricsToken?: string | undefined
  /** Returns the age of the newest backup (s) and the number of failed backups. Undefined when this process makes no backups. */
  backups?: BackupFigures | undefined
  /** Limits of connections that replace the default ones. */
  connections?: Partial<ConnectionLimits> | undefined
  /** The interval (ms) at which live figures are read without a change, in place of the default one. */
  liveInterval?: number | undefined
  /** Limits of streams that replace the default ones. */
  streams?: Partial<StreamLimits> | undefined
  /** Limits of unread answers that replace the default ones. */
  unread?: Partial<UnreadLimits> | undefined
  /** The free space of the disk with the data. Without it the disk never counts as nearly full. */
  disk?: Disk | undefined
  /** Returns by how much the clock is ahead of the newest trusted time. Without it the clock never counts as ahead. */
  clock?: (() => ClockState | undefined) | undefined
  logger?: FastifyServerOptions['logger']
}

/** The largest body (bytes) of an endpoint that has no `size`. */
const BODY_LIMIT = 64 * 1024

/** Rewrites a doubled prefix (`/api/api/…`) and a path without the prefix (`/users/list.php`) to the path of the endpoint. */
const rewriteApiPath = (url: string) =>
  url.replace(/^\/api(?:\/api)+(?=\/)/, API_PREFIX).replace(/^(?!\/api\/)(?=\/[^?]*\.php(?:\?|$))/, API_PREFIX)

/** Creates the whole server. It does not listen yet. */
export async function createApp({
  logger = false,
  rateLimit = true,
  refusesUnderPressure = true,
  trustProxy,
  defaultCountry,
  ...deps
}: AppOptions) {
  const connectionTracker = manageConnections(deps.connections)
  const isHttps = deps.publicUrl?.protocol === 'https:'
  const headers = securityHeaders({ isHttps, importMaps: deps.siteFolder === undefined ? [] : importMapSources(deps.siteFolder) })
  const app = Fastify({
    serverFactory: connectionTracker.serverFactory,
    logger: typeof logger === 'object' ? withoutPersonalData(logger) : logger,
    trustProxy: trustProxyOption(trustProxy),
    bodyLimit: BODY_LIMIT,
    rewriteUrl: request => rewriteApiPath(rewriteGuestPath(request.url ?? '/')),
    ...unreadableRequestOptions(headers),
  })
  sendSecurityHeaders(app, headers)
  refuseRequestsWithoutHost(app)
  await app.register(cookie)
  await compressResponses(app)
  const unreadBytes = boundUnreadAnswers(app, deps.unread)
  app.decorateRequest('actor', null)
  app.decorateRequest('largeCall', null)
  app.decorateRequest('admittedAt', 0)
  acceptOnlyJson(app)
  const probe = databaseProbe(deps)
  sendErrorsAsRefusals(app, probe.forget)
  refuseOtherOrigins(app, deps.publicUrl)
  if (trustProxy === undefined) warnOfUnknownProxy(app)
  else removeForwardedPorts(app)
  if (refusesUnderPressure) refuseUnderPressure(app)
  connectionTracker.watch(app)

  const live = createLiveFigures(deps, deps.liveInterval)
  app.addHook('onClose', async () => live.close())

  const link = createLinkSessions(deps)
  const openStreams = createStreams(app, deps.db.changes, { ...link, now: deps.now }, deps.streams)
  const { tokenOf, ...session } = createSessions(deps, link)
  const sessionOrLinkTokenOf = (request: FastifyRequest) => (request.actor?.link ? link.tokenOf(request) : tokenOf(request))
  const guards = {
    ...session,
    linkActorOf: link.actorOf,
    ...(await createLimits(app, { db: deps.db, now: deps.now, isOn: rateLimit, isHttps, tokenOf: sessionOrLinkTokenOf })),
    diskSpaceHooks: refuseWhenDiskIsLow(deps.disk),
    largeCalls: limitLargeCalls(),
    longAnswers: limitLongAnswers(),
    streams: openStreams,
  }
  const metrics = createMetrics(app, {
    db: deps.db,
    now: deps.now,
    backups: deps.backups,
    connections: connectionTracker.count,
    streams: openStreams.count,
    unreadBytes,
    disk: deps.disk,
    clock: deps.clock,
    whatsapp: deps.whatsapp !== undefined,
  })
  serveEndpoints(app, guards, contract.accounts, accountService({ ...deps, endLinks: endOpenLinks }))
  const eventContents = { removeContents: removeEventContents, restoreContents: restoreEventContents }
  serveEndpoints(app, guards, contract.events, eventService(deps, { live, ...eventContents }))
  serveEndpoints(
    app,
    guards,
    contract.links,
    linkService(deps, ({ actor, input }) => readDoorReplica(deps, actor, input)),
  )
  serveEndpoints(app, guards, contract.invitations, invitationService(deps))
  serveEndpoints(app, guards, contract.guests, guestService(deps))
  serveEndpoints(app, guards, contract.checkIn, checkInService(deps, metrics.countScan))
  serveEndpoints(app, guards, contract.requests, {
    ...requestService(deps),
    ...openAccountService({ ...deps, callingCode: defaultCountry }),
  })
  serveEndpoints(app, guards, contract.sales, salesService(deps, deps))
  serveEndpoints(app, guards, contract.messages, messageService(deps))
  serveEndpoints(app, guards, contract.activity, activityService(deps))
  serveEndpoints(app, guards, contract.find, findService(deps))
  serveEndpoints(app, guards, contract.trail, trailService(deps))
  const { whatsapp } = deps
  serveEndpoints(app, guards, contract.whatsapp, whatsappService({ ...deps, whatsapp, callingCode: defaultCountry }))
  const webhook = whatsapp?.config.webhook
  if (whatsapp && webhook) serveWhatsAppWebhook(app, webhook, { ...deps, whatsapp, largeCalls: guards.largeCalls })
  function office() {
    const templates = whatsapp?.config.account?.templates
    return {
      ...{ defaultCountry, timeZone: deps.timeZone, ...(deps.publicUrl && { publicOrigin: deps.publicUrl.origin }) },
      ...(templates && { whatsapp: { reminder: templates.reminder !== undefined, thanks: templates.thanks !== undefined } }),
    }
  }
  serveEndpoints(app, guards, contract.installation, installationService(deps, { ...deps, office, probe }))
  await serveDocumentation(app, guards)
  serveHealthAndMetrics(app, { probe, metrics, metricsToken: deps.metricsToken })
  if (deps.siteFolder !== undefined && deps.content)
    await serveWebsite(app, {
      ...{ folder: deps.siteFolder, content: deps.content, publicUrl: deps.publicUrl, backups: deps.backups },
      packages: publicPackages(deps.db),
    })
  if (deps.siteFolder !== undefined) serveGuestPages(app, guards, { ...deps, folder: deps.siteFolder, callingCode: defaultCountry })
  await serveSite(app, deps.siteFolder)
  return app
}
