import { hash as digest, randomBytes } from 'node:crypto'
import type { Actor } from '@hudur/core'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { accountsIn } from '../accounts/repository.ts'
import { SESSION_LIFETIME as LIFETIME, sessionsIn } from '../accounts/sessions-repository.ts'
import { inSets } from '../database/sets.ts'
import type { Deps, Session } from '../deps.ts'
import { agentOf } from './user-agent.ts'

/** The session's cookie on plain http, and over https until this version. */
export const SESSION_COOKIE = 'hudur'
/**
 * The session's cookie over https: a browser takes this prefix only from this very host, over https and for every path (RFC 6265bis), so that
 * neither a neighbouring host nor a network can plant another's session.
 */
export const SECURE_SESSION_COOKIE = `__Host-${SESSION_COOKIE}`
/** Its date moves at most so often (ms), so that reading a page is not a write. */
const TOUCH_INTERVAL_MS = 3_600_000

/** The form in which a session's token is kept. */
export const hashToken = (token: string) => digest('sha256', token, 'base64url')

/** Sessions by a random 256-bit token in a cookie that script cannot read; only its hash is kept. */
export function sessions({ db, now, publicUrl }: Pick<Deps, 'db' | 'now'> & { publicUrl?: URL | undefined }) {
  /** Reads a session. Nothing is cached, so that a session ends at once. */
  const findSession = inSets((tokenHashes: string[]) => sessionsIn(db.read).findAll(tokenHashes))

  const isSecure = (request: FastifyRequest) => request.protocol === 'https' || publicUrl?.protocol === 'https:'

  /** Whether a request over https carries the old name alone. */
  const hasOldName = (request: FastifyRequest) => isSecure(request) && request.cookies[SECURE_SESSION_COOKIE] === undefined

  const tokenOf = (request: FastifyRequest) =>
    request.cookies[isSecure(request) && !hasOldName(request) ? SECURE_SESSION_COOKIE : SESSION_COOKIE]

  /** Sets the cookie, or with an empty token and no age removes it; the one of the old name goes either way. */
  function setCookie(reply: FastifyReply, request: FastifyRequest, token: string, maxAge: number) {
    const secure = isSecure(request)
    const options = { path: '/', httpOnly: true, sameSite: 'lax', secure } as const
    reply.setCookie(secure ? SECURE_SESSION_COOKIE : SESSION_COOKIE, token, { ...options, maxAge: maxAge / 1000 })
    if (secure && request.cookies[SESSION_COOKIE] !== undefined) reply.setCookie(SESSION_COOKIE, '', { ...options, maxAge: 0 })
  }

  /** The session and its cookie live on together. Where it cannot be written down, reading goes on as before. */
  async function touch(request: FastifyRequest, reply: FastifyReply, token: string) {
    try {
      await db.write(trx => sessionsIn(trx).touch(hashToken(token), now()))
      setCookie(reply, request, token, LIFETIME)
    } catch (error) {
      request.log.warn(error, 'a session could not be touched')
    }
  }

  return {
    /** The token of the session that a request names, whether or not there is one. */
    tokenOf,

    /** Who is asking, or null. */
    async actorOf(request: FastifyRequest, reply: FastifyReply): Promise<Actor | null> {
      const token = tokenOf(request)
      if (!token) return null
      const session = await findSession(hashToken(token))
      const at = now().getTime()
      if (!session || at - Date.parse(session.lastSeenAt) > LIFETIME) return null
      const isOld = hasOldName(request)
      if (isOld && (session.oldCookieUntil === null || at > Date.parse(session.oldCookieUntil))) return null
      if (isOld || at - Date.parse(session.lastSeenAt) > TOUCH_INTERVAL_MS) await touch(request, reply, token)
      return { id: session.userId, isAdmin: session.isAdmin }
    },

    sessionOf: (request: FastifyRequest, reply: FastifyReply): Session => ({
      get name() {
        const token = tokenOf(request)
        return token === undefined ? undefined : hashToken(token)
      },

      async start(userId, passwordHash) {
        const token = randomBytes(32).toString('base64url')
        const old = tokenOf(request)
        const started = await db.write(async trx => {
          if (!(await accountsIn(trx).hold(userId, passwordHash))) return false
          if (old) await sessionsIn(trx).remove(hashToken(old))
          await sessionsIn(trx).add(hashToken(token), userId, now(), agentOf(request.headers['user-agent']))
          return true
        })
        if (started) setCookie(reply, request, token, LIFETIME)
        return started
      },

      async end() {
        const token = tokenOf(request)
        if (token) await db.write(trx => sessionsIn(trx).remove(hashToken(token)))
        setCookie(reply, request, '', 0)
      },

      isOf(tokenHash) {
        const token = tokenOf(request)
        return token !== undefined && hashToken(token) === tokenHash
      },

      async endOthers(trx, userId) {
        const token = tokenOf(request)
        await sessionsIn(trx).removeAll(userId, token === undefined ? undefined : hashToken(token))
      },
    }),
  }
}
