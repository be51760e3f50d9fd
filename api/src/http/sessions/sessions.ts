import { randomBytes } from 'node:crypto'
import type { Actor } from '@hudur/core/actor'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { accountsIn } from '../../accounts/repository.ts'
import { SESSION_LIFETIME_MS as LIFETIME, sessionsIn } from '../../accounts/sessions-repository.ts'
import { batchCalls } from '../../database/batch-calls.ts'
import { hashToken } from '../../database/hash-token.ts'
import type { Deps, Session } from '../../deps.ts'
import { asksForStream } from '../streams.ts'
import type { LinkSessions } from './link-sessions.ts'
import { parseUserAgent } from './user-agent.ts'

/** The name of the session cookie over plain http. */
export const SESSION_COOKIE = 'hudur'
/**
 * The name of the session cookie over https. Browsers accept `__Host-` only from this host (RFC 6265bis), so nobody else can plant a
 * session.
 */
export const SECURE_SESSION_COOKIE = `__Host-${SESSION_COOKIE}`
/** The shortest interval (ms) between two updates of `lastSeenAt` of a session, so that not every request writes to the database. */
const TOUCH_INTERVAL_MS = 3_600_000

const hashOfToken = (token: string | undefined) => (token === undefined ? undefined : hashToken(token))

/** Manages sessions: a random 256-bit token in a cookie that scripts cannot read, and its hash in the database. */
export function createSessions(
  { db, now, publicUrl }: Pick<Deps, 'db' | 'now'> & { publicUrl?: URL | undefined },
  links: Pick<LinkSessions, 'open' | 'renew' | 'tokenOf'>,
) {
  /** Reads a session from the database. Nothing is cached, so that an ended session is refused at once. */
  const findSession = batchCalls((tokenHashes: string[]) => sessionsIn(db.read).findAll(tokenHashes))

  const isSecure = (request: FastifyRequest) => request.protocol === 'https' || publicUrl?.protocol === 'https:'
  const cookieName = (request: FastifyRequest) => (isSecure(request) ? SECURE_SESSION_COOKIE : SESSION_COOKIE)

  const tokenOf = (request: FastifyRequest) => request.cookies[cookieName(request)]
  const tokenHashOf = (request: FastifyRequest) => hashOfToken(tokenOf(request))

  /** Sets the session cookie for `maxAge` ms; an empty token with age 0 removes it. */
  function setCookie(reply: FastifyReply, request: FastifyRequest, token: string, maxAge: number) {
    const options = { path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure(request) } as const
    reply.setCookie(cookieName(request), token, { ...options, maxAge: maxAge / 1000 })
  }

  /** Extends the session and its cookie. When the database cannot be written, it logs a warning and the request continues. */
  async function touch(request: FastifyRequest, reply: FastifyReply, token: string) {
    try {
      await db.write(trx => sessionsIn(trx).touch(hashToken(token), now()))
      setCookie(reply, request, token, LIFETIME)
    } catch (error) {
      request.log.warn(error, 'a session could not be touched')
    }
  }

  return {
    /** Returns the session token from the cookie of a request, whether or not such a session exists. */
    tokenOf,

    /** Returns the actor of a request, or null without a valid session. Extends a session that was last extended more than an hour ago. */
    async actorOf(request: FastifyRequest, reply: FastifyReply): Promise<Actor | null> {
      const token = tokenOf(request)
      if (!token) return null
      const session = await findSession(hashToken(token))
      const at = now().getTime()
      if (!session || at - Date.parse(session.lastSeenAt) > LIFETIME) return null
      // A stream cannot renew the cookie: its response has begun when the session is checked.
      const isDue = at - Date.parse(session.lastSeenAt) > TOUCH_INTERVAL_MS
      if (isDue && !asksForStream(request)) await touch(request, reply, token)
      const { userId: id, isAdmin, partnerOf } = session
      return { id, isAdmin, ...(partnerOf.length > 0 && { partnerOf }) }
    },

    sessionOf: (request: FastifyRequest, reply: FastifyReply): Session => ({
      openLink: link => links.open(request, reply, link),
      renewLink: () => links.renew(request, reply),

      name: () => (request.actor?.link ? hashOfToken(links.tokenOf(request)) : tokenHashOf(request)),

      async start(userId, passwordHash) {
        const token = randomBytes(32).toString('base64url')
        const old = tokenHashOf(request)
        const started = await db.write(async trx => {
          if (!(await accountsIn(trx).lock(userId, passwordHash))) return false
          if (old) await sessionsIn(trx).remove(old)
          await sessionsIn(trx).add(hashToken(token), userId, now(), parseUserAgent(request.headers['user-agent']))
          return true
        })
        if (started) setCookie(reply, request, token, LIFETIME)
        return started
      },

      async end() {
        const tokenHash = tokenHashOf(request)
        if (tokenHash) await db.write(trx => sessionsIn(trx).remove(tokenHash))
        setCookie(reply, request, '', 0)
      },

      async signedInAt() {
        const tokenHash = tokenHashOf(request)
        return tokenHash && (await sessionsIn(db.read).createdAt(tokenHash))
      },

      isOf: tokenHash => tokenHashOf(request) === tokenHash,
      endOthers: (trx, userId) => sessionsIn(trx).removeAll(userId, tokenHashOf(request)),
    }),
  }
}
