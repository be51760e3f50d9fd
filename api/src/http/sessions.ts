import { createHash, randomBytes } from 'node:crypto'
import type { Actor } from '@hudur/core'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sessionsIn } from '../accounts/sessions-repository.ts'
import type { Deps } from '../app.ts'

/** What a service may do with the caller's session. */
export type Session = { start: (userId: string) => Promise<void>; end: () => Promise<void> }

const COOKIE = 'hudur'
const DAY = 86_400_000
/** Sliding: so long after it was last seen a session ends. */
const LIFETIME = 30 * DAY
/** Its date moves at most so often, so that reading a page is not a write. */
const MOVES_EVERY = DAY / 24

const hash = (token: string) => createHash('sha256').update(token).digest('base64url')

/** Sessions by a random 256-bit token in a cookie that script cannot read; only its hash is kept. */
export function sessions({ db, now, publicUrl }: Deps) {
  const tokenOf = (request: FastifyRequest) => request.cookies[COOKIE]

  const setCookie = (reply: FastifyReply, request: FastifyRequest, token: string, maxAge: number) =>
    reply.setCookie(COOKIE, token, {
      path: '/',
      httpOnly: true,
      sameSite: 'lax',
      secure: request.protocol === 'https' || publicUrl?.protocol === 'https:',
      maxAge: maxAge / 1000,
    })

  return {
    /** Who is asking, or null. */
    async actorOf(request: FastifyRequest): Promise<Actor | null> {
      const token = tokenOf(request)
      if (!token) return null
      const session = await sessionsIn(db.read).find(hash(token))
      const at = now().getTime()
      if (!session || at - Date.parse(session.movedAt) > LIFETIME) return null
      if (at - Date.parse(session.movedAt) > MOVES_EVERY) await db.write(trx => sessionsIn(trx).move(hash(token), now()))
      return { id: session.userId, isAdmin: session.isAdmin }
    },

    sessionOf: (request: FastifyRequest, reply: FastifyReply): Session => ({
      async start(userId) {
        const token = randomBytes(32).toString('base64url')
        const old = tokenOf(request)
        await db.write(async trx => {
          if (old) await sessionsIn(trx).remove(hash(old))
          await sessionsIn(trx).add(hash(token), userId, now())
        })
        setCookie(reply, request, token, LIFETIME)
      },

      async end() {
        const token = tokenOf(request)
        if (token) await db.write(trx => sessionsIn(trx).remove(hash(token)))
        setCookie(reply, request, '', 0)
      },
    }),
  }
}
