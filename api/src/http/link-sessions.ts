import { randomBytes } from 'node:crypto'
import {
  type Actor,
  type ActorLink,
  type Endpoint,
  endedAtOf,
  endOfLink,
  LINK_API,
  LINK_HEADER,
  mayUploadAfter,
  Refusal,
} from '@hudur/core'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { hashToken } from '../database/hash-token.ts'
import type { Deps } from '../deps.ts'
import { type LinkSession, linksIn } from '../links/repository.ts'
import { agentOf } from './user-agent.ts'

/**
 * For how long (s) a browser stores the cookie of a link after the link's end: a door may upload for seven days more. The cookie is renewed
 * whenever a device reads its link, so that it also outlives an end that was put off.
 */
const COOKIE_AFTER_END_S = 8 * 86_400
/** The shortest interval (ms) between two updates of the time at which a device was last seen. */
const TOUCH_INTERVAL_MS = 60_000

/**
 * Manages the sessions of links. A session is found by a random 256-bit token in a cookie of its own for each link, which is sent only below
 * `/api/link`; the session of an account is never read there.
 */
export function linkSessions({ db, now, timeZone, publicUrl }: Pick<Deps, 'db' | 'now' | 'timeZone'> & { publicUrl?: URL | undefined }) {
  const isSecure = (request: FastifyRequest) => request.protocol === 'https' || publicUrl?.protocol === 'https:'
  /** The prefix `__Secure-` is accepted from https only, so that nobody in the network can plant a cookie. */
  const cookieOf = (request: FastifyRequest, linkId: string) => `${isSecure(request) ? '__Secure-' : ''}hudur_link_${linkId}`

  function tokenOf(request: FastifyRequest) {
    const linkId = request.headers[LINK_HEADER]
    return typeof linkId === 'string' ? request.cookies[cookieOf(request, linkId)] : undefined
  }

  /** Returns the link of a session as the actor of its calls. */
  function asActorLink({ link, endedAt: sessionEndedAt }: LinkSession): ActorLink {
    const { id, role, name, eventId, event } = link
    const [showsNames, maySearch] = [link.showsNames, link.maySearch].map(is => is && !event.hidesNames) as [boolean, boolean]
    const endedAt = endedAtOf(link, now(), timeZone, sessionEndedAt)
    return { id, role, name, eventId, showsNames, maySearch, endsAt: endOfLink(link, timeZone), ...(endedAt && { endedAt }) }
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
    reply.setCookie(cookieOf(request, linkId), token, {
      path: LINK_API,
      httpOnly: true,
      sameSite: 'lax',
      secure: isSecure(request),
      maxAge: remaining + COOKIE_AFTER_END_S,
    })
  }

  return {
    /** Returns the token of the link that the request names, whether or not such a session exists. */
    tokenOf,

    /**
     * Returns the actor of a request with a link: its owner, limited to the link. Null without a session. Throws `link-ended`, except where
     * the endpoint accepts the uploads of devices whose link ended some days ago.
     */
    async actorOf(request: FastifyRequest, { acceptsEndedLinks }: Endpoint): Promise<Actor | null> {
      const token = tokenOf(request)
      if (token === undefined) return null
      const tokenHash = hashToken(token)
      const [found] = await linksIn(db.read).sessions([tokenHash])
      if (!found || found.link.id !== request.headers[LINK_HEADER]) throw new Refusal('link-ended')
      const link = asActorLink(found)
      if (link.endedAt !== undefined && !(acceptsEndedLinks && mayUploadAfter(link.endedAt, now()))) throw new Refusal('link-ended')
      if (now().getTime() - Date.parse(found.seenAt) > TOUCH_INTERVAL_MS) await touch(request, tokenHash)
      return { id: found.link.userId, isAdmin: false, link }
    },

    /** Returns the token by which `linksOf` finds the session of a request. */
    sessionOf: (request: FastifyRequest) => hashToken(tokenOf(request)!),

    /** Reads what sessions may do now, by their hashed tokens. Sessions that have ended are missing. */
    async linksOf(tokenHashes: Iterable<string>): Promise<ReadonlyMap<string, ActorLink>> {
      const found = await linksIn(db.read).sessions(tokenHashes)
      return new Map(found.map(session => [session.tokenHash, asActorLink(session)] as const).filter(([, link]) => !link.endedAt))
    },

    /**
     * Opens a session of a link for this browser and ends the one that it had. Returns false when the link has another token or was revoked
     * meanwhile. Throws `link-full` when too many devices have opened it.
     */
    async open(
      request: FastifyRequest,
      reply: FastifyReply,
      { id: linkId, tokenHash: linkTokenHash, endsAt }: { id: string; tokenHash: string; endsAt: string },
    ) {
      const token = randomBytes(32).toString('base64url')
      const earlier = request.cookies[cookieOf(request, linkId)]
      const isOpened = await db.write(async trx => {
        const link = await linksIn(trx).lockByToken(linkTokenHash)
        if (link?.id !== linkId || link.revokedAt !== null) return false
        if (earlier !== undefined) await linksIn(trx).removeSession(hashToken(earlier))
        const isAdded = await linksIn(trx).addSession(linkId, hashToken(token), now(), agentOf(request.headers['user-agent']))
        if (!isAdded) throw new Refusal('link-full')
        return true
      })
      if (isOpened) setCookie(request, reply, { linkId, token, endsAt })
      return isOpened
    },

    /** Stores the cookie of the request's link anew. */
    renew(request: FastifyRequest, reply: FastifyReply) {
      const [link, token] = [request.actor?.link, tokenOf(request)]
      if (link && token !== undefined) setCookie(request, reply, { linkId: link.id, token, endsAt: link.endsAt })
    },
  }
}

export type LinkSessions = ReturnType<typeof linkSessions>
