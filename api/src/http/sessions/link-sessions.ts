import { randomBytes } from 'node:crypto'
import type { Actor, ActorLink } from '@hudur/core/actor'
import type { Endpoint } from '@hudur/core/endpoint'
import { LINK_ID_HEADER } from '@hudur/core/http-backend'
import { MAX_LINK_DEVICES } from '@hudur/core/links/contract'
import { linkEndedAt, linkEndsAt, mayUploadAfterLinkEnd } from '@hudur/core/links/link-end'
import { Refusal } from '@hudur/core/refusals'
import * as texts from '@hudur/core/texts'
import { LINK_API_PREFIX } from '@hudur/core/wire'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { hashToken } from '../../database/hash-token.ts'
import type { Deps } from '../../deps.ts'
import { type LinkSession, linksIn } from '../../links/repository.ts'
import { parseUserAgent } from './user-agent.ts'

/** How long (s) the cookie outlasts the link. A door may upload offline scans for seven days. Reading the link renews it. */
const COOKIE_LIFETIME_AFTER_END_S = 8 * 86_400
/** The shortest interval (ms) between two updates of the time at which a device was last seen. */
const TOUCH_INTERVAL_MS = 60_000

/** Manages the sessions of links: a random 256-bit token in a cookie for each link, sent only to paths under `/api/link`. */
export function createLinkSessions({
  db,
  now,
  timeZone,
  publicUrl,
}: Pick<Deps, 'db' | 'now' | 'timeZone'> & { publicUrl?: URL | undefined }) {
  const isSecure = (request: FastifyRequest) => request.protocol === 'https' || publicUrl?.protocol === 'https:'
  /**
   * Returns the name of a link's cookie. Over https it begins with `__Secure-`, which browsers accept from https only, so that nobody in
   * the network can plant a cookie.
   */
  const cookieNameOf = (request: FastifyRequest, linkId: string) => `${isSecure(request) ? '__Secure-' : ''}hudur_link_${linkId}`

  function tokenOf(request: FastifyRequest) {
    const linkId = request.headers[LINK_ID_HEADER]
    return typeof linkId === 'string' ? request.cookies[cookieNameOf(request, linkId)] : undefined
  }

  /** Returns the link of a session with its present rights, for the actor of a request. */
  function toActorLink({ link, endedAt: sessionEndedAt }: LinkSession): ActorLink {
    const { id, role, name, eventId, event } = link
    const [showsNames, maySearch] = [link.showsNames, link.maySearch].map(is => is && !event.hidesNames) as [boolean, boolean]
    const endedAt = linkEndedAt(link, now(), timeZone, sessionEndedAt)
    return { id, role, name, eventId, showsNames, maySearch, endsAt: linkEndsAt(link, timeZone), ...(endedAt && { endedAt }) }
  }

  async function touch(request: FastifyRequest, tokenHash: string) {
    try {
      await db.write(trx => linksIn(trx).touchSession(tokenHash, now()))
    } catch (error) {
      request.log.warn(error, 'the session of a link could not be touched')
    }
  }

  function setCookie(
    request: FastifyRequest,
    reply: FastifyReply,
    { linkId, token, endsAt }: { linkId: string; token: string; endsAt: string },
  ) {
    const remaining = Math.max(0, Math.ceil((Date.parse(endsAt) - now().getTime()) / 1000))
    reply.setCookie(cookieNameOf(request, linkId), token, {
      path: LINK_API_PREFIX,
      httpOnly: true,
      sameSite: 'lax',
      secure: isSecure(request),
      maxAge: remaining + COOKIE_LIFETIME_AFTER_END_S,
    })
  }

  return {
    /** Returns the session token from the cookie of the link that the request names in a header, whether or not such a session exists. */
    tokenOf,

    /**
     * Returns the owner of the link, limited to what the link may do; null without its cookie. Throws `link-ended`, unless the endpoint
     * still accepts uploads for some days.
     */
    async actorOf(request: FastifyRequest, { acceptsEndedLinks }: Endpoint): Promise<Actor | null> {
      const token = tokenOf(request)
      if (token === undefined) return null
      const tokenHash = hashToken(token)
      const [found] = await linksIn(db.read).sessions([tokenHash])
      if (!found || found.link.id !== request.headers[LINK_ID_HEADER]) throw new Refusal('link-ended')
      const link = toActorLink(found)
      if (link.endedAt !== undefined && !(acceptsEndedLinks && mayUploadAfterLinkEnd(link.endedAt, now()))) throw new Refusal('link-ended')
      if (now().getTime() - Date.parse(found.seenAt) > TOUCH_INTERVAL_MS) await touch(request, tokenHash)
      return { id: found.link.userId, isAdmin: false, link }
    },

    /** Returns the hashed token by which `linksOf` finds the session of a request. */
    sessionOf: (request: FastifyRequest) => hashToken(tokenOf(request)!),

    /**
     * Reads the links of sessions with their present rights, by the hashes of the sessions' tokens. Sessions that have ended are missing.
     */
    async linksOf(tokenHashes: Iterable<string>): Promise<ReadonlyMap<string, ActorLink>> {
      const found = await linksIn(db.read).sessions(tokenHashes)
      return new Map(found.map(session => [session.tokenHash, toActorLink(session)] as const).filter(([, link]) => !link.endedAt))
    },

    /**
     * Opens a session of a link in place of an earlier one. Returns false when the link has ended. Throws `link-full`, and `pin-required`
     * when the link has another PIN than the checked one.
     */
    async open(
      request: FastifyRequest,
      reply: FastifyReply,
      { id: linkId, tokenHash: linkTokenHash, endsAt, pinHash }: { id: string; tokenHash: string; endsAt: string; pinHash: string | null },
    ) {
      const token = randomBytes(32).toString('base64url')
      const earlier = request.cookies[cookieNameOf(request, linkId)]
      const isOpened = await db.write(async trx => {
        const link = await linksIn(trx).lockByToken(linkTokenHash)
        if (link?.id !== linkId || link.revokedAt !== null) return false
        if (link.pinHash !== pinHash) throw new Refusal('pin-required')
        if (earlier !== undefined) await linksIn(trx).removeSession(hashToken(earlier))
        const isAdded = await linksIn(trx).addSession(link, hashToken(token), now(), parseUserAgent(request.headers['user-agent']))
        if (!isAdded) throw new Refusal('link-full', { text: texts.link.full(link.maxDevices ?? MAX_LINK_DEVICES) })
        return true
      })
      if (isOpened) setCookie(request, reply, { linkId, token, endsAt })
      return isOpened
    },

    /** Renews the cookie of the link with which the request was made. */
    renew(request: FastifyRequest, reply: FastifyReply) {
      const [link, token] = [request.actor?.link, tokenOf(request)]
      if (link && token !== undefined) setCookie(request, reply, { linkId: link.id, token, endsAt: link.endsAt })
    },
  }
}

export type LinkSessions = ReturnType<typeof createLinkSessions>
